/// A value, and the byte of the text at which it stands.
package struct Located<Value: Sendable>: Sendable {
  package let value: Value
  package let offset: Int

  package init(_ value: Value, at offset: Int) {
    self.value = value
    self.offset = offset
  }
}

extension Located: Equatable where Value: Equatable {}
