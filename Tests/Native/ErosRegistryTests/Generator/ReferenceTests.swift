import ErosCore
import ErosCrypto
import ErosNativeTestSupport
import ErosRegistry
import ErosTestSupport
import Foundation
import Testing

@testable import ErosTemplates

@Suite("API reference")
struct ReferenceTests {
  /// A description that would be markup, code or invisible without escaping.
  static let hostile = #"""
    </style></script><script>alert(1)</script>\n# x | `y` *z* [a](b) $m$ &amp; \\\\ ![i](j)\u2028- k\u202e\n1. l
    """#

  static func module(_ members: String) -> String {
    #""modules": [{"name": "acme", "ios": "A", "android": "a.A""# + members + "}]"
  }

  static func reference(_ members: String, html: Bool = false) throws -> [String: String] {
    let parsed = try read(config(around: members))
    #expect(parsed.isUsable, "\(parsed.findings)")
    let files = try RegistryGenerator(parsed, source: "a/eros.native.json").reference(html: html)
    return Dictionary(
      uniqueKeysWithValues: files.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) })
  }

  static func page(_ name: String, _ members: String) throws -> String {
    try #require(reference(members, html: true)[name])
  }

  @Test("a page names the platforms and the first versions of its entries")
  func versions() throws {
    let text = Self.module(
      #"""
      , "since": {"ios": "1.2", "android": "1.3"}, "methods": [
        {"name": "both"}, {"name": "later", "since": "2.0"},
        {"name": "one", "platforms": ["ios"], "deprecated": "use both"}]
      """#)
    let page = try Self.page("modules.md", text)
    #expect(page.contains("\n\niOS since 1.2, Android since 1.3.\n"))
    #expect(page.contains("later(): void\n```\n\niOS since 2.0, Android since 2.0.\n"))
    #expect(page.contains("one(): void\n```\n\n**Deprecated: use both.**\n\niOS since 1.2.\n"))
    #expect(page.contains("both(): void\n```\n\n####"))
    let contents = try Self.page("README.md", text)
    #expect(contents.contains("| [`acme`](modules.md#module-acme) | 1.2 | 1.3 |  |\n"))
  }

  @Test("an app for one platform has one column")
  func onePlatform() throws {
    let pages = try Self.reference(
      #""components": [{"name": "acme-a", "ios": "A", "attributes": [{"name": "b"}]}]"#)
    #expect(try #require(pages["README.md"]).contains("| Name | iOS | Description |\n"))
    #expect(try #require(pages["components.md"]).contains("`b` | `any` | yes |  |\n"))
  }

  @Test("entries that share a name have separate anchors")
  func sharedName() throws {
    let page = try Self.page(
      "modules.md",
      #"""
      "modules": [{"name": "acme", "ios": "A", "methods": [{"name": "a"}]},
        {"name": "acme", "android": "a.A", "methods": [{"name": "b"}]}]
      """#)
    #expect(
      page.contains("id=\"module-acme-ios\"") && page.contains("id=\"module-acme-android.b\""))
  }

  @Test("a signature that differs is shown for each platform")
  func signatures() throws {
    let page = try Self.page(
      "modules.md",
      Self.module(
        #", "methods": [{"name": "a", "args": ["b: string"], "android": {"args": []}}]"#))
    #expect(page.contains("```ts\n// iOS\na(b: string): void\n// Android\na(): void\n```"))
  }

  @Test("descriptions are not markup in Markdown")
  func markdown() throws {
    let doc = #""doc": "\#(Self.hostile)""#
    let page = try Self.page("modules.md", Self.module(", \(doc)"))
    #expect(
      page.contains(
        ##"""

        &lt;/style&gt;&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;

        \# x \| \`y\` \*z\* \[a\](b) \$m\$ &amp;amp; \\\\ !\[i\](j)

        \- k

        1\. l

        """##))
    let table = try Self.page(
      "components.md",
      #""components": [{"name": "acme-a", "ios": "A", "attributes": [{"name": "b", "default": "\#(Self.hostile)", \#(doc)}]}]"#
    )
    let row = try #require(table.split(separator: "\n").first { $0.contains("attribute.b") })
    #expect(row.replacing("\\|", with: "").count { $0 == "|" } == 5)
    #expect(row.contains("alert(1)&lt;/script&gt;<br>\\# x") && !row.contains("\u{202e}"))
  }

  @Test(
    "types are code in a table",
    arguments: [
      ("'a'|'b'", #"`'a' \| 'b'`"#), (#"'a`b'"#, "<code>&#39;a&#96;b&#39;</code>"),
      (#"'a\\\\|b'"#, "<code>&#39;a&#92;&#92;&#124;b&#39;</code>"),
      ("Point[]", "[`Point[]`](types.md#type-Point)"),
    ])
  func types(type: String, expected: String) throws {
    let page = try Self.page(
      "components.md",
      #"""
      "types": {"Point": {"x": "number"}},
      "components": [{"name": "acme-a", "ios": "A", "attributes": [{"name": "b", "type": "\#(type)"}]}]
      """#)
    #expect(page.contains("`b` | \(expected) | yes |"), "\(page)")
  }

  @Test("descriptions add no element to the HTML page")
  func html() throws {
    let members = { (doc: String) in
      Self.module(
        #"""
        , "doc": "\#(doc)", "deprecated": "\#(doc)", "methods": [{"name": "a", "doc": "\#(doc)",
          "args": [{"name": "b", "type": "string", "doc": "\#(doc)"}]}]
        """#)
    }
    let page = try Self.page("index.html", members(Self.hostile))
    let plain = try Self.page("index.html", members("plain\\na\\nb\\nc"))
    for tag in ["<script", "</script", "<style", "</style", "<img", "<!--", "<p"] {
      #expect(Self.count(tag, in: page) == Self.count(tag, in: plain), "\(tag)")
    }
    #expect(page.contains("&lt;script&gt;alert(1)") && !page.contains("\u{202e}"))
  }

  @Test("the HTML page loads nothing")
  func policy() throws {
    let page = try Self.page("index.html", Self.module(""))
    let policy = try #require(page.firstMatch(of: /Security-Policy" content="([^"]*)"/)?.1)
    #expect(policy.hasPrefix("default-src 'none'; ") && !policy.contains("unsafe"))
    for (element, directive) in [("style", "style-src"), ("script", "script-src")] {
      let content = try #require(
        page.split(separator: "<\(element)>").last?.split(separator: "</\(element)>").first)
      let digest = try SHA256Digest.of(Array(content.utf8).span).base64
      #expect(policy.contains("\(directive) 'sha256-\(digest)'"))
    }
    let template = PageTemplate.reference()
    for text in [template.html, template.style, template.script] {
      let text = String(decoding: text, as: UTF8.self)
      for address in ["http://", "https://", "@import", "url(", "innerHTML", "fetch("] {
        #expect(!text.contains(address), "\(address)")
      }
    }
  }

  @Test("titles and explanations are in the language of the settings, and the description is not")
  func language() throws {
    let members = Self.module(
      #"""
      , "doc": "Modules", "since": {"ios": "1.2"}, "methods": [
        {"name": "a", "sync": true, "returns": "string", "deprecated": "use {text} now"}]
      """#)
    let parsed = try read(
      config(
        around: #""generate": {"docs": {"out": "d", "html": true, "language": "zh-CN"}}, "#
          + members))
    #expect(parsed.isUsable, "\(parsed.findings)")
    let files = try RegistryGenerator(parsed, source: "a").files()
    let page = { (name: String) in
      String(decoding: try #require(files.first { $0.path == name }).bytes, as: UTF8.self)
    }
    let modules = try page("d/modules.md")
    #expect(modules.contains("\n# 模块\n\n[目录](README.md)\n\nJavaScript 按名称取得模块"))
    #expect(modules.contains("\n\nModules\n\niOS 自 1.2 起、Android。\n"))
    #expect(modules.contains(#"**已弃用：use \{text\} now。**"#))
    #expect(modules.contains("同步：会阻塞 JS 线程。"))
    let html = try page("d/index.html")
    #expect(html.contains("<html lang=\"zh-CN\">") && html.contains("<p>Modules</p>"))
    #expect(html.contains("<span class=\"badge\">iOS 自 1.2 起</span>"))
    #expect(html.contains("role=\"status\">1 项</p>"))
    for text in [html] + files.map({ String(decoding: $0.bytes, as: UTF8.self) }) {
      for english in ["## Methods", "<h4>Methods", "Contents", "Synchronous", "Deprecated"] {
        #expect(!text.contains(english), "\(english)")
      }
    }
  }

  @Test("the reference is one of the generated files if the settings have it")
  func settings() throws {
    let text = #""generate": {"docs": {"out": "docs/api", "html": true}}, "# + Self.module("")
    let parsed = try read(config(around: text))
    let files = try RegistryGenerator(parsed, source: "a").files()
    #expect(
      files.map(\.path) == [
        "docs/api/README.md", "docs/api/index.html", "docs/api/modules.md", "eros.registry.json",
      ])
    #expect(try files == RegistryGenerator(parsed, source: "a").files())
    let manifest = String(decoding: try #require(files.last).bytes, as: UTF8.self)
    #expect(manifest.contains("docs/api/index.html"))
    let off = try read(config(around: text.replacing("true}", with: #"true, "enabled": false}"#)))
    #expect(try RegistryGenerator(off, source: "a").files().count == 1)
  }

  @Test("the reference may be in the folder of another part")
  func sharedFolder() throws {
    let text =
      #""generate": {"js": {"out": "src"}, "docs": {"out": "src/docs"}}, "# + Self.module("")
    let generator = try RegistryGenerator(read(config(around: text)), source: "a")
    #expect(!generator.isOutputPath("src/docs/modules.md", of: .js))
    #expect(generator.isOutputPath("src/docs/eros-native.d.ts", of: .js))
    #expect(generator.isOutputPath("src/docs/modules.md", of: .all))
  }

  private static func count(_ tag: String, in text: String) -> Int {
    text.split(separator: tag, omittingEmptySubsequences: false).count - 1
  }
}
