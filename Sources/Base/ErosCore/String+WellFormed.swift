extension String {
  /// Returns `nil` if the bytes are not well-formed UTF-8.
  ///
  /// `String(validating:as:)` needs iOS 18.
  package init?(wellFormed bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    guard UTF8Text.firstIllFormedByte(in: bytes) == nil else { return nil }
    self.init(decoding: bytes, as: UTF8.self)
  }
}
