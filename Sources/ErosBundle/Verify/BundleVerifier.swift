public import ErosCore
import ErosCrypto
import ErosFiles

/// Proves that a bundle is whole, has only one reading, and is what its manifest says.
///
/// Structure comes first: nothing is decompressed before names, sizes, offsets and limits are checked.
/// Then the manifest is read, then every file, once, on all cores.
public struct BundleVerifier: Sendable {
  /// How large a zip may be to be held in memory.
  private static let smallSize: UInt64 = 16 << 20

  /// How much a zip may ask of its reader.
  public var limits: ZipLimits

  /// Whether files that the manifest does not list are errors instead of warnings.
  public var isStrict: Bool

  /// How many threads read and hash.
  public let threads: Int

  /// Verifies within `limits`, on `threads` threads, at least one.
  public init(limits: ZipLimits = ZipLimits(), isStrict: Bool = false, threads: Int) {
    self.limits = limits
    self.isStrict = isStrict
    self.threads = max(1, threads)
  }

  /// Verifies the bundle in `source` and reports everything that is found.
  ///
  /// With `config`, the text of the `bundle.config` that came with the bundle and its name, the two
  /// manifests are compared.
  ///
  /// - Throws: `FileError` when the zip cannot be read; what is wrong with it is in the report.
  public func verify(
    _ source: some ZipSource, config: (text: [UInt8], name: String)? = nil
  ) throws -> VerificationReport {
    try verify(source, config: config, unpackingInto: nil)
  }

  /// Looks at the bundle in `source` without unpacking its files: at its structure, its manifest, and
  /// whether both and `config` have the same files of the same sizes.
  ///
  /// A bundle without findings may still hold damaged files; only ``verify(_:config:)`` proves it.
  ///
  /// - Throws: `FileError` when the zip cannot be read.
  public func glance(
    at source: some ZipSource, config: (text: [UInt8], name: String)? = nil
  ) throws -> [Finding] {
    // Local headers lie all over the zip: one of usual size is read at once.
    if source.size <= Self.smallSize, !(source is ZipBytes) {
      let bytes = try source.read(at: 0, count: Int(source.size))
      return try glance(at: ZipBytes(bytes, path: source.path), config: config)
    }
    let structure = try ZipStructure(source, limits: limits)
    var verification = Verification(structure, limits: limits, isStrict: isStrict)
    if structure.isSafe {
      if let damage = try verification.readManifest(source, config: config) {
        verification.add(damage)
      }
      try verification.compareEntries()
    }
    return verification.report().findings
  }

  /// Verifies, and hands every file on the way to `sink`, so that it is read only once.
  ///
  /// What the sink got counts only when the report says that the bundle is verified.
  package func verify(
    _ source: some ZipSource, config: (text: [UInt8], name: String)? = nil,
    unpackingInto sink: (any FileSink)?
  ) throws -> VerificationReport {
    // Piece by piece, a zip takes four reads an entry; one of usual size is read at once.
    if source.size <= Self.smallSize, !(source is ZipBytes) {
      let bytes = try source.read(at: 0, count: Int(source.size))
      return try verify(
        ZipBytes(bytes, path: source.path), config: config, unpackingInto: sink)
    }
    let structure = try ZipStructure(source, limits: limits)
    var verification = Verification(structure, limits: limits, isStrict: isStrict)
    if structure.isSafe {
      try verification.checkFolders(source)
      try verification.readManifest(source, config: config)
      try verification.readFiles(source, threads: threads, sink: sink)
      try verification.compareTotals()
    }
    return verification.report()
  }
}
