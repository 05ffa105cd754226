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
    let keys = file.split(separator: "\n\n").dropFirst().map { entry in
      let lines = entry.split(separator: "\n").filter { !$0.hasPrefix("#") }
      return lines.prefix { !$0.hasPrefix("msgstr") }.joined()
        .replacing("\"\"", with: "").replacing("\\\"", with: "\"").replacing("\\n", with: "\n")
    }
    #expect(
      keys.count == Translations.Context.allCases.map { language.texts($0).count }.reduce(0, +))
    #expect(keys == keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
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

  @Test("the template of each key has the same translation as its text", arguments: languages)
  func templates(language: Language) {
    let catalog = MessageCatalog.of(language)
    for key in Self.contexts.filter({ $0 != .help }).flatMap({ language.texts($0).keys }) {
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
