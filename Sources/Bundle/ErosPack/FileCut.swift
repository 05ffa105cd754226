import ErosCore
import ErosFiles

/// Divides a file into parts that are compressed in parallel.
///
/// A framework line at the start of a page is not counted. Cuts therefore stay the same whether
/// packing adds this line or an unpacked page already has it. Otherwise, repacking a release would
/// give different bytes.
struct FileCut: Sendable {
  private let fileSize: UInt64
  /// Size of a framework line that the file already starts with, or 0.
  private let lineSize: UInt64

  /// Reads the start of `file` if there will be several parts.
  init(_ file: BundleSource.File) throws(FileError) {
    fileSize = file.size
    guard fileSize > UInt64(PackedPart.maximumSize),
      let line = Framework.vue.line(for: file.path)
    else {
      lineSize = 0
      return
    }
    lineSize = try file.prefix(line.count) == line ? UInt64(line.count) : 0
  }

  var count: Int {
    let maximum = UInt64(PackedPart.maximumSize)
    return max(1, Int((fileSize - lineSize + maximum - 1) / maximum))
  }

  /// Returns the bytes that belong to a part.
  func range(of part: Int) -> Range<UInt64> {
    let maximum = UInt64(PackedPart.maximumSize)
    let start = part == 0 ? 0 : lineSize + UInt64(part) * maximum
    return start..<min(fileSize, lineSize + UInt64(part + 1) * maximum)
  }
}
