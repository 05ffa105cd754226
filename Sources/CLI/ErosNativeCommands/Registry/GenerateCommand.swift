package import ArgumentParser
import ErosCheck
import ErosCommandSupport
import ErosConfig
import ErosCore
import ErosFiles
import ErosGenerator
import ErosRegistry
import ErosSources
import ErosVersions
import SystemPackage

package struct GenerateCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Generate registration tables for native modules and components",
    discussion: """
      Reads the declarations in eros.native.json and writes the files that hosts need: registrants in \
      Objective-C, Swift, Java or Kotlin, Android resources and keep rules, and TypeScript \
      declarations. Unchanged files are not written:

        $ eros generate
        $ eros generate --check
        $ eros generate --check --sources platforms --js src
        $ eros generate --adopt --sources platforms --output .
        $ eros generate --adopt --patch --sources platforms > app.patch
        $ eros generate --requires --js src
        $ eros generate --docs docs/native --html
        $ eros generate new module acmeScan

      With --check, writes nothing, and exits with 1 if a file is missing, differs or is no longer \
      generated, or if the app's version is too low for the changes since the last release that \
      --release recorded. A description with errors exits with 65.

      --docs writes only the API reference. With 'generate.docs' in the configuration, it is one of \
      the generated files, which every run writes and --check compares.

      --sources and --js find mismatches that hosts ignore silently: classes, methods and names that \
      differ between native code, description and JavaScript. If there are any, nothing is written, \
      and the command exits with 1. With --check and both options, an app without a description is \
      compared, too: its JavaScript with what its native code registers.

      --adopt adds to an existing description without changing its text; an old Eros project also gets the \
      presets of the client, and `eros migrate` does the rest. --patch then prints the \
      changes that call the generated code instead of registering each class, for `git apply`.
      """,
    subcommands: [GenerateNew.self])

  @OptionGroup var shared: GenerateOptions

  @Flag(help: "Only compare the generated files with the existing ones.")
  var check = false

  @Option(help: "The length of the differences that --check prints (default: short, 40 lines).")
  var diff: DifferenceLength?

  @Flag(help: "Only list the files that would be written.")
  var dryRun = false

  @Flag(help: "Replace files that were not generated.")
  var force = false

  @Flag(help: "Record the current surface of the app as released.")
  var release = false

  @Flag(help: "Report a missing version as an error, because no release can be checked without it.")
  var requireVersion = false

  @Flag(help: "Report warnings as errors.")
  var strict = false

  @Option(
    name: .customLong("disable"), parsing: .singleValue,
    help: ArgumentHelp(
      "Omit warnings and notes with this code, or, with ':' and a path, those about one file.",
      valueName: "code[:path]"),
    completion: .disableableCode)
  var disabled: [FindingFilter.Rule] = []

  @Flag(help: "Print the JSON Schema of the configuration, for editors.")
  var printSchema = false

  @Option(
    help: ArgumentHelp(
      "Print the surface of a platform as JSON, and write nothing.", valueName: "platform"))
  var printSurface: Platform?

  @OptionGroup var scans: SourceOptions

  @OptionGroup var reference: ReferenceOptions

  @OptionGroup var options: FindingOptions

  package init() {}

  package func validate() throws {
    if check, release || force || dryRun {
      throw ValidationError(
        "--check writes nothing, so it excludes --release, --force and --dry-run")
    }
    if release, dryRun { throw ValidationError("--dry-run and --release cannot be combined") }
    if release, shared.platform == .js {
      throw ValidationError("--platform js and --release cannot be combined")
    }
    for code in disabled.map(\.code) {
      guard let rule = RegistryRule(rawValue: code) else {
        throw ValidationError("'\(code.escapedForDisplay)' is not a finding code")
      }
      if rule.severity == .error {
        throw ValidationError("'\(code)' is an error and cannot be disabled")
      }
    }
    if scans.adopt || scans.requires, check || release || dryRun {
      throw ValidationError("--adopt and --requires exclude --check, --release and --dry-run")
    }
    if diff != nil, !check { throw ValidationError("--diff requires --check") }
    if reference.docs != nil, let option = optionWithoutReference {
      throw ValidationError("--docs writes only the API reference, so it excludes \(option)")
    }
  }

  /// The given option that the subcommand does not support, or `nil`.
  var unsupportedOption: String? {
    let given = [
      ("--check", check), ("--dry-run", dryRun), ("--force", force), ("--release", release),
      ("--require-version", requireVersion), ("--strict", strict), ("--disable", !disabled.isEmpty),
      ("--print-schema", printSchema), ("--print-surface", printSurface != nil),
      ("--sources", !scans.sources.isEmpty), ("--js", !scans.scripts.isEmpty),
      ("--docs", reference.docs != nil),
    ]
    return given.first { $0.1 }?.0
  }

  /// The given option that cannot be combined with `--docs`, or `nil`.
  private var optionWithoutReference: String? {
    let given = [
      ("--release", release), ("--adopt", scans.adopt), ("--requires", scans.requires),
      ("--print-schema", printSchema), ("--print-surface", printSurface != nil),
      ("--sources", !scans.sources.isEmpty),
      ("--js", !scans.scripts.isEmpty), ("--platform", shared.platform != .all),
      ("--output", shared.output != nil), ("--templates", shared.templates != nil),
    ]
    return given.first { $0.1 }?.0
  }

  package func run() throws {
    if printSchema { return try writeToStandardOutput(String(RegistrySchema.text.dropLast())) }
    if scans.adopt { return try adopt() }
    guard let project = try describedProject() else { return try compareSources() }
    let parsed = try ParsedRegistry.read(project)
    var report = GenerateReport(project, parsed, policy: policy)
    if report.status == .success, let registry = parsed.registry {
      if let platform = printSurface { return try show(registry, on: platform) }
      if scans.requires { return try showRequirements(project, parsed) }
      report.add(try drift(of: parsed))
      if let docs = reference.docs {
        try writeReference(project, parsed, to: docs.string, &report)
      } else if check || report.status == .success {
        try generate(project, parsed, registry, &report)
      }
    }
    try report.show(as: options)
    guard report.status == .success else { throw ExitCode(report.status.rawValue) }
  }

  /// Returns the project, or `nil` if there is none and only sources are compared.
  private func describedProject() throws -> Project? {
    do {
      return try shared.project.find()
    } catch ProjectError.notFound
      where check && shared.project.config == nil && scans.comparesJavaScript
    {
      return nil
    }
  }

  /// Compares the JavaScript with the native sources of an app without a description.
  private func compareSources() throws {
    var report = GenerateReport(policy: policy)
    report.add(try drift(of: nil))
    try report.show(as: options)
    guard report.status == .success else { throw ExitCode(report.status.rawValue) }
  }

  private var policy: FindingPolicy {
    var raised: Set<RegistryRule> = []
    if requireVersion { raised.insert(.placeholder) }
    if scans.exhaustive { raised.insert(.methodUndeclared) }
    return FindingPolicy(
      isStrict: strict, disabled: FindingFilter(disabled), raised: raised)
  }

  /// Prints the surface of `platform`: the hashed bytes of its fingerprint, and a newline.
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
      templates: try shared.templateSet(of: parsed, in: project))
    let folder = OutputFolder(root)
    try folder.check([registry.lockPath])
    let comparison = try compare(generator, folder, manifest: registry.manifestPath)
    report.add(comparison, in: folder, as: mode, isForced: force)
    let platforms = shared.platform.platform.map { [$0] } ?? Platform.allCases
    if check || release, !force {
      let releases = try generator.releases(of: registry, recordedAt: lockPath)
      report.add(check ? releases : releases.filter { platforms.contains($0.platform) })
    }
    guard !check, !dryRun, report.status == .success else { return }
    try folder.apply(comparison, manifest: registry.manifestPath)
    if release {
      report.recorded = try generator.record(registry, on: platforms, at: lockPath)
    }
  }

  private var mode: GenerateReport.Mode {
    if check { return .check(lines: diff == .full ? Int.max : GenerateReport.shownLines) }
    return dryRun ? .dryRun : .write
  }

  /// Writes or compares the API reference in a folder without a manifest.
  private func writeReference(
    _ project: Project, _ parsed: ParsedRegistry, to path: String,
    _ report: inout GenerateReport
  ) throws {
    let generator = try RegistryGenerator(parsed, source: project.configPathInProject)
    let folder = OutputFolder(path)
    let comparison = try folder.compare(
      generator.reference(html: reference.html), among: RegistryGenerator.referenceNames)
    report.add(comparison, in: folder, as: mode, isForced: force, showsFolder: true)
    guard !check, !dryRun, report.status == .success else { return }
    try folder.apply(comparison)
  }

  /// Compares all generated files, or the files of the requested part.
  private func compare(
    _ generator: RegistryGenerator, _ folder: OutputFolder, manifest: String
  ) throws -> OutputComparison {
    let part = shared.platform
    let files = try generator.files(only: part, listed: folder.listed(in: manifest))
    return try folder.compare(files, manifest: manifest) { generator.isOutputPath($0, of: part) }
  }

  // MARK: Sources

  private func drift(of description: ParsedRegistry?) throws -> SourceDrift {
    let drift = try scans.drift(of: description)
    logSkipped(drift.skipped)
    return drift
  }

  private func nativeSources() throws -> NativeSources {
    let sources = try NativeSources(folders: scans.sources)
    logSkipped(sources.skippedFolders)
    return sources
  }

  private func logSkipped(_ folders: [SkippedFolder]) {
    for folder in Set(folders).sorted(by: { inByteOrder($0.path, $1.path) }) {
      options.output.detail("skipped '\(folder.path.escapedForDisplay)': \(folder.reason)")
    }
  }

  private func showRequirements(_ project: Project, _ parsed: ParsedRegistry) throws {
    let uses = try JSUses(folders: scans.scripts)
    logSkipped(uses.skippedFolders)
    let record = try RegistryRecord.read(
      at: joinedPath(shared.output?.string ?? project.folder, parsed.registry?.lockPath ?? ""))
    let report = RequiresReport(
      uses, parsed.requirements(of: uses, lock: record), policy: policy)
    options.log(report.findings)
    try report.print(as: options)
    if report.isFailure { throw ExitCode(ErosCore.ExitStatus.checkFailed.rawValue) }
  }

  private func adopt() throws {
    let project = try existingProject()
    let parsed = try project.map { project in
      guard let text = try? project.config.textAddingHostPresets() else {
        return try ParsedRegistry.read(project)
      }
      return try ParsedRegistry.read(
        text, file: project.configPath, source: project.configPathInProject)
    }
    if let project, let parsed, !parsed.isUsable {
      let report = GenerateReport(project, parsed, policy: policy)
      try report.show(as: options)
      throw ExitCode(report.status.rawValue)
    }
    if scans.patch { return try printPatch(parsed) }
    let folder = shared.output?.string ?? project?.folder ?? "."
    // The versions are only a default, so malformed projects do not stop the adoption.
    let versions = scans.sources.compactMap { try? ProjectVersions.nativeVersions(below: $0) }
      .reduce(into: [:]) { $0.merge($1) { first, _ in first } }
    let sources = try nativeSources()
    let adoption = try Adoption(
      of: sources, onto: parsed,
      appName: try resolvedPath(".").lastComponent?.string ?? "app", versions: versions
    ) { source in Self.path(of: source, below: folder) }
    let path = try shared.output.map { try adoptedPath(in: $0.string, project) }
    if let path {
      try createFolders(folder)
      let isOther = project?.configPath.hasSuffix(".js") == true && path.hasSuffix(".json")
      try writeWholeFile(
        isOther ? adoption.json : adoption.text, to: path, keepingPermissions: true)
    }
    // A class that the host cannot use is reported before its code is generated.
    let adopted = try ParsedRegistry.read(adoption.text, file: path ?? "eros.native.json")
    let wrongBases = adopted.drift(from: sources).filter { $0.has(RegistryRule.wrongBase) }
    let report = AdoptReport(
      adoption, otherFindings: wrongBases + ignoredOutputs(of: adopted, in: folder),
      policy: policy, wrote: path)
    options.log(report.findings)
    try report.print(as: options)
  }

  /// Returns a finding for each rule of git that ignores generated files.
  private func ignoredOutputs(of adopted: ParsedRegistry, in folder: String) -> [Finding] {
    // The generator reports its own errors, and without git nothing is ignored.
    guard adopted.isUsable,
      let files = try? RegistryGenerator(adopted, source: "eros.native.json").files(),
      let rules = try? GitRepository.ignored(files.map(\.path), in: folder)
    else { return [] }
    return Dictionary(grouping: rules) { "\($0.file):\($0.line)" }.values.map { ignored in
      let others =
        ignored.count > 1 ? " and \(Readable.count(ignored.count - 1, "other output"))" : ""
      return Finding(
        RegistryRule.outputIgnored, file: ignored[0].file,
        at: TextPosition(line: ignored[0].line, column: 1),
        "git ignores the output '\(ignored[0].path.escapedForDisplay)'\(others) because of "
          + "'\(ignored[0].pattern.escapedForDisplay)'",
        remedy: "commit generated files: add a rule that starts with '!', or change 'out'")
    }.sorted(by: Finding.isOrdered)
  }

  /// Returns the path of a file relative to `folder`, or `nil` if it is not in it.
  private static func path(of file: String, below folder: String) -> String? {
    guard let root = try? resolvedPath(allowingMissing: folder).string,
      let path = try? resolvedPath(file).string, path.hasPrefix(root + "/")
    else { return nil }
    return String(path.dropFirst(root.count + 1))
  }

  private func printPatch(_ parsed: ParsedRegistry?) throws {
    if shared.output != nil {
      throw ValidationError("--patch prints to standard output, so it excludes --output")
    }
    guard let parsed else {
      _ = try shared.project.find()
      return
    }
    let patch = try RegistrationPatch(of: nativeSources(), for: parsed) {
      Self.path(of: $0, below: ".")
    }
    let report = RegistrationPatchReport(patch, policy: policy)
    options.log(report.findings)
    try report.print(as: options)
  }

  /// Returns the path of the description in `folder`: the project's description, or a new path.
  private func adoptedPath(in folder: String, _ project: Project?) throws -> String {
    if let project,
      try resolvedPath(allowingMissing: folder) == resolvedPath(allowingMissing: project.folder)
    {
      guard try project.config.form != .encrypted else {
        throw CommandError.descriptionExists(project.configPath)
      }
      return project.configPath
    }
    let path = joinedPath(folder, "eros.native.json")
    guard try force || FileStatus.ifExists(path) == nil else {
      throw CommandError.descriptionExists(path)
    }
    return path
  }

  /// Returns the project, or `nil` if no project is named and found, or if its configuration is
  /// empty because the shell is about to write it.
  private func existingProject() throws -> Project? {
    do {
      let project = try shared.project.find()
      return project.configBytes.isEmpty ? nil : project
    } catch ProjectError.notFound where shared.project.config == nil {
      return nil
    }
  }
}

/// The length of a printed difference.
enum DifferenceLength: String, ExpressibleByArgument, CaseIterable {
  case short, full
}
