import ErosCore
import ErosFiles
import ErosHTTP
import ErosReleaseTestSupport
import ErosTestSupport
import ErosTransport
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A real `eros-server` on a free port of the loopback interface.
struct ServerProcess {
  let url: String
  let processIdentifier: Int32
  let transport: HTTPTransport

  var port: String { String(url.drop { $0 != ":" }.dropFirst().drop { $0 != ":" }.dropFirst()) }

  /// Runs a server of a store while `body` runs.
  ///
  /// Its log is `server.log` in the test's folder.
  static func run<Result>(
    _ served: TestStore, _ options: [String] = [], certificates: String? = nil,
    isReady: Bool = true, environment: [String: String] = [:], log: String = "server.log",
    _ body: (ServerProcess) async throws -> Result
  ) async throws -> Result {
    var settings = HTTPTransport.Settings()
    settings.certificates = certificates
    let variables = environment.map { "\($0.key)='\($0.value)' " }.sorted().joined()
    let command = """
      \(variables)exec "$0" --store store --config server.json --listen 127.0.0.1:0 --poll 0.2 "$@" 2>\(log)
      """
    return try await HTTPTransport.with(settings) { transport in
      try await ToolServer.run(
        "sh", ["-c", command, Tool.built("eros-server")] + options, in: served.folder.path
      ) { tool in
        let server = ServerProcess(
          url: tool.firstLine, processIdentifier: tool.processIdentifier, transport: transport)
        if isReady { try await server.waitUntilReady() }
        return try await body(server)
      }
    }
  }

  private func waitUntilReady() async throws {
    let isReady = try await eventually { try await get("/readyz").head.status == 200 }
    #expect(isReady, "the server has not read the store")
  }

  /// Sends a request and does not follow redirects.
  func send(
    _ method: TransportRequest.Method, _ path: String, _ fields: TransportFields = [:],
    body: String? = nil
  ) async throws -> TransportResponse {
    var request = TransportRequest(
      method, try WebAddress(url + path), fields: fields, deadline: .now + .seconds(30))
    request.maximumRedirects = 0
    if let body {
      request.body = .bytes(Array(body.utf8))
      if request.fields["Content-Type"] == nil {
        request.fields["Content-Type"] = "application/x-www-form-urlencoded"
      }
    }
    return try await transport.send(request, limit: 1 << 22)
  }

  func get(_ path: String, _ fields: TransportFields = [:]) async throws -> TransportResponse {
    try await send(.get, path, fields)
  }
}

/// Waits until a condition is met.
///
/// Use it where the time is not what the test is about.
///
/// - Returns: `true` if the condition was met within `time`.
func eventually(
  within time: Duration = .seconds(30), _ condition: () async throws -> Bool
) async throws -> Bool {
  let deadline = ContinuousClock.now + time
  while ContinuousClock.now < deadline {
    if try await condition() { return true }
    try await Task.sleep(for: .milliseconds(20))
  }
  return false
}

extension TransportResponse {
  /// The JSON document in the body.
  var document: JSONObject? {
    (try? JSONReader.read(body, file: "answer"))?.value.object
  }
}
