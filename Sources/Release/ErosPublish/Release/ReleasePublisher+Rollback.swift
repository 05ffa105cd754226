package import ErosBundle
import ErosCore
package import ErosFiles
import ErosPack
import ErosStore
package import ErosTrust

extension ReleasePublisher {
  /// The file that a rollback adds, so that its bundle differs from the original.
  package static let markerPath = "assets/eros-release.json"

  /// Publishes the files of an earlier release as a new release.
  ///
  /// Legacy clients know a bundle only by its `jsVersion` and install only newer builds. So the new
  /// bundle gets a later build time and one more file.
  ///
  /// By default every device gets the new release, since devices that do not would keep the bad
  /// one. So if you pass no `number`, only a release that was offered to every device is restored.
  ///
  /// Calling this again does not roll back the rollback. It publishes nothing, see
  /// ``publish(_:verifier:scratch:progress:)``.
  ///
  /// - Parameters:
  ///   - number: The release to restore. `nil` picks the newest earlier release that every device
  ///     was offered and that is not paused.
  ///   - options: The settings.
  ///   - channel: The channel.
  ///   - verifier: Verifies the bundles.
  ///   - scratch: An empty folder. The caller removes it.
  ///   - progress: Called with each step, on any thread.
  /// - Returns: The new release.
  /// - Throws: ``PublishError/noRelease(_:_:)``, ``PublishError/noEarlierRelease(_:)`` or
  ///   ``PublishError/notEarlier(_:_:)`` if nothing can be restored,
  ///   ``PublishError/alreadyRolledBack(number:to:)`` after a rollback,
  ///   ``PublishError/busy(attempts:)`` if someone published meanwhile, or an error from
  ///   ``publish(_:verifier:scratch:progress:)``.
  package func rollBack(
    to number: Int64?, _ options: PublishRequest.Options, in channel: ChannelName,
    verifier: BundleVerifier, scratch: Folder,
    progress: @escaping @Sendable (PublishStep) -> Void = { _ in }
  ) async throws -> Publication {
    let (contents, source, old) = try await editor.withNewestState([channel]) { state in
      let contents = try state.contents(of: channel)
      let source = try await rollbackSource(number, options, contents)
      let path = channel.path(source.release.number, ChannelRelease.bundleName)
      let old = try await store.download(
        path, source.release.bundle, to: scratch, name: "rollback.zip")
      guard let old else { throw PublishError.removedRelease(channel, source.release.number) }
      return (contents, source, old)
    }
    var request = PublishRequest(
      source.isRepeated ? old : try repack(old, of: source.release, contents, verifier, scratch),
      to: channel, options)
    request.options.kind = source.release.kind
    request.options.surfaces = source.release.surfaces
    request.options.rehearsal = source.release.rehearsal
    request.restores = source.isRepeated ? source.release.restores : source.release.number
    do {
      var publication = try await publish(
        request, verifier: verifier, scratch: scratch, progress: progress)
      // The history shows the rollout at publication, not its later changes.
      let listed = contents.releases.first { $0.number == publication.release.restores }
      publication.restoredRollout = listed?.offeredRollout
      return publication
    } catch PublishError.nothingNew(let newest, _, _) where source.isRepeated {
      throw PublishError.alreadyRolledBack(number: newest, to: source.release.restores ?? 0)
    } catch PublishError.notNewer(_, _, _, let newest, _) where newest > contents.newestNumber {
      // The user decides if the newer release is to be rolled back as well.
      throw PublishError.busy(attempts: 1)
    } catch PublishError.newestInFuture(_, _, _, let newest) where newest > contents.newestNumber {
      throw PublishError.busy(attempts: 1)
    }
  }

  /// Returns the earlier release to publish again.
  ///
  /// In a repeated call it is the newest release: the rollback itself.
  private func rollbackSource(
    _ number: Int64?, _ options: PublishRequest.Options, _ contents: ChannelContents
  ) async throws -> (release: ChannelRelease, isRepeated: Bool) {
    guard contents.newestNumber > 1 || number != nil else {
      throw PublishError.noEarlierRelease(contents.name)
    }
    if let newest = contents.releases.first, let restored = newest.restores,
      number ?? restored == restored
    {
      let isLegacy = options.isLegacy ?? (newest.legacy != nil)
      guard isLegacy || contents.publicURL != nil || options.publicURL != .keep else {
        throw PublishError.alreadyRolledBack(number: newest.number, to: restored)
      }
      return (newest, true)
    }
    guard number != contents.newestNumber else {
      throw PublishError.notEarlier(contents.name, contents.newestNumber)
    }
    guard let number else { return (try await newestForAll(before: contents), false) }
    // The channel knows the current rollout. The history has the original one.
    if let listed = contents.releases.first(where: { $0.number == number }) {
      return (listed, false)
    }
    guard let entry = try await store.release(number, of: contents) else {
      throw PublishError.noRelease(contents.name, number)
    }
    return (entry.release, false)
  }

  /// Returns the newest earlier release that every device is offered and that is not paused.
  private func newestForAll(before contents: ChannelContents) async throws -> ChannelRelease {
    let earlier = contents.releases.dropFirst()
    if let release = earlier.first(where: \.isForAll) { return release }
    let listed = Set(contents.releases.map(\.number))
    let entry = try await store.newestEntry(of: contents) {
      $0.isForAll && !listed.contains($0.number)
    }
    guard let entry else { throw PublishError.noEarlierRelease(contents.name) }
    return entry.release
  }

  private func repack(
    _ old: ReadableFile, of release: ChannelRelease, _ contents: ChannelContents,
    _ verifier: BundleVerifier, _ scratch: Folder
  ) throws -> ReadableFile {
    let marker = JSONValue.sorted([
      "rollback": .sorted([
        "from": .integer(contents.newestNumber), "to": .integer(release.number),
      ]), "time": .integer(now),
    ])
    let newest = contents.releases.first?.built ?? 0
    return try Self.repack(
      old, adding: JSONWriter.write(marker), built: max(now, newest + 1), verifier, scratch)
  }

  /// Unpacks a bundle, adds the marker, and packs it again.
  private static func repack(
    _ old: ReadableFile, adding marker: [UInt8], built: Int64, _ verifier: BundleVerifier,
    _ scratch: Folder
  ) throws -> ReadableFile {
    let name = "rollback"
    let folder = try scratch.newFolder(name)
    let report = try BundleUnpacker(verifier).unpack(old, into: folder)
    guard report.verdict == .verified, let manifest = report.manifest else {
      throw DeltaError(notVerified: old.path, report)
    }
    let markerPath = try BundlePath(Self.markerPath)
    try write(marker, to: folder)
    let files = report.files.map(\.entry.path).filter {
      $0 != markerPath && $0.string != BundleManifest.entryName
    }
    let source = try BundleSource(
      scratch.path + "/" + name, files: files + [markerPath], folders: report.folders,
      manifestBytes: nil)
    let isStored = report.files.allSatisfy { $0.entry.method == .stored }
    let settings = BundlePacker.Settings(
      appName: manifest.appName, android: manifest.android, iOS: manifest.iOS,
      jsPath: manifest.jsPath, timestamp: built, level: isStored ? .store : .standard,
      framework: .none)
    let zip = try StagedFile(scratch.path + "/new.zip")
    _ = try BundlePacker(settings, threads: verifier.threads).pack(source, into: zip)
    try StagedFile.commit([zip])
    return try ReadableFile(scratch.path + "/new.zip")
  }

  /// Writes the marker, replacing one from an earlier rollback.
  private static func write(_ marker: [UInt8], to folder: Folder) throws {
    let parts = markerPath.split(separator: "/").map(String.init)
    let assets = try folder.folder(parts[0])
    try assets.removeTree(parts[1])
    var file = try assets.newFile(parts[1])
    try file.write(marker)
    try file.close()
  }
}
