import ArgumentParser
import ErosCore

/// The commands that the words of a command line name, one inside the other.
struct CommandNames {
  /// The commands from the root on; never empty.
  private(set) var commands: [any ParsableCommand.Type] = [ErosCommand.self]

  /// The first word that should be a command of the last one and is none.
  private(set) var misspelt: String?

  /// Follows `words`, which do not contain the name of the tool.
  init(_ words: some Collection<String>) {
    // `eros help pack` is about the same command as `eros pack`.
    for word in words.first == Self.help ? words.dropFirst() : words[...] {
      let known = commands[commands.count - 1].configuration.subcommands
      guard !known.isEmpty, !word.hasPrefix("-") else { return }
      guard let next = known.first(where: { $0.configuration.commandName == word }) else {
        misspelt = commands.count == 1 && word == Self.help ? nil : word
        return
      }
      commands.append(next)
    }
  }

  private static let help = "help"

  /// The last command, with those that it is in: `eros config show`.
  var text: String { Self.text(of: commands) }

  /// The command that the misspelt word was meant to be.
  var meant: String? {
    guard let misspelt, let group = commands.last else { return nil }
    let names = group.configuration.subcommands.filter { $0.configuration.shouldDisplay }
      .compactMap { $0.configuration.commandName }
    let begun = names.filter { $0.hasPrefix(misspelt) }
    guard let name = begun.count == 1 ? begun[0] : Spelling.nearest(to: misspelt, among: names)
    else { return nil }
    return text + " " + name
  }

  private static func text(of commands: [any ParsableCommand.Type]) -> String {
    commands.compactMap { $0.configuration.commandName }.joined(separator: " ")
  }
}
