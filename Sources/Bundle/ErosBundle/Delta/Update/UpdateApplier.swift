public import ErosCore
public import ErosFiles

/// An updater that applies a patch of either format to a bundle.
public struct UpdateApplier: Sendable {
  /// The result of applying a patch.
  public struct Result: Sendable {
    /// The format of the patch.
    public let format: UpdateFormat
    /// The verification report of the new bundle; its verdict is `verified`.
    public let report: VerificationReport
    /// Whether the zip equals the published zip byte for byte, or `nil` if that is unknown.
    ///
    /// If `false`, its files and its manifest are the same, but it cannot be the base of a BSDIFF40
    /// patch. A BSDIFF40 patch does not identify its result, so the value is `nil` for such a patch
    /// unless the caller passed the digest of the published zip.
    public let isIdentical: Bool?
  }

  /// The verifier of both bundles; its limits also apply to the patch.
  private let verifier: BundleVerifier
  private let rebuilder: ZipRebuilder
  private let patcher: ZipPatcher?

  /// Creates an updater with the limits and the threads of `verifier`.
  ///
  /// `rebuilder` makes the zip when a content delta is applied, and `patcher` applies BSDIFF40 patches. Without
  /// it, they are refused.
  public init(
    _ verifier: BundleVerifier, rebuildingZipBy rebuilder: ZipRebuilder = .storing,
    patchingZipsBy patcher: ZipPatcher? = nil
  ) {
    self.verifier = verifier
    self.rebuilder = rebuilder
    self.patcher = patcher
  }

  /// Produces the new bundle in `zip` from the old bundle, and verifies it; the caller commits
  /// `zip`.
  ///
  /// `scratch` is an empty folder for unpacked files; the caller removes it.
  ///
  /// A patch has no signature: without `expected`, the result is a valid bundle, but not
  /// necessarily the published bundle. `expected` is the SHA-256 of the published zip, from a
  /// source that the caller trusts; any other result is then rejected.
  ///
  /// `progress` receives the completed fraction of the work, from any thread. The verification of
  /// the result is the second half.
  ///
  /// - Throws: ``DeltaError``, also when the result fails verification or is not the expected zip;
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

  /// Produces the new bundle like ``apply(_:to:into:scratch:expecting:progress:)``, but does not verify
  /// it.
  ///
  /// - Returns: Whether the zip equals the published zip byte for byte; `nil` for a BSDIFF40 patch,
  ///   because it does not identify its result.
  /// - Throws: ``DeltaError``, `FileError`.
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
  /// - Returns: Whether the zip equals the published zip byte for byte.
  /// - Throws: ``DeltaError``, also for a BSDIFF40 patch; `FileError`.
  public func make(
    _ patch: some ZipSource, to old: some ContentTree, into zip: StagedFile, scratch: Folder,
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) throws -> Bool {
    try rebuild(read(patch), old, into: zip, scratch, progress)
  }

  /// Builds the new release in the empty folder `folder`, from the unpacked old release in `old`.
  ///
  /// The tree hash verifies all files of the old release first, and all written files at the end.
  /// `old` does not need an `md5.json`; `folder` does not get one. `progress` receives the completed
  /// fraction of the work, from any thread.
  ///
  /// - Returns: The applied delta.
  /// - Throws: ``DeltaError``, `FileError`.
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

  /// Applies a BSDIFF40 patch to any file and writes the unverified result to `file`.
  ///
  /// If `expected` is not `nil`, the result must have this SHA-256. `progress` receives the
  /// completed fraction of the work.
  ///
  /// - Throws: ``DeltaError``, also when the result is not the expected file; `FileError`.
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
    let found = try file.reader().sha256()
    guard found == expected else {
      throw DeltaError.unexpectedResult(patch: patch.path, expected: expected, found: found)
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
  /// Returns a function that passes a number of bytes to `progress` as a share of the new release.
  fileprivate func share(
    _ progress: @escaping @Sendable (Double) -> Void
  ) -> @Sendable (UInt64) -> Void {
    let total = Double(max(1, totalSize))
    return { progress(Double($0) / total) }
  }
}
