import ErosTestSupport
import Foundation
import Testing

@Suite("docs/adopting.md", .temporaryFolder, .needs("python3", "patch"))
struct AdoptingPageTests {
  @Test("commands print the output shown, for an app with sixty modules")
  func session() async throws {
    let folder = try TemporaryFolder.ofTest()
    let root = Tool.packageRoot
    let made = try await runTool(
      root.appending(path: "Examples/adopting/make-app").path(percentEncoded: false), ["shop"],
      in: folder.path("."))
    #expect(made.status == 0 && made.standardOutput.contains("60 modules"), "\(made)")
    let tools = URL(filePath: Tool.built("eros")).deletingLastPathComponent()
      .path(percentEncoded: false)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let result = try await runTool(
      root.appending(path: "scripts/manual/session").path(percentEncoded: false),
      [
        root.appending(path: "docs/adopting.md").path(percentEncoded: false), "--folder",
        folder.path("shop"),
      ], in: folder.path("."), environment: ["PATH": tools + ":" + path], seconds: 120)
    #expect(result.status == 0, "\(result)")
    #expect(result.standardOutput.hasSuffix("commands is as shown\n"))
  }
}
