import ErosCore
import ErosCrypto

/// A self-contained HTML page, embedded in the binary.
///
/// All pages share the frame, the style and the script of `templates/page`, and add their own.
public struct PageTemplate: Sendable {
  /// The HTML, with `{{name}}` placeholders.
  public let html: [UInt8]

  public let style: [UInt8]

  public let script: [UInt8]

  private init(body: [UInt8], style: [UInt8], script: [UInt8] = []) {
    let body = Self.fill(body, with: ["theme": PackageResources.theme_html])
    self.html = Self.fill(PackageResources.page_html, with: ["body": body])
    self.style = PackageResources.page_css + style
    self.script = PackageResources.page_js + script
  }

  /// The page of `eros report`.
  public static let report = PageTemplate(
    body: PackageResources.report_html, style: PackageResources.report_css,
    script: PackageResources.report_js)

  /// The page of the API reference.
  public static let reference = PageTemplate(
    body: PackageResources.reference_html, style: PackageResources.reference_css,
    script: PackageResources.reference_js)

  /// The console of `eros-server`.
  public static let console = PageTemplate(
    body: PackageResources.console_html, style: PackageResources.console_css,
    script: PackageResources.console_js)

  /// The form for the token of the console.
  public static let signIn = PageTemplate(
    body: PackageResources.token_html, style: PackageResources.console_css)

  /// Returns a Content-Security-Policy that allows only the style and the script of the page, by their
  /// digests, and what `directives` allow.
  ///
  /// - Throws: `CryptoError` if hashing fails.
  package func policy(_ directives: String) throws -> String {
    let digests = try [style, script].map { try SHA256Digest.of($0.span).base64 }
    return """
      default-src 'none'; style-src 'sha256-\(digests[0])'; script-src 'sha256-\(digests[1])'; \
      img-src data:; base-uri 'none'; \(directives)
      """
  }

  /// Returns the page for a server, which sends the policy in a header field.
  package func served(title: String, _ values: [String: [UInt8]] = [:]) -> [UInt8] {
    filled(title, values, policy: "", comments: "")
  }

  /// Returns the page for a file, which contains its policy.
  ///
  /// `title` is not escaped yet, `values` are. `comments` are lines before the document element.
  ///
  /// - Throws: `CryptoError` if hashing fails.
  package func file(
    title: String, _ values: [String: [UInt8]], comments: String = ""
  ) throws -> [UInt8] {
    let policy = try policy("form-action 'none'")
    let element = "<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">\n"
    return filled(title, values, policy: element, comments: comments)
  }

  private func filled(
    _ title: String, _ values: [String: [UInt8]], policy: String, comments: String
  ) -> [UInt8] {
    let texts = ["title": title.escapedForMarkup, "policy": policy, "comments": comments]
    let own = texts.mapValues { Array($0.utf8) }.merging(["style": style, "script": script]) { $1 }
    return Self.fill(html, with: own.merging(values) { $1 })
  }

  /// Replaces `{{name}}` by values, which are not searched for further placeholders.
  private static func fill(_ template: [UInt8], with values: [String: [UInt8]]) -> [UInt8] {
    var page: [UInt8] = []
    let segments = String(decoding: template, as: UTF8.self).split(
      separator: "{{", omittingEmptySubsequences: false)
    for (index, segment) in segments.enumerated() {
      let parts = segment.split(separator: "}}", maxSplits: 1, omittingEmptySubsequences: false)
      if index > 0, parts.count == 2, let value = values[String(parts[0])] {
        page += value + Array(parts[1].utf8)
      } else {
        page += Array((index > 0 ? "{{" : "").utf8) + Array(segment.utf8)
      }
    }
    return page
  }
}
