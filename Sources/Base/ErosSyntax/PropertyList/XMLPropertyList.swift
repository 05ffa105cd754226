import ErosCore

/// Parses XML property lists.
struct XMLPropertyList {
  private var reader: XMLReader
  private let bytes: [UInt8]

  static func read(_ scanner: ByteScanner) throws(SyntaxFailure) -> PropertyListNode {
    var list = XMLPropertyList(
      reader: try XMLReader(scanner, .projectFile), bytes: scanner.bytes)
    let start = try list.next()
    guard case .start("plist", _) = start.content else {
      throw list.reader.unexpected(start, Message(verbatim: "<plist>"))
    }
    let root = try list.readValue(from: list.next(), depth: 0)
    let end = try list.next()
    guard case .end = end.content else {
      throw list.reader.unexpected(end, Message(verbatim: "</plist>"))
    }
    _ = try list.reader.next()
    return root
  }

  /// Returns the next event.
  ///
  /// Skips white space between elements.
  private mutating func next() throws(SyntaxFailure) -> XMLEvent {
    while let event = try reader.next() {
      if case .text(let text) = event.content, text.utf8.allSatisfy(\.isSpace) { continue }
      return event
    }
    throw .init(.truncated(expected: "a value"), at: bytes.count)
  }

  // MARK: Values

  private mutating func readValue(
    from start: XMLEvent, depth: Int
  ) throws(SyntaxFailure) -> PropertyListNode {
    let offset = start.range.lowerBound
    guard case .start(let name, _) = start.content else {
      throw reader.unexpected(start, "a value")
    }
    guard depth < PropertyListNode.depthLimit else {
      throw .init(.tooDeep(limit: PropertyListNode.depthLimit), at: offset)
    }
    switch name {
    case "dict": return try readDictionary(from: offset, depth: depth)
    case "array": return try readArray(from: offset, depth: depth)
    case "string":
      let (text, parts, end) = try readText(of: name)
      let range =
        if let first = parts.first, let last = parts.last {
          first.lowerBound..<last.upperBound
        } else {
          offset..<end
        }
      return PropertyListNode(value: .string(text), range: range, parts: parts)
    case _ where Self.plainNames.contains(name):
      return PropertyListNode(value: .other, range: offset..<(try readText(of: name).end))
    default:
      throw .init(
        .unexpected(found: "<\(name.escapedForDisplay)>", expected: "a value"), at: offset)
    }
  }

  private static let plainNames: Set<String> = ["integer", "real", "date", "data", "true", "false"]

  private mutating func readDictionary(
    from start: Int, depth: Int
  ) throws(SyntaxFailure) -> PropertyListNode {
    var members: [PropertyListNode.Member] = []
    while true {
      let event = try next()
      if case .end = event.content {
        return PropertyListNode(value: .dictionary(members), range: start..<event.range.upperBound)
      }
      guard case .start("key", _) = event.content else {
        throw reader.unexpected(event, Message(verbatim: "<key>"))
      }
      let key = try readText(of: "key").text
      members.append(.init(key: key, node: try readValue(from: next(), depth: depth + 1)))
    }
  }

  private mutating func readArray(
    from start: Int, depth: Int
  ) throws(SyntaxFailure) -> PropertyListNode {
    var nodes: [PropertyListNode] = []
    while true {
      let event = try next()
      if case .end = event.content {
        return PropertyListNode(value: .array(nodes), range: start..<event.range.upperBound)
      }
      nodes.append(try readValue(from: event, depth: depth + 1))
    }
  }

  /// Reads an element's text and its closing tag.
  ///
  /// `parts` are the text's byte ranges, except comments, surrounding white space and CDATA
  /// markers. If the text is empty, there is an empty range before the closing tag, or none if
  /// there is no closing tag. `end` is where the element ends.
  private mutating func readText(
    of name: String
  ) throws(SyntaxFailure) -> (text: String, parts: [Range<Int>], end: Int) {
    var text = ""
    var parts: [Range<Int>] = []
    while let event = try reader.next() {
      switch event.content {
      case .text(let part):
        text += part
        let range = bytes.trimmed(event.range)
        if !range.isEmpty { parts.append(range) }
      case .characterData(let part):
        text += part
        parts.append(event.range)
      case .end:
        let tag = event.range
        if parts.isEmpty, !tag.isEmpty { parts = [tag.lowerBound..<tag.lowerBound] }
        return (text, parts, tag.upperBound)
      case .start: throw reader.unexpected(event, "</\(name)>")
      }
    }
    throw .init(.truncated(expected: "</\(name)>"), at: bytes.count)
  }
}
