import ArgumentParser
import ErosConfig
import ErosCore
import ErosFiles
import ErosRegistry
import ErosSources
import ErosVersions

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
      ("--strict", policies.severity.strict), ("--disable", !policies.disabled.isEmpty),
      ("--sources", !sources.isEmpty),
    ]
    return given.first { $0.1 }?.0
  }

  func run() throws {
    let project = try shared.project.find(options.output)
    let parsed = try ParsedRegistry.read(project)
    var outcome = CheckOutcome(
      ofGenerating: parsed, by: policy, comparesSources: !sources.isEmpty)
    let registry = try outcome.registry(of: parsed, in: project, as: options)
    var details = GeneratedFiles(project, parsed)
    let drift = try drift(of: parsed)
    details.add(drift, outcome.add(drift, by: policy))
    if writing.check || outcome.status == .success {
      try generate(project, parsed, registry, &outcome, &details)
    }
    try outcome.finish(details, as: options)
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
    _ outcome: inout CheckOutcome, _ details: inout GeneratedFiles
  ) throws {
    let root = shared.output?.string ?? project.folder
    let lockPath = joinedPath(root, registry.lockPath)
    let generator = try RegistryGenerator(
      parsed, source: project.configPathInProject,
      templates: try shared.templateSet(of: parsed, in: project))
    let folder = OutputFolder(root)
    try folder.check([registry.lockPath])
    let comparison = try generator.comparison(with: folder, of: shared.platform)
    if writing.writes {
      let written = comparison.written + (release ? [registry.lockPath] : [])
      try OutputPath.check(
        written.map(folder.path),
        areNot: [project.configPath] + OutputPath.files(in: shared.templates))
    }
    let generation = GenerationOutcome(
      comparison, releases: try releases(generator, registry, recordedAt: lockPath),
      mode: writing.mode, isForced: writing.force)
    outcome.add(
      policy.apply(to: generation.findings(manifest: registry.manifestPath, at: folder.path)),
      failingWith: generation.failureStatus)
    outcome.add(generation.releases.compactMap { $0.finding(in: project.configPath) })
    details.add(generation, writing.limits(isVerbose: options.output.verbose))
    guard generation.writes else { return }
    try folder.apply(comparison, manifest: registry.manifestPath)
    if release { details.recorded = try generator.record(registry, on: platforms, at: lockPath) }
  }

  private var platforms: [Platform] { shared.platform.platform.map { [$0] } ?? Platform.allCases }

  /// Compares the app with its recorded releases, unless they do not matter.
  private func releases(
    _ generator: RegistryGenerator, _ registry: Registry, recordedAt path: String
  ) throws -> [ReleaseCheck] {
    guard writing.check || release, !writing.force else { return [] }
    let releases = try generator.releases(of: registry, recordedAt: path)
    return writing.check ? releases : releases.filter { platforms.contains($0.platform) }
  }
}
