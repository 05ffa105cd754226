import ErosCore
import ErosTestSupport
import Testing

@Suite("exceptions after native results", .temporaryFolder, .needsJavaScriptCore)
struct ResultTrialTests {
  private static let module = "const scan = weex.requireModule('acmeScan');\n"

  /// Code that uses results or parameters, and works.
  static let uses = [
    "const { status, data } = scan.load('user'); const user = status === 0 ? JSON.parse(data) : {};",
    "const user = scan.load('user'); if (user.name !== 'x') scan.scan('y');",
    "const text = scan.text(); const list = text ? text.split(',') : [];",
    "const user = scan.load('user').name + ''; if (user === 'x') scan.scan(user);",
    "const url = weex.config.eros.jsServer + '/x'; if (weex.config.env.deviceId) scan.scan(url);",
    "const [path, query] = weex.config.bundleUrl.split('?'); if (query) scan.scan(query);",
  ]

  /// Code that throws after each of ``uses``.
  static let ownErrors = [
    "var u; u.x.y;", "JSON.parse('{');", "let a = {}; a.b.c;", "({}).a.b;",
    "({ m() { return super.x.y } }).m();",
    "(function (i) { return {}[i].exports })(99999);", "const items = [1, 2]; items[2].name;",
    "new Vue({ el: '#root', created() { this.a.b.c } });",
    "new Vue({ el: '#root', render(h) { return h('div', [this.a.b.c]) } });",
    "const end = ((a) => { return'none'===a || a === 1 || a !== !0 ? a : a === .5 })(); end.x;",
    "throw 'stop';", "throw new Error('Module build failed');", "var [i] = 1;",
    "new Date(NaN).toISOString();",
    "switch (scan.constructor.name) { case 'none': break; default: let none; none.x }",
  ]

  @Test("are errors of the page if they occur with each result", arguments: uses)
  func ownError(use: String) throws {
    let start = "// { \"framework\": \"Vue\" }\n" + Self.module + use + "\n"
    let pages = try RehearsedPages(
      Dictionary(
        uniqueKeysWithValues: Self.ownErrors.enumerated().map { index, error in
          ("pages/\(10 + index).js", start + error)
        }))
    for (index, error) in Self.ownErrors.enumerated() {
      let own = pages.findings.filter { $0.file?.hasSuffix("/\(10 + index).js") == true }
      #expect(own.summaries == ["pageThrows:4"], "\(error)\n\(own)")
    }
  }

  @Test("are unhandled rejections in a promise")
  func ownRejection() throws {
    let page = Self.module + Self.uses[4] + "\nPromise.reject(new Error('no'));\n"
    let pages = try RehearsedPages(
      page: page + "new Vue({ el: '#root', render: (h) => h('div') });")
    #expect(pages.findings.summaries == ["rejectionUnhandled:4"])
  }

  @Test("are notes if they depend on a module that the app may lack")
  func dependentOnModule() throws {
    let page = "const bar = weex.requireModule('bar');\nif (bar && bar.show) { let u; u.x; }"
    let pages = try RehearsedPages(page: page, description: nil)
    #expect(pages.findings.summaries == ["pageNotJudged:3"])
  }

  /// Code whose last line throws only with some results or parameters.
  static let dependentErrors = [
    "let user; if (scan.load('a').status === 0) user = {};\nuser.name;",
    "let user; if (0 === scan.load('a').status) user = {};\nuser.name;",
    "let user; const s = scan.load('a').status; if (s !== 'ok') {} else user = {};\nuser.name;",
    "let user; if (scan.load('a').done === true) user = {};\nuser.name;",
    "let user; if (!0===scan.load('a').done) user = {};\nuser.name;",
    "let user; if (!scan.load('a').errorMsg) user = {};\nuser.name;",
    "let user; const { code, msg } = scan.load('a'); if (!msg && code === 200) user = {};\nuser.name;",
    "let user; if (!scan.load('a').status) user = {};\nuser.name;",
    "let user; switch (scan.load('a').status) { case 0: user = {} }\nuser.name;",
    "let user; switch (scan.load('a').status) { case 'none': break; case 'ok': user = {} }\nuser.name;",
    "\nthrow new Error(weex.config.eros.jsServer + '/x');",
    "const server = weex.config.eros.jsServer;\nif (!/^http/.test(server + '/')) throw new Error('no server');",
    "const id = weex.config.env.deviceId;\nif (!id) throw new Error('no device');",
    "let id; if (/id=\\d/.test(decodeURIComponent(weex.config.bundleUrl))) id = '1';\nid.length;",
    "let user; if (scan.text()) user = {};\nuser.name;",
    "let user; if (scan.text() === 'x') user = {};\nuser.name;",
    "let user; if (scan.load('a').list.length > 0) user = {};\nuser.name;",
    "let user; for (const item of scan.load('a')) user = item;\nuser.name;",
    "const users = {}; users[scan.load('a').id] = 1;\nusers.a.name;",
    "const names = { a: {} };\nnames[scan.load('a').type].title;",
    "const user = {}; user.list = scan.text().split(',')[1];\nuser.list.length;",
    "\nJSON.parse(scan.text());",
    "const query = weex.config.bundleUrl.split('?')[1];\nquery.split('&');",
    "const match = /id=(.*)/.exec(weex.config.bundleUrl);\nmatch[1].length;",
    "let user; if (weex.config.bundleUrl.indexOf('?') > 0) user = {};\nuser.name;",
  ]

  @Test("are notes if they depend on the result")
  func dependentErrors() throws {
    let start = "// { \"framework\": \"Vue\" }\n" + Self.module
    let pages = try RehearsedPages(
      Dictionary(
        uniqueKeysWithValues: Self.dependentErrors.enumerated().map { index, page in
          ("pages/\(10 + index).js", start + page)
        }))
    for (index, page) in Self.dependentErrors.enumerated() {
      let own = pages.findings.filter { $0.file?.hasSuffix("/\(10 + index).js") == true }
      #expect(own.summaries == ["pageNotJudged:4"], "\(page)\n\(own)")
    }
  }
}
