import ArgumentParser

/// The arguments of a command whose first arguments can be left out, such as `[<store>] <role>`.
///
/// The parser assigns arguments from the first to the last, so the role in `store rotate root` is the value of
/// `<store>`. This type assigns them from the last to the first.
struct PositionalArguments {
  /// The arguments, with `nil` for the first arguments if they are left out.
  private let texts: [String?]

  /// Creates the arguments from the values of the parser.
  init(_ parsed: [String?]) {
    let given = parsed.compactMap(\.self)
    texts = Array(repeating: nil, count: parsed.count - given.count) + given
  }

  /// Returns whether an argument is given.
  func isGiven(at index: Int) -> Bool { texts[index] != nil }

  /// Returns the value of a required argument.
  ///
  /// - Parameters:
  ///   - index: The index of the argument in the full form of the command.
  ///   - name: The name of the argument in the help.
  /// - Returns: The value.
  /// - Throws: A `ValidationError` with the message of the parser if the argument is missing or malformed.
  func value<Value: ExpressibleByArgument>(at index: Int, _ name: String) throws -> Value {
    guard let value: Value = try valueIfGiven(at: index, name) else {
      throw ValidationError("Missing expected argument '<\(name)>'")
    }
    return value
  }

  /// Returns the value of an argument, or `nil` if it is left out.
  ///
  /// - Parameters:
  ///   - index: The index of the argument in the full form of the command.
  ///   - name: The name of the argument in the help.
  /// - Returns: The value.
  /// - Throws: A `ValidationError` with the message of the parser if the argument is malformed.
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
