import ErosTestSupport
import Foundation
import Testing

/// Inputs that `scripts/package` must refuse; `scripts/release/package-test` tests the packages.
@Suite("scripts/package", .temporaryFolder, .needs("dpkg-shlibdeps"))
struct PackageTests {
  @Test("refuses a binary that is linked to the Swift runtime dynamically")
  func needsSwift() async throws {
    let result = try await package(Tool.built("eros"))
    #expect(result.status == 1, "\(result)")
    #expect(
      result.standardError.contains(
        """
        /eros' is linked to the Swift runtime dynamically
        hint: build it with `--static-swift-stdlib`, or pass no program
        """))
  }

  @Test("refuses a file that is not executable")
  func notAProgram() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("text", to: "eros")
    let result = try await package(folder.path("eros"))
    #expect(result.status == 1, "\(result)")
    #expect(result.standardError.hasPrefix("error: '\(folder.path("eros"))' is not executable\n"))
  }

  @Test("refuses a program whose version is not valid")
  func noVersion() async throws {
    let folder = try TemporaryFolder.ofTest()
    let result = try await package(try #require(Tool.find("true")))
    #expect(result.status == 1, "\(result)")
    #expect(result.standardError.contains("is not a valid package version"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("out")) == [])
  }

  private func package(_ binary: String) async throws -> ToolResult {
    try await runTool(
      Tool.packageRoot.appending(path: "scripts/package").path(percentEncoded: false),
      ["--output", try TemporaryFolder.ofTest().path("out"), "--binary", binary])
  }
}
