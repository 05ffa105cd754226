/// Looks at texts byte by byte, as file systems and clients do.
///
/// To Swift, a slash with a combining mark behind it is another character than a slash.
extension String {
  /// Whether the bytes begin with those of `prefix`.
  package func begins(with prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }

  /// Whether the bytes end with those of `suffix`.
  package func ends(with suffix: String) -> Bool {
    utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }

  /// What is between the slashes.
  package var pathComponents: [Substring] {
    utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Substring.init)
  }
}

extension String {
  /// The path's component after the last slash.
  package var lastPathComponent: String {
    utf8.lastIndex(of: UInt8(ascii: "/")).map { String(self[utf8.index(after: $0)...]) } ?? self
  }

  /// The path before the last slash, or an empty string.
  package var parentPath: String {
    utf8.lastIndex(of: UInt8(ascii: "/")).map { String(self[..<$0]) } ?? ""
  }
}
