import ArgumentParser

/// Arguments whose first ones you may leave out, such as `[<store>] <role>`.
///
/// The parser assigns arguments from the first to the last, so the role in `store rotate root`
/// becomes the value of `<store>`. This type assigns them from the last to the first.
struct PositionalArguments {
  /// The arguments, with `nil` for those that are left out.
  private let texts: [String?]

  /// Reorders what the parser has assigned.
  init(_ parsed: [String?]) {
    let given = parsed.compactMap(\.self)
    texts = Array(repeating: nil, count: parsed.count - given.count) + given
  }

  func isGiven(at index: Int) -> Bool { texts[index] != nil }

  /// Returns the value of a required argument.
  ///
  /// - Parameters:
  ///   - index: Where the argument is if none is left out.
  ///   - name: What the help calls the argument.
  /// - Returns: The value.
  /// - Throws: `ValidationError` with the parser's message if the argument is missing or malformed.
  func value<Value: ExpressibleByArgument>(at index: Int, _ name: String) throws -> Value {
    guard let value: Value = try valueIfGiven(at: index, name) else {
      throw ValidationError("Missing expected argument '<\(name)>'")
    }
    return value
  }

  /// Returns the value of an argument, or `nil` if it is left out.
  ///
  /// - Parameters:
  ///   - index: Where the argument is if none is left out.
  ///   - name: What the help calls the argument.
  /// - Returns: The value.
  /// - Throws: `ValidationError` with the parser's message if the argument is malformed.
  func valueIfGiven<Value: ExpressibleByArgument>(
    at index: Int, _ name: String
  ) throws -> Value? {
    guard let text = texts[index] else { return nil }
    guard let value = Value(argument: text) else {
      throw ValidationError("The value '\(text)' is invalid for '<\(name)>'")
    }
    return value
  }
}
