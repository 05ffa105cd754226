import ErosCore
import ErosHTTP
import ErosTestSupport
import ErosTrust
import Foundation
import Synchronization
import Testing

@testable import ErosTransport

@Suite("HTTP reader", .phase(.servers))
struct HTTPReaderTests {
  private typealias Response = ScriptedTransport.Response

  private static let base = "https://example.org/store"
  private static let early = try? TransportError.closedEarly(WebAddress(base))

  private let key: ObjectKey
  private let path: String

  init() throws {
    key = try #require(ObjectKey("metadata/ä b.json"))
    path = Self.base + "/metadata/%C3%A4%20b.json"
  }

  /// The result of a call with its requests.
  private struct Session {
    var bytes: [UInt8] = []
    var status: ObjectStatus?
    var error: (any Error)?
    var requests: [TransportRequest] = []
    var pauses: [TimeLength] = []
  }

  private func read(
    _ responses: [Response], from offset: UInt64 = 0, limit: UInt64 = 100
  ) async throws -> Session {
    let transport = ScriptedTransport(responses)
    let pauses = Pauses()
    var policy = RetryPolicy()
    policy.random = { 1 }
    policy.sleep = { pauses.append($0) }
    let reader = HTTPReader(
      try WebAddress(Self.base), over: transport, limits: .init(retries: policy))
    var session = Session()
    do {
      session.status = try await reader.read(key, from: offset, limit: limit) { part in
        for index in part.indices { session.bytes.append(part[index]) }
      }
    } catch { session.error = error }
    session.requests = transport.requests
    session.pauses = pauses.list
    return session
  }

  // MARK: Status

  @Test("the status has the length and the strong entity tag")
  func status() async throws {
    let transport = ScriptedTransport([
      Response(fields: ["Content-Length": "5", "ETag": "\"a\""]),
      Response(fields: ["ETag": "W/\"a\""]),
    ])
    let reader = HTTPReader(try WebAddress(Self.base), over: transport)
    #expect(
      try await reader.status(of: key) == ObjectStatus(length: 5, version: ObjectVersion("\"a\"")))
    #expect(try await reader.status(of: key) == ObjectStatus(length: nil, version: nil))
    #expect(transport.requests.map(\.method) == [.head, .head])
    #expect(transport.requests.map(\.address.text) == [path, path])
  }

  @Test(
    "GET follows if a server redirects HEAD or does not support it", arguments: [302, 405, 501])
  func statusByGet(status: Int) async throws {
    let transport = ScriptedTransport([
      Response(status: status, fields: ["Location": "/moved"]),
      Response(fields: ["Content-Length": "3"], body: [1, 2, 3]),
    ])
    let reader = HTTPReader(try WebAddress(Self.base), over: transport)
    #expect(try await reader.status(of: key) == ObjectStatus(length: 3, version: nil))
    #expect(transport.requests.map(\.method) == [.head, .get])
  }

  @Test("an object is missing for these statuses", arguments: [403, 404, 410])
  func missing(status: Int) async throws {
    let reader = HTTPReader(
      try WebAddress(Self.base), over: ScriptedTransport([Response(status: status)]))
    #expect(try await reader.status(of: key) == nil)
    let session = try await read([Response(status: status, body: [1])])
    #expect(session.error == nil && session.status == nil && session.bytes.isEmpty)
  }

  @Test("another status is an error at once", arguments: [204, 400, 401, 416, 501])
  func unexpectedStatus(status: Int) async throws {
    let session = try await read([Response(status: status)])
    let address = try WebAddress(path)
    #expect(session.error as? TransportError == .unexpectedStatus(address, status))
    #expect(session.requests.count == 1)
  }

  // MARK: Repetition

  @Test(
    "temporary failures are repeated with growing pauses, then reported", arguments: [429, 503])
  func temporaryStatus(status: Int) async throws {
    let session = try await read(Array(repeating: Response(status: status), count: 9))
    #expect(session.requests.count == 5)
    #expect(session.pauses == [200, 400, 800, 1600].map { .milliseconds($0) })
    let error = try #require(session.error as? TransportError)
    #expect(error == .unexpectedStatus(try WebAddress(path), status))
    #expect(error.exitStatus == .unavailable)
  }

  @Test("a pause is as long as the server asks for, but within the budget")
  func retryAfter() async throws {
    let response = { (pause: String) in Response(status: 503, fields: ["Retry-After": pause]) }
    let session = try await read([response("7"), response("tomorrow"), Response(body: [1])])
    #expect(session.bytes == [1])
    #expect(session.pauses == [.seconds(7), .milliseconds(400)])
    let long = try await read([response("60")])
    #expect(long.error is TransportError && long.pauses.isEmpty)
  }

  @Test("a request on a connection that the server has closed is repeated")
  func closedConnection() async throws {
    let session = try await read([Response(status: 0, error: Self.early), Response(body: [1])])
    #expect(session.bytes == [1])
    #expect(session.requests.count == 2)
  }

  @Test("a download continues after its last byte")
  func continuation() async throws {
    let tag = "\"v1\""
    let session = try await read([
      Response(fields: ["Content-Length": "5", "ETag": tag], body: [1, 2], error: Self.early),
      Response(
        status: 206, fields: ["Content-Range": "bytes 2-4/5", "ETag": tag], body: [3],
        error: Self.early),
      Response(status: 206, fields: ["Content-Range": "bytes 3-4/5", "ETag": tag], body: [4, 5]),
    ])
    #expect(session.bytes == [1, 2, 3, 4, 5])
    #expect(session.status == ObjectStatus(length: 5, version: ObjectVersion(tag)))
    #expect(session.requests.map { $0.fields["Range"] } == [nil, "bytes=2-", "bytes=3-"])
    #expect(session.requests.map { $0.fields["If-Range"] } == [nil, tag, tag])
  }

  @Test("a download continues if the server sends only a part of the range")
  func partOfRange() async throws {
    let session = try await read(
      [
        Response(
          status: 206, fields: ["Content-Range": "bytes 1-1/3", "ETag": "\"a\""], body: [2]),
        Response(
          status: 206, fields: ["Content-Range": "bytes 2-2/3", "ETag": "\"a\""], body: [3]),
      ], from: 1)
    #expect(session.bytes == [2, 3])
    #expect(session.error == nil)
  }

  @Test("a download does not continue without a strong entity tag", arguments: [nil, "W/\"v1\""])
  func weakTag(tag: String?) async throws {
    var fields: TransportFields = ["Content-Length": "5"]
    fields["ETag"] = tag
    let session = try await read([Response(fields: fields, body: [1, 2], error: Self.early)])
    #expect(session.error as? TransportError == Self.early)
    #expect(session.requests.count == 1)
    #expect(session.bytes == [1, 2])
  }

  @Test("a download does not continue with another version")
  func anotherVersion() async throws {
    let start = Response(
      fields: ["Content-Length": "5", "ETag": "\"v1\""], body: [1, 2], error: Self.early)
    let rests = [
      Response(fields: ["Content-Length": "5", "ETag": "\"v2\""], body: [6, 7, 8, 9, 0]),
      Response(
        status: 206, fields: ["Content-Range": "bytes 2-4/5", "ETag": "\"v2\""], body: [8, 9, 0]),
      Response(status: 404),
    ]
    for rest in rests {
      let session = try await read([start, rest])
      #expect(session.error as? ObjectError == .changing(path))
      #expect(session.bytes == [1, 2])
    }
  }

  // MARK: Ranges and limits

  @Test("the start is skipped if the server does not support ranges")
  func noRanges() async throws {
    for fields in [["Content-Length": "4"], [:]] as [TransportFields] {
      let session = try await read(
        [Response(fields: fields, body: [1, 2, 3, 4])], from: 3, limit: 1)
      #expect(session.bytes == [4])
      #expect(session.status?.length == 4)
      let short = try await read([Response(fields: fields, body: [1, 2, 3, 4])], from: 5, limit: 1)
      #expect(short.error as? ObjectError == .tooShort(path, offset: 5))
    }
  }

  @Test("a read at the end of an object returns no bytes")
  func end() async throws {
    let session = try await read(
      [Response(status: 416, fields: ["Content-Range": "bytes */3"], body: [9])], from: 3, limit: 0)
    #expect(session.error == nil && session.bytes.isEmpty)
    #expect(session.status == ObjectStatus(length: 3, version: nil))
    let beyond = try await read(
      [Response(status: 416, fields: ["Content-Range": "bytes */3"])], from: 4)
    #expect(beyond.error as? ObjectError == .tooShort(path, offset: 4))
  }

  @Test("a range other than the requested one is refused", arguments: ["bytes 2-4/5", "x", nil])
  func wrongRange(range: String?) async throws {
    var fields: TransportFields = [:]
    fields["Content-Range"] = range
    let session = try await read([Response(status: 206, fields: fields, body: [1])], from: 3)
    #expect((session.error as? TransportError)?.exitStatus == .badData)
    #expect(session.bytes.isEmpty)
  }

  @Test("an object longer than the limit is refused")
  func limit() async throws {
    let announced = try await read(
      [Response(fields: ["Content-Length": "4"], body: [1, 2, 3, 4])], limit: 3)
    #expect(announced.error as? ObjectError == .tooLong(path, limit: 3))
    #expect(announced.bytes.isEmpty)
    let silent = try await read([Response(body: [1, 2, 3, 4])], limit: 3)
    #expect(silent.error as? ObjectError == .tooLong(path, limit: 3))
    let range = try await read(
      [Response(status: 206, fields: ["Content-Range": "bytes 2-5/6"], body: [3, 4, 5, 6])],
      from: 2,
      limit: 3)
    #expect(range.error as? ObjectError == .tooLong(path, limit: 3))
    #expect(range.bytes.isEmpty)
  }

  // MARK: Servers

  @Test("objects are read from python's http.server", .temporaryFolder, .needs("python3"))
  func pythonServer() async throws {
    let folder = try TemporaryFolder.ofTest()
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
    try folder.write(bytes, to: "a b/你.bin")
    try await ToolServer.run(
      "python3", ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1"], in: folder.path
    ) { server in
      let port = try #require(server.firstLine.firstMatch(of: /port (\d+)/)).1
      try await HTTPTransport.with { transport in
        let reader = HTTPReader(try WebAddress("http://127.0.0.1:\(port)/"), over: transport)
        let key = try #require(ObjectKey("a b/你.bin"))
        let status = ObjectStatus(length: 100_000, version: nil)
        #expect(try await reader.status(of: key) == status)
        let read = try #require(try await reader.read(key, limit: 100_000))
        #expect(read.bytes == bytes && read.status == status)
        var rest: [UInt8] = []
        _ = try await reader.read(key, from: 99_990, limit: 10) { part in
          for index in part.indices { rest.append(part[index]) }
        }
        #expect(rest == Array(bytes[99_990...]))
        #expect(try await reader.status(of: #require(ObjectKey("nothing"))) == nil)
        // A folder is a page in HTML after a redirect, and not an error of the reader.
        #expect(try await reader.status(of: #require(ObjectKey("a b"))) != nil)
      }
    }
  }

  @Test(
    "ranges are read from a real server, and a refused connection is reported", .needs("python3"))
  func rangesOfServer() async throws {
    let script = Tool.packageRoot.appending(path: "Tests/Base/ErosHTTPTests/misbehaving-server.py")
    let address = try await ToolServer.run("python3", [script.path(percentEncoded: false)]) {
      server in
      let port = try #require(server.firstLine.split(separator: " ").first)
      let address = try WebAddress("http://127.0.0.1:\(port)/")
      try await HTTPTransport.with { transport in
        let reader = HTTPReader(address, over: transport)
        let key = try #require(ObjectKey("file"))
        let all = try #require(try await reader.read(key, limit: 2 << 20))
        #expect(all.status.version != nil)
        #expect(try await reader.status(of: key) == all.status)
        for offset in [1, all.bytes.count - 1, all.bytes.count] {
          var rest: [UInt8] = []
          let status = try await reader.read(key, from: UInt64(offset), limit: 2 << 20) { part in
            for index in part.indices { rest.append(part[index]) }
          }
          #expect(rest == Array(all.bytes[offset...]))
          #expect(status?.length == UInt64(all.bytes.count))
        }
      }
      return address
    }
    try await HTTPTransport.with { transport in
      var policy = RetryPolicy()
      policy.firstPause = .zero
      let reader = HTTPReader(address, over: transport, limits: .init(retries: policy))
      let error = await #expect(throws: TransportError.self) {
        try await reader.status(of: #require(ObjectKey("file")))
      }
      #expect(error?.exitStatus == .unavailable)
    }
  }
}

/// The recorded pauses between requests.
private final class Pauses: Sendable {
  private let recorded = Mutex<[TimeLength]>([])

  var list: [TimeLength] { recorded.withLock { $0 } }

  func append(_ pause: TimeLength) { recorded.withLock { $0.append(pause) } }
}
