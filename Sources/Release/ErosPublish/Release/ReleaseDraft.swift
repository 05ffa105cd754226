import ErosCore
import ErosCrypto
import ErosStore
import ErosTrust

/// Collects the next releases of a channel until its metadata is committed.
struct ReleaseDraft {
  let channel: ChannelName
  let options: PublishRequest.Options
  /// The number of the next release.
  var number: Int64 { contents.newestNumber + 1 }
  /// The newest page.
  private var history: HistoryPage
  /// `true` while ``history`` is not in the store.
  private var hasNewHistory = false
  /// Recent releases, newest first, at least as many as deltas need.
  private(set) var releases: [ChannelRelease]
  private let state: StoreState
  private let editor: StoreEditor
  private var contents: ChannelContents
  private var added = Publication.Contents()
  /// `true` if legacy clients get the release as well.
  var isLegacy: Bool {
    options.kind == .bundle && options.isLegacy ?? (contents.releases.first?.legacy != nil)
  }
  /// Objects that this publication has written, in any attempt.
  private(set) var written: [SHA256Digest: ObjectKey]

  /// Reads the contents and the history of the channel.
  ///
  /// - Parameters:
  ///   - channel: The channel. `state` must contain its metadata.
  ///   - options: The settings.
  ///   - state: The newest metadata of the store.
  ///   - editor: Reads and writes the store.
  ///   - written: Objects from an earlier attempt.
  /// - Throws: ``PublishError/missingKeys(role:found:needed:keyIDs:given:others:)`` if a key is
  ///   missing, before anything is written.
  init(
    _ channel: ChannelName, _ options: PublishRequest.Options, _ state: StoreState,
    _ editor: StoreEditor, written: [SHA256Digest: ObjectKey] = [:]
  ) async throws {
    try editor.keys.check(for: state.delegation(of: channel), under: state.root)
    self.channel = channel
    self.options = options
    self.state = state
    self.editor = editor
    self.written = written
    contents = try state.contents(of: channel)
    let (page, isLost) = try await editor.store.firstPage(of: contents)
    history = page
    if isLost { added.unlisted = HistoryPage.gaps(in: [page], upTo: contents.newestNumber) }
    releases = try await editor.store.releases(page, atLeast: options.deltaCount, of: channel)
  }

  func retries(of tree: TreeHash) -> Int { contents.retries(of: tree) }

  /// Returns the release if an earlier attempt published it but lost the response.
  func published(_ salt: String) -> Publication? {
    releases.first { $0.salt == salt }.map {
      Publication(
        channel: channel, release: $0, contents: added, publicURL: contents.publicURL, isNew: true)
    }
  }

  /// Returns the change if this publication only repeats the last one.
  ///
  /// At most the URL of the channel changes.
  ///
  /// A failed job may have built the bundle again, with a new digest. So the files are compared, or
  /// the digests if identical files may be published.
  ///
  /// - Parameters:
  ///   - release: The new release.
  ///   - embedded: The embedded bundles.
  ///   - hasCompleted: `true` if an interrupted publication was completed.
  /// - Returns: `nil` if `release` is new. Also `nil` if a repetition would achieve nothing: there
  ///   is nothing to complete, no public URL to check, and
  ///   ``PublishRequest/Options/allowsUnchanged`` is not set.
  /// - Throws: `TrustError` if the metadata of the channel cannot be copied.
  func repeated(
    _ release: ChannelRelease, embedded: [ChannelContents.Embedded] = [],
    hasCompleted: Bool = false
  ) throws -> StoreEditor.Change<Publication>? {
    var contents = contents
    let currentURL = contents.publicURL
    guard let newest = contents.releases.first, differences(newest, release).isEmpty,
      options.allowsIdentical
        ? newest.bundle.digest == release.bundle.digest : newest.tree == release.tree,
      embedded.allSatisfy(contents.embedded.contains)
    else { return nil }
    contents.publicURL = options.publicURL.applied(to: currentURL)
    guard
      hasCompleted || options.allowsUnchanged || currentURL != nil || contents.publicURL != nil
    else { return nil }
    var publication = Publication(
      channel: channel, release: newest, contents: added, publicURL: contents.publicURL,
      isNew: false)
    publication.hasTesters = contents.testers != nil
    publication.hasCompletedList = hasCompleted
    guard contents.publicURL != currentURL else { return (nil, publication) }
    return ([channel.role: try metadata(contents)], publication)
  }

  /// Returns the settings that differ from the newest release.
  ///
  /// With `allowsUnchanged`, notes do not count: they are often a tag, new for the same files.
  private func differences(_ newest: ChannelRelease, _ release: ChannelRelease) -> [String] {
    let fields = newest.fields(differingFrom: release)
    guard options.allowsUnchanged else { return fields }
    return fields.filter { !["notes", "localizedNotes"].contains($0) }
  }

  // MARK: - Lost files

  /// Writes missing or damaged files of earlier releases again, where `bundle` is their bundle.
  ///
  /// - Parameters:
  ///   - bundle: The bundle to publish.
  ///   - legacy: Restores the copy for legacy clients.
  /// - Returns: `nil` if there was nothing to restore.
  /// - Throws: `TransportError` if the store is unreachable.
  mutating func restore(
    _ bundle: ObjectContents, _ legacy: LegacyPublisher?
  ) async throws -> Publication? {
    let file = TargetFile(bundle)
    let listed = Set(contents.releases.map(\.number))
    let same = (contents.releases + releases.filter { !listed.contains($0.number) })
      .filter { $0.bundle.digest == file.digest && $0.bundle.length == file.length }
    var restored: ChannelRelease?
    for release in same {
      var isRestored = try await restore(bundle, of: release)
      if release.legacy != nil, try await legacy?.restoreBundle() == true { isRestored = true }
      if isRestored, restored == nil { restored = release }
    }
    return restored.map {
      var publication = Publication(
        channel: channel, release: $0, contents: added, publicURL: nil, isNew: false)
      publication.hasTesters = contents.testers != nil
      publication.hasRestoredFiles = true
      return publication
    }
  }

  private mutating func restore(
    _ bundle: ObjectContents, of release: ChannelRelease
  ) async throws -> Bool {
    let path = channel.path(release.number, ChannelRelease.bundleName)
    let key = try StoreLayout.target(path, release.bundle)
    guard try await !editor.store.contains(key, ObjectDigest(release.bundle)) else { return false }
    let origin = try await editor.store.put(key, bundle)
    added.objects.append(.init(path: path, file: release.bundle, origin: origin))
    return true
  }

  // MARK: - Checks

  /// Checks that a release may follow the newest one.
  ///
  /// - Parameters:
  ///   - release: The new release.
  ///   - app: The app in the manifest of the bundle.
  ///   - name: The name of the bundle in errors.
  ///   - embedded: The embedded bundles.
  ///   - isPromoted: `true` if the release comes from another channel.
  /// - Throws: ``PublishError`` for the first rule that the release breaks.
  func check(
    _ release: ChannelRelease, app: String?, name: String,
    embedded: [ChannelContents.Embedded] = [], isPromoted: Bool = false
  ) throws(PublishError) {
    guard app == channel.app else {
      throw .otherApp(bundle: name, app: app, channel: channel)
    }
    // Only the key of the brake can begin a step.
    guard options.plan == nil || state.brakeDelegation != nil else { throw .noBrake }
    guard !options.needsTesters || contents.testers != nil else { throw .noTesters(channel) }
    guard let newest = contents.releases.first else {
      return try checkBuildTime(release, nil, name: name)
    }
    guard release.kind == newest.kind else { throw .otherKind(channel, newest.kind) }
    guard release.tree != newest.tree || options.allowsIdentical else {
      var differing = differences(newest, release)
      if !embedded.allSatisfy(contents.embedded.contains) { differing.append("embedded") }
      throw .nothingNew(
        number: newest.number, differing: differing, promotedTo: isPromoted ? channel : nil)
    }
    try checkBuildTime(release, newest, name: name)
    let same = releases.first {
      $0.jsVersion == release.jsVersion && $0.bundle.digest != release.bundle.digest
        && ($0.tree != release.tree || !options.allowsIdentical)
    }
    if let same { throw .sameVersion("\(release.jsVersion)", number: same.number) }
    try checkNative(release, newest)
  }

  /// Checks that a release is newer than the newest one, and not from the future.
  ///
  /// If the newest release itself is from the future, the new one may be up to a day later.
  private func checkBuildTime(
    _ release: ChannelRelease, _ newest: ChannelRelease?, name: String
  ) throws(PublishError) {
    let (built, now) = (Timestamp(milliseconds: release.built), editor.now)
    if let newest, release.built <= newest.built {
      let time = Timestamp(milliseconds: newest.built)
      throw BundleManifest.isInFuture(newest.built, at: now)
        ? .newestInFuture(bundle: name, built: built, newest: time, number: newest.number)
        : .notNewer(
          bundle: name, built: built, newest: time, number: newest.number,
          published: releases.first { $0.tree == release.tree }?.number)
    }
    guard !BundleManifest.isInFuture(release.built, at: max(now, newest?.built ?? 0)) else {
      throw .builtInFuture(bundle: name, built: built, now: Timestamp(milliseconds: now))
    }
  }

  private func checkNative(
    _ release: ChannelRelease, _ newest: ChannelRelease
  ) throws(PublishError) {
    guard !options.allowsNativeDowngrade else { return }
    for platform in Platform.allCases {
      guard let old = newest.native[platform].flatMap({ NativeVersion($0) }) else { continue }
      let new = release.native[platform].flatMap { NativeVersion($0) }
      guard new.map({ $0 < old }) ?? true else { continue }
      throw .nativeLowered(
        platform, bundle: new.map { "\($0)" } ?? "of any version", newest: "\(old)")
    }
  }

  // MARK: - Objects

  /// Writes an object of the release unless it exists.
  ///
  /// - Parameters:
  ///   - object: The contents.
  ///   - name: The file name.
  ///   - progress: Called with the number of bytes sent so far, on any thread.
  /// - Returns: The length and digest of the object.
  /// - Throws: ``PublishError/damagedObject(_:expected:)`` if the existing object is damaged and
  ///   was replaced meanwhile.
  mutating func add(
    _ object: ObjectContents, as name: String,
    progress: @escaping @Sendable (UInt64) -> Void = { _ in }
  ) async throws -> TargetFile {
    try await add(object, at: channel.path(number, name), progress: progress)
  }

  private mutating func add(
    _ object: ObjectContents, at path: String,
    progress: @escaping @Sendable (UInt64) -> Void = { _ in }
  ) async throws -> TargetFile {
    let file = TargetFile(object)
    let key = try StoreLayout.target(path, file)
    let origin = try await create(key, object.watched(progress))
    written[object.digest.sha256] = key
    added.objects.append(.init(path: path, file: file, origin: origin))
    return file
  }

  private func create(
    _ key: ObjectKey, _ object: ObjectContents
  ) async throws -> ObjectOrigin {
    if let source = written[object.digest.sha256], source != key {
      let outcome = try await editor.store.copy(
        source, to: key, digest: ObjectDigest(object.digest), cache: .immutable)
      if case .copied = outcome { return .copied }
    }
    return try await editor.store.put(key, object)
  }

  /// Copies a file from another release within the store.
  ///
  /// - Returns: `false` if the source is missing.
  mutating func copy(_ file: TargetFile, _ source: String, as name: String) async throws -> Bool {
    let path = channel.path(number, name)
    let key = try StoreLayout.target(path, file)
    let outcome = try await editor.store.copy(
      try StoreLayout.target(source, file), to: key, digest: ObjectDigest(file), cache: .immutable)
    switch outcome {
    case .sourceMissing: return false
    case .copied: added.objects.append(.init(path: path, file: file, origin: .copied))
    case .exists: added.objects.append(.init(path: path, file: file, origin: .reused))
    }
    return true
  }

  /// Remembers that there is no delta from a base.
  mutating func skip(_ name: String, _ reason: Publication.SkippedBase.Reason) {
    added.skipped.append(.init(name: name, reason: reason))
  }

  // MARK: - Metadata

  /// Adds a release, and returns the new metadata of the channel.
  ///
  /// - Throws: ``PublishError/lostWrite(location:reason:)`` if the store lost a file.
  mutating func finish(
    _ release: ChannelRelease, embedded: [ChannelContents.Embedded] = []
  ) async throws -> StoreEditor.Change<Publication> {
    var release = release
    release.plan?.start = editor.now
    try await append(release)
    contents.embed(embedded)
    contents.publicURL = options.publicURL.applied(to: contents.publicURL)
    let metadata = try await finish()
    var publication = Publication(
      channel: channel, release: release, contents: added, publicURL: contents.publicURL,
      isNew: true)
    publication.hasTesters = contents.testers != nil
    return ([channel.role: metadata], publication)
  }

  /// Adds a release to the channel and its history.
  ///
  /// The next release gets the next number.
  mutating func append(_ release: ChannelRelease) async throws {
    // A full page never changes again. The next page links to it.
    if hasNewHistory, history.entries.count >= HistoryPage.capacity { try await writeHistory() }
    history = history.adding(
      HistoryPage.Entry(release, published: editor.now), current: contents.history)
    hasNewHistory = true
    contents.add(release)
    releases.insert(release, at: 0)
  }

  /// Writes the history, and returns the new metadata of the channel.
  ///
  /// - Throws: ``PublishError/lostWrite(location:reason:)`` if the store lost a file.
  mutating func finish() async throws -> TargetsMetadata {
    try await writeHistory()
    try await checkObjects()
    return try metadata(contents)
  }

  private mutating func writeHistory() async throws {
    let path = channel.path(contents.newestNumber, ChannelContents.historyName)
    let file = try await add(ObjectContents(history.bytes), at: path)
    contents.history = .init(path: path, file: file)
    hasNewHistory = false
  }

  /// Checks all digests before devices can see the files.
  private func checkObjects() async throws {
    for object in added.objects {
      let key = try StoreLayout.target(object.path, object.file)
      guard try await editor.store.contains(key, ObjectDigest(object.file)) else {
        throw PublishError.lostWrite(
          location: editor.store.location, reason: "'\(key.text)' is missing or damaged")
      }
    }
  }

  private func metadata(_ contents: ChannelContents) throws -> TargetsMetadata {
    var metadata = try state.metadata(of: channel)
    contents.write(to: &metadata)
    return metadata
  }
}

extension ObjectReader {
  /// Returns the releases on a page.
  ///
  /// If they are too few, adds those on the next page.
  ///
  /// A lost next page is ignored: its releases only would have been bases for deltas.
  fileprivate func releases(
    _ page: HistoryPage, atLeast count: Int, of channel: ChannelName
  ) async throws -> [ChannelRelease] {
    let releases = page.entries.map(\.release)
    guard releases.count < count, let older = page.older else { return releases }
    return releases + (try await intactReleases(older, of: channel))
  }

  /// Returns an empty array if the page is lost.
  private func intactReleases(
    _ location: ChannelContents.History, of channel: ChannelName
  ) async throws -> [ChannelRelease] {
    do {
      return try await page(location, of: channel).entries.map(\.release)
    } catch PublishError.lostHistory {
      return []
    }
  }
}

extension ChannelContents {
  /// Adds embedded bundles.
  ///
  /// They replace those with the same app version.
  fileprivate mutating func embed(_ bundles: [Embedded]) {
    for bundle in bundles {
      embedded.removeAll { $0.native == bundle.native && (bundle.native != nil || $0 == bundle) }
      embedded.append(bundle)
    }
  }
}

extension ChannelRelease {
  /// Names the settings that differ, as `ReleaseSummary` spells them.
  fileprivate func fields(differingFrom other: ChannelRelease) -> [String] {
    let fields: [(name: String, isEqual: Bool)] = [
      ("native", native == other.native), ("kind", kind == other.kind),
      ("restores", restores == other.restores), ("rollout", rollout == other.rollout),
      ("paused", isPaused == other.isPaused), ("notes", notes == other.notes),
      ("localizedNotes", localizedNotes == other.localizedNotes),
      ("urgency", urgency == other.urgency),
      ("plan", plan?.steps == other.plan?.steps && plan?.stopFactor == other.plan?.stopFactor),
    ]
    return fields.filter { !$0.isEqual }.map(\.name)
  }
}
