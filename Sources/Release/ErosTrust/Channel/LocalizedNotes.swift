package import ErosCore

/// The notes of a release in several languages.
package struct LocalizedNotes: Sendable, Hashable {
  /// The maximum number of languages.
  static let maximumCount = 32
  /// The maximum length of a text, in bytes; every device downloads all of them.
  package static let maximumLength = 1000

  /// The text for each language.
  package let texts: [LanguageTag: String]

  /// Creates notes without a text.
  package init() { texts = [:] }

  /// Reads the notes in signed metadata.
  ///
  /// Texts that exceed the limits, and tags that are not known to be well-formed, are ignored, because
  /// a later version may permit them.
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

  /// Reads the notes that a publisher has written, such as `{"en": "Fixes", "zh-Hans": "修复"}`.
  ///
  /// - Throws: ``JSONFieldFailure`` if a tag is malformed, or a limit is exceeded.
  package init(publishing value: JSONValue) throws(JSONFieldFailure) {
    guard let members = value.object?.members else {
      throw JSONFieldFailure("the file is not an object of languages and texts")
    }
    var texts: [LanguageTag: String] = [:]
    for member in members {
      let key = "'\(member.key.escapedForDisplay)'"
      guard let tag = LanguageTag(member.key) else {
        throw JSONFieldFailure("\(key) is not a language tag such as 'en' or 'zh-Hans'")
      }
      guard let text = member.node.value.string else {
        throw JSONFieldFailure("the value of \(key) is not a text")
      }
      guard !text.isEmpty else { throw JSONFieldFailure("the text for \(key) is empty") }
      guard text.utf8.count <= Self.maximumLength else {
        throw JSONFieldFailure("the text for \(key) has more than \(Self.maximumLength) bytes")
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

  /// Returns the text for the first language that has one, or `nil` if none has.
  ///
  /// This is the lookup of RFC 4647: `zh-Hans-CN` also finds the text for `zh-Hans` and for `zh`.
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

  /// The notes as an object.
  var json: JSONValue {
    .sorted(
      Dictionary(
        uniqueKeysWithValues: texts.map { ($0.key.description, JSONValue.string($0.value)) }))
  }
}
