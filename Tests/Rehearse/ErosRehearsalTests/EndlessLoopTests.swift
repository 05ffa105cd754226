import ErosCore
import ErosTestSupport
import Testing

@testable import ErosRehearsal

@Suite("Endless loops", .temporaryFolder, .needsJavaScriptCore)
struct EndlessLoopTests {
  /// Scripts in which `§` marks the loop that runs.
  static let scripts = [
    "new Vue({});\n§for (;;);",
    "const a = { for: 1, do: 2 };\n§for (;;);",
    "§for (;;);\nnew Vue({});",
    "var n = 0;\n§while (n < 1) { n *= 2 }\nfor (;;);",
    "String(1);\n§do {\n var n = 0 } while (n === 0);\nwhile (n) n = 0;",
    "function other() { for (;;); }\n\n§while (true) {\n Math.sin(1);\n}",
    "function start() {\n var a = [1].map(String);\n §for (var i = 0; i < 1; i *= 1);\n}\nstart();\nfor (;;);",
    "const start = () => {\n §for (;;) { if (false) break }\n};\nstart();",
    "const page = { created() { if (1) {\n §while (1);\n } } };\npage.created();",
    "class A { constructor(a) {\n for (const x of [a]) { x.b }\n String(a);\n §for (;;);\n} }\nnew A({});",
    "[1, 2].forEach((n) => n);\n§for (const n of (function* () { for (let i = 0; ; i++) yield i })());",
    "const text = `${'x'.repeat(3)}`; /for (;;)/.test(text); // while (1);\n§for (;;);",
    "(function (modules) { modules[0]() })([function () {\n if (1) { [].push(1) }\n §while (true) { [].push(1) }\n}]);",
    // The garbage collector has threads of its own.
    "const a = [];\n§for (;;) { a.length > 999 ? (a.length = 0) : a.push({ x: [1, {}] }) }",
    "\"中文\"; (function () { [1].map(String); §for (;;); })(); for (;;);",
  ]

  @Test("a finding has the position of the loop")
  func positions() throws {
    let start = "// { \"framework\": \"Vue\" }\n"
    let pages = Dictionary(
      uniqueKeysWithValues: Self.scripts.enumerated().map { index, script in
        ("pages/\(100 + index).js", start + script.replacing("§", with: ""))
      })
    let findings = try RehearsedPages(
      pages, limits: Rehearsal.Limits(milliseconds: 100, bytes: 64 << 20), platforms: [.ios]
    ).findings
    for (index, script) in Self.scripts.enumerated() {
      let before = (start + script).prefix { $0 != "§" }.split(
        separator: "\n", omittingEmptySubsequences: false)
      let expected = TextPosition(line: before.count, column: (before.last?.count ?? 0) + 1)
      let own = findings.filter { $0.file?.hasSuffix("/\(100 + index).js") == true }
      #expect(own.map(\.code) == ["pageTooSlow"], "\(script)")
      #expect(own.first?.position == expected, "\(script)\n\(own)")
    }
  }

  @Test(
    "the loops of a script are read in linear time",
    arguments: [("function a(){", "}"), ("a=>{", ""), ("a=>b=>(", ")"), ("for(;;){", "}")])
  func growth(open: String, close: String) {
    let script = { (depth: Int) in
      Array((String(repeating: open, count: depth) + String(repeating: close, count: depth)).utf8)
    }
    let (small, large) = (script(1 << 11), script(1 << 14))
    let short = processorTime { _ = ScriptLoops(small) }
    let long = processorTime { _ = ScriptLoops(large) }
    // Quadratic time would be 64 times as long.
    #expect(long < short * 24 + .milliseconds(100), "\(open): \(short), \(long)")
  }
}
