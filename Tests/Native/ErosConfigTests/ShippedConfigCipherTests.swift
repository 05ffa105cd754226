import ErosConfig
import ErosCore
import ErosTestSupport
import Testing

@Suite("Encrypted configuration")
struct ShippedConfigCipherTests {
  /// Encrypted by `openssl enc -aes-256-cbc` with the key and vector of docs/config-format.md.
  static let vectors = [
    (#"{}"#, "skufD9MofCh+TXvq0AMFIg=="),
    (#"{"appName":"demo"}"#, "GlIyrsRD8Z2cU4esZI49UgZzJh8rGgHOvm6Ddvb1C54="),
    (#"{"appName":"首页"}"#, "QxmXYD34tTIamj/4xV7+0kQ8H+eQX/urvA3JZHDuRUE="),
    (#"0123456789abcdef"#, "DjSzhu3DxRDcxFaZgE9sUuSFE9Eb1ojpq70GskX4lto="),
  ]

  @Test("the result is the same as that of the openssl command", arguments: vectors)
  func vector(text: String, base64: String) throws {
    let file = Array("\"\(base64)\"\n".utf8)
    #expect(try ShippedConfigCipher.encrypt(Array(text.utf8)) == file)
    #expect(try ShippedConfigCipher.decrypt(file, file: "f") == Array(text.utf8))
  }

  @Test("contents of any length are decrypted to the original", arguments: 0..<50)
  func roundTrip(length: Int) throws {
    let text = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    let file = try ShippedConfigCipher.encrypt(text)
    #expect(try ShippedConfigCipher.decrypt(file, file: "f") == text)
  }

  static let refused: [(text: String, kind: ShippedConfigErrorKind)] = [
    ("{}", .notAString(found: "an object")),
    ("\"*\"", .notBase64),
    ("\"AAAA AAAA\"", .notBase64),
    ("\"\"", .wrongLength(0)),
    ("\"AAAA\"", .wrongLength(3)),
    ("\"AAAAAAAAAAAAAAAAAAAAAA==\"", .wrongPadding),
  ]

  @Test("a file that is not an encrypted configuration is refused", arguments: refused)
  func refuses(text: String, kind: ShippedConfigErrorKind) throws {
    let error = try #require(throws: ShippedConfigError.self) {
      try ShippedConfigCipher.decrypt(Array("\n \(text)".utf8), file: "eros.native.json")
    }
    #expect(error.kind == kind)
    #expect(error.problem.hasPrefix("eros.native.json:2:2: "))
    #expect(error.exitStatus == .badData)
  }

  @Test("a truncated file is refused")
  func truncated() throws {
    let file = try ShippedConfigCipher.encrypt(Array(#"{"appName":"demo"}"#.utf8))
    for length in 0..<(file.count - 1) {
      #expect(throws: (any Error).self) {
        try ShippedConfigCipher.decrypt(Array(file[..<length]), file: "f")
      }
    }
  }
}
