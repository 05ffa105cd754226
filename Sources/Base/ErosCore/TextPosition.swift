/// A line and a column in a document, both starting at 1; columns count Unicode scalars.
///
/// A line ends with LF, CR LF or CR. A byte-order mark at the start has no column.
public struct TextPosition: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The first position of a document.
  public static let start = TextPosition(line: 1, column: 1)

  /// The line, starting at 1.
  public private(set) var line: Int
  /// The column in Unicode scalars, starting at 1.
  public private(set) var column: Int

  /// Creates a position; both numbers start at 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Creates the position of the byte at `offset`, or of the end if `offset` exceeds the size.
  public init(ofByte offset: Int, in text: [UInt8]) {
    self = .start
    advance(from: 0, to: offset, in: text)
  }

  /// Returns the positions of several bytes, in the order of `offsets`, in one pass over the
  /// document.
  public static func positions(ofBytes offsets: [Int], in text: [UInt8]) -> [TextPosition] {
    var positions = [TextPosition](repeating: .start, count: offsets.count)
    var position = start
    var current = 0
    for index in offsets.indices.sorted(by: { offsets[$0] < offsets[$1] }) {
      position.advance(from: current, to: offsets[index], in: text)
      current = offsets[index]
      positions[index] = position
    }
    return positions
  }

  /// Advances from the position of the byte at `start` to the position of the byte at `end`.
  package mutating func advance(from start: Int, to end: Int, in text: [UInt8]) {
    var index = start
    if index == 0, text.starts(with: UTF8Text.byteOrderMark) {
      index = UTF8Text.byteOrderMark.count
    }
    let end = min(end, text.count)
    while index < end {
      step(over: text[index], before: index + 1 < text.count ? text[index + 1] : nil)
      index += 1
    }
  }

  public var description: String { "\(line):\(column)" }

  public static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }

  private mutating func step(over byte: UInt8, before next: UInt8?) {
    switch byte {
    case UInt8(ascii: "\n"):
      line += 1
      column = 1
    case UInt8(ascii: "\r") where next != UInt8(ascii: "\n"):
      line += 1
      column = 1
    case 0x80..<0xC0:
      break  // a continuation byte
    default:
      column += 1
    }
  }
}
