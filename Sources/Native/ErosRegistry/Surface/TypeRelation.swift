enum TypeRelation {
  /// The side that creates a value, to decide what missing fields do.
  enum Side {
    /// JavaScript creates the value: fields that the native side does not read are harmless.
    case argument
    /// The native side creates the value: fields that JavaScript reads are required.
    case result
  }

  /// Parses a type in a surface.
  ///
  /// An invalid type becomes a named type.
  static func parse(_ text: String) -> TypeExpression {
    (try? TypeParser.parse(text, atMost: .max))?.type ?? .named(text)
  }

  /// Returns `true` if every value of type `given` is also a value of type `expected`.
  static func accepts(_ expected: TypeExpression, _ given: TypeExpression, _ side: Side)
    -> Bool
  {
    if expected.normalForm == given.normalForm { return true }
    switch (expected, given) {
    case (.any, let given): return !given.isCallback
    // Callers without a result ignore a new value.
    case (.void, _): return true
    case (_, .union(let members)):
      return members.allSatisfy { accepts(expected, $0, side) }
    case (_, .optional(let given)):
      guard case .optional(let expected) = expected else { return false }
      return accepts(expected, given, side)
    case (.optional(let expected), let given):
      return given == .null || accepts(expected, given, side)
    case (.union(let members), .boolean):
      return [true, false].allSatisfy { value in
        members.contains { accepts($0, .booleanLiteral(value), side) }
      } || members.contains(.boolean)
    case (.union(let members), let given):
      return members.contains { accepts($0, given, side) }
    default: return acceptsPlain(expected, given, side)
    }
  }

  private static func acceptsPlain(
    _ expected: TypeExpression, _ given: TypeExpression, _ side: Side
  ) -> Bool {
    switch (expected, given) {
    case (.string, .stringLiteral), (.number, .integer), (.number, .integerLiteral),
      (.integer, .integerLiteral),
      (.boolean, .booleanLiteral), (.object, .shape), (.object, .map):
      true
    case (.list(let expected), .list(let given)), (.map(let expected), .map(let given)):
      accepts(expected, given, side)
    case (.map(let expected), .shape(let fields)):
      fields.allSatisfy { accepts(expected, $0.type, side) }
    case (.shape(let expected), .shape(let given)): accepts(expected, given, side)
    default: false
    }
  }

  private static func accepts(
    _ expected: [ShapeField], _ given: [ShapeField], _ side: Side
  ) -> Bool {
    let byName = Dictionary(given.map { ($0.name, $0) }) { first, _ in first }
    return expected.allSatisfy { field in
      guard let other = byName[field.name] else { return side == .argument && field.isOptional }
      return (field.isOptional || !other.isOptional) && accepts(field.type, other.type, side)
    }
  }
}
