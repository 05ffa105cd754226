import ErosCore

/// A parser for XML property lists.
///
/// It rejects documents that declare entities, so a string never expands beyond its source.
package struct XMLPropertyList {
  private var scanner: ByteScanner

  package static func read(_ scanner: ByteScanner) throws(SyntaxFailure) -> PropertyListNode {
    var reader = XMLPropertyList(scanner: scanner)
    try reader.readProlog()
    guard try reader.openTag() == .open("plist") else { throw scanner.unexpected("<plist>") }
    let root = try reader.readValue(depth: 0)
    try reader.close("plist")
    try reader.skipMisc()
    guard reader.scanner.isAtEnd else { throw reader.scanner.unexpected("the end of the file") }
    return root
  }

  private init(scanner: ByteScanner) { self.scanner = scanner }

  // MARK: Markup

  private mutating func readProlog() throws(SyntaxFailure) {
    try skipMisc()
    guard scanner.starts(with: "<!DOCTYPE") else { return }
    while let byte = scanner.current, byte != UInt8(ascii: ">") {
      if byte == UInt8(ascii: "[") { throw .init(.internalSubset, at: scanner.position) }
      scanner.position += 1
    }
    guard scanner.skip(">") else { throw scanner.unexpected("'>'") }
    try skipMisc()
  }

  /// Skips white space, comments and processing instructions.
  private mutating func skipMisc() throws(SyntaxFailure) {
    while true {
      scanner.skipSpace()
      if scanner.skip("<!--") {
        try scanner.skip(past: "-->", expected: "'-->'")
      } else if scanner.skip("<?") {
        try scanner.skip(past: "?>", expected: "'?>'")
      } else {
        return
      }
    }
  }

  private enum Tag: Equatable {
    case open(String)
    case empty(String)
  }

  private mutating func openTag() throws(SyntaxFailure) -> Tag {
    try skipMisc()
    let start = scanner.position
    guard scanner.skip("<") else { throw scanner.unexpected("a value") }
    let nameStart = scanner.position
    scanner.skip { $0.isLetter }
    let name = scanner.text(nameStart..<scanner.position)
    guard !name.isEmpty else {
      scanner.position = start
      throw scanner.unexpected("a value")
    }
    try skipAttributes()
    if scanner.skip("/>") { return .empty(name) }
    guard scanner.skip(">") else { throw scanner.unexpected("'>'") }
    return .open(name)
  }

  private mutating func skipAttributes() throws(SyntaxFailure) {
    while let byte = scanner.current, byte != UInt8(ascii: ">"), byte != UInt8(ascii: "/") {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        let quote = String(decoding: [byte], as: UTF8.self)
        scanner.position += 1
        try scanner.skip(past: quote, expected: "a closing quote")
      } else {
        scanner.position += 1
      }
    }
  }

  private mutating func close(_ name: String) throws(SyntaxFailure) {
    try skipMisc()
    guard scanner.skip("</" + name) else { throw scanner.unexpected("</\(name)>") }
    scanner.skipSpace()
    guard scanner.skip(">") else { throw scanner.unexpected("'>'") }
  }

  // MARK: Values

  private mutating func readValue(depth: Int) throws(SyntaxFailure) -> PropertyListNode {
    try skipMisc()
    let start = scanner.position
    guard depth < PropertyListNode.depthLimit else {
      throw .init(.tooDeep(limit: PropertyListNode.depthLimit), at: start)
    }
    switch try openTag() {
    case .open("dict"): return try readDictionary(from: start, depth: depth)
    case .open("array"): return try readArray(from: start, depth: depth)
    case .open("string"):
      let (text, parts) = try readText(of: "string")
      let range = parts[0].lowerBound..<parts[parts.count - 1].upperBound
      return PropertyListNode(value: .string(text), range: range, parts: parts)
    case .empty("string"):
      return PropertyListNode(value: .string(""), range: start..<scanner.position, parts: [])
    case .empty("dict"):
      return PropertyListNode(value: .dictionary([]), range: start..<scanner.position)
    case .empty("array"):
      return PropertyListNode(value: .array([]), range: start..<scanner.position)
    case .open(let name) where Self.plainNames.contains(name):
      _ = try readText(of: name)
      return PropertyListNode(value: .other, range: start..<scanner.position)
    case .empty(let name) where Self.plainNames.contains(name):
      return PropertyListNode(value: .other, range: start..<scanner.position)
    case .open(let name), .empty(let name):
      throw .init(.unexpected(found: "<\(name)>", expected: "a value"), at: start)
    }
  }

  private static let plainNames: Set<String> = ["integer", "real", "date", "data", "true", "false"]

  private mutating func readDictionary(
    from start: Int, depth: Int
  ) throws(SyntaxFailure) -> PropertyListNode {
    var members: [PropertyListNode.Member] = []
    var keys: Set<String> = []
    while true {
      try skipMisc()
      if scanner.starts(with: "</") { break }
      let keyStart = scanner.position
      guard try openTag() == .open("key") else {
        scanner.position = keyStart
        throw scanner.unexpected("<key>")
      }
      let key = try readText(of: "key").text
      guard keys.insert(key).inserted else { throw .init(.duplicateKey(key), at: keyStart) }
      members.append(.init(key: key, node: try readValue(depth: depth + 1)))
    }
    try close("dict")
    return PropertyListNode(value: .dictionary(members), range: start..<scanner.position)
  }

  private mutating func readArray(
    from start: Int, depth: Int
  ) throws(SyntaxFailure) -> PropertyListNode {
    var nodes: [PropertyListNode] = []
    while true {
      try skipMisc()
      if scanner.starts(with: "</") { break }
      nodes.append(try readValue(depth: depth + 1))
    }
    try close("array")
    return PropertyListNode(value: .array(nodes), range: start..<scanner.position)
  }

  /// Reads the text of an element and its closing tag.
  ///
  /// - Returns: The text and its byte ranges, without comments, surrounding white space and CDATA
  ///   markers; for an empty element, the empty range before the closing tag.
  private mutating func readText(
    of name: String
  ) throws(SyntaxFailure) -> (text: String, parts: [Range<Int>]) {
    var text = ""
    var runs: [Range<Int>] = []
    while true {
      let run = scanner.position
      text += try readRun()
      if scanner.text(run..<scanner.position).utf8.contains(where: { !$0.isSpace }) {
        runs.append(scanner.bytes.trimmed(run..<scanner.position))
      }
      if scanner.skip("<!--") {
        try scanner.skip(past: "-->", expected: "'-->'")
      } else if scanner.skip("<![CDATA[") {
        let inner = scanner.position
        try scanner.skip(past: "]]>", expected: "']]>'")
        let range = inner..<(scanner.position - 3)
        text += scanner.text(range)
        runs.append(range)
      } else {
        break
      }
    }
    let end = scanner.position
    try close(name)
    return (text, runs.isEmpty ? [end..<end] : runs)
  }

  private mutating func readRun() throws(SyntaxFailure) -> String {
    var text: [UInt8] = []
    while let byte = scanner.current, byte != UInt8(ascii: "<") {
      if byte == UInt8(ascii: "&") {
        text += try readEntity()
      } else {
        text.append(byte)
        scanner.position += 1
      }
    }
    guard !scanner.isAtEnd else { throw scanner.unexpected("a closing tag") }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func readEntity() throws(SyntaxFailure) -> [UInt8] {
    let maximumLength = 10
    let start = scanner.position
    guard
      let length = scanner.bytes[start...].prefix(maximumLength).firstIndex(of: UInt8(ascii: ";"))
    else { throw .init(.unexpected(found: "'&'", expected: "an entity such as &amp;"), at: start) }
    let name = scanner.text((start + 1)..<length)
    scanner.position = length + 1
    let known = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]
    if let text = known[name] { return Array(text.utf8) }
    let digits = name.hasPrefix("#x") ? (name.dropFirst(2), 16) : (name.dropFirst(1), 10)
    guard name.hasPrefix("#"), let number = UInt32(digits.0, radix: digits.1), number > 0,
      let scalar = Unicode.Scalar(number)
    else { throw .init(.unknownEntity(name), at: start) }
    return Array(String(Character(scalar)).utf8)
  }
}
