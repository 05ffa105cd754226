import ErosCore

extension String {
  /// Whether the text is a relative path that stays where it starts.
  package var isPathInside: Bool {
    !isEmpty && pathComponents.allSatisfy { !["", ".", ".."].contains($0) }
      && !utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") }
  }
}
