import ErosCore
import ErosTestSupport
import Testing

@testable import ErosStore
@testable import ErosSyntax
@testable import ErosTrust

@Suite("XML documents of S3", .phase(.servers))
struct S3DocumentTests {
  private static func document(
    _ items: String, isTruncated: Bool = false, token: String = ""
  ) -> [UInt8] {
    Array(
      ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        + "<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Name>b</Name>"
        + "<Prefix/><EncodingType>url</EncodingType><IsTruncated>\(isTruncated)</IsTruncated>"
        + token + items + "</ListBucketResult>\n").utf8)
  }

  private static func item(_ key: String) -> String {
    "<Contents><Key>\(key)</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified>"
      + "<ETag>&quot;d41d&quot;</ETag><Size>7</Size><Owner><ID>x</ID></Owner></Contents>"
  }

  @Test("a list as AWS sends it")
  func list() throws {
    let page = try S3ListPage(
      Self.document(
        Self.item("a%2Bb+c") + Self.item("%E4%BD%A0"), isTruncated: true,
        token: "<NextContinuationToken>1&amp;&#x2B;&#43;</NextContinuationToken>"))
    #expect(page.items.map(\.key) == ["a+b c", "你"])
    #expect(page.items.allSatisfy { $0.length == 7 && $0.modified == 1_767_323_045_000 })
    #expect(page.next == "1&++")
  }

  @Test(
    "documents that S3 does not send are refused",
    arguments: [
      "", " ", "<", "<a", "<a>", "<a/", "<a></b>", "<a></a", "<a/><b/>", "<a/>x", "x<a/>",
      "<a b></a>", "<a b=c></a>", "<a b='1' b='2'/>", "<a b='1'c='2'/>", "<a b='<'/>", "<a>&</a>",
      "<a>&b;</a>", "<a>&#0;</a>", "<a>&#xD800;</a>", "<a>&#x110000;</a>", "<a>&#;</a>",
      "<a>&#-1;</a>", "<a><!-- --></a>", "<a><![CDATA[x]]></a>", "<a><?x?></a>",
      "<!DOCTYPE a><a/>", "<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>", "<x:a/>", "<1/>",
      "<a>\u{1}</a>",
      "<a>x<b/></a>", "<?xml version='1.0'<a/>", "<a b='1' c='2' d='3' e='4' f='5'/>",
      "<a><a><a><a><a><a><a><a><a></a></a></a></a></a></a></a></a></a>",
    ])
  func refused(_ text: String) {
    #expect(throws: SyntaxFailure.self) { try XMLElement.parse(Array(text.utf8)) }
  }

  @Test("documents within the limits")
  func accepted() throws {
    let root = try XMLElement.parse(
      Array(
        "\n <?xml version='1.0'?>\n<a x:y='&lt;' z = \"'\"> <b>1 &lt;&#x1F642;</b> <c/></a>\n".utf8)
    )
    #expect(root["b"] == "1 <🙂" && root["c"] == "" && root["d"] == nil)
    let long = String(repeating: "x", count: XMLElement.rules.textLength)
    #expect(try XMLElement.parse(Array("<a>\(long)</a>".utf8)).text == long)
    #expect(failure("<a>\(long)x</a>") == .tooMany("bytes in a text", limit: 16 << 10))
    let name = String(repeating: "n", count: XMLElement.rules.nameLength)
    #expect(try XMLElement.parse(Array("<\(name)/>".utf8)).name == name)
    #expect(failure("<\(name)n/>") == .tooMany("bytes in a name", limit: 64))
  }

  private func failure(_ text: String) -> SyntaxErrorKind? {
    #expect(throws: SyntaxFailure.self) { try XMLElement.parse(Array(text.utf8)) }?.kind
  }

  @Test("every truncated list is refused")
  func truncated() {
    let document = Self.document(Self.item("a") + Self.item("b%20&amp;"))
    // The line break after the root element can be missing.
    for count in 0..<(document.count - 1) {
      #expect(throws: S3Failure.self, "\(count)") { try S3ListPage(Array(document.prefix(count))) }
    }
  }

  @Test("damaged lists are refused or read, and never crash")
  func damaged() throws {
    var generator = SeededGenerator(seed: 17)
    let document = Self.document(
      Self.item("a%2Bb") + Self.item("c&amp;d"), isTruncated: true,
      token: "<NextContinuationToken>t</NextContinuationToken>")
    let fragments = [
      "<", ">", "&", "/>", "</", "&#", ";", "\"", "<Key>", "</Key>", "<Contents>", "%", "\0", "é",
      "<?xml", "<!--", "]]>",
    ].map { Array($0.utf8) }
    var refused = 0
    for _ in 0..<20_000 {
      var bytes = document
      for _ in 0..<generator.pick(1...4) {
        let index = generator.pick(0...(bytes.count - 1))
        switch generator.pick(0...3) {
        case 0: bytes[index] = UInt8(generator.pick(0...255))
        case 1: bytes.remove(at: index)
        case 2: bytes.insert(contentsOf: fragments[generator.pick(0...16)], at: index)
        default: bytes.removeSubrange(index..<min(index + generator.pick(1...30), bytes.count))
        }
      }
      do throws(S3Failure) {
        let page = try S3ListPage(bytes)
        #expect(page.items.count <= 2)
      } catch {
        guard case .malformedResponse = error else {
          Issue.record("\(error)")
          return
        }
        refused += 1
      }
    }
    #expect(refused > 10_000)
  }

  @Test("error documents of S3 are read")
  func errors() {
    func parse(_ text: String) -> S3ErrorDocument? { S3ErrorDocument(Array(text.utf8)) }
    let document = parse("<Error><Code>A1</Code><Region>eu-west-1</Region></Error>")
    #expect(document?.code == "A1" && document?.region == "eu-west-1")
    #expect(parse("<Error><Code>A</Code><Region>a b</Region></Error>")?.region == nil)
    for text in [
      "<Error><Code>A B</Code></Error>", "<Error/>", "<Error><Code></Code></Error>",
      "<error><Code>A</Code></error>", "<Error><Code>A</Code><Code>B</Code></Error>",
    ] { #expect(parse(text) == nil, "\(text)") }
  }
}
