import ErosRegistry
import ErosTestSupport
import Foundation
import Testing

/// Compiles what is generated for `every.json` against small stand-ins for the hosts.
@Suite("Generated files compile", .temporaryFolder)
struct CompileTests {
  private static func stubs(_ language: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Stubs/" + language)
      .path(percentEncoded: false)
  }

  /// Writes the generated files whose names end with `suffixes`, and returns their paths.
  private func write(_ golden: Golden, _ suffixes: [String]) throws -> [String] {
    let folder = try TemporaryFolder.ofTest()
    let files = try golden.files.filter { file in suffixes.contains { file.path.hasSuffix($0) } }
    for file in files { try folder.write(file.bytes, to: file.path) }
    return files.map { folder.path($0.path) }
  }

  // MARK: Objective-C

  private func compileObjectiveC(_ file: String) async throws -> ToolResult {
    let folder = URL(filePath: file).deletingLastPathComponent().path(percentEncoded: false)
    return try await runTool(
      "clang",
      [
        "-target", "arm64-apple-ios12.0", "-fsyntax-only", "-x", "objective-c", "-fobjc-arc",
        "-fmodules", "-fmodules-cache-path=" + folder + "/cache", "-Wall", "-Wextra", "-Werror",
        "-nostdinc", "-DDEBUG=1", "-isystem", Self.stubs("objc"), "-I", folder, file,
      ])
  }

  @Test(
    "as Objective-C", .enabled(if: Tool.isInstalled("clang")),
    arguments: [Golden.every, .acme, .nothing])
  func objectiveC(golden: Golden) async throws {
    let files = try write(golden, [".h", ".m"]).filter { $0.hasSuffix(".m") }
    #expect(!files.isEmpty)
    for file in files {
      let result = try await compileObjectiveC(file)
      #expect(result.status == 0, "\(result)")
    }
  }

  @Test("a mistake in Objective-C is found", .enabled(if: Tool.isInstalled("clang")))
  func objectiveCMistake() async throws {
    let file = try #require(
      try write(.every, [".h", "ErosRegistrant.m"]).first { $0.hasSuffix("m") })
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try Data(text.replacing("[AcmeScanModule class]", with: "[AcmeScamModule class]").utf8)
      .write(to: URL(filePath: file))
    #expect(try await compileObjectiveC(file).status != 0)
  }

  // MARK: Swift

  private func compileSwift(_ golden: Golden, replacing change: (String, String)? = nil)
    async throws -> ToolResult
  {
    let folder = try TemporaryFolder.ofTest()
    let files = try write(golden, ["Registrant.swift"])
    #expect(!files.isEmpty)
    for file in files {
      // Here the hosts are one module, which is the generated code's own.
      var text = try String(contentsOfFile: file, encoding: .utf8)
      for module in ["AcmeKit", "NebulaPoseidon", "Rexxar", "WeexSDK"] {
        text = text.replacing("import \(module)\n", with: "")
      }
      // Away from Apple's systems, not every class can be made from its type.
      text = text.replacing("as? NSObject.Type", with: "as? HostObject.Type")
      if let change { text = text.replacing(change.0, with: change.1) }
      try Data(text.utf8).write(to: URL(filePath: file))
    }
    return try await runTool(
      "swiftc",
      [
        "-typecheck", "-swift-version", "5", "-warnings-as-errors", "-DDEBUG",
        "-module-cache-path", folder.path("cache"), Self.stubs("swift") + "/Hosts.swift",
      ] + files, seconds: 300)
  }

  @Test(
    "as Swift", .enabled(if: Tool.isInstalled("swiftc")),
    arguments: [Golden.everyKotlin, .acmeSwift])
  func swift(golden: Golden) async throws {
    let result = try await compileSwift(golden)
    #expect(result.status == 0, "\(result)")
  }

  @Test("a mistake in Swift is found", .enabled(if: Tool.isInstalled("swiftc")))
  func swiftMistake() async throws {
    let result = try await compileSwift(
      .everyKotlin, replacing: ("AcmeScanModule.self", "AcmeScamModule.self"))
    #expect(result.status != 0)
  }

  // MARK: Java

  /// Compiles `files` with all stand-ins into the folder `out`.
  private func compileJava(_ files: [String]) async throws -> ToolResult {
    let folder = try TemporaryFolder.ofTest()
    let stubs = try FileManager.default.subpathsOfDirectory(atPath: Self.stubs("java"))
      .filter { $0.hasSuffix(".java") }.map { Self.stubs("java") + "/" + $0 }
    return try await runTool(
      "javac",
      ["-Xlint:all,-rawtypes", "-Werror", "-proc:none", "-encoding", "US-ASCII", "-d", folder.path("out")]
        + stubs + files, seconds: 120)
  }

  /// What an app with the generated code of `every.json` does at its start.
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
    widget com.acme.ZoomWidget
    widget com.acme.AlertWidget
    containerAPI com.acme.GeoAPI
    embedView acme_list com.acme.ListView
    embedView acme_map com.acme.MapView

    """

  @Test(
    "as Java, which registers just what the description says when it runs",
    .enabled(if: Tool.isInstalled("javac") && Tool.isInstalled("java")))
  func java() async throws {
    let compiled = try await compileJava(try write(.every, [".java"]))
    try #require(compiled.status == 0, "\(compiled)")
    let folder = try TemporaryFolder.ofTest()
    let run = try await runTool(
      "java", ["-cp", folder.path("out"), "com.acme.Host", "com.acme.eros"])
    #expect(run.standardOutput == Self.calls, "\(run)")
  }

  @Test("a mistake in Java is found", .enabled(if: Tool.isInstalled("javac")))
  func javaMistake() async throws {
    // The stand-ins have no such classes.
    #expect(try await compileJava(try write(.acme, [".java"])).status != 0)
  }

  // MARK: Kotlin

  /// The standard library, beside the links that lead to the compiler.
  private static var kotlinLibrary: String? {
    ["/usr/share/java/kotlin-stdlib.jar", "/usr/share/kotlin/kotlinc/lib/kotlin-stdlib.jar"]
      .first { FileManager.default.fileExists(atPath: $0) }
  }

  /// Compiles `files` against the stand-ins in `out`, and into the same folder.
  private func compileKotlin(_ files: [String]) async throws -> ToolResult {
    let folder = try TemporaryFolder.ofTest()
    return try await runTool(
      "kotlinc",
      ["-Werror", "-classpath", folder.path("out"), "-d", folder.path("out")] + files,
      seconds: 300)
  }

  @Test(
    "as Kotlin, which registers the same when it runs; and a mistake in it is found",
    .enabled(if: Tool.isInstalled("kotlinc") && Tool.isInstalled("javac")))
  func kotlin() async throws {
    let folder = try TemporaryFolder.ofTest()
    let stubs = try await compileJava([])
    try #require(stubs.status == 0, "\(stubs)")
    let files = try write(.everyKotlin, [".kt"])
    let compiled = try await compileKotlin(files)
    try #require(compiled.status == 0, "\(compiled)")
    let classes = try [folder.path("out"), #require(Self.kotlinLibrary)].joined(separator: ":")
    let run = try await runTool("java", ["-cp", classes, "com.acme.Host", "com.acme.in.fun"])
    #expect(run.standardOutput == Self.calls, "\(run)")

    let file = try #require(files.first { $0.hasSuffix("/ErosRegistrant.kt") })
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try folder.write(text.replacing("com.acme.ScanModule", with: "com.acme.ScamModule"), to: "m.kt")
    let mistake = try await compileKotlin([folder.path("m.kt")])
    #expect(mistake.status != 0)
    #expect(mistake.standardError.contains("error: unresolved reference: ScamModule"), "\(mistake)")
  }

  // MARK: JavaScript

  @Test(
    "as JavaScript", .enabled(if: Tool.isInstalled("node")), arguments: [Golden.every, .nothing])
  func javaScript(golden: Golden) async throws {
    for file in try write(golden, [".js"]) {
      let result = try await runTool(
        "node", ["-e", "console.log(JSON.stringify(require(process.argv[1])))", file])
      #expect(result.status == 0, "\(result)")
      let isEvery = golden == .every && file.hasSuffix("meta.js")
      #expect(!isEvery || result.standardOutput.contains(#""args":["object","object","function"]"#))
    }
  }

  // MARK: TypeScript

  /// Compiles a page that uses the declarations generated for `golden`.
  private func compileTypeScript(_ golden: Golden, page: String) async throws -> ToolResult {
    let folder = try TemporaryFolder.ofTest()
    let declarations = try write(golden, [".d.ts"])
    try folder.write(page, to: "page.ts")
    let options: [String: Any] = [
      // Without the list, it would take up whatever types the machine has.
      "compilerOptions": ["noEmit": true, "strict": true, "types": [String](), "lib": ["es2015"]],
      "files": declarations + [folder.path("page.ts")],
    ]
    try folder.write(
      Array(try JSONSerialization.data(withJSONObject: options)), to: "tsconfig.json")
    return try await runTool("tsc", ["--project", "."], in: folder.path("."), seconds: 120)
  }

  private static let page = """
    const scan = weex.requireModule('acme-scan');
    scan.scan({ x: 1, y: 2 }, undefined, result => { const tags: string[] = result.tags; });
    const last: { x: number } | undefined = scan.last && scan.last();
    weex.requireModule('bmAxios').fetch({}, () => {});
    let data: Eros.Components['acme-chart']['attributes'] = { 'data-set': { a: [1] } };
    let took: Eros.Components['acmechart']['events']['finish']['took'] = 1;
    weex.supports('@module/acme-scan.scan');

    """

  @Test("as TypeScript", .enabled(if: Tool.isInstalled("tsc")))
  func typeScript() async throws {
    for (golden, page) in [(Golden.every, Self.page), (.nothing, "weex.requireModule('any');\n")] {
      let result = try await compileTypeScript(golden, page: page)
      #expect(result.status == 0, "\(result)")
    }
  }

  @Test("mistakes in TypeScript are found", .enabled(if: Tool.isInstalled("tsc")))
  func typeScriptMistake() async throws {
    let page = Self.page.replacing("scan.scan({ x: 1,", with: "scan.scan({ x: 'one',")
      .replacing("scan.last && ", with: "")
    let result = try await compileTypeScript(.every, page: page)
    #expect(result.status != 0)
    for mistake in ["page.ts(2,13): error", "page.ts(3,41): error"] {
      #expect(result.standardOutput.contains(mistake), "\(result)")
    }
  }
}
