import ErosBundle
import ErosConfig
import ErosCore
import ErosFiles
import ErosRegistry
import ErosVersions

/// What a project is compared with.
public enum CheckBaseRequest: Hashable, Sendable {
  /// Nothing: only the project itself is looked at.
  case none
  /// A commit of the project's git repository.
  case git(reference: String)
  /// A bundle, a manifest, a folder with one of them, or another working tree of the project.
  case path(String)
}

/// What a project is compared with, as far as it is known.
struct CheckBase {
  /// How people call it.
  let name: String
  let commit: String?
  /// What the native side looked like, or `nil` when the base does not say it.
  var registry: Registry?
  /// Why ``registry`` cannot be read.
  var registryErrors: [Finding] = []
  /// What the base recorded of releases, or `nil` for a bundle, which does not say.
  var releases: RegistryRecord?
  var versions: [Platform: String] = [:]
  var appName: String?
  /// The manifests, by the path at which the project itself would have them.
  var manifests: [String: BundleManifest] = [:]
  /// The manifest of a bundle that was given instead of a project.
  var given: (path: String, manifest: BundleManifest)?
  /// Whether the source had the same content; `nil` where that cannot be told.
  var hasContent: ((SourceContent) throws -> Bool?) = { _ in nil }

  /// The manifest to compare the one at `path` with.
  func manifest(for path: String) -> BundleManifest? {
    manifests[path] ?? given?.manifest ?? manifests.sorted { $0.key < $1.key }.first?.value
  }
}

/// Reads bases.
struct CheckBaseReader {
  let project: Project
  let config: NativeConfig
  let source: String
  /// The description of the project's own native side.
  let registry: Registry?

  func read(_ request: CheckBaseRequest) throws -> CheckBase? {
    switch request {
    case .none: nil
    case .git(let reference): try readGit(reference)
    case .path(let path): try readPath(path)
    }
  }

  // MARK: Git

  private func readGit(_ reference: String) throws -> CheckBase {
    let git = try GitBase(reference, around: project.folder)
    let (path, bytes) = try config(in: git)
    let name = "\(reference):\(path)"
    let baseConfig = try NativeConfig.read(bytes, file: name)
    var base = try CheckBase(name: reference, commit: git.commit, baseConfig)
    base.releases = try releases(of: base) { path in
      try git.read(project.path(path)).map { ($0, "\(reference):\(path)") }
    }
    // Where the base kept its manifests, under the names that they have today.
    for (theirs, ours) in zip(baseConfig.manifestPaths, config.manifestPaths) {
      guard let theirs, let ours else { continue }
      if let bytes = try git.read(project.path(theirs)) {
        base.manifests[project.path(ours)] = try BundleManifest(
          sound: bytes, name: "\(reference):\(theirs)")
      }
    }
    let source = source
    let manifest = base.manifests.sorted { $0.key < $1.key }.first?.value
    base.hasContent = { content in
      if let manifest { return try content.differences(from: manifest).isEmpty }
      guard let place = try git.location(source),
        try place.repository.entry(place.path, at: place.commit) != nil
      else { return nil }
      let prefix = place.path.isEmpty ? "" : place.path + "/"
      return try !place.repository.isChanged(place.path, since: place.commit) { name in
        let below = String(name.dropFirst(prefix.count))
        // What is not packed does not count; what is gone cannot be asked.
        return content.has(below) || !BundleSource.isLeftOut(below)
      }
    }
    return base
  }

  /// The configuration of the base: under its name, under the one that git says it had, or under one
  /// of the usual names.
  private func config(in git: GitBase) throws -> (path: String, bytes: [UInt8]) {
    if let bytes = try git.read(project.configPath) { return (project.configPath, bytes) }
    if let place = try git.location(project.configPath),
      let old = try place.repository.nameBefore(of: place.path, in: place.commit),
      let entry = try place.repository.entry(old, at: place.commit), entry.isFile
    {
      return (old, try place.repository.contents(of: entry))
    }
    for name in Project.configPaths {
      if let bytes = try git.read(project.path(name)) { return (name, bytes) }
    }
    let usual = Project.configPaths.filter { project.path($0) != project.configPath }
    throw GitError.noConfig(base: git.reference, tried: [project.configPath] + usual)
  }

  /// What the base recorded: a branch that records a release does not judge itself by it.
  private func releases(
    of base: CheckBase, read: (String) throws -> (bytes: [UInt8], name: String)?
  ) throws -> RegistryRecord {
    for path in [base.registry, registry].compactMap({ $0?.lockPath }) {
      if let lock = try read(path) { return try RegistryRecord.read(lock.bytes, file: lock.name) }
    }
    return RegistryRecord()
  }

  // MARK: Files

  private func readPath(_ path: String) throws -> CheckBase {
    guard try FileStatus(of: path).kind == .folder else { return try readBundle(path) }
    for name in [BundleManifest.fileName, BundleOutputs.bundleFile] {
      let place = path + "/" + name
      if try FileStatus.ifExists(place) != nil { return try readBundle(place) }
    }
    do {
      return try readProject(Project.find(path))
    } catch ProjectError.notFound {
      throw CheckError.nothingToCompareWith(path)
    }
  }

  private func readBundle(_ path: String) throws -> CheckBase {
    let file = try ReadableFile(path)
    // A damaged zip is told as one, and not as the manifest that it is not.
    let isZip = try path.hasSuffix(".zip") || file.read(at: 0, count: 2).elementsEqual("PK".utf8)
    let manifest: BundleManifest
    if isZip {
      let report = try BundleVerifier(threads: 2).verify(file)
      guard report.verdict == .verified, let found = report.manifest else {
        throw CheckError.unsoundBundle(path, report.firstError)
      }
      manifest = found
    } else {
      manifest = try BundleManifest(sound: try readWholeFile(path), name: path)
    }
    var base = CheckBase(name: path, commit: nil)
    base.given = (path, manifest)
    base.versions[.ios] = manifest.iOS
    base.versions[.android] = manifest.android
    base.appName = manifest.appName
    base.hasContent = { try $0.differences(from: manifest).isEmpty }
    return base
  }

  private func readProject(_ other: Project) throws -> CheckBase {
    let baseConfig = try other.config
    var base = try CheckBase(name: other.folder, commit: nil, baseConfig)
    for (theirs, ours) in zip(baseConfig.manifestPaths, config.manifestPaths) {
      guard let theirs, let ours, try FileStatus.ifExists(other.path(theirs)) != nil else {
        continue
      }
      let path = other.path(theirs)
      base.manifests[project.path(ours)] = try BundleManifest(
        sound: try readWholeFile(path), name: path)
    }
    base.releases = try releases(of: base) { path in
      let path = other.path(path)
      return try FileStatus.ifExists(path).map { _ in (try readWholeFile(path), path) }
    }
    let manifest = base.manifests.sorted { $0.key < $1.key }.first?.value
    let source = other.pagesFolder
    base.hasContent = { content in
      if let manifest { return try content.differences(from: manifest).isEmpty }
      guard try FileStatus.ifExists(source)?.kind == .folder else { return nil }
      let theirs = try SourceContent(source, threads: 2).digests.files.map(\.file)
      return theirs == content.digests.files.map(\.file)
    }
    return base
  }
}

extension CheckBase {
  fileprivate init(name: String, commit: String?, _ config: NativeConfig) throws {
    self.init(name: name, commit: commit)
    let reading = try ParsedRegistry.read(config)
    registry = reading.isUsable ? reading.registry : nil
    if !reading.isUsable { registryErrors = reading.findings.errors }
    versions[.ios] = config.version.ios
    versions[.android] = config.version.android
    appName = config.appName
  }
}

extension BundleManifest {
  /// Reads a manifest that has to be sound.
  init(sound bytes: [UInt8], name: String) throws {
    let (manifest, problems) = BundleManifest.read(bytes, name: name)
    guard let manifest else {
      throw CheckError.unsoundBundle(name, problems.first?.message ?? "it is no manifest")
    }
    self = manifest
  }
}

extension NativeConfig {
  /// Where packing puts the manifests of iOS and Android, below the project's folder.
  var manifestPaths: [String?] {
    [zipFolder.ios, zipFolder.android].map { folder in
      folder.flatMap { pathBelowPlatforms($0) }.map { $0 + "/" + BundleManifest.fileName }
    }
  }
}
