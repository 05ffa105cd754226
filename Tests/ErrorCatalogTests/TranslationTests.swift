import ErosCore
import ErosTemplates
import ErosTestSupport
import Testing

@testable import ErosCommands
@testable import ErosDeviceC

@Suite("Translations of errors")
struct TranslationTests {
  private static let languages = Language.allCases.filter { $0 != .english }

  /// The sections of errors that `eros` prints; `eros-server` and the C interface are in English.
  private static let sections: [ErrorCatalog.Section] = ErrorCatalog.sections.filter {
    !["The update server", "The database of the server"].contains($0.title)
  }

  private static func messages(of error: any ErosError) -> [Message] {
    error is ArgumentError ? [] : [error.problem, error.remedy].compactMap(\.self)
  }

  @Test(
    "each error has one, with the same values", arguments: languages, sections.map(\.title))
  func complete(language: Language, title: String) throws {
    let section = try #require(Self.sections.first { $0.title == title })
    for entry in section.entries { expectTranslation(of: entry.error, in: language) }
  }

  @Test("each form of an error has one", arguments: languages)
  func variants(language: Language) {
    for error in ErrorCatalog.variants { expectTranslation(of: error, in: language) }
  }

  private func expectTranslation(of error: any ErosError, in language: Language) {
    for message in Self.messages(of: error) {
      let translation = MessageCatalog.of(language).text(of: message)
      #expect(values(translation) == values("\(message)"), "\(message): \(translation)")
      #expect(!hasEnglish(translation), "\(translation)")
    }
  }

  /// The placeholders of the error catalog and the numbers in a message.
  private func values(_ message: String) -> [String] {
    message.matches(of: /[A-Z]{2,}|[0-9]+/).map { String($0.output) }.sorted()
  }

  /// Whether words outside code and quotes are not translated.
  private func hasEnglish(_ translation: String) -> Bool {
    let text = translation.replacing(/`[^`]*`|'[^']*'|https?:\S+/, with: "")
      .replacing("secret access key", with: "").replacing("access key ID", with: "")
      .replacing("source map", with: "")
    return text.contains(/[a-z]{2,} [a-z]{2,}/)
  }
}
