import ErosCore
import ErosTestSupport
import Testing

@Suite("Versions of native apps")
struct NativeVersionTests {
  @Test(
    "versions are compared number by number",
    arguments: [
      ("1.0.9", "1.0.10"), ("1.9", "2"), ("0.1", "1.0.0"), ("1.0", "1.0.0.1"),
      // The order of semantic versions.
      ("1.1.9", "1.2.0-beta"), ("1.2.0-beta", "1.2.0"), ("1.2-beta", "1.2.0"),
      ("1.2.0-beta.2", "1.2.0-beta.10"), ("1.2.0-beta", "1.2.0-beta.1"), ("1.2.0-9", "1.2.0-a"),
      ("1.2.0-alpha.1", "1.2.0-alpha.beta"), ("1.2.0-beta.11", "1.2.0-rc.1"),
      ("1.2.0-RC", "1.2.0-beta"),
    ])
  func order(older: String, newer: String) throws {
    let older = try #require(NativeVersion(older))
    let newer = try #require(NativeVersion(newer))
    #expect(older < newer)
    #expect(!(newer < older))
  }

  @Test(
    "missing numbers are zero",
    arguments: [("1", "1.0.0"), ("0", "0.0"), ("01.2", "1.2"), ("1-b.1", "1.0-b.01")])
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
      "", ".", "1.", ".1", "1..2", "v1.0", "eros-template-version", "-1", "+1", " 1",
      "1.0\n", "99999999999999999999", "1.1.1.1.1.1.1.1.1", "１.0",
      "1.0-", "1.0-.1", "1.0-beta.", "1.0-b_1", "1.0-ä", "-beta", "1.0.-beta",
      "1.0-1.2.3.4.5.6.7.8.9",
      "1.0-99999999999999999999", "1.0+5", "1.0 beta", "1.0b1",
    ])
  func malformed(text: String) {
    #expect(NativeVersion(text) == nil)
  }

  @Test("versions have one order, whatever their spelling")
  func totalOrder() throws {
    var random = SeededGenerator(seed: 47)
    let parts = ["1", "2", "10", "a", "B", "-"]
    let texts = (0..<60).map { _ in
      let numbers = (0..<random.pick(1...3)).map { _ in "\(random.pick(0...2))" }
      let suffix = (0..<random.pick(0...2)).map { _ in parts[random.pick(0...5)]
      }
      return numbers.joined(separator: ".") + (suffix.isEmpty ? "" : "-")
        + suffix.joined(separator: ".")
    }
    let versions = try texts.map { try #require(NativeVersion($0), "\($0)") }
    for left in versions {
      for right in versions {
        let relations = [left < right, left == right, right < left]
        #expect(relations.count { $0 } == 1, "\(left) \(right)")
        if left == right { #expect(left.hashValue == right.hashValue) }
        for third in versions where left < right && right < third { #expect(left < third) }
      }
    }
  }

  @Test("one number meets each minimum of several numbers by its form")
  func form() throws {
    func meets(_ app: String, _ minimum: String) throws -> Bool {
      try #require(NativeVersion(app)).meetsByForm(try #require(NativeVersion(minimum)))
    }
    #expect(try meets("47", "2.1.0") && meets("47-beta", "2.1.0") && meets("2", "2.0"))
    #expect(try !meets("47", "46") && !meets("47.0", "2.1.0") && !meets("2", "2.1"))
  }
}
