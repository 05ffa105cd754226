import ErosCore
import Testing

@Suite("Versions of native apps")
struct NativeVersionTests {
  @Test(
    "are compared number by number",
    arguments: [("1.0.9", "1.0.10"), ("1.9", "2"), ("0.1", "1.0.0"), ("1.0", "1.0.0.1")])
  func order(older: String, newer: String) throws {
    let older = try #require(NativeVersion(older))
    let newer = try #require(NativeVersion(newer))
    #expect(older < newer)
    #expect(!(newer < older))
  }

  @Test("missing numbers are zero", arguments: [("1", "1.0.0"), ("0", "0.0"), ("01.2", "1.2")])
  func equal(left: String, right: String) throws {
    let left = try #require(NativeVersion(left))
    let right = try #require(NativeVersion(right))
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
    #expect(!(left < right))
  }

  @Test(
    "malformed versions are refused",
    arguments: [
      "", ".", "1.", ".1", "1..2", "v1.0", "1.0-beta", "eros-template-version", "-1", "+1", " 1",
      "1.0\n", "99999999999999999999", "1.1.1.1.1.1.1.1.1", "１.0",
    ])
  func malformed(text: String) {
    #expect(NativeVersion(text) == nil)
  }
}
