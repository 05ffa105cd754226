import ErosCore

/// The comment at the top of generated files.
package struct FileHeader {
  /// The mark of generated files.
  static let mark = "GENERATED FILE - DO NOT EDIT. Run `eros generate` to update."

  /// Returns whether a file has the mark in its first lines.
  package static func isIn(_ file: [UInt8]) -> Bool {
    let head = file.prefix(400)
    return head.indices.contains {
      head[$0] == mark.utf8.first && head[$0...].starts(with: mark.utf8)
    }
  }

  /// The version of the format of generated files.
  static let format = 1

  /// The path of the description relative to the project, with `/` as the separator.
  let source: String

  /// Returns the lines for a file of `platform`, or of all platforms if it is `nil`.
  func lines(_ platform: Platform?, fingerprint: String) -> [String] {
    let key = platform.map { "eros-surface-\($0.rawValue)" } ?? "eros-surface"
    return [
      Self.mark, "source: \(source)", "format: \(Self.format)", "\(key): \(fingerprint)",
    ]
  }
}
