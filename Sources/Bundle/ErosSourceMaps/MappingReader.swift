import ErosCore

/// Reads the segments of a `mappings` string.
struct MappingReader {
  /// A position in a source, with line and column counted from 0.
  struct Original: Equatable {
    /// Index of the source.
    let source: Int
    let line: Int
    let column: Int
    /// Index of the name, if any.
    let name: Int?
  }

  struct Segment: Equatable {
    /// Line in the script, from 0.
    let line: Int
    /// Column in the script, from 0.
    let column: Int
    /// Position in a source, or `nil` for code that has none.
    let original: Original?
  }

  private let bytes: [UInt8]
  private var offset = 0
  private var column = 0
  private var source = 0
  private var originalLine = 0
  private var originalColumn = 0
  private var name = 0
  /// Line in the script, from 0.
  private(set) var line = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the next segment on this line, or `nil` at its end.
  mutating func nextSegment() throws(SourceMap.Problem) -> Segment? {
    while offset < bytes.count, bytes[offset] == UInt8(ascii: ",") { offset += 1 }
    guard !isAtEndOfLine else { return nil }
    var fields = 0
    while !isAtEndOfSegment {
      let value = try readNumber()
      switch fields {
      case 0: column = try adding(value, to: column)
      case 1: source = try adding(value, to: source)
      case 2: originalLine = try adding(value, to: originalLine)
      case 3: originalColumn = try adding(value, to: originalColumn)
      case 4: name = try adding(value, to: name)
      default: break
      }
      fields += 1
    }
    guard [1, 4, 5].contains(fields) else {
      throw .init("line \(line + 1) has a mapping with \(fields) fields")
    }
    let original = Original(
      source: source, line: originalLine, column: originalColumn, name: fields == 5 ? name : nil)
    return Segment(line: line, column: column, original: fields == 1 ? nil : original)
  }

  /// Goes on to the next line, or returns `false` at the end.
  mutating func nextLine() -> Bool {
    guard offset < bytes.count else { return false }
    offset += 1
    line += 1
    column = 0
    return true
  }

  private var isAtEndOfLine: Bool { offset >= bytes.count || bytes[offset] == UInt8(ascii: ";") }
  private var isAtEndOfSegment: Bool { isAtEndOfLine || bytes[offset] == UInt8(ascii: ",") }

  /// Adds a difference.
  ///
  /// The sum must be between 0 and the largest 32-bit number.
  private func adding(_ value: Int, to sum: Int) throws(SourceMap.Problem) -> Int {
    let sum = sum + value
    guard (0...Int(Int32.max)).contains(sum) else {
      throw .init("line \(line + 1) has a mapping with a negative or too large value")
    }
    return sum
  }

  /// Reads a Base64 VLQ number with at most 32 bits.
  private mutating func readNumber() throws(SourceMap.Problem) -> Int {
    var value = 0
    var shift = 0
    while !isAtEndOfSegment {
      let digit = Self.digits[Int(bytes[offset])]
      guard digit != Self.notADigit else {
        throw .init("line \(line + 1) has an invalid character in a mapping")
      }
      offset += 1
      // Seven digits have 35 bits.
      guard shift <= 30 else { throw .init("line \(line + 1) has a number of more than 32 bits") }
      value |= Int(digit & 31) << shift
      shift += 5
      if digit & 32 == 0 { return value & 1 == 0 ? value >> 1 : -(value >> 1) }
    }
    throw .init("line \(line + 1) ends in the middle of a number")
  }

  private static let notADigit: UInt8 = 64
  /// Values of Base64 digits by their bytes.
  private static let digits: [UInt8] = {
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    var digits = [UInt8](repeating: notADigit, count: 256)
    for (value, byte) in alphabet.utf8.enumerated() { digits[Int(byte)] = UInt8(value) }
    return digits
  }()
}
