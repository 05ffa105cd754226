package import ErosCore

/// Reads XML documents, one event at a time.
///
/// Documents are UTF-8. The reader replaces the five predefined entities and character references.
/// Any other entity is an error, and so is a document that declares entities, so a text never
/// expands beyond its source. The reader checks that elements are closed in order, but does not
/// support namespaces. It accepts white space before the XML declaration, because a store sends it
/// while it completes an upload.
package struct XMLReader {
  private var scanner: ByteScanner
  private let rules: XMLRules
  private var open: [String] = []
  private var hasRoot = false
  private var hasDocumentType = false
  /// An element such as `<Prefix/>`, whose end is the next event.
  private var emptyElement: String?

  package init(_ scanner: ByteScanner, _ rules: XMLRules) throws(SyntaxFailure) {
    self.scanner = scanner
    self.rules = rules
    self.scanner.skipSpace()
    if self.scanner.skip("<?xml") { try self.scanner.skip(past: "?>", expected: "'?>'") }
  }

  /// Returns the next event, or `nil` after the root element and any markup after it.
  ///
  /// - Throws: ``SyntaxFailure`` with ``SyntaxErrorKind/truncated(expected:)`` if the document ends
  ///   within the root element.
  package mutating func next() throws(SyntaxFailure) -> XMLEvent? {
    if let name = emptyElement {
      emptyElement = nil
      open.removeLast()
      return event(.end(name), from: scanner.position)
    }
    repeat {
      if open.isEmpty { scanner.skipSpace() }
    } while try skipMarkup()
    guard !scanner.isAtEnd else {
      if open.isEmpty, hasRoot { return nil }
      throw scanner.unexpected(closingTag)
    }
    guard !open.isEmpty || !hasRoot else { throw scanner.unexpected("the end of the file") }
    if scanner.starts(with: "</") { return try endTag() }
    if rules.allowsMarkup, !open.isEmpty, scanner.skip("<![CDATA[") { return try characterData() }
    if scanner.current == UInt8(ascii: "<") { return try startTag() }
    guard !open.isEmpty else { throw scanner.unexpected("an element") }
    return try text()
  }

  /// Creates an error for the first byte in `event` that is not white space.
  package func unexpected(_ event: XMLEvent, _ expected: Message) -> SyntaxFailure {
    var scanner = scanner
    scanner.position = event.range.lowerBound
    if case .text = event.content { scanner.skipSpace() }
    return scanner.unexpected(expected)
  }

  /// Closing tag that is expected next.
  private var closingTag: Message { open.last.map { "</\($0)>" } ?? "an element" }

  private func event(_ content: XMLEvent.Content, from start: Int) -> XMLEvent {
    XMLEvent(content: content, range: start..<scanner.position)
  }

  // MARK: Markup

  /// Skips a comment, a processing instruction or the document type.
  ///
  /// Returns `true` if there was one.
  private mutating func skipMarkup() throws(SyntaxFailure) -> Bool {
    guard rules.allowsMarkup else { return false }
    if scanner.skip("<!--") {
      try scanner.skip(past: "-->", expected: "'-->'")
    } else if scanner.skip("<?") {
      try scanner.skip(past: "?>", expected: "'?>'")
    } else if !hasRoot, !hasDocumentType, scanner.skip("<!DOCTYPE") {
      hasDocumentType = true
      scanner.skip { !"[>".utf8.contains($0) }
      if scanner.current == UInt8(ascii: "[") {
        throw .init(.internalSubset, at: scanner.position)
      }
      guard scanner.skip(">") else { throw scanner.unexpected("'>'") }
    } else {
      return false
    }
    return true
  }

  private mutating func characterData() throws(SyntaxFailure) -> XMLEvent {
    let start = scanner.position
    try scanner.skip(past: "]]>", expected: "']]>'")
    let range = start..<(scanner.position - 3)
    guard range.count <= rules.textLength else { throw tooLong("a text", rules.textLength, start) }
    return XMLEvent(content: .characterData(scanner.text(range)), range: range)
  }

  // MARK: Tags

  private mutating func startTag() throws(SyntaxFailure) -> XMLEvent {
    let start = scanner.position
    scanner.position += 1
    let name = try self.name()
    var attributes: [XMLAttribute] = []
    while true {
      let hasSpace = scanner.current?.isSpace == true
      scanner.skipSpace()
      if scanner.skip("/>") {
        emptyElement = name
        break
      }
      if scanner.skip(">") { break }
      guard hasSpace else { throw scanner.unexpected("'>'") }
      let attribute = try self.attribute()
      guard !attributes.contains(where: { $0.name == attribute.name }) else {
        throw .init(.duplicateKey(attribute.name), at: attribute.offset)
      }
      guard attributes.count < rules.attributeCount else {
        throw .init(.tooMany("attributes", limit: rules.attributeCount), at: attribute.offset)
      }
      attributes.append(attribute)
    }
    guard open.count < rules.depth else { throw .init(.tooDeep(limit: rules.depth), at: start) }
    open.append(name)
    hasRoot = true
    return event(.start(name, attributes), from: start)
  }

  private mutating func endTag() throws(SyntaxFailure) -> XMLEvent {
    let start = scanner.position
    scanner.position += 2
    let name = try self.name()
    scanner.skipSpace()
    guard scanner.skip(">") else { throw scanner.unexpected("'>'") }
    guard open.last == name else {
      scanner.position = start
      throw scanner.unexpected(closingTag)
    }
    open.removeLast()
    return event(.end(name), from: start)
  }

  private mutating func name() throws(SyntaxFailure) -> String {
    let start = scanner.position
    guard let first = scanner.current, first.isIdentifierStart || first >= 0x80 else {
      throw scanner.unexpected("a name")
    }
    scanner.skip { $0.isDashedNamePart || $0 >= 0x80 || ".:".utf8.contains($0) }
    let range = start..<scanner.position
    guard range.count <= rules.nameLength else { throw tooLong("a name", rules.nameLength, start) }
    return scanner.text(range)
  }

  private mutating func attribute() throws(SyntaxFailure) -> XMLAttribute {
    let offset = scanner.position
    let name = try self.name()
    scanner.skipSpace()
    guard scanner.skip("=") else { throw scanner.unexpected("'='") }
    scanner.skipSpace()
    guard let quote = scanner.current, "\"'".utf8.contains(quote) else {
      throw scanner.unexpected("a quote")
    }
    scanner.position += 1
    let value = try characters(until: quote)
    scanner.position += 1
    return XMLAttribute(name: name, value: value, offset: offset)
  }

  // MARK: Text

  private mutating func text() throws(SyntaxFailure) -> XMLEvent {
    let start = scanner.position
    let text = try characters(until: UInt8(ascii: "<"))
    return event(.text(text), from: start)
  }

  /// Returns the characters before the byte `end`.
  private mutating func characters(until end: UInt8) throws(SyntaxFailure) -> String {
    let start = scanner.position
    var text: [UInt8] = []
    while let byte = scanner.current, byte != end {
      guard text.count < rules.textLength else { throw tooLong("a text", rules.textLength, start) }
      if byte == UInt8(ascii: "&") {
        text.append(contentsOf: try entity())
      } else {
        guard byte >= 0x20 || byte.isSpace, byte != UInt8(ascii: "<") else {
          throw scanner.unexpected("a text")
        }
        text.append(byte)
        scanner.position += 1
      }
    }
    guard !scanner.isAtEnd else {
      throw scanner.unexpected(end == UInt8(ascii: "<") ? closingTag : "a closing quote")
    }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func entity() throws(SyntaxFailure) -> [UInt8] {
    let maximumLength = 10
    let start = scanner.position
    let candidate = scanner.bytes[start...].prefix(maximumLength)
    guard let end = candidate.firstIndex(of: UInt8(ascii: ";")) else {
      throw candidate.count < maximumLength
        ? .init(.truncated(expected: "';'"), at: start)
        : scanner.unexpected("an entity such as &amp;")
    }
    let name = scanner.text((start + 1)..<end)
    guard let replacement = Self.predefined[name] ?? Self.character(name).map({ Array($0.utf8) })
    else { throw .init(.unknownEntity(name), at: start) }
    scanner.position = end + 1
    return replacement
  }

  private static let predefined: [String: [UInt8]] = [
    "lt": [UInt8(ascii: "<")], "gt": [UInt8(ascii: ">")], "amp": [UInt8(ascii: "&")],
    "quot": [UInt8(ascii: "\"")], "apos": [UInt8(ascii: "'")],
  ]

  /// Decodes a reference such as `#65` or `#x41`.
  private static func character(_ name: String) -> String? {
    let isHexadecimal = name.hasPrefix("#x")
    let digits = name.dropFirst(isHexadecimal ? 2 : 1)
    guard name.hasPrefix("#"), digits.utf8.allSatisfy(\.isAlphanumeric),
      let value = UInt32(digits, radix: isHexadecimal ? 16 : 10),
      let scalar = Unicode.Scalar(value), value >= 0x20 || [0x9, 0xA, 0xD].contains(value)
    else { return nil }
    return String(scalar)
  }

  private func tooLong(_ what: Message, _ limit: Int, _ offset: Int) -> SyntaxFailure {
    .init(.tooMany("bytes in \(what)", limit: limit), at: offset)
  }
}
