import ArgumentParser
import ErosCore

/// The commands that the arguments name, from the root to the innermost subcommand.
struct CommandNames {
  /// The commands, starting with the root.
  ///
  /// Never empty.
  private(set) var commands: [any ParsableCommand.Type] = [ErosCommand.self]

  /// The first argument that is not a subcommand of the last command.
  private(set) var unknownWord: String?

  /// Resolves `words`, without the tool's name.
  init(_ words: some Collection<String>) {
    // `eros help pack` names the same command as `eros pack`.
    for word in words.first == Self.help ? words.dropFirst() : words[...] {
      let subcommands = commands[commands.count - 1].configuration.subcommands
      guard !subcommands.isEmpty, !word.hasPrefix("-") else { return }
      guard let next = subcommands.first(where: { $0.configuration.commandName == word }) else {
        unknownWord = commands.count == 1 && word == Self.help ? nil : word
        return
      }
      commands.append(next)
    }
  }

  private static let help = "help"

  /// The last command's full name, such as `eros config show`.
  var text: String { Self.text(of: commands) }

  var usage: Message {
    let usage: Message = "Usage: \(usageLine)"
    let help: Message = "See '\(text) --help' for more information."
    return "\(usage)\n  \(help)"
  }

  /// The last command with its arguments.
  var usageLine: String {
    ErosCommand.usageString(for: commands[commands.count - 1])
      .replacing(" <options>", with: " [<options>]")
  }

  var suggestion: String? {
    guard let unknownWord, let group = commands.last else { return nil }
    let names = group.configuration.subcommands.filter { $0.configuration.shouldDisplay }
      .compactMap { $0.configuration.commandName }
    let prefixMatches = names.filter { $0.hasPrefix(unknownWord) }
    if let nested = Self.nested(unknownWord, in: group) { return text + " " + nested }
    if prefixMatches.count == 1 { return text + " " + prefixMatches[0] }
    if let name = Self.synonym(of: unknownWord, among: names) { return text + " " + name }
    if let name = Spelling.nearest(to: unknownWord, among: names) { return text + " " + name }
    return commands.count > 1 ? suggestionInOtherGroup(unknownWord) : nil
  }

  /// Names that other groups and tools use for the same task.
  private static let synonyms = [
    ["check", "verify", "validate"], ["add", "create", "init", "new"], ["delete", "remove"],
  ]

  /// Returns the only command for the task that `word` names, such as `check` for `eros store
  /// verify`.
  private static func synonym(of word: String, among names: [String]) -> String? {
    let matches = names.filter { name in
      synonyms.contains { $0.contains(word) && $0.contains(name) }
    }
    return matches.count == 1 ? matches[0] : nil
  }

  /// Returns a command's full name, such as `eros store refresh` for `refresh`.
  ///
  /// The nearest group around the last command comes first. Anywhere else, the name must be unique.
  func command(named name: String) -> String? {
    let groups = commands.indices.reversed().map { commands[...$0] }
    let nearest = groups.lazy.compactMap { group in
      group.last?.configuration.subcommands
        .first { $0.configuration.commandName == name && $0.configuration.shouldDisplay }
        .map { Self.text(of: group + [$0]) }
    }.first
    let fullName =
      nearest
      ?? Self.nested(name, in: ErosCommand.self).map {
        Self.text(of: [ErosCommand.self]) + " " + $0
      }
    return fullName == text ? nil : fullName
  }

  /// Returns the only command in a different group that may be meant.
  ///
  /// It has the name of the misspelled argument, such as `eros rollout simulate` for `eros release
  /// simulate`, or the name of this group, such as `eros release rollout` for `eros rollout 12
  /// 25%`.
  private func suggestionInOtherGroup(_ word: String) -> String? {
    let names = [word, commands[commands.count - 1].configuration.commandName].compactMap(\.self)
    return names.lazy.compactMap { Self.nested($0, in: ErosCommand.self) }.first
      .map { Self.text(of: [ErosCommand.self]) + " " + $0 }
  }

  /// Returns the only subcommand with this name, such as `release rollout` for `rollout`.
  private static func nested(_ name: String, in group: any ParsableCommand.Type) -> String? {
    let matches = group.configuration.subcommands.flatMap { command in
      command.configuration.subcommands.filter { $0.configuration.commandName == name }
        .map { text(of: [command, $0]) }
    }
    return matches.count == 1 ? matches[0] : nil
  }

  private static func text(of commands: some Sequence<any ParsableCommand.Type>) -> String {
    commands.compactMap { $0.configuration.commandName }.joined(separator: " ")
  }
}
