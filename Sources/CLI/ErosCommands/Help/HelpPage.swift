import ErosCore
import ErosFiles
import ErosProcess
import ErosTemplates

/// A command's help on a terminal, in the language of the user.
struct HelpPage {
  /// Longer lines are hard to read.
  private static let maximumColumns = 100
  private static let descriptionColumn = 26
  /// The minimum width of descriptions on a narrow terminal.
  private static let minimumColumns = 20

  private let command: CommandDescription
  private let usage: String
  private let language: Language
  private let columns: Int
  private let text: (String) -> String

  /// Creates the help for the command that `names` ends with.
  ///
  /// - Parameters:
  ///   - names: The commands.
  ///   - language: The language.
  ///   - columns: The width of the lines. Examples and the usage can be longer.
  ///   - text: Returns the translation of an English text. The default is the catalog's.
  /// - Throws: `DecodingError` if the format of the argument parser has changed.
  init(
    of names: CommandNames, in language: Language = .english, columns: Int = Self.columns(),
    text: ((String) -> String)? = nil
  ) throws {
    command = try CommandDescription(of: names.commands)
    usage = names.usageLine
    self.language = language
    self.columns = columns
    let texts = language.texts(.help)
    self.text = text ?? { texts[$0] ?? $0 }
  }

  /// The width of help: `COLUMNS`, or the terminal's width, up to 100 characters.
  static func columns(
    environment: [String: String] = EnvironmentVariable.all
  ) -> Int {
    let chosen = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    return min(maximumColumns, chosen ?? StandardStream.output.columns)
  }

  /// Returns the help with all arguments.
  ///
  /// - Parameter withHidden: Pass `true` to include hidden options.
  /// - Returns: The text, without a newline at the end.
  func complete(withHidden: Bool = false) -> String {
    let sections = command.helpSections(withHidden: withHidden)
    return page(
      [wrapped(label("Overview") + text(command.abstract)), discussion, [label("Usage") + usage]]
        + sections.map(lines) + subcommands)
  }

  /// The help without the description and the options that other commands have.
  var short: String {
    let sections = command.helpSections()
    let count = sections.filter { !$0.isOfCommand }.reduce(0) { $0 + $1.arguments.count }
    let complete = "\(command.name) --help"
    let remark: Message =
      "'\(complete)' has the description, examples and \(count) more options."
    return page(
      [wrapped(text(command.abstract)), [label("Usage") + usage]]
        + sections.filter(\.isOfCommand).map(lines) + subcommands + [wrapped(message(remark))])
  }

  /// Joins blocks of lines with empty lines between them.
  private func page(_ blocks: [[String]]) -> String {
    blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  // MARK: - Blocks

  /// The description.
  ///
  /// Examples are not wrapped, so that you can copy them.
  private var discussion: [String] {
    command.discussion.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      line.isEmpty || line.hasPrefix("  ") ? [String(line)] : wrapped(text(String(line)))
    }
  }

  private func lines(of section: CommandDescription.Section) -> [String] {
    [heading(section.title)]
      + section.arguments.flatMap { argument in
        entry(argument.synopsis, description(of: argument))
      }
  }

  /// The subcommands below their titles, and how to get their help.
  private var subcommands: [[String]] {
    let groups = command.shownGroups
    guard !groups.isEmpty else { return [] }
    var words = command.words
    words.insert("help", at: 1)
    let form = (words + ["<subcommand>"]).joined(separator: " ")
    return groups.map { group in
      [heading(group.title)]
        + group.commands.flatMap { entry($0.words[$0.words.count - 1], text($0.abstract)) }
    } + [["  " + message("See '\(form)' for detailed help.")]]
  }

  /// Returns an argument or a command with its description.
  private func entry(_ name: String, _ description: String) -> [String] {
    let label = "  " + name
    if description.isEmpty { return [label] }
    let indentation = String(repeating: " ", count: Self.descriptionColumn)
    let lines = description.wrapped(
      toColumns: max(Self.minimumColumns, columns - Self.descriptionColumn))
    let padding = Self.descriptionColumn - label.count
    guard padding > 0 else { return [label] + lines.map { indentation + $0 } }
    return [label + String(repeating: " ", count: padding) + lines[0]]
      + lines.dropFirst().map { indentation + $0 }
  }

  // MARK: - Texts

  private func description(of argument: CommandDescription.Argument) -> String {
    guard let notes = argument.notes else { return text(argument.abstract ?? "") }
    return text(argument.abstract ?? "") + (language == .english ? " " : "") + message(notes)
  }

  private func heading(_ title: String) -> String {
    language == .english ? title.uppercased() + ":" : text(title) + "："
  }

  /// Returns a heading before a text on the same line.
  private func label(_ title: String) -> String {
    heading(title) + (language == .english ? " " : "")
  }

  private func message(_ message: Message) -> String {
    TextStyle(isColored: false, in: language).text(message)
  }

  private func wrapped(_ text: String) -> [String] { text.wrapped(toColumns: columns) }
}
