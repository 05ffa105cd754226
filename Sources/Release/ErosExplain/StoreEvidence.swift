import ErosCore
import ErosCrypto
package import ErosDevice
import ErosStore
package import ErosTrust

/// The signed facts of a store that decisions of a device are compared with.
package struct StoreEvidence: Sendable {
  /// The root metadata of a device, as the store has it.
  package enum Root: Sendable, Equatable {
    /// The device trusts no root metadata yet.
    case unknown
    /// The store has the same file, and it leads to the newest root metadata.
    case reachesNewest(Int64)
    /// The store has the same file, or no longer has it, and it does not lead to the newest.
    ///
    /// `link` is the file that ends the way, unless it is signed by other keys.
    case isStranded(newest: Int64, at: BrokenLink?)
    /// The store has another file of this version, or never had it.
    case isOther
  }

  /// Root metadata that each older device needs, and that the store does not have as it was signed.
  package struct BrokenLink: Sendable, Equatable {
    enum Fault: Sendable {
      case missing
      /// The file has an earlier version.
      case older
      case damaged
    }

    /// The name of the file, such as `2.root.json`.
    let file: String
    let fault: Fault
  }

  /// A release of another channel.
  struct Foreign: Sendable, Equatable {
    let channel: String
    let number: Int64
  }

  /// The names of the channels.
  package var channels: [String]
  /// The contents of the channel, or `nil` if the store does not have it.
  package var contents: ChannelContents?
  /// The newest releases of the channel with their publication, newest first.
  var history: [HistoryPage.Entry] = []
  /// The releases of other channels.
  var foreign: [TreeHash: Foreign] = [:]
  /// The version of the timestamp metadata.
  var timestamp: Int64
  /// The expiry time of each metadata file, by file name such as `timestamp.json`.
  var expiries: [String: Timestamp]
  /// The root metadata of the device.
  package var root = Root.unknown
}

extension StoreEvidence {
  /// The maximum number of pages of the history that are read.
  private static let maximumPages = 5

  /// Reads and verifies the facts.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - pinnedRoot: The trusted root metadata.
  ///   - channel: The channel.
  ///   - trust: The metadata that the device trusts.
  /// - Throws: The errors of `StoreState.load` and of the history.
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
        // The newer pages are known.
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
      // A file with another version in its place says nothing about the store of the device.
      let found = try? SignedMetadata<RootMetadata>(bytes, file: TopLevelRole.root.file).contents
      return found?.version == trust.root || link == nil
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

  /// Returns the first file after a version that is missing, or is not the root metadata of its version.
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
      let found = try? SignedMetadata<RootMetadata>(bytes, file: file).contents.version
      guard found != next else { continue }
      return BrokenLink(file: file, fault: found.map { $0 < next } ?? false ? .older : .damaged)
    }
    return nil
  }

  private static func rootFile(_ version: Int64, in store: any ObjectReader) async throws
    -> [UInt8]?
  {
    let key = StoreLayout.metadata(TopLevelRole.root.rawValue, version: version)
    return try await store.read(key, limit: TrustLimits.standard.rootBytes)?.bytes
  }

  /// Returns the publication of a release, or `nil` if the history does not have it.
  func published(_ number: Int64) -> Timestamp? {
    history.first { $0.release.number == number }
      .map { Timestamp(milliseconds: $0.published) }
  }

  /// Returns the release with a number as devices see it now, or as it was published.
  func release(_ number: Int64) -> ChannelRelease? {
    contents?.releases.first { $0.number == number }
      ?? history.first { $0.release.number == number }?.release
  }

  /// Returns the highest number of a release in the channel, or `nil` if the channel never had it.
  func number(of tree: TreeHash) -> Int64? {
    ((contents?.releases ?? []) + history.map(\.release)).filter { $0.tree == tree }
      .map(\.number).max()
  }
}
