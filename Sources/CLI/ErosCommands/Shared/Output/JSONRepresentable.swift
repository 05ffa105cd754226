import ErosCore

/// A value that reports encode as its JSON value.
protocol JSONRepresentable: Encodable {
  var json: JSONValue { get }
}

extension JSONRepresentable {
  func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

/// In English.
extension Message: JSONRepresentable {
  var json: JSONValue { .string(description) }
}
