import ErosConfig
import ErosCore
import ErosNativeTestSupport
import ErosRegistry
import ErosSources
import Foundation
import Testing

@Suite("Adopting a description from sources")
struct AdoptionTests {
  static let app: MarkedSources = [
    "AcmeScan.h": "@interface AcmeScan : NSObject <WXModuleProtocol>\n@end",
    "AcmeScan.m": """
    @implementation AcmeScan
    WX_EXPORT_METHOD(@selector(scan:callback:))
    WX_EXPORT_METHOD_SYNC(@selector(last))
    WX_EXPORT_METHOD(@selector(onlyHere:))
    - (void)scan:(NSDictionary *)options callback:(WXModuleKeepAliveCallback)done {}
    - (NSString *)last { return nil; }
    - (void)onlyHere:(BOOL)flag {}
    @end
    """,
    "AcmeChart.m": """
    WX_PlUGIN_EXPORT_COMPONENT(acme-chart, AcmeChart)
    @interface AcmeChart : WXComponent
    @end
    @implementation AcmeChart
    WX_EXPORT_METHOD(@selector(draw))
    - (void)draw { id a = attributes[@"options"]; [self fireEvent:@"finish" params:nil]; }
    @end
    """,
    "Start.m": """
    void start() {
      [WXSDKEngine registerModule:@"acmeScan" withClass:[AcmeScan class]];
      [WXSDKEngine registerModule:@"bad name" withClass:[AcmeScan class]];
      [WXSDKEngine registerHandler:[AcmeImages new] withProtocol:@protocol(WXImgLoaderProtocol)];
    }
    @interface AcmeImages : NSObject <WXImgLoaderProtocol>
    @end
    @implementation AcmeImages
    @end
    """,
    "ScanModule.java": """
    package com.acme;
    import com.taobao.weex.common.WXModule;
    public class ScanModule extends WXModule {
      @JSMethod public void scan(String options, JSCallback done) {}
      @JSMethod(uiThread = false) public String last() { return ""; }
      @JSMethod(alias = "other") public void someOther(int a, Object b) {}
    }
    """,
    "Chart.kt": """
    package com.acme
    @WeexComponent(names = ["acme-chart"], appendTree = true)
    class Chart(i: I, v: V, d: D) : WXComponent<View>(i, v, d) {
      @WXComponentProp(name = "options") fun setOptions(o: String) {}
      @JSMethod fun draw() { fireEvent("finish") }
    }
    """,
    "app_config.xml": "<app><module name=\"acmeScan\">com.acme.ScanModule</module></app>",
  ]

  private func sources() -> NativeSources {
    var sources = NativeSources()
    for (name, text) in Self.app { sources.add(Array(text.utf8), file: name) }
    return sources
  }

  @Test("an adopted description matches its sources")
  func roundTrip() throws {
    var files = Self.app
    files["Start.m"] = files["Start.m"]?
      .replacing(
        "  [WXSDKEngine registerModule:@\"bad name\" withClass:[AcmeScan class]];\n", with: "")
    var sources = NativeSources()
    for (name, text) in files { sources.add(Array(text.utf8), file: name) }
    let adoption = try Adoption(of: sources, appName: "acme")
    #expect(adoption.addedCount == 3)
    #expect(adoption.findings == [])
    let parsed = try ParsedRegistry.read(adoption.text, file: "eros.native.json")
    #expect(parsed.isUsable, "\(parsed.findings)")
    #expect(parsed.drift(from: sources) == [])
    let again = try Adoption(of: sources, onto: parsed)
    #expect(again.addedCount == 0)
    #expect(again.text == adoption.text)
  }

  @Test("handlers keep the method that returns them")
  func sharedHandlers() throws {
    let register = "registerHandler:[Images %] withProtocol:@protocol(P)]"
    for (method, create) in [("new", nil), ("sharedLoader", "sharedLoader")] {
      let text = "void f() { [WXSDKEngine \(register.replacing("%", with: method)); }"
      var sources = NativeSources()
      sources.add(Array(text.utf8), file: "a.m")
      let handlers = try Adoption(of: sources).description.object?["handlers"]?.array ?? []
      #expect(handlers.map { $0.value.object?["ios"]?.object?["create"]?.string } == [create])
    }
    // Generated Swift code cannot read a property.
    var swift = NativeSources()
    let text = "func f() { WXSDKEngine.registerHandler(Images.shared, with: P.self) }"
    swift.add(Array(text.utf8), file: "a.swift")
    let adoption = try Adoption(of: swift)
    #expect(adoption.addedCount == 0 && adoption.findings.map(\.rule) == [.notAdopted])
  }

  @Test(
    "properties of components are described, or their registrations stay",
    arguments: [
      ("@{@\"append\": @\"tree\"}", true, nil, nil), ("@{@\"append\": @\"node\"}", false, nil, nil),
      ("nil", false, nil, nil), ("@{@\"isTemplate\": @(YES), @\"type\": @\"c\"}", false, true, nil),
      ("@{@\"append\": @\"tree\", @\"isTemplate\": @YES}", true, true, nil),
      ("@{@\"append\": @\"tree\", @\"own\": @\"x\"}", nil, nil, "none"),
      ("own", nil, nil, "none"),
    ] as [(String, Bool?, Bool?, String?)])
  func properties(text: String, tree: Bool?, template: Bool?, lookup: String?) throws {
    let call = "[WXSDKEngine registerComponent:@\"c\" withClass:[C class] withProperties:\(text)];"
    var sources = NativeSources()
    sources.add(Array("@interface C : WXComponent\n@end\nvoid f() { \(call) }".utf8), file: "a.mm")
    let adoption = try Adoption(of: sources)
    let entry = adoption.description.object?["components"]?.array?.first?.value.object
    #expect(entry?["appendTree"]?.bool == tree && entry?["isTemplate"]?.bool == template)
    let own = entry?["ios"]?.object?["lookup"]?.string
    #expect((own == "none" ? own : nil) == lookup, "\(adoption.json)")
    #expect(adoption.findings.map(\.severity) == (lookup == nil ? [] : [.note]))
  }

  @Test("methods get selectors, platforms and types that both platforms accept")
  func methods() throws {
    let text = String(decoding: try Adoption(of: sources()).text, as: UTF8.self)
    let registry = try #require(try read(text).registry)
    let ios = registry.surface(on: .ios)[.module]["acmeScan"]?[.method]
    #expect(ios?["scan"]?.inputs == ["object", "keepAliveCallback"])
    #expect(ios?["last"]?.output == "string")
    #expect(ios?["last"]?.isSync == true)
    #expect(ios?.keys.sorted() == ["last", "onlyHere", "scan"])
    let android = registry.surface(on: .android)[.module]["acmeScan"]?[.method]
    #expect(android?["other"]?.inputs == ["integer", "any"])
    #expect(android?.keys.sorted() == ["last", "other", "scan"])
    #expect(text.contains(#""selector": "scan:callback:""#))
    #expect(text.contains(#""method": "someOther""#))
  }

  @Test("invalid names are skipped with a finding")
  func names() throws {
    let adoption = try Adoption(of: sources())
    #expect(adoption.findings.map(\.codeAndLocation) == ["W096 Start.m:3:16"])
  }

  @Test("existing declarations stay unchanged")
  func present() throws {
    let text = config(
      around:
        #""tabBar": {"x": [1.5, null]}, "modules": {"acmeScan": {"ios": "Own", "android": "a.Own"}}"#
    )
    let adoption = try Adoption(of: sources(), onto: read(text))
    #expect(adoption.addedCount == 2)
    let root = adoption.description.object
    #expect(root?["modules"]?.object?["acmeScan"]?.object?["ios"]?.string == "Own")
    #expect(root?["modules"]?.object?.members.count == 1)
    #expect(
      root?.members.map(\.key) == [
        "appName", "version", "tabBar", "modules", "generate", "components", "handlers",
      ])
  }

  @Test(
    "preprocessor conditions are described, or noted",
    arguments: [
      ("#if DEBUG", "DEBUG"), ("#ifdef MAP", "defined(MAP)"), ("#ifndef MAP", "!defined(MAP)"),
      ("#if A || B\n#if C", "(A || B) && C"), ("#if DEBUG\n#else", "!DEBUG"),
      ("#if A == 1", nil), ("#if A\n#elif B", nil),
    ])
  func conditions(directives: String, expected: String?) throws {
    var sources = NativeSources()
    let ends = directives.components(separatedBy: "#if").dropFirst().map { _ in "#endif\n" }
      .joined()
    let text =
      "void f() {\n\(directives)\n[WXSDKEngine registerModule:@\"a\" withClass:[A class]];\n\(ends)"
      + "[WXSDKEngine registerModule:@\"b\" withClass:[B class]]; }"
    sources.add(Array(text.utf8), file: "S.m")
    let adoption = try Adoption(of: sources)
    let modules = (adoption.description.object?["modules"]?.array ?? []).map(\.value.object)
    #expect(modules.map { $0?["ios"]?.object?["if"]?.string } == [expected, nil])
    #expect(adoption.findings.map(\.severity) == (expected == nil ? [.warning] : []))
  }

  @Test("the second class with a registered name is skipped with a finding")
  func twice() throws {
    var sources = NativeSources()
    let text = """
      void f() { [WXSDKEngine registerModule:@"a" withClass:[A class]];
      [WXSDKEngine registerModule:@"a" withClass:[B class]]; }
      """
    sources.add(Array(text.utf8), file: "a.m")
    let view =
      "package p; class V { void f() { MPEmbedViewHelper.registerEmbedView(V.class.getName(), \"a_v\"); } }"
    sources.add(Array(view.utf8), file: "V.java")
    let adoption = try Adoption(of: sources)
    #expect(adoption.addedCount == 2)
    #expect(adoption.findings.map(\.codeAndLocation) == ["W096 a.m:2:14"])
  }

  @Test("names registered in one Android call become aliases if iOS uses one class too")
  func aliases() throws {
    let start = """
      package p; class S { void f() {
      WXSDKEngine.registerComponent(M.class, true, "m-b", "m-a");
      WXSDKEngine.registerComponent(N.class, false, "n-a", "n-b"); } }
      """
    let ios = """
      void f() { [WXSDKEngine registerComponent:@"m-a" withClass:[M class]];
      [WXSDKEngine registerComponent:@"m-b" withClass:[M class]];
      [WXSDKEngine registerComponent:@"n-a" withClass:[N class]]; }
      """
    var sources = NativeSources()
    sources.add(Array(start.utf8), file: "S.java")
    sources.add(Array(ios.utf8), file: "S.m")
    let adoption = try Adoption(of: sources)
    let components = adoption.description.object?["components"]?.array?.compactMap(\.value.object)
    #expect(components?.map { $0["name"]?.string } == ["m-a", "n-a", "n-b"])
    #expect(
      components?.map { $0["aliases"]?.array?.map(\.value.string) } == [["m-b"], nil, nil])
    let parsed = try ParsedRegistry.read(adoption.text, file: "eros.native.json")
    #expect(parsed.isUsable, "\(parsed.findings)")
    #expect(parsed.drift(from: sources).filter { $0.rule == .registrationUndeclared } == [])
    #expect(try Adoption(of: sources, onto: parsed).addedCount == 0)
  }

  @Test(
    "a registration that cannot be described is reported",
    arguments: [
      ("a.java", "new InitConfig.Builder().setImgAdapter(new I()).build();"),
      ("a.java", "MPNebula.registerH5Plugin(P.class.getName(), null);"),
      ("a.java", "WXSDKEngine.registerDomObject(\"d\", D.class);"),
      ("a.m", "[service registerJsApi:@\"a\" handler:handler];"),
      ("a.swift", "service.registerJsApi(\"a\", handler: handler)"),
    ])
  func byHand(file: String, call: String) throws {
    let body =
      switch file.split(separator: ".").last {
      case "java": "class A { void f() { \(call) } }"
      case "m": "void f() { \(call) }"
      default: "class A { func f() { \(call) } }"
      }
    var sources = NativeSources()
    sources.add(Array(body.utf8), file: file)
    let adoption = try Adoption(of: sources)
    #expect(adoption.findings.map(\.rule) == [.notAdopted], "\(adoption.findings)")
    let plain = body.replacing(call, with: "list.setAdapter(a.widgets);")
    var others = NativeSources()
    others.add(Array(plain.utf8), file: file)
    #expect(try Adoption(of: others).findings == [])
  }
}
