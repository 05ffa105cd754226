import ErosConfig
import ErosCore
import ErosNativeTestSupport
import ErosRegistry
import ErosSources
import Testing

@Suite("Drift between the description and pages of Rexxar and mPaaS")
struct PageDriftTests {
  typealias Row = JSDriftTests.Row

  private static let description = """
    "widgets": [{"name": "toast", "path": "/widget/toast", "ios": "T", "android": "a.T"},
      {"name": "menu", "path": "/widget/nav/menu", "ios": "M"}],
    "containerAPIs": [{"name": "geo", "path": "/geo", "ios": "G", "android": "a.G"}],
    "embedViews": [{"type": "acme_map", "ios": "V", "android": "a.V",
        "params": [{"name": "color"}, {"name": "line-width"}], "events": [{"name": "onTap"}],
        "messages": [{"name": "setColor"}]},
      {"type": "acme_pin", "ios": "P", "params": [{"name": "a"}]}]
    """

  private static let widget = "x://y/widget/"
  private static let api = "https://rexxar-container/api/"

  private static func page(_ body: String) -> String {
    "<html><body>\(body)</body></html>\n<!-- x://y/widget/none -->"
  }

  private static func view(_ attributes: String) -> String {
    "<view>\n<mpaas-component id=\"m\" type=\"acme_map\" \(attributes)/></view>"
  }

  private static func message(_ call: String) -> String {
    "Page({ f() { const c = my.createMpaasCustomComponentContext('m'); \(call) } })"
  }

  static let urls: [Row] =
    [
      "location.href = §'\(widget)tost'", "go(§\"\(widget)tost?data=1\")",
      "go(§`\(widget)tost?data=${encode(data)}`)", "go(§'\(widget)tost?data=' + data)",
      "fetch(§'\(api)go')", "fetch(§'http://rexxar-container/api/geos?a=1')",
      "widgetMessenger('x', 'y')(§'widget/tost')({})",
      "const make = widgetMessenger('x', 'y'); make(§'widget/tost')",
      "const a = <a href=§\"\(widget)tost\"/>",
    ].map { Row(rule: .entryUnknown, text: $0) }
    + [
      Row(rule: .entryUnknown, text: page("<a §href=\"\(widget)tost\">a</a>"), file: "a.html"),
      Row(
        rule: .entryUnknown, text: page("<script>go(§'\(widget)tost')</script>"), file: "a.htm"),
      Row(
        rule: .entryUnknown, text: "<template><div><a §href=\"\(widget)tost\"/></div></template>",
        file: "a.vue"),
      Row(rule: .onePlatformOnly, text: "go(§'\(widget)nav/menu')"),
      Row(
        rule: .onePlatformOnly, text: "if (isIOS) { go(§'\(widget)nav/menu') }", severity: .note),
      // Rexxar for Android compares the whole path.
      Row(rule: .onePlatformOnly, text: "fetch(§'\(api)geo/city')"),
    ]

  static let views: [Row] = [
    Row(
      rule: .entryUnknown, text: "<view>§<mpaas-component type=\"acme_mop\" color=\"1\"/></view>",
      file: "a.axml"),
    Row(
      rule: .onePlatformOnly, text: "<view>§<mpaas-component type=\"acme_pin\"/></view>",
      file: "a.axml"),
    Row(
      rule: .onePlatformOnly,
      text: "<view>§<mpaas-component a:if=\"{{isIOS}}\" type=\"acme_pin\"/></view>",
      file: "a.axml", severity: .note),
    Row(rule: .memberUnknown, text: view("§colour=\"{{c}}\""), file: "a.axml"),
    Row(rule: .memberUnknown, text: view("color=\"1\" §onTop=\"f\""), file: "a.axml"),
    Row(
      rule: .memberUnknown,
      text: "<template><div>\(view("§:colour=\"c\""))</div></template>".replacing(
        "view>", with: "div>"), file: "a.vue"),
    Row(rule: .memberUnknown, text: message("c.postMessage({ actionType: §'setColour' })")),
  ]

  static let silent: [Row] =
    [
      "go('\(widget)toast')", "go('\(widget)toast?x=1')", "go('\(widget)' + name)",
      "go(`\(widget)${name}`)", "go('\(widget)to' + name)", "go(`\(widget)to${name}`)",
      "go('https://a.com/widget/tost')", "go('/widget/tost')", "go('x://y/other/tost')",
      "fetch('\(api)geo')", "fetch('\(api)' + name)", "fetch('https://a.com/api/tost')",
      "// go('\(widget)tost')", "other('x')('widget/tost')", "make('widget/tost')",
      "import a from './components/widget/tost'", message("c.postMessage({ actionType: type })"),
      message("c.postMessage({ actionType: 'setColor', data: {} })"),
      message("c.postMessage({ actionType: 'set' + name })"),
      message("c.postMessage({}); store.dispatch({ actionType: 'none', data: {} })"),
      "worker.postMessage({ actionType: 'none' })",
    ].map { Row(rule: nil, text: $0) }
    + [
      Row(rule: nil, text: page("<a href=\"\(widget)toast\">a</a>"), file: "a.html"),
      Row(rule: nil, text: "<html><acme-z/></html>", file: "a.html"),
      Row(
        rule: nil,
        text: view(
          "color=\"1\" line-width=\"2\" onTap=\"f\" style=\"{{s}}\" class=\"a\" data-x=\"1\" a:if=\"{{b}}\" catchTap=\"g\""
        ),
        file: "a.axml"),
      Row(
        rule: nil, text: "<view><mpaas-component type=\"{{t}}\" none=\"1\"/></view>", file: "a.axml"
      ),
      Row(rule: nil, text: "<view onTap=\"f\"><custom none=\"1\"/></view>", file: "a.axml"),
    ]

  @Test("each use is reported at its exact position", arguments: urls + views + silent)
  func rule(row: Row) throws {
    let parsed = try read(config(around: Self.description))
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

  @Test("a message may be for a view whose messages are not declared")
  func undeclaredMessages() throws {
    var uses = JSUses()
    uses.add(Array(Self.message("c.postMessage({ actionType: 'none' })").utf8), file: "a.js")
    let more = Self.description.dropLast() + #", {"type": "acme_open", "ios": "O"}]"#
    #expect(try read(config(around: String(more))).drift(from: uses) == [])
  }

  @Test("an app without entries of a host has no findings about it", arguments: urls + views)
  func otherHost(row: Row) throws {
    var uses = JSUses()
    uses.add(Array(row.text.replacing("§", with: "").utf8), file: row.file)
    let parsed = try read(config(around: JSDriftTests.description))
    #expect(parsed.drift(from: uses) == [])
    #expect(
      parsed.requirements(of: uses.needs(), lock: RegistryRecord()).allSatisfy {
        $0.missing.isEmpty
      })
  }

  @Test("the requirements of pages include widgets, container APIs and embedded views")
  func requirements() throws {
    let parsed = try read(config(around: Self.description))
    var uses = JSUses()
    uses.add(Array("go('\(Self.widget)tost'); fetch('\(Self.api)geo')".utf8), file: "a.js")
    uses.add(Array(Self.view("colour=\"1\"").utf8), file: "a.axml")
    let found = parsed.requirements(of: uses.needs(), lock: RegistryRecord())
    let missing: [JSNeed] = [
      .member(.parameter, "colour", of: .embedView, "acme_map"), .entry(.widget, "/widget/tost"),
    ]
    #expect(found.map(\.missing) == [missing, missing])
  }

  @Test("a widget with a computed path may be the unknown one")
  func computedPath() throws {
    var sources = NativeSources()
    let code = """
      @interface T : NSObject <RXRWidget>
      @end
      @implementation T
      - (BOOL)canPerformWithURL:(NSURL *)URL { return [URL.path isEqualToString:%]; }
      @end
      void f(RXRViewController *c) { c.widgets = @[[T new]]; }
      """
    var uses = JSUses()
    uses.add(Array("go('\(Self.widget)tost')".utf8), file: "a.js")
    let parsed = try read(config(around: #""widgets": []"#))
    for (path, severity) in [
      ("@\"/widget/toast\"", Finding.Severity.error), ("[self path]", .note),
    ] {
      sources = NativeSources()
      sources.add(Array(code.replacing("%", with: path).utf8), file: "T.m")
      let severities = parsed.drift(from: uses, sources: sources).map(\.severity)
      #expect(severities == [severity], "\(path)")
    }
  }

  // MARK: Classes of embedded views

  private static let embedView = """
    "embedViews": [{"type": "acme_map", "ios": "V", "android": "a.V",
      "params": [{"name": "color"}, {"name": @P"width"}], "events": [{"name": "onTap"}, {"name": @E"onEnd"}],
      "messages": [{"name": "set"}, {"name": @M"clear"}]}]
    """

  private static func objc(_ body: String) -> MarkedSources {
    ["V.m": "@interface V : NBComponent\n@end\n@implementation V\n\(body)\n@end\n"]
  }

  private static func swift(_ body: String) -> MarkedSources {
    ["V.swift": "class V: NBComponent {\n\(body)\n}\n"]
  }

  private static func java(_ body: String) -> MarkedSources {
    ["V.java": "package a;\npublic class V extends MPBaseEmbedView {\n\(body)\n}\n"]
  }

  private static func kotlin(_ body: String) -> MarkedSources {
    ["V.kt": "package a\nclass V : MPBaseEmbedView() {\n\(body)\n}\n"]
  }

  /// A class, with `§` before what the description lacks, or the key of what the class lacks.
  static let classes: [(files: MarkedSources, key: String?)] = [
    (
      objc(
        "- (void)componentDataDidChangeWithData:(NSDictionary *)data { f(data[§@\"colour\"], data[@\"color\"], data[@\"width\"]); }"
      ), nil
    ),
    (
      objc(
        "- (void)componentDataDidChangeWithData:(NSDictionary *)data { [data objectForKey:@\"color\"]; }"
      ), "P"
    ),
    (
      objc(
        "- (void)f { m = @{@\"element\": e, @\"eventName\": §@\"onTop\", @\"data\": d}; g(@{@\"eventName\": @\"onTap\"}, @{@\"eventName\": @\"onEnd\"}); }"
      ), nil
    ),
    (objc("- (void)f { m = @{@\"element\": e, @\"eventName\": @\"onTap\", @\"data\": d}; }"), "E"),
    (
      objc(
        "- (void)componentReceiveMessage:(NSString *)message data:(NSDictionary *)data callback:(id)c { if ([message isEqualToString:@\"set\"]) { f(data[@\"any\"]); } }"
      ), "M"
    ),
    (
      objc(
        "- (void)componentReceiveMessage:(NSString *)name data:(NSDictionary *)data callback:(id)c { if ([message isEqualToString:@\"set\"] || [@\"clear\" isEqualToString:message]) {} if ([message isEqualToString:§@\"sat\"]) {} }"
      ), nil
    ),
    (
      swift(
        "override func componentDataDidChange(withData data: [AnyHashable: Any]) { f(data[§\"colour\"], data[\"color\"], data[\"width\"]) }"
      ), nil
    ),
    (
      swift(
        "override func componentReceiveMessage(_ message: String, data: [AnyHashable: Any], callback: C) { switch message { case \"set\": f()\n default: g() } }"
      ), "M"
    ),
    (swift("func f() { let m = [\"element\": e, \"eventName\": \"onTap\"] }"), "E"),
    (
      java(
        "public View getView(int w, int h, String id, String t, Map<String, String> params) { params.get(\"color\"); return v; }"
      ), "P"
    ),
    (
      java(
        "public void onReceivedRender(JSONObject o, H5BridgeContext c) { o.getString(\"color\"); o.getIntValue(\"width\"); o.get(§\"colour\"); }"
      ), nil
    ),
    (
      java(
        "public void onReceivedMessage(String a, JSONObject data, H5BridgeContext c) { if (\"set\".equals(a)) { data.get(\"x\"); } }"
      ), "M"
    ),
    (
      java(
        "void f() { sendEventToTiny(\"onTap\", d); sendEventToTiny(\"onEnd\", d); sendEventToTiny(§\"onTop\", d); }"
      ), nil
    ),
    (
      kotlin(
        "override fun onReceivedRender(params: JSONObject, c: H5BridgeContext) { f(params[\"color\"]) }"
      ), "P"
    ),
    (
      kotlin(
        "override fun onReceivedMessage(actionType: String, d: JSONObject?, c: H5BridgeContext) { when (actionType) { \"set\" -> f() } }"
      ), "M"
    ),
    (kotlin("fun f() { sendEventToTiny(\"onTap\", d) }"), "E"),
  ]

  @Test("the members of an embedded view are compared with its class", arguments: classes)
  func members(files: MarkedSources, key: String?) throws {
    var description = Self.embedView
    for other in ["P", "E", "M"] {
      description = description.replacing("@" + other, with: other == key ? "§" : "")
    }
    let test = try DriftCase(config(around: description), files)
    let found = test.findings.filter { $0.rule == .memberDiffers }
    #expect(found.map { $0.location ?? "" } == [test.mark], "\(test.findings)")
  }

  @Test(
    "a class whose members are not all known lacks none",
    arguments: [
      objc("- (void)f {}"), java("void f() {}"),
      objc(
        "- (void)componentDataDidChangeWithData:(NSDictionary *)data { f(data[@\"color\"], data[key]); }"
      ),
      java("void f() { sendEventToTiny(\"onTap\", d); sendEventToTiny(name, d); }"),
      java(
        "public void onReceivedMessage(String a, JSONObject d, H5BridgeContext c) { if (\"set\".equals(a)) {} else if (TABLE.containsKey(a)) {} }"
      ),
      [
        "V.java":
          "package a;\npublic class V extends BaseView {\nvoid f() { sendEventToTiny(\"onTap\", d); }\n}\nclass EmbedView {}"
      ],
    ])
  func openClass(files: MarkedSources) throws {
    let description = ["@P", "@E", "@M"].reduce(Self.embedView) { $0.replacing($1, with: "") }
    let test = try DriftCase(config(around: description), files)
    #expect(test.findings.filter { $0.rule == .memberDiffers } == [])
  }
}
