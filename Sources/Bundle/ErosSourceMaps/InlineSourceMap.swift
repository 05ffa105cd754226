import ErosCore

extension SourceMap {
  /// Returns the source map inside a script's last comment, or `nil` if there is none.
  ///
  /// - Throws: ``Problem`` if the URL is not JSON.
  static func inlineText(in script: [UInt8]) throws(Problem) -> [UInt8]? {
    guard script.count <= 2 * maximumSize, let url = SourceMappingURL.find(in: script),
      url.prefix(scheme.count).lowercased() == scheme
    else { return nil }
    return try text(of: url.dropFirst(scheme.count))
  }

  private static let scheme = "data:"

  /// Decodes `[type][;parameter…][;base64],data`, which follows `data:` in a URL (RFC 2397).
  private static func text(of url: Substring) throws(Problem) -> [UInt8] {
    guard let comma = url.firstIndex(of: ",") else {
      throw Problem("the URL in the script has no ',' before its data")
    }
    let type = url[..<comma].lowercased().split(separator: ";", omittingEmptySubsequences: false)
    guard ["application/json", ""].contains(type[0]) else {
      throw Problem("the URL in the script is not JSON")
    }
    guard let data = String(url[url.index(after: comma)...]).percentDecoded else {
      throw Problem(
        "the URL in the script has a '%' without two hexadecimal digits, or is not UTF-8")
    }
    guard type.count > 1, type.last == "base64" else { return Array(data.utf8) }
    guard let json = Base64.decode(Self.standard(data)) else {
      throw Problem("the URL in the script is not valid Base64")
    }
    return json
  }

  /// Adds padding, and replaces URL-safe characters by those of standard Base64.
  private static func standard(_ text: String) -> String {
    var digits = Array(text.utf8)
    while digits.last == UInt8(ascii: "=") { digits.removeLast() }
    for index in digits.indices {
      switch digits[index] {
      case UInt8(ascii: "-"): digits[index] = UInt8(ascii: "+")
      case UInt8(ascii: "_"): digits[index] = UInt8(ascii: "/")
      default: break
      }
    }
    digits += [UInt8](repeating: UInt8(ascii: "="), count: (4 - digits.count % 4) % 4)
    return String(decoding: digits, as: UTF8.self)
  }
}
