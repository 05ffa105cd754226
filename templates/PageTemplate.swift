/// The template of a self-contained HTML page, embedded in the binary.
public struct PageTemplate: Sendable {
  /// The HTML, with `{{name}}` placeholders.
  public let page: [UInt8]

  /// The style sheet.
  public let style: [UInt8]

  /// The script.
  public let script: [UInt8]

  /// The page of `eros report`.
  public static let report = PageTemplate(
    page: PackageResources.report_html, style: PackageResources.report_css,
    script: PackageResources.report_js)

  /// The page of `eros generate --docs --html`.
  public static let reference = PageTemplate(
    page: PackageResources.reference_html, style: PackageResources.reference_css,
    script: PackageResources.reference_js)

  /// Fills the placeholders of the page.
  ///
  /// - Parameters:
  ///   - values: the values of the other placeholders, which are not searched for placeholders.
  ///   - digest: returns the SHA-256 digest of bytes in Base64, for the page's policy.
  /// - Returns: The page, which contains its style and its script.
  public func filled(
    with values: [String: [UInt8]], digest: ([UInt8]) throws -> String
  ) rethrows -> [UInt8] {
    var values = values
    for (name, text) in [("style", style), ("script", script)] {
      values[name] = text
      values[name + "Digest"] = Array("sha256-\(try digest(text))".utf8)
    }
    var filled: [UInt8] = []
    let segments = String(decoding: page, as: UTF8.self).split(
      separator: "{{", omittingEmptySubsequences: false)
    for (index, segment) in segments.enumerated() {
      let parts = segment.split(separator: "}}", maxSplits: 1, omittingEmptySubsequences: false)
      if index > 0, parts.count == 2, let value = values[String(parts[0])] {
        filled += value + Array(parts[1].utf8)
      } else {
        filled += Array((index > 0 ? "{{" : "").utf8) + Array(segment.utf8)
      }
    }
    return filled
  }
}
