extension RouteExpression {
  /// Whether the host in an expression has a dot without a backslash, as in `^app://example.com/`.
  static func hasUnescapedDotInHost(_ text: String) -> Bool {
    guard let start = text.utf8.firstRange(of: "://".utf8)?.upperBound else { return false }
    let host = Array(text.utf8[start...].prefix { $0 != UInt8(ascii: "/") })
    return host.indices.dropFirst().dropLast().contains { index in
      host[index] == UInt8(ascii: ".") && isLabelByte(host[index - 1])
        && isLabelByte(host[index + 1])
    }
  }

  /// Whether a byte is an ASCII letter, a digit or `_`.
  private static func isLabelByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
