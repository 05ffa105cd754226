import ErosCore

extension RouteExpression {
  /// Finds a dot without a backslash in the host, as in `^app://example.com/`.
  static func hasUnescapedDotInHost(_ text: String) -> Bool {
    guard let start = text.firstRange(of: "://")?.upperBound else { return false }
    let host = Array(text.utf8[start...].prefix { $0 != UInt8(ascii: "/") })
    let isLabel = { (byte: UInt8) in byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") }
    return host.indices.dropFirst().dropLast().contains { index in
      host[index] == UInt8(ascii: ".") && isLabel(host[index - 1]) && isLabel(host[index + 1])
    }
  }

  /// Returns `true` if the text starts with a scheme, as in Rexxar's own examples.
  ///
  /// Such maps write the host as in a URI, with neither `^` nor backslashes.
  static func isWrittenAsURI(_ text: String) -> Bool {
    guard let mark = text.firstRange(of: "://")?.lowerBound else { return false }
    let scheme = text.utf8[..<mark]
    return scheme.first?.isLetter == true
      && scheme.allSatisfy { $0.isLetter || $0.isDigit || "+-".utf8.contains($0) }
  }
}
