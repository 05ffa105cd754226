import ErosCore
import ErosTestSupport
import Testing

@testable import ErosSourceMaps

@Suite("Positions in source maps")
struct SourceMapLookupTests {
  private static func map(
    _ mappings: String, sources: String = #""a.js","b.js""#
  ) throws -> SourceMap {
    try SourceMap(
      Array(
        "{\"version\":3,\"sources\":[\(sources)],\"names\":[\"n\"],\"mappings\":\"\(mappings)\"}"
          .utf8),
      file: "a.js.map")
  }

  @Test("several positions are found as each alone, also in lines without an order")
  func several() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      var mappings = Mappings()
      for line in 0..<Int.random(in: 1...4, using: &random) {
        for _ in 0..<Int.random(in: 0...6, using: &random) {
          let at = TextPosition(
            line: Int.random(in: 1...50, using: &random),
            column: Int.random(in: 1...50, using: &random))
          mappings.add(
            line, Int.random(in: 0...30, using: &random),
            Bool.random(using: &random) ? (Int.random(in: 0...1, using: &random), at, nil) : nil)
        }
      }
      let map = try Self.map(mappings.text)
      let positions = (0..<20).map { _ in
        TextPosition(
          line: Int.random(in: 1...5, using: &random),
          column: Int.random(in: 1...32, using: &random))
      }
      let found = try map.originals(at: positions)
      for (position, original) in zip(positions, found) {
        #expect(try map.original(at: position) == original, "\(mappings.text) \(position)")
      }
    }
  }

  @Test("a position belongs to the last mapping before it in its line")
  func last() throws {
    // Line 1: columns 5 and 2, in this order; line 3: column 0 without a source.
    let map = try Self.map("KAAA,HCCC;;A")
    let positions = [
      TextPosition(line: 1, column: 2), TextPosition(line: 1, column: 3),
      TextPosition(line: 1, column: 5), TextPosition(line: 1, column: 6),
      TextPosition(line: 1, column: 900), TextPosition(line: 2, column: 1),
      TextPosition(line: 3, column: 1), TextPosition(line: 4, column: 1),
    ]
    let found = try map.originals(at: positions).map { $0?.source }
    #expect(found == [nil, "b.js", "b.js", "a.js", "a.js", nil, nil, nil])
  }

  @Test(
    "hostile mappings are an error, or have no source",
    arguments: [
      "A", "AA", "AAAAAA", "g", "AAAg", "AAAA,g", "gggggggggC", "+///////////", "D", "ADAA", "AEAA",
      "AAAAE", "A\\u0000AA", "é", "////////", ";;;;;;;;AAAA", "AAAA;;;;D", "//////H", ",,,,", "",
    ])
  func hostile(mappings: String) throws {
    let map = try Self.map(mappings)
    for line in [1, 2, 9, Int(Int32.max)] {
      let position = TextPosition(line: line, column: Int(Int32.max))
      // A mapping to the first source is valid.
      if let original = try? map.original(at: position) { #expect(original.source == "a.js") }
    }
  }

  @Test(
    "sections in sections, in files, out of order or at large positions are refused",
    arguments: [
      #"{"offset":{"line":0,"column":0},"map":{"version":3,"sections":[]}}"#,
      #"{"offset":{"line":0,"column":0},"url":"self.map"}"#,
      #"{"offset":{"line":1e3,"column":0},"map":{"version":3,"sources":[],"mappings":""}}"#,
      #"{"offset":{"line":2147483648,"column":0},"map":{"version":3,"sources":[],"mappings":""}}"#,
    ])
  func sections(section: String) {
    let text = "{\"version\":3,\"sections\":[\(section)]}"
    #expect(throws: SourceMap.Problem.self) { try SourceMap(Array(text.utf8), file: "a.map") }
  }

  @Test("positions before the first section, and in sections without mappings, have no source")
  func emptySections() throws {
    let section =
      #"{"offset":{"line":LINE,"column":2},"map":{"version":3,"sources":["a.js"],"mappings":"MAP"}}"#
    let sections = [("1", "AAAA"), ("3", ""), ("2147483647", "AAAA")].map {
      section.replacing("LINE", with: $0.0).replacing("MAP", with: $0.1)
    }
    let text = "{\"version\":3,\"sections\":[\(sections.joined(separator: ","))]}"
    let map = try SourceMap(Array(text.utf8), file: "a.map")
    let positions = [(1, 1), (2, 2), (2, 3), (4, 3), (9, 9)].map {
      TextPosition(line: $0.0, column: $0.1)
    }
    #expect(
      try map.originals(at: positions).map { $0 != nil } == [false, false, true, false, false])
  }

  @Test("a truncated map is an error")
  func truncated() throws {
    let text = Array(SampleBundle(.sections).map.utf8)
    var random = SeededGenerator(seed: 3)
    for _ in 0..<100 {
      let end = Int.random(in: 0..<text.count, using: &random)
      #expect(throws: (any Error).self) { try SourceMap(Array(text[..<end]), file: "a.map") }
    }
  }

  @Test("the saved inputs of the fuzzer pass")
  func corpus() throws {
    var readable = 0
    for (name, bytes) in try Corpus.inputs(of: "Bundle/ErosSourceMapsTests/Corpus/sourcemap") {
      let parts = bytes.split(separator: 0, maxSplits: 1)
      let (json, stack) = (Array(parts[0]), Array(parts[1]))
      guard let map = try? SourceMap(json, file: name) else { continue }
      let positions = [
        .start, TextPosition(line: 1, column: 10), TextPosition(line: 2, column: 400),
      ]
      let alone = try? positions.map { try map.original(at: $0) }
      #expect((try? map.originals(at: positions)) == alone, "\(name)")
      readable += 1
      _ = try? map.sizes(in: stack, skippingLines: 0)
      let lines = String(decoding: stack, as: UTF8.self).split(whereSeparator: \.isNewline)
      #expect(lines.contains { ScriptFrame(String($0)) != nil }, "\(name)")
    }
    #expect(readable > 0)
  }
}
