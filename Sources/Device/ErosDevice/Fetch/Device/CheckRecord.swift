import ErosCore
import ErosCrypto
import ErosTrust

/// Records the last successful checks.
///
/// Its numbers tell which of two releases is newer. Its entity tag tells if the stored timestamp is
/// current. Nothing here makes a file trusted: each check verifies signed metadata for that.
struct CheckRecord: Equatable {
  /// In bytes.
  static let maximumLength = 1 << 16
  static let maximumChannels = 8

  struct Channel: Equatable {
    /// The last successful check.
    var checked: Timestamp?
    /// The numbers of installed releases.
    var numbers: [TreeHash: Int64] = [:]
    /// The last search in the list of testers.
    var tester: Tester?
  }

  /// A search for a tester in a list.
  struct Tester: Equatable {
    /// A digest over the list's digest and the identifier.
    let search: SHA256Digest
    let isFound: Bool
  }

  /// Identifies the stored timestamp file, so that an unchanged file is not downloaded again.
  struct Tag: Equatable {
    /// A digest over the store's location.
    let store: SHA256Digest
    /// For example the server's entity tag.
    let version: ObjectVersion
    /// The timestamp file's digest.
    let digest: SHA256Digest
  }

  /// `nil` if the server sent no entity tag.
  var tag: Tag?
  /// Staged from a store that the device no longer trusts, and still in the sandbox.
  private var formerlyStaged: TreeHash?
  private var channels: [String: Channel] = [:]
  /// By channel name.
  var allChannels: [String: Channel] { channels }

  init() {}

  /// Starts a new record when the device begins to trust another store.
  ///
  /// - Parameters:
  ///   - former: The record for the store that the device leaves.
  ///   - pending: The staged release, if there is one.
  init(leavingStoreOf former: CheckRecord, pending: TreeHash?) {
    guard let pending else { return }
    let isFetched = former.channels.values.contains { $0.numbers[pending] != nil }
    // The new record also repeats an interrupted change to another store.
    if isFetched || former.formerlyStaged == pending { formerlyStaged = pending }
  }

  /// Keeps only the ``maximumChannels`` channels that were checked last.
  subscript(channel: ChannelName) -> Channel {
    get { channels[channel.description] ?? Channel() }
    set {
      let name = channel.description
      channels[name] = newValue
      while channels.count > Self.maximumChannels,
        let oldest = channels.filter({ $0.key != name }).min(by: {
          ($0.value.time, $0.key) < ($1.value.time, $1.key)
        })
      {
        channels[oldest.key] = nil
      }
    }
  }

  /// Returns the installed releases that the device knows only from other channels, and the release
  /// that was staged from another store.
  func foreignReleases(to channel: ChannelName) -> Set<TreeHash> {
    let others = channels.filter { $0.key != channel.description }.values
    let trees = others.flatMap(\.numbers.keys) + [formerlyStaged].compactMap(\.self)
    return Set(trees).subtracting(self[channel].numbers.keys)
  }

  /// Records a successful check, and drops the numbers of all releases outside `trees`.
  mutating func add(
    _ channel: ChannelName, _ releases: [ChannelRelease], checked now: Timestamp,
    keeping trees: Set<TreeHash>
  ) {
    channels = channels.mapValues { old in
      Channel(
        checked: old.checked, numbers: old.numbers.filter { trees.contains($0.key) },
        tester: old.tester)
    }
    formerlyStaged = formerlyStaged.flatMap { trees.contains($0) ? $0 : nil }
    var entry = self[channel]
    entry.checked = now
    for release in releases.reversed() where trees.contains(release.tree) {
      entry.numbers[release.tree] = release.number
    }
    self[channel] = entry
  }
}

// MARK: - File

extension CheckRecord {
  /// Returns `nil` if the file is malformed.
  init?(_ bytes: [UInt8]) {
    guard let object = try? JSONReader.read(bytes, file: "record").value.object,
      let members = object["channels"]?.object?.members
    else { return nil }
    for member in members.prefix(Self.maximumChannels) {
      guard let fields = member.node.value.object else { continue }
      var channel = Channel(checked: fields["checked"]?.integer.map { Timestamp(milliseconds: $0) })
      for release in fields["releases"]?.object?.members ?? [] {
        guard let tree = TreeHash(release.key), let number = release.node.value.integer else {
          continue
        }
        channel.numbers[tree] = number
      }
      if let tester = fields["tester"]?.object,
        let search = tester["search"]?.string.flatMap({ SHA256Digest($0) }),
        let isFound = tester["found"]?.bool
      {
        channel.tester = Tester(search: search, isFound: isFound)
      }
      channels[member.key] = channel
    }
    if let fields = object["timestamp"]?.object,
      let store = fields["store"]?.string.flatMap({ SHA256Digest($0) }),
      let version = fields["etag"]?.string.flatMap({ ObjectVersion(stored: $0) }),
      let digest = fields["sha256"]?.string.flatMap({ SHA256Digest($0) })
    {
      self.tag = Tag(store: store, version: version, digest: digest)
    }
    formerlyStaged = object["formerlyStaged"]?.string.flatMap { TreeHash($0) }
  }

  var bytes: [UInt8] {
    var object = JSONObject()
    object["channels"] = .sorted(channels.mapValues(\.json))
    if let tag {
      object["timestamp"] = .sorted([
        "store": .string("\(tag.store)"), "etag": .string(tag.version.text),
        "sha256": .string("\(tag.digest)"),
      ])
    }
    object["formerlyStaged"] = formerlyStaged.map { .string("\($0)") }
    return JSONWriter.write(.object(object)) + [UInt8(ascii: "\n")]
  }
}

extension CheckRecord.Channel {
  /// In milliseconds.
  ///
  /// 0 before the first check.
  fileprivate var time: Int64 { checked?.milliseconds ?? 0 }

  fileprivate var json: JSONValue {
    var object = JSONObject()
    object["checked"] = checked.map { .integer($0.milliseconds) }
    object["releases"] = .sorted(
      Dictionary(uniqueKeysWithValues: numbers.map { ("\($0.key)", .integer($0.value)) }))
    object["tester"] = tester.map {
      .sorted(["search": .string("\($0.search)"), "found": .bool($0.isFound)])
    }
    return .object(object)
  }
}
