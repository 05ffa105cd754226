import ErosCore
import ErosRegistry
import ErosSources
import Testing

/// The same modules, registered in five styles in each language.
@Suite("Styles of registrations")
struct RegistrationStyleTests {
  struct Style: CustomTestStringConvertible, Sendable {
    let language: String
    let style: String
    let files: MarkedSources
    /// The modules that adoption finds.
    let found: Set<String>
    /// The number of registrations that are reported instead.
    var reported = 0

    var testDescription: String { "\(language): \(style)" }
  }

  // MARK: Objective-C

  private static let engine = "[WXSDKEngine registerModule:"

  static let objectiveC: [Style] = [
    Style(
      language: "Objective-C", style: "literals",
      files: [
        "S.m": """
        void f() {
        \(engine)@"a" withClass:[A class]];
        \(engine)(@"b") withClass:NSClassFromString(@"B")];
        \(engine)@"c" withClass:C.class];
        }
        """
      ], found: ["a", "b", "c"]),
    Style(
      language: "Objective-C", style: "constants",
      files: [
        "N.h": "extern NSString *const kA;\n#define NAME_B @\"b\"\n",
        "N.m": "NSString *const kA = @\"a\";\nstatic NSString * const kC = @\"c\" @\"d\";",
        "S.m": """
        void f() {
        \(engine)kA withClass:[A class]];
        \(engine)NAME_B withClass:[B class]];
        \(engine)kMissing withClass:[M class]];
        }
        """,
      ], found: ["a", "b"], reported: 1),
    Style(
      language: "Objective-C", style: "macros",
      files: [
        "M.h": "#define REG(n, c) \(engine)n withClass:[c class]]\n"
          + "#define REG_NAMED(n) \(engine)@#n withClass:NSClassFromString(@\"ACME\" @#n)]\n",
        "S.m":
          "WX_PlUGIN_EXPORT_MODULE(p, P)\nvoid f() {\nREG(@\"a\", A);\nREG_NAMED(b);\nREG(name(), C);\n}",
      ], found: ["a", "b", "p"], reported: 1),
    Style(
      language: "Objective-C", style: "maps",
      files: [
        "S.m": """
        @implementation S
        - (void)run {
          NSDictionary *all = @{ @"a": [A class], @"b": @"B" };
          for (NSString *n in all) \(engine)n withClass:all[n]];
          for (NSString *n in [self load]) \(engine)n withClass:[X class]];
        }
        @end
        """
      ], found: ["a"], reported: 2),
    Style(
      language: "Objective-C", style: "idioms",
      files: [
        "S.m": """
        @implementation S
        + (NSDictionary *)bm_registerModules { return @{ @"a": NSStringFromClass([A class]) }; }
        - (void)reg:(NSString *)n cls:(Class)c { \(engine)n withClass:c]; }
        - (void)run { [self reg:@"b" cls:[B class]]; [self reg:[B name] cls:[B class]]; }
        @end
        @implementation B
        + (NSString *)name { return @"c"; }
        @end
        """
      ], found: ["a", "b", "c"]),
  ]

  // MARK: Swift

  private static let swiftEngine = "WXSDKEngine.registerModule"

  static let swift: [Style] = [
    Style(
      language: "Swift", style: "literals",
      files: [
        "S.swift": "func f() {\n\(swiftEngine)(\"a\", with: A.self)\n"
          + "\(swiftEngine)(\"b\", with: NSClassFromString(\"B\"))\n\(swiftEngine)(\"c\", withClass: C.self)\n}"
      ], found: ["a", "b", "c"]),
    Style(
      language: "Swift", style: "constants",
      files: [
        "N.swift":
          "enum Names: String { case a = \"a\" }\nstruct K { static let b = \"b\" }\nlet c = \"c\"",
        "S.swift": "func f() {\n\(swiftEngine)(Names.a.rawValue, with: A.self)\n"
          + "\(swiftEngine)(K.b, with: B.self)\n\(swiftEngine)(c, with: C.self)\n\(swiftEngine)(K.z, with: Z.self)\n}",
      ], found: ["a", "b", "c"], reported: 1),
    Style(
      language: "Swift", style: "wrappers",
      files: [
        "S.swift": "func reg(_ n: String, _ c: AnyClass) { \(swiftEngine)(n, with: c) }\n"
          + "func f() {\nreg(\"a\", A.self)\nreg(make(), B.self)\n}"
      ], found: ["a"], reported: 1),
    Style(
      language: "Swift", style: "maps",
      files: [
        "S.swift": "let all: [String: AnyClass] = [\"a\": A.self, \"b\": B.self]\nfunc f() {\n"
          + "for (n, c) in all { \(swiftEngine)(n, with: c) }\n"
          + "for (n, c) in load() { \(swiftEngine)(n, with: c) }\n}"
      ], found: ["a", "b"], reported: 1),
    Style(
      language: "Swift", style: "idioms",
      files: [
        "S.swift": "class A: NSObject { class var name: String { \"a\" } }\n"
          + "func f() {\n\(swiftEngine)(A.name, with: A.self)\n"
          + "[(\"b\", B.self), (\"c\", C.self)].forEach { \(swiftEngine)($0.0, with: $0.1) }\n}"
      ], found: ["a", "b", "c"]),
  ]

  // MARK: Java

  private static let javaEngine = "WXSDKEngine.registerModule"

  static let java: [Style] = [
    Style(
      language: "Java", style: "literals",
      files: [
        "S.java": "package s; class S { void f() {\n\(javaEngine)(\"a\", A.class);\n"
          + "\(javaEngine)(\"b\", B.class, true);\n\(javaEngine)(\"c\", new TypeModuleFactory<>(C.class), false);\n} }"
      ], found: ["a", "b", "c"]),
    Style(
      language: "Java", style: "constants",
      files: [
        "A.java":
          "package m; public class A extends WXModule { public static final String NAME = \"a\"; }",
        "N.java": "package m; public interface N { String B = \"b\"; }",
        "S.java": "package s; import m.A; import static m.N.B; class S { void f() {\n"
          + "\(javaEngine)(A.NAME, A.class);\n\(javaEngine)(B, X.class);\n\(javaEngine)(Z.NAME, Z.class);\n} }",
      ], found: ["a", "b"], reported: 1),
    Style(
      language: "Java", style: "wrappers",
      files: [
        "S.java": "package s; class S { void reg(String n, Class c) { \(javaEngine)(n, c); }\n"
          + "void f() {\nreg(\"a\", A.class);\nreg(name(), B.class);\n} }"
      ], found: ["a"], reported: 1),
    Style(
      language: "Java", style: "maps",
      files: [
        "S.java": "package s; class S { static final Map<String, Class> ALL = new HashMap<>();\n"
          + "static { ALL.put(\"a\", A.class); ALL.put(\"b\", B.class); }\nvoid f() {\n"
          + "for (Map.Entry<String, Class> e : ALL.entrySet()) \(javaEngine)(e.getKey(), e.getValue());\n"
          + "for (Item i : load()) \(javaEngine)(i.name, i.type);\n} }"
      ], found: ["a", "b"], reported: 1),
    Style(
      language: "Java", style: "idioms",
      files: [
        "S.java": "package s; import static com.taobao.weex.WXSDKEngine.registerModule;\n"
          + "@WeexModule(name = \"a\") class A {}\nclass S { void f() {\nregisterModule(\"b\", B.class);\n"
          + "engine.registerModule(\"c\", C.class);\n} }"
      ], found: ["a", "b"], reported: 1),
  ]

  // MARK: Kotlin

  static let kotlin: [Style] = [
    Style(
      language: "Kotlin", style: "literals",
      files: [
        "S.kt": "package s\nfun f() {\n\(javaEngine)(\"a\", A::class.java)\n"
          + "\(javaEngine)(\"b\", B::class.java, true)\n}"
      ], found: ["a", "b"]),
    Style(
      language: "Kotlin", style: "constants",
      files: [
        "A.kt": "package m\nclass A : WXModule() { companion object { const val NAME = \"a\" } }\n"
          + "const val B_NAME = \"b\"",
        "S.kt":
          "package s\nimport m.A\nimport m.B_NAME\nfun f() {\n\(javaEngine)(A.NAME, A::class.java)\n"
          + "\(javaEngine)(B_NAME, B::class.java)\n\(javaEngine)(Z.NAME, Z::class.java)\n}",
      ], found: ["a", "b"], reported: 1),
    Style(
      language: "Kotlin", style: "wrappers",
      files: [
        "S.kt": "package s\nfun reg(n: String, c: Class<out WXModule>) { \(javaEngine)(n, c) }\n"
          + "fun f() {\nreg(\"a\", A::class.java)\nreg(name(), B::class.java)\n}"
      ], found: ["a"], reported: 1),
    Style(
      language: "Kotlin", style: "maps",
      files: [
        "S.kt":
          "package s\nval all = mapOf(\"a\" to A::class.java, \"b\" to B::class.java)\nfun f() {\n"
          + "for ((n, c) in all) { \(javaEngine)(n, c) }\n"
          + "for ((n, c) in load()) { \(javaEngine)(n, c) }\n}"
      ], found: ["a", "b"], reported: 1),
    Style(
      language: "Kotlin", style: "idioms",
      files: [
        "S.kt":
          "package s\nobject S {\nprivate const val A = \"a\"\nfun f() = \(javaEngine)(A, X::class.java)\n"
          + "fun g() {\nlistOf(\"b\" to B::class.java).forEach { (n, c) -> \(javaEngine)(n, c) }\n"
          + "\(javaEngine)(\"c${1}\", C::class.java)\n} }"
      ], found: ["a", "b"], reported: 1),
  ]

  @Test(
    "are followed or reported, never lost", arguments: objectiveC + swift + java + kotlin)
  func styles(style: Style) throws {
    var sources = NativeSources()
    for (name, text) in style.files.sorted(by: { $0.key < $1.key }) {
      sources.add(Array(text.utf8), file: name)
    }
    let adoption = try Adoption(of: sources)
    let modules = adoption.description.object?["modules"]?.array ?? []
    #expect(Set(modules.compactMap { $0.value.object?["name"]?.string }) == style.found)
    let reported = adoption.findings.count { $0.rule == .nameNotFollowed }
    #expect(reported == style.reported, "\(adoption.findings)")
  }
}
