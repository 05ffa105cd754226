package import ErosCore
import ErosFiles

/// Reads zip entries and checks sizes and checksums.
///
/// Each thread has its own.
package final class EntryReader {
  private static let chunkSize = 256 * 1024

  private let source: any ZipSource
  private let inflater = Inflater()

  package init(_ source: any ZipSource) {
    self.source = source
  }

  /// Reads `entry` and passes its bytes to `emit` in chunks.
  ///
  /// - Returns: An error in the data, if there is one. `emit` may already have received some bytes.
  /// - Throws: `FileError`, or whatever `emit` throws.
  package func read(_ entry: ZipEntry, _ emit: ([UInt8]) throws -> Void) throws -> Finding? {
    var crc: UInt32 = 0
    do {
      try unpack(entry) { chunk in
        crc = CRC32.update(crc, chunk)
        try emit(chunk)
      }
    } catch let problem as InflateProblem {
      return problem.finding(in: entry)
    }
    guard crc == entry.crc32 else {
      return Finding(
        BundleFindingCode.crcMismatch, subject: entry.path.string,
        "its CRC-32 is \(crc.hexadecimal(digits: 8)), but the zip declares \(entry.crc32.hexadecimal(digits: 8))"
      )
    }
    return nil
  }

  private func unpack(_ entry: ZipEntry, _ emit: ([UInt8]) throws -> Void) throws {
    switch entry.method {
    case .stored:
      try readChunks(of: entry, emit)
    case .deflated:
      inflater.start(size: entry.size)
      try readChunks(of: entry) { try inflater.update($0, emit) }
      try inflater.finish()
    }
  }

  private func readChunks(of entry: ZipEntry, _ emit: ([UInt8]) throws -> Void) throws {
    var done: UInt64 = 0
    while done < entry.compressedSize {
      let count = Int(min(UInt64(Self.chunkSize), entry.compressedSize - done))
      try emit(readExactly(entry.dataOffset + done, count))
      done += UInt64(count)
    }
  }

  private func readExactly(_ offset: UInt64, _ count: Int) throws -> [UInt8] {
    let bytes = try source.read(at: offset, count: count)
    // The structure was checked, so the zip was truncated meanwhile.
    guard bytes.count == count else { throw InflateProblem.corrupt }
    return bytes
  }
}

extension InflateProblem {
  fileprivate func finding(in entry: ZipEntry) -> Finding {
    let name = entry.path.string
    return switch self {
    case .corrupt:
      Finding(BundleFindingCode.dataCorrupt, subject: name, "invalid or truncated deflate stream")
    case .trailing:
      Finding(
        BundleFindingCode.dataTrailing, subject: name,
        "extra bytes after the end of its deflate stream")
    case .tooLong:
      Finding(
        BundleFindingCode.dataSizeMismatch, subject: name,
        "it has more than the declared \(entry.size) bytes")
    case .tooShort(let size):
      Finding(
        BundleFindingCode.dataSizeMismatch, subject: name,
        "it has \(size) bytes, but declares \(entry.size)")
    }
  }
}
