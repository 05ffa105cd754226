package import ErosCore
package import ErosTrust

/// Fills in the store in commands that messages suggest, so that users can paste them.
///
/// Messages write `STORE`: `eros store refresh --store STORE --repair` becomes `eros store refresh
/// --store store --repair --keys keys`. With a known channel, `eros release resume 7` becomes `eros
/// release resume 7 --channel my-app/production --store store --keys keys`. If the channel is
/// unknown, users fill in `--channel APP/CHANNEL`.
package struct AdvisedStore: Sendable {
  /// Includes the space that separates it from the command.
  package static let placeholder = " STORE"
  package static let channelPlaceholder = "APP/CHANNEL"

  /// Quoted for a shell.
  private let argument: String
  /// Options with their values.
  private let options: [String]
  /// Options whose values the user fills in.
  ///
  /// Commands that only read omit them.
  private let placeholders: Set<String>
  private var channel: ChannelName?

  /// - Parameters:
  ///   - location: The location of the store, or `nil` if commands cannot change it there, as on a
  ///     web server.
  ///   - options: Options to append, each with its value and quoted for a shell.
  ///   - placeholders: Options whose values the user fills in, such as `--keys KEYS`.
  package init(_ location: String?, options: [String] = [], placeholders: Set<String> = []) {
    argument = location.map { " " + $0.shellQuoted } ?? Self.placeholder
    self.options = options
    self.placeholders = placeholders
  }

  package func with(_ channel: ChannelName?) -> AdvisedStore {
    var copy = self
    copy.channel = channel
    return copy
  }

  /// Uses the only channel of the store, if there is exactly one.
  package func with(onlyOneOf channels: [ChannelName]) -> AdvisedStore {
    with(channels.count == 1 ? channels.first : nil)
  }

  /// Fills in the store, and the channel if the command needs one.
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

  /// Returns `true` if only store and channel are missing from a command.
  ///
  /// Some messages merely mention a command: `eros release rollout` lacks a number, `eros publish
  /// --legacy` a bundle, and `eros release rollback --to` its release.
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

  /// Commands that need no keys, and trust the root metadata of the store if they know no other.
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

  /// Fills in every command between backticks.
  package func naming(in text: Message) -> Message { text.mappingCommands(command) }
}

extension Finding {
  package func naming(_ store: AdvisedStore) -> Finding {
    replacingRemedy(remedy.map { store.naming(in: $0) })
  }
}
