import ErosTestSupport
import Foundation
import Testing

/// What `scripts/package` must refuse; `scripts/package-test` shows that what it makes works.
@Suite("scripts/package", .temporaryFolder, .enabled(if: Tool.isInstalled("dpkg-shlibdeps")))
struct PackageTests {
  @Test("does not pack a program that needs Swift where it runs")
  func needsSwift() async throws {
    let result = try await package(Tool.built("eros"))
    #expect(result.status == 1, "\(result)")
    #expect(
      result.standardError.contains(
        """
        /eros' needs Swift where it runs
        hint: build it with `--static-swift-stdlib`, or leave out --binary
        """))
  }

  @Test("does not pack a file that cannot be run")
  func notAProgram() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("text", to: "eros")
    let result = try await package(folder.path("eros"))
    #expect(result.status == 1, "\(result)")
    #expect(result.standardError.hasPrefix("error: '\(folder.path("eros"))' cannot be run\n"))
  }

  @Test("does not pack what has no version")
  func noVersion() async throws {
    let folder = try TemporaryFolder.ofTest()
    let result = try await package(try #require(Tool.find("true")))
    #expect(result.status == 1, "\(result)")
    #expect(result.standardError.contains("is not a version that a package can have"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("out")) == [])
  }

  private func package(_ binary: String) async throws -> ToolResult {
    try await runTool(
      Tool.packageRoot.appending(path: "scripts/package").path(percentEncoded: false),
      ["--output", try TemporaryFolder.ofTest().path("out"), "--binary", binary])
  }
}
