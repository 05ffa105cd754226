import ErosCore

/// The comment that names a script's source map.
///
/// By ECMA-426, it is `//# sourceMappingURL=…` or `/*# sourceMappingURL=… */`, and no code follows
/// it.
enum SourceMappingURL {
  private static let name = Array("sourceMappingURL=".utf8)
  /// Number of comments after it that may be skipped.
  private static let maximumSkippedCount = 8

  /// Returns the URL in the last such comment, or `nil` if there is none.
  ///
  /// Reads the script backwards and does not parse it.
  static func find(in script: [UInt8]) -> String? {
    var remainder = script[...]
    for _ in 0...maximumSkippedCount {
      remainder = withoutSpaceAtEnd(remainder)
      let isBlock = remainder.suffix(2).elementsEqual("*/".utf8)
      let text = isBlock ? remainder.dropLast(2) : lastLine(of: remainder)
      if let url = url(endOf: text, mark: isBlock ? "/*" : "//") { return url }
      guard let end = isBlock ? start(of: "/*", in: text) : comment(text) else { return nil }
      remainder = remainder[..<end]
    }
    return nil
  }

  /// Removes white space, line ends and `;` from the end.
  private static func withoutSpaceAtEnd(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var result = text
    while let last = result.last {
      if last.isSpace || last == UInt8(ascii: ";") {
        result.removeLast()
      } else if ["\u{2028}", "\u{2029}"].contains(where: { result.suffix(3).elementsEqual($0.utf8) }
      ) {
        result.removeLast(3)
      } else {
        break
      }
    }
    return result
  }

  /// Returns the URL at the end of `text`, if `mark` and `#` or `@` come before its name.
  private static func url(endOf text: ArraySlice<UInt8>, mark: String) -> String? {
    guard let start = start(of: name, in: text) else { return nil }
    var before = text[..<start]
    while let last = before.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") {
      before.removeLast()
    }
    guard let sign = before.popLast(), "#@".utf8.contains(sign),
      before.suffix(2).elementsEqual(mark.utf8)
    else { return nil }
    let url = String(decoding: text[(start + name.count)...], as: UTF8.self).trimmed
    // In code that writes such a comment, the URL is part of a string.
    guard !url.isEmpty, !url.contains(where: { $0.isWhitespace || "\"'`".contains($0) }) else {
      return nil
    }
    return url
  }

  /// Returns where a line starts that is only a comment, or `nil` if it has code.
  private static func comment(_ line: ArraySlice<UInt8>) -> Int? {
    line.drop(while: \.isSpace).starts(with: "//".utf8) ? line.startIndex : nil
  }

  private static func lastLine(of text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let end = text.lastIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    let line = text[(end.map { $0 + 1 } ?? text.startIndex)...]
    // U+2028 and U+2029 end a line too.
    let separators = ["\u{2028}", "\u{2029}"].compactMap { start(of: $0, in: line) }
    return line[(separators.max().map { $0 + 3 } ?? line.startIndex)...]
  }

  private static func start(of mark: String, in text: ArraySlice<UInt8>) -> Int? {
    start(of: Array(mark.utf8), in: text)
  }

  /// Returns where `bytes` last occur.
  private static func start(of bytes: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
    guard text.count >= bytes.count else { return nil }
    return (text.startIndex...(text.endIndex - bytes.count)).last {
      text[$0] == bytes[0] && text[$0...].starts(with: bytes)
    }
  }

  /// Resolves a relative URL in the script at `path`.
  ///
  /// - Returns: `nil` if `url` is absolute or leads out of the scripts' folder.
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
