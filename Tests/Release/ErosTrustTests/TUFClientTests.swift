import ErosCore
import ErosCrypto
import ErosTestSupport
import ErosTrust
import Foundation
import Testing

/// The program against a server on this machine.
///
/// The conformance suite has the cases.
@Suite(
  "tuf-client", .phase(.servers), .temporaryFolder, .needs("python3"),
  .enabled(if: Tool.find(Tool.built("tuf-client")) != nil, "the program is not built"))
struct TUFClientTests {
  private static let server = """
    import functools, http.server, os, sys, threading
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=sys.argv[1])
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    print(server.server_address[1], flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.stdin.read()
    os._exit(0)
    """

  /// Returns a repository whose metadata is valid until 2096.
  private func repository() throws -> TestRepository {
    var repository = try TestRepository()
    let expires: Int64 = 4_000_000_000_000
    repository.root.expires = expires
    repository.timestamp.expires = expires
    repository.snapshot.expires = expires
    repository.targets["targets"]?.expires = expires
    try repository.publish("root", "targets", "snapshot", "timestamp")
    return repository
  }

  private func write(_ repository: TestRepository, to folder: TemporaryFolder) throws {
    for (name, bytes) in repository.files { try folder.write(bytes, to: "server/metadata/" + name) }
  }

  @Test(
    "tuf-client refreshes metadata, downloads a target, and refuses changed ones",
    .timeLimit(.minutes(5)))
  func session() async throws {
    let folder = try TemporaryFolder.ofTest()
    var repository = try repository()
    let contents = Array("contents".utf8)
    let digest = try SHA256Digest.of(contents.span)
    try repository.addTarget("a b/file.txt", contents: contents)
    try repository.publish("targets", "snapshot", "timestamp")
    try write(repository, to: folder)
    let stored = "server/targets/a b/\(digest).file.txt"
    try folder.write(contents, to: stored)
    try folder.write(repository.pinnedRoot, to: "root.json")
    for name in ["trust", "out"] { try folder.write([], to: name + "/.keep") }
    try await ToolServer.run("python3", ["-c", Self.server, folder.path("server")]) { server in
      let origin = "http://127.0.0.1:\(server.firstLine)"
      func run(_ arguments: String...) async throws -> ToolResult {
        try await runTool(
          Tool.built("tuf-client"), ["--metadata-dir", folder.path("trust")] + arguments)
      }
      func download(_ target: String) async throws -> ToolResult {
        try await run(
          "--metadata-url", origin + "/metadata/", "--target-name", target, "--target-base-url",
          origin + "/targets/", "--target-dir", folder.path("out"), "download")
      }
      let started = try await run("init", folder.path("root.json"))
      #expect(started.status == 0, "\(started)")
      let refreshed = try await run("--metadata-url", origin + "/metadata/", "refresh")
      #expect(refreshed.status == 0, "\(refreshed)")
      for (role, version) in [(TopLevelRole.root, 2), (.snapshot, 3), (.targets, 3)] {
        #expect(
          try folder.read("trust/" + role.file) == repository.files["\(version).\(role.file)"])
      }
      let downloaded = try await download("a b/file.txt")
      #expect(downloaded.status == 0, "\(downloaded)")
      #expect(try folder.read("out/a%20b%2Ffile.txt") == contents)

      let missing = try await download("other")
      #expect(missing.status == 1)
      #expect(missing.standardError.contains("no trusted role lists the target 'other'"))
      try FileManager.default.removeItem(atPath: folder.path("out/a%20b%2Ffile.txt"))
      try folder.write(Array("CONTENTS".utf8), to: stored)
      let changed = try await download("a b/file.txt")
      #expect(changed.status == 1)
      #expect(changed.standardError.contains("does not match the metadata"))
      #expect(try folder.names(in: "out") == [".keep"])

      repository.replace("timestamp.json", [1])
      try write(repository, to: folder)
      let damaged = try await run("--metadata-url", origin + "/metadata/", "refresh")
      #expect(damaged.status == 1)
      #expect(damaged.standardError.contains("'timestamp.json' is not valid metadata"))
    }
  }
}
