import ErosCommandLine
import ErosCore
import ErosFiles
import ErosTemplates

/// Translates messages into a language other than English.
///
/// A key is the template of a message, with a name for each placeholder: `'{file}' already exists`.
/// A message in a message is translated on its own, and any other value is inserted as it is. Only
/// the commas of a list such as `'a', 'b'` and of `values`, and the `and` in `platform`, become
/// Chinese.
struct MessageCatalog: Sendable {
  private var templates: [String: MessageTemplate] = [:]

  /// Creates a catalog of English texts and their translations.
  init(_ pairs: some Sequence<(key: String, value: String)>) {
    for (key, value) in pairs {
      let template = MessageTemplate(key, translation: value)
      templates[template.english] = template
    }
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
  ///
  /// If the template is not a key, looks for the template with the message's commands filled in.
  /// The parts of a message that has only marks between them, such as a location, are translated.
  func text(of message: Message) -> String {
    translation(of: message) ?? translation(of: message.mappingCommands(\.self))
      ?? (message.hasOnlyMarks ? message.formatted(text(of:)) : "\(message)")
  }

  private func translation(of message: Message) -> String? {
    guard let template = templates[message.template] else { return nil }
    return template.filled(with: message.arguments, text: text(of:))
  }

  private func text(of argument: Message.Argument) -> String {
    switch argument {
    case .text(let text): text
    case .message(let message): text(of: message)
    case .list(let messages, let separator):
      messages.map(text(of:))
        .joined(separator: separator == "; " ? "；" : text(of: Message(key: separator)))
    }
  }
}

private struct MessageTemplate: Sendable {
  private enum Piece {
    case text(String)
    /// The argument with this index.
    case argument(Int, name: String)
  }

  /// The template of the messages that have this translation.
  let english: String
  private let pieces: [Piece]

  init(_ key: String, translation: String) {
    let key = Self.split(key)
    english = key.texts.joined(separator: String(Message.placeholder))
    let other = Self.split(translation)
    pieces = other.texts.indices.flatMap { index -> [Piece] in
      let text = Piece.text(other.texts[index])
      guard index > 0, let argument = key.names.firstIndex(of: other.names[index - 1]) else {
        return [text]
      }
      return [.argument(argument, name: other.names[index - 1]), text]
    }
  }

  /// Fills the arguments into the translation.
  ///
  /// Where Chinese meets a foreign word of an argument, there is a space. A message may also start
  /// or end with Chinese next to a foreign word of the translation.
  func filled(
    with arguments: [Message.Argument], text: (Message.Argument) -> String
  ) -> String {
    var result = ""
    var followsMessage = false
    for piece in pieces {
      switch piece {
      case .text(let text):
        result += Self.needsSpace(result.last, text.first, isEitherOrder: followsMessage) ? " " : ""
        result += text
        followsMessage = followsMessage && text.isEmpty
      case .argument(let index, let name):
        let argument = arguments[index]
        let value = argument.isText ? Self.value(text(argument), of: name) : text(argument)
        followsMessage = !argument.isText
        let needsSpace =
          followsMessage
          ? Self.needsSpace(result.last, value.first, isEitherOrder: true)
          : Self.needsSpace(value.first, result.last, isEitherOrder: false)
        result += needsSpace ? " " + value : value
      }
    }
    return result
  }

  /// Returns a value that is not a message, with Chinese words and marks between its items.
  private static func value(_ value: String, of name: String) -> String {
    switch name {
    case "platform": value.replacing("iOS and Android", with: "iOS 和 Android")
    case "values": value.replacing(", ", with: "、")
    default:
      value.hasPrefix("'") && value.hasSuffix("'")
        ? value.replacing("', '", with: "'、'") : value
    }
  }

  /// Returns `true` if `first` is foreign and `second` is Chinese, or the other way around.
  private static func needsSpace(
    _ first: Unicode.Scalar?, _ second: Unicode.Scalar?, isEitherOrder: Bool
  ) -> Bool {
    guard let first, let second else { return false }
    return first.isForeign && second.isHan || isEitherOrder && first.isHan && second.isForeign
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
    Language(output: EnvironmentVariable.text)
  }
}
