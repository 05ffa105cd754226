import ErosCore
import ErosTrust

/// The result of a garbage collection.
package struct CollectedObjects: Sendable {
  /// Objects and temporary files of killed publishers, sorted by key.
  package fileprivate(set) var removed: [ObjectPage.Item] = []
  package fileprivate(set) var keptCount = 0

  package var byteCount: UInt64 { removed.reduce(0) { $0 + $1.length } }
}

/// Removes objects that no device and no publisher needs any longer.
///
/// A device that has just read an older timestamp still needs the files of its snapshot. So a
/// snapshot, with all it lists, is kept until the next snapshot is older than the grace period. A
/// file in no snapshot is kept until it is that old itself. File times come from the store.
///
/// Nothing references the temporary file of a killed publisher. It is kept for at most an hour, in
/// case the file system has no locks to show that it is still being written.
///
/// You can collect while others publish. They write only above the newest release number or
/// version, and reference only these objects and those in the newest metadata. A collection starts
/// from some metadata, and removes only objects that are no newer and that it does not reference.
package struct StoreCollector: Sendable {
  /// After this many milliseconds, a temporary file belongs to no running publisher.
  private static let leftoverAge: Int64 = 3_600_000
  /// The bundles of this many releases per channel are kept as bases for deltas.
  private static let baseCount = 20

  private let store: any ObjectStore
  private let pinnedRoot: [UInt8]
  private let now: Int64
  /// The time that replaced snapshots and their files are kept, in milliseconds.
  private let grace: Int64

  package init(_ store: any ObjectStore, pinnedRoot: [UInt8], now: Int64, grace: Int64) {
    self.store = store
    self.pinnedRoot = pinnedRoot
    self.now = now
    self.grace = grace
  }

  /// Removes the objects.
  ///
  /// - Parameter isDryRun: If `true`, only lists them.
  /// - Returns: The removed objects, or those that would be removed.
  /// - Throws: `TrustError` if metadata is not trusted.
  package func run(isDryRun: Bool) async throws -> CollectedObjects {
    let state = try await StoreState.load(from: store, pinnedRoot: pinnedRoot, channels: nil)
    var rules = try await CollectionRules(state, store, baseCount: Self.baseCount)
    for snapshot in try await recentSnapshots() { try await rules.keep(snapshot, of: state, store) }
    var collection = CollectedObjects()
    for prefix in [StoreLayout.metadataPrefix, StoreLayout.targetsPrefix] {
      try await collect(prefix, rules, into: &collection)
    }
    let leftovers = try await store.leftovers().filter {
      $0.modified <= now - min(grace, Self.leftoverAge)
    }
    if !isDryRun {
      for item in collection.removed { try await store.remove(item.key) }
      for item in leftovers { try await store.removeLeftover(item.key) }
    }
    collection.removed += leftovers
    // S3-compatible stores each have their own order.
    collection.removed.sort { inByteOrder($0.key.text, $1.key.text) }
    return collection
  }

  /// Returns snapshots whose successor is within the grace period.
  private func recentSnapshots() async throws -> [ObjectKey] {
    var snapshots: [(version: Int64, item: ObjectPage.Item)] = []
    for item in try await StoreLayout.objects(StoreLayout.metadataPrefix, in: store)
    where item.key.text.hasSuffix(".snapshot.json") {
      let name = item.key.components[1]
      if let version = Int64(name.prefix { $0 != "." }) { snapshots.append((version, item)) }
    }
    snapshots.sort { $0.version < $1.version }
    return zip(snapshots, snapshots.dropFirst()).compactMap { older, newer in
      newer.item.modified > now - grace ? older.item.key : nil
    }
  }

  private func collect(
    _ prefix: String, _ rules: CollectionRules, into collection: inout CollectedObjects
  ) async throws {
    for item in try await StoreLayout.objects(prefix, in: store) {
      if rules.mayRemove(item.key), item.modified <= now - grace {
        collection.removed.append(item)
      } else {
        collection.keptCount += 1
      }
    }
  }
}

/// Decides if a collection may remove an object.
private struct CollectionRules {
  private var needed: Set<ObjectKey> = [StoreLayout.timestamp]
  /// The newest version of each role.
  private var versions: [String: Int64] = [:]
  private var numbers: [ChannelName: Int64] = [:]

  init(_ state: StoreState, _ store: any ObjectStore, baseCount: Int) async throws {
    versions = state.roles.mapValues(\.version)
    versions[TopLevelRole.snapshot.rawValue] = state.snapshot.version
    for (role, version) in versions {
      needed.insert(StoreLayout.metadata(role, version: version))
    }
    for channel in state.channels {
      let contents = try state.contents(of: channel)
      numbers[channel] = contents.newestNumber
      for (path, file) in try state.metadata(of: channel).targets {
        needed.insert(try StoreLayout.target(path, file))
      }
      try await keepHistory(of: contents, store, baseCount: baseCount)
    }
  }

  /// Keeps the files in an older snapshot.
  mutating func keep(
    _ key: ObjectKey, of state: StoreState, _ store: any ObjectStore
  ) async throws {
    needed.insert(key)
    let limit = TrustLimits.standard.snapshotBytes
    guard let bytes = try await store.read(key, limit: limit)?.bytes else { return }
    for file in try Self.roles(Array(state.roles.keys), listedIn: bytes, of: key)
    where needed.insert(file).inserted {
      try await keepTargets(of: file, store)
    }
  }

  private static func roles(
    _ roles: [String], listedIn bytes: [UInt8], of key: ObjectKey
  ) throws -> [ObjectKey] {
    let snapshot = try SignedMetadata<SnapshotMetadata>(bytes, file: key.text).contents
    return roles.compactMap { role in
      snapshot[role].map { StoreLayout.metadata(role, version: $0.version) }
    }
  }

  private mutating func keepTargets(of file: ObjectKey, _ store: any ObjectStore) async throws {
    let limit = TrustLimits.standard.targetsBytes
    guard let bytes = try await store.read(file, limit: limit)?.bytes else { return }
    try insertTargets(of: bytes, file)
  }

  private mutating func insertTargets(of bytes: [UInt8], _ file: ObjectKey) throws {
    let metadata = try SignedMetadata<TargetsMetadata>(bytes, file: file.text).contents
    for (path, target) in metadata.targets {
      needed.insert(try StoreLayout.target(path, target))
    }
  }

  private mutating func keepHistory(
    of contents: ChannelContents, _ store: any ObjectStore, baseCount: Int
  ) async throws {
    var location = contents.history
    var bases = 0
    while let next = location {
      needed.insert(try StoreLayout.target(next.path, next.file))
      let page = try await store.page(next, of: contents.name)
      // A pause can list these deltas again, even while this collection runs.
      needed.formUnion(try page.deltas(listedIn: contents))
      for entry in page.entries.prefix(max(0, baseCount - bases)) {
        let path = contents.name.path(entry.release.number, ChannelRelease.bundleName)
        needed.insert(try StoreLayout.target(path, entry.release.bundle))
        bases += 1
      }
      location = page.older
    }
  }

  /// Returns `true` if nothing needs the object, and no running publication can reference it.
  func mayRemove(_ key: ObjectKey) -> Bool {
    guard !needed.contains(key) else { return false }
    let parts = key.components
    if parts.count == 2, key.text.hasPrefix(StoreLayout.metadataPrefix) {
      return isOldMetadata(parts[1])
    }
    guard parts.count == 5, key.text.hasPrefix(StoreLayout.targetsPrefix),
      let channel = try? ChannelName("\(parts[1])/\(parts[2])"), let number = Int64(parts[3]),
      let newest = numbers[channel]
    else { return false }
    return number <= newest
  }

  /// Returns `true` for outdated metadata, but never for root metadata.
  private func isOldMetadata(_ file: String) -> Bool {
    guard file.hasSuffix(".json"), let dot = file.firstIndex(of: "."),
      let version = Int64(file[..<dot])
    else { return false }
    let role = file[file.index(after: dot)...].dropLast(".json".count)
    guard let newest = versions[String(role)] else { return false }
    return version < newest
  }
}
