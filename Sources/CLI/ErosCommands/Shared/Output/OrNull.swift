/// Encodes a missing value as `null`, so that a document always has the same keys.
@propertyWrapper
struct OrNull<Value: Encodable>: Encodable {
  var wrappedValue: Value?

  init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension OrNull: Sendable where Value: Sendable {}
