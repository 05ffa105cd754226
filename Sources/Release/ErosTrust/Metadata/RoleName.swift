import ErosCore

/// Names a role that signs targets metadata.
///
/// Names are compared byte by byte, like file names. So a composed and a decomposed character
/// differ, although Swift strings with them are equal.
package struct RoleName: Sendable {
  static let targets = RoleName(TopLevelRole.targets.rawValue)
  /// In bytes.
  ///
  /// Leaves room for a version and a temporary suffix.
  private static let maximumFileLength = 200

  /// As written in metadata.
  package let text: String

  package init(_ text: String) { self.text = text }

  /// For example `my-app-production.json`.
  package var file: String { text.percentEncoded + ".json" }

  /// For example `3.my-app-production.json`.
  package func file(version: Int64) -> String { "\(version).\(file)" }

  var hasValidLength: Bool { file.utf8.count <= Self.maximumFileLength }

  /// `true` if a delegated role may have this name.
  ///
  /// It must not share a file name with a top-level role, even on a case-insensitive file system.
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
