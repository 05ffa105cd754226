import ErosCommandSupport
import ErosCore
import ErosRehearsal
import ErosReport

/// The first renders of the pages of a bundle, as text.
struct RenderSummary {
  let renders: RenderReport

  /// The maximum number of listed pages of each kind; the page lists all.
  private static let maximumPages = 5
  /// The number of characters of the longest bar.
  private static let barLength = 20

  /// The counts of the pages, and the medians of those that render.
  func counts(_ style: TextStyle) -> String {
    let rendered = renders.pages.filter { $0.microseconds != nil }
    let failed = renders.count(.failed)
    let unjudged = renders.count(.notJudged)
    var parts = ["\(rendered.count) of \(Readable.count(renders.pages.count, "page"))"]
    if let time = Self.median(rendered.compactMap(\.microseconds)),
      let bytes = Self.median(rendered.compactMap(\.bytes))
    {
      parts.append("median \(Self.time(time)) and \(Readable.size(UInt64(bytes)))")
    }
    if failed > 0 { parts.append(style.failure("\(failed) failed")) }
    if unjudged > 0 { parts.append("\(unjudged) not judged") }
    return parts.joined(separator: ", ")
  }

  /// The slowest pages with bars, and the pages that failed or were not judged.
  var lines: [String] {
    let rendered = renders.pages.filter { $0.microseconds != nil }
    let largest = rendered.lazy.compactMap(\.microseconds).max() ?? 1
    var table = TextTable(numbers: [0, 1])
    for page in rendered.prefix(Self.maximumPages) {
      let bar = Self.bar(page.microseconds ?? 0, of: largest)
      table.add(
        "  " + Self.time(page.microseconds), Self.size(page.bytes), bar, Self.name(page))
    }
    let rest = rendered.count - Self.maximumPages
    return (rendered.isEmpty ? [] : ["slowest first renders", table.text])
      + (rest > 0 ? ["  \(rest) more on the page"] : []) + causes(.failed) + causes(.notJudged)
  }

  private func causes(_ verdict: Rehearsal.Result.Verdict) -> [String] {
    let pages = renders.pages.filter { $0.verdict == verdict }
    guard !pages.isEmpty else { return [] }
    let rest = pages.count - Self.maximumPages
    return [Self.name(verdict)]
      + pages.prefix(Self.maximumPages).map { page in
        "  \(Self.name(page)): \(page.reason?.escapedForDisplay ?? "")"
      } + (rest > 0 ? ["  \(rest) more on the page"] : [])
  }

  /// The pages as Markdown.
  var markdown: String {
    let listed = renders.pages.prefix(2 * Self.maximumPages)
    let rows = listed.map { page in
      "| \(MarkdownFindings.cell(page.path)) | \(Self.time(page.microseconds)) | "
        + "\(Self.size(page.bytes)) | \(result(of: page)) |"
    }
    let rest = renders.pages.count - rows.count
    return """
      ### First render

      | page | time | memory | result |
      | --- | --: | --: | --- |
      \(rows.joined(separator: "\n"))
      \(rest > 0 ? "\n\(Readable.count(rest, "more page")), \(counts(TextStyle(isColored: false)))\n" : "")
      """
  }

  private func result(of page: RenderReport.Page) -> String {
    ([Self.name(page.verdict)] + [page.reason.map(MarkdownFindings.cell)].compactMap(\.self))
      .joined(separator: ": ")
  }

  // MARK: - Values

  static func name(_ verdict: Rehearsal.Result.Verdict) -> String {
    switch verdict {
    case .passed: "passed"
    case .failed: "failed"
    case .notJudged: "not judged"
    }
  }

  private static func name(_ page: RenderReport.Page) -> String { page.path.escapedForDisplay }

  private static func time(_ microseconds: Int64?) -> String {
    microseconds.map { Readable.fixed(Double($0) / 1_000, 1) + " ms" } ?? "–"
  }

  private static func size(_ bytes: Int64?) -> String {
    bytes.map { Readable.size(UInt64(max(0, $0))) } ?? "–"
  }

  private static func bar(_ value: Int64, of largest: Int64) -> String {
    let length = Double(value) / Double(max(1, largest)) * Double(barLength)
    return String(repeating: "█", count: max(1, Int(length.rounded())))
  }

  private static func median(_ values: [Int64]) -> Int64? {
    values.isEmpty ? nil : values.sorted()[values.count / 2]
  }
}
