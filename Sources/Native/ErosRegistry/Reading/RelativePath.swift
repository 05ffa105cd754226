import ErosCore

extension String {
  /// `true` for a relative path that contains no `.`, `..`, backslashes or control characters.
  var isPathInside: Bool {
    !isEmpty && pathComponents.allSatisfy { !["", ".", ".."].contains($0) }
      && !utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") }
  }
}
