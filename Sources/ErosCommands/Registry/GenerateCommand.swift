import ArgumentParser
import ErosConfig
import ErosCore
import ErosFiles
import ErosGenerator
import ErosRegistry
import ErosSources
import SystemPackage

struct GenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Generate the tables that register native modules, components and the rest",
    discussion: """
      Reads what eros.native.json declares and writes what the hosts need: registrants in \
      Objective-C, Swift, Java or Kotlin, Android resources and keep rules, declarations for \
      TypeScript. Files that would not change are not touched:

        $ eros generate
        $ eros generate --check
        $ eros generate --check --sources platforms --js src
        $ eros generate --adopt --sources platforms --output .
        $ eros generate --requires --js src
        $ eros generate new module acmeScan

      With --check nothing is written. It ends with 1 when a file differs, is missing or is left \
      over, or when the app's version does not promise what changed since the last release that \
      --release recorded. A description with errors ends with 65. --sources and --js look for what \
      the hosts would pass over in silence: classes, methods and names that the native code, the \
      description and the JavaScript do not agree on. Then nothing is written, and it ends with 1.
      """,
    subcommands: [GenerateNew.self])

  @OptionGroup var shared: GenerateOptions

  @Flag(help: "Only compare what is there with what would be written.")
  var check = false

  @Option(help: "How much --check shows of a file that differs (default: short, 40 lines).")
  var diff: DifferenceLength?

  @Flag(help: "Only say what would be written.")
  var dryRun = false

  @Flag(help: "Replace files that were not generated.")
  var force = false

  @Flag(help: "Record what the app offers by now as released.")
  var release = false

  @Flag(help: "Take a version that is none for an error: without one no release can be checked.")
  var requireVersion = false

  @Flag(help: "Take warnings for errors.")
  var strict = false

  @Option(
    name: .customLong("disable"), parsing: .singleValue,
    help: ArgumentHelp("Leave out warnings and notes of this code.", valueName: "code"),
    completion: .mildFinding)
  var disabled: [String] = []

  @Option(
    help: "How to print findings; json is the same as --json, and github is for its build service.")
  var format = GenerateFormat.text

  @Flag(help: "Print the JSON Schema of the configuration, for editors.")
  var printSchema = false

  @Option(
    help: ArgumentHelp(
      "Print what JavaScript sees on a platform, and write nothing.", valueName: "platform"))
  var printSurface: Platform?

  @OptionGroup var scans: SourceOptions

  @OptionGroup var options: OutputOptions

  func validate() throws {
    if check, release || force || dryRun {
      throw ValidationError(
        "--check writes nothing, so it excludes --release, --force and --dry-run")
    }
    if release, dryRun { throw ValidationError("--dry-run records no release") }
    if release, shared.platform == .js {
      throw ValidationError("--platform js and --release exclude each other: releases are of apps")
    }
    if format == .github, options.json {
      throw ValidationError("--format github and --json exclude each other")
    }
    for code in disabled {
      guard let rule = RegistryRule(rawValue: code) else {
        throw ValidationError("'\(code)' is no code of a finding")
      }
      if rule.severity == .error { throw ValidationError("'\(code)' is an error and stays one") }
    }
    if scans.adopt || scans.requires, check || release || dryRun {
      throw ValidationError("--adopt and --requires exclude --check, --release and --dry-run")
    }
    if diff != nil, !check { throw ValidationError("--diff is about what --check shows") }
  }

  /// The option that a subcommand was given, and that is for this command only.
  var optionOfItsOwn: String? {
    let given = [
      ("--check", check), ("--dry-run", dryRun), ("--force", force), ("--release", release),
      ("--require-version", requireVersion), ("--strict", strict), ("--disable", !disabled.isEmpty),
      ("--print-schema", printSchema), ("--print-surface", printSurface != nil),
      ("--sources", !scans.sources.isEmpty), ("--js", !scans.scripts.isEmpty),
    ]
    return given.first { $0.1 }?.0
  }

  func run() throws {
    if printSchema { return try writeToStandardOutput(String(RegistrySchema.text.dropLast())) }
    if scans.adopt { return try adopt() }
    let project = try shared.project.find()
    let parsed = try ParsedRegistry.read(project)
    var report = GenerateReport(project, parsed, policy: policy)
    if report.status == .success, let registry = parsed.registry {
      if let platform = printSurface { return try show(registry, on: platform) }
      if scans.requires { return try showRequirements(project, parsed) }
      report.take(try scans.drift(of: parsed))
      if check || report.status == .success { try generate(project, parsed, registry, &report) }
    }
    try report.show(as: output, format)
    guard report.status == .success else { throw ExitCode(report.status.rawValue) }
  }

  /// `--format json` is the same as `--json`.
  private var output: OutputOptions {
    var output = options
    output.json = output.json || format == .json
    return output
  }

  private var policy: FindingPolicy {
    var raised: Set<String> = []
    if requireVersion { raised.insert(RegistryRule.placeholder.rawValue) }
    if scans.exhaustive { raised.insert(RegistryRule.methodUndeclared.rawValue) }
    return FindingPolicy(isStrict: strict, disabled: disabled, raised: raised)
  }

  /// Prints the bytes that the fingerprint of `platform` is computed from, with a newline.
  private func show(_ registry: Registry, on platform: Platform) throws {
    let surface = registry.surface(on: platform)
    try writeToStandardOutput(String(decoding: surface.canonicalText, as: UTF8.self))
  }

  private func generate(
    _ project: Project, _ parsed: ParsedRegistry, _ registry: Registry,
    _ report: inout GenerateReport
  ) throws {
    let root = shared.output?.string ?? project.folder
    let lockPath = joinedPath(root, registry.lockPath)
    let generator = try RegistryGenerator(
      parsed, source: project.configPathInProject,
      templates: try TemplateSet.from(folder: shared.templates))
    let folder = OutputFolder(root)
    try folder.check([registry.lockPath])
    let comparison = try compare(generator, folder, manifest: registry.manifestPath)
    let length = diff == .full ? Int.max : GenerateReport.shownLines
    report.take(
      comparison, as: check ? .check(lines: length) : dryRun ? .dryRun : .write, isForced: force)
    let platforms = shared.platform.platform.map { [$0] } ?? Platform.allCases
    if check || release, !force {
      let releases = try generator.releases(of: registry, recordedAt: lockPath)
      report.take(check ? releases : releases.filter { platforms.contains($0.platform) })
    }
    guard !check, !dryRun, report.status == .success else { return }
    try folder.apply(comparison, manifest: registry.manifestPath)
    if release {
      report.recorded = try generator.record(registry, on: platforms, at: lockPath)
    }
  }

  /// Compares everything, or the part that was asked for.
  private func compare(
    _ generator: RegistryGenerator, _ folder: OutputFolder, manifest: String
  ) throws -> OutputComparison {
    let part = shared.platform
    let files = try generator.files(only: part, listed: folder.listed(in: manifest))
    return try folder.compare(files, manifest: manifest) { generator.isPlace($0, of: part) }
  }

  // MARK: Sources

  private func showRequirements(_ project: Project, _ parsed: ParsedRegistry) throws {
    let uses = try JSUses(folders: scans.scripts)
    let record = try RegistryRecord.read(
      at: joinedPath(shared.output?.string ?? project.folder, parsed.registry?.lockPath ?? ""))
    let report = RequiresReport(
      uses, parsed.requirements(of: uses, lock: record), policy: policy)
    try report.problems.show(as: output, format)
    try report.print(as: output)
    if report.isMissing { throw ExitCode(ErosCore.ExitStatus.checkFailed.rawValue) }
  }

  private func adopt() throws {
    let project = try presentProject()
    let parsed = try project.map { try ParsedRegistry.read($0) }
    if let project, let parsed, !parsed.isUsable {
      let report = GenerateReport(project, parsed, policy: policy)
      try report.show(as: output, format)
      throw ExitCode(report.status.rawValue)
    }
    let adoption = try Adoption(
      of: NativeSources(folders: scans.sources), onto: parsed,
      appName: try resolvedPath(".").lastComponent?.string ?? "app")
    let place = shared.output.map { joinedPath($0.string, "eros.native.json") }
    // A second description in the project's own folder would hide the one that was read.
    if let output = shared.output, !force, let project,
      try resolvedPath(allowingMissing: output.string)
        == resolvedPath(allowingMissing: project.folder)
    {
      throw CommandError.descriptionExists(project.configPath)
    }
    if let place, !force, try FileStatus.ifExists(place) != nil {
      throw CommandError.descriptionExists(place)
    }
    if let place {
      try createFolders(shared.output?.string ?? ".")
      try writeWholeFile(adoption.text, to: place)
    }
    let report = AdoptReport(adoption, policy: policy, wrote: place)
    try report.problems.show(as: output, format)
    try report.print(as: output)
  }

  /// Returns the project, or `nil` if none is named and found, or its configuration is empty because
  /// the shell is about to write it.
  private func presentProject() throws -> Project? {
    do {
      let project = try shared.project.find()
      return project.configBytes.isEmpty ? nil : project
    } catch ProjectError.notFound where shared.project.config == nil {
      return nil
    }
  }
}

/// How much is shown of a difference.
enum DifferenceLength: String, ExpressibleByArgument, CaseIterable {
  case short, full
}

/// How findings are printed.
enum GenerateFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, github
}
