import ErosCore
import ErosFiles
import ErosHTTP
import ErosTestSupport
import ErosTransport
import Foundation
import Testing

/// The transport against servers on this machine.
@Suite("HTTP transport", .phase(.timeLimits), .needs("python3"))
struct HTTPTransportTests: MisbehavingServerTests {
  // MARK: Well-behaved servers

  @Test("gets files from python's http.server", .temporaryFolder)
  func pythonServer() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(Self.body, to: "a b/你.bin")
    try await ToolServer.run(
      "python3", ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1"], in: folder.path
    ) { server in
      let port = try #require(server.firstLine.firstMatch(of: /port (\d+)/)).1
      let root = try WebAddress("http://127.0.0.1:\(port)")
      try await HTTPTransport.with { transport in
        func request(_ path: String) throws -> TransportRequest {
          TransportRequest(.get, try root.appending(path), deadline: .now + .seconds(600))
        }
        let response = try await transport.send(
          request("a%20b/%E4%BD%A0.bin"), limit: Self.body.count)
        #expect(response.head.status == 200)
        #expect(response.body == Self.body)
        #expect(try await transport.send(request("nothing"), limit: 0).head.status == 404)
        // The server redirects to the folder's path with a slash.
        let folder = try await transport.send(request("a%20b"), limit: 10_000)
        #expect(folder.head.status == 200 && folder.head.address.path == "/a%20b/")
      }
    }
  }

  @Test("downloads in parts, with the head first")
  func download() async throws {
    try await withServer { session in
      var received: [UInt8] = []
      var parts = 0
      let head = try await session.transport.download(
        session.request("/file"), limit: UInt64(Self.body.count),
        head: { head in
          #expect(head.status == 200 && head.strongETag == "\"v1\"" && received.isEmpty)
          return .receive
        },
        into: { bytes in
          parts += 1
          for index in bytes.indices { received.append(bytes[index]) }
        })
      #expect(head.contentLength == UInt64(Self.body.count))
      #expect(received == Self.body)
      #expect(parts > 1)
    }
  }

  @Test("ranges, entity tags and their conditions")
  func conditions() async throws {
    try await withServer { session in
      let part = try await session.get(
        "/file", fields: ["Range": "bytes=1000-1999", "If-Range": "\"v1\""])
      #expect(part.head.status == 206)
      #expect(part.head.contentRange?.bytes == 1000...1999)
      #expect(part.head.contentRange?.total == UInt64(Self.body.count))
      #expect(part.body == Array(Self.body[1000..<2000]))
      let changed = try await session.get(
        "/file", fields: ["Range": "bytes=1000-", "If-Range": "\"v2\""])
      #expect(changed.head.status == 200 && changed.body.count == Self.body.count)
      let behind = try await session.get("/file/10", fields: ["Range": "bytes=10-"])
      #expect(behind.head.status == 416 && behind.head.contentRange == nil)
      let unchanged = try await session.get("/file", fields: ["If-None-Match": "\"v1\""], limit: 0)
      #expect(unchanged.head.status == 304 && unchanged.body.isEmpty)
      let head = try await session.transport.send(session.request("/file", .head), limit: 0)
      #expect(head.head.contentLength == UInt64(Self.body.count) && head.body.isEmpty)
    }
  }

  @Test("sends methods, fields, queries and bodies unchanged")
  func sending() async throws {
    try await withServer { session in
      var put = try session.request("/echo/a%20b%2Fc?k=%2B&l", .put, fields: ["If-Match": "\"x\""])
      put.body = .bytes(Array("content".utf8))
      let text = String(
        decoding: try await session.transport.send(put, limit: 1000).body, as: UTF8.self)
      #expect(text.hasPrefix("PUT a%20b%2Fc k=%2B&l\n"))
      #expect(text.contains("\nif-match: \"x\"\n") && text.contains("\ncontent-length: 7\n"))
      #expect(text.contains("\naccept-encoding: identity\n") && text.hasSuffix("content"))
      // An address, the length of the body, and no field of libcurl's own.
      let names = text.split(separator: "\n").dropFirst().compactMap {
        $0.contains(": ") ? $0.prefix { $0 != ":" } : nil
      }
      #expect(names == ["accept-encoding", "content-length", "host", "if-match"])
      let delete = try session.request("/echo/x", .delete)
      let deleted = try await session.transport.send(delete, limit: 1000)
      #expect(deleted.body.starts(with: "DELETE x".utf8))
      var large = try session.request("/digest", .put)
      let bytes = Self.body
      large.body = .parts(length: UInt64(bytes.count)) { offset, count in
        Array(bytes[Int(offset)...].prefix(min(count, 100_000)))
      }
      // SHA-256 of the 256 byte values, 4096 times.
      #expect(
        String(decoding: try await session.transport.send(large, limit: 64).body, as: UTF8.self)
          == "fbbab289f7f94b25736c58be46a994c441fd02552cc6022352e3d86d2fab7c83")
    }
  }

  @Test("an error of a request body ends the request")
  func failingBody() async throws {
    struct ReadFailure: ErosError, Equatable {
      let problem: Message = "unreadable"
      let remedy: Message? = nil
      let exitStatus = ExitStatus.ioError
    }
    try await withServer { session in
      var request = try session.request("/digest", .put)
      request.body = .parts(length: 1 << 20) { offset, count in
        guard offset == 0 else { throw ReadFailure() }
        return [UInt8](repeating: 0, count: count)
      }
      await #expect(throws: ReadFailure()) {
        try await session.transport.send(request, limit: 64)
      }
      // An error that is not one of this project.
      request.body = .parts(length: 1 << 20) { _, _ in throw CocoaError(.fileReadUnknown) }
      let error = await #expect(throws: CocoaError.self) {
        try await session.transport.send(request, limit: 64)
      }
      #expect(error?.code == .fileReadUnknown)
    }
  }

  @Test("a connection is used again, also after an error status")
  func reuse() async throws {
    try await withServer { session in
      _ = try await session.get("/status/404")
      _ = try await session.get("/file/10")
      try await session.transport.download(
        session.request("/status/404"), limit: 0, head: { _ in .ignore }, into: { _ in })
      #expect(try await session.get("/connections").body == Array("1".utf8))
    }
  }

  @Test("a request that may have been received is not repeated", arguments: [false, true])
  func repetition(hasBody: Bool) async throws {
    try await withServer { session in
      #expect(try await session.get("/last").body == Array("last".utf8))
      var request = try session.request("/echo/x", hasBody ? .put : .get)
      if hasBody { request.body = .bytes([1, 2, 3]) }
      await #expect(throws: TransportError.closedEarly(request.address)) {
        try await session.transport.send(request, limit: 1000)
      }
      #expect(try await session.get("/unanswered").body == Array("1".utf8))
    }
  }

  @Test("statuses and login pages are responses, not errors")
  func responses() async throws {
    try await withServer { session in
      for status in [403, 404, 409, 412, 429, 500, 503] {
        #expect(try await session.get("/status/\(status)?10000", limit: 1).head.status == status)
      }
      let portal = try await session.get("/portal")
      #expect(portal.body == Array("<html>Log in</html>".utf8))
      #expect(try await session.error("/portal", limit: 5).exitStatus == .badData)
    }
  }

  @Test("a compressed body is not decompressed")
  func compressed() async throws {
    try await withServer { session in
      let response = try await session.get("/gzip")
      #expect(response.head.fields["Content-Encoding"] == "gzip")
      #expect(response.body.count < 20_000 && response.body.starts(with: [0x1F, 0x8B]))
    }
  }

  // MARK: Redirects

  @Test("follows five redirects of a GET, and not the sixth")
  func redirects() async throws {
    try await withServer { session in
      let response = try await session.get("/hops/5", limit: 10)
      #expect(response.body == Array(Self.body[..<10]))
      #expect(response.head.address.path == "/file/10")
      for path in ["/hops/6", "/circle/a"] {
        let error = try await session.error(path)
        guard case .badRedirect(_, .tooMany(5)) = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(error.exitStatus == .badData)
      }
      var get = try session.request("/hops/1")
      get.maximumRedirects = 0
      #expect(try await session.transport.send(get, limit: 10).head.status == 302)
      let put = try session.request("/hops/1", .put)
      #expect(try await session.transport.send(put, limit: 10).head.status == 302)
    }
  }

  @Test("refuses redirects to other schemes and without a location")
  func badRedirects() async throws {
    try await withServer { session in
      for target in ["ftp%3A//h/", "file%3A///etc/passwd", "http%3A//user%40h/", "http%3A//a%20b/"]
      {
        let error = try await session.error("/redirect/302?\(target)")
        guard case .badRedirect(_, .malformed) = error else {
          Issue.record("\(error)")
          continue
        }
      }
      let nowhere = try session.address("/nowhere")
      #expect(try await session.error("/nowhere") == .badRedirect(nowhere, .noLocation))
      let same = try await session.get(
        "/redirect/307?/echo/x", fields: ["Authorization": "secret", "Range": "bytes=0-"])
      #expect(String(decoding: same.body, as: UTF8.self).contains("authorization: secret"))
      let other = session.origin.replacing("127.0.0.1", with: "localhost")
      let response = try await session.get(
        "/redirect/307?\(other)/echo/x", fields: ["Authorization": "secret", "Range": "bytes=0-"])
      let text = String(decoding: response.body, as: UTF8.self)
      #expect(!text.contains("secret") && text.contains("range: bytes=0-"))
    }
  }

  // MARK: Limits

  @Test(
    "endless bodies and too long ones end at the limit",
    arguments: ["/endless", "/chunks", "/huge", "/file"])
  func endless(path: String) async throws {
    try await withServer { session in
      let address = try session.address(path)
      let error = try await session.error(path, limit: 300_000)
      #expect(error == .tooMuchData(address, limit: 300_000))
      #expect(error.exitStatus == .badData)
    }
  }

  @Test(
    "a body that ends early is an error",
    arguments: ["/short/0", "/short/999", "/reset/body", "/reset", "/close"])
  func truncated(path: String) async throws {
    try await withServer { session in
      let address = try session.address(path)
      let error = try await session.error(path)
      #expect(error == .closedEarly(address))
      #expect(error.exitStatus == .unavailable)
    }
  }

  @Test(
    "invalid HTTP is an error", arguments: ["/garbage", "/headers", "/lengths", "/badchunk"])
  func malformed(path: String) async throws {
    try await withServer { session in
      let error = try await session.error(path)
      guard case .malformedResponse = error else {
        Issue.record("\(error)")
        return
      }
      #expect(error.exitStatus == .badData)
    }
  }

  @Test(
    "a head that another recipient may understand differently is an error",
    arguments: [
      ("X Field: a", "malformed header"), ("X-Field : a", "malformed header"),
      ("X-Field", "malformed header"),
      ("X-Field: a\u{1}b", "malformed header"),
      ("Content-Length: 2\r\nContent-Length: 3", "malformed 'Content-Length'"),
      ("Content-Length: 2\r\nTransfer-Encoding: chunked", "malformed 'Content-Length'"),
      ("Content-Length: 2 2", "malformed 'Content-Length'"),
      ("Content-Length: 9999999999999999999999", "malformed 'Content-Length'"),
      ("Transfer-Encoding: gzip, chunked", "unsupported 'Transfer-Encoding'"),
      ("Transfer-Encoding: identity", "unsupported 'Transfer-Encoding'"),
    ])
  func ambiguous(fields: String, reason: String) async throws {
    try await withServer { session in
      let text = "HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n2\r\nab\r\n0\r\n\r\n"
      let query = try #require(text.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
      let address = try session.address("/raw?\(query)")
      let error = try await session.error(address.text)
      guard case .malformedResponse(_, let found) = error else {
        Issue.record("\(error)")
        return
      }
      // libcurl refuses some of them itself.
      #expect(found == reason || found == "malformed header")
    }
  }

  @Test(
    "a status line must be complete",
    arguments: ["HTTP/1.1 20 OK", "HTTP/1.1 2000 OK", "HTTP/1.1 099 X", "HTTP/3 200", "HTTP/1.1"])
  func statusLine(line: String) async throws {
    try await withServer { session in
      let query = try #require(
        (line + "\r\nContent-Length: 0\r\n\r\n").addingPercentEncoding(
          withAllowedCharacters: .alphanumerics))
      let error = try await session.error("/raw?\(query)")
      guard case .malformedResponse(_, "malformed header") = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test(
    "a request ends if the server stops sending",
    arguments: ["/stall", "/stall/head", "/stall/body"])
  func silence(path: String) async throws {
    try await withServer(Self.settings(silentTime: .milliseconds(300))) { session in
      let address = try session.address(path)
      let error = try await session.error(path)
      #expect(error == .timedOut(address, .silence))
    }
  }

  @Test("a task that is cancelled ends its request")
  func cancelled() async throws {
    try await withServer { session in
      let (parts, part) = AsyncStream.makeStream(of: Void.self)
      let request = try session.request("/drip")
      let task = Task {
        defer { part.finish() }
        try await session.transport.download(request, limit: .max, into: { _ in part.yield() })
      }
      for await _ in parts { break }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      try await expectOneConnection(session)
    }
  }

  @Test("an upload that is cancelled before its body is sent does not reach the server")
  func cancelledUpload() async throws {
    try await withServer { session in
      // A used connection, so that the request does not wait for a new one.
      _ = try await session.get("/file/10")
      let (reads, isRead) = AsyncStream.makeStream(of: Void.self)
      let isCancelled = DispatchSemaphore(value: 0)
      var put = try session.request("/store", .put)
      put.body = .parts(length: 1 << 16) { offset, count in
        if offset == 0 {
          isRead.finish()
          isCancelled.wait()
        }
        return [UInt8](repeating: 0, count: min(count, 1 << 10))
      }
      let task = Task { [put] in try await session.transport.send(put, limit: 10) }
      for await _ in reads {}
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      isCancelled.signal()
      try await expectOneConnection(session)
      #expect(try await session.get("/stored").body == Array("0".utf8))
    }
  }

  /// Requires that the server soon has one open connection, which asks for the number.
  private func expectOneConnection(_ session: Session) async throws {
    var count = ""
    for _ in 0..<100 where count != "1" {
      count = String(decoding: try await session.get("/opened").body, as: UTF8.self)
      if count != "1" { try await Task.sleep(for: .milliseconds(50)) }
    }
    #expect(count == "1")
  }

  // MARK: Connections

  @Test("a server that is out of reach is an error that names its origin")
  func unreachable() async throws {
    try await withServer(Self.settings(connectTime: .milliseconds(500))) { session in
      let full = "http://127.0.0.1:\(session.fullPort)"
      let address = try WebAddress(full)
      #expect(try await session.error(full) == .timedOut(address, .connection))
      let refused = try await session.error("http://127.0.0.1:1/file?secret")
      #expect(
        refused == .cannotConnect(origin: "http://127.0.0.1:1", reason: "Connection refused"))
      #expect(
        try await session.error("http://nothing.invalid/")
          == .cannotResolve(host: "nothing.invalid"))
    }
  }

  @Test("TLS: the file of trusted certificates must be readable", .temporaryFolder)
  func unreadableCertificates() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(Array("no certificate".utf8), to: "text.pem")
    try folder.write(
      Array("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n".utf8),
      to: "malformed.pem")
    for name in ["missing.pem", "text.pem", "malformed.pem"] {
      try await withServer(Self.settings(certificates: folder.path(name)), host: "localhost") {
        session in
        let origin = session.origin.replacing("http", with: "https")
        let error = try await session.error(origin)
        let reason: Message = "cannot read the file of trusted certificates"
        #expect(error == .tlsFailure(origin: origin, reason: reason))
      }
    }
  }

  @Test(
    "TLS: trusts the given certificate only for its host", .temporaryFolder,
    .needs("openssl"))
  func secure() async throws {
    let certificate = try await certificate()
    try await withServer(
      Self.settings(certificates: certificate[0]), certificate: certificate, host: "localhost"
    ) { session in
      #expect(try await session.get("/file/10", limit: 10).body.count == 10)
      let plain = session.origin.replacing("https", with: "http")
      #expect(try await session.error(plain).remedy?.contains("'https://'") == true)
      let redirect = try session.address("/redirect/302?\(plain)/file")
      #expect(try await session.error(redirect.text) == .badRedirect(redirect, .insecure))
      let other = session.origin.replacing("localhost", with: "127.0.0.1")
      #expect(
        try await session.error(other)
          == .tlsFailure(origin: other, reason: "the certificate is for another host"))
    }
    try await withServer(certificate: certificate, host: "localhost") { session in
      let error = try await session.error("/file")
      #expect(
        error == .tlsFailure(origin: session.origin, reason: "the certificate is not trusted"))
      #expect(error.exitStatus == .unavailable)
    }
    try await withServer(host: "localhost") { session in
      let plain = session.origin.replacing("http", with: "https")
      let error = try await session.error(plain)
      #expect(error == .tlsFailure(origin: plain, reason: "the handshake failed"))
    }
  }
}
