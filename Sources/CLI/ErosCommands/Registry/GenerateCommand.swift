import ArgumentParser
import ErosConfig
import ErosCore
import ErosFiles
import ErosRegistry

struct GenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Generate registration tables for native modules and components",
    discussion: """
      Reads the declarations in eros.native.json and writes the files that hosts need: registrants in \
      Objective-C, Swift, Java or Kotlin, Android resources and keep rules, and TypeScript \
      declarations. Unchanged files are not written:

        $ eros generate
        $ eros generate --check
        $ eros generate new module acmeScan

      With --check, writes nothing, and exits with 1 if a file is missing, differs or is no longer \
      generated, or if the app's version is too low for the changes since the last release that \
      --release recorded. A description with errors exits with 65.

      --sources first compares with native sources, as `eros sources` does. If they differ, nothing is written, \
      and the command exits with 1, or with 66 if the folders contain no native source.
      """,
    subcommands: [GenerateNew.self])

  @OptionGroup var shared: GenerateOptions

  @OptionGroup var writing: WriteOptions

  @Flag(help: "Record the current surface of the app as released.")
  var release = false

  @Flag(help: "Report a missing version as an error, because no release can be checked without it.")
  var requireVersion = false

  @Option(
    help: "Compare with the native sources below a folder; can be repeated.",
    completion: .directory)
  var sources: [String] = []

  @OptionGroup var policies: PolicyOptions

  @OptionGroup var options: FindingOptions

  func validate() throws {
    if release, writing.check || writing.dryRun {
      throw ValidationError("--release writes files, so it excludes --check and --dry-run")
    }
    if release, shared.platform == .js {
      throw ValidationError("--platform js and --release cannot be combined")
    }
  }

  /// A given option that the subcommand does not support.
  var unsupportedOption: String? {
    let given = [
      ("--check", writing.check), ("--dry-run", writing.dryRun), ("--force", writing.force),
      ("--release", release), ("--require-version", requireVersion),
      ("--strict", policies.strict), ("--disable", !policies.disabled.isEmpty),
      ("--sources", !sources.isEmpty),
    ]
    return given.first { $0.1 }?.0
  }

  func run() throws {
    let project = try shared.project.find(options.output)
    let parsed = try ParsedRegistry.read(project)
    var report = GenerateReport(project, parsed, policy: policy)
    if report.status == .success, let registry = parsed.registry {
      report.add(try drift(of: parsed))
      if writing.check || report.status == .success {
        try generate(project, parsed, registry, &report)
      }
    }
    try report.show(as: options)
    guard report.status == .success else { throw ExitCode(report.status.rawValue) }
  }

  private func drift(of description: ParsedRegistry) throws -> SourceDrift {
    let drift = try SourceDrift(of: description, native: sources)
    options.output.detail(drift.skipped)
    return drift
  }

  private var policy: FindingPolicy {
    var raised: Set<RegistryRule> = []
    if requireVersion { raised.insert(.placeholder) }
    return policies.policy(raising: raised)
  }

  private func generate(
    _ project: Project, _ parsed: ParsedRegistry, _ registry: Registry,
    _ report: inout GenerateReport
  ) throws {
    let root = shared.output?.string ?? project.folder
    let lockPath = joinedPath(root, registry.lockPath)
    let generator = try RegistryGenerator(
      parsed, source: project.configPathInProject,
      templates: try shared.templateSet(of: parsed, in: project))
    let folder = OutputFolder(root)
    try folder.check([registry.lockPath])
    let comparison = try compare(generator, folder, manifest: registry.manifestPath)
    if writing.writes {
      let written = comparison.written + (release ? [registry.lockPath] : [])
      try OutputPath.check(
        written.map(folder.path),
        areNot: [project.configPath] + OutputPath.files(in: shared.templates))
    }
    report.add(
      comparison, in: folder, as: writing.mode(isVerbose: options.output.verbose),
      isForced: writing.force)
    let platforms = shared.platform.platform.map { [$0] } ?? Platform.allCases
    if writing.check || release, !writing.force {
      let releases = try generator.releases(of: registry, recordedAt: lockPath)
      report.add(writing.check ? releases : releases.filter { platforms.contains($0.platform) })
    }
    guard writing.writes, report.status == .success else { return }
    try folder.apply(comparison, manifest: registry.manifestPath)
    if release {
      report.recorded = try generator.record(registry, on: platforms, at: lockPath)
    }
  }

  /// Compares all generated files, or those of the requested part.
  private func compare(
    _ generator: RegistryGenerator, _ folder: OutputFolder, manifest: String
  ) throws -> OutputComparison {
    let part = shared.platform
    let files = try generator.files(only: part, listed: folder.listed(in: manifest))
    return try folder.compare(files, manifest: manifest) { generator.isOutputPath($0, of: part) }
  }
}
