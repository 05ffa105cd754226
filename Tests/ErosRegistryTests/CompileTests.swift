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

  private func compileJava(_ golden: Golden) async throws -> ToolResult {
    let folder = try TemporaryFolder.ofTest()
    let files = try write(golden, [".java"])
    let stubs = try FileManager.default.subpathsOfDirectory(atPath: Self.stubs("java"))
      .filter { $0.hasSuffix(".java") }.map { Self.stubs("java") + "/" + $0 }
    return try await runTool(
      "javac",
      ["-Xlint:all", "-Werror", "-proc:none", "-encoding", "US-ASCII", "-d", folder.path("out")]
        + stubs + files, seconds: 120)
  }

  @Test(
    "as Java, which registers just what the description says when it runs",
    .enabled(if: Tool.isInstalled("javac") && Tool.isInstalled("java")))
  func java() async throws {
    let compiled = try await compileJava(.every)
    try #require(compiled.status == 0, "\(compiled)")
    let folder = try TemporaryFolder.ofTest()
    let run = try await runTool("java", ["-cp", folder.path("out"), "com.acme.Host"])
    #expect(
      run.standardOutput == """
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

        """)
  }

  @Test("a mistake in Java is found", .enabled(if: Tool.isInstalled("javac")))
  func javaMistake() async throws {
    // The stand-ins have no such classes.
    #expect(try await compileJava(.acme).status != 0)
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
}
