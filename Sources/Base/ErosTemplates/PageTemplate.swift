import ErosCore
import ErosCrypto

/// A self-contained HTML page that is embedded in the binary.
///
/// All pages share the frame, style and script in `templates/page`, and add their own. A text for
/// readers is marked in HTML as `{{=Sign out}}`, and in scripts as `t("Copy")`, so that catalogs
/// can replace it.
public struct PageTemplate: Sendable {
  /// Has `{{name}}` placeholders.
  let html: [UInt8]

  let style: [UInt8]

  let script: [UInt8]

  /// Marked texts in English.
  let texts: Set<String>

  private init(
    body: [UInt8], style: [UInt8], script: [UInt8] = [], language: Language = .english
  ) {
    let body = Self.fill(body, with: ["theme": Self.file("page/theme.html")])
    let frame = Self.fill(
      Self.file("page/page.html"),
      with: ["body": body, "language": Array(language.rawValue.utf8)])
    let script = Self.file("page/page.js") + script
    let htmlTexts = Self.texts(after: "{{=", before: "}}", in: frame)
    let scriptTexts = Self.texts(after: "t(\"", before: "\"", in: script)
    texts = htmlTexts.union(scriptTexts)
    let catalog = language.texts(.page)
    let translations = htmlTexts.map { ("=" + $0, Array((catalog[$0] ?? $0).utf8)) }
    html = Self.fill(frame, with: Dictionary(translations) { first, _ in first })
    self.style = Self.file("page/page.css") + style
    let messages = catalog.filter { scriptTexts.contains($0.key) }.mapValues(JSONValue.string)
    let preamble = """
      "use strict";
      const language = "\(language.rawValue)";
      const messages = \(String(decoding: JSONWriter.write(.sorted(messages)), as: UTF8.self));

      """
    self.script = Array(preamble.utf8) + script
  }

  /// Returns a file in `templates/`.
  private static func file(_ path: String) -> [UInt8] { EmbeddedFile.bytes("templates/" + path) }

  /// Returns the texts between two marks.
  ///
  /// The first mark must not end a longer name.
  private static func texts(
    after start: String, before end: String, in bytes: [UInt8]
  ) -> Set<String> {
    let source = String(decoding: bytes, as: UTF8.self)
    let texts = source.ranges(of: start).compactMap { mark -> String? in
      let previous = source[..<mark.lowerBound].last
      let isName = previous.map { $0.isLetter || $0.isNumber || "_$.".contains($0) } ?? false
      guard start.hasPrefix("{") || !isName else { return nil }
      let suffix = source[mark.upperBound...]
      return suffix.firstRange(of: end).map { String(suffix[..<$0.lowerBound]) }
    }
    return Set(texts)
  }

  /// Returns the page for `eros report`.
  public static func report(in language: Language = .english) -> PageTemplate {
    PageTemplate(
      body: file("report/report.html"), style: file("report/report.css"),
      script: file("report/report.js"), language: language)
  }

  /// Returns the page with the API reference.
  public static func reference(in language: Language = .english) -> PageTemplate {
    PageTemplate(
      body: file("reference/reference.html"), style: file("reference/reference.css"),
      script: file("reference/reference.js"), language: language)
  }

  /// Returns the console for `eros-server`.
  public static func console(in language: Language) -> PageTemplate {
    PageTemplate(
      body: file("console/console.html"), style: file("console/console.css"),
      script: file("console/console.js"), language: language)
  }

  /// Returns the form that asks for the console's token.
  public static func signIn(in language: Language) -> PageTemplate {
    PageTemplate(
      body: file("console/token.html"), style: file("console/console.css"), language: language)
  }

  /// Returns a Content-Security-Policy that allows only this page's style and script, by their
  /// digests.
  ///
  /// `directives` can allow more.
  ///
  /// - Throws: `CryptoError` if hashing fails.
  package func policy(_ directives: String) throws -> String {
    let digests = try [style, script].map { try SHA256Digest.of($0).base64 }
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
    let defaults = texts.mapValues { Array($0.utf8) }.merging(["style": style, "script": script]) {
      $1
    }
    return Self.fill(html, with: defaults.merging(values) { $1 })
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
