public import ErosBundle
public import ErosFiles

/// The forms in which an update can be shipped.
public enum UpdateFormat: String, Sendable, CaseIterable {
  /// BSDIFF40, from zip to zip: what every client in the field reads.
  case bsdiff
  /// The content delta, for clients that link this project: several times smaller.
  case delta

  /// The format of a patch, by its first bytes.
  ///
  /// - Throws: ``DeltaError/noPatch(_:_:)`` for anything else; `FileError`.
  public init(of patch: some ZipSource) throws {
    let prefix = try patch.read(at: 0, count: 8)
    if BSDiffDecoder.isBSDiff(prefix) {
      self = .bsdiff
    } else if prefix == DeltaHeader.magic {
      self = .delta
    } else {
      throw DeltaError.noPatch(
        patch.path,
        prefix.isEmpty ? .empty : prefix.starts(with: Array("PK".utf8)) ? .zip : .other)
    }
  }

  /// Whether a file begins like a patch of any format.
  public static func isPatch(_ file: some ZipSource) throws(FileError) -> Bool {
    let prefix = try file.read(at: 0, count: 8)
    return BSDiffDecoder.isBSDiff(prefix) || prefix == DeltaHeader.magic
  }
}
