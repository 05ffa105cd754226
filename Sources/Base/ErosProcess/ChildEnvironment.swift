import ErosCore

/// Environment variables for a child process.
///
/// A variable can hold a private key, a passphrase or a service's token, so a child gets only what
/// it needs. `PATH` loses its relative folders, because a program in the current folder belongs to
/// the project, not to the user.
package struct ChildEnvironment: Sendable {
  /// Every program gets these that reads the user's settings or writes text.
  private static let common: Set = [
    "PATH", "HOME", "USER", "LOGNAME", "SHELL", "TMPDIR", "TZ", "LANG", "LANGUAGE", "TERM",
    "COLORTERM",
    "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH",
  ]
  private static let commonPrefixes = ["LC_", "XDG_"]
  private static let path = "PATH"

  private(set) var variables: [String: String]

  package static let empty = ChildEnvironment([:])

  /// Keeps the common variables, and those whose name starts with one of `prefixes`.
  package init(_ variables: [String: String], keeping prefixes: [String]) {
    let prefixes = Self.commonPrefixes + prefixes
    self.init(
      variables.filter { name, _ in
        Self.common.contains(name) || prefixes.contains { name.begins(with: $0) }
      })
  }

  /// Keeps all variables except private keys in PEM and those named in `secrets`.
  ///
  /// For a command that the user has written, which needs its service's credentials.
  package init(_ variables: [String: String], without secrets: Set<String>) {
    self.init(
      variables.filter { name, value in
        !secrets.contains(name) && !value.contains(Self.privateKeyMark)
      })
  }

  /// Occurs in the first line of every PEM document with a private key.
  package static let privateKeyMark = "PRIVATE KEY"

  private init(_ variables: [String: String]) {
    self.variables = variables
    if let path = variables[Self.path] {
      self.variables[Self.path] = Self.absoluteFolders(path).joined(separator: ":")
    }
  }

  package func setting(_ values: [String: String]) -> ChildEnvironment {
    var environment = self
    environment.variables.merge(values) { $1 }
    return environment
  }

  /// Drops the relative folders in a search path.
  static func absoluteFolders(_ path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: ":")).compactMap { String($0) }
      .filter { $0.utf8.first == UInt8(ascii: "/") }
  }
}
