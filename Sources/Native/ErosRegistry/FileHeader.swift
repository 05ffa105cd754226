import ErosCore

/// The comment at the top of generated files.
package struct FileHeader {
  /// By this text, a generated file is recognized.
  static let mark = "GENERATED FILE - DO NOT EDIT. Run `eros generate` to update."

  /// Looks for the mark in a file's first lines.
  package static func isIn(_ file: [UInt8]) -> Bool {
    let head = file.prefix(400)
    return head.indices.contains {
      head[$0] == mark.utf8.first && head[$0...].starts(with: mark.utf8)
    }
  }

  /// The version of the generated files' format.
  static let format = 1

  /// The description's path in the project, with `/` as the separator.
  let source: String

  /// Returns the header for a file of `platform`, or for all platforms if it is `nil`.
  func lines(_ platform: Platform?, fingerprint: String) -> [String] {
    let key = platform.map { "eros-surface-\($0.rawValue)" } ?? "eros-surface"
    return [
      Self.mark, "source: \(source)", "format: \(Self.format)", "\(key): \(fingerprint)",
    ]
  }
}
