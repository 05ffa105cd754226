import ErosCore
import ErosRehearsal
import ErosTestSupport
import Foundation
import Testing

@Suite("rehearsals", .temporaryFolder, .needsJavaScriptCore)
struct RehearsalTests {
  /// Scripts after the line with the framework, with the findings that they cause.
  static let pages: [(String, [String])] = [
    // Pages that work.
    ("new Vue({ el: '#root', render: (h) => h('div', [h('text', ['hello'])]) });", []),
    (
      """
      const Item = { props: ['n'], render() { return this._c('text', [this._v(this._s(this.n))]) } };
      new Vue(Vue.util.extend({ el: '#root' }, {
        components: { Item }, data: () => ({ list: [1, 2] }), computed: { count() { return this.list.length } },
        created() { weex.requireModule('acmeScan').scan('x') },
        mounted() { this.$refs.first.setAttr('a', this.count) },
        render() {
          const c = this._c;
          return c('div', [c('input', { ref: 'first' }), this._l(this.list, (n) => c('item', { key: n, attrs: { n } }))], 2)
        }
      }));
      """, []
    ),
    ("new Vue({ el: '#root', render: (h) => h('div', null, [h('text', null, 'x')]) });", []),
    ("new Vue({ el: '#root', render: (h) => h('div') }); Promise.reject(1).catch(() => 0);", []),
    // Scripts that do not load.
    ("const a = ;", ["scriptInvalid:2"]),
    ("ModuleBuildError: Module build failed", ["scriptInvalid:2"]),
    ("\nundefinedName();", ["pageThrows:3"]),
    ("throw new Error('no');", ["pageThrows:2"]),
    ("throw undefined;", ["pageThrows:2"]),
    ("\n\nnull.x;", ["pageThrows:4"]),
    // Components that do not start.
    (
      "new Vue({ el: '#root',\n created() { missing() },\n render: (h) => h('div') });",
      ["pageThrows:3"]
    ),
    (
      "new Vue({ el: '#root',\n data: { a: {} },\n render(h) { return h('div', [this.a.b.c]) } });",
      ["pageThrows:4"]
    ),
    (
      "const C = { render(h) {\n return h('div', [this.x.y]) } };\nnew Vue({ el: '#root', render: (h) => h('div', [h(C)]) });",
      ["pageThrows:3"]
    ),
    ("var page = 1;", ["pageNeverRenders"]),
    // Later.
    (
      "new Vue({ el: '#root', render: (h) => h('div') });\nsetTimeout(() => { gone() }, 3000);",
      ["pageThrows:3"]
    ),
    (
      "new Vue({ el: '#root', render: (h) => h('div') });\nPromise.reject(new Error('no'));",
      ["rejectionUnhandled:3"]
    ),
    // The native side.
    (
      "new Vue({ el: '#root', render: (h) => h('div') });\nweex.requireModule('acmeScann');",
      ["moduleMissing:3"]
    ),
    (
      "const m = weex.requireModule('none');\nif (m) m.scan(1);\n"
        + "new Vue({ el: '#root', render: (h) => h('div') });", ["moduleMissing:2"]
    ),
    (
      "const m = weex.requireModule('none');\nm.scan('x');", ["moduleMissing:2", "pageThrows:3"]
    ),
    (
      "new Vue({ el: '#root', render: (h) => h('div') });\nweex.requireModule('acmeScan').read();",
      ["methodMissing:3"]
    ),
    (
      "new Vue({ el: '#root', render: (h) => h('div') });\nweex.requireModule('acmeScan').scan(1);",
      ["argumentsInvalid:3"]
    ),
    (
      "new Vue({ el: '#root', render: (h) => h('div') });\nweex.requireModule('acmeScan').scan();",
      ["argumentsInvalid:3"]
    ),
    (
      "new Vue({ el: '#root', render: (h) => h('div') });\nweex.requireModule('acmeScan').flash();",
      ["methodMissing:3"]
    ),
    (
      "const m = weex.requireModule('acmeScan'); const copy = Object.create(Object.getPrototypeOf(m));\n"
        + "for (const k of Object.keys(m)) if (copy[k] !== m[k]) copy[k] = m[k];\n"
        + "new Vue({ el: '#root', render: (h) => h('div') }); copy.scan('a');", []
    ),
    (
      "const m = weex.requireModule('acmeScan'); if (!m.read) { let app; app.start(); }",
      ["pageThrows:2"]
    ),
    // The SDKs pass null for missing arguments, and ignore additional ones.
    (
      "new Vue({ el: '#root', render: (h) => h('div') });\n"
        + "weex.requireModule('stream').fetch({ url: 'x' }, () => {});", []
    ),
    (
      "new Vue({ el: '#root', render: (h) => h('div') });\n"
        + "weex.requireModule('acmeScan').scan('a', 'b');", ["argumentsInvalid:3"]
    ),
    // A comparison with a result that is unknown has a made-up result.
    (
      "const { status, data } = weex.requireModule('acmeScan').load('app');\n"
        + "const app = status === 0 ? JSON.parse(data) : {};\n"
        + "new Vue({ el: '#root', created() { this.name = app.user.name }, render: (h) => h('div') });",
      ["pageNotJudged:4"]
    ),
    (
      "const app = JSON.parse(weex.requireModule('acmeScan').text());\n"
        + "new Vue({ el: '#root', render: (h) => h('div') });", ["pageNotJudged:2"]
    ),
    ("weex.requireModule('acmeScan').load('app').user.name;\nnull.x;", ["pageThrows:3"]),
    ("weex.requireModule('acmeScan').text();", ["pageNeverRenders"]),
    ("const user = weex.requireModule('acmeScan').load('app').user;", ["pageNotJudged"]),
    // The client of Eros adds known and unknown values.
    ("const name = 'x' + weex.config.eros.appName;\nthrow new Error(name);", ["pageThrows:3"]),
    ("const url = weex.config.eros.jsServer + '/x';\nthrow new Error(url);", ["pageNotJudged:3"]),
    // A native callback may set a value, if the component declares it.
    (
      "new Vue({ el: '#root', data: { a: {} },\n"
        + "created() { weex.requireModule('stream').fetch({ url: 'x' }, () => {}) },\n"
        + "render(h) { return h('div', [this.a.b.c]) } });", ["pageNotJudged:4"]
    ),
    (
      "new Vue({ el: '#root',\n"
        + "created() { weex.requireModule('stream').fetch({ url: 'x' }, () => {}) },\n"
        + "render(h) { return h('div', [this.a.b.c]) } });", ["pageThrows:4"]
    ),
    // A word of the message may contain the name of a missing method.
    (
      "let address; weex.requireModule('acmeScan').add; address.x;", ["pageThrows:2"]
    ),
    ("weex.requireModule('acmeScan').add.x;", ["methodMissing:2"]),
    // The name of a field may contain the word callback.
    (
      "new Vue({ el: '#root', render: (h) => h('div') });\n"
        + "weex.requireModule('acmeScan').open();", ["argumentsInvalid:3"]
    ),
    // Chunks.
    ("webpackJsonp([1], [\nfunction (m) { m.exports = [1] }\n]);", ["pageNotJudged:2"]),
    ("webpackJsonp([1], { 7: function () {} }, [7]);", ["pageThrows:2"]),
    (
      "webpackJsonp([0], { 7: function () {} }, [7]);\n//# sourceMappingURL=none.js.map",
      ["pageThrows:2"]
    ),
    (
      "webpackJsonp([0], { 7: function () {} }, [7]);\n//# sourceMappingURL=data:application/json,"
        + String(repeating: "A", count: 2_000), ["pageThrows:2"]
    ),
    ("webpackJsonp([0], { 'a': function () {} }, ['a']);", ["pageThrows:2"]),
    (
      "webpackJsonp([0], { 7: function () {\n//# sourceMappingURL=none.js.map\n} }, [7]);",
      ["pageThrows:2"]
    ),
    (
      "webpackJsonp([0], { 7: function () {} });\n//# sourceMappingURL=a.js.map",
      ["pageNotJudged:2"]
    ),
    // The caller of a page can pass values in its URL.
    (
      "const q = weex.config.bundleUrl.split('?')[1];\n"
        + "new Vue({ el: '#root', created() { q.split('&') }, render: (h) => h('div') });",
      ["pageNotJudged:3"]
    ),
    ("weex.config.bundleUrl;\nnull.x;", ["pageThrows:3"]),
    ("weex.config.bundleUrl;\nthrow new Error('Module build failed');", ["pageThrows:3"]),
    (
      "setImmediate(() => {}); clearImmediate(0); Vue.config._lifecycleHooks.indexOf('init');\n"
        + "new Vue({ el: '#root', render: (h) => h('div') });", []
    ),
    // Files of the bundle.
    (
      "new Vue({ el: '#root', render: (h) => h('image', { attrs: {\n src: 'bmlocal://assets/none.png' } }) });",
      ["resourceMissing:3"]
    ),
    (
      "new Vue({ el: '#root', render: (h) => h('image', { attrs: { src: 'bmlocal://pages/' + 100 + '.js' } }) });",
      []
    ),
    (
      "new Vue({ el: '#root', render: (h) => h('div') });\n"
        + "weex.requireModule('acmeScan').scan('bmlocal://' + 'assets/none.json');",
      ["resourceMissing:3"]
    ),
    // What depends on something unknown is not judged.
    ("weex.requireModule('storage').getItem('a', (value) => { new Vue({}) });", ["pageNotJudged"]),
    (
      "new Vue({ el: '#root', created() { window.x }, render: (h) => h('div') });",
      ["pageNotJudged:2"]
    ),
    (
      "new Vue({ el: '#root', created() { weex.config.of.x }, render: (h) => h('div') });",
      ["pageNotJudged:2"]
    ),
  ]

  @Test("find the pages that do not start, at their lines")
  func findings() throws {
    let scripts = Dictionary(
      uniqueKeysWithValues: Self.pages.enumerated().map { index, page in
        ("pages/\(100 + index).js", "// { \"framework\": \"Vue\" }\n" + page.0)
      })
    let findings = try RehearsedPages(scripts).findings
    for (index, page) in Self.pages.enumerated() {
      let own = findings.filter { $0.file?.hasSuffix("/\(100 + index).js") == true }
      #expect(own.summaries == page.1, "\(page.0)\n\(own)")
    }
  }

  @Test("name the platform of a finding that the other platform does not have")
  func platforms() throws {
    let pages = try RehearsedPages(
      page: "new Vue({ el: '#root', render: (h) => h('div') });\n"
        + "weex.requireModule('acmeScan').flash();\nif (WXEnvironment.platform === 'iOS') none();")
    let messages = pages.findings.map(\.message.description)
    #expect(messages.count == 2, "\(messages)")
    #expect(messages.first?.hasSuffix("(Android only)") == true, "\(messages)")
    #expect(messages.last?.hasSuffix("(iOS only)") == true, "\(messages)")
  }

  @Test("know the functions that the engine of Android adds to pages")
  func engineFunctions() throws {
    let draw = "new Vue({ el: '#root', render: (h) => h('div') });\n"
    let canvas = "setTimeout(() => { callGCanvasLinkNative('1', 1, 'x') });"
    let pages = try RehearsedPages(page: draw + "callNativeModule('1', 'm', 'f', []);\n" + canvas)
    #expect(pages.findings.summaries == ["pageThrows:4"])
    #expect(pages.findings.first?.message.hasSuffix("(iOS only)") == true)
    let text = try RehearsedPages(page: draw + "btoa('x');")
    #expect(text.findings.summaries == ["pageNotJudged:3"])
    #expect(text.findings.first?.message.hasSuffix("(iOS only)") == true)
  }

  @Test("report additional arguments as a warning")
  func additionalArguments() throws {
    let page = "new Vue({ el: '#root', render: (h) => h('div') });\n"
    let scan = "weex.requireModule('acmeScan').scan"
    let findings = try RehearsedPages(page: page + scan + "('a', 'b');").findings
    #expect(findings.map(\.severity) == [.warning])
    #expect(
      try RehearsedPages(page: page + scan + "(1, 'b');").findings.map(\.severity) == [.error])
  }

  @Test("run the app board before each page")
  func board() throws {
    let board = "// { \"framework\": \"Vue\" }\nVue.prototype.$shared = { text: 'x' };"
    let page =
      "new Vue({ el: '#root', render(h) { return h('text', [this.$shared.text]) } });"
    let pages = try RehearsedPages(["config/index.js": board, "pages/a.js": page])
    #expect(pages.findings.isEmpty)
    #expect(pages.results.map(\.hasRendered) == [true, true])
    let broken = try RehearsedPages(["config/index.js": board + "\nnone()", "pages/b.js": page])
    #expect(broken.findings.summaries == ["pageThrows:3"])
    #expect(broken.findings.first?.file?.hasSuffix("config/index.js") == true)
  }

  @Test("render pages of Rax, and check only the syntax of scripts without a framework")
  func frameworks() throws {
    let rax = """
      // {"framework" : "Rax"}
      define('app', (require, exports, module) => {
        const body = document.createBody('div');
        document.documentElement.appendChild(body);
        body.appendChild(document.createElement('text'));
        require('@weex-module/acmeScan').scan('x');
      });
      require('app');
      """
    let pages = try RehearsedPages([
      "pages/rax.js": rax, "lib/a.js": "window.a = 1", "lib/b.js": "window.a = ;",
    ])
    #expect(pages.findings.summaries == ["pageNotJudged", "scriptInvalid:1"])
    #expect(pages.results.filter(\.hasRendered).count == 2)
  }

  @Test("know the objects that the app adds to its pages")
  func globals() throws {
    let page =
      "// { \"framework\": \"Vue\" }\nacme.start(settings.a.b);\n"
      + "new Vue({ el: '#root', render: (h) => h('div') });"
    #expect(try RehearsedPages(["pages/a.js": page]).findings.summaries == ["pageThrows:2"])
    let known = try RehearsedPages(
      ["pages/a.js": page],
      globals: ["acme": .null, "settings": .sorted(["a": .sorted(["b": .integer(1)])])])
    #expect(known.findings.isEmpty, "\(known.findings)")
  }

  @Test("do not judge members that an unknown app board may add")
  func unknownBoard() throws {
    let page = "new Vue({ el: '#root', created() { this.log('x') }, render: (h) => h('div') });"
    #expect(try RehearsedPages(page: page).findings.summaries == ["pageThrows:2"])
    let unknown = try RehearsedPages(
      ["pages/a.js": "// { \"framework\": \"Vue\" }\n" + page], isOfProject: false)
    #expect(unknown.findings.summaries == ["pageNotJudged:2"])
  }

  /// Calls of a member that a component lacks or that is missing in another object, and whether the app board
  /// may add it.
  static let aliases: [(String, Bool)] = [
    (
      "render: function (h) { var _vm=this;var _h=_vm.$createElement; return h('div', [_vm.getImg()]) }",
      true
    ),
    (
      "render:function(t){var e=this,n=e._self;return t('div',[1].map(function(t){return e.getImg(t)}))}",
      true
    ),
    ("render(t){let e=1;const n=this;return t('div',[1].map(t=>n.getImg(t)))}", true),
    ("created: function () { var self = this\nfunction f() { self.log() } f() }", true),
    ("created: function () { var t; t = this; t.log() }", true),
    ("created: function () { var t = this, a = {}; a.log() }", false),
    ("created: function () { var t = this; (function (t) { t.log() })({}) }", false),
    ("created: function () { var t = this; [{}].map(t => t.log()) }", false),
    ("created: function () { var t = this.$options; t.log() }", false),
    (
      "created: function () { (function () { var t = this }).call(this); var t = {}; t.log() }",
      false
    ),
    ("created: function () { var t = this; t = {}; var e = t; e.log() }", false),
  ]

  @Test("a variable that holds the component is the component", arguments: aliases)
  func memberOfAlias(member: String, mayExist: Bool) throws {
    let page =
      "// { \"framework\": \"Vue\" }\nnew Vue(Object.assign({ el: '#root', render: (h) => h('div') }, {\(member)}));"
    let pages = try RehearsedPages(
      ["pages/a.js": page], platforms: [.ios], isOfProject: false)
    #expect(
      pages.findings.map(\.code) == [mayExist ? "pageNotJudged" : "pageThrows"],
      "\(pages.findings)")
    let project = try RehearsedPages(["pages/a.js": page], platforms: [.ios])
    #expect(project.findings.map(\.code) == ["pageThrows"])
  }

  @Test("a directive names the framework")
  func directives() throws {
    let pages = try RehearsedPages(
      [
        "other/a.js": "\"use weex:vue\";\nnew Vue({ el: '#root', render: (h) => h('div') });",
        "other/b.js": "(function () { 'use weex:rax'; undefined_name(); })()",
      ], platforms: [.ios])
    #expect(pages.results.map(\.page.framework) == [.vue, .rax])
    #expect(pages.findings.map(\.code) == ["pageThrows"])
  }

  @Test("measure the time and the memory to the first render")
  func firstRender() throws {
    let pages = try RehearsedPages(
      [
        "pages/a.js":
          "// { \"framework\": \"Vue\" }\nnew Vue({ el: '#root', render: (h) => h('div') });\n"
          + "for (let i = 0, s = ''; i < 3e5; i++) s += i;",
        "pages/b.js": "// { \"framework\": \"Vue\" }\n",
      ], platforms: [.ios])
    let render = try #require(pages.results[0].firstRender)
    #expect(render.microseconds > 0 && render.microseconds < pages.results[0].microseconds ?? 0)
    #expect(pages.results[1].firstRender == nil)
  }

  private static let rendering = "\nnew Vue({ el: '#root', render: (h) => h('div') });"

  /// The uses of native modules, and the start of the reason why the page is not judged.
  static let undescribed: [(String, String?)] = [
    ("", nil),
    ("weex.requireModule('dom').getComponentRect({}, () => {});", nil),
    ("weex.requireModule('own').start({}).value();", "the module 'own'"),
    ("const own = weex.requireModule('own'); if (own) own.start();", "the module 'own'"),
    ("weex.requireModule('dom').own(1);", "the method 'dom.own'"),
    (
      "weex.requireModule('dom').own(1); for (const n of [1, 2]) weex.requireModule('m' + n);",
      "the method 'dom.own' and 2 more"
    ),
  ]

  @Test("do not judge pages with unknown native modules in an app without a description")
  func undescribed() throws {
    let scripts = Dictionary(
      uniqueKeysWithValues: Self.undescribed.enumerated().map { index, page in
        ("pages/\(index).js", "// { \"framework\": \"Vue\" }\n" + page.0 + Self.rendering)
      })
    for isOfProject in [true, false] {
      let pages = try RehearsedPages(scripts, description: nil, isOfProject: isOfProject)
      for (index, (page, reason)) in Self.undescribed.enumerated() {
        let results = pages.results.filter { $0.page.script.path.string == "pages/\(index).js" }
        let verdict = reason == nil ? Rehearsal.Result.Verdict.passed : .notJudged
        #expect(results.map(\.verdict) == [verdict, verdict], "\(page)")
        let start = "no description found, so it is unknown whether the app has "
        #expect(results[0].reason == reason.map { start + $0 }, "\(page)")
      }
      #expect(pages.findings.summaries == Array(repeating: "pageNotJudged:2", count: 4))
      let remedy = isOfProject ? "describe the native modules" : "pass its configuration"
      #expect(pages.findings.allSatisfy { $0.remedy?.contains(remedy) == true })
      let note = pages.results.descriptionNote
      #expect(note?.hasPrefix("no description found: 4 pages are not judged, ") == true)
      #expect(note?.contains(remedy) == true, "\(note ?? "")")
    }
    let described = try RehearsedPages(page: "weex.requireModule('dom');" + Self.rendering)
    #expect(described.results.descriptionNote == nil)
  }

  @Test("judge pages of an app whose description only has presets")
  func presetsOnly() throws {
    let presets =
      #"{"appName": "a", "version": {"iOS": "1.0.0", "android": "1.0.0"}, "generate": {"presets": ["weex-ios", "weex-android"]}}"#
    let own = "weex.requireModule('own').start();" + Self.rendering
    let known = try RehearsedPages(
      page: "weex.requireModule('dom');" + Self.rendering, description: presets)
    #expect(known.results.map(\.verdict) == [.passed, .passed])
    let unknown = try RehearsedPages(page: own, description: presets)
    #expect(unknown.results.map(\.verdict) == [.failed, .failed])
    #expect(unknown.results.descriptionNote == nil)
  }

  @Test("still find exceptions in an app without a description")
  func undescribedFailure() throws {
    let page = "weex.requireModule('own').start();\nnone();" + Self.rendering
    let pages = try RehearsedPages(page: page, description: nil)
    #expect(pages.findings.summaries == ["pageThrows:3"])
    #expect(pages.results.descriptionNote == nil)
  }

  @Test(
    "name the objects of the app in the remedy of an unknown name",
    arguments: [
      "none();", "setTimeout(() => { none() });", "Promise.resolve().then(() => { none() });",
      "new Vue({ el: '#root', created() { none() }, render: (h) => h('div') });",
    ])
  func unknownName(script: String) throws {
    let findings = try RehearsedPages(page: Self.rendering + script).findings
    let error = try #require(findings.errors.first, "\(findings)")
    #expect(findings.errors.count == 1)
    #expect(error.remedy?.contains("declare it in 'rehearsal.globals'") == true, "\(error)")
  }

  @Test("have no such remedy for other exceptions")
  func otherException() throws {
    let findings = try RehearsedPages(page: Self.rendering + "null.x;").findings
    #expect(findings.map(\.remedy?.description) == [nil])
    let rejection = try RehearsedPages(page: Self.rendering + "Promise.reject(new Error('x'));")
    #expect(rejection.findings.map(\.remedy?.description) == ["add a handler with 'catch'"])
  }

  @Test("need the program and pages")
  func errors() throws {
    #expect(throws: RehearsalError.programMissing("/nowhere/eros-rehearse")) {
      try RehearsedPages(["pages/a.js": ""], program: "/nowhere/eros-rehearse")
    }
    #expect(throws: RehearsalError.programFailed("/bin/true", status: 0)) {
      try RehearsedPages(["pages/a.js": ""], program: "/bin/true")
    }
  }
}
