import ErosCore
import ErosNativeTestSupport
import ErosRegistry
import ErosTestSupport
import Testing

@testable import ErosSources

@Suite("Native plugins of uni-app", .temporaryFolder)
struct UniPluginTests {
  // MARK: Sources

  private static let payModule = """
    package com.acme;
    import io.dcloud.feature.uniapp.annotation.UniJSMethod;
    public class PayModule extends UniDestroyableModule {
      @UniJSMethod(uiThread = true)
      public void pay(JSONObject options, UniJSCallback done) {}
      @UniJSMethod(uiThread = false)
      public String last() { return ""; }
    }
    """

  private static let mapView = """
    package com.acme
    class MapView(i: UniSDKInstance, p: AbsVContainer<*>?, d: AbsComponentData<*>) : UniComponent<View>(i, p, d) {
      @UniComponentProp(name = "zoom") fun setZoom(zoom: Int) {}
      @UniJSMethod fun center() { fireEvent("onCenter", HashMap<String, Any>()) }
    }
    """

  private static let objc = """
    @interface PayModule : DCUniModule
    @end
    @implementation PayModule
    UNI_EXPORT_METHOD(@selector(pay:done:))
    - (void)pay:(NSDictionary *)options done:(UniModuleKeepAliveCallback)done {}
    UNI_EXPORT_METHOD_SYNC(@selector(last))
    - (NSString *)last { return @""; }
    @end
    """

  private static let swift = """
    @objc(MapView) class MapView: DCUniComponent {
      @objc static func wx_export_method_0() -> String { "center" }
      @objc func center() { fireEvent("onCenter", params: [:]) }
      override func onCreateComponent(withRef ref: String, attributes: [String: Any]) {
        zoom = attributes["zoom"]
      }
    }
    """

  private static let entries = [
    ("module", "Acme-Pay", "PayModule"), ("component", "acme-map", "MapView"),
  ]

  private static func json(package: String) -> String {
    entries.map { #"{"type": "\#($0)", "name": "\#($1)", "class": "\#(package)\#($2)"}"# }
      .joined(separator: ",\n      ")
  }

  private static let table = """
    {"nativePlugins": [
      {"hooksClass": "", "plugins": [
      \(json(package: "com.acme."))]}
    ]}
    """

  private static let plist = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict><key>dcloud_uniplugins</key><array><dict><key>plugins</key><array>
    \(entries.map { "<dict><key>type</key><string>\($0)</string><key>name</key><string>\($1)</string><key>class</key><string>\($2)</string></dict>" }.joined())
    </array></dict></array></dict></plist>
    """

  private static let package = """
    {
      "id": "Acme", "_dp_type": "nativeplugin",
      "_dp_nativeplugin": {
        "android": {"integrateType": "aar", "plugins": [\(json(package: "com.acme."))]},
        "ios": {"integrateType": "framework", "plugins": [\(json(package: ""))]}
      }
    }
    """

  private func sources(_ files: MarkedSources) -> NativeSources {
    var sources = NativeSources()
    for (file, text) in files.sorted(by: { $0.key < $1.key }) {
      sources.add(Array(text.utf8), file: file)
    }
    return sources
  }

  private static let code = [
    "PayModule.java": payModule, "MapView.kt": mapView, "PayModule.m": objc,
    "MapView.swift": swift,
  ]

  // MARK: Adopting

  @Test(
    "each table registers the classes of both platforms",
    arguments: [
      ["app/src/main/assets/dcloud_uniplugins.json": table, "ios/Info.plist": plist],
      ["package.json": package],
      [
        "app/src/main/assets/dcloud_uniplugins.json": table, "ios/Info.plist": plist,
        "package.json": package,
      ],
    ])
  func tables(files: MarkedSources) throws {
    let adoption = try Adoption(of: sources(Self.code.merging(files) { first, _ in first }))
    #expect(adoption.findings == [])
    let root = adoption.description.object
    #expect(root?["generate"]?.object?["host"]?.string == "uni-app")
    #expect(root?["generate"]?.object?["presets"] == nil)
    let module = root?["modules"]?.array?.first?.value.object
    #expect(module?["name"]?.string == "Acme-Pay")
    #expect(module?["android"]?.string == "com.acme.PayModule")
    #expect(module?["ios"]?.string == "PayModule")
    let methods = (module?["methods"]?.array ?? []).compactMap(\.value.object)
    #expect(methods.map { $0["name"]?.string } == ["last", "pay"])
    #expect(methods.map { $0["sync"]?.bool } == [true, nil])
    #expect(
      methods.last?["args"]?.array?.map(\.value.string) == [
        "options: object", "done: keepAliveCallback",
      ])
    let component = root?["components"]?.array?.first?.value.object
    #expect(component?["name"]?.string == "acme-map")
    let names = { (key: String) in
      component?[key]?.array?.map { $0.value.object?["name"]?.string }
    }
    #expect(names("attributes") == ["zoom"])
    #expect(names("events") == ["onCenter"])
    #expect(names("methods") == ["center"])
    let parsed = try read(String(decoding: adoption.json, as: UTF8.self))
    #expect(parsed.host == .uniApp)
    #expect(parsed.drift(from: sources(Self.code.merging(files) { first, _ in first })) == [])
  }

  @Test("the settings name the tables of the project")
  func settings() throws {
    let files = [
      "app/android/app/src/main/assets/dcloud_uniplugins.json": Self.table,
      "app/ios/Acme/Info.plist": Self.plist, "app/nativeplugins/Acme/package.json": Self.package,
    ].merging(Self.code) { first, _ in first }
    let adoption = try Adoption(of: sources(files)) {
      $0.hasPrefix("app/") ? String($0.dropFirst(4)) : nil
    }
    let settings = adoption.description.object?["generate"]?.object
    #expect(settings?["plugin"]?.string == "nativeplugins/Acme")
    let ios = settings?["ios"]?.object
    #expect(ios?["infoPlist"]?.string == "ios/Acme/Info.plist")
    #expect(ios?["out"]?.string == "ios/Acme/Generated")
    let android = settings?["android"]?.object
    #expect(android?["out"]?.string == "android/app/src/main" && android?["package"] == nil)
    let parsed = try read(String(decoding: adoption.json, as: UTF8.self))
    #expect(parsed.isUsable, "\(parsed.findings)")
    #expect(parsed.drift(from: sources(files)) == [])
  }

  @Test("a call that registers what the generated table registers is reported")
  func registeredTwice() throws {
    let proxy = """
      package com.acme;
      class Proxy implements UniAppHookProxy {
        public void onCreate(Application a) {
          UniSDKEngine.registerUniModule("Acme-Pay", PayModule.class);
        }
      }
      """
    let config = config(
      around: #""generate": {"host": "uni-app", "plugin": "nativeplugins/Acme"}, "#
        + #""modules": [{"name": "Acme-Pay", "android": "com.acme.PayModule", "#
        + #""methods": [{"name": "pay", "args": ["o: object", "done: keepAliveCallback"]}, {"name": "last", "sync": true, "returns": "string"}]}]"#
    )
    let drift = try DriftCase(config, ["Proxy.java": proxy, "PayModule.java": Self.payModule])
    #expect(drift.findings.map(\.code) == ["D21"])
  }

  @Test("calls of the UniSDKEngine register modules and components")
  func engine() throws {
    let proxy = """
      package com.acme;
      public class Proxy implements UniAppHookProxy {
        @Override public void onCreate(Application application) {
          UniSDKEngine.registerUniModule("Acme-Pay", PayModule.class);
          UniSDKEngine.registerUniComponent("acme-map", MapView.class);
          UniSDKEngine.registerUniVContainer("acme-box", Box.class);
        }
      }
      """
    let facts = sources(["Proxy.java": proxy]).facts
    #expect(facts.registrations.map(\.name) == ["Acme-Pay", "acme-map", "acme-box"])
    #expect(facts.registrations.map(\.kind) == [.module, .component, .component])
    #expect(
      facts.registrations.map(\.className)
        == ["PayModule", "MapView", "Box"].map { "com.acme." + $0 })
    #expect(facts.registrations.allSatisfy { $0.isRun })
  }

  @Test("older plugins with Weex's own classes are found by their table")
  func older() throws {
    let module = """
      package com.acme;
      import com.taobao.weex.common.WXModule;
      public class PayModule extends WXModule { @JSMethod public void pay() {} }
      """
    let adoption = try Adoption(
      of: sources(["PayModule.java": module, "dcloud_uniplugins.json": Self.table]))
    #expect(adoption.description.object?["modules"]?.array?.count == 1)
    #expect(adoption.description.object?["generate"]?.object?["host"]?.string == "uni-app")
  }

  // MARK: Malformed tables

  struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    let file: String
    /// The table, with `§` before the expected position of the finding.
    let text: String
    var rule = RegistryRule.sourceUnreadable
    var names = ["Acme-Pay"]
    /// The text of the finding, unless it is the error of a parser.
    var message: String?

    var testDescription: String { name }
  }

  private static let entry = #"{"type": "module", "name": "Acme-Pay", "class": "a.A"}"#

  static let rows = [
    Row(
      name: "a comment", file: "dcloud_uniplugins.json",
      text: "{§/* ours */ \"nativePlugins\": [{\"plugins\": [\(entry)]}]}"),
    Row(
      name: "a comma at the end", file: "package.json",
      text: "{\"id\": \"Acme\", \"_dp_nativeplugin\": {\"android\": {\"plugins\": [\(entry)§,]}}}"),
    Row(
      name: "a list that is not JSON", file: "package.json",
      text:
        "{\"_dp_nativeplugin\": {\"ios\": {\"frameworks\": [§libxml2.tbd], \"plugins\": [\(entry)]}}}"
    ),
    Row(
      name: "text instead of JSON", file: "dcloud_uniplugins.json", text: "§nativePlugins: []",
      names: []),
    Row(
      name: "a property list that ends early", file: "Info.plist",
      text: "<plist><dict><key>dcloud_uniplugins</key><array>§", names: []),
    Row(
      name: "an entry without a class", file: "dcloud_uniplugins.json",
      text:
        "{\"nativePlugins\": [{\"plugins\": [§{\"type\": \"module\", \"name\": \"a\"}, \(entry)]}]}",
      rule: .tableMisread, message: "this entry of 'plugins' lacks a type, a name or a class"),
    Row(
      name: "a plugin in the list of another one", file: "dcloud_uniplugins.json",
      text: "{\"nativePlugins\": [{\"plugins\": [§{\"plugins\": [\(entry)]}]}]}",
      rule: .tableMisread),
    Row(
      name: "an unknown type", file: "dcloud_uniplugins.json",
      text:
        "{\"nativePlugins\": [{\"plugins\": [§{\"type\": \"modul\", \"name\": \"a\", \"class\": \"a.B\"}, \(entry)]}]}",
      rule: .tableMisread,
      message: "the type 'modul' of this entry of 'plugins' is neither 'module' nor 'component'"),
    Row(
      name: "a name that is a number", file: "dcloud_uniplugins.json",
      text:
        "{\"nativePlugins\": [{\"plugins\": [§{\"type\": \"module\", \"name\": 7, \"class\": \"a.B\"}, \(entry)]}]}",
      rule: .tableMisread,
      message: "'name' of this entry of 'plugins' must be a string, not a number"),
    Row(
      name: "an entry that is a string", file: "dcloud_uniplugins.json",
      text: "{\"nativePlugins\": [{\"plugins\": [§\"a.B\", \(entry)]}]}", rule: .tableMisread,
      message: "this entry of 'plugins' must be an object, not a string"),
    Row(
      name: "a list as the document", file: "dcloud_uniplugins.json",
      text: "§[{\"plugins\": [\(entry)]}]", names: [],
      message: "the document must be an object, not an array"),
    Row(
      name: "an object instead of the list", file: "dcloud_uniplugins.json",
      text: "{\"nativePlugins\": §{\"plugins\": [\(entry)]}}", names: [],
      message: "'nativePlugins' must be an array, not an object"),
    Row(
      name: "an entry instead of a plugin", file: "dcloud_uniplugins.json",
      text: "{\"nativePlugins\": [§[\(entry)], {\"plugins\": [\(entry)]}]}",
      message: "'nativePlugins[0]' must be an object, not an array"),
    Row(
      name: "a class instead of the list", file: "Info.plist",
      text:
        "<plist><dict><key>dcloud_uniplugins</key><array><dict><key>plugins</key><string>§A</string></dict></array></dict></plist>",
      names: [], message: "'dcloud_uniplugins[0].plugins' must be an array, not a string"),
    Row(
      name: "a list of platforms", file: "package.json",
      text: "{\"id\": \"Acme\", \"_dp_nativeplugin\": §[]}", names: [],
      message: "'_dp_nativeplugin' must be an object, not an array"),
    Row(
      name: "a list for one platform", file: "package.json",
      text:
        "{\"id\": \"Acme\", \"_dp_nativeplugin\": {\"ios\": §[], \"android\": {\"plugins\": [\(entry)]}}}",
      message: "'_dp_nativeplugin.ios' must be an object, not an array"),
    Row(
      name: "white space around a class", file: "dcloud_uniplugins.json",
      text:
        "{\"nativePlugins\": [{\"plugins\": [§{\"type\": \"module\", \"name\": \"Acme-Pay\", \"class\": \" a.A\"}]}]}",
      rule: .tableMisread),
    Row(
      name: "a module without the plugin's id", file: "package.json",
      text: "{\"id\": \"Other\", \"_dp_nativeplugin\": {\"ios\": {\"plugins\": [§\(entry)]}}}",
      rule: .tableMisread),
  ]

  @Test("a malformed table has one finding, and what can be read is read", arguments: rows)
  func malformed(row: Row) throws {
    let mark = try #require(row.text.firstIndex(of: "§"))
    let offset = row.text[..<mark].utf8.count
    let text = row.text.replacing("§", with: "")
    let position = TextPosition(ofByte: offset, in: Array(text.utf8))
    let facts = sources([row.file: text, "A.m": Self.objc]).facts
    #expect(
      facts.findings.map(\.codeAndLocation) == ["\(row.rule.rawValue) \(row.file):\(position)"])
    if let message = row.message { #expect(facts.findings.first?.message.description == message) }
    #expect(facts.registrations.map(\.name) == row.names)
    #expect(facts.classes.contains { $0.name == "PayModule" })
  }

  @Test("a table in another encoding has a finding, and other files are read")
  func encodings() throws {
    let wide = { (text: String) in Array(text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    }
    let gbk = Array(#"{"id": "Acme", "name": ""#.utf8) + [0xD6, 0xA7, 0xB8, 0xB6]
    let folder = try TemporaryFolder.ofTest()
    try folder.write(gbk + Array(#"", "_dp_nativeplugin": {}}"#.utf8), to: "a/package.json")
    try folder.write([0xFF, 0xFE] + wide(Self.package), to: "b/package.json")
    try folder.write([0xFF, 0xFE] + wide(Self.table), to: "c/dcloud_uniplugins.json")
    try folder.write(Array("bplist00 dcloud_uniplugins".utf8), to: "d/Info.plist")
    try folder.write(Self.plist, to: "e/Info.plist")
    try folder.write("{\"name\": \"npm\", }", to: "f/package.json")
    let facts = try NativeSources(folders: [folder.path]).facts
    let root = folder.path + "/"
    #expect(
      facts.findings.map { $0.codeAndLocation.replacing(root, with: "") } == [
        "W095 a/package.json:1:26", "W095 b/package.json:1:1", "W095 c/dcloud_uniplugins.json:1:1",
        "W095 d/Info.plist:1:1",
      ])
    #expect(facts.registrations.map(\.name) == ["Acme-Pay", "acme-map"])
  }

  @Test("tables of one plugin with different classes are reported")
  func conflict() throws {
    let files = [
      "dcloud_uniplugins.json": Self.table,
      "package.json": Self.package.replacing("com.acme.PayModule", with: "com.acme.OldModule"),
    ]
    let findings = try ParsedRegistry.undescribed(sources(files)).drift(from: sources(files))
    #expect(findings.map(\.code) == ["D15"])
    #expect(findings.first?.remedy?.description == "name the same class in both files")
  }
}

@Suite("Pages of uni-app", .temporaryFolder)
struct UniPageTests {
  private static let description = """
    "generate": {"host": "uni-app"},
    "modules": [{"name": "Acme-Pay", "ios": "A", "android": "a.A",
      "methods": [{"name": "pay", "args": ["o: object", "done: callback"]}]}],
    "components": [{"name": "acme-map", "ios": "B", "android": "a.B", "appendTree": true,
      "attributes": [{"name": "zoom"}], "events": [{"name": "onCenter"}]}]
    """

  private func findings(_ files: MarkedSources) throws -> [String] {
    let folder = try TemporaryFolder.ofTest()
    for (file, text) in files { try folder.write(text, to: file) }
    let uses = try JSUses(folders: [folder.path], host: .weex)
    let root = folder.path + "/"
    return try read(config(around: Self.description)).drift(from: uses)
      .map { $0.codeAndLocation.replacing(root, with: "") }
  }

  private static let pages = "{ // the app\n  \"pages\": [{\"path\": \"pages/a\"}],\n}"

  private static func page(_ template: String, _ script: String = "") -> String {
    "<template><view>\(template)</view></template>\n<script>\n\(script)\n</script>\n"
  }

  @Test("modules of requireNativePlugin are compared in both kinds of pages")
  func modules() throws {
    let script = """
      const NAME = 'Acme-' + 'Pay'
      const pay = uni.requireNativePlugin("Acme-Pay")
      pay.pay({}, () => {})
      pay.refund()
      uni.requireNativePlugin('dom').addRule('fontFace', {})
      uni.requireNativePlugin('Acme-Scan')
      """
    let text = Self.page("", script)
    #expect(
      try findings(["pages.json": Self.pages, "pages/a.nvue": text, "pages/b.vue": text]) == [
        "J02 pages/a.nvue:6:1", "J01 pages/a.nvue:8:1", "J02 pages/b.vue:6:1",
        "J01 pages/b.vue:8:1",
      ])
  }

  @Test("a plugin that manifest.json lists may offer a module")
  func listedPlugin() throws {
    let text = Self.page("", "uni.requireNativePlugin('Acme-Scan')")
    let manifest = #"{/* ours */ "app-plus": {"nativePlugins": {"Acme": {}, "Acme-Scan": {}}}}"#
    let folder = try TemporaryFolder.ofTest()
    for (file, text) in ["pages.json": Self.pages, "manifest.json": manifest, "a.nvue": text] {
      try folder.write(text, to: file)
    }
    let uses = try JSUses(folders: [folder.path])
    let findings = try read(config(around: Self.description)).drift(from: uses)
    #expect(findings.map(\.code) == ["J01"] && findings.allSatisfy { $0.severity == .note })
    #expect(
      findings.first?.message.description.contains("the plugin 'Acme-Scan' offers it") == true)
  }

  @Test("a constant may name the plugin")
  func constant() throws {
    let script = "const NAME = 'Acme-Scan'\nconst pay = uni.requireNativePlugin(NAME)"
    #expect(try findings(["a.nvue": Self.page("", script)]) == ["J01 a.nvue:4:13"])
  }

  @Test("tags are compared in native pages only")
  func tags() throws {
    let text = Self.page(
      "<acme-map zoom='1' size='2' @onCenter='f' @tap='f'/><acme-list/><swiper><swiper-item/></swiper>"
    )
    #expect(
      try findings(["pages.json": Self.pages, "pages/a.nvue": text, "pages/b.vue": text]) == [
        "J05 pages/a.nvue:1:36", "J04 pages/a.nvue:1:69",
      ])
  }

  @Test("auto-imported components are not native")
  func imports() throws {
    let text = Self.page("<acme-list/><u-button/><z-paging/><my-old-card/><acme-unknown/>")
    let pages = """
      {
        "pages": [],
        "easycom": {"custom": {
          "^u-(.*)": "@/uview/u-$1.vue", "^(?!z-paging-x)z-paging(.*)": "z$1", "old-c?ard": "x"
        }}
      }
      """
    #expect(
      try findings([
        "src/pages.json": pages, "src/pages/a.nvue": text,
        "src/uni_modules/acme/components/acme-list/acme-list.vue": Self.page(""),
        "src/components/acme-unknown/other.vue": Self.page(""),
      ]) == ["J04 src/pages/a.nvue:1:65"])
  }

  @Test("a rule with alternatives may import any component")
  func alternatives() throws {
    let pages = #"{"pages": [], "easycom": {"custom": {"^u-(.*)|^acme-(.*)": "x"}}}"#
    #expect(try findings(["pages.json": pages, "pages/a.nvue": Self.page("<acme-list/>")]) == [])
  }

  @Test("code for web pages and mini programs is not compared")
  func conditions() throws {
    let script = """
      // #ifdef H5 || MP-WEIXIN
      const pay = { pay() {
      // #endif
      /* #ifndef APP-PLUS */
      uni.requireNativePlugin('a')
      /* #endif */
      // #ifdef APP-PLUS
        // #ifdef MP
        uni.requireNativePlugin('b')
        // #endif
      const pay = uni.requireNativePlugin('Acme-Pay')
      // #endif
      // #ifndef H5 || MP
      pay.refund()
      // #endif
      /* #ifdef MP */ pay.first() // #endif
      pay.cancel()
      """
    let text = Self.page(
      "<!-- #ifdef MP --><official-thing/><!-- #endif --><!-- #ifdef APP-NVUE --><acme-x/><!-- #endif -->",
      script)
    #expect(
      try findings(["a.nvue": text]) == [
        "J04 a.nvue:1:91", "J02 a.nvue:16:1", "J02 a.nvue:19:1",
      ])
  }

  @Test("a pages.json that cannot be read may import any component")
  func malformedPages() throws {
    let text = Self.page("<acme-list/>")
    #expect(
      try findings(["pages.json": "{\"pages\": [}", "pages/a.nvue": text]) == [
        "W095 pages.json:1:12"
      ])
  }
}
