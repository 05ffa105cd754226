/// Encodes a missing value as `null`, so that a document always has the same keys.
@propertyWrapper
package struct OrNull<Value: Encodable>: Encodable {
  package var wrappedValue: Value?

  package init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension OrNull: Sendable where Value: Sendable {}
