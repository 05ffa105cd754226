import ErosCore
import ErosNativeTestSupport
import ErosRegistry
import ErosSources
import ErosTestSupport
import Foundation
import Testing

/// The names that an empty description adopts from sources, as `kind name.method`.
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
      let names = [name] + (entry?["aliases"]?.array ?? []).compactMap(\.value.string)
      return names.flatMap { name in
        methods.isEmpty ? [name] : methods.map { "\(name).\($0)" }
      }
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
      "#selector without labels", "A.swift",
      swift(
        "@objc class func wx_export_method_0() -> String { NSStringFromSelector(#selector(B.go)) }"
          + "\n@objc func go(_ o: NSDictionary, done: @escaping WXModuleCallback) {}"
      ), ["m.go(o: object, done: callback)"]),
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
      ), ["m.a(cb: keepAliveCallback, o: object, s: string[])"]),
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
        "@JSMethod(uiThread = false) fun a(o: Map<String, Any?>?, @Foo cb: JSCallback? = null): String = \"${b { \"}\" }}\"\n@JSMethod\nfun c(vararg n: Int) { }"
      ), ["m.sync a(o: object, cb: keepAliveCallback)", "m.c(n: integer[])"]),
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
    Trap(
      "a table of uni-app's plugins", "dcloud_uniplugins.json",
      #"{"nativePlugins": [{"plugins": [{"type": "module", "name": "a", "class": "a.A"}]}, {"hooksClass": null, "plugins": [{"type": "component", "name": "b", "class": "a.B"}, 1, {}]}, []]}"#,
      ["a", "b"]),
    Trap(
      "a package of uni-app's plugins", "package.json",
      #"{"id": "a", "_dp_nativeplugin": {"android": {"plugins": [{"type": "module", "name": "a", "class": "a.A"}]}, "ios": {"plugins": {}}}}"#,
      ["a"]),
    Trap(
      "uni-app's plugins in a property list", "Info.plist",
      "<plist><dict><key>dcloud_uniplugins</key><array><dict><key>plugins</key><array><dict><key>type</key><string>module</string><key>name</key><string>a</string><key>class</key><string>A</string></dict><string>b</string></array></dict></array></dict></plist>",
      ["a"]),
  ]

  @Test("unusual syntax in real sources", arguments: objectiveC + swiftTraps + androidTraps)
  func trap(trap: Trap) throws {
    #expect(try adopted([trap.file: trap.text]) == trap.expected)
  }

  @Test("an export inside a preprocessor condition is marked")
  func condition() throws {
    let text = Self.objc("#ifdef X\nWX_EXPORT_METHOD(@selector(go))\n-(void)go{}\n#endif")
    let drift = try DriftCase(
      config(around: DriftTests.empty),
      ["A.m": text.replacing("WX_PlUGIN_EXPORT_MODULE(m, A)", with: "")])
    #expect(
      drift.findings.map(\.message.description).contains {
        $0.contains("inside a preprocessor condition")
      })
  }

  @Test("columns are exact on a line as long as the file")
  func columns() throws {
    let text = String(repeating: "é ", count: 3_000) + "§WX_PlUGIN_EXPORT_MODULE(x, A)"
    let drift = try DriftCase(
      config(around: DriftTests.empty), ["A.m": "/*" + text.replacing("§", with: "*/§")])
    #expect(drift.mark == "A.m:1:6005")
    #expect(drift.findings.contains { $0.location == drift.mark })
  }

  // MARK: Hostile sources

  /// Sources, with the position of the note about a missing end, or `nil`.
  static let truncated: [(file: String, text: String, position: String?)] = [
    ("A.java", "package a;\nclass A {\n  void f() { g(", "A.java:2:9"),
    ("A.java", "class A { void f() { char c = '{'; String s = \"{\"; /* { */ } }", nil),
    ("A.kt", "class A {\n  fun f() {\n    val s = \"a${b}\"\n", "A.kt:1:9"),
    ("A.kt", "class A { fun f() { val s = \"${ \"}\" }\" } }", nil),
    ("A.swift", "class A {\n  func f() {\n  }\n", "A.swift:1:9"),
    ("A.m", "@implementation A\n- (void)f {\n  [self g", "A.m:2:11"),
    (
      "A.m",
      "@implementation A\n- (void)f {\n#if X\n  if (a) {\n#else\n  if (b) {\n#endif\n  }\n}\n@end",
      nil
    ),
  ]

  @Test("a source that ends inside a block gets a note", arguments: truncated)
  func truncation(file: String, text: String, position: String?) throws {
    var sources = NativeSources()
    sources.add(Array(text.utf8), file: file)
    let findings = try Adoption(of: sources).findings
    #expect(findings.map(\.codeAndLocation) == (position.map { ["W095 " + $0] } ?? []))
    #expect(findings.allSatisfy { $0.severity == .note })
  }

  @Test(
    "an element of app_config.xml without a class is reported", arguments: ["module", "component"])
  func emptyElement(name: String) throws {
    var sources = NativeSources()
    sources.add(
      Array("<app>\n<\(name) name=\"a\"><b>a.B</b></\(name)></app>".utf8), file: "app_config.xml")
    #expect(
      try Adoption(of: sources).findings.map(\.codeAndLocation) == ["W095 app_config.xml:2:1"])
  }

  static let names = [
    "A.m", "A.swift", "A.java", "A.kt", "app_config.xml", "weex_config_a.json",
    "dcloud_uniplugins.json", "package.json", "Info.plist",
  ]
  static let scripts = ["a.js", "a.vue", "a.ts", "a.nvue"]

  private func scan(_ bytes: [UInt8], _ name: String, _ parsed: ParsedRegistry) throws {
    if Self.scripts.contains(name) {
      var uses = JSUses()
      uses.add(bytes, file: name)
      _ = parsed.drift(from: uses)
    } else {
      var sources = NativeSources()
      sources.add(bytes, file: name)
      _ = parsed.drift(from: sources)
      _ = try Adoption(of: sources, onto: parsed).text
    }
  }

  @Test("mutated and truncated sources are read to their end", arguments: [1, 2, 3, 4] as [UInt64])
  func mutations(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let parsed = try Self.parsed.get()
    let traps = Self.objectiveC + Self.swiftTraps + Self.androidTraps
    let inputs =
      traps.map { ($0.file, Array($0.text.utf8)) }
      + (JSDriftTests.modules + JSDriftTests.silent + JSDriftTests.tags)
      .map { ($0.file, Array($0.text.utf8)) }
    let parts = [
      "{", "}", "(", ")", "[", "\"", "'", "`", "/*", "*/", "//", "\\", "#if 0\n", "\n", "\\(", "${",
      "<", ">", "@", "// #ifdef H5\n", "/* #endif */", "#\"", "\"\"\"", "=", "\u{0}", "é",
    ]
    .map { Array($0.utf8) }
    for _ in 0..<600 {
      var (name, bytes) = inputs[random.pick(0...inputs.count - 1)]
      for _ in 0..<random.pick(1...4) {
        let start = random.pick(0...bytes.count)
        let end = min(bytes.count, start + random.pick(0...6))
        bytes.replaceSubrange(start..<end, with: parts[random.pick(0...parts.count - 1)])
      }
      if random.isOne(in: 3) { bytes.removeLast(random.pick(0...bytes.count)) }
      // A source may be scanned as another language.
      if random.isOne(in: 4) {
        let all = Self.names + Self.scripts
        name = all[random.pick(0...all.count - 1)]
      }
      try scan(bytes, name, parsed)
    }
  }

  /// Read once, because each description reads the presets of all hosts.
  private static let parsed = Result { try read(config(around: DriftTests.method)) }

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
    "<module name=\"a\">", "&amp;", "// #ifdef H5\n", "<!-- #ifndef APP -->", "/* #endif */", "  #",
    "[WXSDKEngine registerModule:@\"a\" withClass:", "attributes[", "#selector(",
  ]

  /// Sources whose parts could multiply the work of the scanner.
  struct Growth: CustomTestStringConvertible, Sendable {
    let name: String
    let file: String
    let head: String
    /// A part of the source, by its number.
    let part: @Sendable (Int) -> String

    var testDescription: String { name }

    init(
      _ name: String, _ file: String, _ head: String, _ part: @escaping @Sendable (Int) -> String
    ) {
      (self.name, self.file, self.head, self.part) = (name, file, head, part)
    }

    func bytes(_ size: Int) -> [UInt8] {
      var bytes = Array(head.utf8)
      var number = 0
      while bytes.count < size {
        bytes += Array(part(number).utf8)
        number += 1
      }
      return bytes
    }
  }

  private static let component =
    "class A extends WXComponent { void r() { WXSDKEngine.registerComponent(\"a\", A.class); }\n"

  static let growths: [Growth] = [
    Growth("a class with all methods, registered under all names", "A.m", "@implementation A\n") {
      """
      WX_EXPORT_METHOD(@selector(a\($0)))
      - (void)a\($0) { [WXSDKEngine registerModule:@"m\($0)" withClass:[A class]]; }\n
      """
    },
    Growth("each class below the one before", "A.m", "@implementation A0 : NSObject\n@end\n") {
      """
      @implementation A\($0 + 1) : A\($0)
      WX_EXPORT_METHOD(@selector(a))
      @end\n
      """
    },
    Growth("a class in many parts", "A.m", "") {
      "@implementation A (B\($0)) <P\($0)>\nWX_EXPORT_METHOD(@selector(a))\n@end\n"
    },
    Growth("methods whose types are not closed", "A.m", "@implementation A\n") { _ in "-(a" },
    Growth("selectors that are not closed", "A.m", "@implementation A\n- (void)a {") { _ in
      "WX_EXPORT_METHOD(@selector("
    },
    Growth("a table in a method with a long name", "A.m", "@implementation A\n") {
      ($0 == 0 ? "- register" : "") + ($0 < 500 ? ":(id)a " : $0 == 500 ? "{" : "@\"a\",")
    },
    Growth("functions before classes", "A.swift", "") { _ in
      "class X{func a()}class Y{"
    },
    Growth("exports without labels", "A.swift", "class A: NSObject {\n") {
      """
      @objc static func wx_export_method_\($0)() -> String { #selector(a\($0)) }
      @objc func a\($0)() {}\n
      """
    },
    Growth(
      "loops inside loops over tables", "A.java", component + "boolean setProperty(String key) {"
    ) { _ in
      "for (String n : T) { if (n.equals(key)) {} "
    },
    Growth("functions that pass a key on", "A.java", component) {
      "void setProperty\($0)(String key) { f(key); } void f(String key) { f(key); T.get(key); }\n"
    },
    Growth("tables with many keys and lookups", "A.java", component) {
      "void setProperty\($0)(String key) { T.put(\"a\($0)\", b); T.get(key); }\n"
    },
    Growth("selectors in selectors", "A.m", "@implementation A\n- (void)updateAttributes:(id)a {") {
      _ in "NSSelectorFromString(key, "
    },
    Growth("many arguments of one name", "A.swift", swift("@objc func a(")) { _ in "a: Int, " },
    Growth("classes inside classes", "A.java", "") { _ in "class A extends A {" },
    Growth("a package with a long name", "A.java", "package a") {
      $0 < 300 ? ".a" : ";class A\($0){}"
    },
    Growth("imports for all registrations", "A.java", "") {
      "import a\($0).*; class A\($0) {{WXSDKEngine.registerModule(\"m\($0)\", B.class);}}\n"
    },
    Growth("classes with one last word", "A.kt", "") {
      "class A\($0) { class B { fun a() { WXSDKEngine.registerModule(\"m\($0)\", B::class) } } }\n"
    },
    Growth("overloads", "A.java", "class A extends WXModule {") { _ in
      "@JSMethod public int a(int a) {}\n"
    },
    Growth("a long text, used often", "a.js", "const a = x.requireModule('") {
      $0 < 3_000 ? "a" : $0 == 3_000 ? "');" : "a.b();"
    },
    Growth("many unknown names", "a.js", "") { "x.requireModule('b\($0)').c\($0)();\n" },
    Growth("many uses of one name", "a.js", "const a = x.requireModule('stream');") { _ in
      "a.fech();"
    },
    Growth("a chain of calls", "a.js", "x") { _ in ".requireModule('a')" },
    Growth("names that hold in all functions", "a.js", "") {
      "function a(a){const a\($0)=x.requireModule('a');if(a\($0).b){"
    },
    Growth("tags", "a.vue", "<template><div>") { "<a\($0) @b=\"c\" :d=\"e\">" },
    Growth("attributes", "a.vue", "<template><div><slider") { " a\($0)=\"b\" @c\($0)=\"d\"" },
    Growth("scripts", "a.vue", "") { _ in "<script>import a from 'b'</script>" },
    Growth("conditions in a page", "a.nvue", "<template>") { "<!-- #ifdef H\($0) --><a\($0)>" },
    Growth("plugins in a table", "dcloud_uniplugins.json", "{\"nativePlugins\": [{\"plugins\": [") {
      "{\"type\": \"module\", \"name\": \"m\($0)\", \"class\": \"a.A\"},"
    },
    Growth("modules in a file", "app_config.xml", "<a>") { "<module name=\"m\($0)\">a.A</module>" },
  ]

  @Test(
    "scanning time is linear in the source size", .timeLimit(.minutes(10)),
    arguments: growths)
  func growth(growth: Growth) throws {
    try expectLinear(to: 1 << 16, growth.file, growth.bytes)
  }

  @Test(
    "scanning time is linear for repeated text", .timeLimit(.minutes(10)),
    arguments: names + scripts)
  func floods(name: String) throws {
    for text in Self.floods {
      try expectLinear(to: 1 << 14, name) {
        Array(String(repeating: text, count: $0 / text.utf8.count).utf8)
      }
    }
  }

  /// Scans a source of `size` bytes and a smaller one, and expects linear time.
  ///
  /// With `EROS_SLOW_TESTS`, the source has 1 MB.
  private func expectLinear(
    to size: Int, _ name: String, _ source: (_ size: Int) -> [UInt8]
  ) throws {
    let factor = 8
    let parsed = try Self.parsed.get()
    let isSlow = SlowTests.areEnabled
    let large = source(isSlow ? 1 << 20 : size)
    let small = source(large.count / factor)
    let short = try processorTime { try scan(small, name, parsed) }
    let long = try processorTime { try scan(large, name, parsed) }
    let head = String(decoding: large.prefix(32), as: UTF8.self).debugDescription
    // Quadratic time would be 64 times as long.
    #expect(long < short * factor * 3 + .milliseconds(100), "\(name) \(head): \(short), \(long)")
  }
}
