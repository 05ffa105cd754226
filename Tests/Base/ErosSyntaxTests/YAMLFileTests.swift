import Testing

@testable import ErosSyntax

@Suite("YAML files")
struct YAMLFileTests {
  /// The values by path; `-` for those without a range.
  private func entries(_ text: String) throws -> [String: String] {
    try YAMLFile(Array(text.utf8), file: "x.yml").entries.reduce(into: [:]) { found, entry in
      found[entry.path.joined(separator: "/")] = entry.range == nil ? "-" : entry.text
    }
  }

  @Test("block mappings have their values, with their bytes")
  func values() throws {
    let text = """
      \u{FEFF}---
      a: 1.2 # one
      b:
        "c d": 'x: y'
        e: "q\\"uote"
        f: it's#1
      g: |
        h: no
        i: no
      j: [1,
        2]
      k: "two
        l: lines"
      m: plain
        continued
      n:
      - o: no
        p: no
      q: &anchor
        r: yes
      ---
      s: other document

      """
    #expect(
      try entries(text) == [
        "a": "1.2", "b": "-", "b/c d": "x: y", "b/e": "-", "b/f": "it's#1",
        "g": "-", "j": "-", "k": "-", "m": "-", "n": "-",
        "q": "-", "q/r": "yes",
      ])
    let file = try YAMLFile(Array(text.utf8), file: "x.yml")
    let range = try #require(file.entry(["b", "c d"])?.range)
    #expect(String(decoding: Array(text.utf8)[range], as: UTF8.self) == "x: y")
    #expect(file.keys(in: ["b"]) == ["c d", "e", "f"])
  }

  /// Documents with values in forms that are skipped, and the entries that are read.
  static let forms: [(String, [String: String])] = [
    ("a:\n  text\nb: 1\n", ["a": "text", "b": "1"]),
    ("a:\n\n  # comment\n  'text'  # more\nb: 1\n", ["a": "text", "b": "1"]),
    ("a:\n  A new project.\n  See: nothing\nb: 1\n", ["a": "-", "b": "1"]),
    ("a:\n  \"one\n  two: three\"\nb: 1\n", ["a": "-", "b": "1"]),
    ("a:\n  [x, y,\n   z: 1]\nb: 1\n", ["a": "-", "b": "1"]),
    ("a:\n  {x: 1,\n   y: 2\n  }\nb: 1\n", ["a": "-", "b": "1"]),
    ("a:\n  |\n   x: 1\nb: 1\n", ["a": "-", "b": "1"]),
    ("a: &x\n  text\nb: *x\n", ["a": "text", "b": "-"]),
    ("a:\n  b:\n    text\n  c: 1\nd: 2\n", ["a": "-", "a/b": "text", "a/c": "1", "d": "2"]),
    ("? a\n: b\nc: 1\n", ["c": "1"]), ("?\n  - a\n:\n  - b\nc: 1\n", ["c": "1"]),
  ]

  @Test("values in other forms are skipped, and what follows is read", arguments: forms)
  func otherForms(text: String, expected: [String: String]) throws {
    #expect(try entries(text) == expected)
    // The last entry has the bytes of its value.
    let bytes = Array(text.utf8)
    for entry in try YAMLFile(bytes, file: "x.yml").entries {
      guard let range = entry.range else { continue }
      #expect(String(decoding: bytes[range], as: UTF8.self) == entry.text)
    }
  }

  @Test(
    "a YAML file that cannot be read is an error",
    arguments: ["a\n", "a: 1\na: 2\n", "\ta: 1\n", "<<<<<<< x\na: 1\n", "'a: 1\n", "a: 1\nb\n"])
  func malformed(text: String) {
    #expect(throws: SyntaxError.self) { try entries(text) }
  }

  @Test("any bytes are read as YAML in limited time, at any depth")
  func hostile() throws {
    let deep = (0..<2000).map { String(repeating: " ", count: $0) + "a:" }.joined(separator: "\n")
    #expect(throws: SyntaxError.self) { try entries(deep) }
    let wide = (0..<50_000).map { "a\($0): \"" }.joined(separator: "\n")
    _ = try? entries(wide)
    var bytes = Array("a:\n  - b: 'c'\n  d: \"e\n".utf8)
    for index in bytes.indices {
      for byte: UInt8 in [0, 10, 32, 34, 39, 45, 58, 255] {
        let old = bytes[index]
        bytes[index] = byte
        _ = try? YAMLFile(bytes, file: "x.yml")
        bytes[index] = old
      }
    }
  }
}
