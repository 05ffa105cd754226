import ErosCore

extension TypeExpression {
  /// The one way of writing the type that surfaces compare.
  ///
  /// Nothing is expanded here; see ``NamedTypes/expanded(_:)``.
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
    case .text(let text): Self.quoted(text)
    case .whole(let number): String(number)
    case .truth(let isTrue): String(isTrue)
    case .named(let name): name
    case .callback(let type, let isKeptAlive):
      (isKeptAlive ? "keepAliveCallback" : "callback")
        + (type == .any ? "" : "(\(type.normalForm))")
    case .optional: unwrapped.type.bracketedForMark + "?"
    }
  }

  /// A literal as the language writes it, so that its normal form can be read again.
  private static func quoted(_ text: String) -> String {
    "'"
      + text.unicodeScalars.map { "'\\".unicodeScalars.contains($0) ? "\\\($0)" : "\($0)" }
      .joined() + "'"
  }

  private static func union(of types: [TypeExpression]) -> String {
    let members = Set(types.flatMap(\.unionMembers).map(\.bracketedForMark))
    return members.sorted(by: inByteOrder).joined(separator: "|")
  }

  /// The members of a union and of the unions inside it.
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

  /// The form before `[]`.
  private var bracketed: String {
    switch self {
    case .union, .optional: "(\(normalForm))"
    default: normalForm
    }
  }

  /// The form inside a union or before `?`.
  private var bracketedForMark: String {
    guard case .optional = self else { return normalForm }
    return "(\(normalForm))"
  }
}
