import ErosCore
import ErosRehearsal
import ErosReport

/// The times of a bundle's first renders, as text.
struct RenderSummary {
  let renders: RenderReport

  /// The maximum number of listed pages of each kind.
  ///
  /// The HTML page lists all.
  private static let maximumPages = 5
  private static let barLength = 20

  /// Counts the pages, and returns medians over those that rendered.
  func counts(_ style: TextStyle) -> String {
    let rendered = renders.pages.filter { $0.microseconds != nil }
    let failed = renders.count(.failed)
    let unjudged = renders.count(.notJudged)
    var parts = ["\(rendered.count) of \(Readable.count(renders.pages.count, "page")) rendered"]
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
    return (rendered.isEmpty ? [] : ["slowest first renders", table.text])
      + Self.note(of: rendered.count) + causes(.failed) + causes(.notJudged)
  }

  /// Lists the pages with this verdict and their reasons.
  private func causes(_ verdict: Rehearsal.Result.Verdict) -> [String] {
    let pages = renders.pages.filter { $0.verdict == verdict }
    guard !pages.isEmpty else { return [] }
    return [Self.name(verdict)]
      + pages.prefix(Self.maximumPages).map { page in
        "  \(Self.name(page)): \(page.reason?.escapedForDisplay ?? "")"
      } + Self.note(of: pages.count)
  }

  /// Counts the pages that are not listed, if there are any.
  private static func note(of count: Int) -> [String] {
    let remaining = count - maximumPages
    return remaining > 0 ? ["  \(remaining) more; --output lists all"] : []
  }

  /// The pages as Markdown: first those that failed, then those not judged, then the slowest.
  var markdown: String {
    let ranks: [Rehearsal.Result.Verdict] = [.failed, .notJudged, .passed]
    let listed = ranks.flatMap { rank in renders.pages.filter { $0.verdict == rank } }
      .prefix(2 * Self.maximumPages)
    let rows = listed.map { page in
      "| \(MarkdownFindings.cell(page.path)) | \(Self.time(page.microseconds)) | "
        + "\(Self.size(page.bytes)) | \(result(of: page)) |"
    }
    let remaining = renders.pages.count - rows.count
    return """
      ### First render

      \(counts(TextStyle(isColored: false)))

      | page | time | memory | result |
      | --- | --: | --: | --- |
      \(rows.joined(separator: "\n"))
      \(remaining > 0 ? "\n\(Readable.count(remaining, "more page")) not listed\n" : "")
      """
  }

  private func result(of page: RenderReport.Page) -> String {
    ([Self.name(page.verdict)]
      + [page.reason.map { MarkdownFindings.cell("\($0)") }].compactMap(\.self))
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
