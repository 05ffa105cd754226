import ErosCore
import Testing

@Suite("Spelling suggestions")
struct SpellingTests {
  static let commands = ["pack", "patch", "config", "status", "rollback", "verify"]

  @Test(
    "the most similar word is suggested",
    arguments: [
      ("pakc", "pack"), ("pak", "pack"), ("pacx", "pack"), ("Verify", "verify"),
      ("cofnig", "config"), ("statu", "status"), ("rolback", "rollback"), ("rolbakc", "rollback"),
      ("ptach", "patch"),
    ])
  func found(misspelled: String, meant: String) {
    #expect(Spelling.nearest(to: misspelled, among: Self.commands) == meant)
  }

  @Test(
    "dissimilar words are not suggested",
    arguments: [
      "", "p", "kcap", "pa", "unpack-it", "rlobakcc", String(repeating: "a", count: 5000),
    ])
  func notFound(misspelled: String) {
    #expect(Spelling.nearest(to: misspelled, among: Self.commands) == nil)
  }

  @Test("the suggestions of a document share a limit on their work")
  func budget() {
    let budget = Spelling.Budget()
    let words = (0..<2000).map { "word\($0)" }
    var evaluations = 0
    func list() -> [String] {
      evaluations += 1
      return words
    }
    let found = (0..<2000).count {
      Spelling.nearest(to: "wrod\($0)", among: list(), within: budget) != nil
    }
    #expect(found > 20 && found == evaluations && evaluations < 500)
  }

  @Test("characters are compared, not bytes")
  func letters() {
    #expect(Spelling.nearest(to: "größe", among: ["grösse", "gras"]) == "grösse")
  }
}
