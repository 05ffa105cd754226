import ErosCore
import Testing

@Suite("Escaped text")
struct EscapedTextTests {
  @Test(
    "control and invisible characters are escaped",
    arguments: [
      ("plain – Ж 一 é", "plain – Ж 一 é"), ("\u{1B}[31m", "\\u{1b}[31m"),
      ("a\r\nb", "a\\u{d}\\u{a}b"),
      ("a\u{202E}b\u{2066}", "a\\u{202e}b\\u{2066}"),
      ("\u{2028}\u{85}\0", "\\u{2028}\\u{85}\\u{0}"),
    ])
  func escaped(text: String, shown: String) {
    #expect(text.escapedForDisplay == shown)
  }

  @Test("line breaks are kept in multi-line text")
  func lines() {
    #expect("a\u{7}\n\nb\r\n".escapedLinesForDisplay == "a\\u{7}\n\nb\\u{d}\n")
  }

  @Test(
    "quoted text is one word of a shell command",
    arguments: [
      ("out/bundle-1.zip", "out/bundle-1.zip"), ("é.zip", "é.zip"), ("", "''"), ("a b", "'a b'"),
      ("$(x)", "'$(x)'"), ("it's", "'it'\\''s'"), ("~", "'~'"), ("a\u{301}'b", "'a\u{301}'\\''b'"),
      ("a\nb", "$'a\\012b'"), ("\u{202E}'\\", "$'\\342\\200\\256\\'\\\\'"),
    ])
  func quoted(text: String, word: String) {
    #expect(text.shellQuoted == word)
  }
}
