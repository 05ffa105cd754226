package import ErosCore

/// A store in the commands that messages advise, so that a command works as it is printed.
///
/// Messages name the store `STORE`: `eros store refresh STORE --repair` becomes
/// `eros store refresh store --repair --keys keys`.
package struct AdvisedStore: Sendable {
  /// The placeholder for the store, after the words of a command.
  package static let placeholder = " STORE"

  /// The store as an argument of a shell.
  private let argument: String
  /// The options of the commands, each with its value.
  private let options: [String]

  /// - Parameters:
  ///   - location: The location of the store, or `nil` for a store that commands cannot change there,
  ///     such as a web server.
  ///   - options: The options of the commands, each with its value, as arguments of a shell.
  package init(_ location: String?, options: [String] = []) {
    argument = location.map { " " + $0.shellQuoted } ?? Self.placeholder
    self.options = options
  }

  /// Returns a command for the store.
  package func command(_ command: String) -> String {
    guard command.contains(Self.placeholder) else { return command }
    return ([command.replacing(Self.placeholder, with: argument)] + options)
      .joined(separator: " ")
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
