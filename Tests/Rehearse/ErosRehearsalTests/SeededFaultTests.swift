import ErosCore
import ErosRehearsal
import ErosTestSupport
import Foundation
import Testing

@Suite("seeded faults", .temporaryFolder, .needsJavaScriptCore)
struct SeededFaultTests {
  /// The pages that get faults: `root` is the statement that creates the root component.
  private static let pages = [
    "const App = { render: (h) => h('div') };",
    "const App = { data: () => ({ n: 1 }), render(h) { return h('text', [String(this.n)]) } };",
    "const App = { computed: { a() { return 'x' } }, render(h) { return h('text', [this.a]) } };",
    """
    const Child = { props: { text: String }, render(h) { return h('text', [this.text]) } };
    const App = { components: { Child }, render(h) { return h('child', { props: { text: 'x' } }) } };
    """,
    """
    (function (modules) { return modules[0]() })([function () { globalThis.App = { render(h) {
      return h('div', [1, 2].map((n) => h('text', [n]))) } } }]);
    """,
    // Pages that use results of native methods, and their parameters.
    """
    const { status, data } = weex.requireModule('acmeScan').load('user');
    const user = status === 0 ? JSON.parse(data) : { name: weex.requireModule('acmeScan').text() };
    const App = { data: () => ({ name: user.name }), render(h) { return h('text', [this.name]) } };
    """,
    """
    const query = weex.config.bundleUrl.split('?')[1];
    const App = { data: () => ({ id: query && query.id }), render: (h) => h('div') };
    """,
  ]
  private static let start = "// { \"framework\": \"Vue\" }\n"
  private static let root = "new Vue(Object.assign({ el: '#root' }, App));\n"

  /// Lines that are added to a page, and that do not end in an endless loop.
  private static let lines = [
    "undefinedName();", "var a = undefinedName.x;", "new UndefinedClass();", "null.x;",
    "var u; u.x.y;", "({}).go();", "const c = 1; c = 2;", "early; let early = 1;", "throw 'stop';",
    "var g = { next: 1, throw: 2 }; class T { throw(e) { return e } }; throw 'x';",
    "throw { code: 1 };", "throw new Error('Module build failed: ENOENT');", "JSON.parse('{');",
    "new RegExp('(');", "new Array(-1);", "(function r() { r() })();",
    "(function (i) { return {}[i].exports })(99999);", "import x from './missing.js';",
    "require('./missing.js');", "__webpack_require__.e(12);",
    "(async () => { await missing() })();",
    "setTimeout(() => { laterMissing() }, 100);", "class B extends undefined {}", "var [i] = 1;",
    "new Date(NaN).toISOString();", "var s = 'open", "var t = `open", "var o = { a: 1",
    "if (true {}", "<<<<<<< HEAD", "Module build failed: Error: ENOENT", "<html></html>",
    "weex.requireModule('renamed').open();", "weex.requireModule('acmeScan').removed();",
    "weex.requireModule('acmeScan').scan();", "weex.requireModule('acmeScan').scan(1);",
    "weex.requireModule('acmeScan').scan('a', 'b');", "weex.requireModule('acmeScan').flash();",
    "Vue.mixin({ created() { inHook() } }); new Vue({});", "({ m() { return super.x.y } }).m();",
    "Vue.use({ install() { throw new Error('no') } });",
    "new Vue({ el: '#root', render(h) { return h('div', [this.a.b.c]) } });",
  ]

  /// Lines that exceed a limit.
  private static let endlessLines = [
    "for (;;);", "do { var n = 0 } while (n === 0);", "setTimeout(() => { for (;;); }, 10);",
  ]

  /// Lines that exceed a limit without a position: the engine does not stop in them.
  private static let unlocatedLines = [
    "(function p() { return Promise.resolve().then(p) })();",
    "var m = []; for (;;) m.push(new Array(10000).fill(m));",
  ]

  @Test("are found at their line")
  func lines() throws {
    try expectFindings(Self.lines, in: Self.pages, limits: .standard)
    #expect(Self.lines.count + Self.endlessLines.count + Self.unlocatedLines.count >= 40)
  }

  @Test("seeded faults that exceed a limit are found")
  func limits() throws {
    let limits = Rehearsal.Limits(milliseconds: 100, bytes: 64 << 20)
    let pages = Array(Self.pages.prefix(2))
    try expectFindings(Self.endlessLines, in: pages, limits: limits)
    try expectFindings(Self.unlocatedLines, in: pages, limits: limits, areLocated: false)
  }

  @Test("are not found in pages without one")
  func none() throws {
    let scripts = Self.pages.enumerated().map { index, page in
      ("pages/\(index).js", Self.start + page + "\n" + Self.root)
    }
    #expect(try RehearsedPages(Dictionary(uniqueKeysWithValues: scripts)).findings.isEmpty)
  }

  /// Adds each line after the root component of each page, and expects a finding at this line.
  private func expectFindings(
    _ faults: [String], in pages: [String], limits: Rehearsal.Limits, areLocated: Bool = true
  ) throws {
    var scripts: [String: String] = [:]
    for (number, page) in pages.enumerated() {
      for (index, fault) in faults.enumerated() {
        let text = Self.start + page + "\n" + Self.root + fault
        scripts["pages/\(number)-\(100 + index).js"] = text
      }
    }
    let findings = try RehearsedPages(scripts, limits: limits, platforms: [.android]).findings
    for (name, text) in scripts {
      let line = text.split(separator: "\n", omittingEmptySubsequences: false).count
      let own = findings.filter { $0.file?.hasSuffix(name) == true && $0.severity != .note }
      // The engine names the line at which it cannot parse the rest.
      let lines = own.contains { $0.code == "scriptInvalid" } ? line...(line + 1) : line...line
      #expect(
        own.contains { $0.position.map { lines.contains($0.line) } ?? !areLocated },
        "\(text)\n\(own)")
    }
  }
}
