import ErosCore

extension SourceMap {
  private static let scheme = "data:"

  /// Returns the text of the source map in the last lines of a script, or `nil` if it has none.
  ///
  /// - Throws: ``Problem`` for a URL that is not JSON in Base64.
  static func inlineText(in script: [UInt8]) throws(Problem) -> [UInt8]? {
    guard script.count <= 2 * maximumSize, let url = SourceMappingURL.find(in: script),
      url.hasPrefix(scheme)
    else { return nil }
    let base64 = ";base64,"
    guard let mark = url.firstRange(of: base64), url.hasPrefix(scheme + "application/json") else {
      throw Problem("the URL in the script is not JSON in Base64")
    }
    guard let json = Base64.decode(String(url[mark.upperBound...])) else {
      throw Problem("the URL in the script is not valid Base64")
    }
    return json
  }
}
