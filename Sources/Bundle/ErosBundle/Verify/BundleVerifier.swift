public import ErosCore
import ErosCrypto
import ErosFiles

/// Checks that a bundle is complete and unambiguous and matches its manifest.
///
/// ```swift
/// let verifier = BundleVerifier(limits: ZipLimits(totalSize: 64 << 20), threads: 2)
/// let report = try verifier.verify(
///   ReadableFile(zip), config: (text: config, name: "bundle.config"))
/// if report.verdict == .verified, let release = report.treeHash { print(release) }
/// ```
///
/// It first checks the structure, before any decompression: names, sizes, offsets and limits. Then
/// it reads the manifest, and finally each file once, on several threads.
public struct BundleVerifier: Sendable {
  /// A zip up to this size is read into memory.
  private static let smallSize: UInt64 = 16 << 20

  /// Limits that a zip must not exceed.
  public var limits: ZipLimits

  /// `true` turns warnings into errors.
  public var isStrict: Bool

  /// `true` makes a private key in the bundle an error instead of a warning, and a resource package
  /// that uni-app refuses.
  ///
  /// A published release may already contain them, and devices and deltas must still accept it.
  public var isForPublishing = false

  /// The number of threads that read and hash.
  public let threads: Int

  /// The current time in milliseconds since 1970, or `nil` to accept all build times.
  public var now: Int64?

  /// Creates a verifier.
  ///
  /// `threads` is at least one.
  public init(
    limits: ZipLimits = ZipLimits(), isStrict: Bool = false, threads: Int, now: Int64? = nil
  ) {
    self.limits = limits
    self.isStrict = isStrict
    self.now = now
    self.threads = max(1, threads)
  }

  /// Verifies the bundle in `source` and reports all findings.
  ///
  /// `config` has the contents and the name of the `bundle.config` that came with the bundle. It is
  /// compared with the manifest in the zip.
  ///
  /// - Throws: `FileError` if the zip cannot be read. All other problems are in the report.
  public func verify(
    _ source: some ZipSource, config: (text: [UInt8], name: String)? = nil
  ) throws -> VerificationReport {
    try verify(source, config: config, unpackingInto: nil)
  }

  /// Checks a bundle's structure, manifest and list of files, but decompresses no files.
  ///
  /// If there are no findings, files may still be corrupt. ``verify(_:config:)`` checks them.
  ///
  /// - Throws: `FileError` if the zip cannot be read.
  public func inspect(
    _ source: some ZipSource, config: (text: [UInt8], name: String)? = nil
  ) throws -> [Finding] {
    // Local headers are spread over the zip, so a small zip is read in one call.
    if source.size <= Self.smallSize, !(source is ZipBytes) {
      let bytes = try source.read(at: 0, count: Int(source.size))
      return try inspect(ZipBytes(bytes, path: source.path), config: config)
    }
    let structure = try ZipStructure(source, limits: limits)
    var verification = Verification(structure, of: source, by: self)
    if structure.isSafe {
      if let damage = try verification.readManifest(source, config: config) {
        verification.add(damage)
      }
      try verification.compareEntries()
    }
    return verification.report().findings
  }

  /// Verifies the bundle and passes each file to `sink`, so that it is read only once.
  ///
  /// If the report's verdict is not `verified`, the caller discards the files.
  package func verify(
    _ source: some ZipSource, config: (text: [UInt8], name: String)? = nil,
    unpackingInto sink: (any FileSink)?
  ) throws -> VerificationReport {
    // Otherwise each entry takes four read calls, so a small zip is read in one call.
    if source.size <= Self.smallSize, !(source is ZipBytes) {
      let bytes = try source.read(at: 0, count: Int(source.size))
      return try verify(
        ZipBytes(bytes, path: source.path), config: config, unpackingInto: sink)
    }
    let structure = try ZipStructure(source, limits: limits)
    var verification = Verification(structure, of: source, by: self)
    if structure.isSafe {
      try verification.checkFolders(source)
      try verification.readManifest(source, config: config)
      try verification.readWgt(source)
      try verification.readFiles(source, threads: threads, sink: sink)
      try verification.compareTotals()
    }
    return verification.report()
  }
}
