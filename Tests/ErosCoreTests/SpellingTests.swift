import ErosCore
import Testing

@Suite("Misspelt words")
struct SpellingTests {
  static let commands = ["pack", "patch", "config", "status", "rollback", "verify"]

  @Test(
    "the nearest word is found",
    arguments: [
      ("pakc", "pack"), ("pak", "pack"), ("pacx", "pack"), ("Verify", "verify"),
      ("cofnig", "config"), ("statu", "status"), ("rolback", "rollback"), ("rolbakc", "rollback"),
      ("ptach", "patch"),
    ])
  func found(misspelt: String, meant: String) {
    #expect(Spelling.nearest(to: misspelt, among: Self.commands) == meant)
  }

  @Test(
    "a word that is too far away is not",
    arguments: [
      "", "p", "kcap", "pa", "unpack-it", "rlobakcc", String(repeating: "a", count: 5000),
    ])
  func notFound(misspelt: String) {
    #expect(Spelling.nearest(to: misspelt, among: Self.commands) == nil)
  }

  @Test("letters are compared, not bytes")
  func letters() {
    #expect(Spelling.nearest(to: "größe", among: ["grösse", "gras"]) == "grösse")
  }
}
