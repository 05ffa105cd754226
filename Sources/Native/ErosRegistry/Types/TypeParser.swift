import ErosCore

/// A syntax error in a type expression, with its byte offset.
struct TypeSyntaxError: Error, Equatable {
  let message: Message
  let offset: Int
}

/// Parses type expressions such as `map<string>[]` or `{id: integer, name?: string}`.
struct TypeParser {
  /// A description's types may have this many bytes.
  ///
  /// The schema has the same limit.
  static let maximumLength = 256
  /// The maximum depth, as a limit for recursion in texts of any length.
  ///
  /// The normal form of a valid type is shallower, because of ``NamedTypes/maximumDepth`` and the
  /// maximum depth of JSON.
  private static let maximumDepth = 512

  static let keywords = [
    "string", "number", "integer", "boolean", "object", "array", "any", "null", "void", "map",
    "callback", "keepAliveCallback",
  ]

  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0
  /// `true` if the text has `func` or `function` instead of `callback`.
  private(set) var usedFunctionKeyword = false

  private init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// Parses the whole text.
  ///
  /// - Returns: The type, and `true` if the text has `function` instead of `callback`.
  static func parse(
    _ text: String, atMost limit: Int = maximumLength
  ) throws(TypeSyntaxError) -> (type: TypeExpression, usedFunctionKeyword: Bool) {
    guard text.utf8.count <= limit else {
      throw TypeSyntaxError(message: "the type is longer than \(limit) bytes", offset: 0)
    }
    var parser = TypeParser(text)
    let type = try parser.parseType()
    guard parser.current == nil else { throw parser.unexpected("the end of the type") }
    return (type, parser.usedFunctionKeyword)
  }

  // MARK: Grammar

  private mutating func parseType() throws(TypeSyntaxError) -> TypeExpression {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw TypeSyntaxError(message: "the types are nested too deeply", offset: position)
    }
    var members = [try parsePostfix()]
    while consume("|") { members.append(try parsePostfix()) }
    let type = members.count == 1 ? members[0] : .union(members)
    return consume("?") ? .optional(type) : type
  }

  private mutating func parsePostfix() throws(TypeSyntaxError) -> TypeExpression {
    var type = try parsePrimary()
    while consume("[") {
      try require("]")
      type = .list(type)
    }
    return type
  }

  private mutating func parsePrimary() throws(TypeSyntaxError) -> TypeExpression {
    skipSpace()
    switch current {
    case UInt8(ascii: "'"): return .stringLiteral(try parseString())
    case UInt8(ascii: "{"): return try parseShape()
    case UInt8(ascii: "("):
      position += 1
      let type = try parseType()
      try require(")")
      return type
    case .some(UInt8(ascii: "0")...UInt8(ascii: "9")), UInt8(ascii: "-"): return try parseInteger()
    default: return try parseKeyword()
    }
  }

  private mutating func parseKeyword() throws(TypeSyntaxError) -> TypeExpression {
    let name = try parseName("a type")
    switch name {
    case "string": return .string
    case "number": return .number
    case "integer": return .integer
    case "boolean": return .boolean
    case "object": return .object
    case "array": return .list(.any)
    case "any": return .any
    case "null": return .null
    case "void": return .void
    case "true", "false": return .booleanLiteral(name == "true")
    case "map": return try parseMap()
    case "callback": return try parseCallback(isKeptAlive: false)
    case "keepAliveCallback": return try parseCallback(isKeptAlive: true)
    case "func", "function":
      usedFunctionKeyword = true
      return try parseCallback(isKeptAlive: false)
    default: return .named(name)
    }
  }

  private mutating func parseMap() throws(TypeSyntaxError) -> TypeExpression {
    try require("<")
    let type = try parseType()
    try require(">")
    return .map(type)
  }

  private mutating func parseCallback(
    isKeptAlive: Bool
  ) throws(TypeSyntaxError) -> TypeExpression {
    guard consume("(") else { return .callback(.any, isKeptAlive: isKeptAlive) }
    let type = try parseType()
    try require(")")
    return .callback(type, isKeptAlive: isKeptAlive)
  }

  private mutating func parseShape() throws(TypeSyntaxError) -> TypeExpression {
    try require("{")
    var fields: [ShapeField] = []
    var names: Set<String> = []
    guard !consume("}") else { return .shape([]) }
    repeat {
      skipSpace()
      let start = position
      let name = try parseName("the name of a field")
      guard names.insert(name).inserted else {
        throw TypeSyntaxError(message: "duplicate field '\(name)'", offset: start)
      }
      let isOptional = consume("?")
      try require(":")
      let (type, hasQuestionMark) = try parseType().unwrapped
      fields.append(ShapeField(name: name, isOptional: isOptional || hasQuestionMark, type: type))
    } while consume(",")
    try require("}")
    return .shape(fields)
  }

  // MARK: Tokens

  private mutating func parseString() throws(TypeSyntaxError) -> String {
    let start = position
    var text: [UInt8] = []
    position += 1
    while let byte = current, byte != UInt8(ascii: "'") {
      if byte == UInt8(ascii: "\\"), position + 1 < bytes.count { position += 1 }
      text.append(bytes[position])
      position += 1
    }
    guard current != nil else {
      throw TypeSyntaxError(message: "unclosed string", offset: start)
    }
    position += 1
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func parseInteger() throws(TypeSyntaxError) -> TypeExpression {
    let start = position
    position += 1
    while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      position += 1
    }
    guard let number = Int64(String(decoding: bytes[start..<position], as: UTF8.self)) else {
      throw TypeSyntaxError(message: "the number is not an integer", offset: start)
    }
    return .integerLiteral(number)
  }

  private mutating func parseName(_ expected: Message) throws(TypeSyntaxError) -> String {
    skipSpace()
    let start = position
    while let byte = current, byte.isIdentifierPart { position += 1 }
    guard position > start, bytes[start].isIdentifierStart else {
      position = start
      throw unexpected(expected)
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = current, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
      position += 1
    }
  }

  private mutating func consume(_ token: Unicode.Scalar) -> Bool {
    skipSpace()
    guard current == UInt8(ascii: token) else { return false }
    position += 1
    skipSpace()
    return true
  }

  private mutating func require(_ token: Unicode.Scalar) throws(TypeSyntaxError) {
    guard consume(token) else { throw unexpected("'\(token)'") }
  }

  private func unexpected(_ expected: Message) -> TypeSyntaxError {
    let remainder = String(decoding: bytes[min(position, bytes.count)...], as: UTF8.self)
    let actual: Message = remainder.first.map { "'\(String($0).escapedForDisplay)'" } ?? "the end"
    return TypeSyntaxError(message: "expected \(expected), found \(actual)", offset: position)
  }
}
