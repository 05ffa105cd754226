public import ErosBundle
public import ErosCore
public import ErosFiles

/// An updater that applies a patch of either format to a bundle.
public struct UpdateApplier: Sendable {
  /// The result of applying a patch.
  public struct Result: Sendable {
    /// The format of the patch.
    public let format: UpdateFormat
    /// The verification report of the new bundle, whose verdict is `verified`.
    public let report: VerificationReport
    /// Whether the zip equals the published zip byte for byte, or `nil` if that is unknown.
    ///
    /// If `false`, its files and its manifest are the same, but it cannot be the base of a BSDIFF40
    /// patch. It is `nil` for a BSDIFF40 patch, which does not identify its result, unless the caller
    /// passed the digest of the published zip.
    public let isIdentical: Bool?
  }

  /// The verifier of both bundles; its limits also apply to the patch.
  private let verifier: BundleVerifier
  private let rebuilder: ZipRebuilder

  /// Creates an updater with the limits and the threads of `verifier`.
  ///
  /// `rebuilder` makes the zip when a content delta is applied.
  public init(_ verifier: BundleVerifier, rebuildingZipBy rebuilder: ZipRebuilder = .storing) {
    self.verifier = verifier
    self.rebuilder = rebuilder
  }

  /// Produces the new bundle from the old one in `zip`, which the caller commits, and verifies it.
  ///
  /// `scratch` is an empty folder for unpacked files; the caller removes it.
  ///
  /// A patch has no signature: without `expected`, the result is a valid bundle, but not necessarily
  /// the published one. `expected` is the SHA-256 of the published zip, from a source that the caller
  /// trusts; any other result is then rejected.
  ///
  /// - Throws: ``DeltaError``, also when the result fails verification or is not the expected zip;
  ///   `FileError`.
  public func apply(
    _ patch: some ZipSource, to old: some ZipSource, into zip: StagedFile, scratch: Folder,
    expecting expected: SHA256Digest? = nil
  ) throws -> Result {
    let format = try UpdateFormat(of: patch)
    let isIdentical = try make(patch, to: old, into: zip, scratch: scratch)
    try check(zip, madeBy: patch, expecting: expected)
    let report = try verifier.verify(zip.reader())
    guard report.verdict == .verified else { throw DeltaError(badResultOf: patch.path, report) }
    return Result(
      format: format, report: report, isIdentical: expected == nil ? isIdentical : true)
  }

  /// Produces the new bundle like ``apply(_:to:into:scratch:expecting:)``, but does not verify it.
  ///
  /// - Returns: Whether the zip equals the published zip byte for byte; `nil` for a BSDIFF40 patch,
  ///   which does not identify its result.
  /// - Throws: ``DeltaError``, `FileError`.
  public func make(
    _ patch: some ZipSource, to old: some ZipSource, into zip: StagedFile, scratch: Folder
  ) throws -> Bool? {
    switch try UpdateFormat(of: patch) {
    case .bsdiff:
      try applyRaw(patch, to: old, into: zip)
      return nil
    case .delta:
      let delta = try read(patch)
      let pages = try scratch.newFolder("old")
      let report = try BundleUnpacker(verifier).unpack(old, into: pages)
      guard report.verdict == .verified else { throw DeltaError(notVerified: old.path, report) }
      let tree = FolderTree(pages.path, verified: report.contentFiles)
      return try rebuild(delta, tree, into: zip, scratch)
    }
  }

  /// Produces the new bundle from the files of the old one by a content delta, but does not verify
  /// it.
  ///
  /// - Returns: Whether the zip equals the published zip byte for byte.
  /// - Throws: ``DeltaError``, also for a BSDIFF40 patch; `FileError`.
  public func make(
    _ patch: some ZipSource, to old: some ContentTree, into zip: StagedFile, scratch: Folder
  ) throws -> Bool {
    try rebuild(read(patch), old, into: zip, scratch)
  }

  /// Builds the new release in the empty folder `folder`, from the unpacked old release in `old`.
  ///
  /// The tree hash verifies all files of the old release first, and all written files at the end.
  /// `old` does not need an `md5.json`; `folder` does not get one.
  ///
  /// - Returns: The applied delta.
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

  /// Applies a BSDIFF40 patch to any file and writes the unverified result to `file`.
  ///
  /// The result must have the SHA-256 `expected`, unless that is `nil`.
  ///
  /// - Throws: ``DeltaError``, also when the result is not the expected file; `FileError`.
  public func applyRaw(
    _ patch: some ZipSource, to old: some ZipSource, into file: StagedFile,
    expecting expected: SHA256Digest? = nil
  ) throws {
    var offset: UInt64 = 0
    try BSDiffDecoder(sizeLimit: verifier.limits.totalSize).decode(patch: patch, old: old) {
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
    _ delta: ContentDelta, _ old: some ContentTree, into zip: StagedFile, _ scratch: Folder
  ) throws -> Bool {
    try delta.rebuild(
      from: old, into: zip, unpackingInto: scratch.newFolder("new"), threads: verifier.threads,
      by: rebuilder
    ).isIdentical
  }
}
