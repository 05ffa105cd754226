/// A recursive-descent parser for well-formed UTF-8.
///
/// The depth limit bounds the recursion and so the stack.
struct JSONParser {
  let bytes: [UInt8]
  let syntax: JSONReader.Syntax
  let limits: JSONReader.Limits
  /// Values of these members become `null`.
  private let omittedKeys: Set<String>
  /// `true` while a value is parsed that is not kept.
  private(set) var isOmitting = false
  /// The next byte's offset.
  var position = 0
  private var depth = 0
  private var valueCount = 0
  /// `true` if the next value is the complete script, with no module head.
  private(set) var isAtStart = false

  init(
    bytes: [UInt8], syntax: JSONReader.Syntax, limits: JSONReader.Limits, omittedKeys: Set<String>
  ) {
    self.bytes = bytes
    self.syntax = syntax
    self.limits = limits
    self.omittedKeys = omittedKeys
  }

  mutating func parseDocument() throws(JSONFailure) -> JSONNode {
    try skipSpace()
    guard current != nil else { throw failure(.empty) }
    if syntax == .javaScript { isAtStart = try !skipModuleHead() }
    let node = try parseValue()
    try skipSpace()
    if syntax == .javaScript, skip(UInt8(ascii: ";")) { try skipSpace() }
    guard current == nil else {
      throw startsOperator ? notALiteral() : failure(.trailing(found: nextCharacter))
    }
    return node
  }

  // MARK: Values

  mutating func parseValue() throws(JSONFailure) -> JSONNode {
    try skipSpace()
    valueCount += 1
    guard valueCount <= limits.values else {
      throw failure(.tooManyValues(limit: limits.values))
    }
    let start = position
    let value = try parseBareValue()
    return JSONNode(value, range: start..<position)
  }

  private mutating func parseBareValue() throws(JSONFailure) -> JSONValue {
    switch current {
    case UInt8(ascii: "{"): .object(try parseObject())
    case UInt8(ascii: "["): .array(try parseArray())
    case UInt8(ascii: "\""): .string(try parseString())
    case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
      .number(try parseNumber())
    case nil: throw failure(.truncated(expected: "a value"))
    default: syntax == .json ? try parseLiteral() : try parseScriptValue()
    }
  }

  mutating func parseLiteral() throws(JSONFailure) -> JSONValue {
    let start = position
    skipIdentifier()
    switch String(decoding: bytes[start..<position], as: UTF8.self) {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    case let name:
      position = start
      guard !name.isEmpty else { throw unexpected(expected: "a value") }
      if syntax == .javaScript { throw notALiteral("'\(name.escapedForDisplay)'") }
      throw failure(.unexpected(found: "'\(name.escapedForDisplay)'", expected: "a value"))
    }
  }

  // MARK: Arrays and objects

  private mutating func parseArray() throws(JSONFailure) -> [JSONNode] {
    try open()
    var nodes: [JSONNode] = []
    try skipSpace()
    if close(UInt8(ascii: "]")) { return nodes }
    while true {
      let node = try parseValue()
      if !isOmitting { nodes.append(node) }
      if try endsAfterItem(UInt8(ascii: "]"), or: "',' or ']'") { return nodes }
    }
  }

  private mutating func parseObject() throws(JSONFailure) -> JSONObject {
    try open()
    var members: [JSONObject.Member] = []
    var keys: Set<String> = []
    try skipSpace()
    if close(UInt8(ascii: "}")) { return JSONObject() }
    while true {
      try skipSpace()
      let start = position
      let key = try parseKey()
      let keyRange = start..<position
      try checkIsNew(key, among: members, and: &keys, at: start)
      try parseColon()
      let node = try omittedKeys.contains(key) ? parseOmittedValue() : parseValue()
      members.append(.init(key: key, keyRange: keyRange, node: node))
      if try endsAfterItem(UInt8(ascii: "}"), or: "',' or '}'") { return JSONObject(members) }
    }
  }

  /// Parses a value, but does not keep it.
  private mutating func parseOmittedValue() throws(JSONFailure) -> JSONNode {
    let isNested = isOmitting
    isOmitting = true
    defer { isOmitting = isNested }
    return JSONNode(.null, range: try parseValue().range)
  }

  private mutating func parseKey() throws(JSONFailure) -> String {
    // Duplicate keys are refused even in values that are not kept.
    let isNested = isOmitting
    isOmitting = false
    defer { isOmitting = isNested }
    if current == UInt8(ascii: "\"") { return try parseString() }
    if syntax == .javaScript { return try parseScriptKey() }
    throw unexpected(expected: "a key in double quotes")
  }

  private mutating func parseColon() throws(JSONFailure) {
    try skipSpace()
    guard skip(UInt8(ascii: ":")) else {
      throw startsOperator || startsShorthand ? notALiteral() : unexpected(expected: "':'")
    }
  }

  /// Throws if the object already contains `key`.
  ///
  /// For small objects, `keys` stays empty, because a manifest has many of them.
  private func checkIsNew(
    _ key: String, among members: [JSONObject.Member], and keys: inout Set<String>, at offset: Int
  ) throws(JSONFailure) {
    let isNew: Bool
    if members.count < JSONObject.maximumLinearSearch {
      isNew = !members.contains { $0.key == key }
    } else {
      if keys.isEmpty { keys = Set(members.map(\.key)) }
      isNew = keys.insert(key).inserted
    }
    guard !isNew, let first = members.first(where: { $0.key == key }) else { return }
    let line = TextPosition(ofByte: first.keyRange.lowerBound, in: bytes).line
    throw JSONFailure(.duplicateKey(key, firstLine: line), at: offset)
  }

  private mutating func open() throws(JSONFailure) {
    depth += 1
    isAtStart = false
    guard depth <= limits.depth else { throw failure(.tooDeep(limit: limits.depth)) }
    position += 1
  }

  private mutating func close(_ bracket: UInt8) -> Bool {
    guard skip(bracket) else { return false }
    depth -= 1
    return true
  }

  /// Parses the comma or closing bracket after an item.
  ///
  /// A script may have both.
  ///
  /// - Returns: `true` after the closing bracket.
  private mutating func endsAfterItem(
    _ bracket: UInt8, or expected: Message
  ) throws(JSONFailure) -> Bool {
    try skipSpace()
    if close(bracket) { return true }
    let comma = position
    guard skip(UInt8(ascii: ",")) else {
      throw startsOperator ? notALiteral() : unexpected(expected: expected)
    }
    try skipSpace()
    if syntax == .json, current == bracket { throw JSONFailure(.trailingComma, at: comma) }
    return close(bracket)
  }

  // MARK: Bytes

  /// `nil` at the end.
  var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Skips the next byte if it is `byte`.
  ///
  /// Returns `true` if it did.
  mutating func skip(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    position += 1
    return true
  }

  mutating func skipSpace() throws(JSONFailure) {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
        position += 1
      default:
        guard syntax == .javaScript else { return try checkIsNotComment() }
        guard try skipScriptSpace() else { return }
      }
    }
  }

  private func checkIsNotComment() throws(JSONFailure) {
    guard current == UInt8(ascii: "/"), position + 1 < bytes.count,
      [UInt8(ascii: "/"), UInt8(ascii: "*")].contains(bytes[position + 1])
    else { return }
    throw failure(.comment)
  }

  /// Skips letters, digits and anything else that an identifier can contain.
  mutating func skipIdentifier() {
    while let byte = current, Self.isIdentifierByte(byte) { position += 1 }
  }

  static func isIdentifierByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...0xFF:
      true
    default: false
    }
  }

  // MARK: Errors

  func failure(_ kind: JSONErrorKind) -> JSONFailure { JSONFailure(kind, at: position) }

  /// Describes a next byte that is not `expected`.
  func unexpected(expected: Message) -> JSONFailure {
    guard current != nil else { return failure(.truncated(expected: expected)) }
    return failure(.unexpected(found: nextCharacter, expected: expected))
  }

  /// The next character in quotes, for a message.
  var nextCharacter: Message {
    let end = position + UTF8Text.sequenceLength(at: position, in: bytes)
    return "'\(String(decoding: bytes[position..<end], as: UTF8.self).escapedForDisplay)'"
  }
}
