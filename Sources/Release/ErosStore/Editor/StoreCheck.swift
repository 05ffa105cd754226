package import ErosCore
import ErosFiles
package import ErosTrust

/// Checks a release store as a device and as a publisher would.
package struct StoreCheck: Sendable {
  package struct Channel: Sendable {
    package let name: ChannelName
    /// `nil` if the metadata of the channel is missing or damaged.
    package let contents: ChannelContents?
  }

  /// Objects that the newest metadata does not reference, and temporary files of killed publishers.
  package struct Unreferenced: Sendable, Equatable {
    package fileprivate(set) var objectCount = 0
    package fileprivate(set) var byteCount: UInt64 = 0
  }

  /// `nil` if no root metadata is valid.
  package private(set) var rootVersion: Int64?
  /// `nil` if the timestamp is missing or damaged.
  package private(set) var timestampVersion: Int64?
  /// Empty if the metadata that lists channels is missing or damaged.
  package private(set) var channels: [Channel] = []
  /// Release files read.
  package private(set) var objectCount = 0
  /// Bytes read.
  package private(set) var byteCount: UInt64 = 0
  /// Errors first.
  ///
  /// The codes are in ``StoreFindingCode``.
  package private(set) var findings: [Finding] = []
  /// `nil` if the store cannot be listed, metadata is damaged, or only metadata was read.
  package private(set) var unreferenced: Unreferenced?
  package private(set) var expiries: [(role: String, expires: Timestamp)] = []

  /// `true` if the store has newer snapshots than its timestamp lists.
  package private(set) var hasNewerSnapshots = false

  private let store: any ObjectReader
  private let now: Int64
  private let readsFiles: Bool
  /// Referenced by the newest metadata.
  private var referenced: Set<ObjectKey> = [StoreLayout.timestamp]

  private init(_ store: any ObjectReader, _ now: Int64, readsFiles: Bool) {
    self.store = store
    self.now = now
    self.readsFiles = readsFiles
  }

  /// `true` if devices can update and nothing is damaged.
  package var isGood: Bool { !findings.contains { $0.severity == .error } }

  /// Fills in the store in suggested commands, and the channel if there is only one.
  package func naming(_ store: AdvisedStore) -> StoreCheck {
    let store = store.with(onlyOneOf: channels.map(\.name))
    var copy = self
    copy.findings = findings.map { $0.naming(store) }
    return copy
  }
}

// MARK: - Checking

extension StoreCheck {
  private static let maximumAttempts = 5
  /// By then, another publisher has made its snapshot visible.
  private static let commitTime: TimeLength = .seconds(2)

  /// Verifies the metadata of a store, and reads every file that a device may install.
  ///
  /// Missing and damaged files are findings, not errors.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - pinnedRoot: A trusted root metadata file.
  ///   - now: Milliseconds since 1970.
  ///   - readsFiles: Pass `false` to read only metadata.
  /// - Returns: The contents of the store and the findings.
  /// - Throws: ``PublishError/notAStore(_:)`` if there is no store,
  ///   ``PublishError/otherRoot(_:version:)`` if `pinnedRoot` belongs to another store,
  ///   `TrustError` if `pinnedRoot` is invalid, or `TransportError` if the store is unreachable.
  package static func run(
    on store: any ObjectReader, pinnedRoot: [UInt8], now: Int64, readsFiles: Bool = true
  ) async throws -> StoreCheck {
    var attempt = 1
    while true {
      var check = StoreCheck(store, now, readsFiles: readsFiles)
      let reader = try await check.run(pinnedRoot)
      let mayBePublishing = attempt == 1 && check.hasNewerSnapshots
      if mayBePublishing { try await commitTime.sleep() }
      guard let reader, mayBePublishing || !check.isGood, attempt < maximumAttempts,
        try await reader.isOutdated()
      else {
        check.findings.sort { $0.severity > $1.severity }
        return check
      }
      // Another command replaced the metadata during the check.
      attempt += 1
    }
  }

  /// Returns `nil` if the pinned root metadata is a damaged file from the store.
  private mutating func run(_ pinnedRoot: [UInt8]) async throws -> ChannelReader? {
    guard let reader = try await makeReader(pinnedRoot) else { return nil }
    try await loadMetadata(reader, pinnedRoot)
    try await checkSnapshots(reader)
    rootVersion = reader.root.version
    timestampVersion = reader.timestamp?.version
    expiries = reader.expiries
    checkExpiries()
    if readsFiles { try await checkFiles(reader.state) }
    // All files are checked by now, so an error here must not end the check.
    if readsFiles, let web = store as? HTTPReader, let finding = try? await Self.caching(of: web) {
      findings.append(finding)
    }
    try Task.checkCancellation()
    return reader
  }

  private mutating func checkFiles(_ state: StoreState?) async throws {
    for channel in channels {
      guard let contents = channel.contents, let metadata = state?.roles[channel.name.role]
      else { continue }
      try await check(contents, metadata)
    }
    if let state, !channels.contains(where: { $0.contents == nil }) {
      try await countUnreferenced(state)
    }
  }

  private mutating func add(_ code: StoreFindingCode, _ key: ObjectKey, remedy: Message? = nil) {
    findings.append(Finding(code, key, remedy: remedy))
  }
}

// MARK: - Metadata

extension StoreCheck {
  /// Returns `nil` if the pinned root metadata is a damaged file from the store.
  private mutating func makeReader(_ pinnedRoot: [UInt8]) async throws -> ChannelReader? {
    do {
      return try ChannelReader(store, pinnedRoot: pinnedRoot, now: nil)
    } catch let error as TrustError {
      let key = StoreLayout.metadata("root", version: 1)
      guard try await store.read(key, limit: pinnedRoot.count)?.bytes == pinnedRoot else {
        throw error
      }
      findings.append(Finding(error, key))
      return nil
    }
  }

  /// Loads whatever is valid.
  private mutating func loadMetadata(
    _ reader: ChannelReader, _ pinnedRoot: [UInt8]
  ) async throws {
    do {
      try await reader.readRoot()
      try await reader.readTopLevel()
    } catch let error as TrustError {
      findings.append(try await finding(error, at: reader.object, pinnedRoot))
    }
    do {
      if let role = try reader.root.unfinishedRotation() {
        findings.append(Finding(unfinishedRotationOf: role))
      }
    } catch {
      findings.append(Finding(error, StoreLayout.metadata("root", version: reader.root.version)))
    }
    try await checkRoots(pinnedRoot, newest: reader.root.version)
    guard let state = reader.state else { return }
    try checkLostVersions(state)
    let channelNames = state.channels
    if channelNames.isEmpty, readsFiles {
      findings.append(
        Finding(
          StoreFindingCode.channelMissing,
          "the store does not have a channel, so devices get nothing from it"))
    }
    try await loadBrake(reader)
    for channel in channelNames { channels.append(try await load(channel, reader)) }
  }

  /// Returns a finding about missing or untrusted metadata.
  ///
  /// - Throws: ``PublishError/notAStore(_:)`` or ``PublishError/otherRoot(_:version:)`` if the
  ///   location is wrong.
  private func finding(
    _ refusal: TrustError, at object: ObjectKey, _ pinnedRoot: [UInt8]
  ) async throws -> Finding {
    var object = object
    // The last request was for newer root metadata that might trust the file.
    if case .notSigned(let file, _, _) = refusal {
      object = ObjectKey(StoreLayout.metadataPrefix + file) ?? object
    }
    do {
      try await StoreState.explain(refusal, in: store, pinnedRoot: pinnedRoot)
    } catch let error as PublishError {
      let code: StoreFindingCode
      switch error {
      case .lostTimestamp: return Finding(refusal, object)
      case .incompleteStore: code = .metadataMissing
      case .withdrawnKey: code = .keyWithdrawn
      default: throw error
      }
      return Finding(code, subject: object.text, error.problem, remedy: error.remedy)
    }
    return Finding(refusal, object)
  }

  /// Checks root metadata that only other devices need.
  private mutating func checkRoots(_ pinnedRoot: [UInt8], newest: Int64) async throws {
    let pinned = try SignedMetadata<RootMetadata>(pinnedRoot, file: TopLevelRole.root.file)
    let limit = TrustLimits.standard.rootBytes
    for version in 1...pinned.contents.version {
      let key = StoreLayout.metadata("root", version: version)
      let bytes = try? await store.read(key, limit: limit)?.bytes
      let signed = bytes.flatMap { try? SignedMetadata<RootMetadata>($0, file: key.text) }
      let isValid =
        version == pinned.contents.version
        ? signed?.signedBytes == pinned.signedBytes : signed?.contents.version == version
      guard !isValid else { continue }
      let name = key.components[1]
      let error: TrustError =
        try await store.status(of: key) == nil
        ? .missing(file: name) : .mismatch(file: name, namedBy: TopLevelRole.root.file)
      findings.append(Finding(error, key, isPinned: version == pinned.contents.version))
    }
    let next = StoreLayout.metadata("root", version: newest + 1)
    let second = StoreLayout.metadata("root", version: newest + 2)
    if try await store.status(of: next) == nil, try await store.status(of: second) != nil {
      findings.append(Finding(TrustError.missing(file: next.components[1]), next))
    }
  }

  /// Checks that the timestamp lists the newest snapshot, unless the store cannot be listed, as on
  /// the web.
  private mutating func checkSnapshots(_ reader: ChannelReader) async throws {
    guard let store = store as? any ObjectStore, let timestamp = reader.timestamp else { return }
    let newer: NewerSnapshots
    do {
      newer = try await NewerSnapshots(
        above: timestamp.snapshot.version, under: reader.root, in: store)
    } catch StoreError.s3(_, .accessDenied) {
      // The credentials allow reading objects but not listing them.
      return
    }
    guard let finding = newer.finding else { return }
    hasNewerSnapshots = true
    findings.append(finding)
  }

  /// Reports roles that the snapshot lists with a lower version than a repair has lost.
  private mutating func checkLostVersions(_ state: StoreState) throws {
    let roles: [(role: String, channel: ChannelName?)] =
      [(TopLevelRole.targets.rawValue, nil), (Brake.role.text, nil)]
      + state.channels.map { ($0.role, $0) }
    for (role, channel) in roles {
      let lost = try state.snapshot.lostVersion(of: role)
      guard lost > 0, let used = state.snapshot[role]?.version else { continue }
      findings.append(Finding(lost: lost, used: used, of: role, channel))
    }
  }

  private mutating func loadBrake(_ reader: ChannelReader) async throws {
    do {
      try await reader.readBrake()
    } catch let error as TrustError {
      findings.append(Finding(error, reader.object))
    } catch let error as ChannelError {
      findings.append(Finding(error, .metadataDamaged, reader.object))
    }
  }

  private mutating func load(
    _ channel: ChannelName, _ reader: ChannelReader
  ) async throws -> Channel {
    do {
      guard try await reader.read(channel),
        let contents = try reader.state?.signedContents(of: channel)
      else {
        findings.append(
          Finding(
            StoreFindingCode.channelUnsigned, subject: "\(channel)", "the channel was never signed")
        )
        return Channel(name: channel, contents: ChannelContents(channel))
      }
      if let newest = contents.releases.first {
        findings += contents.currentReleases.compactMap {
          Finding(brakeOf: $0, in: channel, newest: newest)
        }
      }
      return Channel(name: channel, contents: contents)
    } catch let error as TrustError {
      findings.append(Finding(error, reader.object))
    } catch let error as ChannelError {
      findings.append(Finding(error, .metadataDamaged, reader.object))
    }
    return Channel(name: channel, contents: nil)
  }

  private mutating func checkExpiries() {
    let names = Dictionary(
      channels.map { ($0.name.role, $0.name) }, uniquingKeysWith: { first, _ in first })
    for (role, expires) in expiries {
      let finding = Finding(
        expiryOf: role, names[role], expires, now: now, hasNewerSnapshots: hasNewerSnapshots)
      if let finding { findings.append(finding) }
    }
  }
}

// MARK: - Releases

extension StoreCheck {
  /// Reads the files that devices may install, and the history.
  private mutating func check(
    _ contents: ChannelContents, _ metadata: TargetsMetadata
  ) async throws {
    for (path, file) in metadata.targets.sorted(by: { inByteOrder($0.key, $1.key) })
    where path != contents.history?.path {
      let remedy = Finding.remedy(forLost: path, of: contents)
      try await check(try StoreLayout.target(path, file), file, remedy)
    }
    for release in contents.releases { try await checkLegacy(release, of: contents) }
    try await checkHistory(contents)
  }

  private mutating func check(
    _ key: ObjectKey, _ file: TargetFile, _ remedy: Message?
  ) async throws {
    start(key)
    switch try await store.check(key, file) {
    case .intact: byteCount += UInt64(clamping: file.length)
    case .missing: add(.fileMissing, key, remedy: remedy)
    case .damaged: add(.fileDamaged, key, remedy: remedy)
    }
  }

  /// Reads the files for legacy clients, if the release is published for them.
  private mutating func checkLegacy(
    _ release: ChannelRelease, of contents: ChannelContents
  ) async throws {
    guard let file = release.legacy else { return }
    let channel = contents.name
    let path = channel.path(release.number, LegacyPatches.fileName)
    let remedy = Finding.remedy(forLost: path, of: contents)
    try await check(
      StoreLayout.legacy(channel.app, "\(release.jsVersion).zip"), release.bundle, remedy)
    do {
      let bytes = try await store.target(path, file, limit: LegacyPatches.maximumLength)
      for patch in try LegacyPatches(bytes, of: channel).patches {
        // Another program may have signed the channel.
        guard let key = StoreLayout.legacyKey(channel.app, patch.file) else { continue }
        try await check(key, TargetFile(length: patch.length, digest: patch.sha256), remedy)
      }
    } catch PublishError.damagedObject {
      // The list is a target too, so it was checked before.
    } catch let error as ChannelError {
      findings.append(Finding(error, .fileDamaged, try StoreLayout.target(path, file)))
    }
  }

  /// Reads the history, and checks that the bundles of its releases exist.
  private mutating func checkHistory(_ contents: ChannelContents) async throws {
    let offered = Set(contents.releases.map(\.number))
    var location = contents.history
    while let next = location {
      guard let page = try await page(next, of: contents.name) else { return }
      // A pause can list them again, so a collection keeps them.
      referenced.formUnion(try page.deltas(listedIn: contents))
      for release in page.entries.map(\.release) where !offered.contains(release.number) {
        let path = contents.name.path(release.number, ChannelRelease.bundleName)
        let key = try StoreLayout.target(path, release.bundle)
        referenced.insert(key)
        if try await store.status(of: key) == nil {
          findings.append(
            Finding(
              StoreFindingCode.bundleRemoved, subject: key.text,
              "the bundle was removed; release \(release.number) cannot be published again"))
        }
      }
      location = page.older
    }
  }

  /// Returns `nil` if the page is missing or damaged.
  private mutating func page(
    _ location: ChannelContents.History, of channel: ChannelName
  ) async throws -> HistoryPage? {
    let key = try StoreLayout.target(location.path, location.file)
    start(key)
    do {
      let page = try await store.page(location, of: channel)
      byteCount += UInt64(clamping: location.file.length)
      return page
    } catch PublishError.lostHistory {
      add(try await store.status(of: key) == nil ? .fileMissing : .fileDamaged, key)
      return nil
    }
  }

  private mutating func start(_ key: ObjectKey) {
    referenced.insert(key)
    objectCount += 1
  }
}

// MARK: - Unreferenced objects

extension StoreCheck {
  /// Does nothing on a web server, because it cannot list objects.
  private mutating func countUnreferenced(_ state: StoreState) async throws {
    guard let store = store as? any ObjectStore else { return }
    for (role, version) in state.roles.mapValues(\.version) {
      referenced.insert(StoreLayout.metadata(role, version: version))
    }
    referenced.insert(StoreLayout.metadata("snapshot", version: state.snapshot.version))
    var count = Unreferenced()
    do {
      for prefix in [StoreLayout.metadataPrefix, StoreLayout.targetsPrefix] {
        for item in try await StoreLayout.objects(prefix, in: store)
        where !referenced.contains(item.key) && !item.key.text.hasSuffix(".root.json") {
          count.objectCount += 1
          count.byteCount += item.length
        }
      }
      for item in try await store.leftovers() {
        count.objectCount += 1
        count.byteCount += item.length
      }
    } catch StoreError.s3(_, .accessDenied) {
      // The credentials allow reading objects but not listing them.
      return
    }
    unreferenced = count
    guard count.objectCount > 0 else { return }
    findings.append(
      Finding(
        StoreFindingCode.objectsUnreferenced,
        "the newest metadata does not name \(count.objectCount) files of the store (\(count.byteCount.readableSize))"
      ))
  }
}
