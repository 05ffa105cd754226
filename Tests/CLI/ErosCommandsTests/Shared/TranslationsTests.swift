import ErosCore
import ErosTemplates
import ErosTestSupport
import Foundation
import Testing

@testable import ErosCommands

@Suite("Translations")
struct TranslationsTests {
  private static let languages = Language.allCases.filter { $0 != .english }
  /// The contexts of messages and of help; `LanguageTests` has the texts of pages.
  private static let contexts = Translations.Context.allCases.filter { $0 != .page }

  private func placeholders(_ text: String) -> [String] {
    text.matches(of: /\{[a-z]+\}/).map { String($0.output) }.sorted()
  }

  private static func file(_ language: Language) -> URL {
    Tool.packageRoot.appending(path: "templates/languages/\(language.rawValue).po")
  }

  @Test(
    "are a file that gettext reads as eros does", .enabled(if: Tool.isInstalled("msgcat")),
    arguments: languages)
  func gettext(language: Language) async throws {
    let file = Self.file(language)
    let path = file.path(percentEncoded: false)
    let check = try await runTool("msgfmt", ["--check-format", "--output-file=/dev/null", path])
    #expect(check.status == 0, "\(check.standardError)")
    let bytes = try Array(Data(contentsOf: file))
    // gettext skips a fuzzy entry, and eros does not read flags.
    #expect(!String(decoding: bytes, as: UTF8.self).contains("#, fuzzy"))
    let texts = Translations(po: bytes)
    let rewritten = try await runTool("msgcat", ["--width=40", "--sort-output", path])
    let reread = Translations(po: Array(rewritten.standardOutput.utf8))
    for context in Translations.Context.allCases {
      #expect(texts[context] == language.texts(context))
      #expect(texts[context] == reread[context])
      #expect(texts[context].count > 100)
    }
  }

  @Test("are sorted by context and text", arguments: languages)
  func order(language: Language) throws {
    let file = try String(contentsOf: Self.file(language), encoding: .utf8)
    let keys = file.split(separator: "\n\n").dropFirst().flatMap { entry in
      let texts = Translations(po: Array(entry.utf8))
      return Translations.Context.allCases.flatMap { context in
        texts[context].keys.map { context.rawValue + "\n" + $0 }
      }
    }
    let contexts = Translations.Context.allCases
    #expect(keys.count == contexts.map { language.texts($0).count }.reduce(0, +))
    let sorted = keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    for (key, expected) in zip(keys, sorted) { try #require(key == expected) }
  }

  @Test("have the placeholders and the code of the English text", arguments: languages, contexts)
  func texts(language: Language, context: Translations.Context) {
    let texts = language.texts(context)
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

  @Test("are those of messages with the template of a key", arguments: languages)
  func templates(language: Language) {
    let catalog = MessageCatalog.of(language)
    let texts = Self.contexts.filter { $0 != .help }.flatMap { language.texts($0) }
    #expect(texts.count > 1_000)
    for (key, text) in texts {
      var parts = Message.StringInterpolation(literalCapacity: 0, interpolationCount: 0)
      var start = key.startIndex
      var expected = text
      for (index, placeholder) in key.ranges(of: /\{[a-z]+\}/).enumerated() {
        parts.appendLiteral(String(key[start..<placeholder.lowerBound]))
        start = placeholder.upperBound
        parts.appendInterpolation("VALUE\(index)" as String)
        expected.replace(key[placeholder], with: "VALUE\(index)")
      }
      parts.appendLiteral(String(key[start...]))
      let translation = catalog.text(of: Message(stringInterpolation: parts))
      // Words in ASCII have spaces around them.
      #expect(translation.replacing(" ", with: "") == expected.replacing(" ", with: ""), "\(key)")
    }
  }

  @Test("have each text once", arguments: languages)
  func disjoint(language: Language) {
    let keys = Self.contexts.flatMap { language.texts($0).keys }
    #expect(Set(keys).count == keys.count)
  }

  @Test("are empty in English", arguments: contexts)
  func english(context: Translations.Context) {
    #expect(Language.english.texts(context).isEmpty)
  }
}
