import ErosCommandLine
import ErosCore
import ErosFiles
import ErosTemplates

/// Translates messages into a language other than English.
///
/// A key is an English message with placeholders, such as `'{file}' already exists`. It is the
/// template of messages, whatever the names of its placeholders. A text that is not a ``Message``,
/// or that is put together in some different way, is compared with the keys, where a placeholder
/// stands for any text.
///
/// A value is inserted as it is, or translated if its placeholder's name starts with `reason` or
/// `kind`. The parts of `reasons` are separated by semicolons and translated one by one. In a list
/// such as `'a', 'b'`, and in `values`, commas become Chinese. So does the `and` in `platform`.
struct MessageCatalog: Sendable {
  /// The maximum nesting of translated values, for example an error, its file, a line, the mistake
  /// in the line, and the expected value.
  private static let maximumDepth = 6

  /// Keys with placeholders, by the template of their messages.
  private var messages: [String: MessageTemplate] = [:]

  /// Translations of keys without placeholders.
  private var texts: [String: String] = [:]

  /// Keys with placeholders, by their first byte, or by 0 if they start with a placeholder.
  ///
  /// Keys with many bytes outside placeholders come first.
  private var templates: [UInt8: [MessageTemplate]] = [:]

  /// Creates a catalog of English texts and their translations.
  init(_ pairs: some Sequence<(key: String, value: String)>) {
    for (key, value) in pairs {
      let template = MessageTemplate(key, translation: value)
      if template.names.isEmpty {
        texts[key] = value
      } else {
        messages[template.english] = template
        templates[template.firstByte, default: []].append(template)
      }
    }
    for byte in templates.keys { templates[byte]?.sort { $0.precedes($1) } }
  }

  private static let catalogs: [Language: MessageCatalog] = Dictionary(
    uniqueKeysWithValues: Language.allCases.map { language in
      let contexts: [Translations.Context] = [.error, .usage, .finding]
      let texts = contexts.flatMap { language.texts($0) }
      return (language, MessageCatalog(texts + hints(from: language.texts(.help))))
    })

  /// Turns the descriptions of arguments into hints, without a full stop.
  private static func hints(from help: [String: String]) -> [(key: String, value: String)] {
    help.compactMap { english, text in
      guard english.hasSuffix("."), text.hasSuffix("。") else { return nil }
      return (ParserMessage.lowercased(english.dropLast()), String(text.dropLast()))
    }
  }

  /// Returns a language's catalog, or an empty one for English.
  static func of(_ language: Language) -> MessageCatalog {
    catalogs[language] ?? MessageCatalog([:])
  }

  /// Returns a message in the language, or in English if it is not translated.
  func text(of message: Message) -> String { translated(message) ?? "\(message)" }

  /// Returns a message's translation, or `nil` if part of it is not translated.
  ///
  /// Looks for the template, and then for the template with the message's commands filled in. If
  /// there is no such key, or a value has no translation, compares the whole text with the keys.
  func translated(_ message: Message) -> String? {
    lookup(message) ?? lookup(message.mappingCommands(\.self)) ?? translationOfParts(message)
      ?? translation(of: "\(message)")
  }

  private func lookup(_ message: Message) -> String? {
    if message.arguments.isEmpty { return texts[message.template] }
    guard let template = messages[message.template],
      let values = message.arguments.map(translation(of:)).allValues
    else { return nil }
    var isComplete = true
    let text = template.filled(with: values) { index, value in
      guard message.arguments[index].isText else { return value }
      let translation = translation(of: value)
      isComplete = isComplete && translation != nil
      return translation ?? value
    }
    return isComplete ? text : nil
  }

  /// Translates the arguments of a message that has only marks between them, such as a location.
  private func translationOfParts(_ message: Message) -> String? {
    guard message.hasOnlyMarks, !message.arguments.allSatisfy(\.isText),
      message.arguments.map(translation(of:)).allValues != nil
    else { return nil }
    return message.formatted { translation(of: $0) ?? "\($0)" }
  }

  /// Translates an argument.
  ///
  /// A plain text stays as it is, because its placeholder decides later.
  private func translation(of argument: Message.Argument) -> String? {
    switch argument {
    case .text(let text): text
    case .message(let message): translated(message)
    case .list(let messages, let separator):
      messages.map(translated).allValues?
        .joined(separator: separator == "; " ? "；" : texts[separator] ?? separator)
    }
  }

  /// Returns an English message's translation, or `nil` if no key matches.
  ///
  /// A location before the message, such as `eros.native.json:3:1: `, is kept. A value is on one
  /// line. If no key has several lines, they are translated one by one.
  func translation(of message: String) -> String? {
    translation(of: message, depth: 0)
  }

  /// Returns the keys that an English message's translation uses.
  func keys(for message: String) -> Set<String> {
    var keys: Set<String> = []
    _ = translation(of: message, depth: 0) { keys.insert($0) }
    return keys
  }

  private func translation(
    of message: String, depth: Int, using: (String) -> Void = { _ in }
  ) -> String? {
    guard depth < Self.maximumDepth else { return nil }
    if let text = texts[message] {
      using(message)
      return text
    }
    let bytes = Array(message.utf8)
    if let length = Self.locationLength(of: bytes) {
      let text = String(decoding: bytes[length...], as: UTF8.self)
      if let translation = translation(of: text, depth: depth + 1, using: using) {
        return String(decoding: bytes[..<length], as: UTF8.self) + translation
      }
    }
    let hasLines = bytes.contains(UInt8(ascii: "\n"))
    for byte in [bytes.first ?? 0, 0] {
      for template in templates[byte] ?? [] where template.hasLines == hasLines {
        guard let values = template.values(in: bytes) else { continue }
        using(template.key)
        return template.filled(with: values) { _, value in
          translation(of: value, depth: depth + 1, using: using) ?? value
        }
      }
    }
    return hasLines ? translationOfLines(message, depth: depth, using: using) : nil
  }

  /// Translates each line of a message, and keeps its indentation.
  ///
  /// A line contains no lines, so it does not count as a level.
  private func translationOfLines(
    _ message: String, depth: Int, using: (String) -> Void
  ) -> String {
    message.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let text = line.drop { $0 == " " }
      return line.prefix(line.count - text.count)
        + (translation(of: String(text), depth: depth, using: using) ?? String(text))
    }.joined(separator: "\n")
  }

  /// Returns how long a location such as `a.json:3: ` or `a.json:3:1: ` is at the start of a
  /// message.
  private static func locationLength(of message: [UInt8]) -> Int? {
    let colon = UInt8(ascii: ":")
    guard
      let end = message.indices.first(where: { index in
        message[index] == colon && message[(index + 1)...].first == UInt8(ascii: " ")
      })
    else { return nil }
    // A location is on one line, and the port of a URL is not a line.
    guard !message[..<end].contains(UInt8(ascii: "\n")) else { return nil }
    guard message[..<end].firstRange(of: Array("://".utf8)) == nil else { return nil }
    let digits = message[..<end].reversed().prefix { (0x30...0x39).contains($0) }.count
    guard digits > 0, end > digits + 1, message[end - digits - 1] == colon else { return nil }
    return end + 2
  }
}

private struct MessageTemplate: Sendable {
  private enum Piece {
    case text(String)
    /// The value of the placeholder with this index.
    case value(Int)
  }

  let key: String
  /// The bytes before, between and after the placeholders.
  private let literals: [[UInt8]]
  let names: [String]
  private let pieces: [Piece]

  init(_ key: String, translation: String) {
    let english = Self.split(key)
    self.key = key
    literals = english.texts.map { Array($0.utf8) }
    names = english.names
    let other = Self.split(translation)
    pieces = other.texts.indices.flatMap { index -> [Piece] in
      let text = Piece.text(other.texts[index])
      guard index > 0, let value = english.names.firstIndex(of: other.names[index - 1]) else {
        return [text]
      }
      return [.value(value), text]
    }
  }

  var english: String {
    literals.map { String(decoding: $0, as: UTF8.self) }.joined(
      separator: String(Message.placeholder))
  }

  var hasLines: Bool { key.contains("\n") }

  /// The key's first byte, or 0 if it starts with a placeholder.
  var firstByte: UInt8 { literals.first?.first ?? 0 }

  private var literalCount: Int { literals.reduce(0) { $0 + $1.count } }

  /// Returns `true` if messages are compared with this template first.
  func precedes(_ other: MessageTemplate) -> Bool {
    (literalCount, other.key) > (other.literalCount, key)
  }

  /// Returns the placeholders' values, or `nil` if the message does not match.
  ///
  /// Each literal is searched from the end of the previous one and never again.
  func values(in message: [UInt8]) -> [String]? {
    guard let first = literals.first, let last = literals.last, message.starts(with: first),
      message.count >= first.count + last.count, message.suffix(last.count).elementsEqual(last)
    else { return nil }
    var remaining = message[first.count..<(message.count - last.count)]
    var values: [String] = []
    for literal in literals.dropFirst().dropLast() {
      guard let range = remaining.firstRange(of: literal) else { return nil }
      values.append(String(decoding: remaining[..<range.lowerBound], as: UTF8.self))
      remaining = remaining[range.upperBound...]
    }
    values.append(String(decoding: remaining, as: UTF8.self))
    return values.indices.contains { isTwoQuotations(values[$0], at: $0) } ? nil : values
  }

  /// Recognizes a quoted value that is really two quotations, as in `'a.js': 'b' is a link`.
  private func isTwoQuotations(_ value: String, at index: Int) -> Bool {
    let quote = UInt8(ascii: "'")
    return literals[index].last == quote && literals[index + 1].first == quote
      && value.contains("': '")
  }

  /// Fills the values into the translation.
  ///
  /// A value that is not translated, such as `','`, needs the spaces of foreign words.
  func filled(with values: [String], translating: (Int, String) -> String) -> String {
    var result = ""
    var followsTranslatable = false
    for piece in pieces {
      switch piece {
      case .text(let text):
        let needsSpace = followsTranslatable && Self.needsSpace(result.last, text.first)
        result += needsSpace ? " " + text : text
        followsTranslatable = followsTranslatable && text.isEmpty
      case .value(let index) where isTranslatable(names[index]):
        let parts = names[index] == "reasons" ? values[index].split(atEach: "; ") : [values[index]]
        let value = parts.map { Self.list(translating(index, $0)) }.joined(separator: "；")
        result += Self.needsSpace(result.last, value.first) ? " " + value : value
        followsTranslatable = true
      case .value(let index):
        result += Self.value(values[index], of: names[index])
        followsTranslatable = false
      }
    }
    return result
  }

  /// Returns a value that is not translated, with Chinese words and marks between its items.
  private static func value(_ value: String, of name: String) -> String {
    switch name {
    case "platform": value.replacing("iOS and Android", with: "iOS 和 Android")
    case "values": value.replacing(", ", with: "、")
    default: list(value)
    }
  }

  /// Returns a list of quoted values, such as `'a', 'b'`, with Chinese commas.
  ///
  /// Keeps any other value.
  private static func list(_ value: String) -> String {
    let parts = value.split(separator: "'", omittingEmptySubsequences: false)
    // A list of n values has an empty part at each end, n values, and n - 1 commas.
    guard parts.count >= 5, parts.count % 2 == 1, parts.first == "", parts.last == "" else {
      return value
    }
    for index in stride(from: 2, to: parts.count - 1, by: 2) where parts[index] != ", " {
      return value
    }
    return value.replacing("', '", with: "'、'")
  }

  /// Returns `true` if a placeholder's value is translated.
  private func isTranslatable(_ name: String) -> Bool {
    name.hasPrefix("kind") || name.hasPrefix("reason")
  }

  /// Returns `true` where a Chinese character meets a foreign word, number or quotation.
  private static func needsSpace(_ first: Unicode.Scalar?, _ second: Unicode.Scalar?) -> Bool {
    guard let first, let second else { return false }
    return first.isHan && second.isForeign || first.isForeign && second.isHan
  }

  /// Splits a text at placeholders such as `{file}`, so there is one more text than names.
  private static func split(_ text: String) -> (texts: [String], names: [String]) {
    var texts = [""]
    var names: [String] = []
    for part in text.split(separator: "{", omittingEmptySubsequences: false).enumerated() {
      let name = part.element.prefix { $0.isASCII && $0.isLowercase }
      let remainder = part.element.dropFirst(name.count)
      if part.offset > 0, !name.isEmpty, remainder.hasPrefix("}") {
        names.append(String(name))
        texts.append(String(remainder.dropFirst()))
      } else {
        texts[texts.count - 1] += (part.offset > 0 ? "{" : "") + part.element
      }
    }
    return (texts, names)
  }
}

extension [String?] {
  /// The elements, or `nil` if one is `nil`.
  fileprivate var allValues: [String]? {
    let values = compactMap(\.self)
    return values.count == count ? values : nil
  }
}

extension String {
  fileprivate func split(atEach separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}

extension Unicode.Scalar {
  /// `true` for a Chinese character, but not for punctuation.
  fileprivate var isHan: Bool {
    properties.isIdeographic
  }

  /// `true` if the character starts or ends a word, number, path or quotation in ASCII.
  fileprivate var isForeign: Bool {
    isASCII && (isLetter || isNumber || "'\"`/".contains(self))
  }
}

extension Language {
  static var ofProcess: Language {
    Language(output: { name in
      EnvironmentVariable.bytes(name).map { String(decoding: $0, as: UTF8.self) }
    })
  }
}
