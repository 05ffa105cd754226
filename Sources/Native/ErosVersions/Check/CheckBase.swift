import ErosBundle
import ErosConfig
public import ErosCore
import ErosFiles
import ErosPack
import ErosRegistry

/// The base that a project should be compared with.
public enum CheckBaseRequest: Sendable {
  /// Nothing: only the project itself is checked.
  case none
  /// A commit in the project's git repository.
  case git(reference: String)
  /// A bundle or manifest, a folder that contains one, or another working tree.
  case path(String)
  /// A release in a store's channel.
  case release(PublishedRelease)
}

/// A published release that a project is compared with.
public struct PublishedRelease: Sendable {
  /// The release's name in messages.
  public let name: String
  /// The verified manifest of its bundle.
  public let manifest: BundleManifest
  /// The fingerprint of the app's surface on each platform, if known.
  public let surfaces: [Platform: String]
  /// The identity of a uni-app resource package.
  public let wgt: WgtIdentity?

  /// Creates a release from values that you have verified.
  public init(
    name: String, manifest: BundleManifest, surfaces: [Platform: String], wgt: WgtIdentity? = nil
  ) {
    self.name = name
    self.manifest = manifest
    self.surfaces = surfaces
    self.wgt = wgt
  }
}

/// The facts about a base that a check needs: versions, manifests and registry.
struct CheckBase {
  /// The git reference or path as given.
  let name: String
  let commit: String?
  /// The registry, or `nil` if the base has none.
  var registry: Registry?
  var registryErrors: [Finding] = []
  /// The recorded releases.
  ///
  /// A bundle has none, so this is `nil`.
  var releases: RegistryRecord?
  var versions: [Platform: String] = [:]
  var appName: String?
  /// The identity of a uni-app, from its resource package or its sources.
  var wgt: WgtIdentity?
  var budget = SizeBudget()
  /// The manifests.
  ///
  /// The keys are paths in the project, even if the base uses different ones.
  var manifests: [String: BundleManifest] = [:]
  /// The base's own manifest, if it is a bundle.
  var given: (path: String, manifest: BundleManifest)?
  /// The fingerprints, if the base is a published release.
  var surfaces: [Platform: String]?
  /// Compares the built pages with a base that has no manifests.
  var comparePages: ((SourceContent) throws -> PageComparison) = { _ in .unknown }

  private var firstManifest: BundleManifest? {
    given?.manifest ?? manifests.min { $0.key < $1.key }?.value
  }

  /// Returns the manifest to compare with the project's manifest at `path`.
  func manifest(for path: String) -> BundleManifest? { manifests[path] ?? firstManifest }

  /// The surfaces that the base describes, as if it had been released.
  var described: RegistryRecord {
    var record = RegistryRecord()
    for platform in Platform.allCases {
      // Without a description, the native side of the base is unknown.
      guard let registry, !registry.isEmpty, let version = registry.version(on: platform)
      else { continue }
      record.record(.init(version: version, surface: registry.surface(on: platform)))
    }
    return record
  }

  /// Compares `content` with the base's pages.
  func compare(with content: SourceContent) throws -> PageComparison {
    guard let manifest = firstManifest else { return try comparePages(content) }
    return try content.differences(from: manifest).isEmpty ? .same : .changed
  }
}

/// The result of comparing the built pages with a base.
enum PageComparison: Equatable {
  case same, changed
  /// The base has no pages.
  case unknown
  /// Git converts a file in a way that needs another program, such as `filter=crypt`.
  case notComparable(file: String, conversion: String)
}

struct CheckBaseReader {
  /// A file's contents, and its name in messages.
  private typealias File = (bytes: [UInt8], name: String)

  let project: Project
  let config: NativeConfig
  let source: String
  let registry: Registry?

  /// Returns `nil` if no base is requested, or if the commit has no configuration.
  func read(_ request: CheckBaseRequest) throws -> CheckBase? {
    switch request {
    case .none: nil
    case .git(let reference): try readGit(reference)
    case .path(let path): try readPath(path)
    case .release(let release): base(release)
    }
  }

  /// Reads a project.
  ///
  /// `read` returns its files by their paths in the project.
  private func readProject(
    named name: String, commit: String? = nil, _ baseConfig: NativeConfig,
    read: (String) throws -> File?
  ) throws -> CheckBase {
    var base = try CheckBase(name: name, commit: commit, baseConfig)
    // Uses the base's record: a branch must not be checked against its own record.
    base.releases = RegistryRecord()
    for path in [base.registry, registry].compactMap({ $0?.lockPath }) {
      guard let lock = try read(path) else { continue }
      base.releases = try RegistryRecord.read(lock.bytes, file: lock.name)
      break
    }
    base.wgt = try UniManifest.paths.compactMap { name in
      try read(name).flatMap { try? WgtIdentity(sources: $0.bytes) }
    }.first
    for (basePath, path) in zip(baseConfig.manifestPaths, config.manifestPaths) {
      guard let basePath, let path, let file = try read(basePath) else { continue }
      base.manifests[project.path(path)] = try BundleManifest(valid: file.bytes, name: file.name)
    }
    return base
  }

  // MARK: Git

  private func readGit(_ reference: String) throws -> CheckBase? {
    let git = try GitBase(reference, around: project.folder)
    guard let (path, bytes) = try config(in: git) else { return nil }
    let baseConfig = try NativeConfig.read(bytes, file: "\(reference):\(path)")
    var base = try readProject(named: reference, commit: git.commit, baseConfig) { path in
      try git.read(project.path(path)).map { ($0, "\(reference):\(path)") }
    }
    base.comparePages = { [source] content in
      guard let folder = try git.location(source),
        try folder.repository.entry(folder.path, at: folder.commit) != nil
      else { return .unknown }
      return try GitComparison(base: git, content: content).run(with: folder)
    }
    return base
  }

  /// Reads the base's configuration, if it has one.
  ///
  /// Tries the project's path, the path before a rename, and then the default paths.
  private func config(in git: GitBase) throws -> (path: String, bytes: [UInt8])? {
    if let bytes = try git.read(project.configPath) { return (project.configPath, bytes) }
    if let location = try git.location(project.configPath),
      let old = try location.repository.nameBefore(of: location.path, in: location.commit),
      let entry = try location.repository.entry(old, at: location.commit), entry.isFile
    {
      return (old, try location.repository.contents(of: entry))
    }
    for name in Project.configPaths {
      if let bytes = try git.read(project.path(name)) { return (name, bytes) }
    }
    return nil
  }

  // MARK: Files

  private func readPath(_ path: String) throws -> CheckBase {
    guard try FileStatus(of: path).kind == .folder else { return try readBundle(path) }
    for name in [BundleManifest.fileName, BundleOutputs.bundleFile] {
      let file = path + "/" + name
      if try FileStatus.ifExists(file) != nil { return try readBundle(file) }
    }
    do {
      return try readProject(Project.find(path))
    } catch ProjectError.notFound {
      throw CheckError.nothingToCompareWith(path)
    }
  }

  private func readBundle(_ path: String) throws -> CheckBase {
    let (manifest, wgt) = try manifest(of: path)
    return base(manifest, wgt, path)
  }

  private func base(_ release: PublishedRelease) -> CheckBase {
    var base = base(release.manifest, release.wgt, release.name)
    base.surfaces = release.surfaces
    return base
  }

  private func base(
    _ manifest: BundleManifest, _ wgt: WgtIdentity?, _ name: String
  ) -> CheckBase {
    var base = CheckBase(name: name, commit: nil)
    base.wgt = wgt
    base.given = (name, manifest)
    base.versions = manifest.native
    base.appName = manifest.appName
    return base
  }

  /// Reads the manifest at `path`, or the manifest in the bundle at `path`.
  private func manifest(
    of path: String
  ) throws -> (manifest: BundleManifest, wgt: WgtIdentity?) {
    let file = try ReadableFile(path)
    // A damaged zip must not be reported as an invalid manifest.
    let isZip = try path.hasSuffix(".zip") || file.read(at: 0, count: 2).elementsEqual("PK".utf8)
    guard isZip else {
      return (try BundleManifest(valid: try readWholeFile(path), name: path), nil)
    }
    let report = try BundleVerifier(threads: 2).verify(file)
    guard report.verdict == .verified, let manifest = report.manifest else {
      throw CheckError.invalidBase(path, report.firstError ?? "")
    }
    return (manifest, report.wgt)
  }

  private func readProject(_ other: Project) throws -> CheckBase {
    var base = try readProject(named: other.folder, other.config) { path in
      let path = other.path(path)
      return try FileStatus.ifExists(path).map { _ in (try readWholeFile(path), path) }
    }
    base.comparePages = { [source = other.pagesFolder, config = try other.config] content in
      guard try FileStatus.ifExists(source)?.kind == .folder else { return .unknown }
      let files = try SourceContent(source, config, threads: 2).digests.files.map(\.file)
      return files == content.digests.files.map(\.file) ? .same : .changed
    }
    return base
  }
}

extension CheckBase {
  fileprivate init(name: String, commit: String?, _ config: NativeConfig) throws {
    self.init(name: name, commit: commit)
    let parsed = try ParsedRegistry.read(config)
    registry = parsed.isUsable ? parsed.registry : nil
    if !parsed.isUsable { registryErrors = parsed.findings.errors }
    versions[.ios] = config.version.ios
    versions[.android] = config.version.android
    appName = config.appName
    budget = (try? config.sizeBudget()) ?? SizeBudget()
  }
}

extension BundleManifest {
  /// Reads a manifest, or throws the first error in it.
  init(valid bytes: [UInt8], name: String) throws {
    let (manifest, problems) = BundleManifest.read(bytes, name: name)
    guard let manifest else {
      throw CheckError.invalidBase(name, problems.first?.message ?? "not a manifest")
    }
    self = manifest
  }
}

extension NativeConfig {
  /// The manifests that packing writes for iOS and Android, relative to the project.
  var manifestPaths: [String?] {
    [zipFolder.ios, zipFolder.android].map { folder in
      folder.flatMap { pathBelowPlatforms($0) }.map { $0 + "/" + BundleManifest.fileName }
    }
  }
}
