/// A type of the description's own small language, as arguments, results and events have it.
package indirect enum TypeExpression: Hashable, Sendable {
  case string, number, integer, boolean, object, any, null, void
  /// `T[]`; the word `array` is `any[]`.
  case list(TypeExpression)
  /// `map<T>`.
  case map(TypeExpression)
  case union([TypeExpression])
  case shape([ShapeField])
  /// A text in single quotes.
  case text(String)
  case whole(Int64)
  case truth(Bool)
  /// A key of `types`.
  case named(String)
  case callback(TypeExpression, isKeptAlive: Bool)
  /// `T?`.
  case optional(TypeExpression)
}

/// One `name: type` of a shape.
package struct ShapeField: Hashable, Sendable {
  package let name: String
  package let isOptional: Bool
  package let type: TypeExpression
}

extension TypeExpression {
  /// The type without its `?`, and whether it had one.
  package var unwrapped: (type: TypeExpression, isOptional: Bool) {
    guard case .optional(let type) = self else { return (self, false) }
    return (type.unwrapped.type, true)
  }

  package var isCallback: Bool {
    guard case .callback = unwrapped.type else { return false }
    return true
  }

  /// The types that this one is made of directly.
  package var parts: [TypeExpression] {
    switch self {
    case .list(let type), .map(let type), .optional(let type), .callback(let type, _): [type]
    case .union(let types): types
    case .shape(let fields): fields.map(\.type)
    default: []
    }
  }

  /// Whether `matches` holds for the type or for something inside it.
  package func contains(where matches: (TypeExpression) -> Bool) -> Bool {
    matches(self) || parts.contains { $0.contains(where: matches) }
  }
}
