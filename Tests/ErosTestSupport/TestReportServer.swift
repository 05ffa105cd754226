import Foundation

/// A server that collects reports of devices during a test.
public struct TestReportServer: Sendable {
  private let port: String
  private let folder: String

  /// Starts the server, and stops it after `body`.
  public static func run(
    in folder: String, _ body: (TestReportServer) async throws -> Void
  ) async throws {
    let script = Tool.packageRoot.appending(path: "Tests/ErosTestSupport/report-server.py")
    try await ToolServer.run("python3", [script.path(percentEncoded: false), folder]) { server in
      try await body(TestReportServer(port: server.firstLine, folder: folder))
    }
  }

  /// Returns a URL at which the server sends `responses` in turn, such as `500,204`.
  public func url(_ responses: String = "204") -> String { "http://127.0.0.1:\(port)/\(responses)" }

  /// Bodies of all requests so far.
  public var bodies: [String] {
    let text = try? String(contentsOfFile: folder + "/reports.jsonl", encoding: .utf8)
    return (text ?? "").split(separator: "\n").map(String.init)
  }
}
