extension JSONValue: Encodable {
  /// Encodes the value with its numbers as `Int64` or `Double`.
  ///
  /// - Throws: Whatever `encoder` throws.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let object):
      var container = encoder.container(keyedBy: EncodedKey.self)
      for member in object.members {
        try container.encode(member.node.value, forKey: EncodedKey(stringValue: member.key))
      }
    case .array(let nodes):
      var container = encoder.unkeyedContainer()
      for node in nodes { try container.encode(node.value) }
    case .null, .bool, .number, .string:
      var container = encoder.singleValueContainer()
      try encode(in: &container)
    }
  }

  private func encode(in container: inout any SingleValueEncodingContainer) throws {
    switch self {
    case .bool(let bool): try container.encode(bool)
    case .string(let text): try container.encode(text)
    case .number(let text):
      if let integer { try container.encode(integer) } else { try container.encode(Double(text)) }
    default: try container.encodeNil()
    }
  }
}
