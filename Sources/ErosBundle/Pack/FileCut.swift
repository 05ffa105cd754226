import ErosCore
import ErosFiles

/// How a file is cut into the parts that are compressed side by side.
///
/// The line of the framework in front of a page does not count: the cuts are the same whether packing adds
/// it or a page that was unpacked has it already. Else packing a release again would give other bytes.
struct FileCut: Sendable {
  private let size: UInt64
  /// How many bytes the line has that the file begins with.
  private let lead: UInt64

  /// Looks at the start of a file that may be cut.
  init(_ file: PackInput) throws(FileError) {
    size = file.size
    guard size > UInt64(PackedPart.longest), let line = Framework.vue.line(for: file.path) else {
      lead = 0
      return
    }
    lead = try file.start(line.count) == line ? UInt64(line.count) : 0
  }

  /// How many parts there are.
  var count: Int {
    let longest = UInt64(PackedPart.longest)
    return max(1, Int((size - lead + longest - 1) / longest))
  }

  /// The bytes of the file that belong to a part.
  func range(of part: Int) -> Range<UInt64> {
    let longest = UInt64(PackedPart.longest)
    let start = part == 0 ? 0 : lead + UInt64(part) * longest
    return start..<min(size, lead + UInt64(part + 1) * longest)
  }

  /// How many bytes a part has.
  func size(of part: Int) -> Int { range(of: part).count }
}
