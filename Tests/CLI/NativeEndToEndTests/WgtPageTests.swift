import ErosTestSupport
import Foundation
import Testing

@Suite("Resource packages of uni-app", .temporaryFolder, .needs("python3"))
struct WgtPageTests {
  @Test(
    "the commands of the page print the output shown",
    arguments: ["docs/wgt.md", "docs/wgt.zh-CN.md"])
  func session(page: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    let build = "mall/unpackage/dist/build/app-plus"
    try folder.write(
      #"{ "appName": "mall", "version": { "android": "1.0.0", "iOS": "1.0.0" } }"#,
      to: "mall/eros.native.json")
    try folder.write(
      #"{"@platforms":["android"],"id":"__UNI__1234567","version":{"name":"1.0.1","code":"101"}}"#,
      to: build + "/manifest.json")
    try folder.write("service()", to: build + "/app-service.js")
    try folder.write("<p>view</p>", to: build + "/__uniappview.html")
    let root = Tool.packageRoot
    let tools = URL(filePath: Tool.built("eros")).deletingLastPathComponent()
      .path(percentEncoded: false)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let result = try await runTool(
      root.appending(path: "scripts/manual/session").path(percentEncoded: false),
      [root.appending(path: page).path(percentEncoded: false), "--folder", folder.path("mall")],
      in: folder.path("."), environment: ["PATH": tools + ":" + path], seconds: 120)
    #expect(result.status == 0, "\(result)")
    #expect(result.standardOutput.hasSuffix("the output of 3 commands is as shown\n"))
  }
}
