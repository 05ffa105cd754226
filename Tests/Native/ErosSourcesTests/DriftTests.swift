import ErosCore
import ErosNativeTestSupport
import ErosRegistry
import ErosSources
import Testing

/// Sources by file name, with `§` before the expected position of the finding.
typealias MarkedSources = [String: String]

/// A description, its sources and the expected position.
struct DriftCase {
  let parsed: ParsedRegistry
  var sources = NativeSources()
  var mark: String?

  init(_ config: String, _ files: MarkedSources) throws {
    var text = config
    var mark = Self.take(&text, "eros.native.json")
    for (name, file) in files {
      var file = file
      mark = Self.take(&file, name) ?? mark
      sources.add(Array(file.utf8), file: name)
    }
    self.mark = mark
    parsed = try read(text)
  }

  /// Removes the mark and returns its position.
  private static func take(_ text: inout String, _ file: String) -> String? {
    guard let index = text.firstIndex(of: "§") else { return nil }
    let offset = text[..<index].utf8.count
    text.remove(at: index)
    return "\(file):\(TextPosition(ofByte: offset, in: Array(text.utf8)))"
  }

  var findings: [Finding] { parsed.drift(from: sources) }
}

@Suite("Drift between the description and native sources")
struct DriftTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let rule: RegistryRule
    let config: String
    let files: MarkedSources
    var severity: Finding.Severity?
    /// Other rules that the row also violates.
    var alongside: Set<RegistryRule> = []

    var testDescription: String { "\(rule.rawValue) \(files)" }
  }

  static let module = #""modules": [{"name": "acme", "ios": "A", "android": "a.A""#
  static let method = module + #", "methods": [{"name": "scan", "args": ["o: object"]}]}]"#
  static let empty = module + "}]"
  static let component =
    #""components": [{"name": "acme-a", "ios": "A", "android": "a.A", "appendTree": true"#

  static func objc(_ body: String, base: String = "NSObject <WXModuleProtocol>") -> String {
    "@interface A : \(base)\n@end\n@implementation A\n\(body)\n@end\n"
  }

  static func java(_ body: String, base: String = "WXModule") -> String {
    "package a;\nimport com.taobao.weex.common.\(base);\npublic class A extends \(base) {\n\(body)\n}\n"
  }

  static let scan = "WX_EXPORT_METHOD(@selector(scan:))\n- (void)scan:(NSDictionary *)o {}"

  static let classes: [Row] = [
    Row(
      rule: .classMissing,
      config:
        #""modules": [{"name": "acme", "ios": "B", "android": {"class": §"a.C", "keep": true}}]"#,
      files: ["A.java": java("")]),
    Row(
      rule: .classMissing,
      config: #""modules": [{"name": "acme", "ios": §"Acm", "android": "a.A"}]"#,
      files: ["A.m": "@implementation Acme\n@end"], severity: .warning),
    Row(
      rule: .classMissing,
      config: #""modules": [{"name": "acme", "ios": {"class": §"A", "header": "A.h"}}]"#,
      files: ["A.h": "@interface A : NSObject <WXModuleProtocol>\n@end"], severity: .warning),
    Row(
      rule: .wrongBase, config: empty,
      files: ["A.m": "@interface A : NSObject\n@end\n@implementation §A\n@end"]),
    Row(
      rule: .wrongBase, config: empty,
      files: ["A.m": "@interface A : Stranger\n@end\n@implementation §A\n@end"], severity: .warning),
    Row(
      rule: .wrongBase, config: empty,
      files: ["A.kt": "package a\nclass §A : Activity()\n"]),
    Row(
      rule: .notCallable, config: empty,
      files: ["A.java": "package a; public abstract class §A extends WXModule {}"]),
    Row(
      rule: .notCallable, config: empty,
      files: ["A.java": "package a; class §A extends WXModule { public A(int x) {} }"]),
    Row(
      rule: .notCallable, config: empty,
      files: ["A.java": "package a; class §A extends WXModule {}"]),
    Row(
      rule: .notCallable, config: #""modules": [{"name": "acme", "ios": "A", "android": "a.O$A"}]"#,
      files: ["A.java": "package a; class O { public class §A extends WXModule {} }"]),
    Row(
      rule: .notCallable, config: empty,
      files: ["A.kt": "package a\nclass §A(val x: Int) : WXModule()\n"]),
    Row(
      rule: .notCallable, config: method,
      files: ["A.java": java("@JSMethod void §scan(Map<String, Object> o) {}")]),
    Row(
      rule: .notCallable, config: method,
      files: [
        "A.kt":
          "package a\nclass A : WXModule() { @JSMethod private fun §scan(o: Map<String, Any>) {} }"
      ]),
    Row(
      rule: .markerMissing,
      config:
        #""modules": [{"name": "acme", "ios": {"class": §"A", "lookup": "macro"}, "android": "a.A"}]"#,
      files: ["A.m": objc("")]),
    Row(
      rule: .markerMissing,
      config:
        #""components": [{"name": "acme-a", "ios": "A", "android": {"class": §"a.A", "lookup": "annotation"}}]"#,
      files: [
        "A.java": "package a; @WeexComponent(names = {\"acme-b\"}) class A extends WXComponent {}"
      ],
      alongside: [.registrationUndeclared]),
  ]

  static let methods: [Row] = [
    Row(
      rule: .methodMissing,
      config: module + #", "methods": [{"name": §"scan"}]}]"#, files: ["A.m": objc("")]),
    Row(
      rule: .methodUndeclared, config: empty,
      files: ["A.m": objc("§WX_EXPORT_METHOD(@selector(go))\n- (void)go {}")]),
    Row(
      rule: .methodUndeclared, config: empty,
      files: ["A.java": java("@JSMethod\npublic void §go() {}")]),
    Row(
      rule: .syncDiffers, config: method,
      files: [
        "A.m": objc("§WX_EXPORT_METHOD_SYNC(@selector(scan:))\n- (id)scan:(NSDictionary *)o {}")
      ]),
    Row(
      rule: .syncDiffers, config: method,
      files: ["A.java": java("@JSMethod(uiThread = false) public int §scan(JSONObject o) {}")]),
    Row(
      rule: .arityDiffers, config: method,
      files: [
        "A.m": objc("§WX_EXPORT_METHOD(@selector(scan:done:))\n- (void)scan:(id)o done:(id)d {}")
      ]),
    Row(
      rule: .arityDiffers, config: method,
      files: [
        "A.java": java(
          "@JSMethod public void §scan(Map<String, Object> o, final @Nullable JSCallback d) {}")
      ]),
    Row(
      rule: .typeDiffers, config: method,
      files: ["A.m": objc("WX_EXPORT_METHOD(@selector(scan:))\n- (void)scan:§(NSArray *)o {}")]),
    Row(
      rule: .typeDiffers, config: method,
      files: ["A.java": java("@JSMethod public void scan(@Nullable final §int o) {}")]),
    Row(
      rule: .typeDiffers, config: method,
      files: ["A.kt": "package a\nclass A : WXModule() { @JSMethod fun scan(§o: Boolean) {} }"]),
    Row(
      rule: .exportsClash, config: method,
      files: [
        "A.m": objc(scan + "\n§WX_EXPORT_METHOD(@selector(scan:b:))\n- (void)scan:(id)a b:(id)b {}")
      ]),
    Row(
      rule: .exportsClash, config: method,
      files: [
        "A.m": objc(scan.replacing("WX_E", with: "§WX_E"), base: "Base"),
        "B.m": "@interface Base : NSObject <WXModuleProtocol>\n@end\n@implementation Base\n"
          + "WX_EXPORT_METHOD(@selector(scan))\n- (void)scan {}\n@end",
      ], alongside: [.exportsUnregistered]),
    Row(
      rule: .exportsClash, config: method,
      files: [
        "A.java": java(
          "@JSMethod public void scan(Map o) {}\n@JSMethod public void §scan(Map o, int i) {}")
      ]),
    Row(
      rule: .sameLine, config: method,
      files: [
        "A.m": objc(scan),
        "Z.m":
          "@implementation A (More)\n\n\n§WX_EXPORT_METHOD(@selector(more))\n- (void)more {}\n@end",
      ], alongside: [.methodUndeclared]),
    Row(
      rule: .exportWithoutMethod, config: method,
      files: ["A.m": objc("§WX_EXPORT_METHOD(@selector(scan:))")]),
    Row(
      rule: .exportWithoutMethod, config: method,
      files: [
        "A.swift": """
        class A: NSObject, WXModuleProtocol {
          @objc static func §wx_export_method_0() -> String { "scan:" }
          func scan(_ o: NSDictionary) {}
        }
        """
      ]),
    Row(
      rule: .deadResult, config: method,
      files: ["A.m": objc("§WX_EXPORT_METHOD(@selector(scan:))\n- (NSString *)scan:(id)o {}")]),
    Row(
      rule: .deadResult, config: method,
      files: ["A.java": java("@JSMethod public Object §scan(JSONObject o) { return null; }")]),
  ]

  static let others: [Row] = [
    Row(
      rule: .exportsUnregistered, config: empty,
      files: [
        "A.m": objc("")
          + "@implementation §Orphan\nWX_EXPORT_METHOD(@selector(a))\n- (void)a {}\n@end"
      ]),
    Row(
      rule: .registrationUndeclared, config: empty,
      files: [
        "A.m": objc("- (void)x { [WXSDKEngine §registerModule:@\"other\" withClass:[A class]]; }")
      ]),
    Row(
      rule: .registrationUndeclared, config: empty,
      files: ["A.m": objc("") + "§WX_PlUGIN_EXPORT_MODULE(other, A)"]),
    Row(
      rule: .registrationUndeclared, config: empty,
      files: [
        "A.kt":
          "package a\nclass A : WXModule() { fun f() { WXSDKEngine.§registerModule(\"other\", A::class.java) } }"
      ]),
    Row(
      rule: .duplicateRegistration, config: empty,
      files: [
        "A.m": objc(""),
        "Z.m": "void f() { [WXSDKEngine registerModule:@\"acme\" withClass:[A class]];\n"
          + "[WXSDKEngine §registerModule:@\"acme\" withClass:B.class]; }",
      ]),
    Row(
      rule: .registeredManually, config: #""generate": {"ios": {"out": "i"}}, "# + empty,
      files: [
        "A.m": objc("- (void)x { [WXSDKEngine §registerModule:@\"acme\" withClass:[A class]]; }")
      ]),
    Row(
      rule: .nameNotFollowed, config: empty,
      files: ["A.m": objc("- (void)x { [WXSDKEngine §registerModule:name withClass:[A class]]; }")]),
    Row(
      rule: .nameNotFollowed, config: empty,
      files: ["A.java": java("void f() { WXSDKEngine.§registerModule(\"other\", type); }")]),
    Row(
      rule: .nameNotFollowed, config: empty,
      files: [
        "A.swift":
          "class A: NSObject, WXModuleProtocol { func f() { WXSDKEngine.§registerModule(name, with: A.self) } }"
      ]),
    Row(
      rule: .exportsClash, config: method,
      files: [
        "A.m": objc(scan),
        "Z.m": "@implementation A (More)\n§WX_EXPORT_METHOD(@selector(scan:))\n@end",
      ], severity: .warning),
    Row(
      rule: .memberDiffers, config: component + #", "attributes": [{"name": §"dateFormat"}]}]"#,
      files: ["A.m": objc("", base: "WXComponent")]),
    Row(
      rule: .memberDiffers, config: component + #", "attributes": [{"name": "dateFormat"}]}]"#,
      files: [
        "A.java": java(
          "§@WXComponentProp(name = \"dataFormat\") public void setIt(String s) {}\n"
            + "@WXComponentProp(name = \"dateFormat\") public void setThat(String s) {}",
          base: "WXComponent")
      ]),
    Row(
      rule: .memberDiffers, config: component + "}]",
      files: [
        "A.m": objc("- (void)x { [self fireEvent:§@\"finish\" params:nil]; }", base: "WXComponent")
      ]),
    Row(
      rule: .memberDiffers, config: component + "}]",
      files: [
        "A.m": "static NSString * const Kind = @\"options\";\n"
          + objc("- (void)x { id a = attributes[§Kind]; }", base: "WXComponent")
      ]),
    Row(
      rule: .sourcesDisagree, config: #""modules": []"#,
      files: [
        "A.m": "WX_PlUGIN_EXPORT_MODULE(acme, A)\n"
          + objc("§WX_EXPORT_METHOD(@selector(go))\n- (void)go {}"),
        "A.java": java("")
          .replacing("public class", with: "@WeexModule(name = \"acme\")\npublic class"),
      ], alongside: [.registrationUndeclared]),
    Row(
      rule: .sourcesDisagree, config: empty,
      files: [
        "A.m": objc("§WX_EXPORT_METHOD(@selector(go:))\n- (void)go:(id)a {}"),
        "A.java": java("@JSMethod public void go() {}"),
      ], alongside: [.methodUndeclared]),
    Row(
      rule: .sourcesDisagree, config: empty,
      files: [
        "A.m": objc("§WX_EXPORT_METHOD_SYNC(@selector(go))\n- (id)go { return nil; }"),
        "A.java": java("@JSMethod(uiThread = true) public String go() { return \"\"; }"),
      ], alongside: [.methodUndeclared, .deadResult]),
    Row(
      rule: .pathDiffers,
      config: #""widgets": [{"name": "w", "path": "/widget/a", "ios": "A", "android": "a.A"}]"#,
      files: [
        "A.m": objc(
          "- (BOOL)canPerformWithURL:(NSURL *)u { return [u.path isEqualToString:§@\"/widget/b\"]; }",
          base: "NSObject <RXRWidget>")
      ]),
    Row(
      rule: .pathDiffers,
      config: #""containerAPIs": [{"name": "w", "path": "/geo", "ios": "A", "android": "a.A"}]"#,
      files: [
        "A.kt": "package a\nclass A : RexxarContainerAPI { override fun getPath() = §\"/gps\" }"
      ]),
    Row(
      rule: .tableMisread, config: empty,
      files: ["app_config.xml": "<x><module name=\"acme\">§\n a.A</module></x>"]),
    Row(
      rule: .tableMisread, config: empty,
      files: ["app_config.xml": "<x><component §id=\"1\" name=\"a\">a.A</component></x>"]),
  ]

  @Test("each rule reports the exact position", arguments: classes + methods + others)
  func rule(row: Row) throws {
    let drift = try DriftCase(config(around: row.config), row.files)
    #expect(drift.parsed.isUsable, "\(drift.parsed.findings)")
    // Missing classes are irrelevant in most rows.
    let findings = drift.findings
    let found = findings.filter { $0.rule == row.rule }
    let mark = try #require(drift.mark)
    #expect(found.map(\.codeAndLocation).contains("\(row.rule.rawValue) \(mark)"), "\(findings)")
    #expect(
      found.first { $0.codeAndLocation.hasSuffix(mark) }?.severity == row.severity
        ?? row.rule.severity)
    let others = Set(findings.map(\.rule)).subtracting(row.alongside).subtracting([row.rule])
    let missing: Set<RegistryRule> = row.rule == .classMissing ? [] : [.classMissing]
    #expect(others.subtracting(missing).isEmpty, "\(findings)")
  }

  @Test("a missing base class is reported by its most common name")
  func baseName() throws {
    let drift = try DriftCase(
      config(around: Self.empty), ["A.m": Self.objc("", base: "NSObject")])
    #expect(
      drift.findings.map(\.message.description).contains {
        $0.hasSuffix("does not conform to WXModuleProtocol")
      })
  }

  @Test("a Swift component exports the methods of the generated file")
  func exportedComponent() throws {
    let config = config(
      around: #""generate": {"ios": {"out": "i", "exports": true, "language": "swift"}}, "#
        + #""components": [{"name": "acme-a", "ios": {"class": "A", "swift": true}, "#
        + #""methods": [{"name": "go"}]}]"#)
    let source = "class A: WXComponent { @objc func go() {} }"
    #expect(try DriftCase(config, ["A.swift": source]).findings == [])
  }

  @Test("sources that match the description have no findings")
  func agreement() throws {
    let drift = try DriftCase(
      config(around: Self.method),
      [
        "A.m": Self.objc(Self.scan),
        "A.java": Self.java(
          "@JSMethod public void scan(String o) {}"),
      ])
    #expect(drift.findings == [])
  }

  @Test("a generic Java method keeps its return type")
  func generics() throws {
    let drift = try DriftCase(
      config(around: Self.method),
      ["A.java": Self.java("@JSMethod public <T extends Map<String, T>> void scan(String o) {}")])
    #expect(drift.findings == [])
  }

  @Test("a loop over a class table registers only its classes")
  func table() throws {
    let body =
      "+ (void)registerModules { NSDictionary *d = @{ @\"acme\": NSStringFromClass([A class]) };\n"
      + "for (id k in d) [WXSDKEngine registerModule:k withClass:NSClassFromString(d[k])]; }"
    #expect(
      try DriftCase(config(around: Self.empty), ["A.m": Self.objc(body)]).findings == [])
  }

  @Test("an undeclared method is a warning")
  func undeclared() throws {
    let drift = try DriftCase(
      config(around: Self.empty), ["A.m": Self.objc("WX_EXPORT_METHOD(@selector(go))\n-(void)go{}")]
    )
    #expect(drift.findings.map(\.severity) == [.warning])
  }

  @Test("a platform without sources is skipped")
  func onePlatform() throws {
    let drift = try DriftCase(config(around: Self.method), ["A.m": Self.objc(Self.scan)])
    #expect(drift.findings == [])
  }

  @Test("generated files do not count as registrations")
  func generated() throws {
    let text =
      "// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.\n"
      + "void f() { [WXSDKEngine registerModule:@\"other\" withClass:[A class]]; }"
    let drift = try DriftCase(
      config(around: Self.method), ["A.m": Self.objc(Self.scan), "G.m": text])
    #expect(drift.findings == [])
  }

  @Test(
    "an undeclared method is reported once",
    arguments: [
      (
        ["A.m": objc("§WX_EXPORT_METHOD(@selector(go))\n- (void)go {}"), "A.java": java("")], "D04"
      ),
      (["A.m": objc(""), "A.java": java("@JSMethod\npublic void §go() {}")], "D04"),
      (["A.m": objc(""), "A.java": java("@JSMethod\nvoid §go() {}")], "D11"),
    ] as [(MarkedSources, String)])
  func reportedOnce(files: MarkedSources, code: String) throws {
    let drift = try DriftCase(config(around: Self.empty), files)
    #expect(drift.findings.map(\.codeAndLocation) == [try "\(code) \(#require(drift.mark))"])
  }

  @Test("every rule about sources has a row or a separate test")
  func complete() {
    let elsewhere: Set<RegistryRule> = [
      .sourceTooLarge, .sourceUnreadable, .notAdopted, .nothingToRead, .memberNotFollowed,
      .hostCopy, .spellingDiffers, .conditionIgnored,
    ]
    let native = (Self.classes + Self.methods + Self.others).map(\.rule)
    let scripts = (JSDriftTests.modules + JSDriftTests.tags + PageDriftTests.urls)
      .compactMap(\.rule)
    #expect(
      Set(native + scripts).union(elsewhere)
        == Set(RegistryRule.allCases.filter(\.concernsSources)))
  }
}
