/// A place in a text as people count it: lines and columns from 1, columns in Unicode scalars.
///
/// A line ends with LF, CR LF or CR. A byte-order mark at the start of the text has no column.
public struct TextPosition: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The first place of any text.
  public static let start = TextPosition(line: 1, column: 1)

  /// The line, from 1.
  public private(set) var line: Int
  /// The column, from 1, in Unicode scalars.
  public private(set) var column: Int

  /// Names a place; both numbers count from 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Finds the place of the byte at `offset`, or of the text's end when the text has no such byte.
  public init(ofByte offset: Int, in text: [UInt8]) {
    self = .start
    advance(from: 0, to: offset, in: text)
  }

  /// Finds the places of many bytes in one walk over the text, in the order of `offsets`.
  public static func positions(ofBytes offsets: [Int], in text: [UInt8]) -> [TextPosition] {
    var places = [TextPosition](repeating: .start, count: offsets.count)
    var position = start
    var walked = 0
    for index in offsets.indices.sorted(by: { offsets[$0] < offsets[$1] }) {
      position.advance(from: walked, to: offsets[index], in: text)
      walked = offsets[index]
      places[index] = position
    }
    return places
  }

  /// Moves from the place of the byte at `start` to the place of the byte at `end`.
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
      break  // the middle of a scalar
    default:
      column += 1
    }
  }
}
