import ErosCore
import ErosTestSupport
import Testing

/// Documents that the strict reader accepts or refuses, for the implementations in other languages.
@Suite("Vectors of JSON")
struct JSONVectorTests {
  private static let numbers = [
    "0", "-0", "1", "-1", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "-9223372036854775809", "99999999999999999999", "1.0", "1e3", "1E0", "0.0", "-0.5e-7", "10",
    "1e400",
  ]
  /// A document with all kinds of values, in which single bytes are replaced.
  private static let sample = #"{"a":[1.5e3,-2,"\uD83D\uDE00é\n",{"b":null}],"首":[true,false]}"#
  private static let replacements =
    Array("\"\\{}[]:,0-.eu /*\t\n".utf8) + [0, 0x7F, 0x80, 0xC3, 0xFF]

  @Test("documents, their compact form, refused documents, and integers")
  func documents() throws {
    var documents = JSONReaderTests.accepted.map { Array($0.0.utf8) }
    documents += JSONReaderTests.refused.map { Array($0.text.utf8) }
    documents += JSONReaderTests.illFormed.map(\.bytes)
    for depth in [63, 64, 65, 1000] {
      documents.append(Self.nested("[", "", "]", depth))
      documents.append(Self.nested(#"{"a":"#, "1", "}", depth))
      documents.append(Self.nested(#"[{"a":"#, "1", "}]", depth / 2))
    }
    // Objects with few and with many members have other ways to find a duplicate.
    for count in [2, 8, 9, 10, 200] {
      let members = (0..<count).map { #""k\#($0)":\#($0)"# }
      documents.append(Array("{\(members.joined(separator: ","))}".utf8))
      documents.append(
        Array("{\((members + [#""k\#(count - 1)":0"#]).joined(separator: ","))}".utf8))
    }
    documents += [
      #"{"ﬁ":1,"fi":2}"#, #"{"K":1,"k":2}"#, "{\"\u{212B}\":1,\"\u{C5}\":2}",
      "{\"\u{1100}\u{1161}\":1,\"\u{AC00}\":2}", #"{"\uD83D\uDE00":1,"😀":2}"#,
      "{\"a\u{323}\u{307}\":1,\"a\u{307}\u{323}\":2}", #"{"a":{"a":1},"b":{"a":1}}"#,
      "\u{A0}1", "1\u{2028}", "\u{C}1", "\"\u{7F}\u{80}\u{FFFE}\"",
    ].map { Array($0.utf8) }
    let sample = Array(Self.sample.utf8)
    for index in sample.indices {
      documents.append(Array(sample[..<index]))
      for replacement in Self.replacements where (index + Int(replacement)) % 3 == 0 {
        var changed = sample
        changed[index] = replacement
        documents.append(changed)
      }
    }
    var accepted: [JSONValue] = []
    var refused: [JSONValue] = []
    var kinds: Set<String> = []
    for document in documents {
      do throws(JSONError) {
        let value = try JSONReader.read(document, file: "f").value
        let compact = String(decoding: JSONWriter.write(value), as: UTF8.self)
        accepted.append(.members(["document": .base64(document), "compact": .string(compact)]))
      } catch {
        refused.append(.base64(document))
        kinds.insert(Mirror(reflecting: error.kind).children.first?.label ?? "\(error.kind)")
      }
    }
    // All kinds of errors except those of scripts and of the limits of a caller.
    #expect(kinds.count == 15, "\(kinds)")
    let integers = Self.numbers.map { text in
      JSONValue.members([
        "number": .string(text),
        "integer": JSONValue.number(text).integer.map { .integer($0) } ?? .null,
      ])
    }
    try Vectors.expect(
      ["accepted": .list(accepted), "refused": .list(refused), "integers": .list(integers)],
      in: "json.json")
  }

  private static func nested(
    _ start: String, _ value: String, _ end: String, _ depth: Int
  ) -> [UInt8] {
    Array(
      (String(repeating: start, count: depth) + value + String(repeating: end, count: depth)).utf8)
  }
}
