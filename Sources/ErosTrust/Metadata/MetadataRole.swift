import ErosCore

/// A role of the repository that signs metadata.
package enum TopLevelRole: String, CaseIterable, Sendable {
  /// Names the keys of all top-level roles.
  case root
  /// Names the current snapshot; signed again every few days.
  case timestamp
  /// Names the versions of all targets metadata.
  case snapshot
  /// Names files and delegates to other roles.
  case targets

  /// The name of the role's file, and its key in other metadata.
  package var file: String { rawValue + ".json" }

  /// Whether a delegated role may have this name.
  ///
  /// A delegated role must not have the file name of a top-level role, also on a file system that
  /// ignores case.
  static func allowsDelegation(to name: String) -> Bool {
    !name.isEmpty && !allCases.contains { $0.rawValue == name.lowercased() }
  }
}

/// The names of the files of delegated roles.
enum RoleFile {
  /// The maximum number of bytes of a name, so that a version and a staged suffix fit.
  private static let maximumLength = 200

  /// Returns the name of a role's file, for example `app-production.json`.
  ///
  /// - Throws: ``TrustError/nameTooLong(role:)``.
  static func name(of role: String) throws(TrustError) -> String {
    let name = role.percentEncoded + ".json"
    guard name.utf8.count <= maximumLength else { throw .nameTooLong(role: role) }
    return name
  }
}
