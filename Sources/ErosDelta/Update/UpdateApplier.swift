public import ErosBundle
import ErosCore
public import ErosFiles

/// Applies updates of either format to a bundle.
public struct UpdateApplier: Sendable {
  /// What became of an update.
  public struct Result: Sendable {
    /// The format that the patch had.
    public let format: UpdateFormat
    /// What was found out about the new bundle; it is verified.
    public let report: VerificationReport
    /// Whether the zip is the very one that the update was made to.
    ///
    /// If not, its files are the same, but it is no base for a BSDIFF40 patch. A BSDIFF40 patch always
    /// gives the very zip.
    public let isIdentical: Bool
  }

  /// Judges the old and the new bundle; its limits hold for the patch, too.
  private let verifier: BundleVerifier

  /// Applies patches within the limits of `verifier`, on its threads.
  public init(_ verifier: BundleVerifier) {
    self.verifier = verifier
  }

  /// Makes the new bundle from the old one and writes it to `zip`, which the caller commits.
  ///
  /// `scratch` is an empty folder for the unpacked files; the caller removes it.
  ///
  /// - Throws: ``DeltaError``, also when the result is no bundle that verifies; `FileError`.
  public func apply(
    _ patch: some ZipSource, to old: some ZipSource, into zip: StagedFile, scratch: Folder
  ) throws -> Result {
    let format = try UpdateFormat(of: patch)
    let isIdentical = try make(patch, to: old, into: zip, scratch: scratch)
    let report = try verifier.verify(zip.reader())
    guard report.verdict == .verified else { throw DeltaError(badResultOf: patch.path, report) }
    return Result(format: format, report: report, isIdentical: isIdentical)
  }

  /// Does what ``apply(_:to:into:scratch:)`` does, for a caller that verifies the new bundle by itself.
  ///
  /// - Returns: whether the zip is the very one that the update was made to.
  /// - Throws: ``DeltaError``, `FileError`.
  public func make(
    _ patch: some ZipSource, to old: some ZipSource, into zip: StagedFile, scratch: Folder
  ) throws -> Bool {
    switch try UpdateFormat(of: patch) {
    case .bsdiff:
      try applyRaw(patch, to: old, into: zip)
      return true
    case .delta:
      let delta = try read(patch)
      let pages = try scratch.newFolder("old")
      let report = try BundleUnpacker(verifier).unpack(old, into: pages)
      guard report.verdict == .verified else { throw DeltaError(notVerified: old.path, report) }
      let tree = FolderTree(pages.path, verified: report.contentFiles)
      return try rebuild(delta, tree, into: zip, scratch)
    }
  }

  /// Makes the new bundle from the files of the old one, for a caller that verifies it by itself.
  ///
  /// - Returns: whether the zip is the very one that the update was made to.
  /// - Throws: ``DeltaError``, also for a patch of another format; `FileError`.
  public func make(
    _ patch: some ZipSource, to old: some ContentTree, into zip: StagedFile, scratch: Folder
  ) throws -> Bool {
    try rebuild(read(patch), old, into: zip, scratch)
  }

  /// Makes the new release from the unpacked one in `old`, in an empty folder.
  ///
  /// Every file of the old release is verified by the tree hash before, and every file that was
  /// written after. The new folder has no `md5.json`, and the old one needs none.
  ///
  /// - Returns: the delta that was applied.
  /// - Throws: ``DeltaError``, `FileError`.
  public func apply(
    _ patch: some ZipSource, toFolder old: String, into folder: Folder
  ) throws -> ContentDelta {
    guard try UpdateFormat(of: patch) == .delta else {
      throw DeltaError.needsZip(patch: patch.path, folder: old)
    }
    let delta = try read(patch)
    let tree = try FolderTree(old, threads: verifier.threads)
    try delta.apply(to: tree, into: folder, threads: verifier.threads)
    return delta
  }

  /// Applies a BSDIFF40 patch to any file, and writes the result to `file`.
  ///
  /// - Throws: ``DeltaError``, `FileError`.
  public func applyRaw(
    _ patch: some ZipSource, to old: some ZipSource, into file: StagedFile
  ) throws {
    var offset: UInt64 = 0
    try BSDiffDecoder(sizeLimit: verifier.limits.totalSize).decode(patch: patch, old: old) {
      try file.write($0, at: offset)
      offset += UInt64($0.count)
    }
  }

  private func read(_ patch: some ZipSource) throws -> ContentDelta {
    try ContentDelta(reading: patch, limits: DeltaLimits(verifier.limits))
  }

  private func rebuild(
    _ delta: ContentDelta, _ old: some ContentTree, into zip: StagedFile, _ scratch: Folder
  ) throws -> Bool {
    try delta.rebuild(
      from: old, into: zip, unpackingInto: scratch.newFolder("new"), threads: verifier.threads
    ).isIdentical
  }
}
