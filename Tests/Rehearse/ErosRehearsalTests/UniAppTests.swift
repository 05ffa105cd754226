import ErosBundle
import ErosConfig
import ErosCore
import ErosTestSupport
import Testing

@testable import ErosRehearsal

@Suite("builds of uni-app", .temporaryFolder, .needsJavaScriptCore)
struct UniAppTests {
  /// The files of a build with these pages.
  private static func build(
    _ pages: [String: String], service: String = "uni.restoreGlobal && uni.restoreGlobal(weex);"
  ) -> [String: String] {
    let config = """
      var __uniConfig = { styles: [] };
      service.register('uni-app-config', {
        create: (id, env) => ({
          instance: { __uniConfig: Object.assign(__uniConfig, { scale: env.weex.config.env.scale }), window: undefined }
        })
      });
      """
    let files = [
      "manifest.json": "{}", "app-service.js": service, "app-config-service.js": config,
      "app-config.js": "", "app-view.js": "document.body.none.none;", "app-wxs.js": "",
      "uni_modules/a/static/lib.js": "export default 1;",
      "__uniappview.html": "<script>none()</script>", "static/lib.js": "export default 1;",
    ]
    return files.merging(pages) { _, page in page }
  }

  /// A page of Vue 2 with more options.
  private static func vue2(_ options: String) -> String {
    """
    const page = { data() { return { list: [1] } }, render() { return this._c('div', [this._v(this.list.length)]) },
    \(options) };
    page.mpType = 'page'; page.route = 'pages/a/a'; page.el = '#root'; new Vue(page);
    """
  }

  /// A page of Vue 3, whose script defines `page`.
  private static func vue3(_ script: String) -> String {
    """
    "use weex:vue"; (() => {
    \(script)
    const webview = plus.webview.currentWebview();
    if (webview) {
      page.mpType = 'page';
      const app = Vue.createPageApp(page, { $store: getApp({ allowDefault: true }).$store, __pageId: parseInt(webview.id) });
      app.provide('__globalStyles', Vue.useCssStyles([...__uniConfig.styles, ...(page.styles || [])]));
      app.mount('#root');
    } })();
    """
  }

  private func findings(_ page: String) throws -> [String] {
    let build = Self.build(["pages/a/a.js": page])
    let rehearsed = try RehearsedPages(build, platforms: [.ios])
    return rehearsed.findings.filter { $0.file?.hasSuffix("a.js") == true }.summaries
  }

  @Test(
    "pages of Vue 2 run with uni-app's globals, up to their first render",
    arguments: [
      ("", []),
      ("onLoad() { uni.requireNativePlugin('acmeScan').scan('x') }", []),
      ("onLoad() { weex.requireModule('acmeScan').scan('x') }", []),
      ("onLoad() { uni.requireNativePlugin('none') }", ["moduleMissing:2"]),
      ("onReady() { uni.requireNativePlugin('acmeScan').read() }", ["methodMissing:2"]),
      ("onShow() { uni.requireNativePlugin('acmeScan').scan(1) }", ["argumentsInvalid:2"]),
      ("onLoad() { none() }", ["pageThrows:2"]),
      ("onLoad() { const list = []; list[0].name.length }", ["pageThrows:2"]),
      // APIs, the query, the app and what plugins add to components are unknown.
      (
        "async onLoad(query) { const [error, r] = await uni.request({ url: query.id.split('-')[1] }); r.data.x.y }",
        []
      ),
      (
        "onLoad() { uni.newest.api({ success: (r) => r.x.y }).then((r) => r.x.y).catch(() => {}).finally(() => {}) }",
        []
      ),
      (
        "created() { this.$store.commit('a'); getApp().globalData.user.name; getCurrentPages()[0].route.length }",
        []
      ),
      ("onLoad() { this.log('x') }", ["pageNotJudged:2"]),
      ("created() { if (typeof window !== 'undefined') window.x() }", []),
      ("created() { if (plus.os.name === 'Android') none() }", []),
      (
        "onLoad() { while (uni.getStorageSync('key').next) this.list.push(1) }", ["pageNotJudged:2"]
      ),
    ])
  func vue2(options: String, expected: [String]) throws {
    #expect(try findings(Self.vue2(options)) == expected)
  }

  @Test("a render function that needs data of a request is not judged")
  func waits() throws {
    let page = Self.vue2(
      "onLoad() { uni.request({ success: (r) => { this.user = r.data } }) },\n"
        + "computed: { first() { return this.list[1].name } }, beforeMount() { this.first }")
    #expect(try findings(page) == ["pageNotJudged:3"])
  }

  @Test(
    "pages of Vue 3 run as well",
    arguments: [
      // Options.
      (
        """
        const v = Vue, Item = { props: ['n'], emits: ['ready'], mounted() { this.$emit('ready', this.n) },
          render(_ctx, _cache, $props) { return v.openBlock(), v.createElementBlock('text', null, [v.renderSlot(_ctx.$slots, 'default', { n: $props.n })]) } };
        const page = { components: { Item }, data: () => ({ list: [1, 2] }), computed: { count() { return this.list.length } },
          onLoad(query) { this.id = query.id.length }, mounted() { this.$refs.items[1].none2 },
          methods: { ready(n) { if (n > 2) none() } },
          render(_ctx, _cache, $props, $setup, $data, $options) {
            const item = v.resolveComponent('Item');
            return v.openBlock(), v.createElementBlock('div', { class: 'a' }, [
              v.createElementVNode('text', null, v.toDisplayString($options.count), 1),
              (v.openBlock(true), v.createElementBlock(v.Fragment, null, v.renderList($data.list, (n) => (v.openBlock(), v.createBlock(item, {
                key: n, ref_for: true, ref: 'items', n, onReady: $options.ready }, { default: v.withCtx(({ n }) => [v.createTextVNode(n)]), _: 2 })))))
            ]) } };
        """, []
      ),
      // Composition.
      (
        """
        const { ref, computed, onMounted, h, injectHook, getCurrentInstance, inject } = Vue;
        const page = { setup(props) {
          const root = ref(null), list = ref([1]), count = computed(() => list.value.length), styles = inject('__globalStyles');
          injectHook('onLoad', (query) => { list.value = [query.id]; styles.length }, getCurrentInstance());
          onMounted(() => root.value.setAttr('a', count.value));
          return { root, list, count };
        }, render(_ctx, _cache, $props, $setup) { return h('div', { ref: 'root' }, [h('text', $setup.count + _ctx.list[0])]) } };
        """, []
      ),
      ("const page = { setup: () => () => Vue.h('div') };", []),
      ("const page = { render: () => Vue.h('div'), onLoad() {\n none() } };", ["pageThrows:3"]),
      ("const page = { setup() {\n none(); return () => Vue.h('div') } };", ["pageThrows:3"]),
      (
        "const page = { render(_ctx) {\n return Vue.h('div', null, _ctx.user.name) } };",
        ["pageThrows:3"]
      ),
      (
        "const module = weex.requireModule('none');\nconst page = { render: () => Vue.h('div') };",
        ["moduleMissing:2"]
      ),
      ("const page = { render: () => Vue.h('div') };\nVue.newest().x;", ["pageNotJudged:3"]),
      (
        "const store = uni.Vuex.createStore({});\nconst page = { render: () => Vue.h('div', store.state.a.b) };",
        []
      ),
    ])
  func vue3(script: String, expected: [String]) throws {
    #expect(try findings(Self.vue3(script)) == expected)
  }

  @Test(
    "the code of '.vue' pages is loaded, and never passed",
    arguments: [
      ("__definePage('pages/a/a', () => { window.x.y() });", ["pageNotJudged"]),
      ("none.x();", ["pageNotJudged"]),
      ("const a = ;", ["scriptInvalid:1"]),
      (
        "__definePage('pages/a/a', function () {\n return Vue.extend({ m: uni.requireNativePlugin('none') }) });",
        ["moduleMissing:2", "pageNotJudged"]
      ),
      (
        "__definePage('pages/a/a', () => {\n throw new Error('Module build failed: Error: ENOENT') });",
        ["pageThrows:2"]
      ),
    ])
  func service(script: String, expected: [String]) throws {
    let build = Self.build([:], service: script)
    #expect(try RehearsedPages(build, platforms: [.ios]).findings.summaries.sorted() == expected)
  }

  @Test("scripts of the runtime and of web views are not pages")
  func pages() throws {
    let build = Self.build(["pages/a/a.js": Self.vue2(""), "pages/old/old.js": "setCssToHead([])"])
    let results = try RehearsedPages(build, platforms: [.ios]).results
    #expect(
      results.map { "\($0.page.script.path) \($0.verdict)" } == [
        "app-service.js notJudged", "pages/a/a.js passed", "pages/old/old.js notJudged",
      ])
  }

  @Test("a project with the host finds the build, and compares it with the named engines only")
  func project() throws {
    let folder = try TemporaryFolder.ofTest()
    let page = Self.vue2("created() { this.list?.x }")
    try folder.write(
      Self.build(["pages/a/a.js": page]).mapValues { Array($0.utf8) },
      below: "unpackage/dist/build/app-plus")
    func engineFindings(_ engines: String) throws -> [String] {
      try folder.write(
        #"{ "appName": "a", "generate": { "host": "uni-app" }, "engines": \#(engines), "modules": [] }"#,
        to: "eros.native.json")
      let project = try RehearsalProject(Project.find(folder.path(".")))
      let source = try project.source(at: nil, by: BundleVerifier(threads: 1))
      #expect(source.name.hasSuffix("unpackage/dist/build/app-plus"))
      return try project.engineFindings(of: project.pages(of: source), threads: 1).map(\.code)
    }
    #expect(try engineFindings("{}") == [])
    #expect(try engineFindings(#"{ "android": "69" }"#) == ["syntaxTooNew"])
  }
}
