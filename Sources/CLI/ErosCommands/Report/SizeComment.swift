import ErosConfig
import ErosCore
import ErosReport

/// A bundle's sizes as Markdown, for a comment on a change.
///
/// The first line is an HTML comment, so that a job finds and replaces its earlier comment.
struct SizeComment: CustomStringConvertible {
  private static let maximumFiles = 10

  private let report: BundleReport
  private let bundle: String
  private let findings: [Finding]

  init(_ report: BundleReport, bundle: String, findings: [Finding]) {
    self.report = report
    self.bundle = bundle
    self.findings = findings
  }

  var description: String {
    let parts = [sizes, changedFiles, advice, renders, problems].compactMap(\.self)
    return MarkdownFindings.limited(
      MarkdownFindings.marker(of: "eros report") + parts.joined(separator: "\n") + "\n")
  }

  private var sizes: String? {
    guard !report.isUnsafe else { return nil }
    var rows = [row("zip", report.bundle.size, report.old?.size, part: .total)]
    rows.append(row("files", report.bundle.unpackedSize, report.old?.unpackedSize, part: nil))
    for update in report.updates where update.form != .zip {
      let name = update.form == .delta ? "content delta" : "BSDIFF40 patch"
      if let size = update.size {
        rows.append(row(name, size, nil, part: update.form == .delta ? .delta : nil))
      }
    }
    rows += [largestScript].compactMap(\.self)
    // Bundles from two builds often have the same name.
    let names = [report.old?.name, report.bundle.name].compactMap(\.self)
    let old = Set(names).count == 2 ? MarkdownFindings.cell(names[0]) : "before"
    return """
      ### Bundle size

      | | now | \(old) | change | budget |
      | --- | --: | --: | --: | --: |
      \(rows.joined(separator: "\n"))

      """
  }

  /// The row for the largest script, if scripts have a limit.
  private var largestScript: String? {
    guard let item = report.budget?.items.first(where: { $0.part == .page }), let path = item.path,
      let file = report.files.first(where: { $0.path == path })
    else { return nil }
    return row(
      "largest script, \(MarkdownFindings.cell(path.string))", file.compressedSize,
      file.change?.old?.compressedSize, part: .page)
  }

  private func row(
    _ name: String, _ size: UInt64, _ old: UInt64?, part: SizeBudget.Part?
  ) -> String {
    let item = part.flatMap { part in report.budget?.items.first { $0.part == part } }
    let budget = item.map { item in
      let verdict =
        switch item.overCount {
        case 0: ""
        case 1: "**over** "
        default: "**\(item.overCount) over** "
        }
      return verdict + Readable.size(item.limit)
    }
    let change = old.map { Self.change(from: $0, to: size) }
    return
      "| \(name) | \(Readable.size(size)) | \(old.map(Readable.size) ?? "") | \(change ?? "") | \(budget ?? "") |"
  }

  /// Returns the difference between two sizes, such as `+1.2 KB (+3.4 %)`.
  private static func change(from old: UInt64, to new: UInt64) -> String {
    guard old != new else { return "none" }
    let (sign, difference) = new > old ? ("+", new - old) : ("-", old - new)
    guard old > 0 else { return sign + Readable.size(difference) }
    return "\(sign)\(Readable.size(difference)) (\(sign)\(Readable.share(difference, of: old)))"
  }

  /// The largest files that were added, changed or moved.
  private var changedFiles: String? {
    let files = report.contents.filter { file in file.change.map { $0.name != "same" } ?? false }
      .sorted { ($1.compressedSize, $0.path) < ($0.compressedSize, $1.path) }
    guard report.old != nil, !files.isEmpty || !report.removed.isEmpty else { return nil }
    let lines = files.prefix(Self.maximumFiles).map { file in
      "- \(file.change?.name ?? "") \(MarkdownFindings.cell(file.path.string)), "
        + "\(Readable.size(file.compressedSize)) in the zip"
    }
    let remainingCount = files.count - lines.count
    return
      (lines + (remainingCount > 0 ? ["- \(remainingCount) more files"] : [])
      + (report.removed.isEmpty
        ? [] : ["- \(Readable.count(report.removed.count, "file")) removed"])
      + [""]).joined(separator: "\n")
  }

  private var advice: String? {
    guard let first = report.advice.first else { return nil }
    let saving = report.advice.reduce(0) { $0 + $1.saving }
    return
      "\(Readable.count(report.advice.count, "change")) would save up to \(Readable.size(saving)); the largest: "
      + "\(MarkdownFindings.cell("\(first.message)")) (\(Readable.size(first.saving)))\n"
  }

  private var renders: String? { report.renders.map { RenderSummary(renders: $0).markdown } }

  private var problems: String? {
    findings.isEmpty
      ? nil : MarkdownFindings(command: "eros report", findings).description
  }
}
