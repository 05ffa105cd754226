import Testing

@testable import ErosCommands

@Suite("The words of a command line that a shell completes")
struct ShellWordsTests {
  @Test(
    "the last value of an option counts",
    arguments: [
      (["eros", "status"], nil), (["eros", "--sandbox"], nil), (["eros", "--sandbox", "a"], "a"),
      (["--sandbox=a"], "a"), (["--sandbox="], nil),
      // Bash passes `=` as a separate word.
      (["--sandbox", "=", "a"], "a"), (["--sandbox", "a", "--sandbox", "b"], "b"),
    ] as [([String], String?)])
  func value(words: [String], value: String?) {
    #expect(ShellWords(words).value(of: "--sandbox") == value)
  }

  @Test(
    "the words of a command line lose their quotes",
    arguments: [
      ("'my app'", "my app"), ("\"it's\"", "it's"), ("my\\ app", "my app"), ("'a\\b'", "a\\b"),
      ("a'b'\"c\"", "abc"), ("~a", "~a"),
    ])
  func unquoted(word: String, text: String) {
    #expect(ShellWords.unquoted(word) == text)
  }
}
