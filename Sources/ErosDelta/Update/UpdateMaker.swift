public import ErosBundle
public import ErosCore
import ErosCrypto
public import ErosFiles
import Synchronization

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
  /// For a content delta the zip is packed again meanwhile, which tells whether clients get the very one.
  /// Both bundles are held in memory, for a content delta unpacked. `scratch` is an empty folder for what
  /// is made on the way; the caller removes it.
  ///
  /// - Throws: ``DeltaError``, `FileError`.
  public func make(
    from old: some ZipSource, to new: some ZipSource, scratch: Folder
  ) throws -> Update {
    try make(from: read(old), to: read(new), scratch: scratch)
  }

  /// Reads and verifies a bundle, as a side of one update or of many.
  ///
  /// - Throws: ``DeltaError/notVerified(bundle:_:remedy:)``, `FileError`.
  package func read(_ bundle: some ZipSource) throws -> UpdateSide {
    switch format {
    case .bsdiff: return UpdateSide(source: bundle, release: try release(of: bundle), content: nil)
    case .delta:
      let (report, content) = try BundleContent.read(bundle, verifier: verifier)
      return UpdateSide(
        source: bundle, release: try release(report, of: bundle), content: content)
    }
  }

  /// Makes the patch between two bundles that were read for this format.
  ///
  /// `progress` gets the share of the work that is done, from any thread, where that takes long.
  package func make(
    from old: UpdateSide, to new: UpdateSide, scratch: Folder,
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) throws -> Update {
    let patch =
      if let before = old.content, let after = new.content {
        try delta(from: before, to: after, of: new, scratch, progress)
      } else {
        (bytes: try bsdiff(from: old.source, to: new.source), isIdentical: true)
      }
    return Update(
      format: format, bytes: patch.bytes, from: old.release, to: new.release,
      newSize: new.source.size, isIdentical: patch.isIdentical)
  }

  /// Verifies a bundle and tells which release it is.
  ///
  /// - Throws: ``DeltaError/notVerified(bundle:_:remedy:)``, `FileError`.
  public func release(of bundle: some ZipSource) throws -> Update.Release {
    try release(verifier.verify(bundle), of: bundle)
  }

  private func release(
    _ report: VerificationReport, of bundle: some ZipSource
  ) throws -> Update.Release {
    guard report.verdict == .verified, let manifest = report.manifest, let tree = report.treeHash
    else { throw DeltaError(notVerified: bundle.path, report) }
    return Update.Release(
      jsVersion: manifest.jsVersion, tree: tree, appName: manifest.appName,
      timestamp: manifest.timestamp)
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

  /// Makes a delta and applies it, and meanwhile packs the new bundle again, as who applies it will.
  ///
  /// The delta gives the files to the byte, so what they are packed to does not depend on it.
  private func delta(
    from old: BundleContent, to new: BundleContent, of side: UpdateSide, _ scratch: Folder,
    _ progress: @escaping @Sendable (Double) -> Void
  ) throws -> (bytes: [UInt8], isIdentical: Bool) {
    let recipe = try new.recipe()
    let bytes = Mutex<[UInt8]>([])
    let isIdentical = Mutex(false)
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
    // The tree hash is compared when the last file is built.
    try ContentDelta(reading: ZipBytes(bytes, path: "the new patch"), limits: limits)
      .apply(to: old.tree, into: DroppedFiles(), threads: verifier.threads)
    return bytes
  }

  /// Tells whether the bundle comes out to the byte; what comes out must be a bundle in any case.
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

/// A bundle that was read to make updates from it or to it.
package final class UpdateSide: Sendable {
  package let release: Update.Release
  let source: any ZipSource
  /// Its files, for a content delta.
  let content: BundleContent?
  /// Whether its zip comes out of a delta to the byte, once that is known: it is so for all deltas.
  private let isIdentical = Mutex<Bool?>(nil)

  init(source: any ZipSource, release: Update.Release, content: BundleContent?) {
    self.source = source
    self.release = release
    self.content = content
  }

  /// The answer that `findOut` gave first; who asks meanwhile waits.
  fileprivate func isIdentical(_ findOut: () throws -> Bool) throws -> Bool {
    try isIdentical.withLock { known in
      if let known { return known }
      let answer = try findOut()
      known = answer
      return answer
    }
  }
}

/// Takes files that nobody needs: that they can be made is what counts.
private struct DroppedFiles: FileSink {
  private struct File: FileSinkWriter {
    func write(_ bytes: [UInt8]) {}
    func close() {}
  }

  func makeFile(_ path: BundlePath) -> any FileSinkWriter { File() }
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
    /// When the bundle was built, in milliseconds since 1970, as its manifest says.
    public let timestamp: Int64
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
