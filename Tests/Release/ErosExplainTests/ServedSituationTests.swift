import ErosCore
import ErosExplain
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

/// A situation in which nginx behaves in its own way.
struct ServerSituation: Sendable, CustomTestStringConvertible {
  /// Prepares a world.
  ///
  /// `direct` is the address of a server with all files of the store.
  typealias Preparation =
    @Sendable (_ world: inout ExplainWorld, _ direct: String) async throws ->
    Void

  let name: String
  let cause: ExplanationCause
  /// The server on port 8080, which the device uses.
  ///
  /// FOLDER stands for the test's folder.
  let server: String
  /// The start of the server's address, such as `http://`.
  let scheme: String
  let prepare: Preparation

  /// Creates a situation.
  ///
  /// By default, the device fetches half a day after a publication.
  init(
    _ name: String, _ cause: ExplanationCause, _ server: String, scheme: String = "http://",
    prepare: @escaping Preparation = { world, _ in
      try await world.publish(1, day: 0)
      await world.fetch(day: 0.5)
    }
  ) {
    self.name = name
    self.cause = cause
    self.server = server
    self.scheme = scheme
    self.prepare = prepare
  }

  var testDescription: String { name }
}

@Suite(
  "eros explain names the cause with real servers", .phase(.servers), .temporaryFolder,
  .timeLimit(.minutes(5)))
struct ServedSituationTests {
  private static let login = """
    default_type text/html;
    return 200 "<html><body>Log in</body></html>";
    """
  private static let untrusted = """
    listen 8080 ssl;
    ssl_certificate FOLDER/cert.pem;
    ssl_certificate_key FOLDER/key.pem;
    root FOLDER/store;
    """
  /// A cache that keeps each response for an hour, whatever the server says.
  private static let cache = """
    listen 8080;
    location / {
      proxy_pass http://localhost:8081;
      proxy_cache store;
      proxy_cache_valid 200 1h;
      proxy_ignore_headers Cache-Control Expires;
    }
    """

  static let situations: [ServerSituation] = [
    ServerSituation("a login page", .portal, "listen 8080; location / { \(login) }"),
    ServerSituation(
      "a redirect to a login page", .portal,
      "listen 8080; location / { return 302 /login; } location = /login { \(login) }"),
    ServerSituation("a network that requires a login", .portal, "listen 8080; return 511;"),
    ServerSituation("a server with an error", .serverError, "listen 8080; return 503;"),
    ServerSituation(
      "a server that compresses", .encodedResponse,
      "listen 8080; root FOLDER/store; add_header Content-Encoding gzip;"),
    ServerSituation("a wrong path", .serverError, "listen 8080; root FOLDER/nothing;"),
    ServerSituation("a server that ends connections", .unreachable, "listen 8080; return 444;"),
    ServerSituation(
      "a bundle that the server lacks", .missingFile,
      "listen 8080; root FOLDER/store; location ~ zip$ { return 404; }"),
    ServerSituation(
      "a bundle with other bytes", .damagedFile,
      "listen 8080; root FOLDER/store; location ~ zip$ { alias FOLDER/damaged.zip; }"
    ) { world, _ in
      try await world.publish(1, day: 0)
      var bytes = try world.store.folder.read("bundle-1.zip")
      bytes[100] ^= 1
      try world.store.folder.write(bytes, to: "damaged.zip")
      await world.fetch(day: 0.5)
    },
    ServerSituation(
      "a certificate that is not trusted", .tls, untrusted, scheme: "https://"),
    ServerSituation(
      "a server without TLS", .tls, "listen 8080; root FOLDER/store;", scheme: "https://"),
    ServerSituation("no server", .unreachable, "listen 8080; root FOLDER/store;") { world, _ in
      try await world.publish(1, day: 0)
      world.device.address = "http://127.0.0.1:1/"
      await world.fetch(day: 0.5)
    },
    ServerSituation("a name that does not exist", .dns, "listen 8080;") { world, _ in
      try await world.publish(1, day: 0)
      world.device.address = "http://store.invalid/"
      await world.fetch(day: 0.5)
    },
    ServerSituation(
      "metadata of other keys", .forged,
      """
      listen 8080;
      root FOLDER/store;
      location = /metadata/timestamp.json { alias FOLDER/other/metadata/timestamp.json; }
      """
    ) { world, _ in
      try await world.publish(1, day: 0)
      let other = try FolderStore(world.store.folder.path("other"), creating: true)
      _ = try await TestStore(other)
      await world.fetch(day: 0.5)
    },
    ServerSituation("a cache with expired metadata", .staleCache, cache) { world, _ in
      try await world.publish(1, day: 0)
      try await world.readTimestamp()
      try world.at(6)
      _ = try await world.store.editor.maintenance.refresh()
      await world.fetch(day: 9)
      world.askedOn = 9.5
    },
    ServerSituation("a cache without the release", .staleCache, cache) { world, _ in
      try await world.install()
      try await world.publish(2, day: 0.3)
      await world.fetch(day: 0.8)
    },
    ServerSituation("a cache that is older than the device", .staleCache, cache) { world, direct in
      try await world.publish(1, day: 0)
      try await world.readTimestamp()
      try await world.publish(2, day: 0.1)
      let cached = world.device.address
      world.device.address = direct
      await world.fetch(day: 0.2)
      try world.launch(day: 0.3)
      try await world.publish(3, day: 0.4)
      world.device.address = cached
      await world.fetch(day: 0.6)
    },
    ServerSituation(
      "a clock that went behind after an update", .clockBehind, untrusted, scheme: "https://"
    ) { world, direct in
      let untrusted = world.device.address
      world.device.address = direct
      try await world.install()
      try await world.publish(2, day: 0.5)
      world.device.address = untrusted
      await world.fetch(day: -300)
      world.documentDay = -300
    },
  ]

  /// The situations that need no special server.
  static let common = SituationTests.all.filter { !$0.needsFolder }

  @Test(
    "each situation that needs a special server has its cause", .needs("nginx"), .needs("openssl"),
    arguments: situations)
  func nginx(_ situation: ServerSituation) async throws {
    let store = try await TestStore()
    if situation.server.contains("ssl") { try await Self.makeCertificate(in: store.folder) }
    try await Self.withNginx(situation.server, store) { world, scheme, direct in
      var world = world
      world.device.address.replace(scheme, with: situation.scheme)
      try await situation.prepare(&world, direct)
      try await SituationTests.check(world, [situation.cause])
    }
  }

  @Test(
    "every other situation has the same cause if nginx serves the store", .needs("nginx"),
    arguments: common)
  func otherNginx(_ situation: Situation) async throws {
    try await Self.withNginx("listen 8080; root FOLDER/store;", TestStore()) { world, _, _ in
      try await SituationTests.check(situation, in: world)
    }
  }

  @Test(
    "every other situation has the same cause if the store is a bucket", .needsSeaweedFS,
    arguments: common)
  func bucket(_ situation: Situation) async throws {
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
      let world = ExplainWorld(
        try await TestStore(bucket), over: transport,
        at: "\(server.endpoint)/\(server.publicBucket)/\(prefix)")
      try await SituationTests.check(situation, in: world)
    }
  }

  @Test("there are at least 40 situations, and each has its own name")
  func count() {
    let names = Set(Self.situations.map(\.name) + Self.common.map(\.name))
    #expect(names.count >= 40)
    #expect(names.count == Self.situations.count + Self.common.count)
  }

  /// Calls `body` with a world whose device uses the server on port 8080, the start of its address,
  /// and the address of a server with all files of the store.
  private static func withNginx(
    _ server: String, _ store: TestStore,
    _ body: (_ world: ExplainWorld, _ scheme: String, _ direct: String) async throws -> Void
  ) async throws {
    let scheme = "http://"
    let configuration = """
      proxy_cache_path FOLDER/nginx/cache keys_zone=store:1m;
      server { \(server) }
      server { listen 8081; root FOLDER/store; }
      """.replacing("FOLDER", with: store.folder.path)
    let folder = try store.folder.makeFolder("nginx")
    try await Nginx.run(configuration, ports: [8080, 8081], in: folder) { ports in
      try await HTTPTransport.with { transport in
        let addresses = ports.map { "\(scheme)127.0.0.1:\($0)/" }
        try await wait(for: WebAddress(addresses[1]), over: transport)
        let world = ExplainWorld(store, over: transport, at: addresses[0])
        try await body(world, scheme, addresses[1])
      }
    }
  }

  /// Waits until nginx, which prints its ports before it starts, accepts connections.
  private static func wait(for address: WebAddress, over transport: any Transport) async throws {
    for _ in 0..<200 {
      let request = TransportRequest(.get, address, deadline: .now + .seconds(60))
      do {
        _ = try await transport.send(request, limit: 1 << 16)
        return
      } catch TransportError.cannotConnect {
        try await Task.sleep(for: .milliseconds(50))
      }
    }
  }

  /// Writes a certificate of its own authority, and its key.
  private static func makeCertificate(in folder: TemporaryFolder) async throws {
    let result = try await runTool(
      "openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-keyout", "key.pem", "-out", "cert.pem", "-days", "2", "-subj", "/CN=localhost",
        "-addext", "subjectAltName=IP:127.0.0.1",
      ], in: folder.path)
    try #require(result.status == 0, "\(result.standardError)")
  }
}

extension ExplainWorld {
  /// Reads the timestamp like another client of the same cache.
  fileprivate func readTimestamp() async throws {
    let address = try WebAddress(device.address).appending("metadata/timestamp.json")
    let request = TransportRequest(.get, address, deadline: .now + .seconds(60))
    _ = try await device.transport.send(request, limit: 1 << 16)
  }
}
