import ErosCore
import ErosFiles
import ErosTestSupport
import Synchronization
import Testing

@testable import ErosTransport

/// A transport with recorded answers, such as that of a host with faults.
private struct RecordedTransport: Transport {
  let responses: @Sendable (TransportRequest) throws -> (TransportHead, [[UInt8]])

  func exchange(
    _ request: TransportRequest, head: (TransportHead) throws -> TransportBodyUse,
    body: (Span<UInt8>) throws -> Void
  ) async throws {
    let (response, parts) = try responses(request)
    _ = try head(response)
    for part in parts { try body(part.span) }
  }
}

/// A transport that sends one byte at a time and pauses between them, as a host does whose only limit
/// is the time between two bytes.
private struct SlowTransport: Transport {
  let pause: TimeLength

  func exchange(
    _ request: TransportRequest, head: (TransportHead) throws -> TransportBodyUse,
    body: (Span<UInt8>) throws -> Void
  ) async throws {
    _ = try head(TransportHead(status: 200, fields: [:], address: request.address))
    for _ in 0..<100 {
      try await pause.sleep()
      try body([1].span)
    }
  }
}

@Suite("Calls over a transport", .phase(.servers))
struct TransportTests {
  private let address: WebAddress

  init() throws {
    address = try WebAddress("https://example.org/file")
  }

  private func transport(
    _ status: Int, _ fields: TransportFields = [:], _ parts: [[UInt8]]
  ) -> RecordedTransport {
    RecordedTransport {
      (TransportHead(status: status, fields: fields, address: $0.address), parts)
    }
  }

  private func request(_ method: TransportRequest.Method = .get) -> TransportRequest {
    TransportRequest(method, address, deadline: .now + .seconds(60))
  }

  @Test("a body may have exactly the maximum length")
  func limit() async throws {
    let transport = transport(200, [:], [[1, 2], [3]])
    #expect(try await transport.send(request(), limit: 3).body == [1, 2, 3])
    await #expect(throws: TransportError.tooMuchData(address, limit: 2)) {
      try await transport.send(request(), limit: 2)
    }
    var received: [UInt8] = []
    await #expect(throws: TransportError.self) {
      try await transport.download(request(), limit: 2) { received.append($0[0]) }
    }
    #expect(received == [1])
  }

  @Test("a body that arrives slowly ends at the deadline")
  func slowBody() async throws {
    let request = TransportRequest(.get, address, deadline: .now + .milliseconds(100))
    await #expect(throws: TransportError.timedOut(address, .total)) {
      try await SlowTransport(pause: .milliseconds(20)).send(request, limit: 1000)
    }
  }

  @Test("no request, and no redirect, is sent after the deadline")
  func deadline() async throws {
    let requests = Mutex(0)
    let transport = RecordedTransport { request in
      requests.withLock { $0 += 1 }
      while ClockTime.now < request.deadline {}
      return (
        TransportHead(status: 302, fields: ["Location": "/next"], address: request.address), []
      )
    }
    let request = TransportRequest(.get, address, deadline: .now + .milliseconds(20))
    for _ in 0..<2 {
      await #expect(throws: TransportError.timedOut(address, .total)) {
        try await transport.send(request, limit: 1000)
      }
    }
    #expect(requests.withLock { $0 } == 1)
  }

  @Test("a failed request is not repeated after the deadline")
  func retries() async throws {
    var policy = RetryPolicy()
    policy.random = { 1 }
    policy.sleep = { _ in Issue.record("waited") }
    let failure = TransportError.closedEarly(address)
    var tries = 0
    await #expect(throws: failure) {
      try await policy.perform(until: .now + .milliseconds(100)) { () -> RequestTry<Void> in
        tries += 1
        return .failed(failure, pause: .milliseconds(200))
      }
    }
    #expect(tries == 1)
  }

  @Test("an announced length above the limit is refused before the body")
  func announced() async throws {
    let transport = transport(200, ["content-length": "4"], [[1], [2], [3], [4]])
    await #expect(throws: TransportError.tooMuchData(address, limit: 3)) {
      try await transport.download(request(), limit: 3) { _ in Issue.record("received") }
    }
  }

  @Test("a body of another length than announced is refused")
  func length() async throws {
    let short = transport(200, ["Content-Length": "3"], [[1]])
    await #expect(throws: TransportError.closedEarly(address)) {
      try await short.send(request(), limit: 10)
    }
    let long = transport(200, ["Content-Length": "1"], [[1, 2]])
    await #expect(throws: TransportError.self) { try await long.send(request(), limit: 10) }
  }

  @Test("answers without a body have the length of the resource")
  func bodiless() async throws {
    let head = transport(200, ["Content-Length": "3"], [])
    #expect(try await head.send(request(.head), limit: 0).head.contentLength == 3)
    let unchanged = transport(304, ["Content-Length": "3"], [])
    #expect(try await unchanged.send(request(), limit: 10).head.status == 304)
  }

  @Test("the start of an error message is kept, whatever the limit is")
  func errors() async throws {
    let message = [UInt8](repeating: 65, count: 40 << 10)
    let transport = transport(404, [:], [message, message])
    let response = try await transport.send(request(), limit: 3)
    #expect(response.head.status == 404)
    #expect(response.body.count == 64 << 10)
  }

  @Test("fields that would change the structure of a request are refused")
  func fields() async throws {
    let transport = transport(200, [:], [])
    for (name, value) in [("A", "b\r\nC: d"), ("A\nB", "c"), ("", "a"), ("A:", "b"), ("ä", "b")] {
      var request = self.request()
      request.fields.append(name, value)
      await #expect(throws: TransportError.self) { try await transport.send(request, limit: 1) }
    }
  }

  @Test("a redirect from HTTPS to HTTP is refused")
  func insecure() async throws {
    let transport = transport(302, ["Location": "http://example.org/file"], [])
    await #expect(throws: TransportError.badRedirect(address, .insecure)) {
      try await transport.send(request(), limit: 10)
    }
  }

  @Test("another origin gets no credentials")
  func credentials() async throws {
    let transport = RecordedTransport { request in
      let fields = Set(request.fields.list.map(\.name))
      switch request.address.text {
      case "https://example.org/file":
        return (
          TransportHead(
            status: 301, fields: ["Location": "/same"], address: request.address), []
        )
      case "https://example.org/same":
        #expect(fields == ["Authorization", "X-Amz-Security-Token", "Cookie", "Range", "If-Range"])
        return (
          TransportHead(
            status: 302, fields: ["Location": "https://other.example/"], address: request.address),
          []
        )
      default:
        #expect(fields == ["Range", "If-Range"])
        return (TransportHead(status: 206, fields: [:], address: request.address), [[1]])
      }
    }
    var request = self.request()
    request.fields = [
      "Authorization": "secret", "X-Amz-Security-Token": "secret", "Cookie": "secret",
      "Range": "bytes=0-0", "If-Range": "\"v\"",
    ]
    let response = try await transport.send(request, limit: 1)
    #expect(response.head.address.text == "https://other.example/")
    #expect(response.body == [1])
  }

  @Test("fields are found without regard to case, and replaced")
  func lookup() {
    var fields: TransportFields = ["ETag": "\"a\"", "X": "1"]
    fields.append("x", "2")
    #expect(fields["etag"] == "\"a\"" && fields.values(of: "X") == ["1", "2"])
    fields["x"] = "3"
    #expect(fields.values(of: "X") == ["3"])
    fields["X"] = nil
    #expect(fields.list.map(\.name) == ["ETag"])
  }

  @Test(
    "entity tags: only strong ones identify bytes",
    arguments: [
      ("\"v1\"", true), ("W/\"v1\"", false), ("v1", false), ("\"", false), ("\"\"", true),
      ("\"a\u{1}b\"", false), ("\"a\u{7F}\"", false), ("\"a b\"", false), ("\"a\"b\"", false),
      ("\"ä\"", false), ("\"!#~\"", true), ("\"\(String(repeating: "x", count: 600))\"", false),
    ])
  func entityTags(tag: String, isStrong: Bool) throws {
    let head = TransportHead(
      status: 200, fields: ["ETag": tag], address: try WebAddress("http://h/"))
    #expect(head.strongETag == (isStrong ? tag : nil))
    #expect((head.entityTag != nil) == (isStrong || tag.hasPrefix("W/")))
  }

  @Test(
    "content ranges",
    arguments: [
      ("bytes 0-0/1", 0...0, 1), ("bytes 5-9/*", 5...9, nil), ("BYTES 5-9/10", 5...9, 10),
      ("bytes 5-9/9", nil, nil), ("bytes 9-5/10", nil, nil), ("bytes */10", nil, nil),
      ("bytes -5-9/10", nil, nil), ("bytes +5-9/10", nil, nil), ("items 0-1/2", nil, nil),
      ("bytes 0-99999999999999999999/*", nil, nil), ("bytes 0-1", nil, nil), ("", nil, nil),
    ] as [(String, ClosedRange<UInt64>?, UInt64?)])
  func ranges(text: String, bytes: ClosedRange<UInt64>?, total: UInt64?) {
    #expect(ContentRange(text)?.bytes == bytes)
    #expect(ContentRange(text)?.total == total)
  }
}
