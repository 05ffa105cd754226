import ArgumentParser

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A command and its help, decoded from what the argument parser prints for tools.
struct CommandDescription: Decodable {
  let commandName: String
  /// The commands around this one, starting with the root.
  let superCommands: [String]?
  let shouldDisplay: Bool
  let abstract: String?
  let discussion: String?
  let subcommands: [CommandDescription]?
  private let arguments: [Argument]?

  struct Argument: Decodable {
    struct Name: Decodable {
      let kind: String
      let name: String

      var text: String { (kind == "long" ? "--" : "-") + name }
    }

    enum Kind: String, Decodable {
      case positional, option, flag
    }

    let kind: Kind
    let shouldDisplay: Bool
    let isOptional: Bool
    let isRepeating: Bool
    let names: [Name]?
    let valueName: String?
    let defaultValue: String?
    let allValues: [String]?
    let abstract: String?
  }

  private struct Tool: Decodable {
    let serializationVersion: Int
    let command: CommandDescription
  }

  /// Decodes the parser's description of `command`.
  ///
  /// - Throws: `DecodingError` if the parser's format has changed.
  init(of command: any ParsableCommand.Type) throws {
    try self.init(dump: Array(command._dumpHelp().utf8))
  }

  /// Decodes what a program prints for `--experimental-dump-help`.
  ///
  /// - Throws: `DecodingError` if the parser's format has changed.
  init(dump: [UInt8]) throws {
    self = try JSONDecoder().decode(Tool.self, from: Data(dump)).command
  }
}

extension CommandDescription {
  /// The full name, such as `eros config show`, word by word.
  var words: [String] { (superCommands ?? []) + [commandName] }

  var name: String { words.joined(separator: " ") }

  /// The visible subcommands, except `help`.
  var shownSubcommands: [CommandDescription] {
    (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
  }

  /// The command and all visible subcommands, in the order of the help.
  var withSubcommands: [CommandDescription] {
    [self] + shownSubcommands.flatMap(\.withSubcommands)
  }

  var shownArguments: [Argument] { (arguments ?? []).filter(\.shouldDisplay) }

  /// The arguments, except two flags that all commands have.
  var ownArguments: [Argument] {
    shownArguments.filter { argument in
      !(argument.names ?? []).contains { ["help", "version"].contains($0.name) }
        || argument.kind == .option
    }
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
    shownArguments.flatMap { $0.names ?? [] }.filter { $0.kind == "long" }.map(\.text)
  }
}

extension CommandDescription.Argument {
  /// The names and the value, such as `-o, --output <output>`.
  ///
  /// Flags have no value.
  var synopsis: String {
    let value = kind == .flag ? "" : "<\(valueName ?? "value")>"
    guard let names, !names.isEmpty else { return value }
    let text = names.map(\.text).sorted { $0.count < $1.count }.joined(separator: ", ")
    return value.isEmpty ? text : text + " " + value
  }

  /// The name with two dashes, or else the first one.
  ///
  /// Empty for a positional argument.
  var preferredName: String {
    (names?.first { $0.kind == "long" } ?? names?.first)?.text ?? ""
  }

  /// The argument as the command's synopsis shows it.
  var usage: String {
    let value = kind == .flag ? nil : "<\(valueName ?? "value")>"
    let text =
      [preferredName, value ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
      + (isRepeating ? " ..." : "")
    return isOptional ? "[\(text)]" : text
  }

  /// The description, the possible values unless it lists them, and the default.
  var notes: [String] {
    let values = (allValues ?? []).filter { !(abstract ?? "").contains($0) }
    return [
      values.isEmpty ? nil : "values: " + (allValues ?? []).joined(separator: ", "),
      defaultValue.map { "default: \($0)" },
    ].compactMap(\.self)
  }
}
