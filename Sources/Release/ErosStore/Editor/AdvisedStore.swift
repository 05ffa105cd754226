package import ErosCore
package import ErosTrust

/// A store in the commands that messages advise, so that a command works as it is printed.
///
/// Messages name the store `STORE`: `eros store refresh STORE --repair` becomes
/// `eros store refresh store --repair --keys keys`. If the channel is known, `eros release resume 7`
/// becomes `eros release resume 7 --channel my-app/production --store store --keys keys`.
package struct AdvisedStore: Sendable {
  /// The placeholder for the store, after the words of a command.
  package static let placeholder = " STORE"

  /// The store as an argument of a shell.
  private let argument: String
  /// The options of the commands, each with its value.
  private let options: [String]
  /// The channel of the commands that need one.
  private var channel: ChannelName?

  /// - Parameters:
  ///   - location: The location of the store, or `nil` for a store that commands cannot change there,
  ///     such as a web server.
  ///   - options: The options of the commands, each with its value, as arguments of a shell.
  package init(_ location: String?, options: [String] = []) {
    argument = location.map { " " + $0.shellQuoted } ?? Self.placeholder
    self.options = options
  }

  /// Returns the store with a channel for the commands that need one.
  package func with(_ channel: ChannelName?) -> AdvisedStore {
    var copy = self
    copy.channel = channel
    return copy
  }

  /// Returns a command for the store.
  package func command(_ command: String) -> String {
    if command.contains(Self.placeholder) {
      return ([command.replacing(Self.placeholder, with: argument)] + options)
        .joined(separator: " ")
    }
    guard Self.selectsChannel(command), !command.contains(" --store "),
      command.contains(" --channel ") || channel != nil
    else { return command }
    let selection = command.contains(" --channel ") ? [] : channel.map { ["--channel \($0)"] } ?? []
    return ([command] + selection + ["--store\(argument)"] + options).joined(separator: " ")
  }

  /// Whether a command has all arguments except its store and its channel.
  ///
  /// Some messages only mention a command, such as `eros release rollout`, which needs a number.
  private static func selectsChannel(_ command: String) -> Bool {
    let words = command.split(separator: " ")
    guard words.count > 1, words.last?.hasPrefix("--") == false else { return false }
    if words[1] == "publish" { return words.count > 2 }
    guard words[1] == "release", words.count > 2 else { return false }
    return words.count > 3 || ["list", "rollback"].contains(words[2])
  }

  /// Returns a text whose commands, which are in backticks, are commands for the store.
  package func naming(in text: String) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .map { index, part in
        index.isMultiple(of: 2) ? String(part) : command(String(part))
      }
      .joined(separator: "`")
  }
}

extension Finding {
  /// Returns the finding with a store in the commands of the remedy.
  package func naming(_ store: AdvisedStore) -> Finding {
    replacingRemedy(remedy.map { store.naming(in: $0) })
  }
}
