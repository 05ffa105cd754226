import ErosBundle
import ErosConfig
import ErosCore
import ErosFiles
import ErosPack
import ErosRegistry
import ErosSources
import ErosVersions
import SystemPackage

/// The changes that prepare an existing project for `eros`.
struct ProjectMigration {
  /// A build service that can run a job.
  enum Service: String, CaseIterable {
    case github, gitlab, none

    var job: String? {
      switch self {
      case .github: NewProject.jobPath
      case .gitlab: ".gitlab-ci.yml"
      case .none: nil
      }
    }
  }

  struct Change {
    let path: String
    let reason: Message
    /// The present contents, or `nil` for a new file.
    let old: [UInt8]?
    let new: [UInt8]
  }

  private(set) var changes: [Change] = []
  /// Decisions that are left to you.
  private(set) var notes: [Message] = []
  private(set) var findings: [Finding] = []

  private let repository: RepositoryFolder
  /// The project's folder in its git repository, such as `apps/shop`.
  ///
  /// It is empty for the top folder, and outside a repository.
  var folderInRepository: String { repository.path }

  private let project: Project
  private let config: NativeConfig
  /// The native source folders, except those that belong to other projects.
  private let nativeFolders: [String]
  /// The native source folders in the changed configuration.
  private var sourceFolders: SourceFolderList

  /// Compares a project with what `eros` needs.
  ///
  /// - Parameters:
  ///   - project: The project.
  ///   - nativeFolders: The native source folders. Pass an empty list if there are none.
  ///   - service: The build service, or `nil` to choose it by the project's files.
  /// - Throws: `ErosError` if a file cannot be read.
  init(_ project: Project, nativeFolders: [String], service: Service?) throws {
    self.project = project
    let sources = try NativeSources(folders: nativeFolders)
    self.nativeFolders = nativeFolders.flatMap(sources.ownFolders)
    config = try project.config
    sourceFolders = try SourceFolderList(of: config, below: project.folder)
    repository = RepositoryFolder(try resolvedPath(project.folder))
    try addDescription(sources, choosesFolders: self.nativeFolders != nativeFolders)
    try addIgnoredFiles()
    addTrackedFiles()
    let service = try service ?? detectedService()
    guard let job = job(of: service) else { return }
    switch service {
    case .github: try addGitHub(job)
    case .gitlab: try addGitLab(job)
    case .none: break
    }
    try keepIgnoredJob(job)
  }

  // MARK: - Repository

  private func job(of service: Service) -> String? {
    service == .github ? repository.gitHubJob : service.job
  }

  private func path(inRepository path: String) -> String { repository.path(inRepository: path) }

  private var top: String { project.path(path(inRepository: ".")) }

  private func content(of path: String) throws -> [UInt8]? {
    let full = project.path(path)
    guard try FileStatus.ifExists(full) != nil else { return nil }
    return try readWholeFile(full, limit: 1 << 20)
  }

  // MARK: - Configuration

  /// Adds what `sources` register.
  ///
  /// Records their folders if these are only some of the given ones.
  ///
  /// If these are only some of the given folders, records which.
  private mutating func addDescription(_ sources: NativeSources, choosesFolders: Bool) throws {
    guard config.form != .encrypted else {
      notes.append(
        "'\(project.configPath.escapedForDisplay)' is encrypted, so nothing is added to it; decrypt it first with `eros config decrypt`"
      )
      return
    }
    let withPresets = config.textAddingHostPresets()
    let parsed = try ParsedRegistry.read(withPresets ?? config.text, file: project.configPath)
    guard parsed.isUsable else {
      findings += parsed.findings
      notes.append("the native side is not described, because the configuration has errors")
      return
    }
    let folders = try SourceFolderList(nativeFolders, below: project.folder)
    let adoption = try Adoption(
      of: sources, onto: parsed, appName: config.appName ?? "app",
      folders: choosesFolders ? folders.paths : folders.recorded(with: project)
    ) { [project] in Self.path(of: $0, in: project) }
    let adopted = try ParsedRegistry.read(adoption.text, file: project.configPath)
    findings += adoption.findings + adopted.wrongBases(in: sources)
    let changed = try NativeConfig.read(adoption.text, file: project.configPath)
    sourceFolders = try SourceFolderList(of: changed, below: project.folder)
    if let note = try folders.note(missingIn: changed) { notes.append(note) }
    let old = try readWholeFile(project.configPath, limit: NativeConfig.sizeLimit)
    let text = UTF8Text.keepingFormat(of: old, in: adoption.text)
    guard text != old else { return }
    var reasons: [Message] = []
    if withPresets != nil {
      reasons.append("the presets name the modules of the Eros client, so that checks know them")
    }
    if adoption.addedCount > 0 {
      reasons.append(
        adoption.addedCount == 1
          ? "it now describes 1 registration of the native sources"
          : "it now describes \(adoption.addedCount) registrations of the native sources")
    } else if withPresets == nil {
      reasons.append(
        changed.sourceFolders == config.sourceFolders
          ? "the settings of the generated code are those of the native sources"
          : "the other commands read the folders of native sources by default")
    }
    changes.append(
      Change(
        path: project.configPathInProject, reason: reasons.joined(separator: "; "), old: old,
        new: text))
    notes.append(
      "run `eros generate` next, and commit the files that it writes; `eros generate --check` fails without them"
    )
  }

  /// Returns a source's path in a project, or `nil` if it is somewhere else.
  private static func path(of source: String, in project: Project) -> String? {
    let root = project.folder.isEmpty ? "." : project.folder
    guard let folder = try? resolvedPath(allowingMissing: root).string,
      let path = try? resolvedPath(source).string, path.hasPrefix(folder + "/")
    else { return nil }
    return String(path.dropFirst(folder.count + 1))
  }

  // MARK: - Ignored files

  /// Files that `eros` writes for each build.
  private static let ignored = [
    "/build/", "/dist/version.json", "/platforms/**/bundle.zip", "/platforms/**/bundle.config",
    "/platforms/**/eros.native.json",
  ]

  private mutating func addIgnoredFiles() throws {
    let old = try content(of: ".gitignore")
    let text = String(decoding: old ?? [], as: UTF8.self)
    let present = Set(
      text.split(whereSeparator: \.isNewline).map { line in
        String(line).trimmed.split(separator: "/").joined(separator: "/")
      })
    let missing = Self.ignored.filter { line in
      let path = line.split(separator: "/").joined(separator: "/")
      return !present.contains { path == $0 || path.hasPrefix($0 + "/") }
    }
    guard !missing.isEmpty else { return }
    changes.append(
      Change(
        path: ".gitignore", reason: "`eros pack` writes these files again for each build", old: old,
        new: Self.adding(missing, to: old)))
  }

  private static func adding(_ lines: [String], to old: [UInt8]?) -> [UInt8] {
    let old = old ?? []
    let start = old + (old.last.map { $0 == 0x0A } ?? true ? [] : [0x0A])
    return UTF8Text.keepingFormat(
      of: old, in: start + Array((lines.joined(separator: "\n") + "\n").utf8))
  }

  /// Adds exceptions to `.gitignore` if git ignores the job, as the rule `.*` in old Eros projects
  /// does.
  ///
  /// Without git, and outside a repository, nothing is added.
  private mutating func keepIgnoredJob(_ job: String) throws {
    let names = job.split(separator: "/")
    let levels = names.indices.map { names[...$0].joined(separator: "/") }
    let rules = (try? GitRepository.ignored(levels, in: top)) ?? []
    guard let rule = rules.first(where: { $0.path == job }) else { return }
    guard !rule.file.hasPrefix(levels[0] + "/") else {
      return notes.append(
        "git ignores '\(job)' because of '\(rule.pattern.escapedForDisplay)' in '\(rule.file.escapedForDisplay)'; add a rule that starts with '!' to this file"
      )
    }
    // Git does not search an ignored folder, so each folder needs its own exception. A rule that
    // ends with '/' does not match a folder that does not exist.
    let start = rule.pattern.hasSuffix("/") ? nil : levels.firstIndex(of: rules[0].path)
    let exceptions = levels[(start ?? 0)...].map { "!/" + $0 + ($0 == job ? "" : "/") }
    let reason: Message = "without the exception, git ignores the job"
    let path = path(inRepository: ".gitignore")
    if let index = changes.firstIndex(where: { $0.path == path }) {
      let change = changes[index]
      changes[index] = Change(
        path: path, reason: [change.reason, reason].joined(separator: "; "), old: change.old,
        new: Self.adding(exceptions, to: change.new))
    } else {
      let old = try content(of: path)
      changes.insert(
        Change(path: path, reason: reason, old: old, new: Self.adding(exceptions, to: old)),
        at: changes.firstIndex { $0.path == self.path(inRepository: job) } ?? changes.endIndex)
    }
  }

  /// The file that `eros pack` writes next to the pages.
  private static let versionFile = "dist/" + BundleOutputs.versionFile

  /// Notes build files in the index, because git tracks them in spite of `.gitignore`.
  private mutating func addTrackedFiles() {
    let names = [BundleOutputs.bundleFile, BundleManifest.fileName, BundleOutputs.configFile]
    let folder = NativeConfig.platformsFolder
    let tracked = (tracked(below: [folder, Self.versionFile]) ?? []).filter { path in
      path == Self.versionFile || names.contains { path.hasSuffix("/" + $0) }
    }
    guard !tracked.isEmpty else { return }
    let paths = tracked.map(\.shellQuoted).joined(separator: " ")
    notes.append(
      "git tracks files that `eros pack` writes again for each build; run `git rm --cached \(paths)`, and commit"
    )
  }

  /// Returns the tracked files at or below paths in the project, or `nil` if they are unknown.
  private func tracked(below paths: [String]) -> [String]? {
    try? GitRepository.tracked(below: paths, in: project.folder)
  }

  // MARK: - Build services

  /// Commands that install packages, by the package manager's file.
  private static let installations = [
    ("package-lock.json", "npm ci"), ("npm-shrinkwrap.json", "npm ci"),
    ("yarn.lock", "yarn install --frozen-lockfile"),
    ("pnpm-lock.yaml", "npx --yes pnpm install --frozen-lockfile"),
  ]

  /// Returns the command that builds the pages in a job, or `nil` if git tracks the pages.
  ///
  /// Adds a note if the pages have to be built, but nobody knows how.
  private mutating func buildCommand() throws -> String? {
    // `eros pack` writes the file of the version, and a file such as .gitkeep only keeps the
    // folder.
    let pages = (tracked(below: ["dist"]) ?? []).filter {
      $0 != Self.versionFile && !$0.lastPathComponent.hasPrefix(".")
    }
    guard pages.isEmpty else { return nil }
    let package = try content(of: "package.json").flatMap {
      try? JSONReader.read($0, file: "package.json").value.object
    }
    let scripts = PackageScripts(package?.node(of: "scripts")?.value.object)
    guard scripts.has("build") else {
      notes.append(
        "the job does not build the pages, because 'package.json' has no script 'build'; add a step that builds them into 'dist', or commit 'dist'"
      )
      return nil
    }
    guard !scripts.callsErosCLI("build") else {
      notes.append(
        "the job does not build the pages, because the script 'build' of 'package.json' calls the old Eros CLI; add a step that builds them into 'dist', or commit 'dist'"
      )
      return nil
    }
    let install = try Self.installations.first { name, _ in
      try FileStatus.ifExists(project.path(name)) != nil
    }
    return (install?.1 ?? "npm install") + " && npm run build"
  }

  /// Returns the arguments for `eros sources` that name the native folders.
  ///
  /// Folders that the command reads by default need no argument. Without native sources, returns
  /// `nil`.
  private func nativeArguments() throws -> [String]? {
    guard !nativeFolders.isEmpty else { return nil }
    let paths = try SourceFolderList(nativeFolders, below: project.folder).paths
    let isDefault =
      sourceFolders.paths.isEmpty
      ? paths == [NativeConfig.platformsFolder] : paths.allSatisfy(sourceFolders.contains)
    return isDefault ? [] : paths
  }

  private func detectedService() throws -> Service {
    if try content(of: path(inRepository: ".gitlab-ci.yml")) != nil { return .gitlab }
    let folder = project.path(path(inRepository: ".github"))
    if try FileStatus.ifExists(folder) != nil { return .github }
    let config = try? content(of: path(inRepository: ".git/config"))
    return String(decoding: config ?? [], as: UTF8.self).contains("gitlab") ? .gitlab : .github
  }

  /// Returns the JavaScript folder that the job compares, or `nil` if it is unknown.
  ///
  /// What a bundler writes does not contain the source's names.
  private mutating func scriptFolder() throws -> String? {
    for name in ["src", "dist"] {
      let folder = project.path(name)
      let isFolder = try FileStatus.ifExists(folder)?.kind == .folder
      if isFolder, try JSUses(folders: [folder]).fileCount > 0 { return name }
    }
    notes.append(
      "the job does not compare the JavaScript, because neither 'src' nor 'dist' contains its source; add `--js FOLDER` to the commands `eros sources` and `eros check` of the job"
    )
    return nil
  }

  private static let jobReason: Message =
    "a job checks and packs every change; set its variables EROS_ARCHIVE and EROS_SHA256 in the settings of the build service"

  private mutating func addGitHub(_ job: String) throws {
    let path = path(inRepository: job)
    guard try content(of: path) == nil else {
      notes.append(repository.noteAboutGitHubJob)
      return
    }
    let languages = config.platforms.map { $0 == .ios ? NativeLanguage.objc : .java }
    let name = config.appName.map { NewProject.name(for: $0) } ?? "app"
    let template: ProjectTemplate = config.appBoard == nil ? .weex : .eros
    let build = try buildCommand()
    let files = try NewProject(
      name: name, languages: languages, template: template, buildCommand: build,
      nativeFolders: nativeArguments(), scriptFolder: scriptFolder(),
      branch: (try? GitRepository.mainBranch(around: project.folder)) ?? "main",
      folderInRepository: folderInRepository
    ).files()
    guard let workflow = files.first(where: { $0.path == Service.github.job }) else { return }
    changes.append(
      Change(
        path: path, reason: Self.jobReason, old: nil, new: workflow.bytes))
  }

  private mutating func addGitLab(_ job: String) throws {
    let path = path(inRepository: job)
    guard try content(of: path) == nil else {
      notes.append("'\(path)' exists and is not changed; docs/ci.md has a job to add")
      return
    }
    changes.append(
      Change(
        path: path, reason: Self.jobReason, old: nil, new: Array(try gitLabJob().utf8)))
  }

  private mutating func gitLabJob() throws -> String {
    let build = try buildCommand()
    let scripts = try scriptFolder().map { " --js " + $0 } ?? ""
    let nativeFolders = try nativeArguments()
    try NewProject.checkLines([folderInRepository, build ?? ""] + (nativeFolders ?? []))
    let sources = nativeFolders.map { folders in
      let words = ["eros sources"] + folders.map(\.shellQuoted)
      return NewProject.yaml(
        command: words.joined(separator: " ") + scripts + " --format junit > eros-sources.xml")
    }
    let folder = folderInRepository
    let move = folder.isEmpty ? nil : NewProject.yaml(command: "cd " + folder.shellQuoted)
    let path = { folder.isEmpty ? $0 : NewProject.yaml(folder + "/" + $0) }
    return """
      # Checks and packs every change.
      # Before the first push, set two CI/CD variables of the project or its group: EROS_ARCHIVE, the URL
      # of the archive of a release of eros, and EROS_SHA256, its SHA-256.
      bundle:
        image: node:22 # any image with git, curl, tar and npm
        variables:
          GIT_DEPTH: 0
        before_script:
          - test -n "$EROS_ARCHIVE" && test -n "$EROS_SHA256" || { echo "set the CI/CD variables EROS_ARCHIVE and EROS_SHA256"; exit 1; }
          - curl -fsSL -o /tmp/eros.tar.gz "$EROS_ARCHIVE"
          - echo "$EROS_SHA256  /tmp/eros.tar.gz" | sha256sum -c
          - tar -xzf /tmp/eros.tar.gz --strip-components=1 -C /usr/local
          - git config --global --add safe.directory "$CI_PROJECT_DIR"
        script:
      \(move.map { "    - \($0)\n" } ?? "")\
      \(build.map { "    - \($0)\n" } ?? "")\
          - eros config validate
          - eros generate --check --format junit > eros-generate.xml
      \(sources.map { "    - \($0)\n" } ?? "")\
          - git fetch origin "${CI_MERGE_REQUEST_TARGET_BRANCH_NAME:-$CI_DEFAULT_BRANCH}"
          - eros check\(scripts) ${CI_MERGE_REQUEST_TARGET_BRANCH_NAME:+--base "origin/$CI_MERGE_REQUEST_TARGET_BRANCH_NAME"} --format junit > eros-check.xml
          - eros pack --output build
          - eros verify build/bundle.zip --strict
        artifacts:
          when: always
          paths:
            - \(path("build"))
          reports:
            junit:
              - \(path("eros-generate.xml"))
      \(sources == nil ? "" : "        - \(path("eros-sources.xml"))\n")\
              - \(path("eros-check.xml"))
        rules:
          - if: $CI_PIPELINE_SOURCE == "merge_request_event"
          - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH

      """
  }

  // MARK: - Writing

  /// Writes all changes.
  ///
  /// Existing files keep their permissions.
  func write() throws {
    for change in changes {
      // Empty for a file in the current folder.
      let folder = project.path(change.path).parentPath
      if !folder.isEmpty { try createFolders(folder) }
    }
    try writeWholeFiles(
      changes.map { (path: project.path($0.path), contents: $0.new) }, keepingPermissions: true)
  }
}
