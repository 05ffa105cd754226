/// A line and a column in a document.
///
/// Both start at 1. Columns count Unicode scalars. A line ends with LF, CR LF or CR. A byte-order
/// mark at the start has no column.
///
/// ```swift
/// print(TextPosition(ofByte: 4, in: Array("ab\ncd".utf8)))  // 2:2
/// ```
public struct TextPosition: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The first position in a document.
  public static let start = TextPosition(line: 1, column: 1)

  /// Starts at 1.
  public private(set) var line: Int
  /// Counts Unicode scalars, and starts at 1.
  public private(set) var column: Int

  /// Creates a position.
  ///
  /// Both numbers start at 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Finds the byte at `offset`, or the end if `offset` is larger than the document.
  public init(ofByte offset: Int, in text: [UInt8]) {
    self = .start
    advance(from: 0, to: offset, in: text)
  }

  /// Finds several bytes in one pass.
  ///
  /// The result has the order of `offsets`.
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

  /// Advances from the byte at `start` to the byte at `end`.
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
