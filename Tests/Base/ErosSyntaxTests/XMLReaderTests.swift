import ErosCore
import ErosTestSupport
import Testing

@testable import ErosSyntax

@Suite("XML reader")
struct XMLReaderTests {
  static let dataRules = XMLRules(
    allowsMarkup: false, depth: 3, nameLength: 4, textLength: 5, attributeCount: 2)

  private func read(
    _ text: String, _ rules: XMLRules = .projectFile
  ) throws(SyntaxFailure) -> [XMLEvent] {
    var reader = try XMLReader(ByteScanner(Array(text.utf8)), rules)
    var events: [XMLEvent] = []
    while let event = try reader.next() { events.append(event) }
    #expect(events.allSatisfy { $0.range.upperBound <= text.utf8.count })
    return events
  }

  private func failure(_ text: String, _ rules: XMLRules = .projectFile) -> SyntaxFailure? {
    #expect(throws: SyntaxFailure.self, "\(text)") { try read(text, rules) }
  }

  @Test("events have the bytes of their source")
  func ranges() throws {
    let text = """
      <?xml version="1.0"?>
      <!DOCTYPE a PUBLIC "x" "y"><!-- c --><a b = "&lt;" c:d='"'><e/>1&#x41;<!-- x -->2<![CDATA[<&]]></a>
      <?end?><!-- -->
      """
    let events = try read(text)
    let source = Array(text.utf8)
    let parts = events.map { String(decoding: source[$0.range], as: UTF8.self) }
    #expect(
      parts == ["<a b = \"&lt;\" c:d='\"'>", "<e/>", "", "1&#x41;", "2", "<&", "</a>"])
    let start = try #require(events.first?.range.lowerBound)
    #expect(
      events.map(\.content) == [
        .start(
          "a",
          [
            XMLAttribute(name: "b", value: "<", offset: start + 3),
            XMLAttribute(name: "c:d", value: "\"", offset: start + 14),
          ]),
        .start("e", []), .end("e"), .text("1A"), .text("2"), .characterData("<&"), .end("a"),
      ])
  }

  static let malformedDocuments: [(String, Int, SyntaxErrorKind)] = [
    ("", 0, .truncated(expected: "an element")),
    ("<a>", 3, .truncated(expected: "</a>")),
    ("<a><b></a>", 6, .unexpected(found: "'<'", expected: "</b>")),
    ("<a/>b", 4, .unexpected(found: "'b'", expected: "the end of the file")),
    ("<a/><a/>", 4, .unexpected(found: "'<'", expected: "the end of the file")),
    ("b<a/>", 0, .unexpected(found: "'b'", expected: "an element")),
    ("<a b='1'c='2'/>", 8, .unexpected(found: "'c'", expected: "'>'")),
    ("<a b='1' b='2'/>", 9, .duplicateKey("b")),
    ("<a>&b;</a>", 3, .unknownEntity("b")),
    ("<a>&#x0;</a>", 3, .unknownEntity("#x0")),
    ("<a>&1234567890;</a>", 3, .unexpected(found: "'&'", expected: "an entity such as &amp;")),
    ("<!DOCTYPE a [<!ENTITY b 'c'>]><a/>", 12, .internalSubset),
    ("<a><!DOCTYPE a></a>", 4, .unexpected(found: "'!'", expected: "a name")),
    ("<!DOCTYPE a><!DOCTYPE a><a/>", 13, .unexpected(found: "'!'", expected: "a name")),
    ("<a><!-- ", 7, .truncated(expected: "'-->'")),
    ("<a><![CDATA[", 12, .truncated(expected: "']]>'")),
    ("<a b='", 6, .truncated(expected: "a closing quote")),
  ]

  @Test("malformed documents are errors with an offset", arguments: malformedDocuments)
  func malformed(text: String, offset: Int, kind: SyntaxErrorKind) {
    let error = failure(text)
    #expect(error?.kind == kind && error?.offset == offset, "\(text): \(String(describing: error))")
  }

  @Test("depth, names, texts and attributes of XML have limits")
  func limits() throws {
    #expect(try read("<a><b><c>12345</c></b></a>", Self.dataRules).count == 7)
    #expect(failure("<a><b><c><d/></c></b></a>", Self.dataRules)?.kind == .tooDeep(limit: 3))
    #expect(failure("<abcde/>", Self.dataRules)?.kind == .tooMany("bytes in a name", limit: 4))
    #expect(failure("<a>123456</a>", Self.dataRules)?.kind == .tooMany("bytes in a text", limit: 5))
    #expect(
      failure("<a b='123456'/>", Self.dataRules)?.kind == .tooMany("bytes in a text", limit: 5))
    #expect(
      failure("<a b='1' c='2' d='3'/>", Self.dataRules)?.kind == .tooMany("attributes", limit: 2))
  }

  @Test(
    "comments, instructions and CDATA are errors in XML that only holds data",
    arguments: ["<!-- --><a/>", "<a><?b?></a>", "<a><![CDATA[b]]></a>"])
  func data(text: String) throws {
    #expect(failure(text, Self.dataRules) != nil)
    #expect(try !read(text).isEmpty)
  }

  @Test("truncated documents are errors")
  func truncated() throws {
    let text = "<?xml?><!DOCTYPE a><a b='c'>1&amp;<!-- - --><![CDATA[2]]><d/></a>"
    #expect(try read(text).count == 6)
    for count in 0..<text.utf8.count { _ = failure(String(text.prefix(count))) }
  }
}
