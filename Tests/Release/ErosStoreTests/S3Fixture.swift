import ErosCore
import ErosFiles
import ErosHTTP
import ErosTestSupport
import ErosTrust
import Foundation
import Testing

@testable import ErosStore
@testable import ErosTransport

/// Buckets of the tests.
enum S3Fixture {
  static let now: @Sendable () -> Timestamp = { .now() }

  /// Calls `body` with a store in SeaweedFS whose prefix no other test uses.
  static func withStore(
    partThreshold: UInt64 = 64 << 20, partLength: UInt64 = 16 << 20,
    _ body: (S3Store) async throws -> Void
  ) async throws {
    let server = try await SeaweedFS.shared()
    try await HTTPTransport.with { transport in
      var settings = try Self.settings(endpoint: server.endpoint)
      settings.partThreshold = partThreshold
      settings.partLength = partLength
      try await body(
        S3Store(
          bucket: server.bucket, prefix: SeaweedFS.uniquePrefix(), region: "us-east-1",
          credentials: AWSCredentials(
            accessKeyID: server.publisher.id, secretAccessKey: server.publisher.secret),
          settings: settings, transport: transport, now: now))
    }
  }

  static func settings(endpoint: String) throws -> S3Store.Settings {
    var settings = S3Store.Settings()
    settings.endpoint = try WebAddress(endpoint)
    settings.retries.firstPause = .milliseconds(5)
    return settings
  }

  static func key(_ text: String) throws -> ObjectKey { try #require(ObjectKey(text)) }

  static func contents(_ text: String) throws -> ObjectContents {
    try ObjectContents(Array(text.utf8))
  }
}

extension CreationOutcome {
  var version: ObjectVersion? {
    guard case .created(let version) = self else { return nil }
    return version
  }
}

extension ReplacementOutcome {
  var version: ObjectVersion? {
    guard case .replaced(let version) = self else { return nil }
    return version
  }
}

extension ObjectReader {
  func text(_ key: ObjectKey) async throws -> String? {
    try await read(key, limit: 1 << 20).map { String(decoding: $0.bytes, as: UTF8.self) }
  }
}
