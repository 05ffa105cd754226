import ErosTestSupport
import Foundation
import Testing

/// Executes `docs/embedding.md`: two hosts that fetch over TLS.
@Suite(
  "docs/embedding.md", .phase(.ownServer), .temporaryFolder, .needs("python3"), .needs("curl"),
  .needs("openssl"), .needs("pkg-config"), .needs("javac"))
struct EmbeddingPageTests {
  private static let root = Tool.packageRoot

  private static func path(_ name: String) -> String {
    root.appending(path: name).path(percentEncoded: false)
  }

  /// The folder of the programs and libraries that were built with the tests.
  private static let tools = URL(filePath: Tool.built("eros")).deletingLastPathComponent()
    .path(percentEncoded: false)

  @Test("the hosts in C and Java fetch over TLS, as shown")
  func session() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("", to: "session/.empty")
    for name in ["Examples", "eros.native.json"] {
      try FileManager.default.copyItem(
        at: Self.root.appending(path: name),
        to: URL(filePath: folder.path("session")).appending(path: name))
    }
    try await makeLibrary(folder)
    let port = try await freePort()
    let page = try String(contentsOfFile: Self.path("docs/embedding.md"), encoding: .utf8)
    try folder.write(page.replacing(":8443", with: ":\(port)"), to: "embedding.md")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let result = try await runTool(
      Self.path("scripts/manual/session"), ["embedding.md", "--folder", folder.path("session")],
      in: folder.path("."),
      environment: [
        "PATH": Self.tools + ":" + path, "HOME": "/nonexistent", "LC_ALL": "C.UTF-8",
        "no_proxy": "localhost",
      ], seconds: 180)
    #expect(result.status == 0, "\(result)")
    // The page ends the server, unless a command has failed.
    if let text = try? folder.read("session/server.pid"),
      let process = Int32(String(decoding: text, as: UTF8.self).filter(\.isNumber))
    {
      kill(process, SIGKILL)
    }
  }

  /// Makes `build/device` as `scripts/device/library` does, with the library of the tests.
  private func makeLibrary(_ folder: TemporaryFolder) async throws {
    let output = folder.path("session/build/device")
    let java = try await runTool(
      Self.path("scripts/device/java"), ["--library", Self.tools, "--output", output],
      seconds: 120)
    try #require(java.status == 0, "\(java)")
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: output + "/lib/liberosdevice.so",
      withDestinationPath: Self.tools + "liberosdevice.so")
    try folder.write("", to: "session/build/device/include/.empty")
    try files.copyItem(
      atPath: Self.path("Sources/Device/CErosDevice/eros_device.h"),
      toPath: output + "/include/eros_device.h")
    try folder.write(
      """
      prefix=${pcfiledir}/../..
      Name: erosdevice
      Description: The library of the tests
      Version: 0
      Libs: -L${prefix}/lib -lerosdevice
      Cflags: -I${prefix}/include

      """, to: "session/build/device/lib/pkgconfig/erosdevice.pc")
  }

  private func freePort() async throws -> Int {
    let result = try await runTool(
      "python3",
      [
        "-c",
        "import socket; s = socket.socket(); s.bind(('127.0.0.1', 0)); print(s.getsockname()[1])",
      ])
    return try #require(Int(result.standardOutput.filter(\.isNumber)))
  }
}
