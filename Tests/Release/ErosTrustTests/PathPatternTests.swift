import ErosTestSupport
import Testing

@testable import ErosTrust

@Suite("Patterns of target paths")
struct PathPatternTests {
  static let cases: [(String, String, Bool)] = [
    ("*", "file", true), ("*", "", true), ("*", "a/b", false), ("a/*", "a/b", true),
    ("a/*", "a/b/c", false), ("a/*/*", "a/b/c", true), ("foo-?.tgz", "foo-1.tgz", true),
    ("foo-?.tgz", "foo-.tgz", false), ("foo-?.tgz", "foo-12.tgz", false),
    ("*.tgz", "foo.tgz", true), ("*.tgz", "targets/foo.tgz", false), ("foo", "Foo", false),
    ("a*b*c", "aXbXbXc", true), ("a*b*c", "aXbX", false), ("**", "ab", true), ("?", "é", true),
    ("[abc].js", "b.js", true), ("[!abc].js", "b.js", false), ("[a-c]", "b", true),
    ("[]]", "]", true), ("[a", "[a", true), ("[a", "a", false), ("[z-a]", "b", false),
    ("", "", true), ("", "a", false), ("/a", "a", false), ("[[]", "[", true), ("[a]]", "a]", true),
    ("]", "]", true), ("][", "][", true), ("[!]]", "a", true), ("[!]", "[!]", true),
  ]

  @Test("wildcards match within a component", arguments: cases)
  func matches(pattern: String, path: String, isMatch: Bool) {
    #expect(PathPattern(pattern).matches(path) == isMatch)
  }

  @Test("many brackets take little time", arguments: ["[", "[]", "[!", "[a]", "[a-"])
  func brackets(part: String) {
    let pattern = PathPattern(String(repeating: part, count: 100_000))
    let closed = PathPattern(pattern.text + "]")
    let time = processorTime {
      #expect(!pattern.matches("a"))
      #expect(!closed.matches("a/b"))
      #expect(!closed.matches("bb"))
    }
    #expect(time < .seconds(5), "\(time)")
  }

  @Test("a pattern in metadata has at most 1,024 bytes")
  func length() throws {
    for (length, isValid) in [(1024, true), (1025, false)] {
      var repository = try TestRepository()
      try repository.delegate(
        "a", paths: .patterns([PathPattern(String(repeating: "a", count: length))]))
      if isValid {
        try repository.publish("targets")
      } else {
        #expect(throws: TrustError.self) { try repository.publish("targets") }
      }
    }
  }

  @Test("a hostile pattern takes little time")
  func hostile() {
    let pattern = String(repeating: "*a", count: 500) + "b"
    let clock = ContinuousClock.now
    #expect(!PathPattern(pattern).matches(String(repeating: "a", count: 5000)))
    #expect(ContinuousClock.now - clock < .seconds(10))
  }
}
