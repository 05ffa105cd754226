/// Works on UTF-8 bytes, as file systems and clients do.
///
/// In Swift, a slash followed by a combining mark is a different character than a slash.
extension String {
  package func begins(with prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }

  package func ends(with suffix: String) -> Bool {
    utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }

  /// The parts between slashes.
  package var pathComponents: [Substring] {
    utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Substring.init)
  }
}

extension String {
  /// The part after the last slash.
  package var lastPathComponent: String {
    utf8.lastIndex(of: UInt8(ascii: "/")).map { String(self[utf8.index(after: $0)...]) } ?? self
  }

  /// The part before the last slash, or an empty string.
  package var parentPath: String {
    utf8.lastIndex(of: UInt8(ascii: "/")).map { String(self[..<$0]) } ?? ""
  }
}
