import ErosTestSupport
import Foundation
import Testing

@Suite("An old Eros app in eight commands", .temporaryFolder, .needs("python3"))
struct OldAppPageTests {
  @Test(
    "the commands of the page print the output shown",
    arguments: ["docs/old-eros-app.md", "docs/old-eros-app.zh-CN.md"])
  func session(page: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    let root = Tool.packageRoot
    try FileManager.default.copyItem(
      at: root.appending(path: "Examples/old-eros"),
      to: URL(filePath: folder.path(".")).appending(path: "shop"))
    let tools = URL(filePath: Tool.built("eros")).deletingLastPathComponent()
      .path(percentEncoded: false)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let result = try await runTool(
      root.appending(path: "scripts/manual/session").path(percentEncoded: false),
      [root.appending(path: page).path(percentEncoded: false), "--folder", folder.path("shop")],
      in: folder.path("."), environment: ["PATH": tools + ":" + path], seconds: 120)
    #expect(result.status == 0, "\(result)")
    #expect(result.standardOutput.hasSuffix("the output of 8 commands is as shown\n"))
  }
}
