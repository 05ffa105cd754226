import ArgumentParser
import ErosCore
import ErosPublish
import ErosStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The options of the commands that change a store.
struct EditorOptions: ParsableArguments {
  @OptionGroup var keys: KeyOptions
  @OptionGroup var trust: TrustOptions
  @OptionGroup var bucket: BucketOptions

  @Flag(help: "Write to a store without conditional writes; only one publisher may use it.")
  var singlePublisher = false

  @Flag(help: "Do everything except write to the store.")
  var dryRun = false

  @OptionGroup var output: OutputOptions

  /// Runs `body` with an editor of a store, and waits for its result.
  ///
  /// - Parameters:
  ///   - location: The store.
  ///   - more: Further arguments with private keys.
  ///   - traffic: Counts the requests.
  ///   - body: The change.
  func edit<Result>(
    _ location: StoreLocation, adding more: [String] = [], counting traffic: StoreTraffic? = nil,
    _ body: @escaping (StoreEditor) async throws -> Result
  ) throws -> Result {
    let options = self
    nonisolated(unsafe) let body = body
    return try waitFor {
      try await options.bucket.withStore(at: location) { store in
        if !options.dryRun, !options.singlePublisher {
          try await StoreProbe.check(store, at: Timestamp(Date()))
        }
        let root = try await options.trust.root(of: store, keys: options.keys.keys, options.output)
        let counted: any ObjectStore = traffic.map { CountingStore(store, $0) } ?? store
        let target: any ObjectStore = options.dryRun ? DryRunStore(counted) : counted
        let editor = StoreEditor(
          target, keys: try options.keys.ring(adding: more), pinnedRoot: root,
          now: Timestamp(Date()).milliseconds)
        return try await body(editor)
      }
    }
  }
}
