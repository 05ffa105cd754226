import ErosConfig
import ErosCore
import ErosNativeTestSupport
import ErosRegistry
import ErosSources
import ErosTestSupport
import Testing

@Suite("Drift between the description and JavaScript")
struct JSDriftTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let rule: RegistryRule?
    /// The source, with `§` before the expected position of the finding.
    let text: String
    var file = "a.js"
    var severity: Finding.Severity?

    var testDescription: String { text }
  }

  static let description = """
    "generate": {"presets": ["eros-ios", "eros-android"]},
    "modules": [{"name": "acme", "ios": "A", "android": "a.A", "methods": [
      {"name": "scan", "args": ["o: object", "done: callback"]},
      {"name": "last", "sync": true, "returns": "string"},
      {"name": "one", "platforms": ["ios"]}]}],
    "components": [{"name": "acme-a", "ios": "A", "android": "a.A", "appendTree": true,
      "attributes": [{"name": "src"}, {"name": "data-set"}], "events": [{"name": "finish"}],
      "methods": [{"name": "reload"}, {"name": "one", "platforms": ["ios"]}]},
      {"name": "acme-b", "ios": "B"}]
    """

  private static let acme = "const acme = weex.requireModule('acme')\n"

  private static func vue(_ template: String, _ script: String = "") -> String {
    "<template>\n<div>\(template)</div></template>\n<script>\n\(script)\n</script>"
  }

  static let modules: [Row] = [
    Row(rule: .moduleUnknown, text: "var x = §weex.requireModule('acne')"),
    Row(rule: .moduleUnknown, text: "let x = 1, y = §weex.requireModule(\"acne\")"),
    Row(rule: .moduleUnknown, text: "§require('@weex-module/acne')"),
    Row(rule: .moduleUnknown, text: "§import acne from '@weex-module/acne'"),
    Row(rule: .moduleUnknown, text: "x(§this.$requireWeexModule('acne'))"),
    Row(
      rule: .moduleUnknown, text: "const m: any = §(weex as any).requireModule('acne')",
      file: "a.ts"),
    Row(rule: .moduleUnknown, text: "const m = §weex.requireModule<Acne>('acne')", file: "a.ts"),
    Row(rule: .moduleUnknown, text: "const s = `${§weex.requireModule('acne')}`"),
    Row(rule: .methodUnknown, text: acme + "§acme.scam({})"),
    Row(rule: .methodUnknown, text: "§weex.requireModule('acme').scam()"),
    Row(rule: .methodUnknown, text: acme + "§acme.onscan = f"),
    Row(rule: .methodUnknown, text: acme + "§acme['scam']()"),
    Row(rule: .methodUnknown, text: "const { last, §scam: s } = weex.requireModule('acme')"),
    Row(rule: .methodUnknown, text: "function f() { §acme.scam() }\n" + acme),
    Row(rule: .methodUnknown, text: acme + "f(a / 2, '/'); §acme.scam() // it's /"),
    Row(rule: .methodUnknown, text: acme + "x = /['\"/]/g; §acme.scam()"),
    Row(rule: .methodUnknown, text: "var acme\nacme = weex.requireModule('acme')\n§acme.scam()"),
    Row(rule: .methodUnknown, text: vue("", acme + "§acme.scam()"), file: "a.vue"),
    Row(
      rule: .methodUnknown,
      text: "const N = 'acme'\nconst acme = weex.requireModule(N)\n§acme.scam()"),
    Row(rule: .methodUnknown, text: acme + "const b = acme\n§b.scam()"),
    Row(rule: .methodUnknown, text: acme + "const { last, §scam } = acme"),
    Row(rule: .methodUnknown, text: acme + "const f = §acme.scam"),
    Row(rule: .methodUnknown, text: acme + "§acme.scam.call(acme)"),
    Row(rule: .methodUnknown, text: "this.a = weex.requireModule('acme')\n§this.a.scam()"),
    Row(
      rule: .methodUnknown,
      text: "class A { a = weex.requireModule('acme'); f() { §this.a.scam() } }"),
    Row(rule: .moduleNotFollowed, text: "weex.§requireModule(name)"),
    Row(rule: .moduleNotFollowed, text: "weex.§requireModule('acme' + name)"),
    Row(rule: .methodUnknown, text: "const a = weex.requireModule('ac' + 'me')\n§a.scam()"),
    Row(rule: .moduleNotFollowed, text: "window.§require('@weex-module/' + name)"),
    Row(
      rule: nil,
      text: acme + "for (const acme of list) { acme.scam() }\ntry {} catch (acme) { acme.a() }"),
    Row(rule: nil, text: acme + "function f() { const { acme } = this; acme.scam() }"),
    Row(rule: nil, text: acme + "function f() { class acme {}; acme.scam() }"),
    Row(rule: .methodUnknown, text: acme + "for (const a of list) { §acme.scam() }"),
    Row(rule: nil, text: acme + "a ? b() : (c(), acme.scan({}, f))"),
    Row(rule: nil, text: acme + "if (a) b(), acme.scan({}, f)"),
    Row(rule: .resultMisused, text: acme + "g(1, §acme.scan({}, f))"),
    Row(rule: .resultMisused, text: acme + "x = [1, §acme.scan({}, f)]"),
    Row(
      rule: .bundledScript,
      text: "§(function (a) { a.__webpack_require__ })(weex.requireModule('b'))"),
    Row(rule: nil, text: "const name = '__webpack'; // webpack"),
    Row(
      rule: .bundledScript,
      text: "§// { \"framework\": \"Vue\" }\n" + String(repeating: "a(1);", count: 205)
        + "!function(e){e.requireModule('b')}()"),
    Row(rule: nil, text: "const data = '" + String(repeating: "QUJD", count: 300) + "'"),
    Row(
      rule: .bundledScript,
      text: "§!function (f) { typeof define == 'function' && define.amd ? define([], f) : f() }(g)"),
    Row(rule: .moduleNotFollowed, text: "weex.§requireModule(`a${b}`).c()"),
    Row(rule: .moduleNotFollowed, text: "x.y = §weex.requireModule('acme')"),
    Row(rule: .moduleNotFollowed, text: "f(§weex.requireModule('acme'))"),
    Row(rule: .moduleNotFollowed, text: "const a = { b: §weex.requireModule('acme') }"),
    Row(rule: .moduleNotFollowed, text: "export default §weex.requireModule('acme')"),
    Row(rule: .methodUnknown, text: acme + "f(acme => acme.x(), §acme.scam())"),
    Row(rule: .methodUnknown, text: acme + "f = acme => acme.x()\n§acme.scam()"),
    Row(rule: .methodUnknown, text: acme + "f(a => b => §acme.scam())"),
    Row(rule: .methodUnknown, text: "const acme = weex().requireModule('acme')\n§acme.scam()"),
    // Member chains are followed for 16 names.
    Row(
      rule: .moduleUnknown,
      text: "a.a.a.§" + String(repeating: "a.", count: 16) + "requireModule('acne')"),
    Row(rule: .onePlatformOnly, text: acme + "§acme.one()"),
    Row(rule: .onePlatformOnly, text: "§weex.requireModule('bmRouter').finish()"),
    Row(rule: .resultMisused, text: acme + "const x = §acme.scan({})"),
    Row(rule: .resultMisused, text: acme + "§acme.scan({}).then(f)"),
    Row(rule: nil, text: acme + "const x = acme.scan({}, r => r)"),
    Row(rule: .resultMisused, text: acme + "§acme.last(r => r)"),
    Row(rule: .resultMisused, text: acme + "§acme.last(function (r) {})"),
  ]

  static let guarded: [Row] = [
    Row(rule: .methodUnknown, text: acme + "if (acme.scam) { §acme.scam() }", severity: .note),
    Row(rule: .methodUnknown, text: acme + "acme.scam && §acme.scam()", severity: .note),
    Row(rule: .methodUnknown, text: acme + "§acme.scam?.()", severity: .note),
    Row(
      rule: .methodUnknown, text: acme + "if (typeof acme.scam === 'function') { §acme.scam() }",
      severity: .note),
    Row(rule: .methodUnknown, text: acme + "if ('scam' in acme) §acme.scam()", severity: .note),
    Row(
      rule: .methodUnknown, text: acme + "acme.hasOwnProperty('scam') && §acme.scam()",
      severity: .note),
    Row(rule: .methodUnknown, text: acme + "§acme.scam()\nif (acme.scam) { f() }"),
    Row(
      rule: .methodUnknown,
      text: acme + "if (weex.isRegisteredModule('acme', 'last')) §acme.scam()"),
    Row(
      rule: .methodUnknown,
      text: acme + "if (weex.isRegisteredModule('acme', 'scam')) §acme.scam()", severity: .note),
    Row(
      rule: .resultMisused,
      text: acme + "if (weex.isRegisteredModule('acme')) x = §acme.scan({})"),
    Row(
      rule: .moduleUnknown,
      text:
        "function f() { if (weex.supports('@module/acne')) return §weex.requireModule('acne') }",
      severity: .note),
    Row(
      rule: .methodUnknown,
      text: acme
        + "function f() { if (weex.isRegisteredModule('acme')) g(() => { §acme.scam() }) }",
      severity: .note),
    Row(
      rule: .methodUnknown,
      text: acme + "function g() { weex.supports('@module/acme') }\nfunction f() { §acme.scam() }"),
  ]

  /// Uses on the platforms that the code checks.
  static let platforms: [Row] =
    [
      "if (isIOS) { §acme.one() }",
      "if (weex.config.env.platform === 'iOS') { f(() => { §acme.one() }) }",
      "if (isAndroid) { f() } else { §acme.one() }",
      "isIOS && §acme.one()",
      "WXEnvironment.platform === 'iOS' ? §acme.one() : f()",
      "switch (name) { case 'ios': §acme.one() }",
    ].map { Row(rule: .onePlatformOnly, text: acme + $0, severity: .note) }
    + [
      "if (axios) { §acme.one() }",
      "if (isIOS) { f() }\n§acme.one()",
      "const iosName = f(); §acme.one()",
    ].map { Row(rule: .onePlatformOnly, text: acme + $0) } + [
      Row(
        rule: .onePlatformOnly, text: vue("§<acme-b v-if=\"isIOS\"/>"), file: "a.vue",
        severity: .note),
      Row(
        rule: .onePlatformOnly, text: vue("§<acme-b v-if=\"ratios\"/>"), file: "a.vue",
        severity: .warning),
      Row(
        rule: .moduleUnknown,
        text: "const a = weex.requireModule('acme') || §weex.requireModule('acne')",
        severity: .note),
      Row(
        rule: .moduleUnknown,
        text: "const a = weex.requireModule('acme') | §weex.requireModule('acne')"),
    ]

  static let silent: [Row] = [
    Row(rule: nil, text: acme + "acme.scan({}, r => r); acme.last(); x = acme.last()"),
    Row(rule: nil, text: acme + "acme.addEventListener('x', f)"),
    Row(rule: nil, text: acme + "function f(acme) { acme.scam() }"),
    Row(rule: nil, text: acme + "const g = (acme) => { acme.scam() }"),
    Row(rule: nil, text: acme + "list.map(acme => acme.scam())"),
    Row(rule: nil, text: acme + "list.map((a, acme) => a + acme.scam(), 1)"),
    Row(rule: nil, text: acme + "list.map(({ a, b: acme }) => { acme.scam() })"),
    Row(rule: nil, text: acme + "{ let acme = other(); acme.scam() }"),
    Row(rule: nil, text: acme + "other.acme.scam()"),
    Row(rule: nil, text: acme + "// acme.scam()\n/* acme.scam() */ 'acme.scam()' + `acme.scam()`"),
    Row(
      rule: nil, text: "x.requireModules('acne'); requireModule('acne'); weex.requireModule()"),
    Row(rule: nil, text: "weex.requireModule('dom').scrollToElement(a, {})"),
    Row(rule: nil, text: acme + "const f = () => acme.scan({})"),
    Row(
      rule: nil,
      text: vue("<acme-a @finish=\"f\" :dataSet=\"1\" src='x' v-if='a < b'>{{ a<b }}</acme-a>"),
      file: "a.vue"),
    Row(
      rule: nil,
      text: vue(
        "<wxc-button @clicked='x' /><Other/>",
        "export default { components: { WxcButton, 'other': O } }"), file: "a.vue"),
    Row(
      rule: nil,
      text: vue(
        "<!-- <nope/> --><slot/><component :is='x' y='z'/><router-view/><template v-if=\"x\"><text>a</text></template><a/>"
      ),
      file: "a.vue"),
  ]

  static let tags: [Row] = [
    Row(rule: .tagUnknown, text: vue("§<acme-z/>"), file: "a.vue"),
    Row(
      rule: .tagUnknown, text: vue("<template #x><text/></template>§<nope></nope>"), file: "a.vue"),
    Row(
      rule: .tagUnknown, text: vue("§<acme-z/>", "export default { components: { ...all } }"),
      file: "a.vue", severity: .note),
    Row(
      rule: .tagUnknown, text: vue("§<acme-z/>", "Vue.component(part.name, part)"), file: "a.vue",
      severity: .note),
    Row(
      rule: .tagUnknown, text: vue("§<acme-z/>", "import UI from 'acme-ui'\nVue.use(UI)"),
      file: "a.vue", severity: .note),
    Row(
      rule: .tagUnknown, text: vue("§<acme-z/>", "import Vuex from 'vuex'\nVue.use(Vuex)"),
      file: "a.vue"),
    Row(
      rule: .tagUnknown, text: vue("§<acme-z/>", "import UI from './ui'\nVue.use(UI)"),
      file: "a.vue"),
    Row(rule: nil, text: vue("<acme-z/>", "require('./parts/acme-z.we')"), file: "a.we"),
    Row(rule: .tagUnknown, text: vue("§<acme-z/>", "require('./acme-z.js')"), file: "a.we"),
    Row(rule: .onePlatformOnly, text: vue("§<acme-b/>"), file: "a.vue", severity: .warning),
    Row(rule: .memberUnknown, text: vue("<acme-a §@finished='f'/>"), file: "a.vue"),
    Row(rule: .memberUnknown, text: vue("<acme-a §v-on:finished.once='f'/>"), file: "a.vue"),
    // `src` is an attribute, not an event.
    Row(rule: .memberUnknown, text: vue("<acme-a §@src='f'/>"), file: "a.vue"),
    Row(
      rule: .sourceUnreadable,
      text: "§<template lang=\"pug\">\nacme-z(a='1')\n</template>\n<script>acme.x()</script>",
      file: "a.vue"),
    Row(rule: .memberUnknown, text: vue("<acme-a\n  §:sorce=\"x\"/>"), file: "a.vue"),
    Row(rule: .memberUnknown, text: vue("<acme-a §onfinished=\"f\"/>"), file: "a.we"),
    Row(
      rule: .onePlatformOnly, text: vue("<bmcalendar §:dataFormat=\"x\"/>"), file: "a.vue",
      severity: .warning),
  ]

  private static func refs(_ script: String, _ template: String = "<acme-a ref=\"a\"/>") -> String {
    vue(template, "export default { methods: { f () { \(script) } } }")
  }

  private static func rax(_ body: String, _ element: String = "<acme-a ref=\"a\" src=\"x\"/>")
    -> String
  {
    "import { createElement, useRef } from 'rax'\n"
      + "class P { f() { \(body) }\n render() { return <div>\(element)</div> } }"
  }

  /// Methods of components, through references.
  static let references: [Row] =
    [
      "§this.$refs.a.load()", "§this.$refs['a'].load(1)", "§this.$refs.a[0].load()",
      "§this.$refs.a?.load()", "this.$nextTick(() => { §this.$refs.a.load() })",
      "const a = this.$refs.a; §a.load()", "const { a } = this.$refs; §a.load()",
      "const { a: b } = this.$refs; g(() => §b.load())",
      "const self = this; g(function () { §self.$refs.a.load() })",
      "if (this.$refs.a) §this.$refs.a.load()",
    ]
    .map { Row(rule: .methodUnknown, text: refs($0), file: "a.vue") }
    + [
      Row(
        rule: .methodUnknown, text: refs("§this.$refs.a.load()", "<acme-a :ref=\"'a'\"/>"),
        file: "a.vue"),
      Row(
        rule: .methodUnknown,
        text: refs("§this.$refs.a[i].load()", "<acme-a v-for=\"i in 3\" ref=\"a\"/>"), file: "a.vue"
      ),
      Row(
        rule: .methodUnknown, text: refs("§this.$refs.a.scrolTo(1)", "<input ref=\"a\"/>"),
        file: "a.vue"),
      Row(
        rule: .methodUnknown, text: refs("§this.$el('a').load()", "<acme-a id=\"a\"></acme-a>"),
        file: "a.we"),
      Row(
        rule: .methodUnknown,
        text: refs("var self = this; §self.$el('a').load()", "<acme-a id=\"a\"></acme-a>"),
        file: "a.we"),
      Row(rule: .methodUnknown, text: rax("§this.refs.a.load()"), file: "a.jsx"),
      Row(
        rule: .methodUnknown, text: rax("§this.a.load()", "<acme-a ref={e => this.a = e}/>"),
        file: "a.jsx"),
      Row(
        rule: .methodUnknown,
        text: rax("this.a = null; §this.a.load()", "<acme-a ref={(e) => { this.a = e; }}/>"),
        file: "a.jsx"),
      Row(
        rule: .methodUnknown, text: rax("§this.a.current.load()", "<acme-a ref={this.a}/>"),
        file: "a.js"),
      Row(
        rule: .methodUnknown,
        text: rax("const a = useRef(null); §a.current.load()", "<acme-a ref={a}/>"),
        file: "a.tsx"),
      Row(rule: .onePlatformOnly, text: refs("§this.$refs.a.one()"), file: "a.vue"),
      Row(
        rule: .onePlatformOnly, text: refs("if (isIOS) { §this.$refs.a.one() }"), file: "a.vue",
        severity: .note),
      Row(
        rule: .methodUnknown, text: refs("if (this.$refs.a.load) { §this.$refs.a.load() }"),
        file: "a.vue", severity: .note),
      Row(
        rule: .methodUnknown,
        text: refs("typeof this.$refs.a.load === 'function' && §this.$refs.a.load()"),
        file: "a.vue", severity: .note),
    ]

  /// Methods that a host adds to lists of the Weex SDK.
  static let additions: [Row] = [
    Row(
      rule: nil, text: refs("this.$refs.a.refreshEnd()", "<list ref=\"a\"></list>"),
      file: "a.vue"),
    Row(
      rule: .onePlatformOnly,
      text: refs("§this.$refs.a.reloadEnd()", "<scroller ref=\"a\"></scroller>"), file: "a.vue"),
    Row(
      rule: nil, text: refs("this.$refs.a.resetLoadmore()", "<waterfall ref=\"a\"></waterfall>"),
      file: "a.vue"),
    Row(
      rule: .onePlatformOnly,
      text: refs("§this.$refs.a.moveData(0, 1)", "<recycle-list ref=\"a\"></recycle-list>"),
      file: "a.vue"),
  ]

  /// Expressions that are not, or may not be, calls of a native component's methods.
  static let otherReferences: [Row] =
    [
      "this.$refs.a.reload()", "this.$refs.b.load()", "this.$refs[name].load()",
      "this.$parent.$refs.a.load()", "this.$refs.c.$refs.a.load()", "other.$refs.a.load()",
      "this.$refs.a.$emit('x')", "this.$refs.a.setStyle({})", "this.$refs.a.forEach(g)",
      "this.$refs.a.attr.value.trim()", "const n = this.$refs.a.ref", "this.$refs.a.load = 1",
      "const { attr } = this.$refs.a", "this.a = this.$refs.a; this.a.load()",
      "let a = this.$refs.a; a = b; a.load()",
      "let a; if (x) { a = this.$refs.a } else { a = c }\na.load()",
      "this.$refs.a.$el.load()",
    ].map { Row(rule: nil, text: refs($0), file: "a.vue") }
    + [
      Row(
        rule: nil, text: refs("this.$refs.a.load()", "<acme-a ref=\"a\"/><div ref=\"a\"/>"),
        file: "a.vue"),
      Row(
        rule: nil, text: refs("this.$refs.a.load()", "<component is=\"x\" ref=\"a\"/>"),
        file: "a.vue"),
      Row(rule: nil, text: refs("this.$refs.a.load()", "<div is=\"x\" ref=\"a\"/>"), file: "a.vue"),
      Row(rule: nil, text: refs("this.$refs.a.load()", "<div ref=\"a\"/>"), file: "a.vue"),
      Row(rule: nil, text: refs("this.$refs.a.load()", "<acme-a :ref=\"a\"/>"), file: "a.vue"),
      Row(
        rule: nil,
        text: vue(
          "<acme-a ref=\"a\"/>",
          "export default { components: { AcmeA }, methods: { f () { this.$refs.a.load() } } }"),
        file: "a.vue"),
      Row(
        rule: nil, text: refs("this.$el('b').load()", "<acme-a id=\"a\"></acme-a>"), file: "a.we"),
      Row(
        rule: nil, text: refs("this.$vm('a').load()", "<acme-a id=\"a\"></acme-a>"), file: "a.we"),
      Row(rule: nil, text: refs("this.$refs.a.focus()", "<input ref=\"a\"/>"), file: "a.vue"),
      Row(
        rule: nil, text: rax("this.refs.a.load()").replacing("rax", with: "react"), file: "a.jsx"),
      Row(rule: nil, text: rax("this.a.load()", "<Other ref={e => this.a = e}/>"), file: "a.jsx"),
      Row(
        rule: nil,
        text: rax("this.a.load()", "<acme-a ref={e => this.a = e}/><div ref={e => this.a = e}/>"),
        file: "a.jsx"),
      Row(
        rule: nil, text: rax("this.a = g(); this.a.load()", "<acme-a ref={e => this.a = e}/>"),
        file: "a.jsx"),
      Row(
        rule: nil, text: rax("a.current.load()", "<acme-a ref={a}/><Other ref={a}/>"), file: "a.jsx"
      ),
    ]

  @Test(
    "each use is reported at its exact position",
    arguments: modules + guarded + platforms + silent + tags + references + additions
      + otherReferences)
  func rule(row: Row) throws {
    let parsed = try read(config(around: Self.description))
    #expect(parsed.isUsable, "\(parsed.findings)")
    var text = row.text
    var mark = 0
    if let index = text.firstIndex(of: "§") {
      mark = text[..<index].utf8.count
      text.remove(at: index)
    }
    var uses = JSUses()
    uses.add(Array(text.utf8), file: row.file)
    let findings = parsed.drift(from: uses)
    guard let rule = row.rule else {
      #expect(findings == [])
      return
    }
    let place = TextPosition(ofByte: mark, in: Array(text.utf8))
    #expect(
      findings.map(\.codeAndLocation) == ["\(rule.rawValue) \(row.file):\(place)"], "\(findings)")
    #expect(findings.first?.severity == row.severity ?? rule.severity)
  }

  @Test("only the known gaps of Eros's own scripts are reported")
  func erosWidget() throws {
    let parsed = try read(
      config(around: #""generate": {"presets": ["eros-ios", "eros-android"]}"#))
    let script = """
      const router = weex.requireModule('bmRouter'), tool = weex.requireModule('bmTool')
      const pay = weex.requireModule('bmPay'), share = weex.requireModule('bmShare')
      export default {
        open (o) { router.open(o, r => r, d => d) }, back () { router.back({}, f) },
        finish () { router.finish({}, f) }, toMap (o) { router.toMap(o) },
        getCid (f) { tool.getCid(f) }, isInstallWXApp () { return tool.isInstallWXApp() },
        copy (t, f) { tool.copyString(t, f) }, network () { return tool.networkStatus() }
      }
      """
    var uses = JSUses()
    uses.add(Array(script.utf8), file: "widget.js")
    #expect(
      parsed.drift(from: uses).map { "\($0.rule.rawValue) \($0.position?.line ?? 0)" } == [
        "J01 2", "J01 2", "J03 5", "J03 5", "J02 6", "J02 6",
      ])
  }

  @Test("a nested template is not a component and does not have attributes")
  func templates() {
    var uses = JSUses()
    uses.add(
      Array(Self.vue("<template #a foo=\"1\" @bar=\"b\"><text/></template>").utf8), file: "a.vue")
    #expect(uses.needs() == [.entry(.component, "div"), .entry(.component, "text")])
  }

  @Test("the remedy for a module of an undeclared host names its preset")
  func preset() throws {
    var uses = JSUses()
    uses.add(Array("weex.requireModule('bmModal')".utf8), file: "a.js")
    let remedy = try read(config(around: #""generate": {}"#)).drift(from: uses).first?.remedy
    #expect(remedy == "add 'eros-ios' to 'generate.presets' if the app uses this host")
  }

  @Test("global components are known in all files")
  func globalComponents() throws {
    let parsed = try read(config(around: Self.description))
    var uses = JSUses()
    uses.add(Array("Vue.component('MyThing', X)".utf8), file: "z.js")
    uses.add(Array(Self.vue("<my-thing :a='1'/>").utf8), file: "a.vue")
    #expect(parsed.drift(from: uses) == [])
  }
}

@Suite("JavaScript requirements")
struct RequirementTests {
  private func lock(_ releases: [(String, String)]) throws -> RegistryRecord {
    var lock = RegistryRecord()
    for (version, members) in releases {
      let registry = try registry(around: members)
      for platform in Platform.allCases {
        lock.record(.init(version: version, surface: registry.surface(on: platform)))
      }
    }
    return lock
  }

  private static func module(_ methods: String) -> String {
    #""modules": [{"name": "acme", "ios": "A", "android": "a.A", "methods": ["# + methods + "]}]"
  }

  private func uses(_ text: String) -> JSUses {
    var uses = JSUses()
    uses.add(Array(("const acme = weex.requireModule('acme')\n" + text).utf8), file: "a.js")
    return uses
  }

  @Test("the lowest release with all needs is found per platform")
  func lowest() throws {
    let parsed = try read(
      config(around: Self.module(#"{"name": "a"}, {"name": "b"}, {"name": "c"}"#)))
    let lock = try lock([
      ("0.8", Self.module(#"{"name": "a"}"#)),
      ("0.9", Self.module(#"{"name": "a"}, {"name": "b", "platforms": ["ios"]}"#)),
    ])
    #expect(
      parsed.requirements(of: uses("acme.a()").needs(includingGuarded: false), lock: lock).map(
        \.lowestVersion) == ["0.8", "0.8"])
    let second = parsed.requirements(
      of: uses("acme.b()").needs(includingGuarded: false), lock: lock)
    #expect(
      second.map { "\($0.platform) \($0.lowestVersion ?? "")" } == ["android 1.0.0", "ios 0.9"])
    let third = parsed.requirements(
      of: uses("acme.d(); if (acme.e) acme.e()").needs(includingGuarded: false), lock: lock)
    #expect(
      third.map(\.missing) == [
        [.member(.method, "d", of: .module, "acme")], [.member(.method, "d", of: .module, "acme")],
      ])
    #expect(third.map(\.lowestVersion) == ["0.8", "0.8"])
  }

  @Test("without releases, 'since' determines the version")
  func since() throws {
    let parsed = try read(
      config(around: Self.module(#"{"name": "a"}, {"name": "b", "since": {"ios": "0.7"}}"#)))
    let found = parsed.requirements(
      of: uses("acme.b(); modal.toast()").needs(includingGuarded: false), lock: RegistryRecord())
    #expect(found.map(\.lowestVersion) == ["1.0.0", "0.7"])
  }

  @Test("a need without 'since' or release has the version of the description")
  func undated() throws {
    let parsed = try read(
      config(around: Self.module(#"{"name": "a"}, {"name": "b", "since": "0.7"}, {"name": "c"}"#)))
    let lock = try lock([("0.6", Self.module(#"{"name": "a"}"#))])
    let found = { (text: String) in
      parsed.requirements(of: uses(text).needs(includingGuarded: false), lock: lock).map(
        \.lowestVersion)
    }
    #expect(found("acme.a(); acme.b()") == ["0.7", "0.7"])
    #expect(found("acme.b(); acme.c()") == ["1.0.0", "1.0.0"])
  }

  @Test("every release offers the surface of the presets")
  func presets() throws {
    let parsed = try read(config(around: Self.module(#"{"name": "a"}"#)))
    let text = "weex.requireModule('modal').toast({})"
    let found = parsed.requirements(
      of: uses(text).needs(includingGuarded: false), lock: try lock([("0.1", Self.module(""))]))
    #expect(found.map(\.lowestVersion) == ["0.1", "0.1"])
    #expect(
      parsed.offered(on: .ios).missing([.member(.method, "toasts", of: .module, "modal")]).count
        == 1)
  }
}
