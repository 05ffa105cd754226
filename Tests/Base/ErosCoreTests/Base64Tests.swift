import ErosCore
import Testing

@Suite("Base64")
struct Base64Tests {
  /// RFC 4648, section 10.
  static let vectors = [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("\u{3F}\u{7F}\u{3E}\u{7E}", "P38+fg=="),
  ]

  @Test("matches the published vectors in both directions", arguments: vectors)
  func vector(text: String, encoded: String) {
    #expect(Base64.encode(Array(text.utf8)) == encoded)
    #expect(Base64.decode(encoded) == Array(text.utf8))
  }

  @Test(
    "rejects other text",
    arguments: ["Zg", "Zg=", "Z===", "====", "Zg==Zg==", "Zm 9", "Zm9v\n", "Zm-_", "Zm9=v"])
  func rejected(text: String) { #expect(Base64.decode(text) == nil) }

  @Test("all byte values survive a round trip")
  func roundTrip() {
    for count in 0..<300 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      #expect(Base64.decode(Base64.encode(bytes)) == bytes)
    }
  }
}
