import ErosBundle
import ErosCore
import ErosCrypto
import ErosDelta
import ErosFiles
import ErosStore
import ErosTrust

/// The work of one publication, which keeps what it has made if it must start again.
struct PublishWork {
  private let request: PublishRequest
  private let editor: StoreEditor
  private let scratch: Folder
  private let progress: @Sendable (PublishStep) -> Void
  private let bundle: ObjectContents
  private let embedded: [(side: UpdateSide, bundle: PublishRequest.EmbeddedBundle)]
  private let salt: String
  private var deltas: DeltaMaker
  /// The objects that this publication has already written under another release number.
  private var written: [SHA256Digest: ObjectKey] = [:]

  init(
    _ request: PublishRequest, _ editor: StoreEditor, verifier: BundleVerifier, scratch: Folder,
    _ progress: @escaping @Sendable (PublishStep) -> Void
  ) throws {
    self.request = request
    self.editor = editor
    self.scratch = scratch
    self.progress = progress
    deltas = try DeltaMaker(request.bundle, verifier: verifier)
    bundle = try ObjectContents(request.bundle)
    let maker = deltas
    embedded = try request.embedded.map { (try maker.read($0.file), $0) }
    salt = try [UInt8].random(count: 16).hexadecimalText
  }

  /// Writes the objects of the release and returns the new metadata of the channel.
  mutating func change(
    _ state: StoreState
  ) async throws -> StoreEditor.Change<Publication> {
    var contents = try state.contents(of: request.channel)
    let history = try await editor.store.history(of: contents)
    try check(contents, history)
    // A missing key is reported before the deltas are made.
    let delegation = try state.delegation(of: request.channel)
    _ = try editor.keys.signers(for: delegation.keys, of: delegation.name.text)

    let number = contents.newestNumber + 1
    var added = Publication.Contents()
    let bundle = try await add(bundle, ChannelRelease.bundleName, number, to: &added)
    let made = try await makeDeltas(history, number, &added)
    let release = ChannelRelease(deltas.new, number: number, request, salt: salt, bundle, made)
    contents.add(release)
    contents.embed(embedded.map { ChannelContents.Embedded($0.side, native: $0.bundle.native) })
    contents.publicURL = request.publicURL ?? contents.publicURL
    let page = history.adding(
      HistoryPage.Entry(release, published: editor.now), current: contents.history)
    contents.history = .init(
      path: request.channel.path(number, ChannelContents.historyName),
      file: try await add(
        ObjectContents(page.bytes), ChannelContents.historyName, number, to: &added))

    progress(.committing)
    var metadata = try state.metadata(of: request.channel)
    contents.write(to: &metadata)
    let publication = Publication(
      channel: request.channel, release: release, contents: added, publicURL: contents.publicURL)
    return ([request.channel.role: metadata], publication)
  }

  // MARK: - Checks

  /// Refuses a bundle that does not follow the newest release.
  private func check(_ contents: ChannelContents, _ history: HistoryPage) throws(PublishError) {
    let new = deltas.new.release
    let path = request.bundle.path
    guard new.appName == request.channel.app else {
      throw .otherApp(bundle: path, app: new.appName, channel: request.channel)
    }
    guard let newest = contents.releases.first else { return }
    guard new.tree != newest.tree || request.allowsIdentical else {
      throw .nothingNew(number: newest.number)
    }
    guard new.timestamp > newest.built else {
      throw .notNewer(
        bundle: path, built: Timestamp(milliseconds: new.timestamp),
        newest: Timestamp(milliseconds: newest.built), number: newest.number)
    }
    let digest = RecordedDigest.sha256(bundle.digest.sha256)
    let same = history.entries.first {
      $0.release.jsVersion == new.jsVersion && $0.release.bundle.digest != digest
        && ($0.release.tree != new.tree || !request.allowsIdentical)
    }
    if let same { throw .sameVersion("\(new.jsVersion)", number: same.release.number) }
    try checkNative(newest)
  }

  private func checkNative(_ newest: ChannelRelease) throws(PublishError) {
    guard !request.allowsNativeDowngrade else { return }
    for platform in Platform.allCases {
      let versions = [deltas.new.manifest.native[platform], newest.native[platform]]
      guard let new = versions[0].flatMap({ NativeVersion($0) }),
        let old = versions[1].flatMap({ NativeVersion($0) }), new < old
      else { continue }
      throw .nativeLowered(platform, bundle: "\(new)", newest: "\(old)")
    }
  }

  // MARK: - Deltas

  /// Makes and writes the deltas from the last releases and from the embedded bundles.
  private mutating func makeDeltas(
    _ history: HistoryPage, _ number: Int64, _ added: inout Publication.Contents
  ) async throws -> [ChannelRelease.Delta] {
    let releases = baseReleases(history)
    let total = releases.count + embedded.count
    var made: [ChannelRelease.Delta] = []
    func add(_ outcome: DeltaMaker.Outcome, from tree: TreeHash, _ name: String) async throws {
      switch outcome {
      case .skipped(let reason):
        added.skipped.append(.init(name: name, reason: reason))
      case .made(let contents):
        let file = try await self.add(
          contents, ChannelRelease.Delta.name(from: tree), number, to: &added)
        made.append(.init(from: tree, file: file))
      }
    }
    for (index, base) in embedded.enumerated() {
      let tree = base.side.release.tree
      // Two apps may ship the same bundle.
      guard tree != deltas.new.release.tree, !made.contains(where: { $0.from == tree }) else {
        continue
      }
      progress(.makingDelta(index + 1, of: total))
      let outcome = try deltas.make(from: base.side, scratch: scratch)
      try await add(outcome, from: tree, base.bundle.file.path)
    }
    for (index, release) in releases.enumerated() {
      guard !made.contains(where: { $0.from == release.tree }) else { continue }
      progress(.makingDelta(embedded.count + index + 1, of: total))
      let outcome = try await makeDelta(from: release)
      try await add(outcome, from: release.tree, "release \(release.number)")
    }
    return made
  }

  /// Returns the last releases with different files, the newest first.
  private func baseReleases(_ history: HistoryPage) -> [ChannelRelease] {
    var trees: Set = [deltas.new.release.tree]
    let releases = history.entries.map(\.release).filter { trees.insert($0.tree).inserted }
    return Array(releases.prefix(request.deltaCount))
  }

  private mutating func makeDelta(
    from release: ChannelRelease
  ) async throws -> DeltaMaker.Outcome {
    if let known = deltas.known(release.tree) { return known }
    let name = "base.zip"
    let path = request.channel.path(release.number, ChannelRelease.bundleName)
    guard
      let file = try await editor.store.download(path, release.bundle, to: scratch, name: name)
    else { return deltas.skip(release.tree, .removed) }
    do {
      return try deltas.make(from: deltas.read(file), scratch: scratch)
    } catch let error as DeltaError {
      // An earlier version may have published a bundle that this one refuses.
      return deltas.skip(release.tree, .unusable(error.problem))
    }
  }

  // MARK: - Objects

  /// Writes an object of the release, unless it exists.
  private mutating func add(
    _ contents: ObjectContents, _ name: String, _ number: Int64,
    to added: inout Publication.Contents
  ) async throws -> TargetFile {
    let path = request.channel.path(number, name)
    let file = TargetFile(contents)
    let key = StoreLayout.target(path, file)
    let origin = try await create(key, contents)
    written[contents.digest.sha256] = key
    added.objects.append(.init(path: path, file: file, origin: origin))
    return file
  }

  private func create(
    _ key: ObjectKey, _ contents: ObjectContents
  ) async throws -> Publication.Object.Origin {
    if let source = written[contents.digest.sha256], source != key {
      let outcome = try await editor.store.copy(
        source, to: key, digest: contents.digest, cache: .immutable)
      if case .copied = outcome { return .copied }
    }
    let total = contents.digest.size
    let progress = progress
    let watched = contents.watched { progress(.uploading($0, of: total)) }
    switch try await editor.store.create(key, watched, cache: .immutable) {
    case .created: return .uploaded
    case .exists:
      guard try await editor.store.contains(key, contents.digest) else {
        throw PublishError.damagedObject(key.text, expected: "the file that its name says")
      }
      return .reused
    }
  }
}

extension ChannelRelease {
  /// The release of a verified bundle.
  fileprivate init(
    _ side: UpdateSide, number: Int64, _ request: PublishRequest, salt: String,
    _ bundle: TargetFile, _ deltas: [Delta]
  ) {
    self.init(
      number: number, tree: side.release.tree, jsVersion: side.release.jsVersion,
      built: side.release.timestamp, native: side.manifest.native, rollout: request.rollout,
      salt: salt, notes: request.notes, bundle: bundle, deltas: deltas)
  }
}

extension ChannelContents {
  /// Adds embedded bundles; one for a version of the app replaces an earlier one.
  fileprivate mutating func embed(_ bundles: [Embedded]) {
    for bundle in bundles {
      embedded.removeAll { $0.native == bundle.native && (bundle.native != nil || $0 == bundle) }
      embedded.append(bundle)
    }
  }
}

extension ChannelContents.Embedded {
  fileprivate init(_ side: UpdateSide, native: String?) {
    self.init(
      tree: side.release.tree, jsVersion: side.release.jsVersion, built: side.release.timestamp,
      native: native)
  }
}

extension BundleManifest {
  /// The minimum version of the app on each platform.
  fileprivate var native: [Platform: String] {
    var native: [Platform: String] = [:]
    native[.ios] = iOS
    native[.android] = android
    return native
  }
}

extension ObjectReader {
  /// Returns the first page of the history of a channel.
  func history(of contents: ChannelContents) async throws -> HistoryPage {
    guard let history = contents.history else { return HistoryPage() }
    let bytes = try await target(history.path, history.file, limit: HistoryPage.maximumLength)
    return try HistoryPage(bytes, of: contents.name)
  }
}
