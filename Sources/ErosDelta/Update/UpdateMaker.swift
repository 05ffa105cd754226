public import ErosBundle
public import ErosCore
import ErosCrypto
import ErosFiles

/// Makes updates from one bundle to another.
public struct UpdateMaker: Sendable {
  public let format: UpdateFormat
  public let level: BSDiffEncoder.Level
  private let verifier: BundleVerifier

  /// How hard to look for old bytes, `level`, is of effect for BSDIFF40 only.
  public init(_ format: UpdateFormat, level: BSDiffEncoder.Level, verifier: BundleVerifier) {
    self.format = format
    self.level = level
    self.verifier = verifier
  }

  /// Verifies both bundles, makes the patch, applies it, and compares the result with the new bundle.
  ///
  /// Both bundles are held in memory, for a content delta unpacked.
  ///
  /// - Throws: ``DeltaError/notVerified(bundle:_:remedy:)``, `FileError`.
  public func make(from old: some ZipSource, to new: some ZipSource) throws -> Update {
    switch format {
    case .bsdiff:
      let before = try release(verifier.verify(old), of: old)
      let after = try release(verifier.verify(new), of: new)
      let bytes = try bsdiff(from: old, to: new)
      return Update(format: format, bytes: bytes, from: before, to: after, newSize: new.size)
    case .delta:
      let before = try content(of: old)
      let after = try content(of: new)
      let bytes = try delta(from: before.content, to: after.content)
      return Update(
        format: format, bytes: bytes, from: before.release, to: after.release, newSize: new.size)
    }
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
    guard report.verdict == .verified, let version = report.manifest?.jsVersion,
      let tree = report.treeHash
    else { throw DeltaError(notVerified: bundle.path, report) }
    return Update.Release(jsVersion: version, tree: tree)
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

  private func delta(from old: BundleContent, to new: BundleContent) throws -> [UInt8] {
    let patch = try ContentDeltaEncoder(threads: verifier.threads).encode(from: old, to: new)
    let delta = try ContentDelta(
      reading: ZipBytes(patch, path: "the new patch"), limits: DeltaLimits(verifier.limits))
    // The tree hash is compared when the last file is built.
    try delta.apply(to: old.tree, into: NoSink(), threads: verifier.threads)
    return patch
  }
}

/// An update from one release to another.
public struct Update: Sendable {
  /// A release, as update servers and we ourselves call it.
  public struct Release: Sendable {
    public let jsVersion: BundleVersion
    public let tree: TreeHash
  }

  public let format: UpdateFormat
  /// The patch itself.
  public let bytes: [UInt8]
  public let from: Release
  public let to: Release
  /// How many bytes the new zip has.
  public let newSize: UInt64

  /// The name under which a patch is published.
  ///
  /// For BSDIFF40 it is what clients in the field ask for. See `docs/bsdiff-patches.md`.
  public func publishedName() throws -> String {
    switch format {
    case .bsdiff: try BSDiffPatchName.published(from: from.jsVersion, to: to.jsVersion)
    case .delta: "\(from.jsVersion)-\(to.jsVersion).erosdelta"
    }
  }
}

/// Takes files and keeps nothing of them.
private struct NoSink: FileSink, FileSinkWriter {
  func makeFile(_ path: BundlePath) -> any FileSinkWriter { self }
  func write(_ bytes: [UInt8]) {}
  func close() {}
}
