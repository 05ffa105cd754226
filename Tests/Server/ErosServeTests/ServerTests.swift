import ErosCore
import ErosFiles
import ErosHTTP
import ErosPublish
import ErosReleaseTestSupport
import ErosStore
import ErosTestSupport
import ErosTransport
import ErosTrust
import Foundation
import Testing

@testable import ErosServe

@Suite("The server", .phase(.ownServer), .serialized, .temporaryFolder)
struct ServerTests {
  private func path(of publication: Publication) throws -> String {
    let bundle = try #require(publication.contents.objects.first)
    return "/targets/" + bundle.file.consistentPath(of: bundle.path)
  }

  // MARK: - Legacy clients

  @Test("a legacy client gets complete JSON, which is not cached (rule 2)")
  func check() async throws {
    let served = try await TestStore.served()
    let first = try await served.publishLegacy(1).release
    let second = try await served.publishLegacy(2).release
    try await ServerProcess.run(served) { server in
      let query = "appName=my-app&iOS=1.0.0&jsVersion=\(first.jsVersion)"
      let response = try await server.get("/app/check?\(query)&isDiff=1")
      #expect(response.head.status == 200)
      #expect(response.head.fields["Content-Type"] == "application/json; charset=utf-8")
      #expect(response.head.fields["Cache-Control"] == "no-store")
      #expect(response.head.contentLength == UInt64(response.body.count))
      #expect(response.head.fields["Transfer-Encoding"] == nil)
      #expect(response.head.fields["Set-Cookie"] == nil)
      #expect(response.document?["data"]?.object?["diff"]?.bool == true)
      let form = try await server.send(.post, "/app/check", body: query + "&isDiff=0")
      #expect(form.document?["data"]?.object?["diff"]?.bool == false)
      #expect(
        form.document?["data"]?.object?["path"]?.string
          == "\(TestStore.downloads)legacy/my-app/\(second.jsVersion).zip")
      let unknown = try await server.get("/app/check?appName=other&iOS=1.0.0")
      #expect(unknown.head.status == 200)
      #expect(unknown.document?["resCode"]?.integer == 400)
      #expect(unknown.document?["data"]?.object?.members.isEmpty == true)
      let list = try await server.get("/app/list?appName=my-app")
      #expect(list.document?["data"]?.array?.count == 1)
    }
  }

  @Test("a publication is seen within five seconds, and a damaged store changes nothing")
  func publication() async throws {
    let served = try await TestStore.served()
    try await served.publishLegacy(1)
    try await ServerProcess.run(served) { server in
      func newest() async throws -> String? {
        try await server.get("/app/check?appName=my-app&iOS=1.0.0&isDiff=0").document?["data"]?
          .object?["jsVersion"]?.string
      }
      let second = try await served.publishLegacy(2).release
      let deadline = ContinuousClock.now + .seconds(5)
      while try await newest() != "\(second.jsVersion)", .now < deadline {
        try await Task.sleep(for: .milliseconds(50))
      }
      #expect(try await newest() == "\(second.jsVersion)")
      try served.folder.write("{", to: "store/metadata/timestamp.json")
      var ready = try await server.get("/readyz")
      while ready.document?["current"]?.bool == true, .now < deadline + .seconds(5) {
        try await Task.sleep(for: .milliseconds(50))
        ready = try await server.get("/readyz")
      }
      #expect(ready.head.status == 200)
      #expect(ready.document?["current"]?.bool == false)
      #expect(ready.document?["problems"]?.array?.count == 1)
      #expect(try await newest() == "\(second.jsVersion)")
      let log = String(decoding: try served.folder.read("server.log"), as: UTF8.self)
      #expect(log.contains("cannot follow the store"))
    }
  }

  @Test("an app that is not loaded is an outage, not an unknown app")
  func missingApp() async throws {
    let served = try await TestStore.served()
    try await served.publishLegacy(1)
    let config = TestStore.config.replacing("my-app/production", with: "my-app/prod")
    try served.folder.write(config, to: "server.json")
    try await ServerProcess.run(served, isReady: false) { server in
      var ready = try await server.get("/readyz")
      for _ in 0..<100 where ready.document?["problems"]?.array?.isEmpty ?? true {
        try await Task.sleep(for: .milliseconds(50))
        ready = try await server.get("/readyz")
      }
      #expect(ready.head.status == 503)
      let problem = ready.document?["problems"]?.array?.first?.value.string
      #expect(problem?.contains("it has 'my-app/production'") == true)
      let check = try await server.get("/app/check?appName=my-app&iOS=1.0.0&isDiff=1")
      #expect(check.head.status == 503)
      #expect(check.document?["data"]?.object != nil)
      let other = try await server.get("/app/check?appName=other&iOS=1.0.0&isDiff=1")
      #expect(other.document?["resCode"]?.integer == 400)
    }
  }

  @Test("a bucket cookie is set once if it is enabled (rule 6)")
  func cookie() async throws {
    let served = try await TestStore.served()
    try await served.publishLegacy(1)
    let config = TestStore.config.replacing(
      #"my-app/production" }"#, with: #"my-app/production", "bucketCookie": true }"#)
    try served.folder.write(config, to: "server.json")
    try await ServerProcess.run(served) { server in
      let path = "/app/check?appName=my-app&android=1.0.0&isDiff=1"
      let cookie = try #require(try await server.get(path).head.fields["Set-Cookie"])
      #expect(cookie.contains("Path=/app; Max-Age=31536000; HttpOnly"))
      let pair = String(cookie.prefix { $0 != ";" })
      #expect(try await server.get(path, ["Cookie": pair]).head.fields["Set-Cookie"] == nil)
    }
  }

  @Test("a server without records says so")
  func noRecords() async throws {
    let served = try await TestStore.served()
    try await served.publishLegacy(1)
    let config = """
      {"root": "root.json", "downloads": "https://cdn.example.org/",
       "apps": {"my-app": {"channel": "my-app/production"}}}
      """
    try served.folder.write(config, to: "server.json")
    try await ServerProcess.run(served) { server in
      let response = try await server.send(.post, "/app/add", body: "appName=my-app")
      #expect(response.head.status == 403)
      #expect(response.document?["msg"]?.string == "this server does not accept records")
    }
  }

  @Test("a record needs the token")
  func records() async throws {
    let served = try await TestStore.served()
    let release = try await served.publishLegacy(1).release
    try await ServerProcess.run(served) { server in
      let record =
        "appName=my-app&jsVersion=\(release.jsVersion)&timestamp=\(release.built)"
        + "&jsPath=https://old.example.org/"
      for (path, fields, body) in [
        ("/app/add", [:], record), ("/app/add?token=wrong", [:], record),
        ("/app/add", ["Authorization": "Bearer wrong"], record),
      ] as [(String, TransportFields, String)] {
        let response = try await server.send(.post, path, fields, body: body)
        #expect(response.head.status == 403)
        #expect(response.document?["resCode"]?.integer == 403)
      }
      for (path, fields, body) in [
        ("/app/add", [:], record + "&token=secret-0123456789"),
        ("/app/add?token=secret-0123456789", [:], record),
        ("/app/add", ["Authorization": "bearer secret-0123456789"], record),
      ] as [(String, TransportFields, String)] {
        let response = try await server.send(.post, path, fields, body: body)
        #expect(response.head.status == 200)
        #expect(response.document?["resCode"]?.integer == 0)
      }
      let log = String(decoding: try served.folder.read("server.log"), as: UTF8.self)
      #expect(!log.contains("secret"))
    }
  }

  // MARK: - Files

  @Test("files have a strong entity tag, and the caching that they need")
  func files() async throws {
    let served = try await TestStore.served()
    let publication = try await served.publishLegacy(1)
    let bundle = try served.folder.read("bundle-1.zip")
    try await ServerProcess.run(served) { server in
      let target = try path(of: publication)
      let response = try await server.get(target)
      #expect(response.body == bundle)
      #expect(response.head.strongETag == "\"\(publication.release.bundle.digest)\"")
      #expect(
        response.head.fields["Cache-Control"] == "public, max-age=31536000, immutable")
      let legacy = try await server.get("/legacy/my-app/\(publication.release.jsVersion).zip")
      #expect(legacy.body == bundle)
      #expect(legacy.head.strongETag == response.head.strongETag)
      let timestamp = try await server.get("/metadata/timestamp.json")
      #expect(timestamp.head.fields["Cache-Control"] == "public, max-age=30")
      let root = try await server.get("/metadata/2.root.json")
      #expect(root.head.status == 404)
      #expect(root.head.fields["Cache-Control"] == "public, max-age=60")
      let head = try await server.send(.head, target)
      #expect(head.head.contentLength == UInt64(bundle.count))
      #expect(head.body.isEmpty)
    }
  }

  @Test("ranges follow RFC 9110")
  func ranges() async throws {
    let served = try await TestStore.served()
    let publication = try await served.publishLegacy(1)
    let bundle = try served.folder.read("bundle-1.zip")
    let count = bundle.count
    try await ServerProcess.run(served) { server in
      let target = try path(of: publication)
      for (range, part) in [
        ("bytes=0-0", 0..<1), ("bytes=100-199", 100..<200), ("bytes=-50", count - 50..<count),
        ("bytes=\(count - 1)-", count - 1..<count), ("bytes=5-\(count * 2)", 5..<count),
        ("bytes=-\(count * 2)", 0..<count), ("Bytes=7-", 7..<count),
      ] {
        let response = try await server.get(target, ["Range": range])
        #expect(response.head.status == 206, "\(range)")
        #expect(response.body == Array(bundle[part]), "\(range)")
        #expect(
          response.head.fields["Content-Range"]
            == "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(count)")
      }
      for range in ["bytes=\(count)-", "bytes=\(count * 2)-\(count * 3)", "bytes=-0"] {
        let response = try await server.get(target, ["Range": range])
        #expect(response.head.status == 416, "\(range)")
        #expect(response.head.fields["Content-Range"] == "bytes */\(count)")
      }
      for range in ["bytes=5-1", "bytes=a-b", "lines=1-2", "bytes=1-2,4-5", "bytes=", "bytes=-"] {
        let response = try await server.get(target, ["Range": range])
        #expect(response.head.status == 200, "\(range)")
        #expect(response.body == bundle)
      }
    }
  }

  @Test("conditions follow RFC 9110")
  func conditions() async throws {
    let served = try await TestStore.served()
    let publication = try await served.publishLegacy(1)
    let tag = "\"\(publication.release.bundle.digest)\""
    try await ServerProcess.run(served) { server in
      let target = try path(of: publication)
      let continued: TransportFields = ["Range": "bytes=9-", "If-Range": tag]
      #expect(try await server.get(target, continued).head.status == 206)
      let changed: TransportFields = ["Range": "bytes=9-", "If-Range": "\"other\""]
      #expect(try await server.get(target, changed).head.status == 200)
      for known in [tag, "W/\(tag)", "\"a\", \(tag)", "*"] {
        let response = try await server.get(target, ["If-None-Match": known])
        #expect(response.head.status == 304, "\(known)")
        #expect(response.body.isEmpty)
        #expect(response.head.strongETag == tag)
      }
      #expect(try await server.get(target, ["If-Match": tag]).head.status == 200)
      for other in ["\"a\"", "W/\(tag)"] {
        #expect(try await server.get(target, ["If-Match": other]).head.status == 412)
      }
    }
  }

  @Test("an interrupted download of iOS does not continue with another bundle (case 20)")
  func otherDownload() async throws {
    let served = try await TestStore.served()
    let first = try await served.publishLegacy(1).release
    let second = try await served.publishLegacy(2).release
    let new = try served.folder.read("bundle-2.zip")
    try await ServerProcess.run(served) { server in
      let old = try await server.get("/legacy/my-app/\(first.jsVersion).zip")
      let tag = try #require(old.head.strongETag)
      let fields = LegacyClient(platform: .ios).fields(afterBytes: 1000, taggedAs: tag)
      let response = try await server.get("/legacy/my-app/\(second.jsVersion).zip", fields)
      #expect(response.head.status == 200)
      #expect(response.body == new)
      let rest = try await server.get("/legacy/my-app/\(first.jsVersion).zip", fields)
      #expect(rest.head.status == 206)
      #expect(rest.body == Array(old.body.dropFirst(1000)))
    }
  }

  @Test("each response announces its length, and none is chunked (rule 2, case 21)")
  func lengths() async throws {
    let served = try await TestStore.served()
    let release = try await served.publishLegacy(1).release
    try served.folder.write([UInt8](repeating: 7, count: 1 << 20), to: "store/targets/large.bin")
    try await ServerProcess.run(served) { server in
      let paths = [
        "/app/check?appName=my-app&iOS=1.0.0&isDiff=1", "/app/check", "/app/list?appName=my-app",
        "/app/add", "/healthz", "/readyz", "/metadata/timestamp.json", "/targets/large.bin",
        "/legacy/my-app/\(release.jsVersion).zip", "/legacy/my-app/none.zip", "/none",
      ]
      for path in paths {
        let response = try await server.get(path)
        #expect(response.head.contentLength == UInt64(response.body.count), "\(path)")
        #expect(response.head.fields["Transfer-Encoding"] == nil, "\(path)")
        let head = try await server.send(.head, path)
        #expect(head.head.contentLength == response.head.contentLength, "\(path)")
        #expect(head.head.status == response.head.status, "\(path)")
      }
    }
  }

  @Test("an encoded slash is not a separator, also beside a scalar that joins it")
  func encodedSlash() async throws {
    let served = try await TestStore.served()
    _ = try await served.publishLegacy(1)
    for parent in ["outside", "store/targets/x/a", "store/targets/x/a\u{D4E}"] {
      try served.folder.makeFolder(parent)
    }
    // Foundation takes a slash and the scalars beside it for one character.
    func create(_ path: String) throws {
      let descriptor = open(served.folder.path(path), O_WRONLY | O_CREAT | O_EXCL, 0o644)
      try #require(descriptor >= 0, "\(path)")
      #expect(write(descriptor, "x", 1) == 1)
      close(descriptor)
    }
    try create("outside/\u{301}b.bin")
    try FileManager.default.createSymbolicLink(
      atPath: served.folder.path("store/targets/a"),
      withDestinationPath: served.folder.path("outside"))
    for name in ["a/b.bin", "a/\u{301}b.bin", "a\u{D4E}/b.bin", "a\u{D4E}/\u{301}b.bin"] {
      try create("store/targets/x/" + name)
    }
    try await ServerProcess.run(served) { server in
      for (before, after) in [("", ""), ("", "%CC%81"), ("%E0%B5%8E", ""), ("%E0%B5%8E", "%CC%81")]
      {
        for start in ["/targets/a", "/targets/x/a"] {
          let path = start + before + "%2F" + after + "b.bin"
          let status = try await server.get(path).head.status
          #expect(status == 404, "\(path)")
        }
      }
    }
  }

  @Test("each response has the current date")
  func date() async throws {
    let served = try await TestStore.served()
    let publication = try await served.publishLegacy(1)
    let target = try path(of: publication)
    let known: TransportFields = ["If-None-Match": "\"\(publication.release.bundle.digest)\""]
    try await ServerProcess.run(served) { server in
      let check = "/app/check?appName=my-app&iOS=1.0.0&isDiff=1"
      for (method, path, fields, status) in [
        (.get, check, [:], 200), (.get, target, [:], 200), (.head, target, [:], 200),
        (.get, target, known, 304), (.get, "/none", [:], 404), (.head, "/none", [:], 404),
      ] as [(TransportRequest.Method, String, TransportFields, Int)] {
        let start = Int64(Date().timeIntervalSince1970) * 1000
        let head = try await server.send(method, path, fields).head
        let end = Int64(Date().timeIntervalSince1970 * 1000)
        #expect(head.status == status, "\(method) \(path)")
        let date = try #require(head.fields["Date"], "\(method) \(path)")
        let time = try #require(Timestamp(httpDate: date), "\(date)").milliseconds
        #expect((start...end).contains(time), "\(date)")
      }
    }
  }

  @Test("downloads are redirected to the CDN, metadata is not")
  func redirect() async throws {
    let served = try await TestStore.served()
    let publication = try await served.publishLegacy(1)
    try await ServerProcess.run(served, ["--redirect", "https://cdn.example.org/a"]) { server in
      let target = try path(of: publication)
      let response = try await server.get(target)
      #expect(response.head.status == 302)
      #expect(response.head.fields["Location"] == "https://cdn.example.org/a\(target)")
      #expect(response.head.contentLength == UInt64(response.body.count))
      #expect(try await server.get("/metadata/timestamp.json").head.status == 200)
      #expect(try await server.get("/legacy/my-app/index.json").head.status == 200)
    }
  }

  @Test("a redirection of metadata is not cached")
  func redirectedMetadata() async throws {
    let served = try await TestStore.served()
    try await served.publishLegacy(1)
    try await ServerProcess.run(served) { origin in
      let options = ["--store", origin.url]
      try await ServerProcess.run(served, options, log: "second.log") { server in
        let timestamp = try await server.get("/metadata/timestamp.json")
        #expect(timestamp.head.status == 302)
        #expect(timestamp.head.fields["Cache-Control"] == "no-store")
        let bundle = try await server.get("/legacy/my-app/a.zip")
        #expect(bundle.head.fields["Cache-Control"] == "public, max-age=30")
      }
    }
  }

  @Test("a store behind HTTP is followed with If-None-Match")
  func conditionalReads() async throws {
    let served = try await TestStore.served()
    try await served.publishLegacy(1)
    try await ServerProcess.run(served, ["--log-level", "debug"]) { server in
      let address = try WebAddress(server.url)
      try await HTTPTransport.with { transport in
        var loader = try served.loader(HTTPReader(address, over: transport))
        let first = try await loader.loadIfChanged()
        #expect(first?.version != nil)
        let unchanged = try await loader.loadIfChanged()
        #expect(unchanged == nil)
        let release = try await served.publishLegacy(2).release
        let second = try await loader.loadIfChanged()
        #expect(second?.apps["my-app"]?.releases.first?.jsVersion == release.jsVersion)
      }
      let log = String(decoding: try served.folder.read("server.log"), as: UTF8.self)
      #expect(log.contains(#""path":"/metadata/timestamp.json","status":304"#))
      #expect(!log.contains("\"address\""))
    }
  }

  // MARK: - Limits

  @Test("bad requests are refused, and no file outside the store is read", .needs("python3"))
  func badRequests() async throws {
    let served = try await TestStore.served()
    try await served.publishLegacy(1)
    try served.folder.write("TOP SECRET", to: "secret")
    try served.folder.write("TOP SECRET", to: "store/secret")
    try served.folder.write("TOP SECRET", to: "store/metadata/.hidden")
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: served.folder.path("store/metadata/link"), withDestinationPath: "../../secret")
    try files.createSymbolicLink(
      atPath: served.folder.path("store/legacy/linked"), withDestinationPath: "../..")
    #expect(mkfifo(served.folder.path("store/metadata/fifo"), 0o644) == 0)
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "bad-requests.py").path(percentEncoded: false)
    try await ServerProcess.run(served, ["--idle-time", "2"]) { server in
      let result = try await runTool("python3", [script, server.port], seconds: 120)
      #expect(result.status == 0, "\(result)")
      #expect(try await server.get("/healthz").head.status == 200)
    }
  }

  @Test("an address that sends too many requests waits, and a trusted proxy names the address")
  func rate() async throws {
    let served = try await TestStore.served()
    try await served.publishLegacy(1)
    let options = ["--rate", "0.001", "--burst", "200", "--trusted-proxy", "127.0.0.0/8"]
    try await ServerProcess.run(served, options) { server in
      func status(_ client: String) async throws -> Int {
        try await server.get("/none", ["X-Forwarded-For": client]).head.status
      }
      for _ in 0..<200 { #expect(try await status("198.51.100.7") == 404) }
      let refused = try await server.get("/none", ["X-Forwarded-For": "9.9.9.9, 198.51.100.7"])
      #expect(refused.head.status == 429)
      #expect(refused.head.fields["Retry-After"] != nil)
      #expect(try await status("198.51.100.8") == 404)
      let health = try await server.get("/healthz", ["X-Forwarded-For": "198.51.100.7"])
      #expect(health.head.status == 200)
    }
  }

  // MARK: - Start and stop

  @Test("a request in progress is completed after SIGTERM")
  func stop() async throws {
    let served = try await TestStore.served()
    try await served.publishLegacy(1)
    let large = [UInt8](repeating: 7, count: 24 << 20)
    try served.folder.write(large, to: "store/targets/large.bin")
    try await ServerProcess.run(served) { server in
      let address = try WebAddress(server.url + "/targets/large.bin")
      var received = 0
      _ = try await HTTPTransport.with { transport in
        try await transport.download(
          TransportRequest(.get, address, deadline: .now + .seconds(30)), limit: 1 << 30,
          into: { part in
            if received == 0 { kill(server.processIdentifier, SIGTERM) }
            received += part.count
          })
      }
      #expect(received == large.count)
      await #expect(throws: TransportError.self) {
        for _ in 0..<50 {
          _ = try await server.get("/healthz")
          try await Task.sleep(for: .milliseconds(50))
        }
      }
    }
  }

  /// Makes a certificate for the loopback interface, `cert.pem` and `key.pem`, and another key.
  @Test("with a certificate and its key, the server uses TLS", .needs("openssl"))
  func tls() async throws {
    let served = try await TestStore.served()
    try await served.publishLegacy(1)
    let folder = served.folder
    try await makeCertificate(in: folder)
    let options = ["--tls-certificate", "cert.pem", "--tls-key", "key.pem"]
    try await ServerProcess.run(served, options, certificates: folder.path("cert.pem")) { server in
      #expect(server.url.hasPrefix("https://"))
      let timestamp = try await server.get("/metadata/timestamp.json")
      #expect(timestamp.head.status == 200)
    }
  }

  @Test(
    "TLS 1.2 needs forward secrecy", .needs("openssl"),
    arguments: [
      ("-tls1_3", true), ("-tls1_2 -cipher ECDHE-RSA-AES128-GCM-SHA256", true),
      ("-tls1_2 -cipher ECDHE-RSA-AES128-SHA", true), ("-tls1_2 -cipher AES128-GCM-SHA256", false),
      ("-tls1_2 -cipher AES128-SHA", false), ("-tls1_2 -cipher kRSA", false),
      ("-tls1_1 -cipher ALL:@SECLEVEL=0", false),
    ])
  func forwardSecrecy(options: String, isAccepted: Bool) async throws {
    let served = try await TestStore.served()
    // Only an RSA key permits suites without forward secrecy.
    try await makeCertificate(in: served.folder, key: ["rsa:2048"])
    let tls = ["--tls-certificate", "cert.pem", "--tls-key", "key.pem"]
    try await ServerProcess.run(served, tls, certificates: served.folder.path("cert.pem")) {
      server in
      let connected = try await runTool(
        "sh",
        ["-c", "openssl s_client \(options) -connect 127.0.0.1:\(server.port) </dev/null"])
      #expect((connected.status == 0) == isAccepted, "\(connected)")
    }
  }

  @Test("a wrong certificate or key is an error that names the file", .needs("openssl"))
  func wrongCertificate() async throws {
    let served = try await TestStore.served()
    let folder = served.folder
    try await makeCertificate(in: folder)
    try folder.writeSecret("", to: "empty")
    for (certificate, key, status, message) in [
      ("root.json", "key.pem", 65, "error: cannot use 'root.json' for TLS"),
      ("none.pem", "key.pem", 66, "'none.pem'"), ("cert.pem", "none.pem", 66, "'none.pem'"),
      ("cert.pem", "empty", 65, "'empty'"), ("cert.pem", "other.pem", 65, "'other.pem'"),
    ] as [(String, String, Int32, String)] {
      let refused = try await runTool(
        Tool.built("eros-server"),
        [
          "--store", "store", "--config", "server.json", "--tls-certificate", certificate,
          "--tls-key", key,
        ], in: folder.path)
      #expect(refused.status == status, "\(refused)")
      #expect(refused.standardError.contains(message), "\(refused)")
    }
  }

  /// Command lines and configurations that are refused, with their exit statuses.
  static let refused: [(arguments: [String], config: String?, status: Int32, message: String)] = [
    (["--nothing"], nil, 64, "error: unknown option '--nothing'"),
    (["--listen", "nowhere"], nil, 64, "is not an address and a port"),
    (["--trusted-proxy", "10.0.0.0/40"], nil, 64, "is not an address or a range"),
    (["--store", "s3://bucket/a"], nil, 64, "does not deliver files of the bucket"),
    (["--store", "missing"], nil, 66, "cannot list 'missing'"),
    (["--burst", "5"], nil, 64, "'--burst' is only valid with '--rate'"),
    (["--listen", "host.invalid:0"], nil, 69, "cannot listen on 'host.invalid:0'"),
    (
      [],
      #"{"root": "server.json", "downloads": "https://a/", "apps": {"a": {"channel": "a/b"}}}"#,
      65, "`eros store init`"
    ),
    (
      [],
      #"{"root": "root.json", "downloads": "https://a/", "apps": {"a": {"chanel": "a/b"}}}"#,
      65, "unknown field 'chanel'"
    ),
    (
      [],
      #"{"root": "root.json", "downloads": "https://a/", "apps": {"a": {"channel": 1}}}"#,
      65, "'channel' of the app 'a' is a number, expected a string"
    ),
    (
      [],
      #"{"root": "root.json", "downloads": "https://a/", "apps": {"a": {"channel": "a/b"}}, "add": {"token": "empty", "jsPaths": []}}"#,
      65, "the file 'empty' does not contain a token"
    ),
    ([], "{", 65, "is invalid"),
    (
      [],
      #"{"root": "root.json", "downloads": "https://a/", "apps": {"a": {"channel": "a/b", "x": 1}}}"#,
      65, "unknown field 'x'"
    ),
    (
      [], #"{"root": "none.json", "downloads": "https://a/", "apps": {"a": {"channel": "a/b"}}}"#,
      66, "cannot read 'none.json'"
    ),
  ]

  @Test("wrong arguments and configurations are errors", arguments: 0..<refused.count)
  func refusedArguments(index: Int) async throws {
    let (arguments, config, status, message) = Self.refused[index]
    let served = try await TestStore.served()
    if let config { try served.folder.write(config, to: "server.json") }
    try served.folder.writeSecret("\n", to: "empty")
    let store = arguments.contains("--store") ? [] : ["--store", "store"]
    let result = try await runTool(
      Tool.built("eros-server"), store + ["--config", "server.json"] + arguments,
      in: served.folder.path)
    #expect(result.status == status, "\(result)")
    #expect(result.standardError.contains(message), "\(result)")
    #expect(result.standardOutput.isEmpty)
    #expect(!result.standardError.contains("CancellationError"))
  }
}
