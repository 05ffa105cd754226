import ArgumentParser
import ErosCore
import ErosTemplates

/// Translates a command's help.
///
/// The argument parser writes each text on one line if the terminal is wide enough. The lines are
/// translated, and then wrapped to the terminal's width.
struct TranslatedHelp {
  /// On a terminal this wide, the parser does not wrap texts.
  private static let unlimitedColumns = 100_000
  private static let descriptionColumn = 26
  /// The minimum width of descriptions on a narrow terminal.
  private static let minimumColumns = 20

  private let texts: [String: String]
  private let messages: MessageCatalog

  init(in language: Language) {
    texts = language.texts(.help)
    messages = .of(language)
  }

  /// Returns the help of `command`.
  ///
  /// If `name` is set, it is short and shows this name.
  func text(
    of command: any ParsableCommand.Type, shortFor name: String?, columns: Int
  ) -> String {
    let layout = HelpLayout(Self.unwrappedLines(of: command))
    var isDescription = name == nil
    return Self.entries(in: name.map { layout.short(of: $0) } ?? layout.complete).map { entry in
      if entry.line.hasPrefix(Self.usage) { isDescription = false }
      return isDescription
        ? description(entry.line, columns: columns) : lines(of: entry, columns: columns)
    }.joined(separator: "\n")
  }

  /// Returns all English texts in the help of `command`.
  static func texts(of command: any ParsableCommand.Type) -> Set<String> {
    var isDescription = true
    var texts: Set<String> = ["OVERVIEW:", "USAGE:"]
    for entry in entries(in: HelpLayout(unwrappedLines(of: command)).complete) {
      if entry.line.hasPrefix(usage) { isDescription = false }
      if let text = entry.text {
        texts.insert(splitValues(text).text)
      } else if isDescription, !entry.line.isEmpty, !entry.line.hasPrefix("  ") {
        texts.insert(entry.line.hasPrefix(overview) ? entry.line.dropping(overview) : entry.line)
      } else if !entry.line.hasPrefix(" "), entry.line.hasSuffix(":") {
        texts.insert(entry.line)
      }
    }
    return texts
  }

  private static let overview = "OVERVIEW: "
  private static let usage = "USAGE: "

  private static func unwrappedLines(of command: any ParsableCommand.Type) -> [Substring] {
    ErosCommand.helpMessage(for: command, columns: unlimitedColumns)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  // MARK: - Entries

  /// A line of the help, or an argument or a command with its description.
  private struct Entry {
    /// The line, or the argument's label with its indentation.
    let line: String
    var text: String?
  }

  private static func entries(in lines: [Substring]) -> [Entry] {
    let indentation = String(repeating: " ", count: descriptionColumn)
    var entries: [Entry] = []
    var areArguments = false
    for line in lines {
      if line.hasPrefix(usage) { areArguments = true }
      if areArguments, line.hasPrefix(indentation), let label = entries.popLast() {
        // The label is longer than the column, so its description is on the next line.
        entries.append(Entry(line: label.line, text: String(line.drop { $0 == " " })))
      } else if areArguments, let entry = argument(line) {
        entries.append(entry)
      } else {
        entries.append(Entry(line: String(line)))
      }
    }
    return entries
  }

  /// Splits a line with a label and a description.
  private static func argument(_ line: Substring) -> Entry? {
    let label = line.prefix(descriptionColumn)
    let text = line.dropFirst(descriptionColumn)
    // The remark below subcommands, which is not a list of them.
    if line.hasPrefix("  See '") { return nil }
    guard label.hasPrefix("  "), label.last == " ", let first = text.first, first != " ",
      label.dropFirst(2).first != " "
    else { return nil }
    let end = label.lastIndex { $0 != " " } ?? label.startIndex
    return Entry(line: String(label[...end]), text: String(text))
  }

  /// Separates the values that the parser adds to a description, such as `(default: auto)`.
  private static func splitValues(_ text: String) -> (text: String, values: String?) {
    for mark in [". (values: ", ". (default: "] {
      guard let range = text.firstRange(of: mark) else { continue }
      let end = text.index(after: range.lowerBound)
      return (String(text[..<end]), String(text[text.index(after: end)...]))
    }
    return (text, nil)
  }

  // MARK: - Translation

  /// The parser's texts with values, and the last line of short help.
  private static let templates: [Message] = {
    let value = ""
    return [
      "(values: \(value); default: \(value))", "(values: \(value))", "(default: \(value))",
      "See '\(value)' for detailed help.",
      "'\(value)' has the description, examples and \(value) more options.",
    ]
  }()

  private func translated(_ text: String) -> String {
    texts[text]
      ?? messages.text(of: Message(parsing: text, as: Self.templates) ?? Message(key: text))
  }

  /// Returns a line of the description.
  ///
  /// Examples are not wrapped.
  private func description(_ line: String, columns: Int) -> String {
    if line.isEmpty || line.hasPrefix("  ") { return line }
    let text =
      line.hasPrefix(Self.overview)
      ? translated("OVERVIEW:") + translated(line.dropping(Self.overview)) : translated(line)
    return text.wrapped(toColumns: columns).joined(separator: "\n")
  }

  private func lines(of entry: Entry, columns: Int) -> String {
    guard let text = entry.text else { return heading(entry.line) }
    let parts = Self.splitValues(text)
    let description = translated(parts.text) + (parts.values.map(translated) ?? "")
    let label = entry.line.replacing("  --version", with: "  -V, --version")
    let indentation = String(repeating: " ", count: Self.descriptionColumn)
    let lines = description.wrapped(
      toColumns: max(Self.minimumColumns, columns - Self.descriptionColumn))
    let padding = max(0, Self.descriptionColumn - label.count)
    return padding > 0
      ? label + String(repeating: " ", count: padding)
        + lines.joined(separator: "\n" + indentation)
      : ([label] + lines.map { indentation + $0 }).joined(separator: "\n")
  }

  /// Returns the usage, a title or a remark, with its indentation.
  private func heading(_ line: String) -> String {
    if line.hasPrefix(Self.usage) {
      return translated("USAGE:") + line.dropping(Self.usage)
    }
    let text = line.drop { $0 == " " }
    return line.prefix(line.count - text.count) + translated(String(text))
  }
}

extension String {
  fileprivate func dropping(_ prefix: String) -> String { String(dropFirst(prefix.count)) }
}
