import ErosTrust
import Testing

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
    ("", "", true), ("", "a", false), ("/a", "a", false),
  ]

  @Test("wildcards match within a component", arguments: cases)
  func matches(pattern: String, path: String, isMatch: Bool) {
    #expect(PathPattern(pattern).matches(path) == isMatch)
  }

  @Test("a hostile pattern takes little time")
  func hostile() {
    let pattern = String(repeating: "*a", count: 500) + "b"
    let clock = ContinuousClock.now
    #expect(!PathPattern(pattern).matches(String(repeating: "a", count: 5000)))
    #expect(ContinuousClock.now - clock < .seconds(10))
  }
}
