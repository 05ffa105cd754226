/// A value, and the byte of the text at which it stands.
struct Placed<Value: Sendable>: Sendable {
  let value: Value
  let offset: Int

  init(_ value: Value, at offset: Int) {
    self.value = value
    self.offset = offset
  }
}

extension Placed: Equatable where Value: Equatable {}
