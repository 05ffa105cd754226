import ErosCore

extension SourceMap {
  private static let marks = ["//# sourceMappingURL=data:", "//@ sourceMappingURL=data:"]

  /// Reads the source map in the last lines of a script, or returns `nil` if it has none.
  ///
  /// - Throws: ``Problem`` or `JSONError` for a malformed map.
  package init?(inlineIn script: [UInt8], file: String) throws {
    guard let url = Self.inlineURL(in: script) else { return nil }
    let base64 = ";base64,"
    guard let mark = url.firstRange(of: base64), url.hasPrefix("application/json") else {
      throw Problem("the URL in the script is not JSON in Base64")
    }
    guard let json = Base64.decode(String(url[mark.upperBound...])) else {
      throw Problem("the URL in the script is not valid Base64")
    }
    try self.init(json, file: file)
  }

  /// Returns the text after `data:` of the last such comment.
  private static func inlineURL(in script: [UInt8]) -> String? {
    guard script.count <= 2 * maximumSize else { return nil }
    for line in script.split(separator: UInt8(ascii: "\n")).suffix(3).reversed() {
      guard let mark = marks.first(where: { line.starts(with: $0.utf8) }) else { continue }
      let text = String(decoding: line.dropFirst(mark.utf8.count), as: UTF8.self)
      return String(text.prefix { !$0.isWhitespace })
    }
    return nil
  }
}
