extension JSONValue {
  /// `nil` if the value is not a string.
  public var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// `nil` if the value is not a Boolean.
  public var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// Like ``bool``, but also accepts the strings `"true"` and `"false"`.
  public var flag: Bool? {
    switch self {
    case .bool(let value): value
    case .string("true"): true
    case .string("false"): false
    default: nil
    }
  }

  /// `nil` if the value is not a number in integer notation that fits `Int64`.
  public var integer: Int64? {
    guard case .number(let text) = self else { return nil }
    return Int64(text)
  }

  /// `nil` if the value is not an array.
  public var array: [JSONNode]? {
    guard case .array(let nodes) = self else { return nil }
    return nodes
  }

  /// `nil` if the value is not an object.
  public var object: JSONObject? {
    guard case .object(let object) = self else { return nil }
    return object
  }

  /// Type of the value with its article, such as `a string`.
  public var kindName: Message {
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
