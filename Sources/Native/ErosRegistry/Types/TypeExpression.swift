/// The type of an argument, result or event, as written in a description.
package indirect enum TypeExpression: Hashable, Sendable {
  case string, number, integer, boolean, object, any, null, void
  /// `T[]`.
  ///
  /// The type `array` is `any[]`.
  case list(TypeExpression)
  /// `map<T>`.
  case map(TypeExpression)
  case union([TypeExpression])
  case shape([ShapeField])
  /// A string in single quotes.
  case stringLiteral(String)
  case integerLiteral(Int64)
  case booleanLiteral(Bool)
  /// A key in `types`.
  case named(String)
  case callback(TypeExpression, isKeptAlive: Bool)
  /// `T?`.
  case optional(TypeExpression)
}

package struct ShapeField: Hashable, Sendable {
  let name: String
  let isOptional: Bool
  let type: TypeExpression
}

extension TypeExpression {
  /// The type without `?`, and `true` if it had one.
  var unwrapped: (type: TypeExpression, isOptional: Bool) {
    guard case .optional(let type) = self else { return (self, false) }
    return (type.unwrapped.type, true)
  }

  package var isCallback: Bool {
    guard case .callback = unwrapped.type else { return false }
    return true
  }

  var parts: [TypeExpression] {
    switch self {
    case .list(let type), .map(let type), .optional(let type), .callback(let type, _): [type]
    case .union(let types): types
    case .shape(let fields): fields.map(\.type)
    default: []
    }
  }

  /// Returns `true` if the type, or a type inside it, satisfies `matches`.
  func contains(where matches: (TypeExpression) -> Bool) -> Bool {
    matches(self) || parts.contains { $0.contains(where: matches) }
  }
}
