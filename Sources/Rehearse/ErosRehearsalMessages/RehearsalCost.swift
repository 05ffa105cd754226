package struct RehearsalCost: Hashable, Sendable {
  package let microseconds: Int64
  package let bytes: Int64

  package init(microseconds: Int64, bytes: Int64) {
    self.microseconds = microseconds
    self.bytes = bytes
  }
}
