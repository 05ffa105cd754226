public import ErosFiles

/// The format of a patch.
public enum UpdateFormat: String, Sendable, CaseIterable {
  /// A BSDIFF40 patch from zip to zip; all legacy clients can apply it.
  case bsdiff
  /// A content delta, for clients that link this project; several times smaller.
  case delta

  /// The first bytes of a BSDIFF40 patch.
  package static let bsdiffMagic = Array("BSDIFF40".utf8)

  /// Detects the format of a patch by its first bytes.
  ///
  /// - Throws: ``DeltaError/notAPatch(_:_:)`` for any other file; `FileError`.
  public init(of patch: some ZipSource) throws {
    let prefix = try patch.read(at: 0, count: 8)
    if prefix == Self.bsdiffMagic {
      self = .bsdiff
    } else if prefix == DeltaHeader.magic {
      self = .delta
    } else {
      throw DeltaError.notAPatch(
        patch.path,
        prefix.isEmpty ? .empty : prefix.starts(with: Array("PK".utf8)) ? .zip : .unknown)
    }
  }

  /// Whether a file starts like a patch of either format.
  public static func isPatch(_ file: some ZipSource) throws(FileError) -> Bool {
    let prefix = try file.read(at: 0, count: 8)
    return prefix == Self.bsdiffMagic || prefix == DeltaHeader.magic
  }
}
