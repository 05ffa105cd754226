import ErosCore
import ErosRegistry
import ErosTestSupport
import Testing

/// What a description without any entry learns from sources, as `kind name.method`.
private func adopted(_ files: [String: String]) throws -> [String] {
  var sources = NativeSources()
  for (name, text) in files { sources.add(Array(text.utf8), file: name) }
  let root = try Adoption(of: sources).description.object
  return ["modules", "components", "handlers", "embedViews"].flatMap { section in
    (root?[section]?.array ?? []).flatMap { node -> [String] in
      let entry = node.value.object
      let name =
        (entry?["name"] ?? entry?["type"])?.string
        ?? entry?["ios"]?.object?["protocol"]?.string ?? ""
      let methods = (entry?["methods"]?.array ?? []).compactMap(\.value.object).map { method in
        let args = (method["args"]?.array ?? []).compactMap(\.value.string)
        return "\(method["sync"]?.bool == true ? "sync " : "")\(method["name"]?.string ?? "")"
          + "(\(args.joined(separator: ", ")))"
      }
      return methods.isEmpty ? [name] : methods.map { "\(name).\($0)" }
    }
  }
}

@Suite("Source scanners")
struct ScannerTests {
  struct Trap: CustomTestStringConvertible, Sendable {
    let name: String
    let file: String
    let text: String
    let expected: [String]

    var testDescription: String { name }

    init(_ name: String, _ file: String, _ text: String, _ expected: [String]) {
      (self.name, self.file, self.text, self.expected) = (name, file, text, expected)
    }
  }

  private static func objc(_ body: String) -> String {
    "WX_PlUGIN_EXPORT_MODULE(m, A)\n@interface A : NSObject <WXModuleProtocol>\n@end\n"
      + "@implementation A\n\(body)\n@end\n"
  }

  private static func java(_ body: String) -> String {
    "package a; @WeexModule(name = \"m\") public class A extends WXModule {\n\(body)\n}"
  }

  private static func kotlin(_ body: String) -> String {
    "package a\n@WeexModule(name = \"m\")\nclass A : WXModule() {\n\(body)\n}"
  }

  private static func swift(_ body: String) -> String {
    "func f() { WXSDKEngine.registerModule(\"m\", with: A.self) }\n"
      + "@objc(A) class B: NSObject, WXModuleProtocol {\n\(body)\n}"
  }

  static let objectiveC: [Trap] = [
    Trap(
      "a semicolon behind the macro", "A.m", objc("WX_EXPORT_METHOD(@selector(a));\n-(void)a{}"),
      ["m.a()"]),
    Trap(
      "exports in comments", "A.m",
      objc(
        "/* WX_EXPORT_METHOD(@selector(a)) */ // WX_EXPORT_METHOD(@selector(b))\n// joined \\\nWX_EXPORT_METHOD(@selector(c))"
      ), ["m"]),
    Trap(
      "exports in texts", "A.m",
      objc(
        "- (void)x { NSLog(@\"WX_EXPORT_METHOD(@selector(a)) \\\" {\"); char c = '\"'; }\nWX_EXPORT_METHOD(@selector(b))\n- (void)b {}"
      ), ["m.b()"]),
    Trap(
      "empty keywords", "A.m",
      objc(
        "WX_EXPORT_METHOD(@selector(sms:::))\n- (void)sms:(NSArray *)to :(NSString *)text :(WXModuleCallback)done {}"
      ), ["m.sms(to: any[], text: string, done: callback)"]),
    Trap(
      "blanks in a selector", "A.m",
      objc("WX_EXPORT_METHOD( @selector( a : b : ) )\n- (void)a:(BOOL)x b:(NSInteger)y {}"),
      ["m.a(x: boolean, y: integer)"]),
    Trap(
      "hidden by #if 0", "A.m",
      objc(
        "#if 0\nWX_EXPORT_METHOD(@selector(a)) it's \"\n#if X\n#endif\n/* #endif */\n#else\nWX_EXPORT_METHOD(@selector(b))\n- (void)b {}\n#endif\nWX_EXPORT_METHOD(@selector(c))\n- (void)c {}"
      ), ["m.b()", "m.c()"]),
    Trap(
      "both branches of a condition", "A.m",
      objc(
        "#ifdef X\nWX_EXPORT_METHOD(@selector(a))\n-(void)a {\n#else\n-(void)b {\n#endif\n}\nWX_EXPORT_METHOD(@selector(c))"
      ), ["m.a()", "m.c()"]),
    Trap(
      "marks and apostrophes for the preprocessor", "A.m",
      objc(
        "#pragma mark - it's\n#define X(a) WX_EXPORT_METHOD(@selector(a)) \\\n  WX_EXPORT_METHOD(@selector(b))\nWX_EXPORT_METHOD(@selector(c))\n-(void)c{}"
      ), ["m.c()"]),
    Trap(
      "two classes in a file", "A.m",
      objc("WX_EXPORT_METHOD(@selector(a))\n-(void)a{}")
        + "@implementation B\nWX_EXPORT_METHOD(@selector(b))\n-(void)b{}\n@end\n", ["m.a()"]),
    Trap(
      "a category without a blank", "A.m",
      objc("")
        + "@implementation A(More)\nWX_EXPORT_METHOD_SYNC(@selector(b))\n-(NSString *)b{}\n@end\n",
      ["m.sync b()"]),
    Trap(
      "a raw text of C++", "A.mm",
      objc(
        "- (void)x { auto s = R\"x(\" @end WX_EXPORT_METHOD(@selector(a)) )\" )x\"; }\nWX_EXPORT_METHOD(@selector(b))\n-(void)b{}"
      ), ["m.b()"]),
    Trap(
      "block types and attributes", "A.m",
      objc(
        "WX_EXPORT_METHOD(@selector(a:b:))\n- (void)a:(void (^)(id result))done b:(nullable NSDictionary<NSString *, id> *)o __attribute__((unused)) {}"
      ), ["m.a(done: callback, o: object)"]),
    Trap(
      "an unclosed method", "A.m",
      objc("- (void)x { if (1) {\n")
        + "@implementation A (B)\nWX_EXPORT_METHOD(@selector(b))\n-(void)b{}\n@end", ["m.b()"]),
    Trap(
      "a table of classes", "A.m",
      "@implementation R\n+ (void)registerBmModules { NSDictionary *d = @{ @\"x\": NSStringFromClass([A class]), @\"y\" : NSStringFromClass([B class]) }; }\n+ (void)registerBmComponents { id d = @{ @\"c\": NSStringFromClass([C class]) }; }\n+ (void)other { id d = @{ @\"z\": NSStringFromClass([A class]) }; }\n@end",
      ["x", "y", "c"]),
    Trap(
      "calls with classes by name", "A.m",
      "void f() { [WXSDKEngine registerModule:@\"x\" withClass:NSClassFromString(NSStringFromClass([A class]))]; [WXSDKEngine registerComponent:@\"c\" withClass:NSClassFromString(@\"C\") withProperties:@{@\"append\":@\"tree\"}]; [WXSDKEngine registerHandler:[[H alloc] init] withProtocol:@protocol(WXImgLoaderProtocol)]; [[PSDService sharedInstance] registerComponentWithName:@\"acme_map\" clsName:@\"M\"]; }",
      ["x", "c", "WXImgLoaderProtocol", "acme_map"]),
  ]

  static let swiftTraps: [Trap] = [
    Trap(
      "nested comments", "A.swift",
      swift("/* /* */ @objc static func wx_export_method_a() -> String { \"a\" } */"), ["m"]),
    Trap(
      "code in texts", "A.swift",
      swift(
        "func x() { print(\"\\(f(\")\")) } {\") }\n@objc static func wx_export_method_b() -> String { return \"b:\" }\n@objc func b(_ o: [String: Any]) {}"
      ), ["m.b(o: any)"]),
    Trap(
      "raw and long texts", "A.swift",
      swift(
        "let a = #\"\\( \" \"#, b = \"\"\"\n  \" } {\n\"\"\"\n@objc static func wx_export_method_sync_b() -> String { #\"b\"# }\n@objc func b() -> String { \"\" }"
      ), ["m.sync b()"]),
    Trap(
      "#selector with labels", "A.swift",
      swift(
        "@objc class func wx_export_method_0() -> String { NSStringFromSelector(#selector(B.open(_:done:))) }\n@objc func open(_ o: NSDictionary, done: @escaping WXModuleCallback) {}"
      ), ["m.open(o: object, done: callback)"]),
    Trap(
      "a name of its own for Objective-C", "A.swift",
      swift(
        "@objc static func wx_export_method_0() -> String { \"go:\" }\n@objc(go:) func `in`(x: Int) {}"
      ), ["m.go(x: integer)"]),
    Trap(
      "exports in an extension", "A.swift",
      swift("")
        + "\nextension B { @objc static func wx_export_method_0() -> String { \"a\" }\n @objc func a() {} }",
      ["m.a()"]),
    Trap(
      "hidden by #if false", "A.swift",
      swift("#if false\n@objc static func wx_export_method_0() -> String { \"a\" }\n#endif"), ["m"]),
    Trap(
      "a class inside another", "A.swift",
      "class O { struct P { @objc(A) class B: NSObject { @objc static func wx_export_method_0() -> String { \"a\" }\n@objc func a() {} } } }\nfunc f() { WXSDKEngine.registerModule(\"m\", with: O.P.B.self); WXSDKEngine.registerHandler(H(), with: WXImgLoaderProtocol.self) }",
      ["m.a()", "WXImgLoaderProtocol"]),
  ]

  static let androidTraps: [Trap] = [
    Trap(
      "annotations and generics of parameters", "A.java",
      java(
        "@JSMethod public void a(@Nullable final JSCallback cb, Map<String, List<Object>> o, String... s) {}"
      ), ["m.a(cb: keepAliveCallback, o: object, s: string)"]),
    Trap(
      "an annotation over several lines, among others", "A.java",
      java(
        "@SuppressWarnings({\"a\", \"b)\"})\n@com.taobao.weex.annotation.JSMethod(\n  uiThread\n = false, alias = \"b\")\n@Override public <T extends Foo<T>> String a() throws X, Y { return \"}\"; }"
      ), ["m.sync b()"]),
    Trap(
      "comments and texts", "A.java",
      java(
        "// @JSMethod\n/* @JSMethod */ String s = \"@JSMethod public void a() {\"; char c = '\"'; char d = '\\'';\n@JSMethod public void b() {}"
      ), ["m.b()"]),
    Trap(
      "a text block", "A.java",
      java(
        "String s = \"\"\"\n \" } @JSMethod public void a() {}\n\"\"\";\n@JSMethod public void b() {}"
      ), ["m.b()"]),
    Trap(
      "an inner class keeps its methods", "A.java",
      java(
        "class I { @JSMethod public void a() {} }\n@JSMethod public void b() { new X() { @JSMethod public void c() {} }; }"
      ), ["m.b()"]),
    Trap(
      "the old annotation", "A.java",
      java(
        "@WXModuleAnno(runOnUIThread = false) public int a() {}\n@WXModuleAnno(moduleMethod = false) public void b() {}"
      ), ["m.sync a()"]),
    Trap(
      "fields and initializers", "A.java",
      java(
        "static { x(); }\nint[] a = {1, 2}; Runnable r = () -> { x(); };\n@JSMethod\npublic void b() {}"
      ), ["m.b()"]),
    Trap(
      "constants in registrations", "A.java",
      "package a; import b.C; class A { static final String NAME = \"m\"; void f() { WXSDKEngine.registerModule(NAME, C.class, true); WXSDKEngine.registerComponent(new SimpleComponentHolder(A.class, new X()), false, \"c\", \"d\"); MPEmbedViewHelper.registerEmbedView(\"a.V\", \"acme_v\"); other.registerModule(\"z\", A.class); } }",
      ["m", "c", "d", "acme_v"]),
    Trap(
      "Kotlin's annotations on one line", "A.kt",
      kotlin(
        "@JSMethod(uiThread = false) fun a(o: Map<String, Any?>?, @Foo cb: JSCallback? = null): String = \"${b { \"}\" }}\"\n@JSMethod\nfun c() { }"
      ), ["m.sync a(o: object, cb: keepAliveCallback)", "m.c()"]),
    Trap(
      "Kotlin's nested comments and raw texts", "A.kt",
      kotlin(
        "/* /* */ @JSMethod fun a() {} */\nval s = \"\"\" \" $x ${\"}\"} { \"\"\"\n@JSMethod fun b() = Unit"
      ), ["m.b()"]),
    Trap(
      "Kotlin's objects and classes inside", "A.kt",
      kotlin(
        "companion object { const val X = \"x\"; @JSMethod fun a() {} }\nprivate val o = object : Foo { }\n@JSMethod fun b() {}\nclass I { @JSMethod fun c() {} }"
      ), ["m.b()"]),
    Trap(
      "a class without a body", "A.kt",
      "package a\n@WeexModule(name = \"n\")\nclass N : WXModule()\n"
        + kotlin("@JSMethod fun a() {}").replacing("package a\n", with: ""), ["m.a()", "n"]),
    Trap(
      "a list of names", "A.kt",
      "package a\n@WeexComponent(names = [\"c\", \"d\"])\nclass A(i: I, v: V, d: D) : WXComponent<View>(i, v, d) { @WXComponentProp(name = \"p\") fun setP(p: Int) {} }",
      ["c", "d"]),
    Trap(
      "XML comments", "app_config.xml",
      "<?xml version='1.0'?><app><!-- <module name=\"a\">a.A</module> --><module\n name='b' >a.B</module><component name=\"c\">\n a.C </component><![CDATA[<module name=\"d\">a.D</module>]]></app>",
      ["b", "c"]),
    Trap(
      "a configuration in assets", "weex_config_a.json",
      #"{"modules": [{"name": "a", "className": "a.A", "methods": []}, {"name": "b"}], "components": [{"name": "c", "className": "a.C"}]}"#,
      ["a", "c"]),
  ]

  @Test("traps of real sources", arguments: objectiveC + swiftTraps + androidTraps)
  func trap(trap: Trap) throws {
    #expect(try adopted([trap.file: trap.text]) == trap.expected)
  }

  @Test("what is inside a condition of the preprocessor says so")
  func condition() throws {
    let text = Self.objc("#ifdef X\nWX_EXPORT_METHOD(@selector(go))\n-(void)go{}\n#endif")
    let drift = try DriftCase(
      config(around: DriftTests.empty),
      ["A.m": text.replacing("WX_PlUGIN_EXPORT_MODULE(m, A)", with: "")])
    #expect(drift.findings.map(\.message).contains { $0.contains("inside a condition") })
  }

  @Test("columns are those of the text, on a line as long as the file")
  func columns() throws {
    let text = String(repeating: "é ", count: 3_000) + "§WX_PlUGIN_EXPORT_MODULE(x, A)"
    let drift = try DriftCase(
      config(around: DriftTests.empty), ["A.m": "/*" + text.replacing("§", with: "*/§")])
    #expect(drift.mark == "A.m:1:6005")
    #expect(drift.findings.contains { "\($0.file):\($0.position)" == drift.mark })
  }

  // MARK: Hostile sources

  static let names = ["A.m", "A.swift", "A.java", "A.kt", "app_config.xml", "weex_config_a.json"]
  static let scripts = ["a.js", "a.vue", "a.ts"]

  private func scan(_ bytes: [UInt8], _ name: String, _ reading: RegistryReading) throws {
    if Self.scripts.contains(name) {
      var uses = JSUses()
      uses.add(bytes, file: name)
      _ = reading.drift(from: uses)
    } else {
      var sources = NativeSources()
      sources.add(bytes, file: name)
      _ = reading.drift(from: sources)
      _ = try Adoption(of: sources, onto: reading).text
    }
  }

  @Test("changed and cut sources are read to their end", arguments: [1, 2, 3, 4] as [UInt64])
  func mutations(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let reading = try read(config(around: DriftTests.method))
    let traps = Self.objectiveC + Self.swiftTraps + Self.androidTraps
    let inputs =
      traps.map { ($0.file, Array($0.text.utf8)) }
      + (JSDriftTests.modules + JSDriftTests.silent + JSDriftTests.tags)
      .map { ($0.file, Array($0.text.utf8)) }
    let pieces = [
      "{", "}", "(", ")", "[", "\"", "'", "`", "/*", "*/", "//", "\\", "#if 0\n", "\n", "\\(", "${",
      "<", ">", "@", "#\"", "\"\"\"", "=", "\u{0}", "é",
    ]
    .map { Array($0.utf8) }
    for _ in 0..<40 {
      var (name, bytes) = inputs[random.pick(0...inputs.count - 1)]
      for _ in 0..<random.pick(1...4) {
        let start = random.pick(0...bytes.count)
        let end = min(bytes.count, start + random.pick(0...6))
        bytes.replaceSubrange(start..<end, with: pieces[random.pick(0...pieces.count - 1)])
      }
      if random.isOne(in: 3) { bytes.removeLast(random.pick(0...bytes.count)) }
      // Any source may be taken for one of another language.
      if random.isOne(in: 4) {
        let all = Self.names + Self.scripts
        name = all[random.pick(0...all.count - 1)]
      }
      try scan(bytes, name, reading)
    }
  }

  static let floods = [
    "(", "[", "{", "}", "<", "\"", "'", "`", "/*", "/", "/[", "#if 0\n", "#if X\n", "#\"", "\"\"\"",
    "\"\\(", "\"${", "`${", "${", "R\"(", "@", "@A", "@A(", "@{@\"", "=", "=\"x\";", "- (a)b:",
    "class A ",
    "class A:A{", "class A extends A {", "@interface A<", "@implementation A\n",
    "@implementation A : A\n- a{",
    "WX_EXPORT_METHOD(@selector(", "fun a(", "fun a<", "func a<(", "->", "func a()->->", "a.", "a ",
    "fireEvent(",
    "registerModule(", "x.requireModule('a').", "function(a){", "(a)=>{",
    "const a=x.requireModule('a');a.b(",
    "<a ", "<template>", "<template><a b=\"", "<!--", "{{", "<template>{{", "</", "<script>",
    "<module name=\"a\">", "&amp;",
    "[WXSDKEngine registerModule:@\"a\" withClass:", "attributes[", "#selector(",
  ]

  @Test(
    "a flood of the same text takes time in proportion", .timeLimit(.minutes(10)),
    arguments: names + scripts)
  func floods(name: String) throws {
    let reading = try read(config(around: DriftTests.method))
    for text in Self.floods {
      let unit = Array(text.utf8)
      let small = Array(repeatElement(unit, count: 8 * 1024 / unit.count).joined())
      let large = Array(repeatElement(small, count: 8).joined())
      let short = try processorTime { try scan(small, name, reading) }
      let long = try processorTime { try scan(large, name, reading) }
      // Eight times as much; a square would take 64 times as long.
      #expect(long < short * 24 + .milliseconds(200), "\(text): \(short), \(long)")
    }
  }
}
