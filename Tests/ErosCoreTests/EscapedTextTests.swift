import ErosCore
import Testing

@Suite("Texts that are shown")
struct EscapedTextTests {
  @Test(
    "what a terminal could act on is escaped",
    arguments: [
      ("plain – Ж 一 é", "plain – Ж 一 é"), ("\u{1B}[31m", "\\u{1b}[31m"),
      ("a\r\nb", "a\\u{d}\\u{a}b"),
      ("a\u{202E}b\u{2066}", "a\\u{202e}b\\u{2066}"),
      ("\u{2028}\u{85}\0", "\\u{2028}\\u{85}\\u{0}"),
    ])
  func escaped(text: String, shown: String) {
    #expect(text.escapedForDisplay == shown)
  }

  @Test("lines are kept where a text has some of its own")
  func lines() {
    #expect("a\u{7}\n\nb\r\n".escapedLinesForDisplay == "a\\u{7}\n\nb\\u{d}\n")
  }

  @Test(
    "a shell reads one word",
    arguments: [
      ("out/bundle-1.zip", "out/bundle-1.zip"), ("é.zip", "é.zip"), ("", "''"), ("a b", "'a b'"),
      ("$(x)", "'$(x)'"), ("it's", "'it'\\''s'"), ("~", "'~'"), ("a\u{301}'b", "'a\u{301}'\\''b'"),
      ("a\nb", "$'a\\012b'"), ("\u{202E}'\\", "$'\\342\\200\\256\\'\\\\'"),
    ])
  func quoted(text: String, word: String) {
    #expect(text.shellQuoted == word)
  }
}
