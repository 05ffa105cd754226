import ErosCore
import Testing

@testable import ErosTrust

@Suite("Canonical JSON")
struct CanonicalJSONTests {
  static let documents: [(String, String)] = [
    (#" { "b" : 1, "a" : [ true, false, null ] } "#, #"{"a":[true,false,null],"b":1}"#),
    (#"{"é":1,"z":2,"Z":3,"":4}"#, #"{"":4,"Z":3,"z":2,"é":1}"#),
    (#""\u0041\n\/\"\\""#, "\"A\n/\\\"\\\\\""),
    ("[-0, -17, 123456789012345678901234567890]", "[0,-17,123456789012345678901234567890]"),
    (#"{"\ud83d\ude00":"\u0000"}"#, "{\"😀\":\"\u{0}\"}"),
    ("[]", "[]"), ("{}", "{}"),
  ]

  @Test("white space, order and escape sequences are normalized", arguments: documents)
  func encodes(document: String, canonical: String) throws {
    let value = try JSONReader.read(Array(document.utf8), file: "test").value
    let bytes = try #require(CanonicalJSON.encode(value))
    #expect(String(decoding: bytes, as: UTF8.self) == canonical)
  }

  @Test(
    "a number that is not an integer has no canonical form", arguments: ["1.0", "1e3", "[0.5]"])
  func refuses(document: String) throws {
    let value = try JSONReader.read(Array(document.utf8), file: "test").value
    #expect(CanonicalJSON.encode(value) == nil)
  }
}
