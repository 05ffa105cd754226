import ErosBundle
import ErosCore
import ErosCrypto
import ErosFiles
import SystemPackage

/// The releases of a sandbox, and what is on its way to become one.
///
/// Only whoever holds the sandbox's lock may change anything here.
struct ReleaseStore {
  /// What lies in the folder of a release.
  enum Part: String, CaseIterable {
    case pages = "bundle"
    case config = "bundle.config"
    case zip = "bundle.zip"
  }

  /// A verified and durable release that has not got its place yet.
  struct Staged {
    fileprivate let name: String
    let release: InstalledRelease
    let source: SHA256Digest
  }

  static let releases = "releases"
  private static let longestConfig: UInt64 = 64 << 20

  let root: Folder
  /// Judges what is delivered.
  let verifier: BundleVerifier

  /// Where a release is unpacked before it gets its place.
  var staging: StagingArea { StagingArea(in: root) }

  /// Judges what was accepted before, with whatever limits were given then.
  var lenientVerifier: BundleVerifier {
    BundleVerifier(
      limits: ZipLimits(entries: ZipLimits.mostEntries, totalSize: .max), threads: verifier.threads)
  }

  /// The folder of the releases, or `nil` before there is one.
  ///
  /// - Throws: ``SandboxError/inTheWay(_:)`` for a link, which would lead out of the sandbox.
  func folder() throws -> Folder? {
    guard try root.has(Self.releases) else { return nil }
    guard root.linkTarget(Self.releases) == nil else {
      throw SandboxError.inTheWay(root.path + "/" + Self.releases)
    }
    return try root.openFolder(Self.releases)
  }

  /// The path of a release, or of a part of it, below the sandbox.
  static func place(_ tree: TreeHash, _ part: Part? = nil) -> String {
    "\(releases)/\(tree)" + (part.map { "/" + $0.rawValue } ?? "")
  }

  // MARK: - Staging

  /// Copies, verifies and unpacks a bundle below `staging/`, durably.
  ///
  /// The copy is what is verified, so whatever happens to the original meanwhile does no harm.
  ///
  /// - Throws: ``SandboxError/notVerified(bundle:_:)``, `FileError`; nothing is left then.
  func stage(_ bundle: DeliveredBundle) throws -> Staged {
    try stage(bundle, verifier)
  }

  private func stage(_ bundle: DeliveredBundle, _ verifier: BundleVerifier) throws -> Staged {
    let staged = try staging.fill { try fill($0, with: bundle, verifier) }
    return Staged(name: staged.name, release: staged.result.0, source: staged.result.source)
  }

  private func fill(
    _ folder: Folder, with bundle: DeliveredBundle, _ verifier: BundleVerifier
  ) throws -> (InstalledRelease, source: SHA256Digest) {
    var copy = try folder.newFile(Part.zip.rawValue)
    let zipDigest = try bundle.readZip { try copy.write($0) }
    try copy.close()
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
    try folder.syncTree()
    return (release, try bundle.source(zipDigest: zipDigest))
  }

  // MARK: - Places

  /// Gives a staged release its place, unless it is there already and whole.
  ///
  /// A whole one with another manifest is replaced, unless `keepingWhole`.
  ///
  /// - Returns: the release that is in the place now.
  func place(_ staged: Staged, keepingWhole: Bool = false) throws -> InstalledRelease {
    let releases = try root.folder(Self.releases)
    let name = staged.release.tree.description
    if try releases.has(name), let present = try identify(staged.release.tree),
      keepingWhole || present.says(theSameAs: staged.release), try damage(of: present).isEmpty
    {
      return present
    }
    // What is there is damaged, but it may be all that there is: it goes in the same instant.
    try staging.commit(staged.name, as: name, in: releases)
    try root.sync()
    return staged.release
  }

  /// Deletes a staged release.
  func discard(_ staged: Staged) throws {
    try staging.remove(staged.name)
  }

  /// The releases that have a place, whole or not.
  func present() throws -> [TreeHash] { try names().compactMap { TreeHash($0) } }

  /// Deletes all releases but those to be kept; what is no release stays.
  func collect(keeping kept: Set<TreeHash>) throws {
    guard let releases = try folder() else { return }
    // Never half of one: under `releases/` there is only what is complete.
    for tree in try present() where !kept.contains(tree) {
      try staging.discard(tree.description, from: releases)
    }
  }

  /// The names among the releases, of whatever kind.
  private func names() throws -> [String] { try folder()?.names().sorted() ?? [] }

  // MARK: - Repair

  /// What became of a release that was to be made whole.
  enum Condition {
    case whole
    /// It was unpacked anew; the files beside the pages may be others now.
    case repaired(InstalledRelease)
    case lost
  }

  /// Checks every byte of a release, and unpacks it anew when something is wrong.
  ///
  /// It is taken from its own zip, or else from `bundle`. Where the pages are whole and there is nothing
  /// to mend the rest with, the release is still good to run.
  func makeWhole(
    _ release: InstalledRelease, from bundle: DeliveredBundle?
  ) throws -> Condition {
    let damaged = try damage(of: release)
    guard !damaged.isEmpty else { return .whole }
    // It may have been replaced by one of equal files just before an interruption.
    if damaged.count == Part.allCases.count, let found = try identify(release.tree),
      try damage(of: found).isEmpty
    {
      return .repaired(found)
    }
    if !damaged.contains(.zip), let repaired = try repair(release, from: ownBundle(release)) {
      return .repaired(repaired)
    }
    if let bundle, let repaired = try repair(release, from: bundle) { return .repaired(repaired) }
    guard damaged.contains(.pages) else { return .whole }
    // A zip that changed and still holds these very files will do.
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
    let staged: Staged
    do {
      staged = try stage(bundle, lenientVerifier)
    } catch SandboxError.notVerified {
      return nil
    }
    guard staged.release.tree == release.tree else {
      try discard(staged)
      return nil
    }
    return try place(staged)
  }

  /// The bundle that a release keeps, with its `bundle.config` where that is whole.
  private func ownBundle(_ release: InstalledRelease) throws -> DeliveredBundle {
    let folder = try root.openFolder(Self.releases).openFolder(release.tree.description)
    let config = try? read(Part.config.rawValue, in: folder)
    let isWhole = try config.map { try SHA256Digest.of($0.span) == release.digests.config } ?? false
    return DeliveredBundle(
      try folder.openFile(Part.zip.rawValue),
      config: isWhole ? config.map { (text: $0, name: Part.config.rawValue) } : nil)
  }

  func read(_ name: String, in folder: Folder) throws -> [UInt8] {
    let file = try folder.openFile(name)
    guard file.status.size <= Self.longestConfig else {
      throw FileError(.read, file.path, .fileTooLarge)
    }
    return try file.read(at: 0, count: Int(file.status.size))
  }
}

extension InstalledRelease {
  /// What a verified bundle is as a release, or `nil` for one that is not verified.
  init?(
    _ report: VerificationReport, zip: (digest: SHA256Digest, size: UInt64), config: [UInt8]
  ) throws {
    guard report.verdict == .verified, let tree = report.treeHash, let manifest = report.manifest,
      let text = report.manifestBytes
    else { return nil }
    self.init(
      tree: tree, timestamp: manifest.timestamp, android: manifest.android, iOS: manifest.iOS,
      digests: Digests(
        zip: zip.digest, config: try SHA256Digest.of(config.span),
        manifest: try SHA256Digest.of(text.span)),
      sizes: Sizes(zip: zip.size, pages: report.bytes + UInt64(text.count)))
  }
}
