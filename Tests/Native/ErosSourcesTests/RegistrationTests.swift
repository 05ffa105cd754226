import ErosCore
import ErosNativeTestSupport
import ErosRegistry
import ErosSources
import ErosTestSupport
import Testing

/// The registrations and findings of sources without a description.
private struct Adopted {
  /// The classes by `platform name`; a component's aliases follow its name.
  let classes: [String: String]
  let attributes: [String]
  let findings: [Finding]

  init(_ files: MarkedSources) throws {
    var sources = NativeSources()
    for (name, text) in files.sorted(by: { $0.key < $1.key }) {
      sources.add(Array(text.utf8), file: name)
    }
    let adoption = try Adoption(of: sources)
    let root = adoption.description.object
    var classes: [String: String] = [:]
    var attributes: [String] = []
    for node in ["modules", "components"].flatMap({ root?[$0]?.array ?? [] }) {
      let entry = node.value.object
      let names =
        [entry?["name"]?.string ?? ""]
        + (entry?["aliases"]?.array ?? []).compactMap(\.value.string)
      for platform in ["ios", "android"] {
        guard let value = entry?[platform] else { continue }
        let name = value.string ?? value.object?["class"]?.string
        for alias in names { classes["\(platform) \(alias)"] = name }
      }
      attributes += (entry?["attributes"]?.array ?? []).compactMap {
        $0.value.object?["name"]?.string
      }
    }
    self.classes = classes
    self.attributes = attributes
    findings = adoption.findings
  }
}

@Suite("Registrations in native sources")
struct RegistrationTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    let files: MarkedSources
    var expected: [String: String] = [:]
    /// The codes and locations of the findings.
    var findings: [String] = []

    var testDescription: String { name }
  }

  private static let pay = "package a;\npublic class Pay extends WXModule {}"
  private static let kotlinPay = "package a\nclass Pay : WXModule()"

  private static func start(_ body: String, imports: String = "", members: String = "") -> String {
    "package s;\nimport a.Pay;\n\(imports)class Start { \(members)\nvoid run() {\n\(body)\n} }"
  }

  private static func kotlin(_ body: String, imports: String = "") -> String {
    "package s\nimport a.Pay\n\(imports)\nobject Start {\n\(body)\n}"
  }

  private static let call = "WXSDKEngine.registerModule"

  static let constants: [Row] = [
    Row(
      name: "a constant of the class",
      files: [
        "Pay.java":
          "package a;\npublic class Pay extends WXModule { public static final String NAME = \"pay\"; }",
        "Start.java": start("\(call)(Pay.NAME, Pay.class);"),
      ], expected: ["android pay": "a.Pay"]),
    Row(
      name: "a variable field is not a constant",
      files: [
        "Pay.java":
          "package a;\npublic class Pay extends WXModule { public static String NAME = \"pay\"; }",
        "Start.java": start("\(call)(Pay.NAME, Pay.class);"),
      ], findings: ["W098 Start.java:5:13"]),
    Row(
      name: "a constant that a static import brings, joined from two",
      files: [
        "Pay.java": pay,
        "N.java":
          "package n; public interface Names { String P = \"p\"; String PAY = P + \"ay\"; }",
        "Start.java": start(
          "\(call)(PAY, Pay.class);", imports: "import static n.Names.PAY;\n"),
      ], expected: ["android pay": "a.Pay"]),
    Row(
      name: "a constant of a base class in the same package",
      files: [
        "Pay.java": pay,
        "Base.java": "package s; class Base { static final String PAY = \"pay\"; }",
        "Start.java": "package s; import a.Pay; class Start extends Base { void f() { "
          + "\(call)(PAY, Pay.class); } }",
      ], expected: ["android pay": "a.Pay"]),
    Row(
      name: "the constant of another package is not meant",
      files: [
        "Pay.java": pay,
        "Names.java": "package n; class Names { static final String PAY = \"pay\"; }",
        "Start.java": start("\(call)(Names.PAY, Pay.class);", imports: "import m.Names;\n"),
      ], findings: ["W098 Start.java:6:13"]),
    Row(
      name: "constants that refer to each other",
      files: [
        "Pay.java": pay,
        "Start.java": start(
          "\(call)(A, Pay.class);",
          members: "static final String A = B; static final String B = A;"),
      ], findings: ["W098 Start.java:5:13"]),
    Row(
      name: "a companion object, a top-level constant and an alias",
      files: [
        "Pay.kt":
          "package a\nclass Pay : WXModule() { companion object { const val NAME = \"pay\" } }",
        "Names.kt": "package n\nconst val SHOP: String = \"shop\"",
        "Start.kt": kotlin(
          "fun run() {\n\(call)(Pay.NAME, Pay::class.java)\n\(call)(STORE, Pay::class.java)\n}",
          imports: "import n.SHOP as STORE"),
      ], expected: ["android pay": "a.Pay", "android shop": "a.Pay"]),
    Row(
      name: "Weex's own constants",
      files: [
        "Start.java": start(
          "WXSDKEngine.registerComponent(WXBasicComponentType.LIST, Pay.class);",
          imports: "import com.taobao.weex.ui.component.WXBasicComponentType;\n")
      ], expected: ["android list": "a.Pay"]),
    Row(
      name: "an app's constant with the name of one of Weex's",
      files: [
        "Start.java": start(
          "\(call)(AcmeNames.FINISH, Pay.class);", imports: "import n.AcmeNames;\n")
      ], findings: ["W098 Start.java:6:13"]),
    Row(
      name: "constants in Objective-C",
      files: [
        "N.h": "extern NSString *const AcmePay;\n#define ACME_SHOP @\"shop\"\n",
        "N.m": "NSString *const AcmePay = @\"pay\";",
        "S.m": "void f() { [WXSDKEngine registerModule:AcmePay withClass:[Pay class]];\n"
          + "[WXSDKEngine registerModule:ACME_SHOP withClass:Shop.class]; }",
      ], expected: ["ios pay": "Pay", "ios shop": "Shop"]),
    Row(
      name: "a constant with two values",
      files: [
        "A.m": "static NSString *const Name = @\"a\";",
        "B.m": "static NSString *const Name = @\"b\";",
        "S.m": "void f() { [WXSDKEngine registerModule:Name withClass:[Pay class]]; }",
      ], findings: ["W098 S.m:1:25"]),
    Row(
      name: "constants in Swift",
      files: [
        "N.swift":
          "enum Names: String { case shop = \"shop\" }\nclass Pay { static let name = \"pay\" }",
        "S.swift": "func f() { WXSDKEngine.registerModule(Pay.name, with: Pay.self)\n"
          + "WXSDKEngine.registerModule(Names.shop.rawValue, with: Shop.self) }",
      ], expected: ["ios pay": "Pay", "ios shop": "Shop"]),
    Row(
      name: "a missing constant in Swift",
      files: ["S.swift": "func f() { WXSDKEngine.registerModule(Names.pay, with: Pay.self) }"],
      findings: ["W098 S.swift:1:24"]),
  ]

  static let packages: [Row] = [
    Row(
      name: "a package with a capital letter",
      files: [
        "P.java": "package x.Main.mod; public class Pay extends WXModule {}",
        "S.java":
          "package s; import x.Main.mod.Pay; class S { void f() { \(call)(\"pay\", Pay.class); } }",
      ], expected: ["android pay": "x.Main.mod.Pay"]),
    Row(
      name: "a package with a capital letter, without the class",
      files: [
        "S.java":
          "package s; import x.Main.mod.Pay; class S { void f() { \(call)(\"pay\", Pay.class); } }"
      ], expected: ["android pay": "x.Main.mod.Pay"]),
    Row(
      name: "a nested class with a lowercase outer class",
      files: [
        "O.java": "package x; public class outer { public static class Pay extends WXModule {} }",
        "S.java":
          "package s; import x.outer.Pay; class S { void f() { \(call)(\"pay\", Pay.class); } }",
      ], expected: ["android pay": "x.outer$Pay"]),
  ]

  static let wrappers: [Row] = [
    Row(
      name: "a method of the app that registers its arguments",
      files: [
        "H.java": "package s; class H { static void add(String n, Class c) { \(call)(n, c); } }",
        "Start.java": start("H.add(\"pay\", Pay.class);\nH.add(name(), Pay.class);"),
      ], expected: ["android pay": "a.Pay"], findings: ["W098 Start.java:6:3"]),
    Row(
      name: "a method of another class with the same name",
      files: [
        "H.java": "package s; class H { static void add(String n, Class c) { \(call)(n, c); } }",
        "Start.java": start("Other.add(\"pay\", Pay.class);"),
      ], findings: ["W098 H.java:1:71"]),
    Row(
      name: "a method that calls such a method",
      files: [
        "H.kt": "package s\nfun one(n: String, c: Class<*>) = \(call)(n, c)\n"
          + "fun two(n: String, c: Class<*>) = one(n, c)",
        "Start.kt": kotlin("fun run() {\ntwo(\"pay\", Pay::class.java)\n}"),
      ], expected: ["android pay": "a.Pay"]),
    Row(
      name: "macros",
      files: [
        "M.h": "#define REG(n, c) [WXSDKEngine registerModule:n withClass:[c class]]\n"
          + "#define NAMED(n) \\\n  [WXSDKEngine registerModule:@#n withClass:NSClassFromString(@#n)]\n"
          + "#define OTHER(n, c) [Log add:n withClass:[c class]]\n",
        "S.m": "void f() { REG(@\"pay\", Pay); OTHER(@\"no\", No); }",
      ], expected: ["ios pay": "Pay"], findings: ["W098 M.h:3:16"]),
    Row(
      name: "unqualified calls",
      files: [
        "A.java":
          "package a; class A extends WXSDKEngine { void f() { registerModule(\"a\", P.class); } }",
        "B.java":
          "package a; import static com.taobao.weex.WXSDKEngine.*; class B { { registerModule(\"b\", P.class); } }",
        "C.java": "package a; class C { void f() { registerModule(\"c\", P.class); } }",
        "D.java": "package a; class D { void f() { mapper.registerModule(new TimeModule()); } }",
      ], expected: ["android a": "a.P", "android b": "a.P"], findings: ["W098 C.java:1:33"]),
    Row(
      name: "a map in a field",
      files: [
        "Start.java": start(
          "for (Map.Entry<String, Class> e : ALL.entrySet()) { \(call)(e.getKey(), e.getValue()); }",
          members: "static final Map<String, Class> ALL = new HashMap<>(); static { "
            + "ALL.put(\"pay\", Pay.class); OTHERS.put(\"no\", No.class); }")
      ], expected: ["android pay": "a.Pay"]),
    Row(
      name: "a map from elsewhere",
      files: [
        "Start.java": start(
          "for (Map.Entry<String, Class> e : load().entrySet()) { \(call)(e.getKey(), e.getValue()); }"
        )
      ], findings: ["W098 Start.java:5:68"]),
    Row(
      name: "a Kotlin map",
      files: [
        "Start.kt": kotlin(
          "private val all = mapOf(\"pay\" to Pay::class.java, \"shop\" to Shop::class.java)\n"
            + "fun run() {\nall.forEach { (n, c) -> \(call)(n, c) }\n}")
      ], expected: ["android pay": "a.Pay", "android shop": "s.Shop"]),
    Row(
      name: "a Swift map and a list of names",
      files: [
        "S.swift": "let all: [String: AnyClass] = [\"pay\": Pay.self]\nfunc f() {\n"
          + "for (n, c) in all { WXSDKEngine.registerModule(n, with: c) }\n"
          + "for n in [\"a-b\", \"a-c\"] { WXSDKEngine.registerComponent(n, with: List.self) }\n}"
      ], expected: ["ios pay": "Pay", "ios a-b": "List", "ios a-c": "List"]),
    Row(
      name: "Objective-C maps and records",
      files: [
        "S.m": "@implementation S\n- (NSDictionary *)all { return @{ @\"pay\": @\"Pay\" }; }\n"
          + "- (void)run { for (NSString *n in self.all) "
          + "[WXSDKEngine registerModule:n withClass:NSClassFromString(self.all[n])];\n"
          + "NSArray *rows = @[@{@\"name\": @\"shop\", @\"class\": [Shop class]}];\n"
          + "for (NSDictionary *r in rows) "
          + "[WXSDKEngine registerModule:r[@\"name\"] withClass:r[@\"class\"]]; }\n@end"
      ], expected: ["ios pay": "Pay", "ios shop": "Shop"]),
  ]

  @Test("registrations are followed or reported", arguments: constants + packages + wrappers)
  func follows(row: Row) throws {
    let adopted = try Adopted(row.files)
    #expect(adopted.classes == row.expected)
    #expect(adopted.findings.map(\.codeAndLocation) == row.findings, "\(adopted.findings)")
  }

  @Test("attributes and events have constants of other files")
  func members() throws {
    let adopted = try Adopted([
      "N.java": "package n; public class Names { public static final String COLOR = \"color\"; }",
      "C.java": """
      package a; import n.Names; @WeexComponent(names = "acme-map")
      public class C extends WXComponent {
        @WXComponentProp(name = Names.COLOR) public void setColor(String c) {}
        @WXComponentProp(name = Names.WIDTH) public void setWidth(int w) {}
        void f(String type) { fireEvent(type); fireEvent(Names.COLOR); }
      }
      """,
    ])
    #expect(adopted.attributes == ["color"])
    #expect(adopted.findings.map(\.codeAndLocation) == ["N099 C.java:4:3", "N099 C.java:5:35"])
    #expect(adopted.findings[0].message.contains("'Names.WIDTH' is not in the sources"))
  }

  @Test("notes the limits on rows of loops and on calls of wrappers", arguments: [100, 300])
  func limits(count: Int) throws {
    let rows = (0..<count).map { "@\"row\($0)\": [Row\($0) class]," }.joined(separator: "\n")
    let loop = "for (id k in t) { [WXSDKEngine registerModule:k withClass:t[k]]; }\n"
    let loops = try Adopted([
      "A.m": "@implementation A\n- (void)a {\nNSDictionary *t = @{\n\(rows)\n};\n"
        + String(repeating: loop, count: count) + "}\n@end\n"
    ])
    #expect(loops.classes.count == count)
    let wrappers = (0..<count).map {
      "class A\($0) { static void add(String n, Class c) { WXSDKEngine.registerModule(n, c); } }\n"
    }.joined()
    let calls = (0..<count).map { "A\($0).add(\"m\($0)\", Other.class);\n" }.joined()
    let followed = try Adopted([
      "A.java": "package a;\n\(wrappers)class App { void start() {\n\(calls)} }\n"
    ])
    let notes = [
      "the loops of the sources have too many rows to follow, so this registration of a module is not followed",
      "the sources have too many calls to follow, so this registration of a module is not followed",
    ]
    for (adopted, note) in zip([loops, followed], notes) {
      #expect(Set(adopted.findings.map(\.message.description)) == (count == 300 ? [note] : []))
    }
    #expect((followed.classes.count == count) == (count == 100))
  }
}
