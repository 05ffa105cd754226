import Foundation
public import Testing

/// A real S3-compatible store, which all tests of this process share.
///
/// The first test that calls ``shared()`` starts it, on free ports of the loopback interface. It ends
/// with this process, also after a crash. Tests use different prefixes, see ``uniquePrefix()``.
public struct SeaweedFS: Sendable {
  /// The URL of the store, such as `http://127.0.0.1:40000`.
  public let endpoint: String
  /// The name of a bucket that exists.
  public let bucket = "eros-test"
  /// The name of a bucket that exists and contains a dot.
  public let dottedBucket = "eros.dots"
  /// The name of a bucket whose objects can be read without a signature.
  public let publicBucket = "eros-public"
  /// The key of an identity that may do everything.
  public let publisher = (id: "AKPUBLISHER", secret: "publisher-secret")
  /// The key of an identity that may read and list.
  public let reader = (id: "AKREADER", secret: "reader-secret")

  private static let program =
    Tool.packageRoot.appending(path: ".build-python/bin/weed").path(percentEncoded: false)
  /// Keeps the server for the rest of this process.
  private static let server = Task { try await Server() }

  /// Returns the running store.
  public static func shared() async throws -> SeaweedFS {
    SeaweedFS(endpoint: "http://127.0.0.1:\(try await server.value.port)")
  }

  /// Whether the store is installed.
  public static var isInstalled: Bool { Tool.isInstalled(program) }

  /// Returns a prefix for the keys of one test.
  public static func uniquePrefix() -> String { UUID().uuidString.lowercased() }

  /// The variables of the environment with which AWS tools use the store as ``publisher``.
  public var environment: [String: String] {
    [
      "AWS_ACCESS_KEY_ID": publisher.id, "AWS_SECRET_ACCESS_KEY": publisher.secret,
      "AWS_ENDPOINT_URL_S3": endpoint, "AWS_REGION": "us-east-1",
    ]
  }

  /// The process of the store, of which only the port is used after the start.
  private struct Server: @unchecked Sendable {
    let port: Int
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    /// Starts the store.
    init() async throws {
      let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "seaweedfs.py").path(percentEncoded: false)
      process.executableURL = URL(
        filePath: try #require(Tool.find("python3"), "'python3' is not installed"))
      process.arguments = [script, SeaweedFS.program]
      // The script kills the store when its input ends, which is when this process ends.
      process.standardInput = input
      process.standardOutput = output
      try process.start()
      let line = await process.firstLine(of: output)
      port = try #require(line.flatMap { Int($0) }, "SeaweedFS did not start")
    }
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test without the store that `scripts/install-packages tests` installs.
  public static var needsSeaweedFS: Self {
    .enabled(
      if: SeaweedFS.isInstalled, "run `scripts/install-packages tests` for SeaweedFS")
  }
}
