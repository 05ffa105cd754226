package import ErosCore

/// Release notes in several languages.
package struct LocalizedNotes: Sendable, Hashable {
  static let maximumCount = 32
  /// In bytes per text, because every device downloads all of them.
  package static let maximumLength = 1000

  package let texts: [LanguageTag: String]

  package init() { texts = [:] }

  /// Reads notes from signed metadata.
  ///
  /// Texts beyond the limits and malformed tags are skipped, since a later version may allow them.
  init(_ members: [JSONObject.Member], in fields: JSONFields) throws(JSONFieldFailure) {
    var texts: [LanguageTag: String] = [:]
    for member in members {
      let text = try fields.string(of: member)
      guard let tag = LanguageTag(member.key), text.utf8.count <= Self.maximumLength,
        texts.count < Self.maximumCount
      else { continue }
      texts[tag] = text
    }
    self.texts = texts
  }

  /// Reads notes from a publisher, such as `{"en": "Fixes", "zh-Hans": "修复"}`.
  ///
  /// - Throws: ``JSONFieldFailure`` if a tag is malformed or a limit is exceeded.
  package init(publishing value: JSONValue) throws(JSONFieldFailure) {
    guard let members = value.object?.members else {
      throw JSONFieldFailure("the file is not an object of languages and texts")
    }
    var texts: [LanguageTag: String] = [:]
    for member in members {
      let key = member.key.escapedForDisplay
      guard let tag = LanguageTag(member.key) else {
        throw JSONFieldFailure("'\(key)' is not a language tag such as 'en' or 'zh-Hans'")
      }
      guard let text = member.node.value.string else {
        throw JSONFieldFailure("the value of '\(key)' is not a text")
      }
      guard !text.isEmpty else { throw JSONFieldFailure("the text for '\(key)' is empty") }
      guard text.utf8.count <= Self.maximumLength else {
        throw JSONFieldFailure("the text for '\(key)' has more than \(Self.maximumLength) bytes")
      }
      guard texts.updateValue(text, forKey: tag) == nil else {
        throw JSONFieldFailure("the language '\(tag)' occurs twice")
      }
    }
    guard (1...Self.maximumCount).contains(texts.count) else {
      throw JSONFieldFailure(
        "the file has \(texts.count) languages, not 1 to \(Self.maximumCount)")
    }
    self.texts = texts
  }

  /// Returns the text for the first language that has one.
  ///
  /// This is the lookup from RFC 4647: `zh-Hans-CN` also finds `zh-Hans` and `zh`.
  package func text(for languages: [String]) -> String? {
    let texts = Dictionary(
      uniqueKeysWithValues: texts.map { ($0.key.description.lowercased(), $0.value) })
    for language in languages {
      var parts = language.lowercased().split(separator: "-")
      while !parts.isEmpty {
        if let text = texts[parts.joined(separator: "-")] { return text }
        parts.removeLast()
      }
    }
    return nil
  }

  var json: JSONValue {
    .sorted(
      Dictionary(
        uniqueKeysWithValues: texts.map { ($0.key.description, JSONValue.string($0.value)) }))
  }
}
