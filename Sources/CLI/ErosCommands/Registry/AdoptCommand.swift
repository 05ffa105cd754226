import ArgumentParser
import ErosConfig
import ErosCore
import ErosFiles
import ErosRegistry
import ErosSources
import ErosVersions
import SystemPackage

struct AdoptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "adopt",
    abstract: "Describe what the native sources of an app register",
    discussion: """
      Prints the description with the registrations in the sources, and with their folders unless they are in \
      'platforms'. With --output, writes it to that folder \
      as eros.native.json. An existing description keeps its text. An old Eros project also gets the presets of \
      the client; `eros migrate` does the rest:

        $ eros adopt
        $ eros adopt platforms/ios platforms/android --output .

      After `eros generate`, each class is registered twice. --patch prints the changes that call the \
      generated code instead, for `git apply`:

        $ eros adopt --patch > app.patch
      """)

  @OptionGroup var project: ProjectOptions

  @OptionGroup var native: NativeSourceOptions

  @Option(name: .shortAndLong, help: "The folder of the description.", completion: .directory)
  var output: OutputPath?

  @Flag(
    help: """
      Print a patch that removes the registrations that the generated code makes, and calls the \
      generated code.
      """)
  var patch = false

  @Flag(help: "Replace an eros.native.json outside the project.")
  var force = false

  @OptionGroup var policies: PolicyOptions

  @OptionGroup var options: FindingOptions

  func validate() throws {
    if patch, output != nil {
      throw ValidationError("--patch prints to standard output, so it excludes --output")
    }
  }

  func run() throws {
    let project = try existingProject()
    let parsed = try project.map(Self.description(of:))
    if let project, let parsed, !parsed.isUsable {
      _ = try CheckOutcome("eros adopt", of: parsed, by: policies.policy())
        .registry(of: parsed, in: project, as: options)
    }
    let folders = try native.folders(of: project)
    guard !folders.isEmpty else { throw Self.noSources(in: native.defaultFolder(of: project)) }
    guard patch else { return try adopt(folders, project, parsed) }
    guard let parsed else {
      _ = try self.project.find()
      return
    }
    try printPatch(folders, parsed)
  }

  private static func noSources(in folder: String) -> UsageError {
    UsageError(
      "the folders of native sources are missing, and '\(folder.escapedForDisplay)' does not exist",
      "pass them, such as `eros adopt ios android`")
  }

  /// Returns the project, if there is one.
  ///
  /// Also returns `nil` if its configuration is empty, because the shell is about to write it.
  private func existingProject() throws -> Project? {
    guard let project = try project.findIfPresent(options.output) else { return nil }
    return project.configBytes.isEmpty ? nil : project
  }

  /// Reads the description of `project`.
  ///
  /// An old Eros project gets the client's presets.
  private static func description(of project: Project) throws -> ParsedRegistry {
    guard let text = try? project.config.textAddingHostPresets() else {
      return try ParsedRegistry.read(project)
    }
    return try ParsedRegistry.read(
      text, file: project.configPath, source: project.configPathInProject)
  }

  private func nativeSources(_ folders: [String]) throws -> NativeSources {
    let sources = try NativeSources(folders: folders)
    options.output.detail(sources.skippedFolders)
    return sources
  }

  // MARK: - Description

  private func adopt(_ folders: [String], _ project: Project?, _ parsed: ParsedRegistry?) throws {
    let folder = output?.string ?? project?.folder ?? "."
    // The versions are only a default, so malformed projects do not stop the adoption.
    let versions = folders.compactMap { try? ProjectVersions.nativeVersions(below: $0) }
      .reduce(into: [:]) { $0.merge($1) { first, _ in first } }
    let sources = try nativeSources(folders)
    let list = try SourceFolderList(folders, below: folder)
    let adoption = try Adoption(
      of: sources, onto: parsed,
      appName: try resolvedPath(".").lastComponent?.string ?? "app", versions: versions,
      folders: list.recorded(with: project)
    ) { source in Self.path(of: source, below: folder) }
    if parsed == nil {
      for platform in Platform.allCases
      where versions[platform] == nil && sources.fileCount(of: platform) > 0 {
        options.output.note(
          "the project does not say the version of the app for \(platform.displayName), so '1.0.0' is written; correct it"
        )
      }
    }
    let path = try output.map { try self.path(in: $0.string, project) }
    let isChanged = try path.map { try write(adoption, to: $0, project) } ?? false
    let adopted = try ParsedRegistry.read(adoption.text, file: path ?? "eros.native.json")
    let others = adopted.wrongBases(in: sources) + Self.ignoredOutputs(of: adopted, in: folder)
    var outcome = CheckOutcome(
      "eros adopt", codes: RegistryRule.allCases,
      unchecked: RegistryRule.allCases.filter { !$0.isAboutAdopting && $0 != .wrongBase }
        .unchecked)
    outcome.add(policies.policy().apply(to: adoption.findings + others))
    if let config = try? NativeConfig.read(adoption.text, file: path ?? "eros.native.json"),
      let note = try list.note(missingIn: config)
    {
      options.output.note(note)
    }
    try finish(
      outcome, AdoptedDescription(adoption, path: path, isChanged: isChanged),
      note: adoption.addedCount == 0 ? "found no registration to add" : nil)
  }

  /// Writes the description, unless the file already contains it.
  ///
  /// - Returns: `true` if the file was written.
  private func write(
    _ adoption: Adoption, to path: String, _ project: Project?
  ) throws -> Bool {
    let isOther = project?.configPath.hasSuffix(".js") == true && path.hasSuffix(".json")
    var text = isOther ? adoption.json : adoption.text
    if try FileStatus.ifExists(path) != nil {
      let old = try readWholeFile(path)
      text = UTF8Text.keepingFormat(of: old, in: text)
      if text == old { return false }
    }
    let folder = path.parentPath
    if !folder.isEmpty { try createFolders(folder) }
    try writeWholeFile(text, to: path, keepingPermissions: true)
    return true
  }

  /// Prints the findings with `details` and a note, and exits with the status.
  private func finish(
    _ outcome: CheckOutcome, _ details: some FindingDetails, note: Message?
  ) throws {
    try outcome.print(details, as: options)
    if options.format == nil, !options.output.json, let note { options.output.note(note) }
    try outcome.status.exit()
  }

  /// Returns where the description goes: to the project's description, or to a new file.
  private func path(in folder: String, _ project: Project?) throws -> String {
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

  private static func ignoredOutputs(of adopted: ParsedRegistry, in folder: String) -> [Finding] {
    // The generator reports its own errors, and without git nothing is ignored.
    guard adopted.isUsable,
      let files = try? RegistryGenerator(adopted, source: "eros.native.json").files(),
      let rules = try? GitRepository.ignored(files.map(\.path), in: folder)
    else { return [] }
    return Dictionary(grouping: rules) { "\($0.file):\($0.line)" }.values.map { ignored in
      let (path, rule) = (ignored[0].path.escapedForDisplay, ignored[0].pattern.escapedForDisplay)
      let others = ignored.count - 1
      return Finding(
        RegistryRule.outputIgnored, file: ignored[0].file,
        at: TextPosition(line: ignored[0].line, column: 1),
        others == 0
          ? "git ignores the output '\(path)' because of '\(rule)'"
          : others == 1
            ? "git ignores the output '\(path)' and 1 other output because of '\(rule)'"
            : "git ignores the output '\(path)' and \(others) other outputs because of '\(rule)'",
        remedy: "commit generated files: add a rule that starts with '!', or change 'out'")
    }.sorted(by: Finding.isOrdered)
  }

  /// Returns a file's path relative to `folder`, or `nil` if it is somewhere else.
  private static func path(of file: String, below folder: String) -> String? {
    guard let root = try? resolvedPath(allowingMissing: folder).string,
      let path = try? resolvedPath(file).string, path.hasPrefix(root + "/")
    else { return nil }
    return String(path.dropFirst(root.count + 1))
  }

  // MARK: - Patch

  private func printPatch(_ folders: [String], _ parsed: ParsedRegistry) throws {
    let patch = try RegistrationPatch(of: nativeSources(folders), for: parsed) {
      Self.path(of: $0, below: ".")
    }
    var outcome = CheckOutcome(
      "eros adopt --patch", codes: RegistryRule.allCases,
      unchecked: RegistryRule.allCases.filter { $0 != .registeredManually }.unchecked)
    outcome.add(policies.policy().apply(to: patch.findings))
    try finish(
      outcome, PatchedRegistrations(patch),
      note: patch.text.isEmpty ? "found no registration to replace" : nil)
  }
}
