/// An English message that can be translated.
///
/// ```swift
/// let problem: Message = "'\(path)' is \(size) bytes too long"
/// ```
///
/// A string literal is a message. Its template has a placeholder for each interpolation, and the
/// values are its arguments, so a translation looks up the template. An interpolated message, such
/// as another error's problem, is translated on its own. Any other value is inserted as it is.
///
/// Two messages with the same text are equal.
public struct Message: Sendable {
  package enum Argument: Sendable {
    /// A value that is the same in all languages.
    case text(String)
    case message(Message)
    /// Messages with separators between them.
    case list([Message], separator: String)
  }

  /// Stands for an argument in a template.
  package static let placeholder: Unicode.Scalar = "\u{FFFC}"

  /// The text, with a placeholder for each argument.
  package private(set) var template: String
  package private(set) var arguments: [Argument]

  /// Wraps a value that is the same in all languages.
  public init(verbatim text: String) {
    self.init(String(Self.placeholder), [.text(text)])
  }

  /// Creates a message without arguments from a text of a table, such as the raw value of an enum.
  package init(key text: String) {
    // A placeholder in the text has no argument.
    self.init(text.replacing(String(Self.placeholder), with: "\u{FFFD}"), [])
  }

  package init(_ template: String, _ arguments: [Argument]) {
    self.template = template
    self.arguments = arguments
  }

  /// `true` if the template is only placeholders and marks, such as a location.
  package var hasOnlyMarks: Bool {
    template.utf8.allSatisfy { byte in
      !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
  }

  /// Formats each argument with `text`.
  package func formatted(_ text: (Argument) -> String) -> String {
    var result = ""
    var next = arguments.makeIterator()
    for scalar in template.unicodeScalars {
      if scalar == Self.placeholder, let argument = next.next() {
        result += text(argument)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Changes all texts, including those in arguments.
  package func mapping(_ change: (String) -> String) -> Message {
    Message(
      change(template),
      arguments.map { argument in
        switch argument {
        case .text(let text): .text(change(text))
        case .message(let message): .message(message.mapping(change))
        case .list(let messages, let separator):
          .list(messages.map { $0.mapping(change) }, separator: separator)
        }
      })
  }

  /// Changes each command, which is between backticks.
  ///
  /// A command becomes one argument, so the template is the same for all its values.
  package func mappingCommands(_ change: (String) -> String) -> Message {
    var next = arguments.makeIterator()
    let parts = template.split(separator: "`", omittingEmptySubsequences: false)
    let messages = parts.enumerated().map { index, part in
      let count = part.unicodeScalars.count { $0 == Self.placeholder }
      let message = Message(String(part), (0..<count).compactMap { _ in next.next() })
      let isCommand = !index.isMultiple(of: 2) && index < parts.count - 1
      return isCommand
        ? Message(verbatim: change(message.description)) : message.mappingNestedCommands(change)
    }
    return messages.dropFirst().reduce(messages[0]) { $0 + "`" + $1 }
  }

  private func mappingNestedCommands(_ change: (String) -> String) -> Message {
    Message(
      template,
      arguments.map { argument in
        switch argument {
        case .text(let text): .text(Self.mappingCommands(in: text, change))
        case .message(let message): .message(message.mappingCommands(change))
        case .list(let messages, let separator):
          .list(messages.map { $0.mappingCommands(change) }, separator: separator)
        }
      })
  }

  private static func mappingCommands(in text: String, _ change: (String) -> String) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .map { index, part in index.isMultiple(of: 2) ? String(part) : change(String(part)) }
      .joined(separator: "`")
  }

  /// Escaped like ``Swift/String/escapedForDisplay``.
  package var escapedForDisplay: Message { mapping(\.escapedForDisplay) }

  /// Escapes the message.
  ///
  /// If it is longer than `length`, cuts it, so that it is the same in all languages.
  package func shortenedForDisplay(to length: Int) -> Message {
    let text = description.shortenedForDisplay(to: length)
    return text == description.escapedForDisplay ? escapedForDisplay : Message(verbatim: text)
  }

  /// Joins two parts into a message with one template.
  public static func + (left: Message, right: Message) -> Message {
    Message(left.template + right.template, left.arguments + right.arguments)
  }
}

extension Message.Argument: CustomStringConvertible {
  /// `true` if the value is the same in all languages.
  package var isText: Bool {
    if case .text = self { true } else { false }
  }

  /// In English.
  package var description: String {
    switch self {
    case .text(let text): text
    case .message(let message): message.description
    case .list(let messages, let separator):
      messages.map(\.description).joined(separator: separator)
    }
  }
}

extension Message: CustomStringConvertible {
  /// The message in English.
  public var description: String {
    arguments.isEmpty ? template : formatted(\.description)
  }
}

extension Message: Hashable {
  public static func == (left: Message, right: Message) -> Bool {
    left.description == right.description
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension Message: ExpressibleByStringInterpolation {
  /// Collects the parts of a literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var template = ""
    fileprivate var arguments: [Argument] = []

    public init(literalCapacity: Int, interpolationCount: Int) {
      template.reserveCapacity(literalCapacity + 3 * interpolationCount)
      arguments.reserveCapacity(interpolationCount)
    }

    public mutating func appendLiteral(_ literal: String) { template += literal }

    /// Inserts a message.
    ///
    /// A literal inside an interpolation is a message as well.
    public mutating func appendInterpolation(_ message: Message) { append(.message(message)) }

    /// Inserts an error's problem.
    ///
    /// The text of an error of the system, such as `No space left on device`, is a message too.
    public mutating func appendInterpolation(_ error: any Error) {
      switch error {
      case let error as any ErosError: append(.message(error.problem))
      case let error as any ErrorClause: append(.message(error.clause))
      default: append(.message(Message(key: "\(error)")))
      }
    }

    /// Inserts a value that is the same in all languages.
    @_disfavoredOverload
    public mutating func appendInterpolation(_ value: some Any) { append(.text("\(value)")) }

    fileprivate mutating func append(_ argument: Argument) {
      template.unicodeScalars.append(Message.placeholder)
      arguments.append(argument)
    }
  }

  public init(stringLiteral text: String) { self.init(text, []) }

  public init(stringInterpolation parts: StringInterpolation) {
    self.init(parts.template, parts.arguments)
  }
}

extension Sequence<Message> {
  /// Joins messages to one.
  ///
  /// A translation uses its language's separators.
  package func joined(separator: String) -> Message {
    Message(String(Message.placeholder), [.list(Array(self), separator: separator)])
  }
}

// MARK: - Texts of others

extension Message {
  /// Recognizes a text of a library or another program that has no messages.
  ///
  /// In a template, an argument stands for any text. A value that matches a template is a message
  /// itself, at most `depth` deep. Returns `nil` if no template matches.
  package init?(parsing text: String, as templates: [Message], depth: Int = 3) {
    guard depth > 0 else { return nil }
    let matches = templates.lazy.compactMap { template in
      template.values(in: text).map { (template.template, $0) }
    }
    guard let (template, values) = matches.first else { return nil }
    self.init(
      template,
      values.map { value in
        Message(parsing: value, as: templates, depth: depth - 1).map { .message($0) }
          ?? .text(value)
      })
  }

  /// Returns the texts in place of the arguments, or `nil` if the text differs elsewhere.
  private func values(in text: String) -> [String]? {
    let literals = template.split(
      separator: String(Self.placeholder), omittingEmptySubsequences: false)
    guard let first = literals.first, text.hasPrefix(first) else { return nil }
    var remainder = text.dropFirst(first.count)
    var values: [String] = []
    for (index, literal) in literals.enumerated().dropFirst() {
      let isLast = index == literals.count - 1
      let end =
        isLast
        ? (remainder.hasSuffix(literal)
          ? remainder.index(remainder.endIndex, offsetBy: -literal.count) : nil)
        : remainder.firstRange(of: literal)?.lowerBound
      guard let end else { return nil }
      values.append(String(remainder[..<end]))
      remainder = remainder[end...].dropFirst(literal.count)
    }
    return remainder.isEmpty ? values : nil
  }
}
