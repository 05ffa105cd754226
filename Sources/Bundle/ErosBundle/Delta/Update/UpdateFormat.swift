public import ErosFiles

/// A patch's format.
///
/// ```swift
/// if try UpdateFormat(of: ReadableFile("update.erosdelta")) == .delta { print("a content delta") }
/// ```
public enum UpdateFormat: String, Sendable, CaseIterable {
  /// A BSDIFF40 patch from zip to zip.
  ///
  /// All legacy clients can apply it.
  case bsdiff
  /// A content delta, for clients that link this project.
  ///
  /// Several times smaller.
  case delta

  package static let bsdiffMagic = Array("BSDIFF40".utf8)

  /// Detects a patch's format by its first bytes.
  ///
  /// - Throws: ``DeltaError/notAPatch(_:_:)`` for any other file, `FileError` if it cannot be read.
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

  /// Returns `true` if a file starts like a patch in either format.
  public static func isPatch(_ file: some ZipSource) throws(FileError) -> Bool {
    let prefix = try file.read(at: 0, count: 8)
    return prefix == Self.bsdiffMagic || prefix == DeltaHeader.magic
  }
}
