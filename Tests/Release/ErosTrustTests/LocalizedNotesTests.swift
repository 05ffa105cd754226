import ErosCore
import ErosTestSupport
import Testing

@testable import ErosTrust

@Suite("Notes in several languages")
struct LocalizedNotesTests {
  @Test(
    "a language tag gets its canonical case",
    arguments: [
      ("en", "en"), ("ZH-hans", "zh-Hans"), ("zh-HANS-cn", "zh-Hans-CN"), ("en-us", "en-US"),
      ("es-419", "es-419"), ("de-CH-1996", "de-CH-1996"), ("sl-rozaj-biske", "sl-rozaj-biske"),
      ("yue", "yue"),
    ])
  func tags(text: String, tag: String) {
    #expect(LanguageTag(text)?.description == tag)
    #expect(LanguageTag(tag)?.description == tag)
  }

  @Test(
    "other text is not a language tag",
    arguments: [
      "", "e", "zh_CN", "en-", "-en", "en--US", "english language", "x-private", "en-x-private",
      "en-u-ca-gregory", "1a", "en-US-GB", "zh-Hans-Hant", "en-abcdefghi", "ζή", "e\u{0}",
      "zh-Hans-CN-abcdefgh-abcdefgh-abcdefgh",
    ])
  func malformedTags(text: String) {
    #expect(LanguageTag(text) == nil)
  }

  private func notes(_ text: String) throws -> LocalizedNotes {
    try LocalizedNotes(publishing: JSONReader.read(Array(text.utf8), file: "notes").value)
  }

  @Test(
    "the file of a publisher is refused with the reason",
    arguments: [
      ("[]", "not an object"), ("{}", "0 languages"), (#"{"en": 1}"#, "'en' is not a text"),
      (#"{"en": ""}"#, "the text for 'en' is empty"),
      (#"{"zh_CN": "a"}"#, "'zh_CN' is not a language tag"),
      (#"{"en": "a", "EN": "b"}"#, "'en' occurs twice"),
    ])
  func refused(text: String, reason: String) {
    let error = #expect(throws: JSONFieldFailure.self) { try notes(text) }
    #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
  }

  @Test("texts and languages have limits")
  func limits() throws {
    let long = String(repeating: "é", count: LocalizedNotes.maximumLength / 2)
    #expect(try notes(#"{"fr": "\#(long)"}"#).texts.count == 1)
    let longer = #expect(throws: JSONFieldFailure.self) { try notes(#"{"fr": "\#(long)e"}"#) }
    #expect(longer?.description.contains("more than 1000 bytes") == true)
    func many(_ count: Int) -> String {
      let letters = Array("abcdefghijklmnopqrstuvwxyz")
      let members = (0..<count).map { #""\#(letters[$0 / 26])\#(letters[$0 % 26])": "x""# }
      return "{" + members.joined(separator: ", ") + "}"
    }
    #expect(try notes(many(LocalizedNotes.maximumCount)).texts.count == 32)
    #expect(throws: JSONFieldFailure.self) { try notes(many(33)) }
  }

  @Test(
    "the first preferred language with a text wins, also by a part of its tag",
    arguments: [
      (["zh-Hans-CN"], "简体"), (["zh-TW"], "中文"), (["ZH-HANS"], "简体"), (["en-GB", "zh"], "Fixes"),
      (["fr", "en-US"], "Fixes"), (["zh-Hans-CN-u-ca-chinese"], "简体"), (["fr"], nil), ([], nil),
      ([""], nil), (["e"], nil),
    ] as [([String], String?)])
  func lookup(languages: [String], text: String?) throws {
    let notes = try notes(#"{"en": "Fixes", "zh": "中文", "zh-Hans": "简体"}"#)
    #expect(notes.text(for: languages) == text)
  }
}
