package import ErosCore

/// The location of a key or another secret: a file, or an environment variable, as CI systems store secrets.
package enum KeySource: Hashable, Sendable, CustomStringConvertible {
  case file(String)
  case environment(String)

  private static let prefix = "env:"

  /// Parses an argument of the command line: `env:NAME`, or the path of a file.
  ///
  /// A path that starts with `env:` is written `./env:…`.
  ///
  /// - Throws: ``KeySourceError`` if `NAME` is not the name of a variable.
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

  /// The noun for the location in messages.
  package var noun: String {
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

/// An error of the argument that names a ``KeySource``.
package enum KeySourceError: ErosError, Equatable {
  /// The text after `env:` is not the name of an environment variable.
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
