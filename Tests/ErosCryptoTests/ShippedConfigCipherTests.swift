import ErosCore
import ErosCrypto
import Testing

@Suite("The shipped configuration")
struct ShippedConfigCipherTests {
  /// Made with `openssl enc -aes-256-cbc` and the key and vector that docs/config-format.md names.
  static let vectors = [
    (#"{}"#, "skufD9MofCh+TXvq0AMFIg=="),
    (#"{"appName":"demo"}"#, "GlIyrsRD8Z2cU4esZI49UgZzJh8rGgHOvm6Ddvb1C54="),
    (#"{"appName":"首页"}"#, "QxmXYD34tTIamj/4xV7+0kQ8H+eQX/urvA3JZHDuRUE="),
    (#"0123456789abcdef"#, "DjSzhu3DxRDcxFaZgE9sUuSFE9Eb1ojpq70GskX4lto="),
  ]

  @Test("OpenSSL's command line makes the same", arguments: vectors)
  func vector(text: String, base64: String) throws {
    let file = Array("\"\(base64)\"\n".utf8)
    #expect(try ShippedConfigCipher.encrypt(Array(text.utf8)) == file)
    #expect(try ShippedConfigCipher.decrypt(file, file: "f") == Array(text.utf8))
  }

  @Test("texts of every length around a block come back", arguments: 0..<50)
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

  @Test("what is not a shipped configuration is refused", arguments: refused)
  func refuses(text: String, kind: ShippedConfigErrorKind) throws {
    let error = try #require(throws: ShippedConfigError.self) {
      try ShippedConfigCipher.decrypt(Array("\n \(text)".utf8), file: "eros.native.json")
    }
    #expect(error.kind == kind)
    #expect(error.problem.hasPrefix("eros.native.json:2:2: "))
    #expect(error.exitStatus == .badData)
  }

  @Test("a shipped file that is cut is refused")
  func cut() throws {
    let file = try ShippedConfigCipher.encrypt(Array(#"{"appName":"demo"}"#.utf8))
    for length in 0..<(file.count - 1) {
      #expect(throws: (any Error).self) {
        try ShippedConfigCipher.decrypt(Array(file[..<length]), file: "f")
      }
    }
  }
}
