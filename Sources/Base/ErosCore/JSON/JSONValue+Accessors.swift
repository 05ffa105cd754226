extension JSONValue {
  /// The contents of a string, or `nil` for any other value.
  public var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The value of a Boolean, or `nil` for any other value.
  public var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The value of a Boolean, also written as the string `"true"` or `"false"`, or `nil` for any other
  /// value.
  public var flag: Bool? {
    switch self {
    case .bool(let value): value
    case .string("true"): true
    case .string("false"): false
    default: nil
    }
  }

  /// The value of a number in integer notation that fits `Int64`, or `nil` for any other value.
  public var integer: Int64? {
    guard case .number(let text) = self else { return nil }
    return Int64(text)
  }

  /// The elements of an array, or `nil` for any other value.
  public var array: [JSONNode]? {
    guard case .array(let nodes) = self else { return nil }
    return nodes
  }

  /// The members of an object, or `nil` for any other value.
  public var object: JSONObject? {
    guard case .object(let object) = self else { return nil }
    return object
  }

  /// The name of the value's type with its article, for messages.
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
