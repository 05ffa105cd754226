import ErosSyntax
import ErosTestSupport
import Testing

@Suite("JavaScript lexer")
struct JavaScriptLexerTests {
  /// Returns the tokens as text, each after the first letter of its kind; `!` marks unterminated ones.
  private func tokens(_ script: String, hasTags: Bool = false) -> [String] {
    let bytes = Array(script.utf8)
    var lexer = JavaScriptLexer(bytes, hasTags: hasTags)
    var tokens: [String] = []
    while let token = lexer.next() {
      let initial = "\(token.kind)".prefix(1)
      let text = String(decoding: bytes[token.range], as: UTF8.self)
      tokens.append("\(initial)\(token.isComplete ? " " : "!")\(text)")
    }
    #expect(lexer.position <= bytes.count)
    return tokens
  }

  @Test("words, numbers, strings, marks and comments")
  func kinds() {
    #expect(
      tokens("a.$b=>'c\\'' + 1.5e3// d\n/* e\n */\"\\\r\nf\"++") == [
        "w a", "m .", "w $b", "m =>", "s 'c\\''", "m +", "n 1.5e3", "c // d", "c /* e\n */",
        "s \"\\\r\nf\"", "m ++",
      ])
    #expect(tokens("1..a 0x1f 你") == ["n 1.", "m .", "w a", "n 0x1f", "w 你"])
  }

  @Test(
    "a slash starts a regular expression",
    arguments: [
      "/a/g", "=/a/", "(/a/", "return /a/", "if (b) /a/", "while (b()) /a/", "[.../a/",
      "b => /a/", "b + /a/", "{ /a/", "{} /a/", "b ? /a/", "...await /a/",
    ])
  func expression(script: String) {
    #expect(tokens(script).last == (script == "/a/g" ? "r /a/g" : "r /a/"), "\(script)")
  }

  @Test(
    "a slash divides",
    arguments: [
      "b /a/ c", "b() /a/ c", "b[0] /a/ c", "1 /a/ c", "1. /a/ c", "b++ /a/ c", "b-- /a/ c",
      "'b' /a/ c", "`b` /a/ c", "/b/ /a/ c", "b.return /a/ c", "b.if(d) /a/ c",
    ])
  func division(script: String) {
    #expect(tokens(script).suffix(4) == ["m /", "w a", "m /", "w c"], "\(script)")
  }

  @Test("regular expressions with classes and escapes")
  func expressions() {
    #expect(tokens(#"/[/\]`]\/"/i.b"#) == [#"r /[/\]`]\/"/i"#, "m .", "w b"])
    #expect(tokens("/a\\\nb") == ["r!/a\\", "w b"])
  }

  @Test("a tag is closed by a slash if the script has tags")
  func tags() {
    #expect(tokens("<b></b>", hasTags: true).suffix(4) == ["m <", "m /", "w b", "m >"])
    #expect(tokens("b</c/.d").suffix(3) == ["r /c/", "m .", "w d"])
    #expect(tokens("<b>{c}/{d}</b>", hasTags: true).suffix(8).prefix(2) == ["m /", "m {"])
  }

  @Test("template literals contain code and other literals")
  func templates() {
    #expect(tokens("`a\\`${b}`/c") == ["t `a\\`", "m {", "w b", "m }", "t `", "m /", "w c"])
    #expect(
      tokens("`${{a:`${`b`}`}}c${/}/}`") == [
        "t `", "m {", "m {", "w a", "m :", "t `", "m {", "t `b`", "m }", "t `", "m }", "m }", "t c",
        "m {", "r /}/", "m }", "t `",
      ])
  }

  @Test("unterminated literals and comments end with their line or the script")
  func unterminated() {
    #expect(tokens("'a\n'b\\") == ["s!'a", "s!'b\\"])
    #expect(tokens("`a${b") == ["t `a", "m {", "w b"])
    #expect(tokens("`a${b}c") == ["t `a", "m {", "w b", "m }", "t!c"])
    #expect(tokens("`\\") == ["t!`\\"])
    #expect(tokens("/* *") == ["c!/* *"])
    #expect(tokens("=/a[/]\nb") == ["m =", "r!/a[/]", "w b"])
  }

  @Test("any bytes are read to their end, in order")
  func arbitrary() {
    var generator = SeededGenerator(seed: 5)
    let parts = [
      "`", "${", "}", "{", "'", "\"", "/", "/*", "*/", "(", ")", "\\", "\n", "a", "1", ".",
    ]
    for _ in 0..<2_000 {
      let script = (0..<generator.pick(1...40)).map { _ in parts[generator.pick(0...15)] }.joined()
      var lexer = JavaScriptLexer(Array(script.utf8))
      var end = 0
      while let token = lexer.next() {
        #expect(
          token.range.lowerBound >= end && token.range.upperBound <= lexer.position, "\(script)")
        end = token.range.upperBound
      }
      #expect(lexer.position == script.utf8.count, "\(script)")
    }
  }
}
