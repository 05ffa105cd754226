import ErosCommandLine
import ErosTestSupport
import Testing

@Suite("Messages of the argument parser")
struct ParserMessageTests {
  static let messages: [(String, String, String?)] = [
    (
      "The value 'x' is invalid for '--a <a>'. Please provide one of 'b' or 'c'.",
      "the value 'x' is invalid for '--a <a>'", "choose 'b' or 'c'"
    ),
    (
      "The value 'x' is invalid for '--a <a>'. Please provide one of the following:\n  - b\n  - c\n  - d",
      "the value 'x' is invalid for '--a <a>'", "choose 'b', 'c' or 'd'"
    ),
    (
      "Unknown option '--versoin'. Did you mean '--version'?", "unknown option '--versoin'",
      "did you mean `--version`?"
    ),
    ("Missing expected argument '<file>'", "missing expected argument '<file>'", nil),
    ("URL of the store is missing.", "URL of the store is missing.", nil),
    ("One sentence. Another one.", "one sentence. Another one.", nil),
  ]

  @Test(
    "messages of the argument parser have a problem and a remedy like those of commands",
    arguments: messages)
  func message(text: String, problem: String, remedy: String?) {
    let message = ParserMessage(text)
    #expect(message.problem == problem)
    #expect(message.remedy == remedy)
  }

  @Test("errors have a line for the problem and one for the remedy")
  func errorText() {
    #expect(ErrorText.lines("a\u{1B}b", nil) == "error: a\\u{1b}b\n")
    #expect(ErrorText.lines("a", "b", label: "警告：", hint: "提示：") == "警告：a\n提示：b\n")
  }
}
