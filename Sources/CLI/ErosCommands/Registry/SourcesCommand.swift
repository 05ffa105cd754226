import ArgumentParser
import ErosConfig
import ErosCore
import ErosRegistry
import ErosSources

struct SourcesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sources",
    abstract: "Compare native code, description and JavaScript",
    discussion: """
      Finds mismatches that hosts ignore silently: classes, methods and names that differ between \
      native code, description and JavaScript. Nothing is compiled, run or written:

        $ eros sources
        $ eros sources platforms/ios platforms/android --js src

      Exits with 1 if they differ, with 65 if the description has errors, and with 66 if the folders \
      contain no native source or no JavaScript, unless --disable W097 is set. Without a description, \
      compares the JavaScript with what the native code registers.
      """)

  @OptionGroup var project: ProjectOptions

  @OptionGroup var native: NativeSourceOptions

  @Option(
    name: .customLong("js"),
    help: "Compare with the JavaScript below a folder; can be repeated.",
    completion: .directory)
  var scripts: [String] = []

  @Flag(help: "Report exported methods that are not declared as errors.")
  var exhaustive = false

  @OptionGroup var policies: PolicyOptions

  @OptionGroup var options: FindingOptions

  func run() throws {
    let appProject = try project.findIfPresent(options.output)
    let folders = try native.folders(of: appProject)
    guard !folders.isEmpty || !scripts.isEmpty else { throw Self.nothingToCompare }
    // Without a description, the JavaScript is compared with the native sources. The search throws
    // the error about the missing project.
    let described = try appProject ?? (folders.isEmpty || scripts.isEmpty ? project.find() : nil)
    let parsed = try described.map { try ParsedRegistry.read($0) }
    var report = SourcesReport(
      described, parsed, policy: policies.policy(raising: exhaustive ? [.methodUndeclared] : []))
    if report.status == .success {
      let drift = try SourceDrift(of: parsed, native: folders, scripts: scripts)
      options.output.detail(drift.skipped)
      report.add(drift)
    }
    try report.show(as: options)
    guard report.status == .success else { throw ExitCode(report.status.rawValue) }
  }

  private static let nothingToCompare = UsageError(
    "there is nothing to compare with",
    "pass folders of native sources, or of JavaScript with `--js DIR`")
}

private struct SourcesReport: FindingReport {
  static let command = "eros sources"
  static let codes: [any FindingCode] = RegistryRule.allCases

  /// The path of the description, or `nil` if there is none.
  @OrNull private(set) var config: String?
  private(set) var findings: [Finding]
  /// The number of files read, by platform and for JavaScript.
  ///
  /// `nil` without a comparison.
  @OrNull private(set) var sources: [String: Int]?
  private(set) var status = ErosCore.ExitStatus.success

  /// The rules that other commands check, or those of sources.
  var uncheckedCodes: [String: String] {
    status == .badData
      ? RegistryRule.allCases.filter(\.isAboutSources).names
        .unchecked("the description has errors")
      : RegistryRule.allCases.filter { !$0.isAboutSources }.unchecked
  }

  private enum CodingKeys: String, CodingKey { case config, findings, sources }

  private let policy: FindingPolicy

  /// Creates a report before the comparison.
  ///
  /// Of the findings about the description, it keeps only those that matter for the comparison:
  /// errors, and the note that nothing is declared.
  init(_ project: Project?, _ parsed: ParsedRegistry?, policy: FindingPolicy) {
    self.policy = policy
    config = project?.configPath
    findings = policy.apply(
      to: (parsed?.findings ?? []).filter {
        $0.severity == .error || $0.has(RegistryRule.nothingDeclared)
      })
    if findings.hasErrors { status = .badData }
  }

  mutating func add(_ drift: SourceDrift) {
    sources = drift.fileCounts
    let differences = drift.findings(by: policy)
    findings += differences
    status = differences.comparisonStatus
  }

  /// Prints the findings on standard error, and the report unless only the description has errors.
  func show(as options: FindingOptions) throws {
    options.log(findings)
    let isText = !options.output.json && options.format == nil
    if status != .badData || !isText { try print(as: options) }
  }

  func text(_ style: TextStyle) -> String {
    "\(SourceDrift.summary(of: sources ?? [:])): \(findings.counts)"
  }
}
