import ErosBundle
import ErosCore
import ErosFiles
import ErosPack
import ErosStore
import ErosTrust

/// Imports bundles, and starts again with the same patches if another publisher is faster.
actor ImportWork {
  private let plan: ImportPlan
  private let editor: StoreEditor
  private let patchCount: Int
  private let maker: UpdateMaker
  private let verifier: BundleVerifier
  private let scratch: Folder
  private let progress: @Sendable (PublishStep) -> Void
  private var publishers: [BundleVersion: LegacyPublisher] = [:]
  private var salts: [BundleVersion: String] = [:]
  /// Patches in the folder that do not produce their bundle.
  ///
  /// A second attempt skips them.
  private var unusablePatches: [String] = []
  private var outcome = ImportOutcome()

  init(
    _ plan: ImportPlan, _ editor: StoreEditor, patchCount: Int, verifier: BundleVerifier,
    scratch: Folder, _ progress: @escaping @Sendable (PublishStep) -> Void
  ) {
    self.plan = plan
    self.editor = editor
    self.patchCount = patchCount
    self.verifier = verifier
    self.scratch = scratch
    self.progress = progress
    maker = UpdateMaker(.bsdiff, level: .standard, verifier: verifier)
  }

  /// Uploads the releases and returns the new metadata of the channel.
  func change(_ state: StoreState) async throws -> StoreEditor.Change<ImportOutcome> {
    outcome = ImportOutcome()
    let contents = try state.contents(of: plan.channel)
    let new = try await newBundles(contents)
    var draft = try await draft(state)
    guard !new.isEmpty else {
      finishOutcome(contents.releases)
      return (nil, outcome)
    }
    let offered = try offeredVersions(new, contents)
    var done: UInt64 = 0
    let total = new.reduce(0) { $0 + $1.digest.size }
    for bundle in new {
      let start = done
      let progress = progress
      let release = try await add(bundle, isOffered: offered.contains(bundle.jsVersion), &draft) {
        progress(.uploading(start + $0, of: total))
      }
      done += bundle.digest.size
      try await draft.append(release)
    }
    progress(.committing)
    let metadata = try await draft.finish()
    finishOutcome(try ChannelContents(plan.channel, metadata).releases)
    return ([plan.channel.role: metadata], outcome)
  }

  private func draft(_ state: StoreState) async throws -> ReleaseDraft {
    var options = PublishRequest.Options()
    options.deltaCount = 0
    // The old server did not enforce these rules.
    options.allowsIdentical = true
    options.allowsNativeDowngrade = true
    return try await ReleaseDraft(plan.channel, options, state, editor)
  }

  // MARK: - Choice

  /// Returns bundles that the channel lacks and that are newer than its releases.
  private func newBundles(_ contents: ChannelContents) async throws -> [ImportPlan.Bundle] {
    var publishedReleases: [BundleVersion: [ChannelRelease]] = [:]
    for page in try await editor.store.readablePages(of: contents).pages {
      for release in page.entries.map(\.release) {
        publishedReleases[release.jsVersion, default: []].append(release)
      }
    }
    var new: [ImportPlan.Bundle] = []
    for bundle in plan.bundles {
      let same = publishedReleases[bundle.jsVersion] ?? []
      guard same.isEmpty else {
        let digest = TargetFile(
          length: Int64(bundle.digest.size), digest: bundle.digest.sha256
        ).digest
        guard same.contains(where: { $0.bundle.digest == digest }) else {
          throw PublishError.sameVersion("\(bundle.jsVersion)", number: same[0].number)
        }
        outcome.knownCount += 1
        continue
      }
      if let newest = contents.releases.first, bundle.release.timestamp <= newest.built {
        outcome.findings.append(
          Finding(
            ImportFindingCode.recordTooOld, file: bundle.path,
            "it was built before release \(newest.number) of the channel; it is not imported"))
      } else {
        new.append(bundle)
      }
    }
    return new
  }

  /// Returns the bundles that the channel will offer.
  ///
  /// The rest appear only in its history.
  private func offeredVersions(
    _ new: [ImportPlan.Bundle], _ contents: ChannelContents
  ) throws -> Set<BundleVersion> {
    var contents = contents
    for bundle in new {
      contents.add(try release(bundle, number: contents.newestNumber + 1))
    }
    return Set(contents.releases.map(\.jsVersion))
  }

  private func release(_ bundle: ImportPlan.Bundle, number: Int64) throws -> ChannelRelease {
    let salt = try salts[bundle.jsVersion] ?? ChannelRelease.newSalt()
    salts[bundle.jsVersion] = salt
    var release = ChannelRelease(
      number: number, tree: bundle.release.tree, jsVersion: bundle.jsVersion,
      built: bundle.release.timestamp, native: bundle.native,
      rollout: ChannelRelease.fullRollout, salt: salt, notes: nil,
      bundle: TargetFile(length: Int64(bundle.digest.size), digest: bundle.digest.sha256),
      deltas: [])
    release.pagesSize = bundle.pagesSize
    return release
  }

  // MARK: - Objects

  private func add(
    _ bundle: ImportPlan.Bundle, isOffered: Bool, _ draft: inout ReleaseDraft,
    progress: @escaping @Sendable (UInt64) -> Void
  ) async throws -> ChannelRelease {
    var release = try release(bundle, number: draft.number)
    try draft.check(release, app: bundle.release.appName, name: bundle.path)
    let contents = ObjectContents(try ReadableFile(bundle.path), digest: bundle.digest)
    _ = try await draft.add(contents, as: ChannelRelease.bundleName, progress: progress)
    var patches = LegacyPatches([])
    if isOffered {
      let publisher = try publisher(of: bundle, contents)
      try await publisher.addBundle()
      try await addPatches(to: bundle, publisher)
      patches = await publisher.signedList
      release.legacy = try await draft.add(
        ObjectContents(patches.bytes), as: LegacyPatches.fileName)
    }
    outcome.imported.append(
      .init(release: release, isOffered: isOffered, patchCount: patches.patches.count))
    return release
  }

  private func publisher(
    of bundle: ImportPlan.Bundle, _ contents: ObjectContents
  ) throws -> LegacyPublisher {
    if let publisher = publishers[bundle.jsVersion] { return publisher }
    let publisher = LegacyPublisher(
      try maker.read(ReadableFile(bundle.path)), contents, to: plan.channel, in: editor.store,
      verifier: verifier)
    publishers[bundle.jsVersion] = publisher
    return publisher
  }

  /// Publishes the patches of the old server, and makes new ones from the latest `patchCount`
  /// bundles.
  private func addPatches(
    to bundle: ImportPlan.Bundle, _ publisher: LegacyPublisher
  ) async throws {
    let earlier = plan.bundles.filter { $0.release.timestamp < bundle.release.timestamp }
    for (index, old) in earlier.reversed().enumerated() {
      progress(.makingDelta(index + 1, of: earlier.count))
      let name = try BSDiffPatchName.published(from: old.jsVersion, to: bundle.jsVersion)
      let path = plan.folder + "/" + name
      let hasPatch = try FileStatus.ifExists(path) != nil
      guard hasPatch || index < patchCount, await !publisher.hasTried(old.jsVersion) else {
        continue
      }
      let side = try maker.read(ReadableFile(old.path))
      if hasPatch {
        if try await publisher.addPatch(ReadableFile(path), from: side) { continue }
        unusablePatches.append(path)
      }
      try await publisher.addPatch(from: side, scratch: scratch)
    }
  }

  // MARK: - Outcome

  private func finishOutcome(_ releases: [ChannelRelease]) {
    outcome.offered = releases
    outcome.findings += unusablePatches.map {
      Finding(
        ImportFindingCode.patchUnusable, file: $0,
        "it does not produce the bundle, or is not smaller; another one is made")
    }
    let old = plan.serverResponses
    let minimum = old.differences(releases, .minimum)
    let equal = old.differences(releases, .equal)
    outcome.needsEqualVersions = equal.count < minimum.count
    for difference in outcome.needsEqualVersions ? equal : minimum {
      let app = "\(difference.app.platform.displayName) \(difference.app.version)"
      outcome.findings.append(
        Finding(
          ImportFindingCode.responseDiffers, subject: app,
          difference.new.map {
            "the old server offers \(difference.old), but the channel offers \($0)"
          } ?? "the old server offers \(difference.old), but the channel offers nothing"))
    }
  }
}

extension ImportPlan.Bundle {
  var jsVersion: BundleVersion { release.jsVersion }
}
