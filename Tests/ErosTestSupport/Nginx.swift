import Foundation
import Testing

/// A real nginx that runs during a test.
public enum Nginx {
  /// Runs nginx on free loopback ports, and stops it after `body`.
  ///
  /// - Parameters:
  ///   - servers: Configuration for `/etc/nginx/conf.d`.
  ///   - ports: Ports in `servers`, each of which is replaced by a free one.
  ///   - folder: An existing folder for nginx's files.
  ///   - body: Called with the free ports, in the order of `ports`.
  /// - Returns: The result of `body`.
  /// - Throws: Whatever `body` throws, or a failed requirement if nginx does not start.
  public static func run<Result>(
    _ servers: String, ports: [Int], in folder: String, _ body: ([Int]) async throws -> Result
  ) async throws -> Result {
    let nginx = try #require(Tool.find("nginx"), "'nginx' is not installed")
    try servers.write(toFile: folder + "/servers.conf", atomically: true, encoding: .utf8)
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "nginx.py").path(percentEncoded: false)
    return try await ToolServer.run(
      "python3", [script, nginx, folder] + ports.map(String.init)
    ) { server in
      try await body(server.firstLine.split(separator: " ").compactMap { Int($0) })
    }
  }
}
