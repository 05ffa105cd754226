import ErosCore

/// The name of a role that signs targets metadata.
///
/// Names are compared by their bytes, like file names. A name with a composed character differs
/// from the name with the decomposed character, although Swift compares the strings as equal.
package struct RoleName: Sendable {
  static let targets = RoleName(TopLevelRole.targets.rawValue)
  /// The maximum length of a file name in bytes, so that a version and a temporary suffix fit.
  private static let maximumFileLength = 200

  /// The name as written in metadata.
  package let text: String

  package init(_ text: String) { self.text = text }

  /// The name of the role's file, for example `my-app-production.json`.
  package var file: String { text.percentEncoded + ".json" }

  /// Returns the name of the role's file with its version, for example `3.my-app-production.json`.
  package func file(version: Int64) -> String { "\(version).\(file)" }

  /// A Boolean value that indicates whether the file name has a supported length.
  var hasValidLength: Bool { file.utf8.count <= Self.maximumFileLength }

  /// Whether a delegated role can have the name.
  ///
  /// A delegated role must not have the file name of a top-level role, even on a case-insensitive
  /// file system.
  var allowsDelegation: Bool {
    !text.isEmpty && !TopLevelRole.allCases.contains { $0.file == file.lowercased() }
  }
}

extension RoleName: Hashable {
  package static func == (left: RoleName, right: RoleName) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(Array(text.utf8)) }
}

extension RoleName: ExpressibleByStringLiteral, CustomStringConvertible {
  package init(stringLiteral text: String) { self.init(text) }

  package var description: String { text }
}
