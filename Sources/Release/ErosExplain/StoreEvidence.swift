import ErosCore
import ErosCrypto
package import ErosDevice
import ErosStore
package import ErosTrust

/// Signed facts from a store, to compare with the decisions of a device.
package struct StoreEvidence: Sendable {
  /// The relation between the root metadata of the device and the store.
  package enum Root: Sendable, Equatable {
    /// The device trusts no root metadata yet.
    case unknown
    /// The store has the same file, and updates from it reach the newest version.
    case reachesNewest(Int64)
    /// Updates stop before the newest version. The store may no longer have the file of the device.
    ///
    /// `link` names the file where they stop, or is `nil` if the signing keys do not match.
    case isStranded(newest: Int64, at: BrokenLink?)
    /// The store has a different file for this version, or never had it.
    case isOther
  }

  /// A root metadata file that older devices need and that is missing or wrong in the store.
  package struct BrokenLink: Sendable, Equatable {
    enum Fault: Sendable {
      case missing
      /// The file contains an earlier version.
      case older
      case damaged
    }

    /// For example `2.root.json`.
    let file: String
    let fault: Fault
  }

  struct Foreign: Sendable, Equatable {
    let channel: String
    let number: Int64
  }

  package var channels: [String]
  /// `nil` if the store lacks the channel.
  package var contents: ChannelContents?
  /// Recent releases with their publication times, newest first.
  var history: [HistoryPage.Entry] = []
  /// Releases in other channels.
  var foreign: [TreeHash: Foreign] = [:]
  var timestamp: Int64
  /// Keyed by file name, such as `timestamp.json`.
  var expiries: [String: Timestamp]
  package var root = Root.unknown
}

extension StoreEvidence {
  /// The maximum number of history pages to read.
  private static let maximumPages = 5

  /// Reads and verifies the metadata of a store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - pinnedRoot: The root metadata to trust.
  ///   - channel: The channel in question, or `nil` if the device names none.
  ///   - trust: The metadata that the device trusts.
  /// - Throws: `TrustError` if the metadata is invalid, `PublishError` if the history is damaged,
  ///   or `TransportError` if the store is unreachable.
  package init(
    reading store: any ObjectReader, pinnedRoot: [UInt8], channel: ChannelName?,
    trust: TrustedMetadata?
  ) async throws {
    let state = try await StoreState.load(from: store, pinnedRoot: pinnedRoot, channels: nil)
    self.init(
      channels: state.channels.map(\.description), timestamp: state.timestamp.version,
      expiries: Dictionary(
        state.expiries.map { ($0.role + ".json", $0.expires) }, uniquingKeysWith: { $1 }))
    for other in state.channels where other != channel {
      guard let contents = try state.signedContents(of: other) else { continue }
      let page = try await store.firstPage(of: contents).page
      for release in contents.releases + page.entries.map(\.release) {
        foreign[release.tree] = Foreign(channel: "\(other)", number: release.number)
      }
    }
    if let channel, state.channelDelegation(channel) != nil {
      let contents = try state.contents(of: channel)
      self.contents = contents
      history = try await store.firstPage(of: contents).page.entries
      do {
        for index in 1..<Self.maximumPages {
          guard let page = try await store.page(index, of: contents) else { break }
          history += page.entries
        }
      } catch PublishError.lostHistory {
        // The pages read so far are enough.
      }
    }
    if let trust { root = try await Self.root(trust, in: store, newest: state.root.version) }
  }

  private static func root(
    _ trust: TrustedMetadata, in store: any ObjectReader, newest: Int64
  ) async throws -> Root {
    let link = try await brokenLink(after: trust.root, newest: newest, in: store)
    guard let bytes = try await rootFile(trust.root, in: store) else {
      return trust.root < newest ? .isStranded(newest: newest, at: link) : .isOther
    }
    guard try SHA256Digest.of(bytes) == trust.rootDigest else {
      // A file with the wrong version does not prove that the device belongs to another store.
      let storedRoot = try? SignedMetadata<RootMetadata>(bytes, file: TopLevelRole.root.file)
        .contents
      return storedRoot?.version == trust.root || link == nil
        ? .isOther : .isStranded(newest: newest, at: link)
    }
    let reached: Int64
    do {
      reached = try await RootChain(of: store, from: bytes).newest.version
    } catch is TrustError {
      return .isStranded(newest: newest, at: link)
    }
    return reached < newest ? .isStranded(newest: newest, at: link) : .reachesNewest(newest)
  }

  /// Finds the first missing or wrong root metadata file after `version`.
  private static func brokenLink(
    after version: Int64, newest: Int64, in store: any ObjectReader
  ) async throws -> BrokenLink? {
    guard version < newest else { return nil }
    let last = min(newest, version + Int64(TrustLimits.standard.rootRotations))
    for next in (version + 1)...last {
      let file = "\(next).\(TopLevelRole.root.file)"
      guard let bytes = try await rootFile(next, in: store) else {
        return BrokenLink(file: file, fault: .missing)
      }
      let actualVersion = try? SignedMetadata<RootMetadata>(bytes, file: file).contents.version
      guard actualVersion != next else { continue }
      return BrokenLink(
        file: file, fault: actualVersion.map { $0 < next } ?? false ? .older : .damaged)
    }
    return nil
  }

  private static func rootFile(_ version: Int64, in store: any ObjectReader) async throws
    -> [UInt8]?
  {
    let key = StoreLayout.metadata(TopLevelRole.root.rawValue, version: version)
    return try await store.read(key, limit: TrustLimits.standard.rootBytes)?.bytes
  }

  /// Returns when a release was published, or `nil` if the history does not tell.
  func published(_ number: Int64) -> Timestamp? {
    history.first { $0.release.number == number }
      .map { Timestamp(milliseconds: $0.published) }
  }

  /// Returns a release as devices see it now.
  ///
  /// Falls back to how it was published.
  func release(_ number: Int64) -> ChannelRelease? {
    contents?.releases.first { $0.number == number }
      ?? history.first { $0.release.number == number }?.release
  }

  /// Returns the highest number of a release in the channel, or `nil` if it was never there.
  func number(of tree: TreeHash) -> Int64? {
    ((contents?.releases ?? []) + history.map(\.release)).filter { $0.tree == tree }
      .map(\.number).max()
  }
}
