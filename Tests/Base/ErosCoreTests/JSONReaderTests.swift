import ErosCore
import ErosTestSupport
import Testing

@Suite("Parsing JSON")
struct JSONReaderTests {
  static let accepted = [
    ("{}", "{}"),
    (" [ ] \r\n\t", "[]"),
    (#"{"b":1,"a":[true,false,null,"x"]}"#, #"{"b":1,"a":[true,false,null,"x"]}"#),
    ("0", "0"),
    ("-0", "-0"),
    ("1536722733725", "1536722733725"),
    ("1.50", "1.50"),
    ("[1e3, 1E+3, -1.5e-3]", "[1e3,1E+3,-1.5e-3]"),
    (#""\u0041\/\b\f\n\r\t\"\\""#, #""A/\b\f\n\r\t\"\\""#),
    (#""\uD83D\uDE00""#, "\"😀\""),
    (#""\u0000\u001F\u007f""#, "\"\\u0000\\u001f\u{7F}\""),
    ("\"首页 $ ${x}\"", "\"首页 $ ${x}\""),
    (#"{"":0}"#, #"{"":0}"#),
    ("\"\u{2028}\"", "\"\u{2028}\""),
  ]

  @Test("valid documents are parsed and written back in compact form", arguments: accepted)
  func accepts(text: String, compact: String) throws {
    #expect(try compactForm(of: text) == compact)
  }

  typealias Refusal = (text: String, position: String, kind: JSONErrorKind)

  static let refused: [Refusal] = [
    ("", "1:1", .empty),
    (" \n ", "2:2", .empty),
    ("{", "1:2", .truncated(expected: "a key in double quotes")),
    (#"{"a""#, "1:5", .truncated(expected: "':'")),
    (#"{"a":"#, "1:6", .truncated(expected: "a value")),
    (#"{"a":1"#, "1:7", .truncated(expected: "',' or '}'")),
    ("[1", "1:3", .truncated(expected: "',' or ']'")),
    ("\"ab", "1:4", .truncated(expected: "the end of a string")),
    ("[1,]", "1:3", .trailingComma), ("[1 , \n]", "1:4", .trailingComma),
    (#"{"a":1,}"#, "1:7", .trailingComma),
    ("[,]", "1:2", .unexpected(found: "','", expected: "a value")),
    ("[1,,2]", "1:4", .unexpected(found: "','", expected: "a value")),
    ("{a:1}", "1:2", .unexpected(found: "'a'", expected: "a key in double quotes")),
    ("['a']", "1:2", .unexpected(found: "'''", expected: "a value")),
    ("[1 2]", "1:4", .unexpected(found: "'2'", expected: "',' or ']'")),
    ("{\"a\":1\n \"b\":2}", "2:2", .unexpected(found: "'\"'", expected: "',' or '}'")),
    ("[é1]", "1:2", .unexpected(found: "'é1'", expected: "a value")),
    ("[\"é首😀\" x]", "1:8", .unexpected(found: "'x'", expected: "',' or ']'")),
    ("[1]\r\n x", "2:2", .trailing(found: "'x'")),
    ("{}\u{0}", "1:3", .trailing(found: "'\\u{0}'")),
    ("1;", "1:2", .trailing(found: "';'")),
    ("// c\n1", "1:1", .comment), ("[1 /* c */]", "1:4", .comment), ("{} // c", "1:4", .comment),
    ("/ c", "1:1", .unexpected(found: "'/'", expected: "a value")),
    ("NaN", "1:1", .unexpected(found: "'NaN'", expected: "a value")),
    ("-Infinity", "1:2", .invalidNumber(reason: "expected a digit")),
    ("01", "1:1", .invalidNumber(reason: "leading zero")),
    ("-01", "1:2", .invalidNumber(reason: "leading zero")),
    ("1.", "1:3", .invalidNumber(reason: "expected a digit after the decimal point")),
    (".5", "1:1", .unexpected(found: "'.'", expected: "a value")),
    ("+1", "1:1", .unexpected(found: "'+'", expected: "a value")),
    ("1e", "1:3", .invalidNumber(reason: "expected a digit in the exponent")),
    ("0x1F", "1:2", .invalidNumber(reason: "unexpected 'x'")),
    ("1.2.3", "1:4", .invalidNumber(reason: "unexpected '.'")),
    ("[tru]", "1:2", .unexpected(found: "'tru'", expected: "a value")),
    ("[nulll]", "1:2", .unexpected(found: "'nulll'", expected: "a value")),
    (#""\x41""#, "1:2", .invalidEscape),
    (#""\u12G4""#, "1:2", .invalidEscape),
    (#""\u{41}""#, "1:2", .invalidEscape),
    (#""a\uD83D""#, "1:3", .loneSurrogate),
    (#""\uD83D\u0041""#, "1:2", .loneSurrogate),
    (#""\uDE00\uD83D""#, "1:2", .loneSurrogate),
    ("\"a\tb\"", "1:3", .controlCharacter(9)),
    ("\"a\nb\"", "1:3", .controlCharacter(10)),
    ("\u{FEFF}{}", "1:1", .byteOrderMark),
    ("{\"a\":1,\n\"b\":2,\n \"a\":3}", "3:2", .duplicateKey("a", firstLine: 1)),
    (#"{"a":1,"\u0061":2}"#, "1:8", .duplicateKey("a", firstLine: 1)),
    (#"{"é":1,"e\u0301":2}"#, "1:8", .duplicateKey("é", firstLine: 1)),
  ]

  @Test("an error in an invalid document has the correct position", arguments: refused)
  func refuses(_ refusal: Refusal) throws {
    let error = try #require(throws: JSONError.self) {
      try JSONReader.read(Array(refusal.text.utf8), file: "f.json")
    }
    #expect(error.kind == refusal.kind)
    #expect(error.position.description == refusal.position)
  }

  static let illFormed: [(bytes: [UInt8], position: String, kind: JSONErrorKind)] = [
    ([0x22, 0x80, 0x22], "1:2", .notUTF8),
    ([0x22, 0xC0, 0xAF, 0x22], "1:2", .notUTF8),
    ([0x22, 0xED, 0xA0, 0x80, 0x22], "1:2", .notUTF8),
    ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], "1:2", .notUTF8),
    ([0x22, 0x41, 0xE9, 0xA6], "1:3", .notUTF8),
    ([0x22, 0xE9, 0xA6, 0x22], "1:2", .notUTF8),
    ([0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00], "1:1", .wideCharacters),
    ([0xFE, 0xFF, 0x00, 0x7B], "1:1", .wideCharacters),
    ([0x7B, 0x00, 0x7D, 0x00], "1:1", .wideCharacters),
    ([0x00, 0x7B, 0x00, 0x7D], "1:1", .wideCharacters),
  ]

  @Test("a document that is not UTF-8 is refused", arguments: illFormed)
  func encoding(bytes: [UInt8], position: String, kind: JSONErrorKind) throws {
    let error = try #require(throws: JSONError.self) { try JSONReader.read(bytes, file: "f") }
    #expect(error.kind == kind)
    #expect(error.position.description == position)
  }

  @Test("an error has the file, the position, the problem and the remedy")
  func message() throws {
    let text = "{\n  \"version\": 1,\n  \"appName\": 2,\n    \"version\": 3\n}"
    let error = try #require(throws: JSONError.self) {
      try JSONReader.read(Array(text.utf8), file: "eros.native.json")
    }
    #expect(
      error.problem == "eros.native.json:4:5: duplicate key 'version' (first at line 2)")
    #expect(error.remedy == "remove one of them: JSON readers disagree on which one to use")
    #expect(error.exitStatus == .badData)
    #expect(error.line == 4 && error.column == 5)
  }

  @Test("a duplicate key is found in objects of any size", arguments: [2, 8, 9, 10, 1000])
  func manyKeys(count: Int) throws {
    let members = (0..<count).map { "\"k\($0)\":\($0)" }
    let unique = Array("{\(members.joined(separator: ","))}".utf8)
    #expect(try JSONReader.read(unique, file: "f").value.object?.members.count == count)
    for repeated in [0, count - 1] {
      let text = "{\((members + ["\"k\(repeated)\":0"]).joined(separator: ",\n"))}"
      let error = try #require(throws: JSONError.self) {
        try JSONReader.read(Array(text.utf8), file: "f")
      }
      #expect(error.kind == .duplicateKey("k\(repeated)", firstLine: repeated + 1))
      #expect(error.line == count + 1)
    }
  }

  @Test("omitted values are checked and counted, and become null")
  func omitted() throws {
    let text = #"{"a":[{"b":{"c":["x\u0041\"",1,{"b":2}],"d":"y"}},"b"],"b":"z","e":"b"}"#
    func read(_ text: String) throws(JSONError) -> JSONNode {
      try JSONReader.read(Array(text.utf8), file: "f", omitting: ["b"])
    }
    let compact = String(decoding: JSONWriter.write(try read(text).value), as: UTF8.self)
    #expect(compact == #"{"a":[{"b":null},"b"],"b":null,"e":"b"}"#)
    for damaged in [
      #"{"b":"\x"}"#, #"{"b":{"c":1,"c":2}}"#, #"{"b":[1,]}"#, #"{"b":"a"#, #"{"b":1,"b":2}"#,
      #"{"b":nul}"#,
    ] {
      #expect(throws: JSONError.self) { try read(damaged) }
    }
    #expect(throws: JSONError.self) {
      try JSONReader.read(
        Array(text.utf8), file: "f", limits: JSONReader.Limits(values: 10), omitting: ["b"])
    }
  }

  @Test("values have source ranges")
  func ranges() throws {
    let text = Array(#"{ "a" : [10, "é"] }"#.utf8)
    let root = try JSONReader.read(text, file: "f")
    #expect(root.range == 0..<text.count)
    let member = try #require(root.value.object?.members.first)
    #expect(member.keyRange == 2..<5)
    #expect(member.node.range == 8..<18)
    #expect(member.node.value.array?.map(\.range) == [9..<11, 13..<17])
  }

  // MARK: Limits

  @Test("values cannot be nested deeper than the limit")
  func depth() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array(String(repeating: "[", count: depth).utf8)
        + Array(String(repeating: "]", count: depth).utf8)
    }
    #expect(throws: Never.self) { try JSONReader.read(nested(64), file: "f") }
    for depth in [65, 200_000] {
      let error = try #require(throws: JSONError.self) {
        try JSONReader.read(nested(depth), file: "f")
      }
      #expect(error.kind == .tooDeep(limit: 64))
      #expect(error.column == 65)
    }
    let objects = Array(String(repeating: #"{"a":"#, count: 200_000).utf8)
    let error = try #require(throws: JSONError.self) { try JSONReader.read(objects, file: "f") }
    #expect(error.kind == .tooDeep(limit: 64))
  }

  @Test("the depth limit cannot exceed the size of the stack")
  func maximumDepthLimit() throws {
    let limits = JSONReader.Limits(depth: 1_000_000)
    let text = Array(String(repeating: "[", count: 1_000_000).utf8)
    let error = try #require(throws: JSONError.self) {
      try JSONReader.read(text, file: "f", limits: limits)
    }
    #expect(error.kind == .tooDeep(limit: 128))
  }

  @Test("the numbers of bytes and values are limited")
  func size() throws {
    let text = Array("[1,2,3]".utf8)
    #expect(throws: Never.self) {
      try JSONReader.read(text, file: "f", limits: .init(bytes: 7, values: 4))
    }
    #expect(
      throws: JSONError(
        file: "f", position: TextPosition(line: 1, column: 6), kind: .tooManyValues(limit: 3))
    ) { try JSONReader.read(text, file: "f", limits: .init(values: 3)) }
    #expect(throws: JSONError(file: "f", position: .start, kind: .tooLong(limit: 6))) {
      try JSONReader.read(text, file: "f", limits: .init(bytes: 6))
    }
  }

  // MARK: Mutations

  @Test("truncated or changed documents do not crash the reader", arguments: [false, true])
  func mutations(isScript: Bool) {
    let syntax: JSONReader.Syntax = isScript ? .javaScript : .json
    let sample = Array(
      (isScript
        ? "'use strict'; module.exports = {/*c*/ a: 'é\\x41\\u{1F600}', 1: [0x1F, .5,], `b` // d\n}"
        : #"{"a":[1.5e3,-2,"\uD83D\uDE00é\n",{"b":null}],"首":[true,false]}"#).utf8)
    for index in sample.indices {
      _ = try? JSONReader.read(Array(sample[..<index]), file: "f", syntax: syntax)
      for replacement in UInt8.min...UInt8.max {
        var changed = sample
        changed[index] = replacement
        _ = try? JSONReader.read(changed, file: "f", syntax: syntax)
      }
    }
  }
}

/// Parses `text` and writes it back in compact form.
private func compactForm(of text: String) throws -> String {
  let node = try JSONReader.read(Array(text.utf8), file: "f.json")
  return String(decoding: JSONWriter.write(node.value), as: UTF8.self)
}
