import ErosCore
import ErosHTTP
import ErosTestSupport
import ErosTransport
import Foundation
import Testing

@Suite(
  "Proxies and the environment", .phase(.timeLimits), .needs("python3"), .needs("openssl"),
  .temporaryFolder)
struct ProxyTests: MisbehavingServerTests {
  /// Runs `body` with an HTTPS server, and with a proxy that may refuse connections.
  private func withProxy(
    refusing status: Int? = nil, exceptions: String = "", credentials: String = "",
    _ body: (Session, _ proxy: String) async throws -> Void
  ) async throws {
    let certificate = try await certificate()
    let script = Tool.packageRoot.appending(path: "Tests/Base/ErosHTTPTests/connect-proxy.py")
    let arguments = [script.path(percentEncoded: false)] + (status.map { ["\($0)"] } ?? [])
    try await ToolServer.run("python3", arguments) { proxy in
      var settings = Self.settings(certificates: certificate[0])
      settings.proxy = HTTPSProxy(
        url: "http://\(credentials)127.0.0.1:\(proxy.firstLine)", exceptions: exceptions)
      try await withServer(settings, certificate: certificate, host: "localhost") { session in
        try await body(session, "http://127.0.0.1:\(proxy.firstLine)")
      }
    }
  }

  /// Returns the heads of the requests that a proxy received.
  private func log(of proxy: String) async throws -> String {
    let request = TransportRequest(
      .get, try WebAddress(proxy + "/log"), deadline: .now + .seconds(60))
    let response = try await HTTPTransport.with { try await $0.send(request, limit: 1 << 20) }
    return String(decoding: response.body, as: UTF8.self)
  }

  @Test("https requests use a tunnel, which does not show their fields")
  func tunnel() async throws {
    try await withProxy(credentials: "user:p%40ss@") { session, proxy in
      let fields: TransportFields = ["Authorization": "secret"]
      let response = try await session.get("/echo/x", fields: fields)
      #expect(String(decoding: response.body, as: UTF8.self).contains("authorization: secret"))
      #expect(response.head.fields["X-Proxy"] == nil)
      // The connection is used again.
      #expect(try await session.get("/connections").body == Array("1".utf8))
      let log = try await log(of: proxy)
      #expect(log.hasPrefix("CONNECT \(session.origin.dropFirst("https://".count)) HTTP/1.1\r\n"))
      #expect(log.split(separator: "CONNECT ").count == 1)
      // `user:p@ss`
      #expect(log.contains("Proxy-Authorization: Basic dXNlcjpwQHNz\r\n"))
      #expect(!log.contains("secret"))
    }
  }

  @Test("limits apply in a tunnel, and unsolicited bytes do not reach the next response")
  func limits() async throws {
    try await withProxy { session, _ in
      for kind in ["reason", "extension"] {
        let error = try await session.error("/fast/\(kind)", seconds: 20)
        guard case .malformedResponse = error else {
          Issue.record("\(error)")
          continue
        }
      }
      let address = try session.address("/drip")
      #expect(try await session.error("/drip", seconds: 0.5) == .timedOut(address, .total))
      #expect(try await session.get("/early/responses").body == Array("early".utf8))
      try await Task.sleep(for: .milliseconds(100))
      #expect(try await session.get("/file/10").body == Array(Self.body[..<10]))
    }
  }

  @Test("http URLs and excluded hosts do not use the proxy")
  func exceptions() async throws {
    try await withProxy(exceptions: "example.com,localhost") { session, proxy in
      let response = try await session.get("/file/10")
      let log = try await log(of: proxy)
      #expect(response.body.count == 10 && log.isEmpty)
    }
    try await withProxy { _, proxy in
      var settings = Self.settings()
      settings.proxy = HTTPSProxy(url: proxy)
      try await withServer(settings) { session in
        let response = try await session.get("/file/10")
        #expect(response.body.count == 10)
      }
      let log = try await log(of: proxy)
      #expect(log.isEmpty)
    }
  }

  @Test("a proxy that refuses a connection is an error without credentials")
  func refusal() async throws {
    try await withProxy(refusing: 407, credentials: "user:secret@") { session, proxy in
      let error = try await session.error("/file")
      #expect(error == .proxyFailure(proxy: proxy, reason: "it responded with status 407"))
      #expect(error.exitStatus == .unavailable)
    }
  }

  @Test("a proxy that is out of reach is an error that names it")
  func unreachable() async throws {
    func error(_ url: String, except hosts: String = "") async throws -> TransportError {
      var settings = Self.settings()
      settings.proxy = HTTPSProxy(url: url, exceptions: hosts)
      let request = TransportRequest(
        .get, try WebAddress("https://store.invalid/x"), deadline: .now + .seconds(60))
      return try await #require(throws: TransportError.self) {
        try await HTTPTransport.with(settings) { try await $0.send(request, limit: 10) }
      }
    }
    #expect(
      try await error("http://user:secret@nothing.invalid")
        == .proxyFailure(proxy: "http://nothing.invalid", reason: "cannot resolve its host"))
    let refused = TransportError.proxyFailure(
      proxy: "http://127.0.0.1:1", reason: "Connection refused (for https://store.invalid)")
    #expect(try await error("127.0.0.1:1") == refused)
    #expect(try await error("127.0.0.1:1", except: "localhost, .other.invalid") == refused)
    #expect(
      try await error("127.0.0.1:1", except: "10.0.0.0/8")
        == .cannotConnect(
          origin: "https://store.invalid",
          reason: "Connection refused (HTTPS_PROXY is http://127.0.0.1:1)"))
    for url in ["socks5://127.0.0.1:1", "https://p", "p:x", "http://p/path", "a b@p", "http://"] {
      #expect(try await error(url) == .malformedProxy, "\(url)")
    }
  }

  @Test("variables of the environment: lowercase names come first, and an empty one means none")
  func variables() {
    #expect(HTTPSProxy(environment: ["HTTP_PROXY": "a", "ALL_PROXY": "b"]) == nil)
    let upper = HTTPSProxy(environment: ["HTTPS_PROXY": "a", "NO_PROXY": "b"])
    #expect(upper?.url == "a" && upper?.exceptions == "b")
    let both = ["HTTPS_PROXY": "a", "https_proxy": "c", "NO_PROXY": "b", "no_proxy": "d"]
    let lower = HTTPSProxy(environment: both)
    #expect(lower?.url == "c" && lower?.exceptions == "d")
    #expect(HTTPSProxy(environment: ["https_proxy": "", "HTTPS_PROXY": "a"]) == nil)
  }

  @Test("a proxy and certificates of the environment do not change the transport")
  func environment() async throws {
    let certificate = try await certificate()
    await #expect(processExitsWith: .success) { [certificate = certificate as [String]] in
      for name in ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
        setenv(name, "http://127.0.0.1:1", 1)
      }
      for name in ["SSL_CERT_FILE", "CURL_CA_BUNDLE"] { setenv(name, certificate[0], 1) }
      let tests = ProxyTests()
      try await tests.withServer { session in
        guard try await session.get("/file/10").body.count == 10 else { exit(1) }
      }
      // Without the setting, the certificate of the variables is not trusted.
      try await tests.withServer(certificate: certificate, host: "localhost") { session in
        let error = try await session.error("/file/10")
        let reason = "the certificate is not trusted"
        guard error == .tlsFailure(origin: session.origin, reason: reason) else { exit(2) }
      }
      setenv("SSL_CERT_FILE", "/nowhere", 1)
      let settings = ProxyTests.settings(certificates: certificate[0])
      try await tests.withServer(settings, certificate: certificate, host: "localhost") { session in
        guard try await session.get("/file/10").body.count == 10 else { exit(3) }
      }
    }
  }
}
