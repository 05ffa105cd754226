import ErosCore
import ErosNativeTestSupport
import ErosRegistry
import ErosSources
import Testing

/// The section `generate` of an adopted description, and its text.
@Suite("Settings of an adopted description")
struct AdoptedSettingsTests {
  private func adoption(_ files: MarkedSources, onto text: String? = nil) throws -> Adoption {
    var sources = NativeSources()
    for (file, text) in files.sorted(by: { $0.key < $1.key }) {
      sources.add(Array(text.utf8), file: file)
    }
    return try Adoption(of: sources, onto: text.map { try read($0) }) {
      $0.hasPrefix("app/") ? String($0.dropFirst(4)) : nil
    }
  }

  private static let start = """
    #import "Acme-Swift.h"
    void f() { [WXSDKEngine registerModule:@"pay" withClass:[AcmePay class]];
    [WXSDKEngine registerModule:@"shop" withClass:[AcmeShop class]]; }
    """

  private static let app = """
    package com.acme;
    import org.apache.weex.WXSDKEngine;
    class App { void f() { WXSDKEngine.registerModule("pay", Pay.class); } }
    """

  private static let twoCalls = """
    package com.acme;
    class App {
      void f() {
        WXSDKEngine.registerModule("a", A.class);
        WXSDKEngine.registerModule("pay", Pay.class);
      }
    }
    """

  private static let library = """
    package com.lib;
    public class C {
      void f() { WXSDKEngine.registerModule("c", C.class); }
    }
    """

  @Test("languages, packages, prefix and folders are those of the registrations")
  func settings() throws {
    let found = try adoption([
      "app/ios/Acme/Start.m": Self.start,
      "app/android/src/main/java/com/acme/App.java": Self.app,
      "app/ios/Other/X.swift": "class X {}",
    ])
    let settings = found.description.object?["generate"]?.object
    let ios = settings?["ios"]?.object
    #expect(ios?["language"]?.string == "objc")
    #expect(ios?["prefix"]?.string == "Acme")
    #expect(ios?["out"]?.string == "ios/Acme/Generated")
    #expect(ios?["swiftHeader"]?.string == "Acme-Swift.h")
    let android = settings?["android"]?.object
    #expect(android?["language"]?.string == "java")
    #expect(android?["package"]?.string == "com.acme.eros")
    #expect(android?["out"]?.string == "android/src/main")
    #expect(android?["weexPackage"]?.string == "org.apache.weex")
    #expect(settings?["presets"] == nil)
    let parsed = try ParsedRegistry.read(found.text, file: "eros.native.json")
    #expect(parsed.isUsable, "\(parsed.findings)")
  }

  @Test("the package, the Info.plist and the assets of uni-app are those that register classes")
  func uniApp() throws {
    let row = #"{"type": "module", "name": "Acme-Pay", "class": "com.acme.Pay"}"#
    let plugin = "app/nativeplugins/Acme-Pay/package.json"
    let files = [
      plugin:
        #"{"id": "Acme-Pay", "_dp_nativeplugin": {"android": {"plugins": [\#(row)]}, "ios": {"plugins": [\#(row)]}}}"#,
      "app/android/lib/src/main/assets/dcloud_uniplugins.json":
        #"{"nativePlugins": [{"plugins": [\#(row)]}]}"#,
      "app/ios/Demo-Info.plist": """
      <plist><dict><key>dcloud_uniplugins</key><array><dict><key>plugins</key><array><dict>
      <key>type</key><string>module</string><key>name</key><string>Acme-Pay</string>
      <key>class</key><string>AcmePay</string></dict></array></dict></array></dict></plist>
      """,
    ]
    let settings = try adoption(files).description.object?["generate"]?.object
    #expect(settings?["plugin"]?.string == "nativeplugins/Acme-Pay")
    #expect(settings?["ios"]?.object?["infoPlist"]?.string == "ios/Demo-Info.plist")
    #expect(settings?["ios"]?.object?["out"]?.string == "ios/Generated")
    #expect(settings?["android"]?.object?["out"]?.string == "android/lib/src/main")
    #expect(settings?["android"]?.object?["package"] == nil)
    let package = try adoption(files.filter { $0.key == plugin }).description
      .object?["generate"]?.object
    #expect(package?["plugin"]?.string == "nativeplugins/Acme-Pay")
    #expect(package?["ios"]?.object?["out"] == nil)
    let other = "app/nativeplugins/Other/package.json"
    let two = try adoption(files.merging([other: files[plugin] ?? ""]) { $1 }).description
    #expect(two.object?["generate"]?.object?["plugin"] == nil)
  }

  @Test("folders outside the project, and prefixes of single classes, are left out")
  func unknown() throws {
    let single = "void f() { [WXSDKEngine registerModule:@\"a\" withClass:[AcmePay class]]; }"
    let settings = try adoption(["other/S.m": single]).description.object?["generate"]?.object
    #expect(settings?["ios"]?.object?.members.map(\.key) == ["language"])
    #expect(settings?["android"] == nil)
  }

  @Test("what a preset brings is left out")
  func presets() throws {
    let found = try adoption([
      "app/res/xml/app_config.xml": """
      <app><module name="bmAxios">com.eros.framework.extend.module.AxiosModule</module>
      <module name="bmRouter">com.acme.Router</module>
      <module name="acme">com.acme.Acme</module></app>
      """,
      "app/App.java": "package com.acme; import com.eros.framework.BMWXApplication; class App {}",
    ])
    let root = found.description.object
    let presets = root?["generate"]?.object?["presets"]?.array
    #expect(presets?.map(\.value.string) == ["eros-android"])
    let modules = root?["modules"]?.array?.compactMap(\.value.object)
    // The app replaces a module of the host.
    #expect(modules?.map { $0["name"]?.string } == ["acme", "bmRouter"])
    #expect(modules?.map { $0["overrides"]?.bool } == [nil, true])
    let android = root?["generate"]?.object?["android"]?.object
    #expect(android?["emit"]?.array?.map(\.value.string) == ["app_config", "proguard"])
  }

  private func lookups(_ adoption: Adoption) -> [String: String] {
    let entries = ["modules", "components"].flatMap {
      adoption.description.object?[$0]?.array?.compactMap(\.value.object) ?? []
    }
    return entries.reduce(into: [:]) { lookups, entry in
      let type = (entry["android"] ?? entry["ios"])?.object
      lookups[entry["name"]?.string ?? ""] = type?["lookup"]?.string ?? "direct"
    }
  }

  @Test("registrations in files of other tools stay there")
  func otherFiles() throws {
    let feature = { (name: String, type: String) -> String in
      "<feature name='P'><param name='category' value='module'/><param name='api' value='\(name)'/>"
        + "<param name='\(type)' value='\(type.hasPrefix("ios") ? "AcmeLamp" : "a.Pay")'/></feature>"
    }
    let found = try adoption([
      "app/plugin/src/main/res/xml/config.xml":
        "<w>\(feature("scan", "android-package"))\(feature("pay", "android-package"))</w>",
      "app/ios/WeexpluginConfig.xml": "<w>\(feature("lamp", "ios-package"))</w>",
      "app/src/main/assets/weex_config_a.json":
        #"{"modules": [{"name": "test", "className": "a.Test"}]}"#,
      "app/src/main/java/com/acme/App.java": Self.app,
    ])
    #expect(
      lookups(found) == ["scan": "none", "pay": "direct", "lamp": "none", "test": "none"])
    let settings = found.description.object?["generate"]?.object
    #expect(settings?["android"]?.object?["out"]?.string == "src/main")
    #expect(settings?["android"]?.object?["emit"] == nil && settings?["ios"] == nil)
    let parsed = try ParsedRegistry.read(found.text, file: "eros.native.json")
    #expect(parsed.isUsable, "\(parsed.findings)")
  }

  /// The scripts of the modules `app` and `lib`, and whether code in `app` can use a class of `lib`.
  static let modules: [(app: String, lib: String, isVisible: Bool)] = [
    ("", "", false), ("implementation project(':lib')", "", true),
    ("implementation(project(path: \":libs:lib\"))", "", true),
    ("implementation project(':mid')", "", true), ("implementation project(':inner')", "", false),
    ("", "implementation project(':app')", false),
    ("implementation 'com.acme:lib:1'", "", false), ("api project(':lib')", "", true),
    ("compile project(':lib')", "", true), ("compileOnly project(':lib')", "", true),
    ("paidDebugImplementation project(':lib')", "", true),
    ("implementation project(':inner'), project(':lib')", "", true),
    ("runtimeOnly project(':lib')", "", false), ("kapt project(':lib')", "", false),
    ("testImplementation project(':lib')", "", false),
    ("androidTestImplementation project(':lib')", "", false),
    ("implementation projects.lib", "", true), ("implementation(projects.lib)", "", true),
    ("}\napply from: 'more.gradle'\nandroid {", "", true),
  ]

  @Test("a class that the module of the generated code cannot use is looked up", arguments: modules)
  func gradleModules(app: String, lib: String, isVisible: Bool) throws {
    let call = { (name: String, type: String) -> String in
      "WXSDKEngine.registerModule(\"\(name)\", \(type).class);"
    }
    let found = try adoption([
      "app/app/build.gradle": "dependencies {\n  \(app)\n}",
      "app/lib/build.gradle": "dependencies {\n  \(lib)\n}",
      "app/mid/build.gradle": "dependencies {\n  api project(':lib')\n}",
      "app/inner/build.gradle": "dependencies {\n  implementation project(':lib')\n}",
      "app/app/src/main/java/com/acme/App.java":
        "package com.acme; class App { void f() { \(call("a", "A")) \(call("b", "B")) } }",
      "app/app/src/main/java/com/acme/A.java": "package com.acme; public class A {}",
      "app/lib/src/main/java/com/lib/Lib.java":
        "package com.lib; class Lib { void f() { \(call("c", "C")) } }",
      "app/lib/src/main/java/com/lib/C.java": "package com.lib; public class C {}",
    ])
    #expect(
      lookups(found) == ["a": "direct", "b": "direct", "c": isVisible ? "direct" : "runtime"])
    let settings = found.description.object?["generate"]?.object
    #expect(settings?["android"]?.object?["out"]?.string == "app/src/main")
  }

  /// Other files of the app, whose module `app` does not name the module in the folder `pay-impl`.
  static let layouts: [(files: MarkedSources, isVisible: Bool)] = [
    (["app/settings.gradle": "include ':app', ':pay-impl'"], false),
    (["app/build.gradle": "allprojects {\n  repositories {}\n}\napply from: 'x.gradle'"], false),
    (
      ["app/build.gradle": "subprojects { dependencies { implementation project(':pay-impl') } }"],
      true
    ),
    (["app/settings.gradle": "project(':pay').projectDir = file('libs/pay-impl')"], true),
    (
      [
        "app/settings.gradle":
          "project(':pay').projectDir = new File(rootProject.projectDir, 'libs/pay-impl')"
      ],
      true
    ),
    (["app/settings.gradle": "project(':pay').projectDir = file('libs/other')"], false),
    (["app/settings.gradle.kts": "project(\":pay\").projectDir = folder(1)"], true),
    (["app/app/build.gradle.kts": "dependencies { kapt(project(\":pay-impl\")) }"], false),
    (["app/app/build.gradle.kts": "dependencies { api(project(\":pay-impl\")) }"], true),
    (["app/app/build.gradle.kts": "dependencies { api(\n  project(\":pay-impl\")\n) }"], true),
    (["app/settings.gradle": "include ':app', ':pay-impl"], true),
    (["app/libs/pay-impl/build.gradle": "", "app/libs/pay-impl/x/build.gradle": ""], true),
  ]

  @Test("a class is looked up only if the scripts tell that it cannot be used", arguments: layouts)
  func gradleLayouts(files: MarkedSources, isVisible: Bool) throws {
    let own = [
      "app/app/build.gradle.kts": "dependencies {\n  implementation(project(\":pay\"))\n}",
      "app/libs/pay-impl/build.gradle": "",
      "app/app/src/main/java/com/acme/App.java": Self.app,
      "app/libs/pay-impl/src/main/java/com/lib/C.java": Self.library,
    ]
    let found = try adoption(own.merging(files) { $1 })
    #expect(lookups(found) == ["pay": "direct", "c": isVisible ? "direct" : "runtime"])
  }

  @Test("the module of the generated code is the folder above the last `src`")
  func folderNamedSource() throws {
    let found = try adoption([
      "app/src/android/app/build.gradle": "", "app/src/android/a/build.gradle": "",
      "app/src/android/app/src/main/java/com/acme/App.java": Self.twoCalls,
      "app/src/android/a/src/main/java/com/lib/C.java": Self.library,
    ])
    #expect(lookups(found) == ["a": "direct", "pay": "direct", "c": "runtime"])
  }

  @Test("without Gradle scripts, the modules of classes do not matter")
  func withoutScripts() throws {
    let found = try adoption([
      "app/app/src/main/java/com/acme/App.java": Self.twoCalls,
      "app/lib/src/main/java/com/lib/C.java": Self.library,
    ])
    #expect(lookups(found) == ["a": "direct", "c": "direct", "pay": "direct"])
  }

  @Test("an existing description keeps its text", arguments: ["    ", "\t"])
  func merge(indent: String) throws {
    let text = """
      module.exports = {
      \(indent)// The name.
      \(indent)appName: 'acme', "version": { "android": "1.0.0", "iOS": "1.0.0" },
      \(indent)modules: { old: { ios: 'Old' } }, // modules
      \(indent)components: [],
      };

      """
    let files = [
      "app/ios/Start.m": Self.start
        + "\nvoid g() { [WXSDKEngine registerComponent:@\"acme-map\" withClass:[AcmeMap class]]; }"
    ]
    let found = try adoption(files, onto: text)
    let merged = String(decoding: found.text, as: UTF8.self)
    var rest = Substring(merged)
    for part in [
      "module.exports = {\n", "// The name.\n", "appName: 'acme', \"version\": {",
      "modules: { old: { ios: 'Old' }", "}, // modules\n", "components: [", ",\n};\n",
    ] {
      let range = try #require(rest.firstRange(of: part), "\(merged)")
      rest = rest[range.upperBound...]
    }
    #expect(merged.contains("{ old: { ios: 'Old' },\n\(indent)\(indent)\"pay\": {\n"), "\(merged)")
    #expect(merged.contains("components: [\n\(indent)\(indent){\n"), "\(merged)")
    let parsed = try ParsedRegistry.read(found.text, file: "eros.native.js")
    #expect(parsed.isUsable, "\(parsed.findings)")
    var sources = NativeSources()
    for (file, text) in files { sources.add(Array(text.utf8), file: file) }
    let again = try Adoption(of: sources, onto: parsed)
    #expect(again.addedCount == 0)
    #expect(again.text == found.text)
  }

  @Test("a description keeps its line ends, and the comment in an empty section")
  func mergeReturns() throws {
    let text = [
      "module.exports = {", "  appName: 'acme', version: { android: '1.0.0', iOS: '1.0.0' },",
      "  modules: { /* none */ }", "};", "",
    ].joined(separator: "\r\n")
    let adopted = try adoption(["app/ios/Start.m": Self.start], onto: text)
    let merged = String(decoding: adopted.text, as: UTF8.self)
    #expect(merged.contains("  modules: {\r\n    \"pay\": {\r\n"), "\(merged)")
    #expect(merged.contains("}\r\n   /* none */ }"), "\(merged)")
    #expect(!merged.replacing("\r\n", with: "").contains("\n"))
  }

  @Test("an app for one platform has the version of this platform only")
  func onePlatform() throws {
    let found = try adoption(["app/ios/Start.m": Self.start])
    #expect(found.description.object?["version"]?.object?.members.map(\.key) == ["iOS"])
    let parsed = try ParsedRegistry.read(found.text, file: "eros.native.json")
    #expect(parsed.findings == [])
    // With a class on Android, its version is needed.
    let both = try read(
      #"{"appName": "a", "version": {"iOS": "1.0.0"}, "modules": [{"name": "a", "ios": "A", "android": "a.A"}]}"#
    )
    #expect(both.findings.map(\.rule).contains(.placeholder))
  }
}
