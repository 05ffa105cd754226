import ErosCore
import ErosFiles
import ErosHTTP
import ErosPublish
import ErosReleaseTestSupport
import ErosServe
import ErosStore
import ErosTestSupport
import ErosTransport
import ErosTrust
import Foundation
import Testing

@Suite("The connections of the server", .phase(.ownServer), .serialized, .temporaryFolder)
struct ConnectionTests {
  private func served() async throws -> TestStore {
    let served = try await TestStore.served()
    try await served.publishLegacy(1)
    try served.folder.write(
      [UInt8](repeating: 7, count: 24 << 20), to: "store/targets/large.bin")
    try served.folder.write([UInt8](repeating: 7, count: 16 << 10), to: "store/targets/small.bin")
    return served
  }

  private func script(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: name)
      .path(percentEncoded: false)
  }

  /// Waits until the log has a text.
  private func waitForLog(_ text: String, of served: TestStore, seconds: Int) async throws -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < deadline {
      if try log(of: served).contains(text) { return true }
      try await Task.sleep(for: .milliseconds(50))
    }
    return false
  }

  private func log(of served: TestStore) throws -> String {
    String(decoding: try served.folder.read("server.log"), as: UTF8.self)
  }

  @Test("a client that stops reading is closed, and a slow one is not", .needs("python3"))
  func stalled() async throws {
    let served = try await served()
    try await ServerProcess.run(served, ["--idle-time", "3"]) { server in
      let result = try await runTool(
        "python3",
        [script("stalled-clients.py"), server.port, "\(server.processIdentifier)"],
        seconds: 110)
      #expect(result.status == 0, "\(result)")
    }
  }

  @Test("a response to an incomplete request arrives, as does 100 Continue", .needs("python3"))
  func earlyResponses() async throws {
    let served = try await served()
    try await ServerProcess.run(served) { server in
      let result = try await runTool(
        "python3", [script("early-responses.py"), server.port], seconds: 120)
      #expect(result.status == 0, "\(result)")
    }
  }

  @Test("bytes without end that are not part of a body end the connection", .needs("python3"))
  func floods() async throws {
    let served = try await served()
    try await ServerProcess.run(served) { server in
      let result = try await runTool(
        "python3", [script("flooding-clients.py"), server.port], seconds: 120)
      #expect(result.status == 0, "\(result)")
    }
  }

  @Test("after the time to stop, downloads are closed, and the log says how many")
  func stopTime() async throws {
    let served = try await served()
    try await ServerProcess.run(served, ["--stop-time", "1"]) { server in
      let address = try WebAddress(server.url + "/targets/large.bin")
      var isStopping = false
      await #expect(throws: (any Error).self) {
        _ = try await HTTPTransport.with { transport in
          try await transport.download(
            TransportRequest(.get, address, deadline: .now + .seconds(30)), limit: 1 << 30,
            into: { _ in
              if !isStopping { kill(server.processIdentifier, SIGTERM) }
              isStopping = true
              // A client that takes longer than the server waits.
              Thread.sleep(forTimeInterval: 0.2)
            })
        }
      }
      #expect(try await waitForLog(#""message":"stopped""#, of: served, seconds: 10))
      #expect(try log(of: served).contains(#""connections":1"#))
    }
  }

  @Test("the log of requests has addresses in their usual notation, and numbers")
  func addresses() async throws {
    let served = try await served()
    let options = ["--log-level", "debug", "--log-addresses"]
    try await ServerProcess.run(served, options) { server in
      _ = try await server.get("/nope")
      #expect(try await waitForLog(#""path":"/nope","status":404"#, of: served, seconds: 5))
      #expect(try log(of: served).contains(#""address":"127.0.0.1""#))
    }
  }

  @Test("the limit of connections leaves two descriptors for each")
  func descriptors() async throws {
    let served = try await served()
    let result = try await runTool(
      "sh",
      [
        "-c", #"ulimit -n 120; exec timeout 5 "$0" --store store --config server.json "$@""#,
        Tool.built("eros-server"), "--listen", "127.0.0.1:0",
      ], in: served.folder.path, seconds: 20)
    #expect(result.standardError.contains(#""maximumConnections":10"#), "\(result)")
  }

  @Test("a store that is replaced by another folder is followed")
  func replacedStore() async throws {
    let served = try await served()
    let files = FileManager.default
    try await ServerProcess.run(served) { server in
      try files.moveItem(
        atPath: served.folder.path("store"), toPath: served.folder.path("old"))
      try files.copyItem(
        atPath: served.folder.path("old"), toPath: served.folder.path("store"))
      let release = try await served.reopened().publishLegacy(2).release
      var newest: String?
      let deadline = ContinuousClock.now + .seconds(10)
      while newest != "\(release.jsVersion)", .now < deadline {
        try await Task.sleep(for: .milliseconds(50))
        newest = try await server.get("/app/check?appName=my-app&iOS=1.0.0&isDiff=0").document?[
          "data"]?.object?["jsVersion"]?.string
      }
      #expect(newest == "\(release.jsVersion)")
      #expect(
        try await server.get("/legacy/my-app/\(release.jsVersion).zip").head.status == 200)
    }
  }

  @Test("an expired store is not loaded at the start, and the log says what to do")
  func expired() async throws {
    let late = try await TestStore.served(ageInDays: 8)
    try await late.publishLegacy(1)
    try await ServerProcess.run(late, isReady: false) { server in
      var ready = try await server.get("/readyz")
      for _ in 0..<100 where ready.document?["expired"]?.array?.isEmpty ?? true {
        try await Task.sleep(for: .milliseconds(50))
        ready = try await server.get("/readyz")
      }
      #expect(ready.head.status == 503)
      #expect(ready.document?["expired"]?.array?.first?.value.string == "timestamp")
      let check = try await server.get("/app/check?appName=my-app&iOS=1.0.0&isDiff=1")
      #expect(check.head.status == 503)
      #expect(check.document?["data"]?.object != nil)
      #expect(try log(of: late).contains("eros store refresh"))
    }
  }
}
