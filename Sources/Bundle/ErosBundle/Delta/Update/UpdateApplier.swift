public import ErosCore
public import ErosFiles

/// Applies a patch in either format to a bundle.
///
/// ```swift
/// let applier = UpdateApplier(BundleVerifier(threads: 2))
/// let zip = try StagedFile("new.zip")
/// let result = try applier.apply(
///   ReadableFile("update.erosdelta"), to: ReadableFile("old.zip"), into: zip, scratch: scratch)
/// try StagedFile.commit([zip])
/// ```
public struct UpdateApplier: Sendable {
  /// The outcome of applying a patch.
  public struct Result: Sendable {
    /// The patch's format.
    public let format: UpdateFormat
    /// The new bundle's verification report.
    ///
    /// Its verdict is `verified`.
    public let report: VerificationReport
    /// `true` if the zip equals the published zip byte for byte, or `nil` if that is unknown.
    ///
    /// If `false`, files and manifest are the same, but BSDIFF40 patches do not apply to the zip. A
    /// BSDIFF40 patch does not identify its result, so the value is then `nil`, unless you passed
    /// the published zip's digest.
    public let isIdentical: Bool?
  }

  /// For both bundles.
  ///
  /// Its limits also apply to the patch.
  private let verifier: BundleVerifier
  private let rebuilder: ZipRebuilder
  private let patcher: ZipPatcher?

  /// Creates an updater with the limits and threads of `verifier`.
  ///
  /// `rebuilder` makes the zip for a content delta. `patcher` applies BSDIFF40 patches. If it is
  /// `nil`, they are refused.
  public init(
    _ verifier: BundleVerifier, rebuildingZipBy rebuilder: ZipRebuilder = .storing,
    patchingZipsBy patcher: ZipPatcher? = nil
  ) {
    self.verifier = verifier
    self.rebuilder = rebuilder
    self.patcher = patcher
  }

  /// Produces the new bundle in `zip`, verifies it, and leaves it to you to commit `zip`.
  ///
  /// `scratch` is an empty folder for unpacked files, which you remove.
  ///
  /// A patch has no signature. Pass the published zip's digest as `expected` if you have it from a
  /// source that you trust. Any other result is then rejected. If it is `nil`, the result is a
  /// valid bundle, but not necessarily the published one.
  ///
  /// `progress` receives the completed fraction, from any thread. Verification is the second half.
  ///
  /// - Throws: ``DeltaError`` if the patch does not apply, or the result is invalid or unexpected.
  ///   `FileError`.
  public func apply(
    _ patch: some ZipSource, to old: some ZipSource, into zip: StagedFile, scratch: Folder,
    expecting expected: SHA256Digest? = nil,
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) throws -> Result {
    let format = try UpdateFormat(of: patch)
    let isIdentical = try make(patch, to: old, into: zip, scratch: scratch) { progress($0 / 2) }
    try check(zip, madeBy: patch, expecting: expected)
    let new = try zip.reader()
    let size = Double(max(1, new.size))
    let report = try verifier.verify(
      WatchedZip(new) { progress((1 + min(1, Double($0) / size)) / 2) })
    guard report.verdict == .verified else { throw DeltaError(badResultOf: patch.path, report) }
    return Result(
      format: format, report: report, isIdentical: expected == nil ? isIdentical : true)
  }

  /// Like ``apply(_:to:into:scratch:expecting:progress:)``, but does not verify the new bundle.
  ///
  /// - Returns: `true` if the zip equals the published zip byte for byte, or `nil` for a BSDIFF40
  ///   patch, which does not identify its result.
  /// - Throws: ``DeltaError`` if the patch does not apply, or `FileError`.
  public func make(
    _ patch: some ZipSource, to old: some ZipSource, into zip: StagedFile, scratch: Folder,
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) throws -> Bool? {
    switch try UpdateFormat(of: patch) {
    case .bsdiff:
      try applyRaw(patch, to: old, into: zip, progress: progress)
      return nil
    case .delta:
      let delta = try read(patch)
      let pages = try scratch.newFolder("old")
      let report = try BundleUnpacker(verifier).unpack(old, into: pages)
      guard report.verdict == .verified else { throw DeltaError(notVerified: old.path, report) }
      let tree = FolderTree(pages.path, verified: report.contentFiles)
      return try rebuild(delta, tree, into: zip, scratch, progress)
    }
  }

  /// Produces the new bundle from the old bundle's files and a content delta, but does not verify
  /// it.
  ///
  /// - Returns: `true` if the zip equals the published zip byte for byte.
  /// - Throws: ``DeltaError`` if the patch does not apply or is not a content delta, or
  ///   `FileError`.
  public func make(
    _ patch: some ZipSource, to old: some ContentTree, into zip: StagedFile, scratch: Folder,
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) throws -> Bool {
    try rebuild(read(patch), old, into: zip, scratch, progress)
  }

  /// Builds the new release in the empty folder `folder`, from the unpacked old release in `old`.
  ///
  /// The tree hash verifies all old files first, and all written files at the end. `old` needs no
  /// `md5.json`, and `folder` gets none. `progress` receives the completed fraction, from any
  /// thread.
  ///
  /// - Returns: The applied delta.
  /// - Throws: ``DeltaError`` if the patch does not apply or is not a content delta, or
  ///   `FileError`.
  public func apply(
    _ patch: some ZipSource, toFolder old: String, into folder: Folder,
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) throws -> ContentDelta {
    guard try UpdateFormat(of: patch) == .delta else {
      throw DeltaError.needsZip(patch: patch.path, folder: old)
    }
    let delta = try read(patch)
    let tree = try FolderTree(old, threads: verifier.threads)
    try delta.apply(
      to: tree, into: folder, threads: verifier.threads, progress: delta.share(progress))
    return delta
  }

  /// Applies a BSDIFF40 patch to any file, but does not verify the result in `file`.
  ///
  /// With `expected`, the result must have this digest. `progress` receives the completed fraction.
  ///
  /// - Throws: ``DeltaError`` if the patch does not apply or produces another file, or `FileError`.
  public func applyRaw(
    _ patch: some ZipSource, to old: some ZipSource, into file: StagedFile,
    expecting expected: SHA256Digest? = nil, progress: (Double) -> Void = { _ in }
  ) throws {
    guard let patcher else { throw DeltaError.legacyPatch(patch.path) }
    var offset: UInt64 = 0
    try patcher.apply(patch, old, verifier.limits.totalSize, progress) {
      try file.write($0, at: offset)
      offset += UInt64($0.count)
    }
    try check(file, madeBy: patch, expecting: expected)
  }

  private func check(
    _ file: StagedFile, madeBy patch: some ZipSource, expecting expected: SHA256Digest?
  ) throws {
    guard let expected else { return }
    let digest = try file.reader().sha256()
    guard digest == expected else {
      throw DeltaError.unexpectedResult(patch: patch.path, expected: expected, found: digest)
    }
  }

  private func read(_ patch: some ZipSource) throws -> ContentDelta {
    try ContentDelta(reading: patch, limits: DeltaLimits(verifier.limits))
  }

  private func rebuild(
    _ delta: ContentDelta, _ old: some ContentTree, into zip: StagedFile, _ scratch: Folder,
    _ progress: @escaping @Sendable (Double) -> Void
  ) throws -> Bool {
    try delta.rebuild(
      from: old, into: zip, unpackingInto: scratch.newFolder("new"), threads: verifier.threads,
      by: rebuilder, progress: delta.share(progress)
    ).isIdentical
  }
}

extension ContentDelta {
  /// Converts a number of bytes to a share of the new release.
  fileprivate func share(
    _ progress: @escaping @Sendable (Double) -> Void
  ) -> @Sendable (UInt64) -> Void {
    let total = Double(max(1, totalSize))
    return { progress(Double($0) / total) }
  }
}
