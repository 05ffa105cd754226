import ErosTestSupport
import Foundation
import Testing

@Suite("The layer for Objective-C", .temporaryFolder, .enabled(if: Tool.isInstalled("clang")))
struct ObjectiveCTests {
  private static func path(_ name: String) -> String {
    Tool.packageRoot.appending(path: name).path(percentEncoded: false)
  }

  /// Type-checks `ErosDevice.m` for an iPhone, with stubs of Foundation.
  private func check(_ source: String) async throws -> ToolResult {
    try await runTool(
      "clang",
      [
        "-target", "arm64-apple-ios12.0", "-fsyntax-only", "-x", "objective-c", "-fobjc-arc",
        "-Wall",
        "-Wextra", "-Werror", "-nostdlibinc", "-ffreestanding",
        "-isystem", Self.path("Tests/ErosDeviceTests/Stubs"), "-I",
        Self.path("Sources/CErosDevice"),
        "-I", Self.path("bindings/objc"), source,
      ])
  }

  @Test("compiles without a warning")
  func compiles() async throws {
    let result = try await check(Self.path("bindings/objc/ErosDevice.m"))
    #expect(result.status == 0, "\(result)")
  }

  @Test("does not compile if a call differs from the header")
  func differs() async throws {
    let folder = try TemporaryFolder.ofTest()
    let source = try String(
      contentsOfFile: Self.path("bindings/objc/ErosDevice.m"), encoding: .utf8)
    let changed = source.replacing(
      "eros_device_status(_device, verify, ", with: "eros_device_status(")
    #expect(changed != source)
    try folder.write(changed, to: "Changed.m")
    #expect(try await check(folder.path("Changed.m")).status != 0)
  }
}
