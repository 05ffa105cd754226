import ErosCore

/// The comment `//# sourceMappingURL=…` in the last lines of a script.
enum SourceMappingURL {
  private static let marks = ["//# sourceMappingURL=", "//@ sourceMappingURL="]
  /// The number of lines that are searched from the end.
  private static let lineCount = 3

  /// Returns the URL of the last comment, or `nil` if the script has none.
  static func find(in script: [UInt8]) -> String? {
    var rest = script[...]
    for _ in 0..<lineCount {
      let start = rest.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.startIndex
      let line = rest[start...]
      if let mark = marks.first(where: { line.starts(with: $0.utf8) }) {
        let text = String(decoding: line.dropFirst(mark.utf8.count), as: UTF8.self)
        return String(text.prefix { !$0.isWhitespace })
      }
      guard start > rest.startIndex else { return nil }
      rest = rest[..<(start - 1)]
    }
    return nil
  }

  /// Returns the path that a relative URL in the script at `path` refers to.
  ///
  /// - Returns: `nil` for an absolute URL, and for a path outside the folder of the scripts.
  static func path(of url: String, in path: BundlePath) -> BundlePath? {
    let relative = url.prefix { $0 != "?" && $0 != "#" }
    guard !relative.hasPrefix("/"), !relative.contains(":"),
      let text = String(relative).percentDecoded
    else { return nil }
    var components = path.components.dropLast()
    for component in text.split(separator: "/") where component != "." {
      if component != ".." {
        components.append(component)
      } else if components.popLast() == nil {
        return nil
      }
    }
    return try? BundlePath(components.joined(separator: "/"))
  }
}
