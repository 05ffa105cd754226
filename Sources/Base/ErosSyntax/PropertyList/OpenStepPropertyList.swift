import ErosCore

/// Parses OpenStep property lists, the format of Xcode projects.
struct OpenStepPropertyList {
  private var scanner: ByteScanner

  static func read(_ scanner: ByteScanner) throws(SyntaxFailure) -> PropertyListNode {
    var reader = OpenStepPropertyList(scanner: scanner)
    let root = try reader.readValue(depth: 0)
    try reader.skipSpace()
    guard reader.scanner.isAtEnd else { throw reader.scanner.unexpected("the end of the file") }
    return root
  }

  private init(scanner: ByteScanner) { self.scanner = scanner }

  private mutating func skipSpace() throws(SyntaxFailure) {
    while true {
      scanner.skipSpace()
      if scanner.skip("//") {
        scanner.skip { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
      } else if scanner.skip("/*") {
        try scanner.skip(past: "*/", expected: "'*/'")
      } else {
        return
      }
    }
  }

  private mutating func readValue(depth: Int) throws(SyntaxFailure) -> PropertyListNode {
    try skipSpace()
    guard depth < PropertyListNode.depthLimit else {
      throw .init(.tooDeep(limit: PropertyListNode.depthLimit), at: scanner.position)
    }
    switch scanner.current {
    case UInt8(ascii: "{"): return try readDictionary(depth: depth)
    case UInt8(ascii: "("): return try readArray(depth: depth)
    case UInt8(ascii: "<"):
      let start = scanner.position
      try scanner.skip(past: ">", expected: "'>'")
      return PropertyListNode(value: .other, range: start..<scanner.position)
    default:
      let (text, range) = try readString()
      return PropertyListNode(value: .string(text), range: range)
    }
  }

  private mutating func readDictionary(
    depth: Int
  ) throws(SyntaxFailure) -> PropertyListNode {
    let start = scanner.position
    scanner.position += 1
    var members: [PropertyListNode.Member] = []
    while true {
      try skipSpace()
      if scanner.skip("}") { break }
      let key = try readString().text
      try skipSpace()
      guard scanner.skip("=") else { throw scanner.unexpected("'='") }
      members.append(.init(key: key, node: try readValue(depth: depth + 1)))
      try skipSpace()
      guard scanner.skip(";") else { throw scanner.unexpected("';'") }
    }
    return PropertyListNode(value: .dictionary(members), range: start..<scanner.position)
  }

  private mutating func readArray(depth: Int) throws(SyntaxFailure) -> PropertyListNode {
    let start = scanner.position
    scanner.position += 1
    var nodes: [PropertyListNode] = []
    while true {
      try skipSpace()
      if scanner.skip(")") { break }
      nodes.append(try readValue(depth: depth + 1))
      try skipSpace()
      if scanner.skip(",") { continue }
      guard scanner.skip(")") else { throw scanner.unexpected("',' or ')'") }
      break
    }
    return PropertyListNode(value: .array(nodes), range: start..<scanner.position)
  }

  private mutating func readString() throws(SyntaxFailure) -> (text: String, range: Range<Int>) {
    if let quote = scanner.current, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      return try readQuoted(quote)
    }
    let start = scanner.position
    scanner.skip { $0.isLetter || $0.isDigit || "_$/:.-+@~^".utf8.contains($0) || $0 >= 0x80 }
    guard scanner.position > start else { throw scanner.unexpected("a value") }
    return (scanner.text(start..<scanner.position), start..<scanner.position)
  }

  private mutating func readQuoted(
    _ quote: UInt8
  ) throws(SyntaxFailure) -> (text: String, range: Range<Int>) {
    let open = scanner.position
    scanner.position += 1
    let start = scanner.position
    var text: [UInt8] = []
    while let byte = scanner.current, byte != quote {
      scanner.position += 1
      if byte == UInt8(ascii: "\\"), let escaped = scanner.current {
        // No other escapes occur in versions or in the keys that are read.
        text.append(escaped == UInt8(ascii: "n") ? UInt8(ascii: "\n") : escaped)
        scanner.position += 1
      } else {
        text.append(byte)
      }
    }
    guard !scanner.isAtEnd else {
      throw .init(.truncated(expected: "a closing quote"), at: open)
    }
    scanner.position += 1
    return (String(decoding: text, as: UTF8.self), start..<(scanner.position - 1))
  }
}
