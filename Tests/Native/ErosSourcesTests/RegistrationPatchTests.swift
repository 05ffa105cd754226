import ErosCore
import ErosNativeTestSupport
import ErosRegistry
import ErosSources
import ErosTestSupport
import Foundation
import Testing

@Suite("Patches that call the generated code", .temporaryFolder)
struct RegistrationPatchTests {
  private static let ios = """
    #import "AppDelegate.h"

    @implementation AppDelegate
    - (void)start {
        [WXSDKEngine initSDKEnvironment];
        [WXSDKEngine registerModule:@"pay" withClass:[AcmePay class]]; // pay
        [WXSDKEngine registerHandler:[AcmeImages new] withProtocol:@protocol(P)];
        if (self.isDebug) { [WXSDKEngine registerModule:@"log" withClass:[AcmeLog class]]; }
    #if DEBUG
        [WXSDKEngine registerModule:@"dbg" withClass:[AcmeDbg class]];
    #endif
        [self a]; [WXSDKEngine registerComponent:@"acme-map" withClass:[AcmeMap class]]; [self b];
    }
    @end
    """

  private static let java = """
    package com.acme;

    import com.taobao.weex.WXSDKEngine;
    import com.taobao.weex.common.WXException;

    public class App {
        public void onCreate() {
            try {
                WXSDKEngine.registerModule("scan", ScanModule.class);
                WXSDKEngine.registerModule("plain", ScanModule.class, true);
            } catch (WXException e) {
                e.printStackTrace();
            }
        }
    }

    """

  private static let kotlin =
    "package com.acme.k\r\n\r\nclass K {\r\n  fun onCreate() {\r\n    WXSDKEngine.registerModule(\"k\", K::class.java)\r\n"
    + "    for (x in y) {\r\n      WXSDKEngine.registerModule(\"l\", L::class.java)\r\n    }\r\n  }\r\n}"

  private func sources(_ folder: TemporaryFolder) throws -> NativeSources {
    try NativeSources(folders: [folder.path("native")])
  }

  private func patch(
    _ parsed: ParsedRegistry, _ folder: TemporaryFolder
  ) throws -> RegistrationPatch {
    try RegistrationPatch(of: sources(folder), for: parsed) {
      $0.hasPrefix(folder.path + "/") ? String($0.dropFirst(folder.path.count + 1)) : nil
    }
  }

  private func adopted(_ folder: TemporaryFolder) throws -> ParsedRegistry {
    let adoption = try Adoption(of: sources(folder)) {
      $0.hasPrefix(folder.path + "/") ? String($0.dropFirst(folder.path.count + 1)) : nil
    }
    return try ParsedRegistry.read(adoption.text, file: "eros.native.json")
  }

  @Test(
    "are accepted by git and patch, and leave no manual registration",
    .needs("git", "patch"),
    arguments: [["git", "apply", "app.patch"], ["patch", "-p1", "-i", "app.patch"]])
  func apply(command: [String]) async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(Self.ios, to: "native/ios/App Delegate.m")
    try folder.write(Self.java, to: "native/src/main/java/com/acme/App.java")
    try folder.write(Self.kotlin, to: "native/src/main/kotlin/com/acme/k/K.kt")
    let parsed = try adopted(folder)
    let patch = try patch(parsed, folder)
    #expect(patch.files.count == 3)
    #expect(patch.removedCount == 6)
    let reasons = patch.findings.map {
      $0.message.description.components(separatedBy: "stays: ").last ?? ""
    }
    #expect(
      reasons == [
        "it depends on a condition or a loop", "the preprocessor may exclude it",
        "it depends on a condition or a loop",
      ])
    // Only the registration under `if` may have to stay.
    #expect(patch.findings.map { $0.remedy?.contains("lookup") } == [true, false, false])
    try folder.write(patch.text, to: "app.patch")
    let applied = try await runTool(command[0], Array(command.dropFirst()), in: folder.path)
    try #require(applied.status == 0, "\(applied)")
    let ios = String(decoding: try folder.read("native/ios/App Delegate.m"), as: UTF8.self)
    #expect(ios.contains("#import \"AppDelegate.h\"\n#import \"AcmeErosRegistrant.h\"\n"))
    #expect(ios.contains("initSDKEnvironment];\n    [AcmeErosRegistrant registerAll];\n    if"))
    #expect(ios.contains("    [self a];  [self b];\n"))
    let kotlin = String(
      decoding: try folder.read("native/src/main/kotlin/com/acme/k/K.kt"), as: UTF8.self)
    #expect(!kotlin.contains("\"k\"") && kotlin.contains("\"l\"") && kotlin.contains("{\r\n"))
    // Another patch would change nothing.
    #expect(try self.patch(parsed, folder).text == [])
  }

  @Test("import the generated header outside conditions of the preprocessor")
  func conditionalImports() throws {
    let folder = try TemporaryFolder.ofTest()
    let head = "#import \"A.h\"\n#if __has_include(\"B.h\")\n#import \"B.h\"\n#endif\n"
    let load = "+ (void)load {\n    [WXSDKEngine registerModule:@\"a\" withClass:[A class]];\n}\n"
    try folder.write(head + "@implementation A\n" + load + "@end\n", to: "native/A.m")
    let text = String(decoding: try patch(adopted(folder), folder).text, as: UTF8.self)
    #expect(text.contains(" #import \"A.h\"\n+#import \"ErosRegistrant.h\"\n #if"), "\(text)")
  }

  private static let path = "native/src/main/java/com/acme/App.java"

  /// Returns `java` with its patch, compiled with the generated code.
  private func patched(_ java: String) async throws -> String {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(java, to: Self.path)
    let parsed = try adopted(folder)
    try folder.write(try patch(parsed, folder).text, to: "app.patch")
    #expect(try await runTool("git", ["apply", "app.patch"], in: folder.path).status == 0)
    let text = String(decoding: try folder.read(Self.path), as: UTF8.self)
    let files = try RegistryGenerator(parsed, source: "eros.native.json").files()
      .filter { $0.path.hasSuffix(".java") }
    for file in files { try folder.write(file.bytes, to: file.path) }
    let compiled = try await HostCompiler.java(
      [folder.path(Self.path)] + files.map { folder.path($0.path) })
    #expect(compiled.status == 0, "\(compiled)\n\(text)")
    return text
  }

  @Test("compile as Java with the generated code", .needs("git", "javac"))
  func compile() async throws {
    let text = try await patched(Self.java)
    #expect(text.contains("onCreate() {\n        ErosRegistrant.registerAll();\n    }"), "\(text)")
  }

  @Test("keep resources, and a registration for their handler", .needs("git", "javac"))
  func keptResources() async throws {
    // javac warns of a resource that is not used.
    let start =
      "try (java.io.StringReader reader = new java.io.StringReader(\"\")) { reader.getClass();"
    let text = try await patched(Self.java.replacing("try {", with: start))
    #expect(text.contains(start) && text.contains("registerModule(\"plain\""), "\(text)")
    #expect(!text.contains("\"scan\""), "\(text)")
  }

  @Test(
    "leave a registration for a handler that needs a statement that throws",
    arguments: [true, false])
  func handlers(isSpecific: Bool) throws {
    let folder = try TemporaryFolder.ofTest()
    var java = Self.java.replacing(
      "        } catch", with: "            log();\n        } catch")
    if !isSpecific { java = java.replacing("(WXException e)", with: "(Exception e)") }
    try folder.write(java, to: "native/src/main/java/com/acme/App.java")
    let patch = try patch(adopted(folder), folder)
    #expect(patch.removedCount == (isSpecific ? 1 : 2))
    #expect(
      patch.findings.map { "\($0.position?.description ?? "") \($0.severity)" }
        == (isSpecific ? ["10:25 warning"] : []))
  }

  /// What follows the body of `try`, with the code that must and must not be left.
  private static let handlerRows: [(code: String, kept: [String], removed: [String])] = [
    ("catch (WXException e) { }", [], ["try", "catch"]),
    ("catch (WXException e) { android.util.Log.w(\"a\", \"b\"); }", [], ["try", "Log"]),
    (
      "catch (WXException e) { showDialog(); }", ["registerModule(\"plain\"", "showDialog"],
      ["\"scan\""]
    ),
    (
      "catch (WXException e) { System.exit(1); }", ["registerModule(\"plain\"", "exit"],
      ["\"scan\""]
    ),
    ("catch (WXException e) { count++; }", ["registerModule(\"plain\"", "count++"], ["\"scan\""]),
    ("catch (Exception e) { count++; }", ["try", "registerAll", "count++"], ["registerModule"]),
    (
      "catch (WXException e) { e.printStackTrace(); } catch (RuntimeException e) { count++; }",
      ["try", "registerAll", "RuntimeException", "count++"],
      ["registerModule", "catch (WXException"]
    ),
    (
      "catch (WXException e) { e.printStackTrace(); } finally { count++; }",
      ["try", "registerAll", "finally { count++; }"], ["registerModule", "catch"]
    ),
    (
      "catch (WXException | IllegalStateException e) { }",
      ["registerModule(\"plain\"", "IllegalStateException"], ["\"scan\""]
    ),
  ]

  @Test("keep other handlers, and compile", .needs("git", "javac"), arguments: handlerRows)
  func otherHandlers(code: String, kept: [String], removed: [String]) async throws {
    let handler = "catch (WXException e) {\n            e.printStackTrace();\n        }"
    let members = "int count;\n    void showDialog() {}\n    "
    let java = Self.java.replacing(handler, with: code)
      .replacing("public void onCreate", with: members + "public void onCreate")
    try #require(java.contains(code))
    let text = try await patched(java)
    #expect(kept.allSatisfy(text.contains), "\(text)")
    #expect(!removed.contains(where: text.contains), "\(text)")
  }

  /// Statements in `onCreate` that call a method with an exception only in some blocks.
  static let nestedRows: [(body: String, kept: [String], removed: [String])] = [
    (
      "try { try { REG(\"a\"); } catch (WXException e) { count++; } REG(\"b\"); count++; } catch (WXException e) { count++; }",
      ["\"a\"", "\"b\""], []
    ),
    (
      "try { try { REG(\"a\"); } catch (WXException e) { } count++; REG(\"b\"); } catch (WXException e) { count++; }",
      ["registerAll", "\"b\""], ["\"a\""]
    ),
    (
      "try { try { REG(\"a\"); } finally { count++; } } catch (WXException e) { count++; }",
      ["\"a\""],
      []
    ),
    (
      "try { try { REG(\"a\"); count++; } catch (Exception e) { } REG(\"b\"); } catch (WXException e) { count++; }",
      ["\"b\"", "registerAll"], ["\"a\""]
    ),
    // The method of the app throws nothing.
    (
      "try { registerModule(); REG(\"a\"); } catch (WXException e) { e.printStackTrace(); }",
      ["\"a\"", "registerModule();"], []
    ),
    (
      "try { registerModule(\"core\"); REG(\"a\"); } catch (WXException e) { count++; }",
      ["\"a\"", "registerModule(\"core\");"], []
    ),
  ]

  @Test(
    "keep a registration for each handler around it", .needs("git", "javac"), arguments: nestedRows)
  func nestedHandlers(body: String, kept: [String], removed: [String]) async throws {
    let statements = (body + " REG(\"c\");").replacing(#/REG\(("\w")\)/#) {
      "WXSDKEngine.registerModule(\($0.1), ScanModule.class, true)"
    }
    let text = try await patched(
      """
      package com.acme;
      import com.taobao.weex.WXSDKEngine;
      import com.taobao.weex.common.WXException;
      public class App {
        int count;
        void registerModule() {}
        void registerModule(String s) {}
        public void onCreate() throws WXException {
          \(statements)
        }
      }

      """)
    #expect(kept.allSatisfy(text.contains), "\(text)")
    #expect(!removed.contains(where: text.contains), "\(text)")
  }

  @Test("remove emptied try statements of Kotlin, and surplus blank lines")
  func emptiedLines() throws {
    let folder = try TemporaryFolder.ofTest()
    let module = { (name: String) in "WXSDKEngine.registerModule(\"\(name)\", K::class.java)" }
    let kotlin = """
      package com.acme
      class K {
        fun onCreate() {
          a()

          \(module("a"))

          \(module("b"))
          \(module("c")) // c

          try {
            \(module("d"))
          } catch (e: WXException) {
            Log.e("a", "b")
            e.printStackTrace()
          }
          val x = try {
            \(module("e"))
          } catch (e: WXException) {
            Log.e("a", "b")
          }
          b()
        }
      }

      """
    try folder.write(kotlin, to: "native/src/main/kotlin/com/acme/K.kt")
    try folder.write(try patch(adopted(folder), folder).text, to: "app.patch")
    let text = String(decoding: try folder.read("app.patch"), as: UTF8.self)
    let added = text.split(separator: "\n").filter { $0.hasPrefix("+") && !$0.hasPrefix("+++") }
    #expect(added == ["+import com.acme.eros.ErosRegistrant", "+    ErosRegistrant.registerAll()"])
    let kept = text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { $0.hasPrefix(" ") || $0.hasPrefix("+") && !$0.hasPrefix("+++") }.map {
        $0.dropFirst()
      }
    #expect(
      kept.joined(separator: "\n").contains(
        """
            a()

            ErosRegistrant.registerAll()

            val x = try {
              \(module("e"))
            } catch (e: WXException) {
        """), "\(text)")
  }

  @Test("name the reason why an entry of a file stays")
  func entriesOfFiles() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(Self.java, to: Self.path)
    try folder.write(
      "<app><module name=\"a\">com.acme.ScanModule</module></app>",
      to: "native/src/main/res/xml/app_config.xml")
    let reasons = { (parsed: ParsedRegistry) in
      try patch(parsed, folder).findings.map {
        $0.message.description.components(separatedBy: "stays: ").last ?? ""
      }
    }
    let parsed = try adopted(folder)
    #expect(parsed.registry?.settings.android.emit.contains(.code) == true)
    #expect(try reasons(parsed) == ["a patch does not change its file"])
    let emitted = String(decoding: parsed.text, as: UTF8.self)
      .replacing(
        "\"language\": \"java\"",
        with: "\"language\": \"java\", \"emit\": [\"code\", \"app_config\"]")
    #expect(try reasons(read(emitted)) == ["`eros generate --force` replaces its file"])
  }

  private static let appConfig = """
    <app>
      <module name="a">com.acme.ScanModule</module>
      <module name="b">com.acme.ScanModule</module>
      <module name="c">com.acme.ScanModule</module>
    </app>
    """

  @Test("call only generated code", .needs("git", "javac"))
  func resources() async throws {
    let folder = try TemporaryFolder.ofTest()
    let path = "native/src/main/java/com/acme/App.java"
    try folder.write(Self.java, to: path)
    try folder.write(Self.appConfig, to: "native/src/main/res/xml/app_config.xml")
    let parsed = try adopted(folder)
    #expect(parsed.registry?.settings.android.emit == [.appConfig, .proguard])
    let patch = try patch(parsed, folder)
    // A resource cannot express that `plain` is global.
    #expect(patch.removedCount == 1)
    try folder.write(patch.text, to: "app.patch")
    #expect(try await runTool("git", ["apply", "app.patch"], in: folder.path).status == 0)
    let text = String(decoding: try folder.read(path), as: UTF8.self)
    #expect(!text.contains("\"scan\"") && !text.contains("ErosRegistrant"))
    let files = try RegistryGenerator(parsed, source: "eros.native.json").files()
    for file in files { try folder.write(file.bytes, to: file.path) }
    #expect(files.contains { String(decoding: $0.bytes, as: UTF8.self).contains("name=\"scan\"") })
    let compiled = try await HostCompiler.java(
      [folder.path(path)] + files.map { folder.path($0.path) }.filter { $0.hasSuffix(".java") })
    #expect(compiled.status == 0, "\(compiled)")
  }

  @Test("remove nothing that no file can register instead")
  func withoutCaller() throws {
    let folder = try TemporaryFolder.ofTest()
    let branch = "{ if (x) [WXSDKEngine registerModule:@\"a\" withClass:[A class]]; }"
    try folder.write(
      "@implementation D\n- (void)f \(branch)\n- (void)g \(branch)\n@end", to: "native/D.m")
    try folder.write(
      "func f() {\n  WXSDKEngine.registerModule(\"b\", with: B.self)\n}\n", to: "native/S.swift")
    let own = config(
      around:
        #""generate": {"ios": {"out": "g"}}, "modules": [{"name": "a", "ios": "A"}, {"name": "b", "ios": "B"}]"#
    )
    let patch = try patch(read(own), folder)
    #expect(patch.text.isEmpty && patch.findings.count == 3, "\(patch.findings)")
    // A library cannot use the classes of the app.
    let call = "class L { void onCreate() { WXSDKEngine.registerModule(\"c\", C.class); } }"
    try folder.write(call, to: "native/lib/src/main/java/L.java")
    let android = { (out: String) -> String in
      config(
        around:
          #""generate": {"android": {"out": "\#(out)", "package": "p.q"}}, "modules": [{"name": "c", "android": "a.C"}]"#
      )
    }
    let app = android("native/app/src/main")
    #expect(try self.patch(read(app), folder).text.isEmpty)
    try folder.write(call, to: "native/app/src/main/java/M.java")
    #expect(try self.patch(read(app), folder).files.count == 2)
    // The module is the folder above the last `src`.
    #expect(try self.patch(read(android("native/src/app/src/main")), folder).text.isEmpty)
  }

  @Test(
    "keep registrations after an early return or `&&`",
    arguments: ["if (!isMain) return; #", "isMain && #", "boolean ok = isMain && #"])
  func earlyReturns(body: String) throws {
    let folder = try TemporaryFolder.ofTest()
    let module = { (name: String) -> String in
      "WXSDKEngine.registerModule(\"\(name)\", com.acme.ScanModule.class);"
    }
    let java = """
      package com.acme;
      class App {
        void f() { \(body.replacing("#", with: module("a"))) }
        void g() { \(module("b")) }
      }

      """
    try folder.write(java, to: Self.path)
    let patch = try patch(adopted(folder), folder)
    #expect(patch.removedCount == 1)
    #expect(
      patch.findings.map { $0.message.description.components(separatedBy: "stays: ").last } == [
        "it depends on a condition or a loop"
      ])
  }

  @Test("call the generated code in a method that is certain to run, and keep conditional methods")
  func certainMethods() throws {
    let folder = try TemporaryFolder.ofTest()
    let module = { (name: String) -> String in
      "WXSDKEngine.registerModule(\"\(name)\", com.acme.ScanModule.class);"
    }
    let methods =
      "  void dbg() {\n    \(module("a"))\n  }\n  void all() {\n    \(module("b"))\n  }\n"
    let java = { (calls: String) -> String in
      "package com.acme;\nclass App {\n\(methods)  void f() { \(calls) }\n}\n"
    }
    try folder.write(java("if (BuildConfig.DEBUG) { dbg(); } all();"), to: Self.path)
    let one = try patch(adopted(folder), folder)
    #expect(
      String(decoding: one.text, as: UTF8.self).contains(
        "   void all() {\n-    \(module("b"))\n+    ErosRegistrant.registerAll();\n"))
    #expect(one.findings.map { $0.position?.line } == [4])
    // Other files may call a method that its own file does not call.
    let kept = [
      "if (x) { dbg(); all(); }": 2, "if (x) dbg();": 1, "": 0, "Runnable r = this::all;": 0,
    ]
    for (calls, count) in kept {
      try folder.write(java(calls), to: Self.path)
      let patch = try patch(adopted(folder), folder)
      #expect(patch.findings.count == count && patch.removedCount == 2 - count, "\(calls)")
    }
    let load = "[WXSDKEngine registerModule:@\"a\" withClass:[A class]];"
    let ios = { (calls: String) -> String in
      "@implementation A\n- (void)dbg {\n    \(load)\n}\n- (void)f {\n\(calls)\n}\n@end\n"
    }
    let rows = [("[self dbg];", 1), ("#ifdef DEBUG\n[self dbg];\n#endif", 0), ("", 1)]
    try folder.write("", to: Self.path)
    for (calls, count) in rows {
      try folder.write(ios(calls), to: "native/A.m")
      #expect(try patch(adopted(folder), folder).removedCount == count, "\(calls)")
    }
  }

  private static let row = "it is a row of a table"
  private static let list = "a list of objects is replaced manually"

  /// Files whose registrations are rows, with the positions and reasons of the findings.
  private static let rows: [(file: String, text: String, kept: [String])] = [
    (
      "Seed.m",
      """
      @implementation Seed
      + (void)registerModules {
        NSDictionary *all = @{
          @"pay" : NSStringFromClass(Pay.class), @"scan" : NSStringFromClass([Scan class]),
        };
        for (NSString *name in all) {
          [WXSDKEngine registerModule:name withClass:NSClassFromString(all[name])];
        }
      }
      @end
      """, ["4:5 \(row)", "4:44 \(row)"]
    ),
    (
      "List.m",
      """
      @implementation List
      + (void)start {
        for (NSArray *row in @[@[@"pay", [Pay class]]]) {
          [WXSDKEngine registerModule:row[0] withClass:row[1]];
        }
      }
      @end
      """, ["3:36 \(row)"]
    ),
    // The map is also the result of its function.
    (
      "Map.swift",
      """
      class Map {
        func row() -> [String: Any] {
          ["name": "pay", "class": Pay.self]
        }
        func start() {
          for row in [row()] { WXSDKEngine.registerModule(row["name"], with: row["class"]) }
        }
      }
      """, ["3:5 \(row)"]
    ),
    (
      "src/main/java/com/acme/Map.java",
      """
      package com.acme;
      public class Map {
        static { ALL.put("pay", Pay.class); }
        public void onCreate() {
          for (Map.Entry<String, Class> e : ALL.entrySet()) WXSDKEngine.registerModule(e.getKey(), e.getValue());
        }
      }
      """, ["3:27 \(row)"]
    ),
    (
      "src/main/kotlin/com/acme/Map.kt",
      """
      package com.acme
      private val all = mapOf("pay" to Pay::class.java)
      fun start() {
        all.forEach { (name, type) -> WXSDKEngine.registerModule(name, type) }
      }
      """, ["2:25 \(row)"]
    ),
    (
      "Page.swift",
      """
      import Rexxar
      func open() {
        let controller = RXRViewController(uri: uri)
        let title = Title()
        controller.activities = [title]
      }
      class Title: NSObject, RXRWidget {
        func canPerform(with url: URL) -> Bool { return url.path == "/widget/title" }
      }
      """, ["5:28 \(list)"]
    ),
  ]

  @Test("name the rows of tables and lists of objects, which stay", arguments: rows)
  func rowsStay(file: String, text: String, kept: [String]) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(text, to: "native/" + file)
    let patch = try patch(adopted(folder), folder)
    #expect(patch.text.isEmpty && patch.removedCount == 0)
    let found = patch.findings.map { finding in
      let reason = finding.message.description.components(separatedBy: "stays: ").last ?? ""
      return "\(finding.position?.description ?? "") \(reason)"
    }
    #expect(found == kept)
  }

  @Test("do not exist for registrations that no generated code makes")
  func others() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(Self.java, to: "native/App.java")
    // Without an output folder, nothing is generated.
    #expect(try patch(adopted(folder), folder).text == [])
    let own = config(
      around: #""generate": {"android": {"out": "a", "package": "b"}}, "modules": "#
        + #"[{"name": "scan", "android": {"class": "com.acme.ScanModule", "lookup": "none"}}]"#)
    #expect(try patch(read(own), folder).text == [])
  }
}
