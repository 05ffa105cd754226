/// The lines at the top of every generated file that can have comments.
struct FileHeader {
  /// What tells a generated file from others.
  static let mark = "GENERATED FILE - DO NOT EDIT. Run `eros generate` to update."

  /// The version of what is generated.
  static let format = 1

  /// The description's path from the project's folder, with `/` between its parts.
  let source: String

  /// The lines for a file that belongs to `platform`, or to none.
  func lines(_ platform: Platform?, fingerprint: String) -> [String] {
    let key = platform.map { "eros-surface-\($0.rawValue)" } ?? "eros-surface"
    return [
      Self.mark, "source: \(source)", "format: \(Self.format)", "\(key): \(fingerprint)",
    ]
  }
}
