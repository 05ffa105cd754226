import ErosCore
import ErosTemplates
import ErosTestSupport
import Testing

@testable import ErosCommands

@Suite("Catalogs of messages and help")
struct MessageAreaTests {
  private static let languages = Language.allCases.filter { $0 != .english }

  private func placeholders(_ text: String) -> [String] {
    text.matches(of: /\{[a-z]+\}/).map { String($0.output) }.sorted()
  }

  @Test(
    "catalogs are sorted, and a text has the placeholders of its key", arguments: languages,
    MessageArea.allCases)
  func catalog(language: Language, area: MessageArea) throws {
    let document = try JSONReader.read(area.document(in: language), file: "catalog")
    let keys = try #require(document.value.object).members.map(\.key)
    let texts = area.texts(in: language)
    // All members are texts.
    #expect(Set(keys) == Set(texts.keys))
    #expect(keys == keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    #expect(texts.count > 100)
    for (english, text) in texts {
      #expect(placeholders(english) == placeholders(text), "\(english)")
      #expect(Set(placeholders(english)).count == placeholders(english).count, "\(english)")
      #expect(!english.contains("}{"), "\(english): the end of the first value is unknown")
      #expect(!text.isEmpty)
      #expect(!text.contains(/\p{Script=Han} \p{Script=Han}/), "\(text)")
      #expect(english.hasSuffix(".") == text.hasSuffix("。"), "\(english)")
      // Prompts have a space after the colon, and a selector has colons of its own.
      let introduces = english.contains(/: ?$/) && !english.contains(/:[a-z]+:$/)
      #expect(introduces == text.hasSuffix("："), "\(english)")
      // Names, options and commands stay as they are.
      for (index, code) in english.split(separator: "`", omittingEmptySubsequences: false)
        .enumerated() where index % 2 == 1 && !code.contains("{")
      {
        #expect(text.contains("`\(code)`"), "\(english)")
      }
    }
  }

  @Test("the template of each key has the same translation as its text", arguments: languages)
  func templates(language: Language) {
    let catalog = MessageCatalog.of(language)
    for key in MessageArea.allCases.flatMap({ $0.texts(in: language).keys }) {
      var parts = Message.StringInterpolation(literalCapacity: 0, interpolationCount: 0)
      var start = key.startIndex
      for (index, name) in key.ranges(of: /\{[a-z]+\}/).enumerated() {
        parts.appendLiteral(String(key[start..<name.lowerBound]))
        parts.appendInterpolation("VALUE\(index)" as String)
        start = name.upperBound
      }
      parts.appendLiteral(String(key[start...]))
      let message = Message(stringInterpolation: parts)
      #expect(catalog.text(of: message) == catalog.translation(of: "\(message)"), "\(key)")
    }
  }

  @Test("catalogs have each text once", arguments: languages)
  func disjoint(language: Language) {
    let keys = MessageArea.allCases.flatMap { $0.texts(in: language).keys }
    #expect(Set(keys).count == keys.count)
  }

  @Test("catalogs are empty in English", arguments: MessageArea.allCases)
  func english(area: MessageArea) {
    #expect(area.texts(in: .english).isEmpty)
  }
}
