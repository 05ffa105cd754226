/// A value with its byte offset in the text.
package struct Located<Value: Sendable>: Sendable {
  package let value: Value
  package let offset: Int

  init(_ value: Value, at offset: Int) {
    self.value = value
    self.offset = offset
  }
}

extension Located: Equatable where Value: Equatable {}
