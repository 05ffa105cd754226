import ErosCore

extension SandboxState {
  /// Omits `nil` values.
  var json: JSONValue {
    object([
      ("active", active.map { .string($0.description) }),
      ("running", running.map { .string($0.description) }),
      ("applied", applied.isEmpty ? nil : Self.json(applied.sorted())),
      ("confirmed", .array(confirmed.map { JSONNode(object($0.members)) })),
      ("pending", pending.map { object($0.members) }),
      ("trial", trial.map { object($0.members) }),
      ("blocked", .array(blocked.map { JSONNode(object($0.members)) })),
      ("failed", failed.map { .string($0.description) }),
      ("retried", retried.isEmpty ? nil : .array(retried.map { JSONNode(object($0.members)) })),
      ("embedded", embedded.map { object($0.members) }),
      ("app", app.map { object($0.members) }),
      ("withdrawn", Self.json(withdrawn)),
      (
        "lastConfirmed",
        lastConfirmed.map {
          object([("release", .string($0.release.description)), ("token", .string($0.token))])
        }
      ),
    ])
  }

  /// Returns `nil` if the structure is unexpected, for example because a newer version wrote it.
  init?(_ json: JSONValue) {
    do throws(JSONFieldFailure) {
      var fields = try JSONFields(json, "the state")
      self.init()
      active = try fields.optionalDigest("active")
      running = try fields.optionalDigest("running")
      applied = Set(
        try fields.optionalValue("applied", expected: "tree hashes", Self.hashes) ?? [])
      confirmed = try fields.list("confirmed", InstalledRelease.init)
      pending = try fields.optionalRecord("pending", InstalledRelease.init)
      trial = try fields.optionalRecord("trial", Trial.init)
      blocked = try fields.list("blocked", Blocked.init)
      failed = try fields.optionalDigest("failed")
      retried = try fields.has("retried") ? fields.list("retried", Retried.init) : []
      embedded = try fields.optionalRecord("embedded", Embedded.init)
      app = try fields.optionalRecord("app", NativeApp.init)
      withdrawn =
        try fields.optionalValue("withdrawn", expected: "tree hashes", Self.hashes) ?? []
      lastConfirmed = try fields.optionalRecord("lastConfirmed", Confirmed.init)
      try fields.finish()
    } catch {
      return nil
    }
  }

  private static func json(_ hashes: [TreeHash]) -> JSONValue {
    .array(hashes.map { JSONNode(.string($0.description)) })
  }

  private static func hashes(_ value: JSONValue) -> [TreeHash]? {
    guard let nodes = value.array else { return nil }
    let hashes = nodes.compactMap { $0.value.string.flatMap { TreeHash($0) } }
    return hashes.count == nodes.count ? hashes : nil
  }
}

private typealias MemberList = [(key: String, value: JSONValue?)]

private func object(_ members: MemberList) -> JSONValue {
  var object = JSONObject()
  for (key, value) in members { object[key] = value }
  return .object(object)
}

private func number(_ value: some BinaryInteger) -> JSONValue { .number(String(value)) }

extension JSONFields {
  fileprivate typealias Read<Value> = (inout JSONFields) throws(JSONFieldFailure) -> Value

  /// Reads an object, or returns `nil` if it is missing.
  ///
  /// `read` must read all members.
  fileprivate mutating func optionalRecord<Value>(
    _ key: String, _ read: Read<Value>
  ) throws(JSONFieldFailure) -> Value? {
    guard let node = node(key) else { return nil }
    return try Self.record(node, key, read)
  }

  /// Reads an array of objects.
  ///
  /// `read` must read all members of each.
  fileprivate mutating func list<Value>(
    _ key: String, _ read: Read<Value>
  ) throws(JSONFieldFailure) -> [Value] {
    var values: [Value] = []
    for node in try array(key) { values.append(try Self.record(node, key, read)) }
    return values
  }

  private static func record<Value>(
    _ node: JSONNode, _ key: String, _ read: Read<Value>
  ) throws(JSONFieldFailure) -> Value {
    var fields = try JSONFields(node, "'\(key)'")
    let value = try read(&fields)
    try fields.finish()
    return value
  }

  /// Reads milliseconds since 1970.
  fileprivate mutating func time(_ key: String) throws(JSONFieldFailure) -> Timestamp {
    let times = BundleManifest.timestamps
    let time = try integer(key, from: times.lowerBound, to: times.upperBound)
    return Timestamp(milliseconds: time)
  }

  fileprivate mutating func count(_ key: String) throws(JSONFieldFailure) -> Int {
    Int(try integer(key, from: 0, to: Int64(Int32.max)))
  }

  fileprivate mutating func size(_ key: String) throws(JSONFieldFailure) -> UInt64 {
    UInt64(try integer(key, from: 0))
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

  fileprivate init(_ fields: inout JSONFields) throws(JSONFieldFailure) {
    try self.init(
      tree: fields.digest("release"), timestamp: fields.time("timestamp"),
      android: fields.optionalString("android"), iOS: fields.optionalString("iOS"),
      digests: Digests(
        zip: fields.digest("zip"), config: fields.digest("config"),
        manifest: fields.digest("manifest")),
      sizes: Sizes(zip: fields.size("zipSize"), pages: fields.size("pagesSize")))
    seen = try fields.has("seen") ? fields.time("seen") : nil
  }
}

extension SandboxState.Trial {
  fileprivate var members: MemberList {
    release.members + [
      ("token", .string(token)), ("attempts", number(attempts)),
      ("startedAt", number(startedAt.milliseconds)),
    ]
  }

  fileprivate init(_ fields: inout JSONFields) throws(JSONFieldFailure) {
    try self.init(
      release: InstalledRelease(&fields), token: fields.string("token"),
      attempts: fields.count("attempts"), startedAt: fields.time("startedAt"))
  }
}

extension SandboxState.Blocked {
  fileprivate var members: MemberList {
    [
      ("release", .string(release.description)), ("reason", .string(reason.rawValue)),
      ("count", number(count)),
    ]
  }

  fileprivate init(_ fields: inout JSONFields) throws(JSONFieldFailure) {
    try self.init(
      release: fields.digest("release"),
      reason: fields.value("reason", expected: "a known reason") {
        $0.string.flatMap(Reason.init)
      },
      count: fields.count("count"))
  }
}

extension SandboxState.Retried {
  fileprivate var members: MemberList {
    [("release", .string(release.description)), ("count", number(count))]
  }

  fileprivate init(_ fields: inout JSONFields) throws(JSONFieldFailure) {
    try self.init(release: fields.digest("release"), count: fields.count("count"))
  }
}

extension SandboxState.Embedded {
  fileprivate var members: MemberList {
    release.members + [
      ("source", .string(source.description)), ("app", app.map { object($0.members) }),
    ]
  }

  fileprivate init(_ fields: inout JSONFields) throws(JSONFieldFailure) {
    try self.init(
      release: InstalledRelease(&fields), source: fields.digest("source"),
      app: fields.optionalRecord("app", NativeApp.init))
  }
}

extension SandboxState.Confirmed {
  fileprivate init(_ fields: inout JSONFields) throws(JSONFieldFailure) {
    try self.init(release: fields.digest("release"), token: fields.string("token"))
  }
}

extension NativeApp {
  fileprivate var members: MemberList {
    [
      ("version", .string(version.description)),
      ("platform", platform.map { .string($0.rawValue) }),
    ]
  }

  fileprivate init(_ fields: inout JSONFields) throws(JSONFieldFailure) {
    try self.init(
      version: fields.value("version", expected: "a version") {
        $0.string.flatMap { NativeVersion($0) }
      },
      platform: fields.optionalValue("platform", expected: "a platform") {
        $0.string.flatMap(Platform.init)
      })
  }
}
