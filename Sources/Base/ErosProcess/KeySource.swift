package import ErosCore

/// A secret's location: a file, or an environment variable as in CI systems.
package enum KeySource: Hashable, Sendable, CustomStringConvertible {
  case file(String)
  case environment(String)

  private static let prefix = "env:"

  /// Parses a command-line argument: `env:NAME`, or a file's path.
  ///
  /// Write a path that starts with `env:` as `./env:…`.
  ///
  /// - Throws: ``KeySourceError`` if `NAME` cannot name a variable.
  package init(_ argument: String) throws(KeySourceError) {
    guard argument.hasPrefix(Self.prefix) else {
      self = .file(argument)
      return
    }
    let name = String(argument.dropFirst(Self.prefix.count))
    guard let first = name.utf8.first, first.isIdentifierStart,
      name.utf8.allSatisfy(\.isIdentifierPart)
    else { throw .notVariable }
    self = .environment(name)
  }

  package var noun: Message {
    switch self {
    case .file: "file"
    case .environment: "variable"
    }
  }

  package var description: String {
    switch self {
    case .file(let path): path
    case .environment(let name): Self.prefix + name
    }
  }
}

/// An error in an argument that names a ``KeySource``.
package enum KeySourceError: ErosError, Equatable {
  /// The text after `env:` cannot name an environment variable.
  ///
  /// The text is not kept, because it can be a key: `env:$KEY` instead of `env:KEY`.
  case notVariable

  package var problem: Message {
    "the text after 'env:' is not the name of an environment variable"
  }

  package var remedy: Message? {
    "pass the name, not the value: env:NAME; write a file of this name as './env:…'"
  }

  package var exitStatus: ExitStatus { .usage }
}
