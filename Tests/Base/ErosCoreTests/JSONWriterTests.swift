import ErosCore
import Testing

@Suite("Writing JSON")
struct JSONWriterTests {
  @Test("strings are escaped like JSON.stringify")
  func strings() {
    let text = "\u{0}\u{8}\t\n\u{B}\u{C}\r\u{1F}\"\\/\u{7F}\u{2028}é😀"
    #expect(
      written(.string(text)) == #""\u0000\b\t\n\u000b\f\r\u001f\"\\/"# + "\u{7F}\u{2028}é😀\"")
  }

  @Test("the pretty layout is the same as that of JSON.stringify with two spaces")
  func pretty() throws {
    let text = #"{"a":[1,{"b":"c"}],"d":{},"e":[]}"#
    let node = try JSONReader.read(Array(text.utf8), file: "f")
    #expect(
      written(node.value, .pretty) == """
        {
          "a": [
            1,
            {
              "b": "c"
            }
          ],
          "d": {},
          "e": []
        }
        """)
  }

  @Test("changing a value keeps the order of the members")
  func changes() throws {
    let node = try JSONReader.read(Array(#"{"a":1,"b":2,"c":3}"#.utf8), file: "f")
    var object = try #require(node.value.object)
    object["b"] = .string("x")
    object["a"] = nil
    object["d"] = .bool(true)
    #expect(written(.object(object)) == #"{"b":"x","c":3,"d":true}"#)
  }

  @Test("written documents are parsed to the same value", arguments: 0..<200 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var trees = RandomTrees(seed: seed)
    let value = trees.next(depth: 0)
    let text = written(value)
    for layout in [JSONWriter.Layout.compact, .pretty] {
      for syntax in [JSONReader.Syntax.json, .javaScript] {
        let bytes = JSONWriter.write(value, layout: layout)
        let node = try JSONReader.read(bytes, file: "seed \(seed)", syntax: syntax)
        #expect(written(node.value) == text, "seed \(seed)")
      }
    }
  }

  private func written(_ value: JSONValue, _ layout: JSONWriter.Layout = .compact) -> String {
    String(decoding: JSONWriter.write(value, layout: layout), as: UTF8.self)
  }
}

/// A generator for random trees that is determined by its seed.
private struct RandomTrees: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func next(depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth < 6 ? 8 : 5), using: &self) {
    case 0: .null
    case 1: .bool(Bool.random(using: &self))
    case 2: .number(number())
    case 3, 4: .string(text())
    case 5: .array((0..<count()).map { _ in JSONNode(next(depth: depth + 1)) })
    default: .object(object(depth: depth))
    }
  }

  private mutating func object(depth: Int) -> JSONObject {
    var object = JSONObject()
    for _ in 0..<count() { object[text()] = next(depth: depth + 1) }
    return object
  }

  private mutating func count() -> Int { Int.random(in: 0..<12, using: &self) }

  private mutating func number() -> String {
    let forms = ["0", "-0", "12", "-7", "0.25", "1e3", "1E-7", "-12.5e+20", "9007199254740993"]
    return forms[Int.random(in: 0..<forms.count, using: &self)]
  }

  private mutating func text() -> String {
    let ranges: [ClosedRange<UInt32>] = [
      0...0x1F, 0x20...0x7E, 0x22...0x22, 0x5C...0x5C, 0x7F...0x2FF, 0x2028...0x2029,
      0x4E00...0x9FFF, 0x1F600...0x1F64F,
    ]
    var text = ""
    for _ in 0..<count() {
      let range = ranges[Int.random(in: 0..<ranges.count, using: &self)]
      guard let scalar = Unicode.Scalar(UInt32.random(in: range, using: &self)) else { continue }
      text.unicodeScalars.append(scalar)
    }
    return text
  }
}
