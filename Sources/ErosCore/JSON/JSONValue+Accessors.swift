extension JSONValue {
  /// The text of a string, or `nil` for any other value.
  public var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// `true` or `false`, or `nil` for any other value.
  public var bool: Bool? {
    guard case .bool(let isTrue) = self else { return nil }
    return isTrue
  }

  /// A number that is written as a whole one and fits, or `nil` for any other value.
  public var integer: Int64? {
    guard case .number(let text) = self else { return nil }
    return Int64(text)
  }

  /// The items of an array, or `nil` for any other value.
  public var array: [JSONNode]? {
    guard case .array(let nodes) = self else { return nil }
    return nodes
  }

  /// An object, or `nil` for any other value.
  public var object: JSONObject? {
    guard case .object(let object) = self else { return nil }
    return object
  }

  /// What the value is, with its article, for messages.
  public var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
