public import ErosBundle
public import ErosCore
import ErosCrypto
public import ErosFiles

/// The folder in which an app keeps its releases, and in which a kill at any instant breaks nothing.
///
/// A release is unpacked and verified in `staging/`, made durable, and only then takes its place
/// under `releases/` by one rename. What counts is written last. See `docs/sandbox.md` for the
/// layout.
public struct Sandbox: Sendable {
  /// What an install came to.
  public struct Launch: Sendable {
    /// Why this release runs.
    public enum Reason: String, Sendable {
      /// The sandbox was empty.
      case firstRun = "first-run"
      /// The release was there already, and is whole.
      case confirmed
      /// The release was there already, but damaged; it was unpacked anew.
      case recovered
    }

    public let release: TreeHash
    /// The folder that holds the pages.
    public let path: String
    public let reason: Reason
  }

  private static let bundleFolder = "bundle"
  private static let bundleFile = "bundle.zip"
  private static let copySize = 1 << 20

  /// The sandbox's folder, as the caller named it.
  public let path: String

  private let verifier: BundleVerifier
  private let lockTimeout: Duration

  /// Names a sandbox; ``install(_:config:)`` makes the folder if it is missing.
  ///
  /// Another process that holds the sandbox is waited for as long as `lockTimeout` says.
  public init(_ path: String, verifier: BundleVerifier, lockTimeout: Duration = .seconds(10)) {
    self.path = path
    self.verifier = verifier
    self.lockTimeout = lockTimeout
  }

  /// Unpacks the app's own bundle into an empty sandbox, or finds that it is there.
  ///
  /// When this returns, the release is durable and recorded as the active one.
  ///
  /// A copy of the zip is kept byte for byte. `config` is the text of the `bundle.config` that belongs
  /// to it, and its name; without it, the manifest in the zip is used.
  ///
  /// - Throws: ``SandboxError``, `FileError`; the sandbox is then as it was before.
  public func install(
    _ bundle: ReadableFile, config: (text: [UInt8], name: String)? = nil
  ) throws -> Launch {
    try createFolders(path)
    let root = try Folder(path)
    let lock = try lock(root)
    defer { withExtendedLifetime(lock) {} }
    let stateFiles = SandboxStateFiles(root)
    let state = try stateFiles.read()
    let staging = try emptied("staging", in: root)
    defer { try? root.removeTree("staging") }

    let staged = try stage(bundle, config, in: staging)
    if let active = state?.active, active != staged.release {
      throw SandboxError.holdsAnother(path: path, active: active, given: staged.release)
    }
    let placed = try place(staged, from: staging, in: root)
    if state == nil {
      try stateFiles.write(
        SandboxState(
          active: staged.release, confirmed: [staged.release],
          embedded: .init(release: staged.release, timestamp: staged.timestamp)))
    }
    try link(staged.release, in: root)
    return Launch(
      release: staged.release,
      path: path + "/releases/\(staged.release)/" + Self.bundleFolder,
      reason: state == nil ? .firstRun : placed == .replaced ? .recovered : .confirmed)
  }

  // MARK: - Staging

  private struct Staged {
    let name: String
    let release: TreeHash
    let timestamp: Int64
  }

  /// Copies, verifies and unpacks a bundle into `staging`.
  ///
  /// The copy is what is verified, so whatever happens to the original meanwhile does no harm.
  private func stage(
    _ bundle: ReadableFile, _ config: (text: [UInt8], name: String)?, in staging: Folder
  ) throws -> Staged {
    let name = "release"
    let folder = try staging.newFolder(name)
    try copy(bundle, to: folder)
    let report = try BundleUnpacker(verifier).unpack(
      folder.openFile(Self.bundleFile), into: folder.newFolder(Self.bundleFolder), config: config)
    guard report.verdict == .verified, let release = report.treeHash,
      let manifest = report.manifest, let text = report.manifestBytes
    else { throw SandboxError.notVerified(bundle: bundle.path, report) }
    var file = try folder.newFile(BundleManifest.fileName)
    try file.write(config?.text ?? text)
    try file.close()
    try folder.syncTree()
    return Staged(name: name, release: release, timestamp: manifest.timestamp)
  }

  private func copy(_ bundle: ReadableFile, to folder: Folder) throws {
    var copy = try folder.newFile(Self.bundleFile)
    var offset: UInt64 = 0
    while true {
      let piece = try bundle.read(at: offset, count: Self.copySize)
      guard !piece.isEmpty else { break }
      try copy.write(piece)
      offset += UInt64(piece.count)
    }
    try copy.close()
  }

  private func emptied(_ name: String, in root: Folder) throws -> Folder {
    try root.removeTree(name)
    return try root.newFolder(name)
  }

  // MARK: - Releases

  private enum Placing {
    case new, kept, replaced
  }

  /// Gives a staged release its place, unless a whole one has it already.
  private func place(_ staged: Staged, from staging: Folder, in root: Folder) throws -> Placing {
    let releases = try root.folder("releases")
    let name = staged.release.description
    var placing = Placing.new
    if releases.has(name) {
      if try isWhole(staged.release) { return .kept }
      placing = .replaced
      try releases.rename(name, to: "damaged", in: staging)
    }
    try staging.rename(staged.name, to: name, in: releases)
    try releases.sync()
    try root.sync()
    return placing
  }

  /// Whether the files of a release that is in its place are those that it is named for.
  private func isWhole(_ release: TreeHash) throws -> Bool {
    let folder = "\(path)/releases/\(release)"
    guard (try? FileStatus(of: folder + "/" + Self.bundleFile))?.kind == .file,
      (try? FileStatus(of: folder + "/" + BundleManifest.fileName))?.kind == .file,
      let walk = try? FolderWalk(folder + "/" + Self.bundleFolder), walk.obstacles.isEmpty
    else { return false }
    var files: [BundleFile] = []
    var hasher = try FileHasher()
    for entry in walk.entries where entry.status.kind == .file {
      guard let path = try? BundlePath(entry.relativePath) else { return false }
      guard path.string != BundleManifest.entryName else { continue }
      let file = try ReadableFile(
        "\(folder)/\(Self.bundleFolder)/\(path)", followingSymlinks: false)
      var offset: UInt64 = 0
      while offset < file.status.size {
        let piece = try file.read(at: offset, count: Self.copySize)
        guard !piece.isEmpty else { return false }
        try hasher.update(piece.span)
        offset += UInt64(piece.count)
      }
      files.append(BundleFile(path: path, digest: try hasher.finish()))
    }
    return try TreeHash.of(files) == release
  }

  /// Makes the links under which code that knows only the old layout finds everything.
  private func link(_ release: TreeHash, in root: Folder) throws {
    try root.link("current", to: "releases/\(release)")
    for name in [Self.bundleFolder, BundleManifest.fileName, Self.bundleFile] {
      try root.link(name, to: "current/" + name)
    }
    try root.sync()
  }

  private func lock(_ root: Folder) throws -> FolderLock {
    guard let lock = try root.lock("lock", timeout: lockTimeout) else {
      throw SandboxError.busy(path: path)
    }
    return lock
  }
}
