public import ErosBundle
public import ErosCore
import ErosCrypto
public import ErosFiles
import ErosLegacyPatch

/// Makes patches between two bundles, in either format.
///
/// ```swift
/// let maker = UpdateMaker(.delta, level: .standard, verifier: BundleVerifier(threads: 2))
/// let update = try maker.make(
///   from: ReadableFile("old.zip"), to: ReadableFile("new.zip"), scratch: Folder("scratch"))
/// try StagedFile.commit([StagedFile(update.publishedName(), contents: update.bytes)])
/// ```
public struct UpdateMaker: Sendable {
  /// Patch format.
  public let format: UpdateFormat
  /// Effort to find common bytes in BSDIFF40.
  ///
  /// Content deltas ignore it.
  public let level: BSDiffEncoder.Level
  private let verifier: BundleVerifier

  /// Creates a maker for bundles that `verifier` accepts.
  public init(_ format: UpdateFormat, level: BSDiffEncoder.Level, verifier: BundleVerifier) {
    self.format = format
    self.level = level
    self.verifier = verifier
  }

  /// Makes a patch, applies it, and compares the result with the new bundle.
  ///
  /// Verifies both bundles first. A content delta also repacks the new zip to set
  /// ``Update/isIdentical``. Both bundles are held in memory, unpacked for a content delta.
  /// `scratch` must be an empty folder for temporary files, and you remove it afterwards.
  ///
  /// - Throws: `DeltaError` if a bundle is invalid or exceeds a limit, or if no usable patch can be
  ///   made. `FileError` if a file cannot be read or written.
  public func make(
    from old: some ZipSource, to new: some ZipSource, scratch: Folder
  ) throws -> Update {
    try make(from: read(old), to: read(new), scratch: scratch)
  }

  /// Verifies and reads a bundle once, for several patches.
  ///
  /// - Throws: `DeltaError` if the bundle is invalid or exceeds a limit, or `FileError`.
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

  /// Makes a patch between two bundles that this maker has read, or another maker of content
  /// deltas.
  ///
  /// `progress` is called with the completed fraction on any thread, but never for BSDIFF40.
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

  /// Verifies a bundle and says which release it is.
  ///
  /// - Throws: `DeltaError` if the bundle is invalid or exceeds a limit, or `FileError`.
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
      timestamp: manifest.timestamp, wgt: report.wgt)
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

  /// Makes and applies a delta, and meanwhile repacks the new bundle as clients will.
  ///
  /// Deltas reproduce files exactly, so repacking need not wait for one.
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
    // Throws unless the built files have the expected tree hash.
    try ContentDelta(reading: ZipBytes(bytes, path: "the new patch"), limits: limits)
      .apply(to: old.tree, into: DroppedFiles(), threads: verifier.threads)
    return bytes
  }

  /// Returns `true` if the repacked zip equals the bundle.
  ///
  /// Otherwise, checks that it is valid.
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

/// A verified bundle, for either side of patches.
package final class UpdateSide: Sendable {
  package let release: Update.Release
  package let manifest: BundleManifest
  package let source: any ZipSource
  /// Total bytes in all files except the manifest.
  package let pagesSize: UInt64
  /// Number of files and folders in the zip.
  package let entryCount: Int
  /// Total bytes in all files in the zip.
  package let totalSize: UInt64
  /// Files in memory, only for content deltas.
  let content: BundleContent?
  /// `true` if repacking reproduces the zip, `nil` until known.
  ///
  /// All deltas to this bundle share it.
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

  /// Calls `determine` once and returns its result again later.
  ///
  /// Concurrent callers wait for it.
  fileprivate func isIdentical(_ determine: () throws -> Bool) throws -> Bool {
    try isIdentical.withLock { answer in
      if let answer { return answer }
      let result = try determine()
      answer = result
      return result
    }
  }
}

/// Discards files, to check only that a delta can be applied.
private struct DroppedFiles: FileSink {
  private struct File: FileSinkWriter {
    func write(_ bytes: [UInt8]) {}
    func close() {}
  }

  func makeFile(_ path: BundlePath) -> any FileSinkWriter { File() }
}

/// A patch from one release to another.
public struct Update: Sendable {
  /// Identity of a release.
  public struct Release: Sendable {
    /// Version that identifies a release for update servers and legacy clients.
    public let jsVersion: BundleVersion
    /// Hash that identifies a release in this project.
    public let tree: TreeHash
    /// App name from the manifest.
    public let appName: String?
    /// Build time from the manifest, in milliseconds since 1970.
    public let timestamp: Int64
    /// Identity of a uni-app resource package.
    public let wgt: WgtIdentity?
  }

  /// Patch format.
  public let format: UpdateFormat
  /// Bytes of the patch.
  public let bytes: [UInt8]
  /// Old release.
  public let from: Release
  /// New release.
  public let to: Release
  /// Size of the new zip in bytes.
  public let newSize: UInt64
  /// `true` if clients get the new zip byte for byte when they apply this patch.
  ///
  /// `false` means that another packer made the new zip. Clients then get the same files and
  /// manifest in a zip with different bytes, so it cannot be the base of a BSDIFF40 patch. For
  /// BSDIFF40, it is always `true`, because making a patch fails if a single byte differs.
  public let isIdentical: Bool

  /// Returns the file name under which to publish this patch.
  ///
  /// - Throws: `CryptoError` if hashing fails.
  public func publishedName() throws -> String { try format.publishedName(from: from, to: to) }
}

extension UpdateFormat {
  /// Returns the file name under which to publish a patch between two releases.
  ///
  /// ```swift
  /// let name = try UpdateFormat.delta.publishedName(from: old, to: new)
  /// ```
  ///
  /// Legacy clients request BSDIFF40 patches by this name. See `docs/bsdiff-patches.md`.
  ///
  /// - Throws: `CryptoError` if hashing fails.
  public func publishedName(from old: Update.Release, to new: Update.Release) throws -> String {
    switch self {
    case .bsdiff: try BSDiffPatchName.published(from: old.jsVersion, to: new.jsVersion)
    case .delta: "\(old.jsVersion)-\(new.jsVersion).erosdelta"
    }
  }
}
