import ErosConfig
import ErosCore
import ErosTestSupport
import Testing

@testable import ErosRehearsal

@Suite("The oldest engine of an app", .temporaryFolder)
struct EngineTests {
  /// Writes an app and returns the findings about its pages.
  private func findings(
    _ files: [String: String], engines: String = #"{ "iOS": "6.0", "android": "18" }"#,
    section: String = "routes"
  ) throws -> [Finding] {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(
      #"{ "\#(section)": {}, "engines": \#(engines) }"#, to: "eros.native.json")
    for (path, text) in files { try folder.write(text, to: "dist/" + path) }
    return try RehearsalProject(Project.find(folder.path("."))).engineFindings(
      inFolder: folder.path("dist"), threads: 2)
  }

  /// Returns the names in the findings about a script.
  private func names(_ script: String, engines: String? = nil) throws -> [String] {
    let all =
      try engines.map { try findings(["a.js": script], engines: $0) }
      ?? findings(["a.js": script])
    return all.map { String($0.message.description.split(separator: "'")[0]) }
  }

  static let syntax: [(script: String, names: [String])] = [
    ("a(b => c)", ["=>"]),
    ("async function a() {}", ["async function"]),
    ("a = async b => c", ["async function", "=>"]),
    ("a = async (b) => c", ["async function", "=>"]),
    ("a = { async b() {} }", ["async function", "{ a() {} }"]),
    ("function* a() { yield /b/ }", ["function*"]),
    ("a = { *b() {} }", ["function*"]),
    ("a = { async *b() {} }", ["async function*"]),
    ("a = 10n", ["10n"]),
    ("a = 1_000 + 0b1 + 0o7", ["1_000", "0b1"]),
    ("a(...b)", ["f(...a)"]),
    ("a = [...b]", ["[...a]"]),
    ("a = { ...b }", ["{ ...a }"]),
    ("function a(...b) {}", ["function (...a)"]),
    ("function a(b = 1) {}", ["function (a = 1)"]),
    ("function a({ b: c }) {}", ["var { a } = b"]),
    ("try { a() } catch { b() }", ["catch {"]),
    ("class A { b = 1 }", ["class", "class { a = 1 }"]),
    ("class A { #b() {} }", ["class", "#a", "#a() {}"]),
    ("class A { #b; c() { return this.#b(#b in d) } }", ["class", "#a", "#a in b"]),
    ("class A { b = c * d }", ["class", "class { a = 1 }"]),
    ("class A { b() {} *c() {} static *d() {} }", ["class", "function*"]),
    ("class A { static { b() } }", ["class", "static {"]),
    ("class A extends b({ c: 1 }) { static { d() } }", ["class", "static {"]),
    ("class A extends b(class { c() {} }) { d = 1 }", ["class", "class { a = 1 }"]),
    (#"a = "\u{1f600}""#, [#"\u{1f600}"#]),
    ("a = { [b]: 1 }", ["{ [a]: 1 }"]),
    ("let a = 1", ["let"]),
    ("var { a: b } = c, [d] = e", ["var { a } = b"]),
    ("[a, b] = [b, a]", ["var { a } = b"]),
    ("a = /b/s", ["/a/s"]),
    ("import('a')", ["import()"]),
    ("a = { import(b) {} }", ["{ a() {} }"]),
    ("a = { of(b) {} }", ["{ a() {} }"]),
    ("a = b ** c", ["**"]),
    ("for (a of b) {}", ["for (a of b)"]),
    ("for (var of of [b]) {}", ["for (a of b)"]),
    ("async function a() { for await (b of c) {} }", ["async function", "for await"]),
    ("a ??= b", ["??="]),
    ("a ?? b", ["??"]),
    ("a?.b", ["?."]),
    ("a = /(?<=b)c/", ["(?<=a)"]),
    ("a = /(?<b>c)/u", ["(?<name>a)", "/a/u"]),
    ("a = /(?<=b)(?<c>d)/", ["(?<=a)", "(?<name>a)"]),
    (#"a = /\p{L}/u"#, ["/a/u", #"\p{L}"#]),
    ("function A() { return new.target }", ["new.target"]),
    ("a = { b, c }", ["{ a }"]),
    ("a = `b`", ["`a`"]),
    ("a(b,)", ["f(a,)"]),
    ("a = /b/dvy", ["/a/d", "/a/v", "/a/y"]),
  ]

  @Test("each new syntax is found", arguments: syntax)
  func newSyntax(script: String, names: [String]) throws {
    #expect(try Set(self.names(script)) == Set(names), "\(script)")
  }

  @Test(
    "old syntax, and the text of literals and comments, is not found",
    arguments: [
      "// a => b, `c`\n/* let d = 10n */", #"a = "b => `c`?.d""#, "a = /=>|`(\\?<=b)[(?<=c)]/",
      "a = { let: 1, class: 2, async: 3, of: 4 }", "a.let = b.class(c.of)", "a ? .5 : 1",
      "a?.5:1", "if (a = b) { c() }", "while ((a = b)) { c() }", "a(b = 1)", "for (a in b) {}",
      "try {} catch (a) {}", "a[0] = 1", "a[0] = b[0] = 1", "a = { get b() { return 1 } }",
      "switch (a) { case b: {} }", "if (a) {} /b=>c/.test(d)", #"a = "\\u{1}""#, "a = [, , b]",
      "a = 0x1b; b = 017", "return_ = a / b / c", "a = function (b, c) {}", "a(b)\n{ c }",
      "switch (a) { case 1: { break } }", "var of = []; of[0] = 1",
      "for (var of = 0; of < 1; ) {}", "a.import(b)", "new A(b).target", "a = b * c",
      "a = b ? [c] : d", "export_.default = a", "\u{FEFF}a()",
    ])
  func oldSyntax(script: String) throws {
    #expect(try findings(["a.js": script]) == [], "\(script)")
  }

  static let methods: [(script: String, names: [String])] = [
    ("new Promise(a)", ["Promise"]),
    ("Promise.resolve(a)", ["Promise"]),
    ("new Map(); new Set()", ["Map", "Set"]),
    ("Object.assign(a, b)", ["Object.assign"]),
    ("window.Object.assign(a, b)", ["Object.assign"]),
    ("a.b().padStart(2)", ["padStart"]),
    ("a.finally(b)", ["finally"]),
    ("'a'.includes(b)", ["includes"]),
    ("[a].includes(b)", ["includes"]),
    ("'a'.normalize(); b.normalize()", ["normalize"]),
    ("[a].normalize(); 'a'.fill(b)", []),
    // Strings and comments are not checks.
    ("/* typeof Map */ new Map('typeof Map')", ["Map"]),
    ("function assign() {} Object.assign(a)", ["Object.assign"]),
    ("a = 'padStart'; b.padStart(2)", ["padStart"]),
    ("a('Map'); new Map()", ["Map"]),
    // Checks and polyfills.
    ("typeof Promise !== 'undefined' ? new Promise(a) : b", []),
    ("if (window.Promise) new Promise(a)", []),
    ("a = Object.assign || b; Object.assign(c)", []),
    ("if (!Object.assign) { c() } Object.assign(d)", []),
    ("Object.assign = a; Object.assign(b)", []),
    ("b({ target: 'Object' }, { assign: c }); Object.assign(d)", []),
    ("Object.defineProperty(Object, 'assign', a); Object.assign(b)", []),
    ("String.prototype.padStart = a; b.padStart(2)", []),
    ("Object.defineProperty(a, 'padStart', b); c.padStart(2)", []),
    ("if (''.padStart) a.padStart(2)", []),
    ("'padStart' in a; b.padStart(2)", []),
    ("if (a['padStart']) b.padStart(2)", []),
    ("if (Object['assign']) Object.assign(a)", []),
    ("a = { padStart: b }; a.padStart(2)", []),
    ("function Map() {} new Map()", []),
    ("a(function (Map) { new Map() })", []),
    // Methods of other objects.
    ("_.padStart(a, 2); a.includes(b); a[0].includes(b); a.Map(b); a.Object.assign(b)", []),
    ("a = { Map: b }; a instanceof b.Set", []),
  ]

  @Test("methods are found unless the script checks or defines them", arguments: methods)
  func newMethods(script: String, names: [String]) throws {
    #expect(try self.names(script) == names, "\(script)")
  }

  static let versions: [(script: String, engines: String, names: [String])] = [
    ("for (a of b) {} Math.imul(a, b)", #"{ "iOS": "7", "android": "38" }"#, []),
    ("for (a of b) {}", #"{ "iOS": "6.1", "android": "38" }"#, ["for (a of b)"]),
    ("Math.clz32(a)", #"{ "iOS": "7", "android": "38" }"#, []),
    ("'a'.includes(b)", #"{ "iOS": "9", "android": "41" }"#, []),
    ("[a].includes(b)", #"{ "iOS": "9", "android": "46" }"#, ["includes"]),
    ("[a].includes(b)", #"{ "iOS": "9", "android": "47" }"#, []),
    ("'a'.normalize()", #"{ "iOS": "10", "android": "34" }"#, []),
    ("class A { #b() {} }", #"{ "iOS": "14.5", "android": "84" }"#, ["#a() {}"]),
    ("class A { #b() {} }", #"{ "iOS": "15", "android": "84" }"#, []),
    ("class A { #b; c(d) { #b in d } }", #"{ "iOS": "15", "android": "90" }"#, ["#a in b"]),
    ("class A { #b; c(d) { #b in d } }", #"{ "iOS": "15", "android": "91" }"#, []),
  ]

  @Test("a feature is found only before its first versions", arguments: versions)
  func firstVersions(script: String, engines: String, names: [String]) throws {
    #expect(try self.names(script, engines: engines) == names, "\(script)")
  }

  static let severities: [(engines: String, severity: Finding.Severity)] = [
    (#"{ "iOS": "13.4" }"#, .warning), (#"{ "iOS": "13.3" }"#, .error),
    (#"{ "android": "80" }"#, .warning), (#"{ "android": "79" }"#, .error),
    (#"{ "iOS": "13.4", "android": "79" }"#, .error),
  ]

  @Test("syntax is an error only if a declared engine lacks it", arguments: severities)
  func severity(engines: String, severity: Finding.Severity) throws {
    let all = try findings(["a.js": "b ?? c"], engines: engines, section: "jsApis")
    #expect(all.map(\.severity) == [severity])
  }

  @Test("a feature is found once in each script, at its first use, with the engines that lack it")
  func position() throws {
    let all = try findings(
      ["pages/a.js": "a()\n  b?.c\nd?.e", "b.js": "f.flat()"],
      engines: #"{ "iOS": "13.3", "android": "68" }"#)
    #expect(
      all.map(\.description).map { $0.split(separator: "dist/")[1] } == [
        "b.js:1:3: warning: 'flat' needs WebView 69, but the app supports WebView 68 [methodTooNew]",
        "pages/a.js:2:4: error: '?.' needs iOS 13.4, WebView 80, but the app supports iOS 13.3, WebView 68 [syntaxTooNew]",
      ])
    #expect(
      try findings(["a.js": "b?.c"], engines: #"{ "iOS": "13.4", "android": "80" }"#) == [])
  }

  @Test("scripts in HTML pages are compared, with the lines of the page")
  func html() throws {
    let all = try findings(["a.html": "<p>\n<script>a => b</script>", "b.css": "a => b"])
    #expect(all.summaries == ["syntaxTooNew:2"])
  }

  @Test("without the key, the engines of the host count, as warnings")
  func defaults() throws {
    let script = ["a.js": "a => Promise.all(Object.entries(b).map(c ?? d))"]
    let weex = try findings(script, engines: "{}", section: "modules")
    #expect(
      weex.map(\.message) == [
        "'=>' needs iOS 10, but the app supports iOS 9.0",
        "'Object.entries' needs iOS 10.3, but the app supports iOS 9.0",
        "'??' needs iOS 13.4, JavaScriptCore 13.4, but the app supports iOS 9.0, JavaScriptCore 10.3 (Weex)",
      ])
    #expect(weex.allSatisfy { $0.severity == .warning })
    let mPaaS = try findings(script, engines: "{}", section: "jsApis")
    #expect(
      mPaaS.map(\.message) == [
        "'??' needs iOS 13.4, WebView 80, but the app supports iOS 12.0, WebView 69"
      ])
    #expect(try findings(script, engines: "{}", section: "widgets").count == 4)
    #expect(try RehearsalProject(nil).engineFindings(of: [], threads: 1) == [])
  }

  @Test(
    "a script without valid tokens is a note at the position, and nothing else",
    arguments: [
      ("a => 'b\n'", 6), ("a => `b", 6), ("a => /b", 6), ("a => /* b", 6), ("(a => b", 1),
      ("a => b)", 7), ("a => (b]", 8),
    ])
  func invalid(script: String, column: Int) throws {
    let all = try findings(["a.js": script])
    #expect(all.map(\.code) == ["engineNotChecked"])
    #expect(all.map(\.severity) == [.note])
    #expect(all.map { $0.position?.column } == [column], "\(script)")
  }
}
