package import ErosCore

extension StackHash {
  /// Returns `nil` if no line names a position in a script.
  package static func of(_ stack: String) throws(CryptoError) -> StackHash? {
    guard let text = text(of: stack) else { return nil }
    let digest = try SHA256Digest.of(Array(text.utf8))
    return StackHash((0..<byteCount).map { digest.bytes[$0] })
  }
}
