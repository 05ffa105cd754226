import ErosCore
import ErosTestSupport
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

  private static let commandStart = Array("##[".utf8)

  /// Returns whether the bytes contain `##[`.
  private func hasCommand(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.indices.contains { bytes[$0...].starts(with: Self.commandStart) }
  }

  @Test("random text and JSON contain no command of a log, and JSON keeps its value")
  func commands() throws {
    var random = SeededGenerator(seed: 45)
    let pieces = [
      "#", "##", "[", "##[", "##[error]", "]", "\u{301}", "\u{D4E}", "\u{85}", "\u{9B}", "\u{202E}",
      "\u{7F}",
      "\u{200D}", "\u{E0001}", "\\", "\"", "\n", "é", "a",
    ]
    for _ in 0..<2000 {
      let text = (0..<Int.random(in: 0...8, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      #expect(!hasCommand(text.withoutLogCommands()))
      #expect(!hasCommand(text.escapedForMarkup.withoutLogCommands(writing: "&#35;")))
      let json = JSONWriter.write(.sorted([text: .list([.string(text)])]), layout: .pretty)
      let shown = String(decoding: json, as: UTF8.self).escapedJSONForDisplay
      #expect(!hasCommand(shown))
      // Only the line breaks of the document remain.
      #expect(shown.escapedLinesForDisplay == shown, "\(text.debugDescription)")
      let value = try JSONReader.read(Array(shown.utf8), file: "shown").value
      #expect(JSONWriter.write(value, layout: .pretty) == json)
    }
  }

  @Test("no line of a text is a workflow command, and nothing else changes")
  func workflowCommands() {
    var random = SeededGenerator(seed: 46)
    let pieces = [
      ":", "::", "::error::", " ", "\t", "\u{3000}", "\u{85}", "\n", "\r", "a", "\u{301}",
    ]
    for _ in 0..<2000 {
      let text = (0..<Int.random(in: 0...8, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let shown = text.withoutWorkflowCommands
      let lines = shown.unicodeScalars.split { $0 == "\n" || $0 == "\r" }
      for line in lines {
        let start = line.drop { $0.properties.isWhitespace }.prefix(2)
        #expect(!start.elementsEqual("::".unicodeScalars), "\(text.debugDescription)")
      }
      #expect(shown.replacing("\\u{3a}", with: ":") == text)
    }
    #expect("a::b\n c: ::d".withoutWorkflowCommands == "a::b\n c: ::d")
  }

  @Test("a text without commands does not change")
  func noCommands() {
    for text in ["", "# [a]", "#[", "## [x]", "a##b[", "#1 and #[2]"] {
      #expect(text.withoutLogCommands() == text)
      #expect(text.escapedJSONForDisplay == text)
    }
    #expect("###[group]".withoutLogCommands() == "##\\u{23}[group]")
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
