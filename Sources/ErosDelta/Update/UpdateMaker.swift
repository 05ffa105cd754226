public import ErosBundle
public import ErosCore
import ErosCrypto
public import ErosFiles

/// Makes updates from one bundle to another.
public struct UpdateMaker: Sendable {
  /// The format of what is made.
  public let format: UpdateFormat
  /// How hard to look for old bytes, for BSDIFF40.
  public let level: BSDiffEncoder.Level
  private let verifier: BundleVerifier

  /// Makes updates in `format`, between bundles that `verifier` accepts.
  ///
  /// How hard to look for old bytes, `level`, is of effect for BSDIFF40 only.
  public init(_ format: UpdateFormat, level: BSDiffEncoder.Level, verifier: BundleVerifier) {
    self.format = format
    self.level = level
    self.verifier = verifier
  }

  /// Verifies both bundles, makes the patch, applies it, and compares the result with the new bundle.
  ///
  /// For a content delta the zip is packed again, too, which tells whether clients get the very one.
  /// Both bundles are held in memory, for a content delta unpacked. `scratch` is an empty folder for what
  /// is made on the way; the caller removes it.
  ///
  /// - Throws: ``DeltaError``, `FileError`.
  public func make(
    from old: some ZipSource, to new: some ZipSource, scratch: Folder
  ) throws -> Update {
    switch format {
    case .bsdiff:
      let before = try release(of: old)
      let after = try release(of: new)
      let bytes = try bsdiff(from: old, to: new)
      return Update(
        format: format, bytes: bytes, from: before, to: after, newSize: new.size, isIdentical: true)
    case .delta:
      let before = try content(of: old)
      let after = try content(of: new)
      let delta = try delta(from: before.content, to: after.content, scratch)
      return Update(
        format: format, bytes: delta.bytes, from: before.release, to: after.release,
        newSize: new.size, isIdentical: delta.isIdentical)
    }
  }

  /// Verifies a bundle and tells which release it is.
  ///
  /// - Throws: ``DeltaError/notVerified(bundle:_:remedy:)``, `FileError`.
  public func release(of bundle: some ZipSource) throws -> Update.Release {
    try release(verifier.verify(bundle), of: bundle)
  }

  private func content(
    of bundle: some ZipSource
  ) throws -> (content: BundleContent, release: Update.Release) {
    let (report, content) = try BundleContent.read(bundle, verifier: verifier)
    let release = try release(report, of: bundle)
    guard let content else { throw DeltaError(notVerified: bundle.path, report) }
    return (content, release)
  }

  private func release(
    _ report: VerificationReport, of bundle: some ZipSource
  ) throws -> Update.Release {
    guard report.verdict == .verified, let manifest = report.manifest, let tree = report.treeHash
    else { throw DeltaError(notVerified: bundle.path, report) }
    return Update.Release(jsVersion: manifest.jsVersion, tree: tree, appName: manifest.appName)
  }

  private func bsdiff(from old: some ZipSource, to new: some ZipSource) throws -> [UInt8] {
    let base = ZipBytes(try old.read(at: 0, count: Int(old.size)), path: old.path)
    let target = try new.read(at: 0, count: Int(new.size))
    let patch = try BSDiffEncoder(level: level, threads: verifier.threads)
      .encode(old: base.bytes, new: target)
    var offset = 0
    try BSDiffDecoder(sizeLimit: new.size).decode(
      patch: ZipBytes(patch, path: "the new patch"), old: base
    ) { piece in
      guard target[offset...].starts(with: piece) else { throw DeltaError.library("it lost data") }
      offset += piece.count
    }
    guard offset == target.count else { throw DeltaError.library("it lost data") }
    return patch
  }

  private func delta(
    from old: BundleContent, to new: BundleContent, _ scratch: Folder
  ) throws -> (bytes: [UInt8], isIdentical: Bool) {
    let limits = DeltaLimits(verifier.limits)
    let bytes = try ContentDeltaEncoder(threads: verifier.threads, limits: limits)
      .encode(from: old, to: new)
    let patch = ZipBytes(bytes, path: "the new patch")
    let zip = try StagedFile(scratch.path + "/rebuilt.zip")
    // The tree hash is compared when the last file is built.
    let isIdentical = try UpdateApplier(verifier).make(
      patch, to: old.tree, into: zip, scratch: scratch)
    if !isIdentical {
      let report = try verifier.verify(zip.reader())
      guard report.verdict == .verified else { throw DeltaError(badResultOf: patch.path, report) }
    }
    return (bytes, isIdentical)
  }
}

/// An update from one release to another.
public struct Update: Sendable {
  /// A release, as update servers and we ourselves call it.
  public struct Release: Sendable {
    /// What update servers and old clients call the release.
    public let jsVersion: BundleVersion
    /// What this project calls the release.
    public let tree: TreeHash
    /// The app that the bundle is of, as far as its manifest says.
    public let appName: String?
  }

  /// The format of the patch.
  public let format: UpdateFormat
  /// The patch itself.
  public let bytes: [UInt8]
  /// The release that the patch is applied to.
  public let from: Release
  /// The release that it makes.
  public let to: Release
  /// How many bytes the new zip has.
  public let newSize: UInt64
  /// Whether applying it here gave the very zip of the new release.
  ///
  /// If not, clients get the same files in a zip of other bytes, which is no base for a BSDIFF40 patch: the
  /// zip was packed by something else. A BSDIFF40 patch always gives the very zip.
  public let isIdentical: Bool

  /// The name under which the patch is published.
  ///
  /// - Throws: `CryptoError` when the library that hashes fails.
  public func publishedName() throws -> String { try format.publishedName(from: from, to: to) }
}

extension UpdateFormat {
  /// The name under which a patch between two releases is published.
  ///
  /// For BSDIFF40 it is what clients in the field ask for. See `docs/bsdiff-patches.md`.
  ///
  /// - Throws: `CryptoError` when the library that hashes fails.
  public func publishedName(from old: Update.Release, to new: Update.Release) throws -> String {
    switch self {
    case .bsdiff: try BSDiffPatchName.published(from: old.jsVersion, to: new.jsVersion)
    case .delta: "\(old.jsVersion)-\(new.jsVersion).erosdelta"
    }
  }
}
