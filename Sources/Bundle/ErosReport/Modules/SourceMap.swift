import ErosCore

/// An untrusted source map (ECMA-426) of one script.
struct SourceMap {
  /// The maximum size of a source map, in bytes.
  static let maximumSize = 64 << 20
  /// The maximum number of sources.
  static let maximumSources = 100_000

  /// An error in a source map, as a clause for a message.
  struct Problem: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }

  /// The names of the sources, without the prefixes of build tools.
  let sources: [String]
  private let mappings: [UInt8]

  /// Reads a source map; errors name it `file`.
  ///
  /// - Throws: ``Problem`` or `JSONError`.
  init(_ json: [UInt8], file: String) throws {
    // Servers may prepend a line that stops scripts from reading the map.
    let text = json.starts(with: ")]}".utf8) ? json.drop { $0 != UInt8(ascii: "\n") } : json[...]
    let limits = JSONReader.Limits(bytes: Self.maximumSize, values: 2 * Self.maximumSources)
    let root = try JSONReader.read(Array(text), file: file, limits: limits).value
    guard let map = root.object else {
      throw Problem("expected an object, found \(root.kindName)")
    }
    guard map["sections"] == nil else {
      throw Problem("index maps with 'sections' are not supported")
    }
    guard map["version"]?.integer == 3 else { throw Problem("'version' is not 3") }
    guard let sources = map["sources"]?.array else { throw Problem("'sources' is not an array") }
    guard sources.count <= Self.maximumSources else {
      throw Problem("more than \(Self.maximumSources) sources")
    }
    guard let mappings = map["mappings"]?.string else {
      throw Problem("'mappings' is not a string")
    }
    let prefix: String
    switch map["sourceRoot"] {
    case nil, .null: prefix = ""
    case .string(let root): prefix = root
    default: throw Problem("'sourceRoot' is not a string")
    }
    self.sources = sources.map { node in
      guard let name = node.value.string else { return ScriptModules.restName }
      return ModuleName.path(in: name.contains("://") ? name : prefix + "/" + name)
    }
    self.mappings = Array(mappings.utf8)
  }

  /// Returns the bytes of `script` by source; bytes without a source are not counted.
  ///
  /// `skippedLines` lines were added at the start of the script after the map was written.
  ///
  /// - Throws: ``Problem`` if the mappings are malformed or refer to positions outside the script.
  func sizes(in script: [UInt8], skippingLines skippedLines: Int) throws(Problem) -> [Int] {
    var sizes = [Int](repeating: 0, count: sources.count)
    var reader = MappingReader(mappings)
    var lineStart = 0
    for _ in 0..<skippedLines { lineStart = Self.end(ofLineAt: lineStart, in: script) }
    while true {
      let lineEnd = Self.end(ofLineAt: lineStart, in: script)
      var columns = ColumnReader(script, lineStart..<lineEnd)
      // A source continues until the next segment of the line.
      var current: (source: Int, offset: Int)?
      while let segment = try reader.nextSegment() {
        guard let offset = columns.offset(of: segment.column) else {
          throw Problem(
            "line \(reader.line + 1) has a mapping for column \(segment.column + 1), which is outside the script's line"
          )
        }
        if let current { sizes[current.source] += offset - current.offset }
        guard let source = segment.source else {
          current = nil
          continue
        }
        guard sizes.indices.contains(source) else {
          throw Problem("line \(reader.line + 1) refers to source \(source) of \(sources.count)")
        }
        current = (source, offset)
      }
      if let current { sizes[current.source] += lineEnd - current.offset }
      guard reader.nextLine() else { return sizes }
      lineStart = lineEnd
    }
  }

  /// Returns the offset after the line break that ends a line.
  private static func end(ofLineAt start: Int, in script: [UInt8]) -> Int {
    let end = script[start...].firstIndex(of: UInt8(ascii: "\n"))
    return end.map { $0 + 1 } ?? script.count
  }
}

/// A converter of ascending columns to byte offsets; columns count UTF-16 code units.
private struct ColumnReader {
  private let bytes: [UInt8]
  private let range: Range<Int>
  private var column = 0
  private var offset: Int

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    self.range = range
    offset = range.lowerBound
  }

  /// Returns the offset of a column; `nil` if it is before the previous column or outside the line.
  mutating func offset(of wanted: Int) -> Int? {
    guard wanted >= column else { return nil }
    while column < wanted {
      guard offset < range.upperBound else { return nil }
      let byte = bytes[offset]
      let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      offset = min(offset + length, range.upperBound)
      column += length == 4 ? 2 : 1
    }
    return offset
  }
}

/// A reader for the segments of a `mappings` string.
struct MappingReader {
  struct Segment: Equatable {
    /// The column in the script, from 0.
    let column: Int
    /// The index of the source, or `nil` for code without a source.
    let source: Int?
  }

  private let bytes: [UInt8]
  private var offset = 0
  private var column = 0
  private var source = 0
  /// The line in the script, from 0.
  private(set) var line = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the next segment of the line, or `nil` at its end.
  mutating func nextSegment() throws(SourceMap.Problem) -> Segment? {
    while offset < bytes.count, bytes[offset] == UInt8(ascii: ",") { offset += 1 }
    guard !isAtEndOfLine else { return nil }
    var fields = 0
    while !isAtEndOfSegment {
      let value = try readNumber()
      switch fields {
      case 0: column = try adding(value, to: column)
      case 1: source = try adding(value, to: source)
      default: break
      }
      fields += 1
    }
    guard [1, 4, 5].contains(fields) else {
      throw .init("line \(line + 1) has a mapping with \(fields) fields")
    }
    return Segment(column: column, source: fields == 1 ? nil : source)
  }

  /// Continues with the next line, or returns `false` at the end.
  mutating func nextLine() -> Bool {
    guard offset < bytes.count else { return false }
    offset += 1
    line += 1
    column = 0
    return true
  }

  private var isAtEndOfLine: Bool { offset >= bytes.count || bytes[offset] == UInt8(ascii: ";") }
  private var isAtEndOfSegment: Bool { isAtEndOfLine || bytes[offset] == UInt8(ascii: ",") }

  /// Adds a difference; the result is from 0 to the largest 32-bit number.
  private func adding(_ value: Int, to sum: Int) throws(SourceMap.Problem) -> Int {
    let sum = sum + value
    guard (0...Int(Int32.max)).contains(sum) else {
      throw .init("line \(line + 1) has a mapping with a negative or too large value")
    }
    return sum
  }

  /// Reads a Base64 VLQ number of at most 32 bits.
  private mutating func readNumber() throws(SourceMap.Problem) -> Int {
    var value = 0
    var shift = 0
    while !isAtEndOfSegment {
      guard let digit = Self.digits[Int(bytes[offset])] else {
        throw .init("line \(line + 1) has an invalid character in a mapping")
      }
      offset += 1
      // Seven digits have 35 bits.
      guard shift <= 30 else { throw .init("line \(line + 1) has a number of more than 32 bits") }
      value |= (digit & 31) << shift
      shift += 5
      if digit & 32 == 0 { return value & 1 == 0 ? value >> 1 : -(value >> 1) }
    }
    throw .init("line \(line + 1) ends in the middle of a number")
  }

  private static let digits: [Int?] = {
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    var digits = [Int?](repeating: nil, count: 256)
    for (value, byte) in alphabet.utf8.enumerated() { digits[Int(byte)] = value }
    return digits
  }()
}
