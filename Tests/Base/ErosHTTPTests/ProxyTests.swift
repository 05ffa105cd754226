import ErosCore
import ErosFiles
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
    _ scheme: String = "http", refusing status: Int? = nil, exceptions: String = "",
    credentials: String = "", _ body: (Session, _ proxy: String) async throws -> Void
  ) async throws {
    let certificate = try await certificate()
    let script = Tool.packageRoot.appending(path: "Tests/Base/ErosHTTPTests/connect-proxy.py")
    var arguments = [script.path(percentEncoded: false)]
    if let status { arguments.append("\(status)") }
    if scheme == "https" { arguments += certificate }
    // The certificate is for this name.
    let host = scheme == "https" ? "localhost" : "127.0.0.1"
    try await ToolServer.run("python3", arguments) { proxy in
      var settings = Self.settings(certificates: certificate[0])
      settings.proxy = HTTPSProxy(
        url: "\(scheme)://\(credentials)\(host):\(proxy.firstLine)", exceptions: exceptions)
      try await withServer(settings, certificate: certificate, host: "localhost") { session in
        try await body(session, "\(scheme)://\(host):\(proxy.firstLine)")
      }
    }
  }

  /// Returns the heads of the requests that a proxy received.
  private func log(of proxy: String) async throws -> String {
    let url = proxy.hasPrefix("socks") ? "http" + proxy.drop { $0 != ":" } : proxy
    let request = TransportRequest(
      .get, try WebAddress(url + "/log"), deadline: .now + .seconds(60))
    // The proxy has the certificate of the server.
    let certificate = try TemporaryFolder.ofTest().path("certificate.pem")
    let settings = Self.settings(certificates: url.hasPrefix("https") ? certificate : nil)
    let response = try await HTTPTransport.with(settings) {
      try await $0.send(request, limit: 1 << 20)
    }
    return String(decoding: response.body, as: UTF8.self)
  }

  @Test(
    "https requests use a tunnel, which does not show their fields", arguments: ["http", "https"])
  func tunnel(scheme: String) async throws {
    try await withProxy(scheme, credentials: "user:p%40ss@") { session, proxy in
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

  @Test(
    "a SOCKS5 proxy gets the address of the server, or its name", arguments: ["socks5", "socks5h"])
  func socks(scheme: String) async throws {
    try await withProxy(scheme, credentials: "user:p%40ss@") { session, proxy in
      let response = try await session.get("/echo/x", fields: ["Authorization": "secret"])
      #expect(String(decoding: response.body, as: UTF8.self).contains("authorization: secret"))
      #expect(try await session.get("/connections").body == Array("1".utf8))
      let log = try await log(of: proxy)
      let port = session.origin.split(separator: ":").last ?? ""
      #expect(log.hasPrefix("SOCKS5 ") && log.hasSuffix(":\(port) user:p@ss\n"), "\(log)")
      #expect(log.contains("localhost") == (scheme == "socks5h"), "\(log)")
    }
    try await withProxy(scheme, exceptions: "localhost") { session, proxy in
      #expect(try await session.get("/file/10").body.count == 10)
      let log = try await log(of: proxy)
      #expect(log.isEmpty)
    }
  }

  @Test("a proxy over TLS needs a trusted certificate for its name")
  func untrustedProxy() async throws {
    try await withProxy("https") { session, proxy in
      let request = try session.request("/file/10")
      func error(_ url: String, certificates: String?) async throws -> TransportError {
        var settings = Self.settings(certificates: certificates)
        settings.proxy = HTTPSProxy(url: url)
        return try await #require(throws: TransportError.self) {
          try await HTTPTransport.with(settings) { try await $0.send(request, limit: 10) }
        }
      }
      #expect(
        try await error(proxy, certificates: nil)
          == .proxyFailure(proxy: proxy, reason: "the certificate is not trusted"))
      let other = proxy.replacing("localhost", with: "127.0.0.1")
      let certificate = try TemporaryFolder.ofTest().path("certificate.pem")
      #expect(
        try await error(other, certificates: certificate)
          == .proxyFailure(proxy: other, reason: "the certificate is for another host"))
      let log = try await log(of: proxy)
      #expect(log.isEmpty)
    }
  }

  @Test(
    "limits apply in a tunnel, and unsolicited bytes do not reach the next response",
    arguments: ["http", "https", "socks5h"])
  func limits(scheme: String) async throws {
    try await withProxy(scheme) { session, _ in
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
      // Only the proxy knows which bytes have arrived in the idle connection.
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
    for scheme in ["http", "https", "socks5h"] {
      try await withProxy(scheme, refusing: 407, credentials: "user:secret@") { session, proxy in
        let error = try await session.error("/file")
        let reason: Message =
          scheme == "socks5h"
          ? "it does not allow connections to \(session.origin)" : "it responded with status 407"
        #expect(error == .proxyFailure(proxy: proxy, reason: reason))
        #expect(error.exitStatus == .unavailable)
      }
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
    #expect(
      try await error("socks5://user:secret@nothing.invalid")
        == .proxyFailure(proxy: "socks5://nothing.invalid", reason: "cannot resolve its host"))
    let refused = TransportError.proxyFailure(
      proxy: "http://127.0.0.1:1", reason: "Connection refused (for https://store.invalid)")
    #expect(try await error("127.0.0.1:1") == refused)
    #expect(try await error("127.0.0.1:1", except: "localhost, .other.invalid") == refused)
    #expect(
      try await error("127.0.0.1:1", except: "10.0.0.0/8")
        == .cannotConnect(
          origin: "https://store.invalid",
          reason: "Connection refused (HTTPS_PROXY is http://127.0.0.1:1)"))
    for url in [
      "socks4://127.0.0.1:1", "ftp://p", "p:x", "http://p/path", "a b@p", "http://", "socks5://",
    ] {
      #expect(try await error(url) == .malformedProxy(variable: "HTTPS_PROXY"), "\(url)")
    }
  }

  @Test("variables of the environment: lowercase names come first, and an empty one means none")
  func variables() {
    #expect(HTTPSProxy(environment: ["HTTP_PROXY": "a"]) == nil)
    let upper = HTTPSProxy(environment: ["HTTPS_PROXY": "a", "NO_PROXY": "b"])
    #expect(upper?.url == "a" && upper?.exceptions == "b")
    let both = ["HTTPS_PROXY": "a", "https_proxy": "c", "NO_PROXY": "b", "no_proxy": "d"]
    let lower = HTTPSProxy(environment: both)
    #expect(lower?.url == "c" && lower?.exceptions == "d")
    #expect(HTTPSProxy(environment: ["https_proxy": "", "HTTPS_PROXY": "a"]) == nil)
    let all = HTTPSProxy(environment: ["ALL_PROXY": "a", "NO_PROXY": "b"])
    #expect(all?.url == "a" && all?.exceptions == "b" && all?.variable == "ALL_PROXY")
    let first = HTTPSProxy(environment: ["all_proxy": "a", "ALL_PROXY": "b", "HTTPS_PROXY": "c"])
    #expect(first?.url == "c" && first?.variable == "HTTPS_PROXY")
    #expect(HTTPSProxy(environment: ["HTTPS_PROXY": "", "ALL_PROXY": "a"]) == nil)
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
        let reason: Message = "the certificate is not trusted"
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
