import ErosBundle
import ErosCore
import ErosCrypto
import ErosFiles
import SystemPackage

/// The installed and staged releases in a sandbox.
///
/// Hold the sandbox's lock while calling a method that changes files.
struct ReleaseStore {
  /// An item in a release's folder.
  enum Part: String, CaseIterable {
    case pages = "bundle"
    case config = "bundle.config"
    case zip = "bundle.zip"

    fileprivate func exists(in folder: Folder) throws(FileError) -> Bool {
      try unlessDamaged { () throws(FileError) in
        switch self {
        case .pages: _ = try folder.openFolder(rawValue)
        case .config, .zip: _ = try folder.openFile(rawValue)
        }
      } != nil
    }
  }

  /// A verified, durable release in `staging/` that is not committed yet.
  struct Staged {
    fileprivate let name: String
    let release: InstalledRelease
    let source: SHA256Digest
  }

  static let releases = "releases"
  /// For `bundle.config`, in bytes.
  private static let maximumConfigSize: UInt64 = 64 << 20

  let root: Folder
  /// For delivered bundles.
  let verifier: BundleVerifier

  var staging: StagingArea { StagingArea(in: root) }

  /// For installed releases, because they may have been installed with larger limits.
  var lenientVerifier: BundleVerifier {
    BundleVerifier(
      limits: ZipLimits(entries: ZipLimits.maximumEntries, totalSize: .max),
      threads: verifier.threads)
  }

  /// Opens `releases/`, or returns `nil` if it does not exist.
  ///
  /// - Throws: ``SandboxError/pathOccupied(_:)`` if it is a link, because a link may point outside
  ///   the sandbox. `FileError`.
  func folder() throws -> Folder? {
    guard try root.has(Self.releases) else { return nil }
    guard try root.linkTarget(Self.releases) == nil else {
      throw SandboxError.pathOccupied(root.path + "/" + Self.releases)
    }
    return try root.openFolder(Self.releases)
  }

  /// Returns a path relative to the sandbox.
  static func path(of tree: TreeHash, _ part: Part? = nil) -> String {
    "\(releases)/\(tree)" + (part.map { "/" + $0.rawValue } ?? "")
  }

  /// Returns the release at a path relative to the sandbox, or `nil` for any other path.
  static func release(at path: String) -> TreeHash? {
    let prefix = releases + "/"
    return path.hasPrefix(prefix) ? TreeHash(String(path.dropFirst(prefix.count))) : nil
  }

  /// Returns `true` if `releases/` contains a folder with a release's name and parts.
  ///
  /// One part may be missing, because a damaged release is also a release.
  ///
  /// - Throws: `FileError` if no such folder was found, and some cannot be read now.
  static func existsRelease(in root: Folder) throws -> Bool {
    let listed = try unlessDamaged { () throws(FileError) in
      let releases = try root.openFolder(releases)
      return (releases, try releases.names())
    }
    guard let (releases, names) = listed else { return false }
    return try names.containsDespiteErrors { name in
      guard TreeHash(name) != nil,
        let folder = try unlessDamaged({ () throws(FileError) in try releases.openFolder(name) })
      else { return false }
      return try Part.allCases.count { try $0.exists(in: folder) } >= Part.allCases.count - 1
    }
  }

  // MARK: - Staging

  /// Copies, verifies and unpacks a bundle into `staging/`, durably.
  ///
  /// Verifies the copy, so it does not matter if the original changes later. `mark` returns the
  /// release's mark: a release is never in `releases/` before its mark.
  ///
  /// - Throws: ``SandboxError/notVerified(bundle:config:_:)`` if the bundle is invalid, or
  ///   `FileError`. The staged files are then deleted.
  func stage(
    _ bundle: DeliveredBundle, marking mark: (TreeHash) -> ReleaseMark?
  ) throws -> Staged {
    try stage(bundle, verifier, marking: mark)
  }

  private func stage(
    _ bundle: DeliveredBundle, _ verifier: BundleVerifier, marking mark: (TreeHash) -> ReleaseMark?
  ) throws -> Staged {
    let staged = try staging.fill { try fill($0, with: bundle, verifier, marking: mark) }
    return Staged(name: staged.name, release: staged.result.0, source: staged.result.source)
  }

  private func fill(
    _ folder: Folder, with bundle: DeliveredBundle, _ verifier: BundleVerifier,
    marking mark: (TreeHash) -> ReleaseMark?
  ) throws -> (InstalledRelease, source: SHA256Digest) {
    let zipDigest = try receive(bundle, in: folder)
    let file = try folder.openFile(Part.zip.rawValue)
    let report = try BundleUnpacker(verifier).unpack(
      WatchedZip(file, progress: bundle.progress ?? { _ in }),
      into: folder.newFolder(Part.pages.rawValue), config: bundle.config)
    guard let manifest = report.manifestBytes,
      let release = try InstalledRelease(
        report, zip: (zipDigest, file.status.size), config: bundle.config?.text ?? manifest)
    else {
      throw SandboxError.notVerified(
        bundle: bundle.zip.path, config: bundle.config?.name, report)
    }
    var config = try folder.newFile(Part.config.rawValue)
    try config.write(bundle.config?.text ?? manifest)
    try config.close()
    if let mark = mark(release.tree) {
      var file = try folder.newFile(ReleaseMark.fileName)
      try file.write(mark.text)
      try file.close()
    }
    try folder.syncTree()
    return (release, try bundle.source(zipDigest: zipDigest))
  }

  /// Copies a bundle's zip to `folder`, or moves it there if this sandbox made it.
  ///
  /// - Returns: The zip's digest.
  private func receive(_ bundle: DeliveredBundle, in folder: Folder) throws -> SHA256Digest {
    if let staged = bundle.stagedFolder {
      try staged.rename(Part.zip.rawValue, to: Part.zip.rawValue, in: folder)
      return try bundle.readZip { _ in }
    }
    var copy = try folder.newFile(Part.zip.rawValue)
    let digest = try bundle.readZip { try copy.write($0) }
    try copy.close()
    return digest
  }

  // MARK: - Committing

  /// Moves a staged release to `releases/`, unless an intact one with the same manifest is there.
  ///
  /// With `keepingIntact`, an intact release with another manifest is also kept.
  ///
  /// - Returns: The release that is now in `releases/`.
  func commit(_ staged: Staged, keepingIntact: Bool = false) throws -> InstalledRelease {
    let releases = try root.folder(Self.releases)
    let name = staged.release.tree.description
    if try releases.has(name), let present = try identify(staged.release.tree),
      keepingIntact || present.hasSameManifest(as: staged.release),
      try damage(of: present).isEmpty
    {
      return present
    }
    // The existing release may be damaged and still be the only copy, so the two are exchanged
    // atomically.
    try staging.commit(staged.name, as: name, in: releases)
    try root.sync()
    return staged.release
  }

  func discard(_ staged: Staged) throws {
    try staging.remove(staged.name)
  }

  /// Returns all releases in `releases/`, intact or damaged.
  func present() throws -> [TreeHash] {
    try (folder()?.names().sorted() ?? []).compactMap { TreeHash($0) }
  }

  /// Deletes all releases except `trees`, as far as possible.
  ///
  /// Leaves anything else in `releases/` alone.
  func collect(keeping trees: Set<TreeHash>) -> Sandbox.Cleanup {
    var cleanup = Sandbox.Cleanup()
    do {
      guard let releases = try folder() else { return cleanup }
      // Moving a release to `staging/` first keeps partly deleted releases out of `releases/`.
      for tree in try present() where !trees.contains(tree) {
        do throws(FileError) {
          try staging.discard(tree.description, from: releases)
          cleanup.deleted.append(tree)
        } catch {
          let isMoved = (try? releases.has(tree.description)) == false
          let path = root.path + "/" + Self.path(of: tree)
          cleanup.add(isMoved ? error : FileError(.remove, path, error.reason))
        }
      }
    } catch let error as any ErosError {
      cleanup.add(error)
    } catch {
      assertionFailure("unexpected error: \(error)")
    }
    return cleanup
  }

  /// Deletes what interrupted commands have left, file by file.
  ///
  /// Keeps releases from an interrupted exchange.
  ///
  /// - Returns: Errors for files that cannot be deleted.
  func removeLeftovers() -> [FileError] {
    var errors: [FileError] = []
    func remove(_ name: String, from folder: Folder) {
      do throws(FileError) { try folder.removeTree(name) } catch { errors.append(error) }
    }
    do throws(FileError) {
      for name in try root.names() where Folder.isStaged(name) { remove(name, from: root) }
      guard
        let staging = try unlessDamaged({ () throws(FileError) in
          try root.openFolder(StagingArea.name)
        })
      else { return errors }
      let names = try staging.names().sorted()
      let exchanged = names.filter { Folder.name(ofAside: $0) != nil }
      for name in names where !exchanged.contains(name) { remove(name, from: staging) }
      if errors.isEmpty, exchanged.isEmpty { remove(StagingArea.name, from: root) }
    } catch {
      errors.append(error)
    }
    return errors
  }

  // MARK: - Repair

  /// The result of verifying and repairing a release.
  enum Integrity {
    /// The pages are intact.
    case intact
    /// The release was unpacked again.
    ///
    /// Files other than pages may differ from the old files.
    case repaired(InstalledRelease)
    /// The pages are damaged and cannot be repaired.
    case lost
  }

  /// Verifies every byte of a release, and unpacks it again if it is damaged.
  ///
  /// Unpacks the release's own zip, or else `bundle`. A release with intact pages can run even if
  /// its other files cannot be repaired.
  func verifyAndRepair(
    _ release: InstalledRelease, from bundle: DeliveredBundle?
  ) throws -> Integrity {
    let damaged = try damage(of: release)
    guard !damaged.isEmpty else { return .intact }
    // An interrupted command may have replaced it by a release with equal pages and another
    // manifest.
    if damaged.count == Part.allCases.count, let replacement = try identify(release.tree),
      try damage(of: replacement).isEmpty
    {
      return .repaired(replacement)
    }
    if !damaged.contains(.zip), let repaired = try repair(release, from: ownBundle(release)) {
      return .repaired(repaired)
    }
    if let bundle, let repaired = try repair(release, from: bundle) { return .repaired(repaired) }
    guard damaged.contains(.pages) else { return .intact }
    // The zip has another digest, but may contain the same files.
    if try identify(release.tree) != nil,
      let repaired = try repair(release, from: ownBundle(release))
    {
      return .repaired(repaired)
    }
    return .lost
  }

  private func repair(
    _ release: InstalledRelease, from bundle: DeliveredBundle
  ) throws -> InstalledRelease? {
    let mark = try mark(of: release.tree)
    let staged: Staged
    do {
      staged = try stage(bundle, lenientVerifier) { _ in mark }
    } catch SandboxError.notVerified {
      return nil
    }
    guard staged.release.tree == release.tree else {
      try discard(staged)
      return nil
    }
    return try commit(staged)
  }

  /// Returns a release's zip, with its `bundle.config` if that is intact.
  private func ownBundle(_ release: InstalledRelease) throws -> DeliveredBundle {
    let folder = try root.openFolder(Self.releases).openFolder(release.tree.description)
    let config = try unlessDamaged { () throws(FileError) in
      try read(Part.config.rawValue, in: folder)
    }
    let isIntact =
      try config.map { try SHA256Digest.of($0) == release.digests.config } ?? false
    return DeliveredBundle(
      try folder.openFile(Part.zip.rawValue),
      config: isIntact ? config.map { (text: $0, name: Part.config.rawValue) } : nil)
  }

  func read(_ name: String, in folder: Folder) throws(FileError) -> [UInt8] {
    let file = try folder.openFile(name)
    guard file.status.size <= Self.maximumConfigSize else {
      throw FileError(.read, file.path, .fileTooLarge)
    }
    return try file.read(at: 0, count: Int(file.status.size))
  }
}

extension InstalledRelease {
  /// Returns `nil` if verification failed.
  init?(
    _ report: VerificationReport, zip: (digest: SHA256Digest, size: UInt64), config: [UInt8]
  ) throws {
    guard report.verdict == .verified, let tree = report.treeHash, let manifest = report.manifest,
      let text = report.manifestBytes
    else { return nil }
    self.init(
      tree: tree, timestamp: Timestamp(milliseconds: manifest.timestamp),
      android: manifest.android, iOS: manifest.iOS,
      digests: Digests(
        zip: zip.digest, config: try SHA256Digest.of(config),
        manifest: try SHA256Digest.of(text)),
      sizes: Sizes(zip: zip.size, pages: report.bytes + UInt64(text.count)))
  }
}
