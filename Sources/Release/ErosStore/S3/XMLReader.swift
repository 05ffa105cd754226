import ErosCore

/// A strict pull reader for the XML documents of S3.
///
/// Documents are UTF-8 and consist of elements, text, and the five predefined entities. A document
/// type, comments, processing instructions, CDATA sections and prefixes of elements are errors,
/// because no store sends them. Attributes are checked and dropped. White space before the XML
/// declaration is accepted: a store sends it while it completes an upload.
struct XMLReader {
  enum Event: Equatable {
    case start(String)
    case end(String)
    /// Text with its entities replaced; never empty.
    case text(String)
  }

  static let maximumDepth = 8
  static let maximumNameLength = 64
  static let maximumTextLength = 16 << 10
  static let maximumAttributes = 4

  private let bytes: [UInt8]
  private var index = 0
  private var open: [String] = []
  private var hasRoot = false
  /// The name of an element without contents, such as `<Prefix/>`, whose end is the next event.
  private var emptyElement: String?

  init(_ bytes: [UInt8]) throws(XMLFault) {
    guard UTF8Text.firstIllFormedByte(in: bytes) == nil else { throw .malformed }
    self.bytes = bytes
    skipSpace()
    guard take("<?xml") else { return }
    while index < bytes.count, !take("?>") {
      guard Self.isText(bytes[index]), !"<>".utf8.contains(bytes[index]) else {
        throw .malformed
      }
      index += 1
    }
  }

  /// Returns the next event, or `nil` after the root element.
  ///
  /// - Throws: ``XMLFault/truncated`` if the document ends within the root element.
  mutating func next() throws(XMLFault) -> Event? {
    if let name = emptyElement {
      emptyElement = nil
      return try end(name)
    }
    if open.isEmpty { skipSpace() }
    guard index < bytes.count else {
      guard open.isEmpty, hasRoot else { throw .truncated }
      return nil
    }
    if open.isEmpty {
      guard !hasRoot, bytes[index] == UInt8(ascii: "<") else { throw .malformed }
    }
    if take("</") { return try endTag() }
    if take("<") { return try startTag() }
    return .text(try text())
  }

  // MARK: Tags

  private mutating func startTag() throws(XMLFault) -> Event {
    let name = try self.name()
    var attributes: Set<String> = []
    while true {
      let hasSpace = skipSpace()
      if take("/>") {
        emptyElement = name
        break
      }
      if take(">") { break }
      guard index < bytes.count else { throw .truncated }
      guard hasSpace else { throw .malformed }
      let attribute = try self.name(isAttribute: true)
      guard attributes.insert(attribute).inserted else { throw .malformed }
      guard attributes.count <= Self.maximumAttributes else { throw .limit }
      try attributeValue()
    }
    guard open.count < Self.maximumDepth else { throw .limit }
    open.append(name)
    hasRoot = true
    return .start(name)
  }

  private mutating func endTag() throws(XMLFault) -> Event {
    let name = try self.name()
    skipSpace()
    guard take(">") else { throw index < bytes.count ? .malformed : .truncated }
    return try end(name)
  }

  private mutating func end(_ name: String) throws(XMLFault) -> Event {
    guard open.popLast() == name else { throw .malformed }
    return .end(name)
  }

  private mutating func name(isAttribute: Bool = false) throws(XMLFault) -> String {
    let start = index
    while index < bytes.count,
      bytes[index].isAlphanumeric || isAttribute && ":-_".utf8.contains(bytes[index])
    { index += 1 }
    guard index < bytes.count else { throw .truncated }
    guard index > start, bytes[start].isLetter else { throw .malformed }
    guard index - start <= Self.maximumNameLength else { throw .limit }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func attributeValue() throws(XMLFault) {
    skipSpace()
    guard take("=") else { throw index < bytes.count ? .malformed : .truncated }
    skipSpace()
    guard index < bytes.count else { throw .truncated }
    let quote = bytes[index]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { throw .malformed }
    index += 1
    _ = try characters { $0 == quote }
    guard take(String(UnicodeScalar(quote))) else { throw .truncated }
  }

  // MARK: Text

  private mutating func text() throws(XMLFault) -> String {
    let text = try characters { $0 == UInt8(ascii: "<") }
    guard index < bytes.count else { throw .truncated }
    return text
  }

  /// Returns the characters before the byte that `isEnd` accepts, or before the end.
  private mutating func characters(until isEnd: (UInt8) -> Bool) throws(XMLFault) -> String {
    var text: [UInt8] = []
    while index < bytes.count, !isEnd(bytes[index]) {
      guard text.count < Self.maximumTextLength else { throw .limit }
      let byte = bytes[index]
      if byte == UInt8(ascii: "&") {
        text.append(contentsOf: try entity())
      } else {
        guard Self.isText(byte), byte != UInt8(ascii: "<") else { throw .malformed }
        text.append(byte)
        index += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func entity() throws(XMLFault) -> [UInt8] {
    let maximumLength = 10
    guard let end = bytes[index...].prefix(maximumLength).firstIndex(of: UInt8(ascii: ";")) else {
      throw bytes.count - index < maximumLength ? .truncated : .malformed
    }
    let name = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
    index = end + 1
    switch name {
    case "lt": return [UInt8(ascii: "<")]
    case "gt": return [UInt8(ascii: ">")]
    case "amp": return [UInt8(ascii: "&")]
    case "quot": return [UInt8(ascii: "\"")]
    case "apos": return [UInt8(ascii: "'")]
    default:
      let isHexadecimal = name.hasPrefix("#x")
      let digits = name.dropFirst(isHexadecimal ? 2 : 1)
      guard name.hasPrefix("#"), digits.utf8.allSatisfy(\.isAlphanumeric),
        let value = UInt32(digits, radix: isHexadecimal ? 16 : 10),
        let scalar = Unicode.Scalar(value), value >= 0x20 || [0x9, 0xA, 0xD].contains(value)
      else { throw .malformed }
      return Array(String(scalar).utf8)
    }
  }

  private static func isText(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != 0x7F || [0x9, 0xA, 0xD].contains(byte)
  }

  // MARK: Bytes

  private mutating func take(_ token: String) -> Bool {
    guard bytes[index...].starts(with: token.utf8) else { return false }
    index += token.utf8.count
    return true
  }

  @discardableResult
  private mutating func skipSpace() -> Bool {
    let start = index
    while index < bytes.count, bytes[index].isSpace { index += 1 }
    return index > start
  }
}

/// A reason why a document is refused.
enum XMLFault: Error, Equatable {
  /// The document ends too early.
  case truncated
  /// The document is not XML, or uses a part of XML that S3 does not use.
  case malformed
  /// A name or a text is too long, or elements are nested too deeply.
  case limit
}

/// An element with either text or child elements.
struct XMLElement: Equatable {
  let name: String
  private(set) var text = ""
  private(set) var children: [XMLElement] = []

  /// Parses a document.
  static func parse(_ bytes: [UInt8]) throws(XMLFault) -> XMLElement {
    var reader = try XMLReader(bytes)
    guard case .start(let name) = try reader.next() else { throw .malformed }
    let root = try XMLElement(name, &reader)
    guard try reader.next() == nil else { throw .malformed }
    return root
  }

  private init(_ name: String, _ reader: inout XMLReader) throws(XMLFault) {
    self.name = name
    while true {
      switch try reader.next() {
      case .start(let name): children.append(try XMLElement(name, &reader))
      case .text(let part): text += part
      case .end:
        guard !children.isEmpty else { return }
        guard text.utf8.allSatisfy(\.isSpace) else { throw .malformed }
        text = ""
        return
      case nil: throw .truncated
      }
    }
  }

  /// The text of the only child with a name; `nil` if there is none or more than one.
  subscript(name: String) -> String? {
    let found = children.filter { $0.name == name }
    return found.count == 1 ? found[0].text : nil
  }
}
