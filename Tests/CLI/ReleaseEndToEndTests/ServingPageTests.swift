import ErosTestSupport
import Foundation
import Testing

/// Executes `docs/serving.md`: the move from eros-publish, and the configurations of caches.
@Suite("docs/serving.md", .temporaryFolder, .needs("python3"))
struct ServingPageTests {
  private static func page() throws -> String {
    try String(
      contentsOf: Tool.packageRoot.appending(path: "docs/serving.md"), encoding: .utf8)
  }

  private static func script(_ path: String) -> String {
    Tool.packageRoot.appending(path: path).path(percentEncoded: false)
  }

  /// The variables with which `eros` and `eros-server` are those that were built with the tests.
  private static var environment: [String: String] {
    let tools = URL(filePath: Tool.built("eros")).deletingLastPathComponent()
      .path(percentEncoded: false)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return ["PATH": tools + ":" + path, "HOME": "/nonexistent", "no_proxy": "127.0.0.1"]
  }

  @Test("the commands of the move from eros-publish print the output shown", .needs("curl"))
  func move() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("", to: "session/.empty")
    for name in ["Examples", "eros.native.json"] {
      try FileManager.default.copyItem(
        at: Tool.packageRoot.appending(path: name),
        to: URL(filePath: folder.path("session")).appending(path: name))
    }
    let old = try await makeOldServer(folder)
    let config = try #require(
      Self.page().components(separatedBy: "```json\n").dropFirst().first?
        .components(separatedBy: "```").first)
    try folder.write(config, to: "session/server.json")
    try await ToolServer.run("python3", ["-c", Self.fileServer, folder.path("old")]) { server in
      let ports = server.firstLine.split(separator: " ").map(String.init)
      let text = try Self.page()
        .replacing("localhost:3001", with: "127.0.0.1:\(ports[0])")
        .replacing("127.0.0.1:8080", with: "127.0.0.1:\(ports[1])")
        .replacing("jsVersion=OLD", with: "jsVersion=" + old)
      try folder.write(text, to: "serving.md")
      let result = try await runTool(
        Self.script("scripts/manual/session"), ["serving.md", "--folder", folder.path("session")],
        in: folder.path("."), environment: Self.environment, seconds: 120)
      #expect(result.status == 0, "\(result)")
    }
    // The page ends the server, unless a command has failed.
    if let text = try? folder.read("session/server.pid"),
      let process = Int32(String(decoding: text, as: UTF8.self).filter(\.isNumber))
    {
      kill(process, SIGKILL)
    }
  }

  /// Delivers files of a folder on a free port, and prints the port and another free one.
  private static let fileServer = """
    import functools, http.server, socket, sys
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=sys.argv[1])
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    free = socket.socket()
    free.bind(("127.0.0.1", 0))
    print(server.server_port, free.getsockname()[1], flush=True)
    free.close()
    server.serve_forever()
    """

  /// Makes the answer of `/app/list` and the bundles of an old server.
  ///
  /// - Returns: The oldest `jsVersion`.
  private func makeOldServer(_ folder: TemporaryFolder) async throws -> String {
    let config = try String(
      contentsOf: Tool.packageRoot.appending(path: "eros.native.json"), encoding: .utf8)
    var records: [String] = []
    var versions: [String] = []
    for (number, native) in ["0.9.0", "0.9.0", "1.0.0"].enumerated() {
      let source = "source-\(number)"
      try folder.write("", to: source + "/.empty")
      try FileManager.default.copyItem(
        at: Tool.packageRoot.appending(path: "Examples/hello-eros/dist"),
        to: URL(filePath: folder.path(source)).appending(path: "dist"))
      try folder.write(
        config.replacing(#/("(?:android|iOS)": *)"\d[^"]*"/#) { "\($0.output.1)\"\(native)\"" },
        to: source + "/eros.native.json")
      try folder.write("// \(number)\n", to: source + "/dist/number.js")
      let time = 1_600_000_000_000 + number
      let packed = try await runTool(
        Tool.built("eros"), ["pack", "dist", "--output", "build", "--timestamp", "\(time)"],
        in: folder.path(source))
      try #require(packed.status == 0, "\(packed)")
      let manifest =
        try JSONSerialization.jsonObject(
          with: Data(folder.read(source + "/build/bundle.config"))) as? [String: Any]
      let version = try #require(manifest?["jsVersion"] as? String)
      try folder.write(
        folder.read(source + "/build/bundle.zip"), to: "session/js/\(version).zip")
      versions.append(version)
      records.append(
        """
        {"_id": "\(number)", "appName": "hello-eros", "jsPath": "http://old/js/", \
        "iOS": "\(native)", "android": "\(native)", "jsVersion": "\(version)", \
        "timestamp": \(time), "createTime": "2020-09-13 12:26:40", "__v": 0}
        """)
    }
    try folder.write(
      "{\"resCode\": 0, \"msg\": \"success\", \"data\": [\(records.joined(separator: ","))]}",
      to: "old/app/list")
    return versions[0]
  }

  @Test("nginx asks for the timestamp once in max-age, and shows a rollback", .needs("nginx"))
  func nginx() async throws { try await cache("nginx") }

  @Test("Varnish asks for the timestamp once in max-age, and shows a rollback", .needs("varnishd"))
  func varnish() async throws { try await cache("varnish") }

  private func cache(_ name: String) async throws {
    let result = try await runTool(
      Self.script("Tests/Slow/server/cdn-test"),
      [
        "--cache", name, "--eros", Tool.built("eros"), "--server", Tool.built("eros-server"),
        "--seconds", "4",
      ], environment: Self.environment, seconds: 120)
    #expect(result.status == 0, "\(result)")
    #expect(result.standardOutput.contains("the rollback was visible after"))
  }
}
