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
    let policy = policies.policy(raising: exhaustive ? [.methodUndeclared] : [])
    var outcome = outcome(of: parsed, by: policy)
    var details = ComparedSources(config: described?.configPath)
    if outcome.status == .success {
      let drift = try SourceDrift(of: parsed, native: folders, scripts: scripts)
      options.output.detail(drift.skipped)
      outcome.add(drift, by: policy)
      details.sources = drift.fileCounts
    }
    try outcome.finish(details, as: options)
  }

  /// Returns the outcome before the comparison.
  ///
  /// Of the findings about the description, it contains only those that matter for the comparison:
  /// errors, and the note that nothing is declared.
  private func outcome(of parsed: ParsedRegistry?, by policy: FindingPolicy) -> CheckOutcome {
    var outcome = CheckOutcome("eros sources", codes: RegistryRule.allCases)
    outcome.add(
      policy.apply(
        to: (parsed?.findings ?? []).filter {
          $0.severity == .error || $0.has(RegistryRule.nothingDeclared)
        }),
      failingWith: .badData)
    outcome.unchecked =
      outcome.status == .success
      ? RegistryRule.allCases.filter { !$0.isAboutSources }.unchecked
      : RegistryRule.allCases.filter(\.isAboutSources).names
        .unchecked("the description has errors")
    return outcome
  }

  private static let nothingToCompare = UsageError(
    "there is nothing to compare with",
    "pass folders of native sources, or of JavaScript with `--js DIR`")
}

private struct ComparedSources: FindingDetails {
  /// The path of the description, or `nil` if there is none.
  var config: String?
  /// The number of files read, by platform and for JavaScript.
  ///
  /// `nil` without a comparison.
  var sources: [String: Int]?

  func logged(_ findings: [Finding]) -> [Finding] { findings }

  func text(_ style: TextStyle, _ findings: [Finding]) -> String? {
    sources.map { "\(SourceDrift.summary(of: $0)): \(findings.counts)" }
  }
}

extension OutputOptions {
  /// With `--verbose`, prints the folders that were not read, and why.
  func detail(_ skipped: [SkippedFolder]) {
    for folder in Set(skipped).sorted(by: { inByteOrder($0.path, $1.path) }) {
      detail("skipped '\(folder.path.escapedForDisplay)': \(folder.reason)")
    }
  }
}
