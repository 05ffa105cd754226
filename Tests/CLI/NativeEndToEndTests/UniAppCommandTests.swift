import ErosTestSupport
import Foundation
import Testing

@Suite("A plugin of uni-app", .temporaryFolder)
struct UniAppCommandTests {
  private func create(_ options: [String] = []) async throws -> TemporaryFolder {
    let folder = try TemporaryFolder.ofTest()
    let start = try await runTool(
      Tool.built("eros"), ["init", "acme-scan", "--template", "uni-app"] + options,
      in: folder.path("."))
    #expect(start.status == 0, "\(start)")
    return folder
  }

  @Test(
    "every command accepts a new project",
    arguments: [
      [], ["--platform", "ios", "--ios-language", "swift"],
      ["--platform", "android", "--android-language", "kotlin"],
      ["--name", String(repeating: "a", count: 64)],
    ])
  func accepted(options: [String]) async throws {
    let folder = try await create(options)
    let commands = [
      ["config", "validate"], ["generate", "--check", "--strict"],
      ["generate", "--check", "--sources", "platforms"], ["sources", "--js", "pages"],
      ["requires", "pages"], ["docs", "api"], ["bump", "minor"], ["generate"], ["doctor"],
    ]
    for command in commands {
      let result = try await runTool(Tool.built("eros"), command, in: folder.path("acme-scan"))
      #expect(result.status == 0, "\(command): \(result)")
      #expect(!result.description.contains("warning: "), "\(command): \(result)")
    }
    let manifest = String(decoding: try folder.read("acme-scan/manifest.json"), as: UTF8.self)
    #expect(manifest.contains(#""versionName": "1.1.0""#))
  }

  @Test("the page names the module and the component of the description")
  func page() async throws {
    let folder = try await create()
    let page = String(decoding: try folder.read("acme-scan/pages/index/index.nvue"), as: UTF8.self)
    #expect(page.contains("uni.requireNativePlugin('AcmeScan-Greeter')"))
    #expect(page.contains("<acmescan-badge class"))
    let package = String(
      decoding: try folder.read("acme-scan/nativeplugins/AcmeScan/package.json"), as: UTF8.self)
    for name in ["AcmeScan-Greeter", "acmescan-badge"] { #expect(package.contains(name)) }
  }

  @Test("generating reports what is wrong in the package, and writes nothing")
  func invalidPackage() async throws {
    let folder = try await create()
    let path = "acme-scan/nativeplugins/AcmeScan/package.json"
    for (text, problem) in [("{ // comment\n}", "unexpected comment"), ("{}", "'id' is missing")] {
      try folder.write(text, to: path)
      let result = try await runTool(Tool.built("eros"), ["generate"], in: folder.path("acme-scan"))
      #expect(result.status == 65 && result.standardError.contains(problem), "\(result)")
      #expect(try folder.read(path) == Array(text.utf8))
    }
  }

  @Test("a name outside the plugin's id is a warning, and a changed table is not up to date")
  func drift() async throws {
    let folder = try await create()
    let config = String(decoding: try folder.read("acme-scan/eros.native.json"), as: UTF8.self)
    try folder.write(
      config.replacing("AcmeScan-Greeter", with: "greeter"), to: "acme-scan/eros.native.json")
    let result = try await runTool(
      Tool.built("eros"), ["generate", "--check"], in: folder.path("acme-scan"))
    #expect(result.status == 1, "\(result)")
    #expect(result.standardError.contains("does not start with the plugin's id 'AcmeScan'"))
    #expect(result.standardOutput.contains("different nativeplugins/AcmeScan/package.json"))
  }
}
