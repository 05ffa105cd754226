import ArgumentParser
import ErosBundle
import ErosCommandLine
import ErosConfig
import ErosCore
import ErosFiles
import ErosProcess
import ErosRehearsal
import ErosReport
import ErosSourceMaps
import ErosTemplates

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Show the sizes in a bundle, or write a page about them",
    discussion: """
      Prints a summary with advice, the largest saving first:

        $ eros report out/bundle.zip

      With --output, also writes one HTML file that needs no network: a map of the bytes, all files to \
      sort and filter, duplicates, oversized images, and what `eros verify` finds:

        $ eros report out/bundle.zip --output report.html

      With an older bundle before it, the page also shows the changes, and the size of an update as the full \
      bundle, as a BSDIFF40 patch and as a content delta. Each patch is created to measure it:

        $ eros report old/bundle.zip out/bundle.zip --output report.html

      With --against, it also draws how the sizes and the content deltas went over the releases in a \
      folder; without an older bundle, it compares with the previous one of them:

        $ eros report out/bundle.zip --against releases --output report.html

      'check': { 'budget': { 'total': '2MB', 'page': '200KB', 'delta': '50KB' } } in the configuration, \
      or --budget, limits the zip, each script in the zip, and the content delta. KB are 1000 bytes, KiB \
      1024. A size over its limit is a finding, and the command exits with 1:

        $ eros report out/bundle.zip --budget total=2MB,page=200KB --format github

      Scripts built by webpack, or with comments as esbuild and Rolldown write them, are shown with \
      their modules. With --source-map, the source map of 'pages/a.js' is 'pages/a.js.map' in the folder:

        $ eros report out/bundle.zip --source-map dist --output report.html

      With --rehearse, the pages run as in `eros rehearse`, and bars show the time and the memory until \
      the first render of each page. Pages that failed or were not judged are listed with the reason; they \
      do not change the exit status. Without the program 'eros-rehearse' or its engine, exits with 69:

        $ eros report out/bundle.zip --rehearse --output report.html

      The page is in English or Chinese: see --language. Equal bundles give equal pages, except for the \
      measurements of --rehearse. A bundle that does not match its manifest is reported like any other. For \
      an unsafe zip, the page has only the findings, and the command exits with 65. --json prints the data \
      of the page.
      """)

  @Argument(
    help: ArgumentHelp(
      "The zip file of the bundle, or of an older bundle to compare with and of the bundle.",
      valueName: "bundle"),
    completion: .bundle)
  var bundles: [String]

  @Option(
    name: .shortAndLong, help: "The HTML file to write.", completion: .file(extensions: ["html"]))
  var output: OutputPath?

  @Option(help: "The language of the page (default: LC_ALL, LC_MESSAGES or LANG).")
  var language: Language?

  @Option(
    help: "The folder with the zips of earlier releases, for the history.", completion: .directory)
  var against: String?

  @Option(help: "The folder with the source maps of the scripts.", completion: .directory)
  var sourceMap: String?

  @OptionGroup var budget: BudgetOptions

  @Flag(
    help:
      "Run the pages, and show the time and the memory until their first renders; needs 'eros-rehearse'."
  )
  var rehearse = false

  @OptionGroup var confinement: ConfinementOptions

  @Option(help: "The maximum width and height of an image in pixels.")
  var maxImageSide = ImageLimits().side

  @Option(help: "The maximum size of an image file in bytes, or with a unit, such as 200K.")
  var maxImageBytes = ByteCount(ImageLimits().bytes)

  @OptionGroup var project: ProjectOptions
  @OptionGroup var verification: VerifyOptions
  @OptionGroup var options: FindingOptions

  func validate() throws {
    guard (1...2).contains(bundles.count) else {
      throw ValidationError("pass one bundle, or the older bundle and the bundle")
    }
    guard rehearse || !confinement.allowUnconfined else {
      throw ValidationError("--allow-unconfined requires --rehearse")
    }
    if let path = output?.string.lowercased(), path.hasSuffix(".md") || path.hasSuffix(".markdown")
    {
      throw ValidationError(
        "--output writes an HTML page; Markdown is printed on standard output")
    }
    guard maxImageSide > 0 else { throw ValidationError("--max-image-side must be at least 1") }
    guard budget.budget?[.delta] == nil || bundles.count == 2 || against != nil else {
      throw ValidationError("the budget 'delta' needs an older bundle, or --against")
    }
  }

  func run() throws {
    let program = try rehearsalProgram()
    let bundle = try BundleArgument.open(path, limit: verification.inputLimit)
    let old = try bundles.dropLast().first.map {
      try BundleArgument.open($0, limit: verification.inputLimit)
    }
    if let output {
      try OutputPath.check(
        [output.string],
        areNot: bundles.map(BundleArgument.file) + [project.findIfPresent()?.configPath]
          + OutputPath.files(in: against, suffixes: [".zip"])
          + OutputPath.files(in: sourceMap, suffixes: [".map", ".js"]))
    }
    let reporter = BundleReporter(
      verification.verifier,
      imageLimits: ImageLimits(side: maxImageSide, bytes: maxImageBytes.value),
      budget: try budget.find(project), sourceMaps: try sourceMap.map { try SourceMapFolder($0) })
    let history = try against.map { try self.history(of: bundle, in: $0, reporter) }
    var report = try report(on: bundle, since: old ?? history?.predecessor, history, reporter)
    if let program, !report.isUnsafe { report.renders = try renders(of: bundle, program) }
    if let output {
      let style = TextStyle(isColored: false, in: pageLanguage)
      let page = try ReportPage.html(report, in: pageLanguage, translatingMessages: style.text)
      try writeWholeFile(page, to: output.string)
    }
    let outcome = outcome(of: report)
    try show(report, outcome)
    warnOfOrder(in: report)
    try outcome.status.exit()
  }

  /// Returns the findings about an unsafe bundle, or else about its budget.
  private func outcome(of report: BundleReport) -> CheckOutcome {
    var outcome = CheckOutcome("eros report", codes: BudgetFindingCode.allCases)
    let measured = Set((report.budget?.items ?? []).map(\.part.code))
    outcome.unchecked = Set(BudgetFindingCode.allCases).subtracting(measured).names
      .unchecked("there is no limit, or no older bundle")
    let findings =
      report.isUnsafe ? report.bundle.verification.findings : report.budget?.findings ?? []
    outcome.add(
      findings.map { $0.with(file: path) },
      failingWith: report.isUnsafe ? .badData : .checkFailed)
    return outcome
  }

  private var pageLanguage: Language {
    language ?? Language(environment: EnvironmentVariable.all)
  }

  private var path: String { bundles.last ?? "" }

  /// With `--rehearse`, finds the program that runs pages before the report starts its work.
  private func rehearsalProgram() throws -> RehearsalProgram? {
    guard rehearse else { return nil }
    return try .find(
      searchPath: EnvironmentVariable.text("PATH"),
      allowsUnconfined: confinement.allowUnconfined)
  }

  /// Runs the bundle's pages.
  ///
  /// Returns `nil` if there are none.
  private func renders(
    of bundle: ReadableFile, _ program: RehearsalProgram
  ) throws -> RenderReport? {
    let project = try RehearsalProject(project.findIfPresent())
    let source = try RehearsalSource(OpenedBundle(bundle, by: verification.verifier))
    if let note = project.note(about: source) { options.output.note(note) }
    let results: [Rehearsal.Result]
    do {
      results = try ProgressBar.showRehearsal(options.output) { progress in
        try project.rehearse(
          source, with: program, threads: Parallel.processorCount, progress: progress)
      }
    } catch RehearsalError.noPages {
      options.output.note("not rehearsed: \("the bundle contains no pages")")
      return nil
    }
    if let note = results.descriptionNote { options.output.note(note) }
    if let warning = results.confinementWarning { options.output.warn(warning) }
    return RenderReport(results)
  }

  private func warnOfOrder(in report: BundleReport) {
    guard bundles.count == 2, let new = report.bundle.verification.manifest?.timestamp,
      let old = report.old?.verification.manifest?.timestamp, new < old
    else { return }
    options.output.warn(
      "'\(path.escapedForDisplay)' was built before the bundle that it is compared with; the older bundle comes first"
    )
  }

  private func report(
    on bundle: ReadableFile, since old: (any ZipSource)?, _ history: ReleaseHistory?,
    _ reporter: BundleReporter
  ) throws -> BundleReport {
    let total = UInt64(BundleReporter.stepCount)
    return try ProgressBar.show("reporting", total: total, unit: .count, options.output) { bar in
      try reporter.report(on: bundle, since: old, history: history) { bar.update(UInt64($0)) }
    }
  }

  private func history(
    of bundle: ReadableFile, in folder: String, _ reporter: BundleReporter
  ) throws -> ReleaseHistory {
    let output = options.output
    let paths = try PatchSeries.bundles(in: folder, besides: bundle) { path, reason in
      output.detail("skipped: '\(path.escapedForDisplay)', \(reason)")
    }
    let bundles = try paths.map { try ReadableFile($0) }
    let total = UInt64(2 * bundles.count + 1)
    return try ProgressBar.show("measuring releases", total: total, unit: .count, output) { bar in
      try reporter.history(of: bundle, after: bundles) {
        bar.update(UInt64($0))
      } skip: { source, reason in
        output.warn("'\(source.path.escapedForDisplay)' is not in the history: \(reason)")
      }
    }
  }

  private func show(_ report: BundleReport, _ outcome: CheckOutcome) throws {
    let findings = outcome.findings
    if let format = options.format {
      let sizes = SizeComment(report, bundle: path, findings: findings)
      let text = format == .markdown ? sizes.description : outcome.text(as: format)
      if !text.isEmpty { try writeToStandardOutput(text, as: format) }
      if format == .github { StepSummary.append(sizes.description) }
    } else if options.output.json {
      let text = JSONWriter.write(report.json, layout: .pretty)
      try writeToStandardOutput(String(decoding: text, as: UTF8.self).escapedJSONForDisplay)
    } else if !options.output.quiet {
      let summary = SizeSummary(report: report, page: output?.string)
      try writeToStandardOutput(
        (findings.lines(options.output.style) + [summary.text(options.output.style)])
          .joined(separator: "\n"))
      if output == nil { options.output.hint("--output FILE.html writes a page with all files") }
    }
    if !options.output.quiet { options.log(report.sourceMapFindings) }
    if let remedy = report.bundle.verification.limitRemedy { options.output.hint(remedy) }
  }
}

private struct SizeSummary {
  let report: BundleReport
  /// The path of the HTML page, if one is written.
  let page: String?

  func text(_ style: TextStyle) -> String {
    var table = TextTable()
    if let page { table.add("page", style.bold(page.escapedForDisplay)) }
    table.add("bundle", "\(Readable.size(report.bundle.size)), \(verdict(style))")
    guard !report.isUnsafe else { return table.text }
    table.add("files", files)
    if let old = report.old {
      table.add("compared with", old.label)
      table.add("changes", changes)
    }
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
    if let history = report.history {
      table.add("history", Readable.count(history.releases.count, "release"))
    }
    if let budget = report.budget { table.add("budget", text(of: budget, style)) }
    let renders = report.renders.map { RenderSummary(renders: $0) }
    if let renders { table.add("first render", renders.counts(style)) }
    return ([table.text] + advice + (renders?.lines ?? [])).joined(separator: "\n")
  }

  private func text(of budget: BudgetReport, _ style: TextStyle) -> String {
    let items = budget.items.map { item in
      "\(item.part.rawValue) \(item.size.map(Readable.size) ?? "–") of \(Readable.size(item.limit))"
    }
    let verdict =
      budget.findings.isEmpty
      ? style.success("met")
      : style.failure("exceeded (\(Readable.count(budget.findings.count, "finding")))")
    return "\(verdict): \(items.joined(separator: ", "))"
  }

  /// The maximum number of changes on the terminal.
  ///
  /// The HTML page lists all.
  private static let maximumAdvice = 5

  private var advice: [String] {
    guard !report.advice.isEmpty else { return [] }
    var table = TextTable(numbers: [1])
    for item in report.advice.prefix(Self.maximumAdvice) {
      let first = item.paths.first?.string.escapedForDisplay ?? ""
      let others = item.paths.count > 1 ? " and \(item.paths.count - 1) more" : ""
      table.add(
        "  saves", (item.isEstimate ? "about " : "") + Readable.size(item.saving),
        "\(first)\(others): \(item.message)")
    }
    let remainingCount = report.advice.count - Self.maximumAdvice
    return ["advice"] + [table.text]
      + (remainingCount > 0 ? ["  \(remainingCount) more; --output lists all"] : [])
  }

  private var files: String {
    let bundle = report.bundle
    return
      "\(report.contents.count) and the manifest, \(Readable.size(bundle.unpackedSize)) unpacked"
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
    let names = report.contents.compactMap(\.change?.name)
    let counts = ["added", "changed", "moved"].map { name in "\(names.count { $0 == name }) \(name)"
    }
    return (counts + ["\(report.removed.count) removed"]).joined(separator: ", ")
  }

  private func label(of update: BundleReport.UpdateCost) -> String {
    switch update.form {
    case .zip: "full bundle"
    case .bsdiff: "BSDIFF40"
    case .delta: "content delta"
    }
  }

  private func cost(of update: BundleReport.UpdateCost) -> String {
    guard let size = update.size else {
      return (update.problem?.description ?? "–").escapedForDisplay
    }
    return "\(Readable.size(size)), \(Readable.share(size, of: report.bundle.size))"
  }
}

extension BundleReport.Summary {
  /// The file name and the version, for display.
  fileprivate var label: String {
    let version = verification.manifest.map { ", version \($0.jsVersion.description.prefix(8))" }
    return name.escapedForDisplay + (version ?? "")
  }
}
