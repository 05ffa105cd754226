import ErosBundle
import ErosCore
import ErosCrypto
import ErosFiles
import ErosPack
import ErosStore
import ErosTrust

/// Publishes a bundle, and starts again with the same deltas and objects if another publisher is
/// faster.
struct PublishWork {
  private let request: PublishRequest
  private let editor: StoreEditor
  private let scratch: Folder
  private let progress: @Sendable (PublishStep) -> Void
  private let bundle: ObjectContents
  private let embedded: [(side: UpdateSide, bundle: PublishRequest.EmbeddedBundle)]
  private let salt: String
  private var deltas: DeltaMaker
  private let verifier: BundleVerifier
  private var written: [SHA256Digest: ObjectKey] = [:]
  /// `true` after completing the list of an interrupted publication.
  private var hasCompleted = false
  /// `nil` if legacy clients do not get the bundle.
  private(set) var legacy: LegacyPublisher?

  init(
    _ request: PublishRequest, _ editor: StoreEditor, verifier: BundleVerifier, scratch: Folder,
    _ progress: @escaping @Sendable (PublishStep) -> Void
  ) throws {
    self.request = request
    self.editor = editor
    self.scratch = scratch
    self.progress = progress
    self.verifier = verifier
    let size = request.bundle.size
    // A rollback publishes only public files.
    let maker = try DeltaMaker(
      request.bundle, isForPublishing: request.restores == nil, verifier: verifier
    ) {
      progress(.readingBundle($0, of: size))
    }
    if request.restores == nil { try Self.checkNative(maker.new.manifest.native) }
    bundle = try ObjectContents(request.bundle)
    embedded = try request.options.embedded.map { (try maker.read($0.file), $0) }
    for (side, bundle) in embedded
    where request.app(named: side.release.appName) != request.channel.app {
      throw PublishError.otherApp(
        bundle: bundle.file.path, app: side.release.appName, channel: request.channel)
    }
    salt = try ChannelRelease.newSalt()
    deltas = maker
  }

  /// Refuses app versions that devices cannot read, because all apps would get the release.
  ///
  /// Text with no digit, such as `eros-template-version`, requires nothing.
  private static func checkNative(_ native: [Platform: String]) throws(PublishError) {
    for platform in Platform.allCases {
      guard let version = native[platform], version.contains(where: \.isNumber),
        NativeVersion(version) == nil
      else { continue }
      throw .badNative(platform, version)
    }
  }

  /// Uploads the release and returns the new metadata of the channel.
  mutating func change(_ state: StoreState) async throws -> StoreEditor.Change<Publication> {
    var draft = try await ReleaseDraft(
      request.channel, request.options, state, editor, written: written)
    defer { written = draft.written }
    if let published = draft.published(salt) { return (nil, published) }
    if draft.isLegacy, legacy == nil {
      legacy = LegacyPublisher(
        deltas.new, bundle, to: request.channel, in: editor.store, verifier: verifier)
    }
    if let restored = try await draft.restore(bundle, legacy) { return (nil, restored) }
    try await completeLegacy(draft)
    var release = ChannelRelease(
      deltas.new, number: draft.number, request, salt: salt, bundle: TargetFile(bundle))
    release.retries = draft.retries(of: release.tree)
    let shipped = embedded.map { ChannelContents.Embedded($0.side, native: $0.bundle.native) }
    let change = try draft.repeated(release, embedded: shipped, hasCompleted: hasCompleted)
    if let change { return change }
    try draft.check(
      release, app: request.app(named: deltas.new.release.appName), name: request.bundle.path,
      embedded: shipped)
    try await checkWgt(draft.releases.first)
    try await legacy?.addBundle()
    let (progress, size) = (progress, bundle.digest.size)
    _ = try await draft.add(bundle, as: ChannelRelease.bundleName) {
      progress(.uploading($0, of: size))
    }
    release.deltas = try await makeDeltas(&draft)
    if let legacy {
      let list = try ObjectContents(await legacy.signedList.bytes)
      release.legacy = try await draft.add(list, as: LegacyPatches.fileName)
    }
    progress(.committing)
    return try await draft.finish(release, embedded: shipped)
  }

  /// Refuses a uni-app resource package that apps with the newest release refuse.
  private func checkWgt(_ newest: ChannelRelease?) async throws {
    guard request.restores == nil, let wgt = deltas.new.release.wgt, let newest,
      case .read(let side) = try await read(.release(newest)), let old = side.release.wgt,
      old.appID != wgt.appID
    else { return }
    throw PublishError.otherWgt(
      bundle: request.bundle.path, appID: wgt.appID, newest: old.appID, number: newest.number)
  }

  /// `true` if devices refuse a bundle this large.
  var exceedsDeviceLimits: Bool {
    let limits = request.options.deviceLimits
    return deltas.new.totalSize > limits.totalSize || deltas.new.entryCount > limits.entries
  }

  // MARK: - Deltas

  private enum Base {
    case embedded(UpdateSide, name: String)
    case release(ChannelRelease)

    var tree: TreeHash {
      switch self {
      case .embedded(let side, _): side.release.tree
      case .release(let release): release.tree
      }
    }

    var name: String {
      switch self {
      case .embedded(_, let name): name
      case .release(let release): "release \(release.number)"
      }
    }
  }

  private mutating func makeDeltas(
    _ draft: inout ReleaseDraft
  ) async throws -> [ChannelRelease.Delta] {
    let bases = bases(draft.releases)
    var made: [ChannelRelease.Delta] = []
    for (index, base) in bases.enumerated() {
      progress(.makingDelta(index + 1, of: bases.count))
      switch try await makeDelta(from: base) {
      case .skipped(let reason): draft.skip(base.name, reason)
      case .made(let delta):
        let file = try await draft.add(delta, as: ChannelRelease.Delta.name(from: base.tree))
        made.append(.init(from: base.tree, file: file))
      }
    }
    return made
  }

  /// Returns embedded bundles, then the last releases, newest first.
  ///
  /// No tree occurs twice.
  private func bases(_ earlier: [ChannelRelease]) -> [Base] {
    var trees: Set = [deltas.new.release.tree]
    let shipped = embedded.map { Base.embedded($0.side, name: $0.bundle.file.path) }
    let releases = earlier.map { Base.release($0) }
    let embedded = shipped.filter { trees.insert($0.tree).inserted }
    return embedded
      + releases.filter { trees.insert($0.tree).inserted }.prefix(request.options.deltaCount)
  }

  private mutating func makeDelta(from base: Base) async throws -> DeltaMaker.Outcome {
    if let outcome = deltas.outcome(of: base.tree) { return outcome }
    do {
      switch try await read(base) {
      case .skipped(let reason): return deltas.skip(base.tree, reason)
      case .read(let side):
        if let legacy { try await addPatch(from: side, to: legacy) }
        return try deltas.make(from: side, scratch: scratch)
      }
    } catch let error as DeltaError {
      return deltas.skip(base.tree, .unusable(error.problem))
    }
  }

  private enum ReadBase {
    case read(UpdateSide)
    case skipped(Publication.SkippedBase.Reason)
  }

  private func read(_ base: Base) async throws -> ReadBase {
    switch base {
    case .embedded(let side, _): return .read(side)
    case .release(let release):
      let path = request.channel.path(release.number, ChannelRelease.bundleName)
      do {
        let file = try await editor.store.download(
          path, release.bundle, to: scratch, name: "base.zip")
        return try file.map { .read(try deltas.read($0)) } ?? .skipped(.removed)
      } catch let error as DeltaError {
        // An older version may have published a bundle that this version refuses.
        return .skipped(.unusable(error.problem))
      } catch let error as PublishError {
        return .skipped(.unusable(error.problem))
      }
    }
  }

  // MARK: - Legacy clients

  /// Adds the patch from a base, if it can be made.
  private func addPatch(from side: UpdateSide, to legacy: LegacyPublisher) async throws {
    do {
      try await legacy.addPatch(from: side, scratch: scratch)
    } catch is DeltaError {
      // Legacy clients then download the full bundle.
    }
  }

  /// Completes a publication that was interrupted before it listed its files for legacy clients.
  ///
  /// Does nothing if the newest release has different files.
  private mutating func completeLegacy(_ draft: ReleaseDraft) async throws {
    // Report a malformed list before publishing anything.
    let jsVersion = draft.releases.first?.jsVersion ?? deltas.new.release.jsVersion
    guard try await legacy?.lists(jsVersion) == false, let newest = draft.releases.first,
      newest.tree == deltas.new.release.tree, let legacy = try await legacy(of: newest)
    else { return }
    try await legacy.addBundle()
    for base in bases(draft.releases) {
      do {
        guard case .read(let side) = try await read(base) else { continue }
        try await addPatch(from: side, to: legacy)
      } catch is DeltaError {
        // The release gets no patch from this base.
      }
    }
    try await legacy.updateIndex(newest)
    hasCompleted = true
  }

  /// Returns `nil` if legacy clients do not get the bundle, or if the store has no usable one.
  private func legacy(of newest: ChannelRelease) async throws -> LegacyPublisher? {
    guard legacy != nil, newest.bundle.digest != TargetFile(bundle).digest else { return legacy }
    // A failed job may have built the bundle again, with a new digest.
    let path = request.channel.path(newest.number, ChannelRelease.bundleName)
    let file = try await editor.store.download(
      path, newest.bundle, to: scratch, name: "newest.zip")
    guard let file, let side = try? deltas.read(file) else { return nil }
    return LegacyPublisher(
      side, try ObjectContents(file), to: request.channel, in: editor.store,
      verifier: verifier)
  }
}

extension ChannelRelease {
  /// Describes a verified bundle.
  ///
  /// The deltas follow later.
  fileprivate init(
    _ side: UpdateSide, number: Int64, _ request: PublishRequest, salt: String,
    bundle: TargetFile
  ) {
    self.init(
      number: number, tree: side.release.tree, jsVersion: side.release.jsVersion,
      built: side.release.timestamp, native: side.manifest.native,
      rollout: request.options.rollout, salt: salt, notes: request.options.notes,
      restores: request.restores, bundle: bundle, deltas: [])
    urgency = request.options.urgency ?? .normal
    localizedNotes = request.options.localizedNotes ?? LocalizedNotes()
    plan = request.options.plan
    kind = request.options.kind
    surfaces = request.options.surfaces
    rehearsal = request.options.rehearsal
    pagesSize = Int64(clamping: side.pagesSize)
  }
}

extension ChannelContents.Embedded {
  fileprivate init(_ side: UpdateSide, native: String?) {
    self.init(
      tree: side.release.tree, jsVersion: side.release.jsVersion, built: side.release.timestamp,
      native: native)
  }
}
