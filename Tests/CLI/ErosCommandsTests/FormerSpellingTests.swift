import Testing

@testable import ErosCommands

@Suite("Former spellings of eros generate")
struct FormerSpellingTests {
  static let lines = [
    ("generate --adopt --sources a --sources b -o .", "adopt --sources a --sources b -o ."),
    ("generate --sources=a --adopt --patch --config c", "adopt --sources=a --patch --config c"),
    ("generate --adopt --sources a --root out --force", "adopt --sources a --output out --force"),
    ("generate --adopt --sources a --root=out", "adopt --sources a --output=out"),
    // These had no effect together with --adopt.
    (
      "generate --adopt --sources a --platform ios --templates=t --js b --require-version",
      "adopt --sources a"
    ),
    ("generate --adopt --sources a --check", "adopt --sources a --check"),
    ("generate --requires --js a --sources b --json", "requires --js a --json"),
    ("generate --check --docs a --html", "docs --check a --html"),
    ("generate --docs=a --strict", "docs a --strict"),
    ("generate --docs", "docs"),
    ("generate --print-schema --config a", "config schema"),
    ("generate --config a --print-surface ios", "config surface --config a ios"),
    // These had no effect together with the option.
    ("generate --docs a --require-version", "docs a"),
    ("generate --requires --js a --require-version", "requires --js a"),
    (
      "generate --print-surface ios --strict --disable W020 --check -o a --platform=ios --sources b --js c",
      "config surface ios"
    ),
    (
      "generate --print-schema --release --print-surface ios --diff full --sources a --json",
      "config schema --json"
    ),
    ("generate --adopt --help", "adopt --help"),
    ("generate --adopt -- --adopt", "adopt -- --adopt"),
  ]

  @Test("are replaced by the command", arguments: lines)
  func replaced(former: String, line: String) throws {
    let words = former.split(separator: " ").map(String.init)
    let spelling = try #require(FormerSpelling.find(in: words))
    #expect(!spelling.isKept)
    #expect(spelling.replacing(words).joined(separator: " ") == line)
  }

  @Test("about JavaScript are kept", arguments: ["--js", "--exhaustive"])
  func kept(option: String) throws {
    let words = ["generate", "--check", "--sources", "a", option]
    #expect(try #require(FormerSpelling.find(in: words)).isKept)
  }

  @Test(
    "are not in other arguments",
    arguments: ["generate --check --sources a", "generate -- --adopt", "generate new module docs"])
  func others(line: String) {
    #expect(FormerSpelling.find(in: line.split(separator: " ").map(String.init)) == nil)
  }
}
