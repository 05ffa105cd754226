import ErosCore

extension TypeExpression {
  /// The canonical text for comparing surfaces.
  ///
  /// Named types are not expanded, see ``NamedTypes/expanded(_:)``.
  package var normalForm: String {
    switch self {
    case .string: "string"
    case .number: "number"
    case .integer: "integer"
    case .boolean: "boolean"
    case .object: "object"
    case .any: "any"
    case .null: "null"
    case .void: "void"
    case .list(let type): type.bracketed + "[]"
    case .map(let type): "map<\(type.normalForm)>"
    case .union(let types): Self.union(of: types)
    case .shape(let fields): Self.shape(of: fields)
    case .stringLiteral(let text): Self.quoted(text)
    case .integerLiteral(let number): String(number)
    case .booleanLiteral(let value): String(value)
    case .named(let name): name
    case .callback(let type, let isKeptAlive):
      (isKeptAlive ? "keepAliveCallback" : "callback")
        + (type == .any ? "" : "(\(type.normalForm))")
    case .optional: unwrapped.type.bracketedOptional + "?"
    }
  }

  /// Returns a string literal as the parser reads it.
  private static func quoted(_ text: String) -> String {
    "'"
      + text.unicodeScalars.map { "'\\".unicodeScalars.contains($0) ? "\\\($0)" : "\($0)" }
      .joined() + "'"
  }

  private static func union(of types: [TypeExpression]) -> String {
    let members = Set(types.flatMap(\.unionMembers).map(\.bracketedOptional))
    return members.sorted(by: inByteOrder).joined(separator: "|")
  }

  /// The union's members, with nested unions flattened.
  private var unionMembers: [TypeExpression] {
    guard case .union(let types) = self else { return [self] }
    return types.flatMap(\.unionMembers)
  }

  private static func shape(of fields: [ShapeField]) -> String {
    let texts = fields.sorted { inByteOrder($0.name, $1.name) }.map { field in
      let (type, isOptional) = field.type.unwrapped
      return "\(field.name)\(field.isOptional || isOptional ? "?" : ""):\(type.normalForm)"
    }
    return "{\(texts.joined(separator: ","))}"
  }

  /// The normal form for use before `[]`.
  private var bracketed: String {
    switch self {
    case .union, .optional: "(\(normalForm))"
    default: normalForm
    }
  }

  /// The normal form for use in a union or before `?`.
  private var bracketedOptional: String {
    guard case .optional = self else { return normalForm }
    return "(\(normalForm))"
  }
}
