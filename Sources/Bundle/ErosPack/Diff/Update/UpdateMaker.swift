public import ErosBundle
public import ErosCore
import ErosCrypto
public import ErosFiles
import ErosLegacyPatch

/// An encoder of patches between two bundles, in either format.
public struct UpdateMaker: Sendable {
  /// The format of the patches.
  public let format: UpdateFormat
  /// The effort to find common bytes; applies to BSDIFF40 only.
  public let level: BSDiffEncoder.Level
  private let verifier: BundleVerifier

  /// Creates an encoder of patches between bundles that `verifier` accepts.
  public init(_ format: UpdateFormat, level: BSDiffEncoder.Level, verifier: BundleVerifier) {
    self.format = format
    self.level = level
    self.verifier = verifier
  }

  /// Verifies both bundles, makes the patch, applies it, and compares the result with the new
  /// bundle.
  ///
  /// For a content delta, also repacks the zip to determine ``Update/isIdentical``. Holds both
  /// bundles in memory, unpacked for a content delta. `scratch` is an empty folder for temporary
  /// files; the caller removes it.
  ///
  /// - Throws: `DeltaError`, `FileError`.
  public func make(
    from old: some ZipSource, to new: some ZipSource, scratch: Folder
  ) throws -> Update {
    try make(from: read(old), to: read(new), scratch: scratch)
  }

  /// Reads and verifies a bundle, for use in several patches.
  ///
  /// - Throws: `DeltaError.notVerified(bundle:_:remedy:)`, `FileError`.
  package func read(_ bundle: some ZipSource) throws -> UpdateSide {
    switch format {
    case .bsdiff: return try side(verifier.verify(bundle), of: bundle, content: nil)
    case .delta:
      let (report, content) = try BundleContent.read(bundle, verifier: verifier)
      return try side(report, of: bundle, content: content)
    }
  }

  private func side(
    _ report: VerificationReport, of bundle: some ZipSource, content: BundleContent?
  ) throws -> UpdateSide {
    let (release, manifest) = try release(report, of: bundle)
    return UpdateSide(
      source: bundle, release: release, manifest: manifest, pagesSize: report.bytes,
      entries: report.files.map(\.entry), folderCount: report.folders.count, content: content)
  }

  /// Makes the patch between two bundles that this maker, or a maker of content deltas, has read.
  ///
  /// `progress` receives the completed fraction, from any thread; it is not called for BSDIFF40.
  package func make(
    from old: UpdateSide, to new: UpdateSide, scratch: Folder,
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) throws -> Update {
    let patch: (bytes: [UInt8], isIdentical: Bool)
    switch format {
    case .bsdiff: patch = (try bsdiff(from: old.source, to: new.source), true)
    case .delta:
      guard let before = old.content, let after = new.content else {
        preconditionFailure("a content delta needs bundles that were read for content deltas")
      }
      patch = try delta(from: before, to: after, of: new, scratch, progress)
    }
    return Update(
      format: format, bytes: patch.bytes, from: old.release, to: new.release,
      newSize: new.source.size, isIdentical: patch.isIdentical)
  }

  /// Verifies a bundle and returns its release.
  ///
  /// - Throws: `DeltaError.notVerified(bundle:_:remedy:)`, `FileError`.
  public func release(of bundle: some ZipSource) throws -> Update.Release {
    try release(verifier.verify(bundle), of: bundle).release
  }

  private func release(
    _ report: VerificationReport, of bundle: some ZipSource
  ) throws -> (release: Update.Release, manifest: BundleManifest) {
    guard report.verdict == .verified, let manifest = report.manifest, let tree = report.treeHash
    else { throw DeltaError(notVerified: bundle.path, report) }
    let release = Update.Release(
      jsVersion: manifest.jsVersion, tree: tree, appName: manifest.appName,
      timestamp: manifest.timestamp)
    return (release, manifest)
  }

  private func bsdiff(from old: some ZipSource, to new: some ZipSource) throws -> [UInt8] {
    let base = ZipBytes(try old.read(at: 0, count: Int(old.size)), path: old.path)
    let target = try new.read(at: 0, count: Int(new.size))
    let patch = try BSDiffEncoder(level: level, threads: verifier.threads)
      .encode(old: base.bytes, new: target)
    var offset = 0
    try BSDiffDecoder(sizeLimit: new.size).decode(
      patch: ZipBytes(patch, path: "the new patch"), old: base
    ) { chunk in
      guard target[offset...].starts(with: chunk) else { throw Self.wrongResult }
      offset += chunk.count
    }
    guard offset == target.count else { throw Self.wrongResult }
    return patch
  }

  private static let wrongResult = DeltaError.library("the patch does not produce the new bundle")

  /// Makes a delta and applies it, and at the same time repacks the new bundle as a client will.
  ///
  /// The delta reproduces the files exactly, so the repacked zip does not depend on it.
  private func delta(
    from old: BundleContent, to new: BundleContent, of side: UpdateSide, _ scratch: Folder,
    _ progress: @escaping @Sendable (Double) -> Void
  ) throws -> (bytes: [UInt8], isIdentical: Bool) {
    let recipe = try new.recipe()
    let bytes = Lock<[UInt8]>([])
    let isIdentical = Lock(false)
    try Parallel.forEach(2, threads: verifier.threads, makeState: {}) { work, _ in
      if work == 0 {
        let made = try checkedDelta(from: old, to: new, recipe, progress)
        bytes.withLock { $0 = made }
      } else {
        let isSame = try side.isIdentical {
          try repack(new, recipe, into: StagedFile(scratch.path + "/rebuilt.zip"))
        }
        isIdentical.withLock { $0 = isSame }
      }
    }
    return (bytes.withLock { $0 }, isIdentical.withLock { $0 })
  }

  private func checkedDelta(
    from old: BundleContent, to new: BundleContent, _ recipe: ZipRecipe,
    _ progress: @escaping @Sendable (Double) -> Void
  ) throws -> [UInt8] {
    let limits = DeltaLimits(verifier.limits)
    let bytes = try ContentDeltaEncoder(threads: verifier.threads, limits: limits)
      .encode(from: old, to: new, recipe: recipe, progress: progress)
    // Throws unless the tree hash of the built files is right.
    try ContentDelta(reading: ZipBytes(bytes, path: "the new patch"), limits: limits)
      .apply(to: old.tree, into: DroppedFiles(), threads: verifier.threads)
    return bytes
  }

  /// Returns whether the repacked zip equals the bundle; if not, it must still be a valid bundle.
  private func repack(
    _ new: BundleContent, _ recipe: ZipRecipe, into zip: StagedFile
  ) throws -> Bool {
    if try new.repack(by: recipe, into: zip, threads: verifier.threads) { return true }
    let report = try verifier.verify(zip.reader())
    guard report.verdict == .verified else {
      throw DeltaError(badResultOf: "the new patch", report)
    }
    return false
  }
}

/// A verified bundle, as the old or the new side of patches.
package final class UpdateSide: Sendable {
  package let release: Update.Release
  package let manifest: BundleManifest
  package let source: any ZipSource
  /// The total size in bytes of the files without the manifest.
  package let pagesSize: UInt64
  /// The number of files and folders in the zip.
  package let entryCount: Int
  /// The total size in bytes of the files in the zip.
  package let totalSize: UInt64
  /// The files, for a content delta.
  let content: BundleContent?
  /// Whether repacking reproduces the zip, once known; the same for all deltas to this bundle.
  private let isIdentical = Lock<Bool?>(nil)

  init(
    source: any ZipSource, release: Update.Release, manifest: BundleManifest, pagesSize: UInt64,
    entries: [ZipEntry], folderCount: Int, content: BundleContent?
  ) {
    entryCount = entries.count + folderCount
    totalSize = entries.reduce(0) { $0 + $1.size }
    self.source = source
    self.pagesSize = pagesSize
    self.release = release
    self.manifest = manifest
    self.content = content
  }

  /// Returns the result of the first call of `determine`; concurrent callers wait for it.
  fileprivate func isIdentical(_ determine: () throws -> Bool) throws -> Bool {
    try isIdentical.withLock { known in
      if let known { return known }
      let result = try determine()
      known = result
      return result
    }
  }
}

/// A sink that discards the files, to check that a delta can be applied.
private struct DroppedFiles: FileSink {
  private struct File: FileSinkWriter {
    func write(_ bytes: [UInt8]) {}
    func close() {}
  }

  func makeFile(_ path: BundlePath) -> any FileSinkWriter { File() }
}

/// A patch from one release to another.
public struct Update: Sendable {
  /// The identity of a release.
  public struct Release: Sendable {
    /// The version that identifies the release for update servers and legacy clients.
    public let jsVersion: BundleVersion
    /// The tree hash that identifies the release in this project.
    public let tree: TreeHash
    /// The app name in the manifest.
    public let appName: String?
    /// The build time in the manifest, in milliseconds since 1970.
    public let timestamp: Int64
  }

  /// The format of the patch.
  public let format: UpdateFormat
  /// The contents of the patch.
  public let bytes: [UInt8]
  /// The old release.
  public let from: Release
  /// The new release.
  public let to: Release
  /// The size of the new zip in bytes.
  public let newSize: UInt64
  /// Whether applying the patch here produced the new zip byte for byte.
  ///
  /// If not, another packer made the new zip. Clients then get the same files and manifest in a zip
  /// with other bytes, so it cannot be the base of a BSDIFF40 patch. For BSDIFF40, the value is
  /// always `true`: making the patch fails if the result differs in any byte.
  public let isIdentical: Bool

  /// Returns the file name of the published patch.
  ///
  /// - Throws: `CryptoError` when hashing fails.
  public func publishedName() throws -> String { try format.publishedName(from: from, to: to) }
}

extension UpdateFormat {
  /// Returns the file name of a published patch between two releases.
  ///
  /// For BSDIFF40, legacy clients request this name. See `docs/bsdiff-patches.md`.
  ///
  /// - Throws: `CryptoError` when hashing fails.
  public func publishedName(from old: Update.Release, to new: Update.Release) throws -> String {
    switch self {
    case .bsdiff: try BSDiffPatchName.published(from: old.jsVersion, to: new.jsVersion)
    case .delta: "\(old.jsVersion)-\(new.jsVersion).erosdelta"
    }
  }
}
