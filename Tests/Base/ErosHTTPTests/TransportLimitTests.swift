import ErosCore
import ErosFiles
import ErosHTTP
import ErosTestSupport
import ErosTransport
import Foundation
import Testing

/// Servers that send bytes apart from bodies without end, or too slowly.
@Suite(
  "Limits of a connection", .phase(.timeLimits), .needs("python3"), .serialized,
  .timeLimit(.minutes(2)))
struct TransportLimitTests: MisbehavingServerTests {
  /// The names of the bytes that a server sends without end and that are not part of a body.
  static let floodKinds = [
    "interim", "reason", "spaces", "folds", "fields", "extension", "extensions", "trailers",
    "trailer", "returns",
  ]

  /// Obsolete line folding is refused at once.
  static let slowPaths =
    ["/drip", "/stall/head", "/stall/body", "/slow/body"]
    + floodKinds.filter { $0 != "folds" }.map { "/slow/\($0)" }

  @Test("a deadline ends a response, whatever arrives")
  func total() async throws {
    try await withServer { session in
      for path in Self.slowPaths {
        let address = try session.address(path)
        let start = ContinuousClock.now
        let error = try await session.error(path, seconds: 0.3)
        #expect(error == .timedOut(address, .total))
        #expect(error.exitStatus == .unavailable)
        let time = ContinuousClock.now - start
        #expect(time < .seconds(1.3), "\(path): \(time)")
      }
    }
  }

  @Test("a deadline applies to callers that take long for a part")
  func slowCaller() async throws {
    try await withServer { session in
      let address = try session.address("/file")
      await #expect(throws: TransportError.timedOut(address, .total)) {
        try await session.transport.download(
          session.request("/file", seconds: 0.5), limit: .max,
          into: { _ in Thread.sleep(forTimeInterval: 0.3) })
      }
    }
  }

  // MARK: Bytes that are not part of a body

  @Test("endless bytes end at 64 KiB or 1 MiB")
  func floods() async throws {
    try await withServer { session in
      for kind in Self.floodKinds {
        try await expectRefusal(of: kind, session)
        // The next request is not affected.
        #expect(try await session.get("/file/10").body == Array(Self.body[..<10]), "\(kind)")
      }
    }
  }

  /// Requires that a flood ends soon and after few bytes.
  private func expectRefusal(of kind: String, _ session: Session) async throws {
    let path = "/fast/\(kind)"
    let error = try await session.error(path, seconds: 20)
    guard case .malformedResponse(_, let reason) = error else {
      Issue.record("\(kind): \(error)")
      return
    }
    #expect(error.exitStatus == .badData)
    let expected = [
      "interim": "more than 16 informational responses",
      "reason": "more than 64 KiB of header fields", "spaces": "more than 64 KiB of header fields",
      "extension": "more than 64 KiB of trailers or of a chunk extension",
      "extensions": "more than 1 MiB of chunk lengths and extensions",
      // libcurl limits each trailer.
      "trailer": "malformed chunk, or a trailer of more than 4 KiB",
      "returns": "more than 64 KiB of trailers or of a chunk extension",
    ]
    if let expected = expected[kind] { #expect(reason == expected) }
    let count = try await floodedCount(session)
    #expect((1..<2 << 20).contains(count), "\(kind): \(count)")
  }

  /// Returns the number of bytes of the last flood that the system of the client has received.
  private func floodedCount(_ session: Session) async throws -> Int {
    // The server notices the end of the connection with its next part.
    for _ in 0..<100 {
      try await Task.sleep(for: .milliseconds(20))
      let text = String(decoding: try await session.get("/flooded").body, as: UTF8.self)
      if let count = Int(text), count > 0 { return count }
    }
    return 0
  }

  @Test("16 informational responses and 64 KiB of fields are allowed, and not more")
  func informational() async throws {
    try await withServer { session in
      for path in ["/interims/16", "/interims/15?4000"] {
        #expect(try await session.get(path).body == Array(Self.body[..<10]), "\(path)")
      }
      // The count starts again with each request of a connection.
      for _ in 0..<3 { _ = try await session.get("/interims/10") }
      #expect(try await session.get("/connections").body == Array("1".utf8))
      for (path, reason) in [
        ("/interims/17", "more than 16 informational responses"),
        ("/interims/15?5000", "more than 64 KiB of header fields"),
      ] {
        let address = try session.address(path)
        #expect(try await session.error(path) == .malformedResponse(address, reason: "\(reason)"))
      }
    }
  }

  @Test("chunks of one byte, and trailers, are allowed")
  func tinyChunks() async throws {
    try await withServer { session in
      for count in [100_000, 10] {
        let body = try await session.get("/tiny/\(count)").body
        #expect(body.count == count)
      }
      #expect(try await session.get("/connections").body == Array("1".utf8))
    }
  }

  @Test("bytes after a response do not reach the next one")
  func unsolicited() async throws {
    try await withServer { session in
      for kind in ["interim", "reason", "fields", "spaces", "responses"] {
        #expect(try await session.get("/early/\(kind)").body == Array("early".utf8))
        try await Task.sleep(for: .milliseconds(100))
        #expect(try await session.get("/file/10").body == Array(Self.body[..<10]), "\(kind)")
      }
    }
  }

  @Test("a caller that takes long for a part stops the server")
  func backPressure() async throws {
    struct Enough: Error {}
    try await withServer { session in
      var count = 0
      await #expect(throws: Enough.self) {
        try await session.transport.download(
          session.request("/fast/large"), limit: .max,
          into: { part in
            count += part.count
            guard count > 1 << 20 else { return }
            Thread.sleep(forTimeInterval: 0.5)
            throw Enough()
          })
      }
      let received = try await floodedCount(session)
      #expect((count..<count + 4 << 20).contains(received), "\(received)")
    }
  }

  @Test("a transport ends while connections are not established")
  func shutDown() async throws {
    let start = ContinuousClock.now
    var time: Duration?
    try await withServer(Self.settings(connectTime: .seconds(20))) { session in
      _ = try await HTTPTransport.with(Self.settings(connectTime: .seconds(20))) { transport in
        await #expect(throws: TransportError.self) {
          try await transport.send(
            TransportRequest(
              .get, try WebAddress("http://127.0.0.1:\(session.fullPort)"),
              deadline: .now + .seconds(0.5)), limit: 10)
        }
      }
      time = ContinuousClock.now - start
    }
    #expect(try #require(time) < .seconds(5))
  }

  @Test(
    "TLS: limits and deadlines do not wait for the end of the connection", .temporaryFolder,
    .needs("openssl"))
  func secureLimits() async throws {
    let certificate = try await certificate()
    let settings = Self.settings(certificates: certificate[0])
    try await withServer(settings, certificate: certificate, host: "localhost") { session in
      for kind in Self.floodKinds { try await expectRefusal(of: kind, session) }
      for path in ["/slow/extension", "/slow/body", "/stall/head", "/fast/body"] {
        let start = ContinuousClock.now
        await #expect(throws: TransportError.self) {
          try await HTTPTransport.with(settings) { transport in
            _ = try await transport.send(session.request(path, seconds: 0.5), limit: 1 << 30)
          }
        }
        let time = ContinuousClock.now - start
        #expect(time < .seconds(1.5), "\(path): \(time)")
      }
    }
  }
}
