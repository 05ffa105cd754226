import ErosCore
import ErosNativeTestSupport
import ErosRegistry
import ErosSources
import ErosTestSupport
import Foundation
import Testing

/// Findings that sources of real apps must not have, each beside one that they must have.
@Suite("Findings about sources that are not the app's mistakes")
struct SourceNoiseTests {
  private static let empty = #""modules": [{"name": "other", "ios": "O", "android": "a.O"}]"#

  private func findings(
    _ rule: RegistryRule, _ files: MarkedSources, config text: String = empty
  ) throws -> [Finding] {
    let parsed = try read(config(around: text))
    var sources = NativeSources()
    for (name, text) in files.sorted(by: { $0.key < $1.key }) {
      sources.add(Array(text.utf8), file: name)
    }
    return parsed.drift(from: sources).filter { $0.rule == rule }
  }

  private static func module(_ head: String) -> String {
    "\(head)\nWX_EXPORT_METHOD(@selector(a))\n- (void)a {}\n@end\n"
  }

  @Test("the exports of a category belong to the class that it extends")
  func categories() throws {
    let category = Self.module("@implementation WXScroller (More)")
    #expect(try findings(.exportsUnregistered, ["A.m": category]) == [])
    let both = ["A.m": category, "B.m": "@implementation WXScroller\n@end"]
    #expect(
      try findings(.exportsUnregistered, both).map(\.codeAndLocation) == ["D13 B.m:1:17"])
  }

  @Test("an unregistered class is a note while a registration is not followed")
  func unfollowed() throws {
    var files = ["A.m": Self.module("@implementation A")]
    #expect(try findings(.exportsUnregistered, files).map(\.severity) == [.warning])
    files["S.m"] = "void f() { [WXSDKEngine registerModule:[A name] withClass:cls]; }"
    let found = try findings(.exportsUnregistered, files)
    #expect(found.map(\.severity) == [.note])
    #expect(found.first?.message.contains("S.m:1:25") == true)
    // A registration on Android says nothing about iOS.
    files["S.m"] = nil
    files["S.java"] = "class S { void f() { WXSDKEngine.registerModule(name(), A.class); } }"
    #expect(try findings(.exportsUnregistered, files).map(\.severity) == [.warning])
  }

  @Test("a module is a note in JavaScript while a registration is not followed")
  func unfollowedModules() throws {
    let parsed = try read(config(around: Self.empty))
    var uses = JSUses()
    uses.add(Array("weex.requireModule('pay')".utf8), file: "a.js")
    var sources = NativeSources()
    let java = "class S { void f() { WXSDKEngine.registerModule(name(), A.class); } }"
    sources.add(Array(java.utf8), file: "S.java")
    let unknown = RegistryRule.moduleUnknown
    #expect(
      parsed.drift(from: uses, sources: sources).map(\.severity) == [.error])
    let objc = "void f() { [WXSDKEngine registerModule:name withClass:cls]; }"
    sources.add(Array(objc.utf8), file: "S.m")
    let found = parsed.drift(from: uses, sources: sources)
    #expect(found.map(\.rule) == [unknown])
    #expect(found.map(\.severity) == [.note])
  }

  @Test(
    "a wrapper with the selector of the call, and the loader of weexpack, register nothing unknown",
    arguments: [
      (
        "S.m",
        """
        @implementation Service
        + (void)registerHandler:(id)handler withProtocol:(Protocol *)protocol {
          [WXSDKEngine registerHandler:handler withProtocol:protocol];
        }
        @end
        void f() { [Service registerHandler:[Images new] withProtocol:@protocol(P)]; }
        """, ["P"]
      ),
      (
        "C.m",
        """
        void f(Class c) {
          [WXSDKEngine registerHandler:[acmeImages new] withProtocol:@protocol(P)];
        }
        """, ["acmeImages"]
      ),
      (
        "WeexPluginManager.m",
        """
        @implementation WeexPluginManager
        + (void)load { [WXSDKEngine registerModule:plugin[@"api"] withClass:NSClassFromString(plugin[@"ios"])]; }
        @end
        """, []
      ),
      (
        "PluginManager.java",
        """
        package com.alibaba.weex.pluginmanager;
        class PluginManager {
          static void registerModule(String name, String type) {
            Class c = Class.forName(type);
            WXSDKEngine.registerModule(name, c);
          }
          void init() { for (Entry e : entries) { registerModule(e.getKey(), e.getValue()); } }
        }
        """, []
      ),
    ] as [(String, String, [String])])
  func loaders(file: String, text: String, names: [String]) throws {
    var sources = NativeSources()
    sources.add(Array(text.utf8), file: file)
    let adoption = try Adoption(of: sources)
    #expect(adoption.findings == [])
    #expect(adoption.addedCount == names.count)
    #expect(names.allSatisfy(String(decoding: adoption.json, as: UTF8.self).contains))
  }

  @Test("without native sources, unknown methods of the host are notes too")
  func unknownMembers() throws {
    let sources = NativeSources()
    var uses = JSUses()
    uses.add(Array("weex.requireModule('modal').acme()".utf8), file: "a.js")
    let found = try ParsedRegistry.undescribed(sources).drift(from: uses, sources: sources)
    #expect(found.map { "\($0.code) \($0.severity)" } == ["J02 note"])
  }

  @Test(
    "the build of eeui writes the names of its modules",
    arguments: [
      ("eeui/picture", "create", []), ("picture", "create", []), ("eeuiPicture", "create", []),
      ("acme/pay/card", "open", []), ("eeui/pictures", "create", ["J01"]),
      ("eeui/picture", "none", ["J02"]), ("acme", "open", ["J01"]),
    ])
  func eeui(module: String, method: String, codes: [String]) throws {
    let modules = { (names: [(String, String)]) in
      let text = names.map { name, method in
        #"{"name": "\#(name)", "ios": "A", "android": "a.A", "methods": [{"name": "\#(method)"}]}"#
      }
      return try read(config(around: #""modules": [\#(text.joined(separator: ", "))]"#))
    }
    var uses = JSUses()
    uses.add(Array("weex.requireModule('\(module)').\(method)()".utf8), file: "a.js")
    let own = [("eeuiPicture", "create"), ("acmePayCard", "open")]
    let found = try modules([("eeui", "toast")] + own).drift(from: uses)
    #expect(Set(found.map(\.code)) == Set(codes), "\(found)")
    // Other builds write nothing.
    let other = try modules(own).drift(from: uses)
    #expect(other.isEmpty == (module == "eeuiPicture"), "\(other)")
  }

  @Test("JavaScript may use the modules that the sources register")
  func registered() throws {
    let parsed = try read(config(around: Self.empty))
    var uses = JSUses()
    let script = "const pay = weex.requireModule('pay')\npay.start()\npay.stop()"
    uses.add(Array(script.utf8), file: "a.js")
    var sources = NativeSources()
    for (file, text) in [
      "A.m": "void f() { [WXSDKEngine registerModule:@\"pay\" withClass:[A class]]; }\n"
        + "@implementation A\nWX_EXPORT_METHOD(@selector(start))\n- (void)start {}\n@end",
      "A.java": "package a; @WeexModule(name = \"pay\") public class A extends WXModule {\n"
        + "@JSMethod public void start() {} }",
    ] {
      sources.add(Array(text.utf8), file: file)
    }
    #expect(parsed.drift(from: uses).map(\.rule) == [.moduleUnknown])
    #expect(
      parsed.drift(from: uses, sources: sources).map(\.codeAndLocation) == ["J02 a.js:3:1"])
  }

  @Test("JavaScript is compared with the sources of an app without a description")
  func undescribed() throws {
    var sources = NativeSources()
    let start =
      "void f() { [WXSDKEngine registerModule:@\"pay\" withClass:[A class]]; [BMMediatorManager x]; }\n"
      + "@implementation A\nWX_EXPORT_METHOD(@selector(start))\n- (void)start {}\n@end"
    sources.add(Array(start.utf8), file: "A.m")
    var uses = JSUses()
    let script = """
      const pay = weex.requireModule('pay'), router = weex.requireModule('bmRouter')
      pay.start()
      pay.stop()
      router.open({})
      weex.requireModule('none')
      """
    uses.add(Array(script.utf8), file: "a.js")
    let parsed = try ParsedRegistry.undescribed(sources)
    #expect(parsed.drift(from: sources) == [])
    // Only the platform with sources counts, and the host is recognized.
    #expect(
      parsed.drift(from: uses, sources: sources).map(\.codeAndLocation) == [
        "J02 a.js:3:1", "J01 a.js:5:1",
      ])
  }

  @Test("JavaScript without native sources has notes about the modules that it uses")
  func withoutSources() throws {
    var uses = JSUses()
    uses.add(Array("weex.requireModule('pay')\nmodal.x()".utf8), file: "a.js")
    var sources = NativeSources()
    let severities = { (sources: NativeSources) in
      try ParsedRegistry.undescribed(sources).drift(from: uses, sources: sources).map(\.severity)
    }
    #expect(try severities(sources) == [.note])
    sources.add(Array("class A {}".utf8), file: "A.java")
    #expect(try severities(sources) == [.error])
  }

  @Test("a host of one platform is also that of the other", arguments: [true, false])
  func hosts(isEros: Bool) throws {
    var sources = NativeSources()
    let package = isEros ? "com.eros.framework" : "com.acme.eros"
    sources.add(Array("import \(package).BMWXApplication; class A {}".utf8), file: "A.java")
    sources.add(Array("@interface AppDelegate : UIResponder\n@end".utf8), file: "AppDelegate.h")
    var uses = JSUses()
    let page = "<template><div><bmrichtext><bmspan value=\"a\"/></bmrichtext></div></template>"
    uses.add(Array(page.utf8), file: "a.vue")
    let found = try ParsedRegistry.undescribed(sources).drift(from: uses, sources: sources)
    #expect(found.map(\.rule) == (isEros ? [] : [.tagUnknown, .tagUnknown]))
  }

  @Test("a handler for a missing one is not a second registration")
  func fallbacks() throws {
    let call = { (name: String) in
      "[WXSDKEngine registerHandler:[\(name) new] withProtocol:@protocol(Images)];"
    }
    let check = "if (nil == [WXSDKEngine handlerForProtocol:@protocol(Images)]) { \(call("B")) }"
    let files = { (second: String) in
      ["S.m": "void f() { \(call("A")) }\nvoid g() { \(second) }"]
    }
    #expect(try findings(.duplicateRegistration, files(check)) == [])
    #expect(
      try findings(.duplicateRegistration, files("if (a) { \(call("B")) }")).map(
        \.codeAndLocation) == ["D15 S.m:2:34"])
  }

  @Test("the constants of classes that are not components are not compared")
  func otherAttributes() throws {
    let body = "- (void)f { x = fileAttributes[NSFileSize]; }\n@end"
    let adopt = { (base: String) in
      var sources = NativeSources()
      sources.add(Array("@interface A : \(base)\n@end".utf8), file: "A.h")
      sources.add(Array("@implementation A\n\(body)".utf8), file: "A.m")
      return try Adoption(of: sources).findings.map(\.codeAndLocation)
    }
    #expect(try adopt("NSObject") == [])
    #expect(try adopt("WXComponent") == ["N099 A.m:2:32"])
  }

  @Test(
    "classes of the Weex SDK are bases of modules and components",
    arguments: [
      ("modules", "com.taobao.weex.appfram.navigator.WXNavigatorModule", []),
      ("components", "org.apache.weex.ui.component.Textarea", []),
      ("modules", "com.acme.NavigatorModule", ["D02 N.kt:3:7"]),
      ("components", "com.acme.ui.component.Textarea", ["D02 N.kt:3:7"]),
    ])
  func hostBases(section: String, path: String, expected: [String]) throws {
    let name = path.split(separator: ".").last ?? ""
    // The class has the name of its base, which it imports.
    let kotlin = "package a\nimport \(path)\nclass \(name) : \(name)()"
    let config = #""\#(section)": [{"name": "acme", "android": "a.\#(name)"}]"#
    #expect(
      try findings(.wrongBase, ["N.kt": kotlin], config: config).map(\.codeAndLocation) == expected)
  }

  @Test("an attribute that a DOM object reads is one of its component")
  func domObjects() throws {
    let java = """
      package a;
      class S { void f() { WXSDKEngine.registerComponent("acme-map", M.class);
        WXSDKEngine.registerDomObject("acme-map", D.class); } }
      class M extends WXComponent {}
      class D extends WXDomObject { void g() { getAttrs().get("zoom"); other().get("no"); } }
      """
    var sources = NativeSources()
    sources.add(Array(java.utf8), file: "S.java")
    let text = String(decoding: try Adoption(of: sources).text, as: UTF8.self)
    #expect(text.contains(#""zoom""#))
    #expect(!text.contains(#""no""#))
  }

  @Test("a copy of the Weex SDK has one note")
  func hostCopy() throws {
    let engine = """
      package org.apache.weex;
      public class WXSDKEngine { static void f() { registerModule("dom", DomModule.class);
        registerModule("acme", AcmeModule.class); registerModule(name(), X.class); } }
      """
    let app = """
      package a; import org.apache.weex.WXSDKEngine;
      class S { void f() { WXSDKEngine.registerModule("dom", MyDom.class); } }
      """
    var sources = NativeSources()
    sources.add(Array(engine.utf8), file: "WXSDKEngine.java")
    var adoption = try Adoption(of: sources)
    #expect(adoption.findings.map(\.codeAndLocation) == ["N096 WXSDKEngine.java:2:14"])
    #expect(adoption.description.object?["modules"]?.array?.count == 1)
    sources.add(Array(app.utf8), file: "S.java")
    adoption = try Adoption(of: sources)
    // The app replaces a module of the host.
    #expect(adoption.description.object?["modules"]?.array?.count == 2)
  }

  @Test("a copy of Rexxar has one note")
  func rexxarCopy() throws {
    let view = """
      package com.douban.rexxar.view; import com.douban.rexxar.view.RexxarWidget;
      public class RexxarWebView {
        public void addRexxarWidget(RexxarWidget widget) { mCore.addRexxarWidget(widget); } }
      """
    let core = "rexxar/src/main/java/com/douban/rexxar/view/"
    let own = view.replacing("package com.douban.rexxar.view", with: "package a")
    let adopt = { (files: MarkedSources) in
      var sources = NativeSources()
      for (name, text) in files { sources.add(Array(text.utf8), file: name) }
      return try Adoption(of: sources).findings.map(\.codeAndLocation).sorted()
    }
    let note = "N096 \(core)RexxarWebView.java:2:14"
    #expect(try adopt([core + "RexxarWebView.java": view]) == [note])
    #expect(
      try adopt([core + "RexxarWebView.java": view, "app/View.java": own])
        == [note, "W098 app/View.java:3:60"])
  }

  @Test("tests are not the app", .temporaryFolder)
  func tests() throws {
    let folder = try TemporaryFolder.ofTest()
    let text = "class S { void f() { WXSDKEngine.registerModule(\"x\", X.class); } }"
    for path in ["src/test/A.java", "src/androidTest/A.java", "AcmeTests/A.java", "test/A.java"] {
      try folder.write(text, to: path)
    }
    #expect(try NativeSources(folders: [folder.path]).fileCount(of: .android) == 1)
    // A folder that is given is read.
    let given = try NativeSources(folders: [folder.path + "/AcmeTests"])
    #expect(given.fileCount(of: .android) == 1)
  }

  @Test("similar names of the platforms are reported")
  func spelling() throws {
    let files = [
      "C.m": "WX_PlUGIN_EXPORT_COMPONENT(acme-date, C)\n@implementation C\n"
        + "- (void)f { attributes[@\"dateFormat\"]; attributes[@\"zoom\"]; }\n@end",
      "C.java":
        "package a; @WeexComponent(names = \"acme-date\") public class C extends WXComponent {\n"
        + "@WXComponentProp(name = \"dataFormat\") public void setDataFormat(String s) {}\n"
        + "@WXComponentProp(name = \"angle\") public void setAngle(String s) {} }",
    ]
    let found = try findings(.spellingDiffers, files)
    #expect(found.map(\.codeAndLocation) == ["D22 C.m:3:24"])
    var sources = NativeSources()
    for (name, text) in files { sources.add(Array(text.utf8), file: name) }
    let adoption = try Adoption(of: sources)
    #expect(adoption.findings.map(\.codeAndLocation) == ["D22 C.m:3:24"])
  }

  @Test("similar names of modules and methods on the platforms are reported")
  func similarNames() throws {
    var sources = NativeSources()
    for (file, text) in [
      "S.m": "void f() { [WXSDKEngine registerModule:@\"payment\" withClass:[P class]];\n"
        + "[WXSDKEngine registerModule:@\"shop\" withClass:[A class]]; }\n"
        + Self.module("@implementation A").replacing("(a)", with: "(openCart:)"),
      "S.java":
        "package a; class S { void f() { WXSDKEngine.registerModule(\"payments\", P.class);\n"
        + "WXSDKEngine.registerModule(\"shop\", A.class);\n"
        + "WXSDKEngine.registerModule(\"shopping\", A.class); } }\n"
        + "class A extends WXModule { @JSMethod public void openCard(String s) {}\n"
        + "@JSMethod public void close() {} }",
    ] { sources.add(Array(text.utf8), file: file) }
    let adoption = try Adoption(of: sources)
    let found = adoption.findings.filter { $0.rule == .spellingDiffers }
    #expect(found.map(\.codeAndLocation) == ["D22 S.m:1:25", "D22 S.m:4:1"])
    #expect(found.map { $0.message.contains("'payments'") } == [true, false])
  }

  @Test("attributes of the framework are not those of a component")
  func frameworkAttributes() throws {
    let text =
      "WX_PlUGIN_EXPORT_COMPONENT(acme-a, A)\n@implementation A\n"
      + "- (void)f { attributes[@\"@isComponentRoot\"]; attributes[@\"zoom\"]; }\n"
      + "- (void)g { attributes[@\"@isComponentRoot\"]; attributes[@\"#odd\"]; }\n@end"
    var sources = NativeSources()
    sources.add(Array(text.utf8), file: "A.m")
    let adoption = try Adoption(of: sources)
    #expect(adoption.findings.map(\.codeAndLocation) == ["W096 A.m:4:57"])
  }

  @Test("a class by its name, and the header of the class instead of a category's")
  func classes() throws {
    let files = [
      "A+More.h": "@interface A (More)\n@end", "B.h": "@interface A : NSObject\n@end",
      "S.m":
        "@implementation A\n@end\nvoid f() { [WXSDKEngine registerModule:@\"a\" withClass:[A class]];\n"
        + "[WXSDKEngine registerHandler:[NSClassFromString(@\"H\") new] withProtocol:@protocol(P)]; }",
    ]
    var sources = NativeSources()
    for (name, text) in files { sources.add(Array(text.utf8), file: name) }
    let root = try Adoption(of: sources).description.object
    let module = root?["modules"]?.array?.first?.value.object?["ios"]?.object
    #expect(module?["header"]?.string == "B.h")
    let handler = root?["handlers"]?.array?.first?.value.object?["ios"]?.object
    #expect(handler?["class"]?.string == "H")
  }
}
