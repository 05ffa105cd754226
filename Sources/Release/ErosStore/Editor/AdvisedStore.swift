package import ErosCore
package import ErosTrust

/// A store in the commands that messages advise, so that a command works as it is printed.
///
/// Messages name the store `STORE`: `eros store refresh STORE --repair` becomes
/// `eros store refresh store --repair --keys keys`. If the channel is known, `eros release resume 7`
/// becomes `eros release resume 7 --channel my-app/production --store store --keys keys`; if not, the
/// user fills in `--channel APP/CHANNEL`.
package struct AdvisedStore: Sendable {
  /// The placeholder for the store, after the words of a command.
  package static let placeholder = " STORE"
  /// The placeholder for a channel that is not known.
  package static let channelPlaceholder = "APP/CHANNEL"

  /// The store as an argument of a shell.
  private let argument: String
  /// The options of the commands, each with its value.
  private let options: [String]
  /// The options whose values are not known; commands that only read do not need them.
  private let placeholders: Set<String>
  /// The channel of the commands that need one.
  private var channel: ChannelName?

  /// - Parameters:
  ///   - location: The location of the store, or `nil` for a store that commands cannot change there,
  ///     such as a web server.
  ///   - options: The options of the commands, each with its value, as arguments of a shell.
  ///   - placeholders: The options whose values the user fills in, such as `--keys KEYS`.
  package init(_ location: String?, options: [String] = [], placeholders: Set<String> = []) {
    argument = location.map { " " + $0.shellQuoted } ?? Self.placeholder
    self.options = options
    self.placeholders = placeholders
  }

  /// Returns the store with a channel for the commands that need one.
  package func with(_ channel: ChannelName?) -> AdvisedStore {
    var copy = self
    copy.channel = channel
    return copy
  }

  /// Returns the store with its channel for the commands that need one, if the store has only one channel.
  package func with(onlyOneOf channels: [ChannelName]) -> AdvisedStore {
    with(channels.count == 1 ? channels.first : nil)
  }

  /// Returns a command for the store.
  package func command(_ command: String) -> String {
    let options = Self.onlyReads(command) ? options.filter { !placeholders.contains($0) } : options
    if command.contains(Self.placeholder) {
      return ([command.replacing(Self.placeholder, with: argument)] + options)
        .joined(separator: " ")
    }
    guard Self.selectsChannel(command), !command.contains(" --store ") else { return command }
    let selection =
      command.contains(" --channel ")
      ? [] : ["--channel \(channel?.description ?? Self.channelPlaceholder)"]
    return ([command] + selection + ["--store\(argument)"] + options).joined(separator: " ")
  }

  /// Whether a command has all arguments except its store and its channel.
  ///
  /// Some messages only mention a command: `eros release rollout` lacks a number, `eros publish --legacy` a
  /// bundle, and `eros release rollback --to` the value of its option.
  private static func selectsChannel(_ command: String) -> Bool {
    let words = command.split(separator: " ").dropFirst()
    switch words.first {
    case "publish": return hasArgument(words.dropFirst())
    case "release":
      let words = words.dropFirst()
      return ["list", "rollback"].contains(words.first)
        ? words.last?.hasPrefix("--") == false : hasArgument(words.dropFirst())
    default: return false
    }
  }

  /// Whether a command works without keys, and trusts the root metadata of the store if it knows no other.
  private static func onlyReads(_ command: String) -> Bool {
    let words = command.split(separator: " ").dropFirst()
    let readers: [[Substring]] = [
      ["release", "list"], ["release", "show"], ["store", "check"], ["store", "status"],
      ["channel", "list"], ["store", "brake", "show"],
    ]
    return readers.contains { words.starts(with: $0) }
  }

  private static func hasArgument(_ words: ArraySlice<Substring>) -> Bool {
    words.first?.hasPrefix("--") == false
  }

  /// Returns a text whose commands, which are in backticks, are commands for the store.
  package func naming(in text: Message) -> Message { text.mappingCommands(command) }
}

extension Finding {
  /// Returns the finding with a store in the commands of the remedy.
  package func naming(_ store: AdvisedStore) -> Finding {
    replacingRemedy(remedy.map { store.naming(in: $0) })
  }
}
