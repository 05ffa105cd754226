import ErosTestSupport
import Foundation
import Testing

@Suite("The layer for Objective-C", .temporaryFolder, .enabled(if: Tool.isInstalled("clang")))
struct ObjectiveCTests {
  private static func path(_ name: String) -> String {
    Tool.packageRoot.appending(path: name).path(percentEncoded: false)
  }

  private static func read(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  /// Type-checks a source file for an iPhone, with stubs of Foundation.
  private func check(_ source: String) async throws -> ToolResult {
    try await runTool(
      "clang",
      [
        "-target", "arm64-apple-ios13.0", "-fsyntax-only", "-x", "objective-c", "-fobjc-arc",
        "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror", "-nostdlibinc", "-ffreestanding",
        "-isystem", Tool.foundationStubs, "-I", Self.path("Sources/Device/CErosDevice"),
        "-I", Self.path("Sources/Device/ErosDeviceObjC/include"), source,
      ])
  }

  @Test(
    "compiles without a warning",
    arguments: ["ErosDevice.m", "ErosExchange.m", "ErosURLSessionTransport.m"])
  func compiles(_ source: String) async throws {
    let result = try await check(Self.path("Sources/Device/ErosDeviceObjC/" + source))
    #expect(result.status == 0, "\(result)")
  }

  @Test("does not compile if a call differs from the header")
  func differs() async throws {
    let folder = try TemporaryFolder.ofTest()
    let source = try Self.read("Sources/Device/ErosDeviceObjC/ErosDevice.m")
    let changed = source.replacing(
      "eros_device_status(_device, verify, ", with: "eros_device_status(")
    #expect(changed != source)
    try folder.write(changed, to: "Changed.m")
    #expect(try await check(folder.path("Changed.m")).status != 0)
  }

  @Test("the examples of docs/embedding-ios.md compile")
  func examples() async throws {
    let folder = try TemporaryFolder.ofTest()
    let page = try Self.read("docs/embedding-ios.md")
    let examples = page.matches(of: #/(?s)\n```objc\n(.*?)```/#).map { String($0.output.1) }
    #expect(examples.count == 2)
    try folder.write(
      """
      #import "ErosDevice.h"
      #import "ErosURLSessionTransport.h"
      @interface App : NSObject
      - (void)showPagesIn:(NSString *)folder;
      @end
      @implementation App
      - (void)showPagesIn:(NSString *)folder {}
      - (void)startIn:(NSString *)folder zip:(NSString *)zip config:(NSString *)config root:(NSData *)root {
      \(examples.joined())
      NSLog(@"%@", json);
      }
      @end

      """, to: "App.m")
    let result = try await check(folder.path("App.m"))
    #expect(result.status == 0, "\(result)")
  }
}
