import ErosCore
import ErosCrypto
import ErosDevice
import ErosPublish
import ErosReleaseTestSupport
import ErosStore
import ErosTestSupport
import ErosTrust
import Testing

/// A store with random publications, rotations and expiries, and the files that a server sends, which
/// may be old, missing or damaged.
struct StoreHistory {
  private static let hour: Int64 = 3_600_000

  static let channels = ["my-app/production", "my-app/beta", "other/production"]
  private static let day: Int64 = 86_400_000

  /// The time, in milliseconds since 1970.
  private(set) var now = TestStore.now
  /// The metadata files of the store by name.
  private(set) var files: [String: [UInt8]] = [:]
  private let store: TestStore
  private var states: [[String: [UInt8]]] = []
  private var numbers: [ChannelName: Int64] = [:]

  /// Creates a store that keeps its objects in memory.
  init(over base: FolderStore, using random: inout SeededGenerator) async throws {
    store = try await TestStore(DryRunStore(base))
    for name in Self.channels.dropFirst().prefix(random.pick(0...2)) {
      let key = try SigningKey.generate()
      try store.editor.keys.add(key)
      try await store.editor.roles.addChannel(ChannelName(name), keys: [key.publicKey])
    }
    if !random.isOne(in: 4) {
      let key = try SigningKey.generate()
      // Without the private key, the first limit signs the brake.
      let isSigned = random.isOne(in: 2)
      if isSigned { try store.editor.keys.add(key) }
      try await store.editor.roles.addBrake(keys: [key.publicKey])
      if !isSigned { try store.editor.keys.add(key) }
    }
    try await update()
  }

  /// The names of the channels.
  private var names: [ChannelName] {
    get throws {
      try Self.channels.map { try ChannelName($0) }
        .filter { files["1.\($0.role).json"] != nil }
    }
  }

  /// Returns the name of a channel, which rarely does not exist.
  func channel(using random: inout SeededGenerator) throws -> ChannelName {
    try ChannelName(random.isOne(in: 20) ? Self.channels[2] : pick(names, &random).description)
  }

  /// Returns root metadata that an app may ship.
  func pinnedRoot(using random: inout SeededGenerator) throws -> [UInt8] {
    var roots = [try #require(files["1.root.json"])]
    while let next = files["\(roots.count + 1).root.json"] { roots.append(next) }
    return pick(roots, &random)
  }

  private func pick<Item>(_ items: [Item], _ random: inout SeededGenerator) -> Item {
    items[random.pick(0...(items.count - 1))]
  }

  // MARK: - The publisher

  /// Performs a random step of a publisher.
  mutating func step(using random: inout SeededGenerator) async throws {
    now += Int64(random.pick(1...20)) * 3_600_000
    let editor = StoreEditor(
      store.store, keys: store.editor.keys, pinnedRoot: store.pinnedRoot, now: now)
    let channel = pick(try names, &random)
    switch random.pick(1...17) {
    case 1...5: try await publish(to: channel, using: &random)
    case 6, 7: try await change(channel, &random) { $0.isPaused.toggle() }
    case 8, 9:
      let rollout = [0, 1, 10_000, random.pick(2...9_999)][random.pick(0...3)]
      try await change(channel, &random) { $0.rollout = rollout }
    case 10: try await rollBack(in: channel, using: &random)
    case 11, 12: try await rotate(channel, with: editor, using: &random)
    case 13: _ = try await editor.maintenance.refresh()
    case 14: try await change(channel, &random) { $0.retries += 1 }
    case 15...16: try await brake(channel, with: editor, using: &random)
    default: now += Int64(random.pick(1...9)) * Self.day
    }
    try await update()
  }

  private mutating func publish(
    to channel: ChannelName, using random: inout SeededGenerator
  ) async throws {
    let number = numbers[channel, default: 0] + 1
    let (native, rollout) = (
      ["1.0.0", "2.0", "3", "eros-template-version"], [10_000, 10_000, 0, random.pick(1...9_999)]
    )
    var needed: [Platform: String] = [:]
    for platform in Platform.allCases where random.isOne(in: 2) {
      needed[platform] = pick(native, &random)
    }
    // A promoted release has the files of one of another channel.
    let owner = random.isOne(in: 8) ? Self.channels[0] : channel.description
    let bases = (1...max(1, number)).map { ("\(owner) \($0)", Int64(random.pick(1...1_100))) }
    let release = try DecisionModel.release(
      number, "\(owner) \(number)", hour: (now - DecisionModel.now) / Self.hour,
      rollout: pick(rollout, &random), native: needed, deltas: bases.suffix(3).dropLast())
    numbers[channel] = number
    try await store.sign(in: channel, at: now) { $0.add(release) }
  }

  /// Publishes the files of an earlier release again.
  private mutating func rollBack(
    in channel: ChannelName, using random: inout SeededGenerator
  ) async throws {
    let number = numbers[channel, default: 0] + 1
    var random = random
    let hour = (now - DecisionModel.now) / Self.hour
    let added = try await store.signIfListed(in: channel, at: now) { contents in
      let old = pick(contents.releases, &random)
      let copy = ChannelRelease(
        number: number, tree: old.tree, jsVersion: old.jsVersion,
        built: DecisionModel.now + hour * Self.hour, native: old.native,
        rollout: ChannelRelease.fullRollout, salt: old.salt, notes: nil, restores: old.number,
        bundle: old.bundle, deltas: [])
      contents.add(copy)
    }
    if added { numbers[channel] = number }
  }

  private func change(
    _ channel: ChannelName, _ random: inout SeededGenerator,
    _ body: (inout ChannelRelease) -> Void
  ) async throws {
    let choice = random.pick(0...999)
    try await store.signIfListed(in: channel, at: now) { contents in
      body(&contents.releases[choice % contents.releases.count])
    }
  }

  private func rotate(
    _ channel: ChannelName, with editor: StoreEditor, using random: inout SeededGenerator
  ) async throws {
    var roles = [RotatedRole.root, .targets, .online, .channel(channel)]
    if files["1.brake.json"] != nil { roles.append(.brake) }
    let role = pick(roles, &random)
    let keys = try (0..<(role == .root ? 3 : 1)).map { _ in try SigningKey.generate() }
    for key in keys { try editor.keys.add(key) }
    try await editor.roles.rotate(role, to: keys.map(\.publicKey))
  }

  /// Sets or lifts the limit of a release, if the store has a brake.
  private func brake(
    _ channel: ChannelName, with editor: StoreEditor, using random: inout SeededGenerator
  ) async throws {
    let state = try await StoreState.load(
      from: store.store, pinnedRoot: store.pinnedRoot, channels: [channel])
    let releases = try state.contents(of: channel).releases
    guard state.brakeDelegation != nil, !releases.isEmpty else { return }
    // Devices decide about the newest releases first.
    let release = pick(Array(releases.prefix(2)), &random)
    if release.limit != nil, random.isOne(in: 3) {
      _ = try await editor.releases.liftBrake(of: release.number, in: channel)
    } else {
      let rollout = random.isOne(in: 2) ? 0 : random.pick(1...9_999)
      _ = try await editor.releases.brake(release.number, in: channel, to: rollout, reason: nil)
    }
  }

  /// Reads the new metadata files of the store.
  private mutating func update() async throws {
    let roles =
      ["root", "targets", "snapshot", "brake"]
      + (try Self.channels.map { try ChannelName($0).role })
    for role in roles {
      var version: Int64 = 1
      while true {
        let key = StoreLayout.metadata(role, version: version)
        if files["\(version).\(role).json"] == nil {
          guard let found = try await store.store.read(key, limit: 1 << 20) else { break }
          files["\(version).\(role).json"] = found.bytes
        }
        version += 1
      }
    }
    files["timestamp.json"] = try #require(
      try await store.store.read(StoreLayout.timestamp, limit: 1 << 20)
    ).bytes
    states.append(files)
  }

  // MARK: - The server

  /// Returns the files that a server sends, rarely with a mistake or an attack.
  func served(using random: inout SeededGenerator) -> [String: [UInt8]] {
    var served = files
    let name = pick(files.keys.sorted(), &random)
    switch random.pick(1...20) {
    case 1: served = pick(states, &random)
    case 2: served["timestamp.json"] = pick(states, &random)["timestamp.json"]
    case 3: served[name] = nil
    case 4: served["timestamp.json"]?[random.pick(0...50)] ^= 1
    case 5: served[name]?[random.pick(0...100)] ^= 1
    case 6:
      // An older file under the name of a newer one.
      let role = name.drop { $0 != "." }
      served[name] = files["1\(role)"] ?? served[name]
    default: break
    }
    return served
  }
}

extension TestStore {
  /// Signs changed contents of a channel that has releases; returns `false` if it does not.
  @discardableResult
  func signIfListed(
    in channel: ChannelName, at now: Int64, _ change: (inout ChannelContents) throws -> Void
  ) async throws -> Bool {
    var isListed = false
    try await sign(in: channel, at: now) { contents in
      isListed = !contents.releases.isEmpty
      if isListed { try change(&contents) }
    }
    return isListed
  }
}
