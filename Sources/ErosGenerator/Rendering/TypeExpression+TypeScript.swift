import ErosRegistry

extension TypeExpression {
  /// The type as TypeScript writes it; `names` tells what named types are called there.
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
    case .text(let text): "'\(Escaping.javaScript(text))'"
    case .whole(let number): String(number)
    case .truth(let isTrue): String(isTrue)
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

  /// In brackets where `|` would otherwise take in what stands beside it.
  private func bracketed(_ names: [String: String]) -> String {
    switch self {
    case .union, .optional: "(\(typeScript(names)))"
    default: typeScript(names)
    }
  }

  /// The kind of an argument in the meta data of Weex.
  var metaKind: String {
    switch self {
    case .string, .text: "string"
    case .number, .integer, .whole: "number"
    case .boolean, .truth: "boolean"
    case .list: "array"
    case .callback: "function"
    case .optional(let type): type.metaKind
    default: "object"
    }
  }
}
