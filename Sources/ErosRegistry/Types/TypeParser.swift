import ErosCore

/// Why a type expression is not understood, and at which of its bytes.
package struct TypeSyntaxError: Error, Equatable {
  package let message: String
  package let offset: Int
}

/// Reads a type expression such as `map<string>[]` or `{id: integer, name?: string}`.
package struct TypeParser {
  /// What the schema allows.
  package static let longest = 256
  /// Bounds the recursion where the length does not: what is written for ``NamedTypes/deepest`` is
  /// less deep, as an object of fields is no deeper than the reader of JSON goes.
  private static let deepest = 512

  /// The words that stand for themselves.
  package static let words = [
    "string", "number", "integer", "boolean", "object", "array", "any", "null", "void", "map",
    "callback", "keepAliveCallback",
  ]

  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0
  /// Whether `func` or `function` stood for `callback`.
  package private(set) var usedFunctionWord = false

  private init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// Reads all of `text`; the flag tells whether it said `function` for a callback.
  package static func parse(
    _ text: String, atMost limit: Int = longest
  ) throws(TypeSyntaxError) -> (type: TypeExpression, usedFunctionWord: Bool) {
    guard text.utf8.count <= limit else {
      throw TypeSyntaxError(message: "the type is longer than \(limit) bytes", offset: 0)
    }
    var parser = TypeParser(text)
    let type = try parser.parseType()
    guard parser.current == nil else { throw parser.unexpected("the end of the type") }
    return (type, parser.usedFunctionWord)
  }

  // MARK: Grammar

  private mutating func parseType() throws(TypeSyntaxError) -> TypeExpression {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else {
      throw TypeSyntaxError(message: "the types are nested too deeply", offset: position)
    }
    var members = [try parsePostfix()]
    while take("|") { members.append(try parsePostfix()) }
    let type = members.count == 1 ? members[0] : .union(members)
    return take("?") ? .optional(type) : type
  }

  private mutating func parsePostfix() throws(TypeSyntaxError) -> TypeExpression {
    var type = try parsePrimary()
    while take("[") {
      try require("]")
      type = .list(type)
    }
    return type
  }

  private mutating func parsePrimary() throws(TypeSyntaxError) -> TypeExpression {
    skipSpace()
    switch current {
    case UInt8(ascii: "'"): return .text(try parseText())
    case UInt8(ascii: "{"): return try parseShape()
    case UInt8(ascii: "("):
      position += 1
      let type = try parseType()
      try require(")")
      return type
    case .some(UInt8(ascii: "0")...UInt8(ascii: "9")), UInt8(ascii: "-"): return try parseWhole()
    default: return try parseWord()
    }
  }

  private mutating func parseWord() throws(TypeSyntaxError) -> TypeExpression {
    let word = try parseName("a type")
    switch word {
    case "string": return .string
    case "number": return .number
    case "integer": return .integer
    case "boolean": return .boolean
    case "object": return .object
    case "array": return .list(.any)
    case "any": return .any
    case "null": return .null
    case "void": return .void
    case "true", "false": return .truth(word == "true")
    case "map": return try parseMap()
    case "callback": return try parseCallback(isKeptAlive: false)
    case "keepAliveCallback": return try parseCallback(isKeptAlive: true)
    case "func", "function":
      usedFunctionWord = true
      return try parseCallback(isKeptAlive: false)
    default: return .named(word)
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
    guard take("(") else { return .callback(.any, isKeptAlive: isKeptAlive) }
    let type = try parseType()
    try require(")")
    return .callback(type, isKeptAlive: isKeptAlive)
  }

  private mutating func parseShape() throws(TypeSyntaxError) -> TypeExpression {
    try require("{")
    var fields: [ShapeField] = []
    var names: Set<String> = []
    guard !take("}") else { return .shape([]) }
    repeat {
      skipSpace()
      let start = position
      let name = try parseName("a field's name")
      guard names.insert(name).inserted else {
        throw TypeSyntaxError(message: "the field '\(name)' is there twice", offset: start)
      }
      let isOptional = take("?")
      try require(":")
      let (type, hasMark) = try parseType().unwrapped
      fields.append(ShapeField(name: name, isOptional: isOptional || hasMark, type: type))
    } while take(",")
    try require("}")
    return .shape(fields)
  }

  // MARK: Tokens

  private mutating func parseText() throws(TypeSyntaxError) -> String {
    let start = position
    var text: [UInt8] = []
    position += 1
    while let byte = current, byte != UInt8(ascii: "'") {
      if byte == UInt8(ascii: "\\"), position + 1 < bytes.count { position += 1 }
      text.append(bytes[position])
      position += 1
    }
    guard current != nil else {
      throw TypeSyntaxError(message: "the text that starts here has no end", offset: start)
    }
    position += 1
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func parseWhole() throws(TypeSyntaxError) -> TypeExpression {
    let start = position
    position += 1
    while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      position += 1
    }
    guard let number = Int64(String(decoding: bytes[start..<position], as: UTF8.self)) else {
      throw TypeSyntaxError(message: "the number here is no whole one", offset: start)
    }
    return .whole(number)
  }

  private mutating func parseName(_ expected: String) throws(TypeSyntaxError) -> String {
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

  private mutating func take(_ token: Unicode.Scalar) -> Bool {
    skipSpace()
    guard current == UInt8(ascii: token) else { return false }
    position += 1
    skipSpace()
    return true
  }

  private mutating func require(_ token: Unicode.Scalar) throws(TypeSyntaxError) {
    guard take(token) else { throw unexpected("'\(token)'") }
  }

  private func unexpected(_ expected: String) -> TypeSyntaxError {
    let rest = String(decoding: bytes[min(position, bytes.count)...], as: UTF8.self)
    let found = rest.first.map { "'\(String($0).escapedForDisplay)'" } ?? "the end"
    return TypeSyntaxError(message: "expected \(expected), found \(found)", offset: position)
  }
}
