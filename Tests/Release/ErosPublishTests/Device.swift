import ErosBundle
import ErosCore
import ErosFiles
import ErosPublish
import ErosReleaseTestSupport
import ErosStore
import ErosTestSupport
import ErosTrust
import Testing

/// The releases that a device sees if it trusts the first root metadata.
struct DeviceView: Equatable, CustomStringConvertible {
  struct Release: Equatable {
    let number: Int64
    let tree: TreeHash
    let rollout: Int
    let isPaused: Bool
    let deltaCount: Int
  }

  /// The releases of each channel.
  private(set) var channels: [String: [Release]] = [:]

  var description: String {
    channels.sorted { $0.key < $1.key }.map { channel, releases in
      channel + ":"
        + releases.map { " \($0.number)\($0.isPaused ? " paused" : "") \($0.rollout)" }.joined(
          separator: ",")
    }.joined(separator: "; ")
  }

  /// Verifies the metadata of a store, and reads the newest bundle and its deltas.
  init(of store: any ObjectReader, pinnedRoot: [UInt8], now: Int64 = TestStore.now) async throws {
    let state = try await StoreState.load(from: store, pinnedRoot: pinnedRoot, channels: nil)
    #expect(state.expired(at: now).map(\.role) == [])
    for channel in state.channels {
      let contents = try state.contents(of: channel)
      channels["\(channel)"] = contents.releases.map {
        Release(
          number: $0.number, tree: $0.tree, rollout: $0.rollout, isPaused: $0.isPaused,
          deltaCount: $0.deltas.count)
      }
      guard let newest = contents.releases.first else { continue }
      try await Self.read(
        channel.path(newest.number, ChannelRelease.bundleName), newest.bundle, of: store)
      for delta in newest.deltas {
        try await Self.read(channel.path(newest.number, delta.name), delta.file, of: store)
      }
    }
  }

  /// Reads a file and compares its digest.
  private static func read(
    _ path: String, _ file: TargetFile, of store: any ObjectReader
  ) async throws {
    let found = try await store.read(
      StoreLayout.target(path, file), limit: Int(clamping: file.length))
    let bytes = try #require(found?.bytes, "'\(path)' is missing")
    try #require(try file.digest.matches(bytes.span), "'\(path)' is damaged")
  }
}
