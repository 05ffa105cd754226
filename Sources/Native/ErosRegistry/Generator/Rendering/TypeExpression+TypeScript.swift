extension TypeExpression {
  /// Returns the type in TypeScript.
  ///
  /// `names` maps named types to their TypeScript names.
  func typeScript(_ names: [String: String]) -> String {
    switch self {
    case .string: "string"
    case .number, .integer: "number"
    case .boolean: "boolean"
    case .object: "Record<string, any>"
    case .any: "any"
    case .null: "null"
    case .void: "void"
    case .list(let type): type.bracketed(names) + "[]"
    case .map(let type): "Record<string, \(type.typeScript(names))>"
    case .union(let types): types.map { $0.bracketed(names) }.joined(separator: " | ")
    case .shape(let fields): Self.typeScript(of: fields, names)
    case .stringLiteral(let text): "'\(Escaping.javaScript(text))'"
    case .integerLiteral(let number): String(number)
    case .booleanLiteral(let isTrue): String(isTrue)
    case .named(let name): names[name] ?? "any"
    case .callback(let type, let isKeptAlive):
      (isKeptAlive ? "KeepAliveCallback" : "Callback")
        + (type == .any ? "" : "<\(type.typeScript(names))>")
    case .optional(let type): type.bracketed(names) + " | undefined"
    }
  }

  private static func typeScript(of fields: [ShapeField], _ names: [String: String]) -> String {
    let texts = fields.map { field in
      "\(field.name)\(field.isOptional ? "?" : ""): \(field.type.typeScript(names))"
    }
    return texts.isEmpty ? "{}" : "{ \(texts.joined(separator: "; ")) }"
  }

  /// Puts the type in parentheses if its `|` would bind to an adjacent type.
  private func bracketed(_ names: [String: String]) -> String {
    switch self {
    case .union, .optional: "(\(typeScript(names)))"
    default: typeScript(names)
    }
  }

  /// The word for an argument of this type in Weex's metadata.
  var metaKind: String {
    switch self {
    case .string, .stringLiteral: "string"
    case .number, .integer, .integerLiteral: "number"
    case .boolean, .booleanLiteral: "boolean"
    case .list: "array"
    case .callback: "function"
    case .optional(let type): type.metaKind
    default: "object"
    }
  }
}
