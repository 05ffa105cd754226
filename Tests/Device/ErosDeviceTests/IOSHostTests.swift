import ErosTestSupport
import Foundation
import Testing

/// The apps of `Examples/device-ios`; `scripts/device/apple` compiles the one in Swift.
@Suite("The apps for iOS", .temporaryFolder)
struct IOSHostTests {
  private static func path(_ name: String) -> String {
    Tool.packageRoot.appending(path: name).path(percentEncoded: false)
  }

  private static func read(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  private static let weex = "Examples/device-ios/weex/Sources"

  /// Type-checks a source file for an iPhone, with stubs of Foundation, UIKit and Weex.
  private func check(_ source: String) async throws -> ToolResult {
    try await runTool(
      "clang",
      [
        "-target", "arm64-apple-ios13.0", "-fsyntax-only", "-x", "objective-c", "-fobjc-arc",
        "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Wno-unused-parameter", "-Werror",
        "-nostdlibinc", "-ffreestanding", "-isystem", Tool.foundationStubs, "-isystem",
        Self.path("Tests/Native/ErosNativeTestSupport/Stubs/objc"), "-I",
        Self.path("Sources/Device/ErosDeviceObjC/include"), "-I", Self.path(Self.weex), source,
      ])
  }

  @Test(
    "the app for iOS with Weex compiles without a warning", .enabled(if: Tool.isInstalled("clang")),
    arguments: ["Releases.m", "ViewController.m"])
  func weex(_ source: String) async throws {
    let result = try await check(Self.path(Self.weex + "/" + source))
    #expect(result.status == 0, "\(result)")
  }

  @Test(
    "the app for iOS with Weex does not compile with a wrong call",
    .enabled(if: Tool.isInstalled("clang")),
    arguments: [
      ("Releases.m", "confirmToken:_token result:NULL ", "confirmToken:_token "),
      ("ViewController.m", "renderWithURL:page options:", "renderWithURL:page option:"),
    ])
  func differs(_ source: String, _ call: String, _ wrong: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    let text = try Self.read(Self.weex + "/" + source)
    let changed = text.replacing(call, with: wrong)
    #expect(changed != text)
    try folder.write(changed, to: source)
    #expect(try await check(folder.path(source)).status != 0)
  }

  @Test("the app for iOS in Swift has the transport of Examples/device-swift")
  func transport() throws {
    #expect(
      try Self.read("Examples/device-ios/webview/Sources/SessionTransport.swift")
        == Self.read("Examples/device-swift/Sources/Host/SessionTransport.swift"))
  }

  @Test(
    "the app for iOS in Swift depends on the product ErosDevice without traits", .needs("swift"))
  func package() async throws {
    let folder = try TemporaryFolder.ofTest()
    let result = try await runTool(
      "swift",
      [
        "package", "--package-path", Self.path("Examples/device-ios/webview"), "--scratch-path",
        folder.path("build"), "dump-package",
      ], seconds: 120)
    let text = result.standardOutput
    let products = text.matches(of: #/"product" : \[\s*"(\w+)"/#).map { String($0.output.1) }
    #expect(products == ["ErosDevice"], "\(result)")
    #expect(text.contains(#/"traits" : \[\s*\]/#), "\(result)")
    let root = Tool.packageRoot.standardizedFileURL.path(percentEncoded: false)
    let path = try #require(text.firstMatch(of: #/"path" : "([^"]+)"/#)).output.1
    #expect(String(path) + "/" == root || String(path) == root, "\(path)")
  }
}
