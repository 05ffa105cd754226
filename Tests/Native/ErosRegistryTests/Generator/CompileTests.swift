import ErosNativeTestSupport
import ErosRegistry
import ErosSources
import ErosTestSupport
import Foundation
import Testing

/// Compiles the generated files against stubs of the hosts.
@Suite("Generated files compile", .temporaryFolder)
struct CompileTests {
  /// Writes the generated files whose names end with `suffixes`, and returns their paths.
  private func write(_ golden: Golden, _ suffixes: [String]) throws -> [String] {
    let folder = try TemporaryFolder.ofTest()
    let files = try golden.files.filter { file in suffixes.contains { file.path.hasSuffix($0) } }
    for file in files { try folder.write(file.bytes, to: file.path) }
    return files.map { folder.path($0.path) }
  }

  // MARK: Objective-C

  @Test(
    "generated Objective-C compiles", .needs("clang"),
    arguments: [Golden.every, .acme, .nothing, .skeletons, .uniApp])
  func objectiveC(golden: Golden) async throws {
    let files = try write(golden, [".h", ".m"]).filter { $0.hasSuffix(".m") }
    #expect(!files.isEmpty)
    for file in files {
      let result = try await HostCompiler.objectiveC(file)
      #expect(result.status == 0, "\(result)")
    }
  }

  @Test("an error in Objective-C fails to compile", .needs("clang"))
  func objectiveCError() async throws {
    let file = try #require(
      try write(.every, [".h", "ErosRegistrant.m"]).first { $0.hasSuffix("m") })
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try Data(text.replacing("[AcmeScanModule class]", with: "[AcmeScamModule class]").utf8)
      .write(to: URL(filePath: file))
    #expect(try await HostCompiler.objectiveC(file).status != 0)
  }

  // MARK: Swift

  @Test(
    "generated Swift compiles", .needs("swiftc"),
    arguments: [Golden.everyKotlin, .acmeSwift, .skeletons, .uniApp])
  func swift(golden: Golden) async throws {
    let files = try write(
      golden, [.skeletons, .uniApp].contains(golden) ? [".swift"] : ["Registrant.swift"])
    #expect(!files.isEmpty)
    let result = try await HostCompiler.swift(files)
    #expect(result.status == 0, "\(result)")
  }

  @Test("an error in Swift fails to compile", .needs("swiftc"))
  func swiftError() async throws {
    let result = try await HostCompiler.swift(
      try write(.everyKotlin, ["Registrant.swift"]),
      replacing: ("AcmeScanModule.self", "AcmeScamModule.self"))
    #expect(result.status != 0)
  }

  // MARK: Java

  /// The calls of an app with the generated code of `every.json` at its start.
  private static let calls = """
    setImgAdapter com.acme.ImageAdapter
    setURIAdapter com.acme.UriAdapter
    setNavigator com.acme.Navigator
    component acme-chart,acmechart com.acme.Chart true
    component acme-list com.acme.List+com.acme.ListCreator false
    component acme-plain com.acme.Plain
    component acme-row com.acme.Row false
    dom acme-row com.acme.RowDom
    module acme-scan com.acme.ScanModule true
    module acmeScan com.acme.Outer$OtherModule false
    refused module:acmeScan:refused
    refused module:acmeSwift:com.taobao.weex.common.WXException: no
    mapURL https://acme.example/routes.json?a=$acme
    scheme acme+app
    widget com.acme.ZoomWidget
    widget com.acme.AlertWidget
    containerAPI com.acme.GeoAPI
    refused widget:gone:java.lang.ClassNotFoundException: com.acme.GoneWidget
    refused containerAPI:odd:java.lang.ClassCastException: class com.acme.Plain
    embedView acme_list com.acme.ListView
    embedView acme_map com.acme.MapView

    """

  @Test(
    "generated Java compiles, and registers exactly the entries of the description",
    .needs("javac", "java"))
  func java() async throws {
    let compiled = try await HostCompiler.java(
      try write(.every, [".java"]) + write(.skeletons, [".java"]) + write(.uniApp, [".java"]))
    try #require(compiled.status == 0, "\(compiled)")
    let folder = try TemporaryFolder.ofTest()
    let run = try await runTool(
      "java", ["-cp", folder.path("out"), "com.acme.Host", "com.acme.eros"])
    #expect(run.standardOutput == Self.calls, "\(run)")
  }

  @Test("an error in Java fails to compile", .needs("javac"))
  func javaError() async throws {
    // The stubs do not contain these classes.
    #expect(try await HostCompiler.java(try write(.acme, [".java"])).status != 0)
  }

  @Test("generated Java with thousands of entries compiles", .needs("javac"))
  func manyInJava() async throws {
    let modules = (0..<2000).map { index in
      #"{"name": "m\#(index)", "android": {"class": "com.acme.ScanModule", "lookup": "\#(index % 2 == 0 ? "direct" : "runtime")"}}"#
    }
    let components = (0..<600).map { index in
      #"{"name": "c\#(index)", "appendTree": true, "android": {"class": "com.acme.Row", "dom": "com.acme.RowDom"}}"#
    }
    let widgets = (0..<1200).map { index in
      #"{"name": "w\#(index)", "path": "/widget/w\#(index)", "android": {"class": "com.acme.ZoomWidget", "lookup": "\#(index % 2 == 0 ? "direct" : "runtime")"}}"#
    }
    let views = (0..<3000).map { index in
      #"{"type": "v_\#(index)", "android": {"class": "com.acme.ListView", "lookup": "\#(index % 2 == 0 ? "direct" : "runtime")"}}"#
    }
    let sections = [
      ("modules", modules), ("components", components), ("widgets", widgets), ("embedViews", views),
    ]
    let text = config(
      around:
        #""generate": {"android": {"out": "a", "package": "com.acme.many", "mpaasPackage": "com.acme.mpaas"}}, "#
        + sections.map { "\"\($0)\": [\($1.joined(separator: ",\n"))]" }.joined(separator: ", "))
    let files = try RegistryGenerator(read(text), source: "eros.native.json").files()
      .filter { $0.path.hasSuffix(".java") }
    let folder = try TemporaryFolder.ofTest()
    for file in files { try folder.write(file.bytes, to: file.path) }
    let compiled = try await HostCompiler.java(files.map { folder.path($0.path) })
    #expect(compiled.status == 0, "\(compiled)")
    let code = files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    for call in ["registerModules8(refused);", "attach5(webView, refused);", "registerAll12();"] {
      #expect(code.contains(call))
    }
  }

  /// Sections of apps without Weex, and whether the registrant refers to Weex.
  static let hosts: [(sections: String, usesWeex: Bool)] = [
    (#""widgets": [{"name": "w", "path": "/widget/w", "android": "com.acme.AlertWidget"}]"#, false),
    (#""embedViews": [{"type": "acme_map", "android": "com.acme.MapView"}]"#, false),
    (
      #""widgets": [{"name": "w", "path": "/widget/w", "android": "com.acme.AlertWidget"}], "#
        + #""modules": [{"name": "scan", "android": "com.acme.ScanModule"}]"#, true
    ),
    (#""jsApis": [{"names": ["acmePay"], "android": "com.acme.PayPlugin"}]"#, false),
    (#""modules": []"#, true),
  ]

  @Test(
    "without the Weex SDK in an app of another host", .needs("kotlinc", "javac"), arguments: hosts)
  func otherHosts(sections: String, usesWeex: Bool) async throws {
    let stubs = try await HostCompiler.java([])
    try #require(stubs.status == 0, "\(stubs)")
    for language in ["java", "kotlin"] {
      let text = config(
        around:
          #""generate": {"android": {"out": "a", "package": "com.acme.other\#(language)", "language": "\#(language)", "mpaasPackage": "com.acme.mpaas"}}, "#
          + sections)
      let files = try RegistryGenerator(read(text), source: "eros.native.json").files()
      let registrant = try #require(files.first { $0.path.contains("/ErosRegistrant.") })
      let code = String(decoding: registrant.bytes, as: UTF8.self)
      #expect(code.contains("weex") == usesWeex && code.contains("WXException") == usesWeex)
      #expect(code.contains("SURFACE_FINGERPRINT"))
      // Kotlin warns about the parameters of functions that register nothing.
      guard language == "java" || !usesWeex else { continue }
      let folder = try TemporaryFolder.ofTest()
      try folder.write(registrant.bytes, to: registrant.path)
      let compile = language == "java" ? HostCompiler.java : HostCompiler.kotlin
      let compiled = try await compile([folder.path(registrant.path)])
      #expect(compiled.status == 0, "\(compiled)")
    }
  }

  // MARK: Kotlin

  @Test(
    "generated Kotlin compiles, and registers the same; an error fails to compile",
    .needs("kotlinc", "javac"))
  func kotlin() async throws {
    let folder = try TemporaryFolder.ofTest()
    let stubs = try await HostCompiler.java([])
    try #require(stubs.status == 0, "\(stubs)")
    let files = try write(.everyKotlin, [".kt"])
    let compiled = try await HostCompiler.kotlin(
      files + write(.skeletons, [".kt"]) + write(.uniApp, [".kt"]))
    try #require(compiled.status == 0, "\(compiled)")
    let classes = try [folder.path("out"), #require(HostCompiler.kotlinLibrary)].joined(
      separator: ":")
    let run = try await runTool("java", ["-cp", classes, "com.acme.Host", "com.acme.in.fun"])
    #expect(run.standardOutput == Self.calls, "\(run)")

    let file = try #require(files.first { $0.hasSuffix("/ErosRegistrant.kt") })
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try folder.write(text.replacing("com.acme.ScanModule", with: "com.acme.ScamModule"), to: "m.kt")
    let failed = try await HostCompiler.kotlin([folder.path("m.kt")])
    #expect(failed.status != 0)
    #expect(failed.standardError.contains("error: unresolved reference: ScamModule"), "\(failed)")
  }

  // MARK: JavaScript

  @Test(
    "generated JavaScript compiles", .needs("node"), arguments: [Golden.every, .nothing])
  func javaScript(golden: Golden) async throws {
    let files = try write(golden, [".js"])
    #expect(!files.isEmpty)
    for file in files {
      let result = try await runTool(
        "node", ["-e", "console.log(JSON.stringify(require(process.argv[1])))", file])
      #expect(result.status == 0, "\(result)")
      let isEvery = golden == .every && file.hasSuffix("meta.js")
      #expect(!isEvery || result.standardOutput.contains(#""args":["object","object","function"]"#))
    }
  }

  // MARK: TypeScript

  private static let page = """
    const scan = weex.requireModule('acme-scan');
    scan.scan({ x: 1, y: 2 }, undefined, result => { const tags: string[] = result.tags; });
    const last: { x: number } | undefined = scan.last && scan.last();
    weex.requireModule('bmAxios').fetch({}, () => {});
    let data: Eros.Components['acme-chart']['attributes'] = { 'data-set': { a: [1] } };
    let took: Eros.Components['acmechart']['events']['finish']['took'] = 1;
    weex.supports('@module/acme-scan.scan');

    """

  @Test("generated TypeScript compiles", .needs("tsc"))
  func typeScript() async throws {
    for (golden, page) in [(Golden.every, Self.page), (.nothing, "weex.requireModule('any');\n")] {
      let result = try await HostCompiler.typeScript(try write(golden, [".d.ts"]), page: page)
      #expect(result.status == 0, "\(result)")
    }
  }

  @Test("generated TypeScript compiles with unusual names and names of one platform", .needs("tsc"))
  func unusualTypeScript() async throws {
    let text = config(
      around: #"""
        "generate": {"js": {"out": "j"}}, "types": {"Record": {"a": "object"}},
        "modules": [
          {"name": "two", "ios": "A", "methods": [{"name": "both"}, {"name": "first"}]},
          {"name": "two", "android": "a.A", "methods": [{"name": "both"}, {"name": "second"}]},
          {"name": "_1x", "ios": "B", "android": "a.B", "methods": [
            {"name": "take", "args": ["record: Record", "this: object"]},
            {"name": "addEventListener", "platforms": ["ios"]}]}],
        "components": [
          {"name": "a-b", "aliases": ["a-c"], "ios": "C", "attributes": [{"name": "x", "type": "string"}]},
          {"name": "a-c", "android": "a.C", "attributes": [{"name": "y", "type": "number"}]}]
        """#)
    let files = try RegistryGenerator(read(text), source: "eros.native.json").files()
    let folder = try TemporaryFolder.ofTest()
    for file in files { try folder.write(file.bytes, to: file.path) }
    let page = """
      const two = weex.requireModule('two');
      two.both(); two.first && two.first(); two.second?.();
      weex.requireModule('_1x').take({ a: { b: 1 } }, {});
      let attributes: Eros.Components['a-c']['attributes'] = { x: '', y: 1 };

      """
    let good = try await HostCompiler.typeScript([folder.path("j/eros-native.d.ts")], page: page)
    #expect(good.status == 0, "\(good)")
    let bad = try await HostCompiler.typeScript(
      [folder.path("j/eros-native.d.ts")], page: page.replacing("two.first && ", with: ""))
    #expect(bad.standardOutput.contains("page.ts(2,13): error"), "\(bad)")
    let meta = String(decoding: try folder.read("j/eros-native.meta.js"), as: UTF8.self)
    for method in ["both", "first", "second"] { #expect(meta.contains("'\(method)'")) }
  }

  @Test("generated TypeScript types the plugins of uni-app", .needs("tsc"))
  func uniAppTypeScript() async throws {
    // As @dcloudio/types declares it.
    let page = """
      interface Uni { requireNativePlugin(name: string): any; }
      declare const uni: Uni;
      const every = uni.requireNativePlugin('Acme-Every');
      const text: string = every.text();
      uni.requireNativePlugin('other').anything();
      let attributes: Eros.Components['acme-all']['attributes'] = { number: 1 };

      """
    let files = try write(.uniApp, [".d.ts"])
    let good = try await HostCompiler.typeScript(files, page: page)
    #expect(good.status == 0, "\(good)")
    let bad = try await HostCompiler.typeScript(
      files, page: page.replacing("const text: string", with: "const text: number"))
    #expect(bad.standardOutput.contains("page.ts(4,7): error"), "\(bad)")
  }

  @Test("errors in TypeScript fail to compile", .needs("tsc"))
  func typeScriptErrors() async throws {
    let page = Self.page.replacing("scan.scan({ x: 1,", with: "scan.scan({ x: 'one',")
      .replacing("scan.last && ", with: "")
    let result = try await HostCompiler.typeScript(try write(.every, [".d.ts"]), page: page)
    #expect(result.status != 0)
    for error in ["page.ts(2,13): error", "page.ts(3,41): error"] {
      #expect(result.standardOutput.contains(error), "\(result)")
    }
  }
}
