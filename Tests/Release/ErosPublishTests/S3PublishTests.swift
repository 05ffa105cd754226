import ErosBundle
import ErosCore
import ErosCrypto
import ErosFiles
import ErosHTTP
import ErosPublish
import ErosReleaseTestSupport
import ErosTestSupport
import ErosTransport
import ErosTrust
import Foundation
import Testing

@testable import ErosStore

@Suite("Publishing to S3", .phase(.servers), .needsSeaweedFS, .temporaryFolder)
struct S3PublishTests {
  /// Calls `body` with an empty store in SeaweedFS.
  private func withStore(_ body: (TestStore) async throws -> Void) async throws {
    let server = try await SeaweedFS.shared()
    try await HTTPTransport.with { transport in
      var settings = S3Store.Settings()
      settings.endpoint = try WebAddress(server.endpoint)
      let store = try S3Store(
        bucket: server.bucket, prefix: SeaweedFS.uniquePrefix(), region: "us-east-1",
        credentials: AWSCredentials(
          accessKeyID: server.publisher.id, secretAccessKey: server.publisher.secret),
        settings: settings, transport: transport, now: { .now() })
      try await StoreProbe(store).check(at: .now())
      try await body(TestStore(store))
    }
  }

  private func check(_ test: TestStore) async throws {
    let check = try await StoreCheck.run(
      on: test.store, pinnedRoot: test.editor.pinnedRoot, now: TestStore.now)
    #expect(check.isGood, "\(check.findings)")
    _ = try await DeviceView(of: test.store, pinnedRoot: test.editor.pinnedRoot)
  }

  private func rollBack(_ test: TestStore) async throws -> Publication {
    try await Folder.withScratchFolder(beside: test.folder.path("scratch")) {
      try await test.editor.releases.rollBack(
        to: nil, PublishRequest.Options(), in: test.channel, verifier: BundleVerifier(threads: 1),
        scratch: $0)
    }
  }

  @Test("publications, a promotion, a rollback and a collection leave a valid store")
  func all() async throws {
    try await withStore { test in
      for number in 1...3 { try await test.publish(number) { $0.options.deltaCount = 1 } }
      try await check(test)
      let beta = try ChannelName("my-app/beta")
      try await test.editor.roles.addChannel(beta, keys: [test.channelKey.publicKey])
      let promoted = try await test.promote(3, to: beta)
      #expect(promoted.contents.objects.map(\.origin) == [.copied, .copied, .uploaded])
      _ = try await test.editor.releases.setPaused(true, 3, in: test.channel)
      let rollback = try await rollBack(test)
      #expect(rollback.release.restores == 2)
      try await check(test)

      let collector = StoreCollector(
        test.store, pinnedRoot: test.editor.pinnedRoot, now: .max / 2, grace: 0)
      let planned = try await collector.run(isDryRun: true)
      let collection = try await collector.run(isDryRun: false)
      #expect(collection.removed == planned.removed)
      #expect(!collection.removed.isEmpty)
      let keys = collection.removed.map(\.key.text)
      #expect(keys == keys.sorted { inByteOrder($0, $1) })
      try await check(test)
      #expect(try await collector.run(isDryRun: false).removed.isEmpty)
      try await test.publish(1000)
      #expect(try await test.contents().newestNumber == 5)
      try await check(test)
    }
  }

  @Test("publishers and a collection at the same time lose nothing", .timeLimit(.minutes(5)))
  func race() async throws {
    try await withStore { test in
      let bundles = try (1...6).map { try test.bundle(TestStore.pages($0), second: $0) }
      let winners = try await withThrowingTaskGroup(of: Int64?.self) { group in
        for bundle in bundles {
          group.addTask {
            do {
              return try await Folder.withScratchFolder(beside: bundle.path + ".scratch") {
                try await test.editor.releases.publish(
                  PublishRequest(bundle, to: test.channel), verifier: BundleVerifier(threads: 1),
                  scratch: $0)
              }.release.number
            } catch let error as PublishError {
              switch error {
              case .busy, .notNewer: return nil
              default: throw error
              }
            }
          }
        }
        group.addTask {
          let collector = StoreCollector(
            test.store, pinnedRoot: test.editor.pinnedRoot, now: .max / 2, grace: 0)
          for _ in 0..<5 { _ = try await collector.run(isDryRun: false) }
          return nil
        }
        return try await group.reduce(into: []) { $0 += [$1].compactMap { $0 } }
      }
      #expect(winners.sorted() == (1...Int64(winners.count)).map { $0 })
      #expect(try await test.contents().newestNumber == Int64(winners.count))
      try await check(test)
    }
  }
}
