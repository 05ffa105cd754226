import Foundation
public import Testing

/// A real S3-compatible store, which all tests of this process share.
///
/// The first call of ``shared()`` starts it on free loopback ports. It ends with this process, also
/// after a crash. Each test uses its own prefix, see ``uniquePrefix()``.
public struct SeaweedFS: Sendable {
  /// Such as `http://127.0.0.1:40000`.
  public let endpoint: String
  /// An existing bucket.
  public let bucket = "eros-test"
  /// An existing bucket with a dot in its name.
  public let dottedBucket = "eros.dots"
  /// A bucket whose objects need no signature to read.
  public let publicBucket = "eros-public"
  /// An access key that may do everything.
  public let publisher = (id: "AKPUBLISHER", secret: "publisher-secret")
  /// An access key that may only read and list.
  public let reader = (id: "AKREADER", secret: "reader-secret")

  private static let program =
    Tool.packageRoot.appending(path: ".build-python/bin/weed").path(percentEncoded: false)
  /// Keeps the server for the rest of this process.
  private static let server = Task { try await Server() }

  /// Returns the running store.
  public static func shared() async throws -> SeaweedFS {
    SeaweedFS(endpoint: "http://127.0.0.1:\(try await server.value.port)")
  }

  public static var isInstalled: Bool { Tool.isInstalled(program) }

  /// Returns a key prefix that no test has used.
  public static func uniquePrefix() -> String { UUID().uuidString.lowercased() }

  /// Environment variables with which AWS tools use the store as ``publisher``.
  public var environment: [String: String] {
    [
      "AWS_ACCESS_KEY_ID": publisher.id, "AWS_SECRET_ACCESS_KEY": publisher.secret,
      "AWS_ENDPOINT_URL_S3": endpoint, "AWS_REGION": "us-east-1",
    ]
  }

  /// Process of the store.
  ///
  /// Only its port is used after the start.
  private struct Server: @unchecked Sendable {
    let port: Int
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

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
