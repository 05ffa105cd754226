import ErosCore

/// A value that reports encode as its JSON value.
protocol JSONRepresentable: Encodable {
  var json: JSONValue { get }
}

extension JSONRepresentable {
  func encode(to encoder: any Encoder) throws { try EncodedJSON(json).encode(to: encoder) }
}

/// A JSON value as part of a report.
struct EncodedJSON: Encodable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ text: String) { stringValue = text }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  private let value: JSONValue

  init(_ value: JSONValue) { self.value = value }

  func encode(to encoder: any Encoder) throws {
    switch value {
    case .object(let object):
      var container = encoder.container(keyedBy: Key.self)
      for member in object.members {
        try container.encode(EncodedJSON(member.node.value), forKey: Key(member.key))
      }
    case .array(let nodes):
      var container = encoder.unkeyedContainer()
      for node in nodes { try container.encode(EncodedJSON(node.value)) }
    default:
      var container = encoder.singleValueContainer()
      switch value {
      case .bool(let isTrue): try container.encode(isTrue)
      case .string(let text): try container.encode(text)
      case .number(let text):
        if let whole = value.integer {
          try container.encode(whole)
        } else {
          try container.encode(Double(text) ?? 0)
        }
      default: try container.encodeNil()
      }
    }
  }
}
