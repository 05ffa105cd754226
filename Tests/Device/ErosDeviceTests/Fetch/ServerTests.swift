import ErosBundle
import ErosCore
import ErosCrypto
import ErosDevice
import ErosFiles
import ErosHTTP
import ErosPublish
import ErosReleaseTestSupport
import ErosTestSupport
import ErosTransport
import ErosTrust
import Foundation
import Testing

@testable import ErosStore

@Suite("Fetching from real servers", .phase(.servers), .temporaryFolder)
struct ServerTests {
  /// Calls `body` with a device of a store that nginx serves.
  private func withNginx(
    _ store: TestStore, _ body: (TestDevice) async throws -> Void
  ) async throws {
    let configuration = """
      server {
        listen 8080;
        root \(store.path);
      }
      """
    let folder = try store.folder.makeFolder("nginx")
    try await Nginx.run(configuration, ports: [8080], in: folder) { ports in
      try await withDevice(of: store, "http://127.0.0.1:\(ports[0])") { device in
        try await Self.waitForServer(of: device)
        try await body(device)
      }
    }
  }

  /// Waits until nginx, which prints its port before it starts, accepts connections.
  private static func waitForServer(of device: TestDevice) async throws {
    for _ in 0..<200 {
      let request = TransportRequest(.get, device.address, deadline: .now + .seconds(60))
      do {
        _ = try await device.transport.send(request, limit: 1 << 16)
        return
      } catch TransportError.cannotConnect {
        try await Task.sleep(for: .milliseconds(50))
      }
    }
  }

  private func withDevice(
    of store: TestStore, _ address: String, _ body: (TestDevice) async throws -> Void
  ) async throws {
    try await HTTPTransport.with { try await body(try store.device(over: $0, at: address)) }
  }

  /// Fetches the newest release and then another one, and checks the number of requests and bytes.
  ///
  /// `knowsTags` indicates whether the server sends entity tags.
  private func checkCounts(
    _ store: TestStore, _ device: TestDevice, newest number: Int, knowsTags: Bool = true
  ) async throws {
    try await Self.endSecond()
    let first = try await device.fetch()
    #expect(first.outcome == .staged && first.release?.number == Int64(number))
    try device.launch()
    let upToDate = try await device.check()
    #expect(upToDate.outcome == .upToDate && upToDate.requests <= 2)
    #expect(upToDate.metadataBytes <= (knowsTags ? 0 : 500))

    let second = try await store.publish(number + 1).release
    try await Self.endSecond()
    let update = try await device.fetch()
    #expect(update.outcome == .staged && update.artifact?.form == .delta)
    #expect(update.requests <= 5 && update.metadataBytes <= 6_000, "\(update)")
    let smallest = try #require((second.deltas.map(\.file.length) + [second.bundle.length]).min())
    #expect(update.bytes == UInt64(smallest))
    #expect(try device.pending() == second.tree)
    let again = try await device.fetch()
    #expect(again.outcome == .upToDate && again.requests <= 2)
    #expect(again.metadataBytes <= (knowsTags ? 0 : 500))
  }

  /// Waits until the tags that servers derive from the second of the last change are reliable.
  private static func endSecond() async throws { try await Task.sleep(for: .milliseconds(1100)) }

  @Test("nginx: publications within a second are not missed", .needs("nginx"))
  func sameSecond() async throws {
    let store = try await TestStore()
    try await store.publish(1)
    try await withNginx(store) { device in
      for number in 2...6 {
        try await device.fetch()
        try await store.publish(number) { $0.options.deltaCount = 0 }
        #expect(try await device.check().release?.number == Int64(number))
      }
    }
  }

  @Test("nginx: an update costs five requests, and a check two, with 304", .needs("nginx"))
  func nginx() async throws {
    let store = try await TestStore()
    for number in 1...3 { try await store.publish(number) }
    try await withNginx(store) { try await checkCounts(store, $0, newest: 3) }
    // The answers to the timestamp were 200, 304, 200 and 304.
    let log = try String(contentsOfFile: store.folder.path("nginx/access.log"), encoding: .utf8)
    let statuses = log.split(separator: "\n").filter { $0.contains("timestamp.json") }
      .compactMap { $0.firstMatch(of: #/" (\d{3}) /#)?.1 }
    #expect(statuses == ["200", "304", "200", "304"])
  }

  @Test(
    "nginx: a channel with many releases costs the same", .needs("nginx"), arguments: [250])
  func manyReleases(count: Int) async throws {
    let store = try await TestStore()
    try await store.addReleases(count)
    try await withNginx(store) { try await checkCounts(store, $0, newest: count) }
  }

  @Test("nginx: a channel with 10,000 releases costs the same", .needs("nginx"), .slow)
  func veryManyReleases() async throws { try await manyReleases(count: 10_000) }

  @Test("python's http.server: 10,000 releases cost the same", .needs("python3"), .slow)
  func pythonWithManyReleases() async throws { try await python(count: 10_000) }

  @Test("SeaweedFS: 10,000 releases cost the same", .needsSeaweedFS, .slow)
  func seaweedWithManyReleases() async throws { try await seaweed(count: 10_000) }

  @Test("nginx: an interrupted download continues with a range", .needs("nginx"))
  func resume() async throws {
    let store = try await TestStore()
    let release = try await store.publish(1, size: 300_000).release
    try await withNginx(store) { device in
      let length = Int(release.bundle.length)
      // The first part and its entity tag, as an earlier process has left them.
      let request = TransportRequest(
        .get,
        try device.address.appending(
          "targets/my-app/production/1/\(release.bundle.digest).bundle.zip"),
        deadline: .now + .seconds(60))
      let response = try await device.transport.send(request, limit: length)
      let name = "sandbox/downloads/\(release.bundle.digest)"
      try store.folder.write(Array(response.body.prefix(200_000)), to: name)
      try store.folder.write(try #require(response.head.strongETag), to: name + ".etag")
      let update = try await device.fetch()
      #expect(update.outcome == .staged && update.bytes == UInt64(length - 200_000))
    }
  }

  @Test(
    "an update from python's http.server, without entity tags and ranges, costs the same",
    .needs("python3"),
    arguments: [3])
  func python(count: Int) async throws {
    let store = try await TestStore()
    try await store.addReleases(count)
    try await store.withHTTPServer { address in
      try await withDevice(of: store, address) {
        try await checkCounts(store, $0, newest: count, knowsTags: false)
      }
    }
  }

  @Test("SeaweedFS is read without credentials", .needsSeaweedFS, arguments: [3])
  func seaweed(count: Int) async throws {
    let server = try await SeaweedFS.shared()
    try await HTTPTransport.with { transport in
      var settings = S3Store.Settings()
      settings.endpoint = try WebAddress(server.endpoint)
      let prefix = SeaweedFS.uniquePrefix()
      let bucket = try S3Store(
        bucket: server.publicBucket, prefix: prefix, region: "us-east-1",
        credentials: AWSCredentials(
          accessKeyID: server.publisher.id, secretAccessKey: server.publisher.secret),
        settings: settings, transport: transport, now: { .now() })
      let store = try await TestStore(bucket)
      try await store.addReleases(count)
      let device = try store.device(
        over: transport, at: "\(server.endpoint)/\(server.publicBucket)/\(prefix)")
      try await checkCounts(store, device, newest: count)
    }
  }
}
