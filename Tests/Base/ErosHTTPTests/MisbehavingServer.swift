import ErosCore
import ErosFiles
import ErosHTTP
import ErosTestSupport
import ErosTransport
import Foundation
import Testing

/// A misbehaving server and a transport to it.
struct Session {
  /// The body of a file of the server.
  static let body = (0..<4096).flatMap { _ in UInt8.min...UInt8.max }

  let transport: HTTPTransport
  let origin: String
  /// The port of a socket that accepts no connection.
  let fullPort: String

  func address(_ path: String) throws -> WebAddress {
    try WebAddress(path.hasPrefix("http") ? path : origin + path)
  }

  func request(
    _ path: String, _ method: TransportRequest.Method = .get, fields: TransportFields = [:],
    seconds: Double = 600
  ) throws -> TransportRequest {
    TransportRequest(
      method, try address(path), fields: fields,
      deadline: .now + .seconds(seconds))
  }

  func get(
    _ path: String, fields: TransportFields = [:], limit: Int = 2 << 20, seconds: Double = 600
  ) async throws -> TransportResponse {
    try await transport.send(request(path, fields: fields, seconds: seconds), limit: limit)
  }

  /// Returns the error of a request.
  func error(
    _ path: String, limit: Int = 2 << 20, seconds: Double = 600
  ) async throws -> TransportError {
    try await #require(throws: TransportError.self) {
      try await get(path, limit: limit, seconds: seconds)
    }
  }
}

/// Tests with `misbehaving-server.py`.
protocol MisbehavingServerTests {}

extension MisbehavingServerTests {
  static var body: [UInt8] { Session.body }

  static func settings(
    connectTime: TimeLength = .seconds(60), silentTime: TimeLength = .seconds(300),
    certificates: String? = nil
  ) -> HTTPTransport.Settings {
    var settings = HTTPTransport.Settings()
    settings.connectTime = connectTime
    settings.silentTime = silentTime
    settings.certificates = certificates
    return settings
  }

  func withServer(
    _ settings: HTTPTransport.Settings = Self.settings(), certificate: [String] = [],
    host: String = "127.0.0.1", _ body: (Session) async throws -> Void
  ) async throws {
    let script = Tool.packageRoot.appending(path: "Tests/Base/ErosHTTPTests/misbehaving-server.py")
    try await ToolServer.run("python3", [script.path(percentEncoded: false)] + certificate) {
      server in
      let ports = server.firstLine.split(separator: " ").map(String.init)
      try #require(ports.count == 2)
      let scheme = certificate.isEmpty ? "http" : "https"
      try await HTTPTransport.with(settings) { transport in
        try await body(
          Session(
            transport: transport, origin: "\(scheme)://\(host):\(ports[0])", fullPort: ports[1]))
      }
    }
  }

  /// Returns the paths of a certificate for `localhost` and its key.
  func certificate() async throws -> [String] {
    let folder = try TemporaryFolder.ofTest()
    let made = try await runTool(
      "openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
        "key.pem", "-out", "certificate.pem", "-days", "2", "-subj", "/CN=localhost", "-addext",
        "subjectAltName=DNS:localhost",
      ], in: folder.path)
    try #require(made.status == 0, "\(made)")
    return [folder.path("certificate.pem"), folder.path("key.pem")]
  }
}
