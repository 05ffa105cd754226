import ErosCore
import ErosTestSupport
import Testing

@Suite("Parsing JavaScript literals")
struct JSONReaderScriptTests {
  static let accepted = [
    ("module.exports = {}", "{}"),
    ("'use strict';\nmodule.exports = { a: 1 };\n", #"{"a":1}"#),
    ("\"use strict\"\nmodule . exports=[];", "[]"),
    ("export default {\n  a: 'b',\n}", #"{"a":"b"}"#),
    ("// one\n/* two **/ module.exports = /* { */ {} // end", "{}"),
    (#"{"plain": "JSON"}"#, #"{"plain":"JSON"}"#),
    (#""a string""#, #""a string""#),
    ("'use strict'", #""use strict""#),
    ("\u{FEFF}module.exports\u{A0}=\u{2028}{}", "{}"),
    (
      "{a: 1, $b_2: 2, é: 3, 4: 4, 'c-d': 5, \"e\": 6, true: 7, 0x10: 8,}",
      #"{"a":1,"$b_2":2,"é":3,"4":4,"c-d":5,"e":6,"true":7,"16":8}"#
    ),
    (
      "[+1, -1, .5, -.5, 5., 5.e2, 0x1F, -0x1f, 0o17, 0b101, 1e3]",
      "[1,-1,0.5,-0.5,5,5e2,31,-31,15,5,1e3]"
    ),
    (#"['it\'s', "say \"x\"", '\x41\u0042\u{43}\u{1F600}']"#, #"["it's","say \"x\"","ABC😀"]"#),
    ("['a\\\nb', 'a\\\r\nb', 'a\\\u{2028}b', '\\0\\v\\q']", #"["ab","ab","ab","\u0000\u000bq"]"#),
    ("['\\uD83D\\uDE00', '\\u{D83D}\\u{DE00}']", #"["😀","😀"]"#),
    ("[`a\r\nb 'c' $ {d} \\``]", #"["a\nb 'c' $ {d} `"]"#),
    ("['tab\there // no comment']", #"["tab\there // no comment"]"#),
    ("[true, false, null,]", "[true,false,null]"),
  ]

  @Test("all spellings of literals are accepted", arguments: accepted)
  func accepts(text: String, compact: String) throws {
    let node = try JSONReader.read(Array(text.utf8), file: "f.js", syntax: .javaScript)
    #expect(String(decoding: JSONWriter.write(node.value), as: UTF8.self) == compact)
  }

  static let executed: [(String, String, Message)] = [
    ("module.exports = require('./a')", "1:18", "'require'"),
    ("module.exports = { a: b }", "1:23", "'b'"),
    ("{ a: undefined }", "1:6", "'undefined'"),
    ("{ a: NaN }", "1:6", "'NaN'"),
    ("{ a }", "1:5", "'}'"),
    ("{ a() {} }", "1:4", "'('"),
    ("{ ...a }", "1:3", "'...'"),
    ("[...a]", "1:2", "'...'"),
    ("{ ['a']: 1 }", "1:3", "a computed key"),
    ("{ a: 'b' + 'c' }", "1:10", "'+'"),
    ("{ a: 60 * 60 }", "1:9", "'*'"),
    ("{ a: `x${b}` }", "1:8", "'${'"),
    ("{ a: (1) }", "1:6", "'('"),
    ("{ a: !0 }", "1:6", "'!'"),
    ("{ a: /x/ }", "1:6", "'/'"),
    ("{ a: () => 1 }", "1:6", "'('"),
    ("module.exports = {}.a", "1:20", "'.'"),
    ("module.exports = {}()", "1:20", "'('"),
  ]

  @Test("code that would have to be executed is refused", arguments: executed)
  func refusesCode(text: String, position: String, found: Message) throws {
    let error = try #require(throws: JSONError.self) {
      try JSONReader.read(Array(text.utf8), file: "f.js", syntax: .javaScript)
    }
    #expect(error.kind == .notALiteral(found: found))
    #expect(error.position.description == position)
    #expect(error.remedy == "use only literals: the file is never executed")
  }

  typealias Refusal = (text: String, position: String, kind: JSONErrorKind)

  private static let script: Message = "a JSON object or `module.exports = {…}`"

  static let malformed: [Refusal] = [
    ("const a = {}", "1:1", .unexpected(found: "'const'", expected: script)),
    ("hello", "1:1", .unexpected(found: "'hello'", expected: script)),
    ("<html>", "1:1", .unexpected(found: "'<'", expected: script)),
    ("module.export = {}", "1:8", .unexpected(found: "'e'", expected: "'exports'")),
    ("export defaultX {}", "1:15", .unexpected(found: "'X'", expected: "a value")),
    ("module.exports =", "1:17", .truncated(expected: "a value")),
    ("module.exports = {} {}", "1:21", .trailing(found: "'{'")),
    ("{ a: 1 b: 2 }", "1:8", .unexpected(found: "'b'", expected: "',' or '}'")),
    ("[1,,2]", "1:4", .unexpected(found: "','", expected: "a value")),
    ("[,]", "1:2", .unexpected(found: "','", expected: "a value")),
    ("{,}", "1:2", .unexpected(found: "','", expected: "a key")),
    (
      "{ 1.5: 2 }", "1:3",
      .unexpected(found: "'1.5'", expected: "an integer or a key in quotes")
    ),
    ("[01]", "1:2", .invalidNumber(reason: "leading zero")),
    ("[.]", "1:3", .invalidNumber(reason: "expected a digit after the decimal point")),
    ("[1_000]", "1:3", .invalidNumber(reason: "unexpected '_'")),
    ("[1n]", "1:3", .invalidNumber(reason: "unexpected 'n'")),
    ("[0xG]", "1:2", .invalidNumber(reason: "malformed or greater than 2^53")),
    ("[0x]", "1:2", .invalidNumber(reason: "malformed or greater than 2^53")),
    ("['a\nb']", "1:4", .controlCharacter(10)),
    (#"['\08']"#, "1:3", .invalidEscape),
    (#"['\1']"#, "1:3", .invalidEscape),
    (#"['\x4']"#, "1:3", .invalidEscape),
    (#"['\u{110000}']"#, "1:3", .invalidEscape),
    (#"['\u{}']"#, "1:3", .invalidEscape),
    (#"['\u{D800}']"#, "1:3", .loneSurrogate),
    ("{} /* x", "1:4", .truncated(expected: "the end of the comment that starts here")),
    ("{} /*/", "1:4", .truncated(expected: "the end of the comment that starts here")),
    ("{ a: 1, 'a': 2 }", "1:9", .duplicateKey("a", firstLine: 1)),
  ]

  @Test("an error in a malformed module has the correct position", arguments: malformed)
  func refuses(_ refusal: Refusal) throws {
    let error = try #require(throws: JSONError.self) {
      try JSONReader.read(Array(refusal.text.utf8), file: "f.js", syntax: .javaScript)
    }
    #expect(error.kind == refusal.kind)
    #expect(error.position.description == refusal.position)
  }
}
