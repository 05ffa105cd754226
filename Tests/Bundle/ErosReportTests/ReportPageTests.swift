import ErosBundle
import ErosCore
import ErosCrypto
import ErosReport
import ErosTestSupport
import Foundation
import Testing

@testable import ErosTemplates

@Suite("Report pages")
struct ReportPageTests {
  /// Names that would end an element, an attribute, a string or a line without escaping.
  static let names = [
    "</script><script>alert(1)</script>.js", "a\"b'c.js", "<!--<script>.js", "]]>.js",
    "{{script}}.js",
    "${1}`.js", "&lt;&amp;.js", "--><img src=x onerror=alert(1)>.js", "__proto__",
    "constructor/toString",
    "שלום.js", "日本.js", "é.js", "\u{AD}soft.js",
  ]
  static let appName = #""</title><script>alert(1)</script>\u2028\u2029\u202e\u0001'\\ {{data}}""#

  static func page(
    appName: String = appName, names: [String] = names
  ) throws -> (text: String, report: BundleReport) {
    let files = Dictionary(uniqueKeysWithValues: names.map { ($0, Array($0.utf8)) })
    let forge = try ZipForge.bundle(files: files) { $0["appName"] = appName }
    let report = try BundleReporter(BundleVerifier(threads: 2))
      .report(on: ZipBytes(forge.bytes(), path: "x/<b>.zip"))
    return (String(decoding: try ReportPage.html(report), as: UTF8.self), report)
  }

  @Test("hostile names add no markup, and the page contains all data")
  func hostile() throws {
    let (text, report) = try Self.page()
    let plain = try Self.page(appName: "\"demo\"").text
    #expect(report.files.count == Self.names.count + 1)
    for tag in ["<script", "</script", "<style", "</style", "<title", "</title", "<!--", "<img"] {
      #expect(Self.count(tag, in: text) == Self.count(tag, in: plain), "\(tag)")
    }
    #expect(Self.count("<script", in: text) == 2)
    let data = try #require(Self.part(of: text, from: "id=\"data\">", to: "</script>"))
    #expect(!data.utf8.contains { "<>&'".utf8.contains($0) })
    #expect(!data.unicodeScalars.contains { ["\u{2028}", "\u{2029}"].contains($0) })
    let read = try JSONReader.read(Array(data.utf8), file: "data").value
    #expect(JSONWriter.write(read) == JSONWriter.write(report.json))
    let paths = read.object?["files"]?.array?.compactMap { $0.value.object?["path"]?.string }
    #expect(Set(paths ?? []).isSuperset(of: Self.names))
  }

  @Test("markup and bidirectional controls in the title are escaped")
  func title() throws {
    // ZipForge does not escape names, so a quote in a name would end the manifest.
    let text = try Self.page(names: ["a.js"]).text
    let title = try #require(Self.part(of: text, from: "<title>", to: "</title>"))
    #expect(title.hasPrefix("&lt;/title&gt;&lt;script&gt;"))
    #expect(title.contains("\\u{202e}") && title.contains("{{data}}"))
  }

  @Test("the policy allows only the page's own style and script, by their digests")
  func policy() throws {
    let text = try Self.page().text
    let policy = try #require(
      Self.part(of: text, from: "Content-Security-Policy\" content=\"", to: "\""))
    #expect(policy.hasPrefix("default-src 'none'; "))
    #expect(!policy.contains("unsafe") && !policy.contains("http") && !policy.contains("*"))
    for (element, directive) in [("style", "style-src"), ("script", "script-src")] {
      let content = try #require(Self.part(of: text, from: "<\(element)>", to: "</\(element)>"))
      let digest = try SHA256Digest.of(Array(content.utf8).span).bytes
      let base64 = Data((0..<32).map { digest[$0] }).base64EncodedString()
      #expect(policy.contains("\(directive) 'sha256-\(base64)'"))
    }
  }

  @Test("the page loads no resources and does not write markup")
  func sources() throws {
    let script = String(decoding: PageTemplate.report().script, as: UTF8.self)
    for call in [
      "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "fetch(",
      "Date.now",
    ] {
      #expect(!script.contains(call), "\(call)")
    }
    let template = PageTemplate.report()
    for text in [template.html, template.style, template.script] {
      let text = String(decoding: text, as: UTF8.self)
      #expect(!text.contains("http://") && !text.contains("https://"))
      #expect(!text.contains("@import") && !text.contains("url("))
    }
    #expect(!script.contains("</script") && !script.contains("<!--"))
  }

  @Test("the page does not depend on the path of the bundle")
  func reproducible() throws {
    let forge = try ZipForge.bundle(files: ["a.js": [1]]).bytes()
    let pages = try ["a/b.zip", "/elsewhere/b.zip"].map { path in
      try ReportPage.html(
        BundleReporter(BundleVerifier(threads: path.utf8.count)).report(
          on: ZipBytes(forge, path: path), since: ZipBytes(forge, path: path)))
    }
    #expect(pages[0] == pages[1])
    #expect(!pages[0].isEmpty)
  }

  @Test("the page of an unsafe bundle contains its findings")
  func unsafe() throws {
    let report = try BundleReporter(BundleVerifier(threads: 1))
      .report(on: ZipBytes([1, 2, 3], path: "x.zip"))
    let text = String(decoding: try ReportPage.html(report), as: UTF8.self)
    #expect(text.contains(#""verdict":"unsafe""#) && text.contains("notAZip"))
  }

  @Test("the messages of a page are in its language")
  func messages() throws {
    let report = try BundleReporter(BundleVerifier(threads: 1))
      .report(on: ZipBytes([1, 2, 3], path: "x.zip"))
    let message = try #require(report.bundle.verification.findings.first?.message.description)
    let page = { (language: Language) throws -> String in
      let html = try ReportPage.html(report, in: language, translatingMessages: { _ in "译文" })
      return String(decoding: html, as: UTF8.self)
    }
    let chinese = try page(.chinese)
    #expect(chinese.contains(#""message":"译文""#) && !chinese.contains(message))
    #expect(try page(.english).contains(message))
  }

  private static func part(of text: String, from start: String, to end: String) -> String? {
    text.split(separator: start, maxSplits: 1).dropFirst().first?
      .split(separator: end, maxSplits: 1, omittingEmptySubsequences: false).first.map(String.init)
  }

  private static func count(_ tag: String, in text: String) -> Int {
    text.split(separator: tag, omittingEmptySubsequences: false).count - 1
  }
}
