import ErosCore
import ErosFiles

/// Reads entries of a zip and checks on the way that they hold what the directory says.
///
/// Each thread has one of its own.
final class EntryReader {
  private static let pieceSize = 256 * 1024

  private let source: any ZipSource
  private let inflater = Inflater()

  init(_ source: any ZipSource) {
    self.source = source
  }

  /// Hands the bytes of `entry` to `emit`, in one piece or in several.
  ///
  /// - Returns: what is wrong with the data, or `nil`. Bytes may have been handed on before.
  /// - Throws: `FileError`, and what `emit` throws.
  func read(_ entry: ZipEntry, _ emit: ([UInt8]) throws -> Void) throws -> Finding? {
    var crc: UInt32 = 0
    do {
      try unpack(entry) { piece in
        crc = CRC32.update(crc, piece.span)
        try emit(piece)
      }
    } catch let problem as InflateProblem {
      return problem.finding(in: entry)
    }
    guard crc == entry.crc32 else {
      return Finding(
        BundleFindingCode.crcMismatch, subject: entry.path.string,
        "its checksum is \(crc.hexadecimal(digits: 8)), but the zip says \(entry.crc32.hexadecimal(digits: 8))"
      )
    }
    return nil
  }

  private func unpack(_ entry: ZipEntry, _ emit: ([UInt8]) throws -> Void) throws {
    switch entry.method {
    case .stored:
      try readPieces(of: entry, emit)
    case .deflated:
      inflater.start(size: entry.size)
      try readPieces(of: entry) { try inflater.update($0, emit) }
      try inflater.finish()
    }
  }

  private func readPieces(of entry: ZipEntry, _ emit: ([UInt8]) throws -> Void) throws {
    var done: UInt64 = 0
    while done < entry.compressedSize {
      let count = Int(min(UInt64(Self.pieceSize), entry.compressedSize - done))
      try emit(readExactly(entry.dataOffset + done, count))
      done += UInt64(count)
    }
  }

  private func readExactly(_ offset: UInt64, _ count: Int) throws -> [UInt8] {
    let bytes = try source.read(at: offset, count: count)
    // The structure was checked, so the zip has shrunk since.
    guard bytes.count == count else { throw InflateProblem.corrupt }
    return bytes
  }
}

extension InflateProblem {
  fileprivate func finding(in entry: ZipEntry) -> Finding {
    let name = entry.path.string
    return switch self {
    case .corrupt:
      Finding(BundleFindingCode.dataCorrupt, subject: name, "its data are no whole deflate stream")
    case .trailing:
      Finding(
        BundleFindingCode.dataTrailing, subject: name, "its data go on behind the end of the stream"
      )
    case .tooLong:
      Finding(
        BundleFindingCode.dataSizeMismatch, subject: name,
        "it holds more than the \(entry.size) bytes it declares")
    case .tooShort(let size):
      Finding(
        BundleFindingCode.dataSizeMismatch, subject: name,
        "it holds \(size) bytes, but declares \(entry.size)")
    }
  }
}
