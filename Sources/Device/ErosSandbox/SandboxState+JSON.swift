import ErosCore

extension SandboxState {
  /// The JSON representation of the state; `nil` values are omitted.
  var json: JSONValue {
    object([
      ("active", active.map { .string($0.description) }),
      ("running", running.map { .string($0.description) }),
      ("confirmed", .array(confirmed.map { JSONNode(object($0.members)) })),
      ("pending", pending.map { object($0.members) }),
      ("trial", trial.map { object($0.members) }),
      ("blocked", .array(blocked.map { JSONNode(object($0.members)) })),
      ("embedded", embedded.map { object($0.members) }),
      ("app", app.map { object($0.members) }),
      ("withdrawn", .array(withdrawn.map { JSONNode(.string($0.description)) })),
      (
        "lastConfirmed",
        lastConfirmed.map {
          object([("release", .string($0.release.description)), ("token", .string($0.token))])
        }
      ),
    ])
  }

  /// Creates the state from its JSON representation, or returns `nil` if the structure is
  /// unexpected.
  ///
  /// For example, a newer version may have written it.
  init?(_ json: JSONValue) {
    guard var members = Members(json) else { return nil }
    self.init()
    active = members.take("active", Self.hash)
    running = members.take("running", Self.hash)
    confirmed = members.takeList("confirmed") { InstalledRelease(&$0) }
    pending = members.takeObject("pending") { InstalledRelease(&$0) }
    trial = members.takeObject("trial") { Trial(&$0) }
    blocked = members.takeList("blocked") { Blocked(&$0) }
    embedded = members.takeObject("embedded") { Embedded(&$0) }
    app = members.takeObject("app") { NativeApp(&$0) }
    withdrawn = members.take("withdrawn", Self.hashes) ?? []
    lastConfirmed = members.takeObject("lastConfirmed") { members in
      guard let release = members.take("release", Self.hash),
        let token = members.take("token", \.string)
      else { return nil }
      return Confirmed(release: release, token: token)
    }
    guard members.areUnderstood else { return nil }
  }

  private static func hashes(_ value: JSONValue) -> [TreeHash]? {
    guard let nodes = value.array else { return nil }
    let hashes = nodes.compactMap { hash($0.value) }
    return hashes.count == nodes.count ? hashes : nil
  }

  fileprivate static func time(_ value: JSONValue) -> Timestamp? {
    value.integer.flatMap {
      BundleManifest.timestamps.contains($0) ? Timestamp(milliseconds: $0) : nil
    }
  }

  fileprivate static func hash(_ value: JSONValue) -> TreeHash? {
    value.string.flatMap { TreeHash($0) }
  }
}

private typealias MemberList = [(key: String, value: JSONValue?)]

private func object(_ members: MemberList) -> JSONValue {
  var object = JSONObject()
  for (key, value) in members { object[key] = value }
  return .object(object)
}

private func number(_ value: some BinaryInteger) -> JSONValue { .number(String(value)) }

/// A JSON object whose members are read one by one.
///
/// An unread member or an unexpected value was written by a newer version.
private struct Members {
  private let object: JSONObject
  private var unread: Set<String>
  private var isReadable = true

  init?(_ json: JSONValue) {
    guard let object = json.object else { return nil }
    self.object = object
    unread = Set(object.members.map(\.key))
  }

  /// Whether all members were read and had expected values.
  var areUnderstood: Bool { unread.isEmpty && isReadable }

  /// Reads an optional member.
  mutating func take<Value>(_ key: String, _ read: (JSONValue) -> Value?) -> Value? {
    guard unread.remove(key) != nil, let json = object[key] else { return nil }
    let value = read(json)
    if value == nil { isReadable = false }
    return value
  }

  /// Reads an object; `read` must read all its members.
  mutating func takeObject<Value>(_ key: String, _ read: (inout Members) -> Value?) -> Value? {
    take(key) { Self.read($0, read) }
  }

  mutating func takeList<Value>(_ key: String, _ read: (inout Members) -> Value?) -> [Value] {
    let list = take(key) { json -> [Value]? in
      guard let nodes = json.array else { return nil }
      let values = nodes.compactMap { Self.read($0.value, read) }
      return values.count == nodes.count ? values : nil
    }
    if list == nil { isReadable = false }
    return list ?? []
  }

  private static func read<Value>(
    _ json: JSONValue, _ read: (inout Members) -> Value?
  ) -> Value? {
    guard var members = Members(json), let value = read(&members), members.areUnderstood else {
      return nil
    }
    return value
  }
}

extension InstalledRelease {
  fileprivate var members: MemberList {
    [
      ("release", .string(tree.description)), ("timestamp", number(timestamp.milliseconds)),
      ("android", android.map { .string($0) }), ("iOS", iOS.map { .string($0) }),
      ("zip", .string(digests.zip.description)), ("config", .string(digests.config.description)),
      ("manifest", .string(digests.manifest.description)), ("zipSize", number(sizes.zip)),
      ("pagesSize", number(sizes.pages)), ("seen", seen.map { number($0.milliseconds) }),
    ]
  }

  fileprivate init?(_ members: inout Members) {
    func digest(_ value: JSONValue) -> SHA256Digest? { value.string.flatMap { SHA256Digest($0) } }
    func size(_ value: JSONValue) -> UInt64? { value.integer.flatMap { UInt64(exactly: $0) } }
    guard let tree = members.take("release", SandboxState.hash),
      let timestamp = members.take("timestamp", SandboxState.time),
      let zip = members.take("zip", digest), let config = members.take("config", digest),
      let manifest = members.take("manifest", digest), let zipSize = members.take("zipSize", size),
      let pagesSize = members.take("pagesSize", size)
    else { return nil }
    self.init(
      tree: tree, timestamp: timestamp, android: members.take("android", \.string),
      iOS: members.take("iOS", \.string),
      digests: Digests(zip: zip, config: config, manifest: manifest),
      sizes: Sizes(zip: zipSize, pages: pagesSize))
    seen = members.take("seen", SandboxState.time)
  }
}

extension SandboxState.Trial {
  fileprivate var members: MemberList {
    release.members + [
      ("token", .string(token)), ("attempts", number(attempts)),
      ("startedAt", number(startedAt.milliseconds)),
    ]
  }

  fileprivate init?(_ members: inout Members) {
    guard let release = InstalledRelease(&members), let token = members.take("token", \.string),
      let attempts = members.take("attempts", \.integer), (0...Int64(Int32.max)).contains(attempts),
      let startedAt = members.take("startedAt", SandboxState.time)
    else { return nil }
    self.init(release: release, token: token, attempts: Int(attempts), startedAt: startedAt)
  }
}

extension SandboxState.Blocked {
  fileprivate var members: MemberList {
    [
      ("release", .string(release.description)), ("reason", .string(reason.rawValue)),
      ("count", number(count)),
    ]
  }

  fileprivate init?(_ members: inout Members) {
    guard let release = members.take("release", SandboxState.hash),
      let reason = members.take("reason", { $0.string.flatMap(Reason.init) }),
      let count = members.take("count", \.integer), (0...Int64(Int32.max)).contains(count)
    else { return nil }
    self.init(release: release, reason: reason, count: Int(count))
  }
}

extension SandboxState.Embedded {
  fileprivate var members: MemberList {
    release.members + [
      ("source", .string(source.description)), ("app", app.map { object($0.members) }),
    ]
  }

  fileprivate init?(_ members: inout Members) {
    guard let release = InstalledRelease(&members),
      let source = members.take("source", { $0.string.flatMap { SHA256Digest($0) } })
    else { return nil }
    self.init(
      release: release, source: source, app: members.takeObject("app") { NativeApp(&$0) })
  }
}

extension NativeApp {
  fileprivate var members: MemberList {
    [
      ("version", .string(version.description)),
      ("platform", platform.map { .string($0.rawValue) }),
    ]
  }

  fileprivate init?(_ members: inout Members) {
    guard let version = members.take("version", { $0.string.flatMap { NativeVersion($0) } })
    else { return nil }
    self.init(
      version: version,
      platform: members.take("platform") { $0.string.flatMap(Platform.init) })
  }
}
