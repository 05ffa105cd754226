import ArgumentParser
import ErosCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A command and its help, for the terminal and the manual.
///
/// The arguments come from what the argument parser prints for tools.
struct CommandDescription {
  /// The full name, such as `eros config show`, word by word.
  let words: [String]
  let abstract: String
  let discussion: String
  /// The usage that the command sets itself.
  let usage: String?
  let isShown: Bool
  /// The subcommands, first those without a title.
  let groups: [Group]
  private let arguments: [Argument]

  struct Group {
    let title: String
    let commands: [CommandDescription]
  }

  /// Arguments below one title.
  struct Section {
    let title: String
    fileprivate(set) var arguments: [Argument]
  }

  /// Describes the last of `path`, with the names of its subcommands, but without their arguments.
  ///
  /// - Parameter path: The commands, starting with the root.
  /// - Throws: `DecodingError` if the parser's format has changed.
  init(of path: [any ParsableCommand.Type]) throws {
    self.init(path, try Self.arguments(of: path)) { CommandDescription($0, []) { _ in nil } }
  }

  /// Describes a program from what it prints for `--experimental-dump-help`.
  ///
  /// - Throws: `DecodingError` if the parser's format has changed.
  init(dump: [UInt8]) throws {
    let command = try Dump(dump).command
    words = [command.commandName]
    abstract = command.abstract ?? ""
    discussion = command.discussion ?? ""
    usage = nil
    isShown = true
    groups = []
    arguments = command.describedArguments
  }

  /// Returns the description of `eros` and all commands.
  ///
  /// - Throws: `DecodingError` if the parser's format has changed.
  static func ofTool() throws -> CommandDescription { try complete([ErosCommand.self]) }

  private static func complete(_ path: [any ParsableCommand.Type]) throws -> CommandDescription {
    try CommandDescription(path, arguments(of: path), subcommand: complete)
  }

  private init(
    _ path: [any ParsableCommand.Type], _ arguments: [Argument],
    subcommand: ([any ParsableCommand.Type]) throws -> CommandDescription?
  ) rethrows {
    let configuration = path[path.count - 1].configuration
    words = path.compactMap { $0.configuration.commandName }
    abstract = configuration.abstract
    discussion = configuration.discussion
    usage = configuration.usage
    isShown = configuration.shouldDisplay
    self.arguments = arguments
    let groups =
      [("Subcommands", configuration.ungroupedSubcommands)]
      + configuration.groupedSubcommands.map { ($0.name, $0.subcommands) }
    self.groups = try groups.map { title, commands in
      Group(title: title, commands: try commands.compactMap { try subcommand(path + [$0]) })
    }
  }
}

// MARK: - The parser's description

extension CommandDescription {
  private struct Dump: Decodable {
    let serializationVersion: Int
    let command: Command

    struct Command: Decodable {
      let commandName: String
      let abstract: String?
      let discussion: String?
      let arguments: [Argument]?

      /// The arguments, without two flags that all commands have.
      ///
      /// A flag and its inversion are one argument.
      var describedArguments: [Argument] {
        (arguments ?? []).reduce(into: []) { result, argument in
          if argument.kind == .flag, ["--help", "--version"].contains(argument.preferredName) {
            return
          }
          if let last = result.last, argument.isInversion(of: last) {
            result[result.count - 1].inversion = argument.preferredName
          } else {
            result.append(argument)
          }
        }
      }
    }

    init(_ bytes: [UInt8]) throws {
      self = try JSONDecoder().decode(Dump.self, from: Data(bytes))
    }
  }

  /// A command without its subcommands, which the parser would describe too.
  private struct Arguments<Command: ParsableCommand>: ParsableCommand {
    @OptionGroup var command: Command
  }

  private static func arguments(of path: [any ParsableCommand.Type]) throws -> [Argument] {
    let command = path[path.count - 1]
    // In a debug build, the parser takes much longer for a group of options in another.
    let text = command.configuration.subcommands.isEmpty ? command._dumpHelp() : dump(command)
    return try Dump(Array(text.utf8)).command.describedArguments
  }

  private static func dump<Command: ParsableCommand>(_ command: Command.Type) -> String {
    Arguments<Command>._dumpHelp()
  }
}

// MARK: - Parts

extension CommandDescription {
  var name: String { words.joined(separator: " ") }

  /// All subcommands.
  var subcommands: [CommandDescription] { groups.flatMap(\.commands) }

  /// The visible subcommands below their titles.
  var shownGroups: [Group] {
    groups.map { Group(title: $0.title, commands: $0.commands.filter(\.isShown)) }
      .filter { !$0.commands.isEmpty }
  }

  var shownSubcommands: [CommandDescription] { subcommands.filter(\.isShown) }

  /// The command and all visible subcommands, in the order of the help.
  var withSubcommands: [CommandDescription] {
    [self] + shownSubcommands.flatMap(\.withSubcommands)
  }

  var shownArguments: [Argument] { arguments.filter(\.shouldDisplay) }

  /// The visible arguments below their titles: those without a title, the groups of options, and
  /// the common options.
  var sections: [Section] { sections(of: shownArguments) }

  /// The sections of the help, with the flags that all commands have.
  func helpSections(withHidden: Bool = false) -> [Section] {
    sections(of: (withHidden ? arguments : shownArguments) + Argument.ofAllCommands)
  }

  private func sections(of arguments: [Argument]) -> [Section] {
    var sections = ["Arguments", "Options"].map { Section(title: $0, arguments: []) }
    for argument in arguments {
      let title = argument.sectionTitle ?? (argument.kind == .positional ? "Arguments" : "Options")
      if let index = sections.firstIndex(where: { $0.title == title }) {
        sections[index].arguments.append(argument)
      } else {
        sections.append(Section(title: title, arguments: [argument]))
      }
    }
    return (sections.filter { !$0.isCommon } + sections.filter(\.isCommon))
      .filter { !$0.arguments.isEmpty }
  }

  var positionalArguments: [Argument] { shownArguments.filter { $0.kind == .positional } }

  /// Separates the arguments in `words` from the options with their values.
  func split(_ words: ArraySlice<String>) -> (arguments: [String], options: [String]) {
    let valueOptions = shownArguments.filter { $0.kind == .option }
      .flatMap { $0.names ?? [] }.map(\.text)
    var (arguments, options): ([String], [String]) = ([], [])
    var words = words
    while let word = words.popFirst() {
      if word == "--" { return (arguments + words, options) }
      guard word.hasPrefix("-") else {
        arguments.append(word)
        continue
      }
      options.append(word)
      if valueOptions.contains(word), let value = words.popFirst() { options.append(value) }
    }
    return (arguments, options)
  }

  /// All options and flags whose names start with two dashes.
  var longOptions: [String] {
    (shownArguments + Argument.ofAllCommands).flatMap { argument in
      (argument.names ?? []).filter { $0.kind == "long" }.map(\.text)
        + (argument.inversion.map { [$0] } ?? [])
    }
  }
}

extension CommandDescription.Section {
  fileprivate var isCommon: Bool { title == OutputOptions.title }

  /// `true` if the section is about this command, and not a group of options that others have.
  var isOfCommand: Bool { ["Arguments", "Options"].contains(title) }
}
