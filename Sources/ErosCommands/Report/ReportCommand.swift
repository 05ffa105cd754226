import ArgumentParser
import ErosBundle
import ErosCore
import ErosFiles
import ErosReport

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write an HTML report about the sizes in a bundle",
    discussion: """
      One HTML file that needs no network: a map of the bytes, all files to sort and filter, \
      duplicates, oversized images, and what `eros verify` finds:

        $ eros report out/bundle.zip --output report.html

      With an older bundle, the page also shows the changes, and the size of an update as a full zip, \
      as a BSDIFF40 patch and as a content delta. Each patch is created to measure it:

        $ eros report out/bundle.zip old/bundle.zip --output report.html

      The same bundles give the same page. A bundle that does not match its manifest gets a full \
      report. An unsafe zip gets a page with its findings only, and the command ends with 65. --json \
      prints the data of the page; --output is then optional.
      """)

  @Argument(help: "The zip file of the bundle.", completion: .bundle)
  var bundle: String

  @Argument(help: "An older bundle to compare with.", completion: .bundle)
  var old: String?

  @Option(
    name: .shortAndLong, help: "The HTML file to write.", completion: .file(extensions: ["html"]))
  var output: OutputPath?

  @Option(help: "The maximum width and height of an image in pixels.")
  var maxImageSide = ImageLimits().side

  @Option(help: "The maximum size of an image file in bytes, or with a unit, such as 200K.")
  var maxImageBytes = ByteCount(ImageLimits().bytes)

  @OptionGroup var verification: VerifyOptions
  @OptionGroup var options: OutputOptions

  func validate() throws {
    guard maxImageSide > 0 else { throw ValidationError("--max-image-side must be at least 1") }
    guard output != nil || options.json else {
      throw ValidationError("expected --output with the path of the page, or --json")
    }
  }

  func run() throws {
    let bundle = try BundleArgument.open(bundle, limit: verification.inputLimit)
    let old = try old.map { try BundleArgument.open($0, limit: verification.inputLimit) }
    try output?.check(isNotIn: [bundle] + (old.map { [$0] } ?? []))
    let reporter = BundleReporter(
      verification.verifier,
      imageLimits: ImageLimits(side: maxImageSide, bytes: maxImageBytes.value))
    let total = UInt64(BundleReporter.stepCount)
    let report = try ProgressBar.show("reporting", total: total, unit: .count, options) { bar in
      try reporter.report(on: bundle, since: old) { bar.update(UInt64($0)) }
    }
    if let output { try writeWholeFile(ReportPage.html(report), to: output.string) }
    try show(report)
    if report.isUnsafe { throw ExitCode(ExitStatus.badData.rawValue) }
  }

  private func show(_ report: BundleReport) throws {
    if options.json {
      let text = JSONWriter.write(report.json, layout: .pretty)
      try writeToStandardOutput(String(decoding: text, as: UTF8.self))
    } else if !options.quiet, let output {
      let summary = ReportSummary(report: report, page: output.string)
      try writeToStandardOutput(summary.text(options.style))
    }
    if let remedy = report.bundle.verification.limitRemedy { options.hint(remedy) }
  }
}

/// The summary of a report on the terminal.
private struct ReportSummary {
  let report: BundleReport
  let page: String

  func text(_ style: TextStyle) -> String {
    var table = TextTable()
    table.add("page", style.bold(page.escapedForDisplay))
    table.add("bundle", "\(Readable.size(report.bundle.size)), \(verdict(style))")
    guard !report.isUnsafe else { return table.text }
    table.add("files", files)
    if report.old != nil { table.add("changes", changes) }
    for update in report.updates { table.add(label(of: update), cost(of: update)) }
    let wasted = report.duplicates.reduce(0) { $0 + $1.wastedSize }
    table.add(
      "duplicates",
      report.duplicates.isEmpty
        ? "none" : "\(Readable.count(report.duplicates.count, "group")), \(Readable.size(wasted))")
    if let shared = report.sharedCode {
      table.add(
        "shared code",
        "\(Readable.share(shared.sharedSize, of: shared.size)) of the scripts; a common file saves "
          + Readable.size(shared.saving))
    }
    let images = report.files.count { file in
      file.imageFindings.contains { ImageFindingCode(rawValue: $0.code)?.isOversize == true }
    }
    table.add("images", images == 0 ? "none is oversized" : "\(images) oversized")
    return table.text
  }

  private var files: String {
    let bundle = report.bundle
    return "\(report.files.count), \(Readable.size(bundle.unpackedSize)) unpacked"
  }

  private func verdict(_ style: TextStyle) -> String {
    let count = report.bundle.verification.findings.count
    let findings = count == 0 ? "" : " (\(Readable.count(count, "finding")))"
    return switch report.bundle.verification.verdict {
    case .verified: style.success("verified") + findings
    case .mismatch: style.failure("not verified") + findings
    case .unsafe: style.failure("unsafe") + findings
    }
  }

  private var changes: String {
    let names = report.files.compactMap(\.change?.name)
    let counts = ["added", "changed", "moved"].map { name in "\(names.count { $0 == name }) \(name)"
    }
    return (counts + ["\(report.removed.count) removed"]).joined(separator: ", ")
  }

  private func label(of update: BundleReport.UpdateCost) -> String {
    switch update.form {
    case .zip: "complete zip"
    case .bsdiff: "BSDIFF40"
    case .delta: "content delta"
    }
  }

  private func cost(of update: BundleReport.UpdateCost) -> String {
    guard let size = update.size else { return (update.problem ?? "–").escapedForDisplay }
    return "\(Readable.size(size)), \(Readable.share(size, of: report.bundle.size))"
  }
}
