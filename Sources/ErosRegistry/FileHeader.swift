package import ErosCore

/// The lines at the top of every generated file that can have comments.
package struct FileHeader {
  /// What tells a generated file from others.
  package static let mark = "GENERATED FILE - DO NOT EDIT. Run `eros generate` to update."

  /// Whether a file says in its first lines that it was generated.
  package static func isIn(_ file: [UInt8]) -> Bool {
    file.prefix(400).firstRange(of: mark.utf8) != nil
  }

  /// The version of what is generated.
  package static let format = 1

  /// The description's path from the project's folder, with `/` between its parts.
  package let source: String

  package init(source: String) { self.source = source }

  /// The lines for a file that belongs to `platform`, or to none.
  package func lines(_ platform: Platform?, fingerprint: String) -> [String] {
    let key = platform.map { "eros-surface-\($0.rawValue)" } ?? "eros-surface"
    return [
      Self.mark, "source: \(source)", "format: \(Self.format)", "\(key): \(fingerprint)",
    ]
  }
}
