import ErosCore
import ErosCrypto
import ErosTrust

/// The record of the last successful checks.
///
/// Its numbers determine the newer of two releases. Its entity tag determines whether the stored
/// timestamp is current. The authenticity of files depends only on signed metadata, verified in
/// each check.
struct CheckRecord: Equatable {
  /// The maximum length of the file, in bytes.
  static let maximumLength = 1 << 16
  /// The maximum number of recorded channels.
  static let maximumChannels = 8

  /// The record for one channel.
  struct Channel: Equatable {
    /// The time of the last check.
    var checked: Timestamp?
    /// The numbers of the channel's installed releases.
    var numbers: [TreeHash: Int64] = [:]
    /// The last search in the list of testers.
    var tester: Tester?
  }

  /// A search for a tester in a list.
  struct Tester: Equatable {
    /// The digest of the list's digest and of the identifier.
    let search: SHA256Digest
    /// Whether the list has the tester.
    let isFound: Bool
  }

  /// The entity tag of a timestamp file.
  struct Tag: Equatable {
    /// The digest of the store's location.
    let store: SHA256Digest
    /// The version of the timestamp object, for example an entity tag.
    let version: ObjectVersion
    /// The digest of the file.
    let digest: SHA256Digest
  }

  /// The entity tag of the stored timestamp file, if the server sent one.
  var tag: Tag?
  /// The release that was staged from a store that the device no longer trusts, while the sandbox has
  /// the release.
  private var formerlyStaged: TreeHash?
  private var channels: [String: Channel] = [:]
  /// The record for each channel, by name.
  var allChannels: [String: Channel] { channels }

  /// Creates an empty record.
  init() {}

  /// Creates the record of a device that begins to trust another store.
  ///
  /// - Parameters:
  ///   - former: The record of the store that the device leaves.
  ///   - pending: The staged release, if there is one.
  init(leavingStoreOf former: CheckRecord, pending: TreeHash?) {
    guard let pending else { return }
    let isFetched = former.channels.values.contains { $0.numbers[pending] != nil }
    // An interrupted change of the store is repeated with the new record.
    if isFetched || former.formerlyStaged == pending { formerlyStaged = pending }
  }

  /// The record of a channel; only the ``maximumChannels`` channels with the latest checks are
  /// kept.
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

  /// Records a successful check of a channel, and removes the numbers of releases outside `kept`.
  mutating func add(
    _ channel: ChannelName, _ releases: [ChannelRelease], checked now: Timestamp,
    keeping kept: Set<TreeHash>
  ) {
    channels = channels.mapValues { old in
      Channel(
        checked: old.checked, numbers: old.numbers.filter { kept.contains($0.key) },
        tester: old.tester)
    }
    formerlyStaged = formerlyStaged.flatMap { kept.contains($0) ? $0 : nil }
    var entry = self[channel]
    entry.checked = now
    for release in releases.reversed() where kept.contains(release.tree) {
      entry.numbers[release.tree] = release.number
    }
    self[channel] = entry
  }
}

// MARK: - File

extension CheckRecord {
  /// Parses a record, or returns `nil` if it is malformed.
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

  /// The contents of the file.
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
  /// The time of the last check in milliseconds, or 0 before the first check.
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
