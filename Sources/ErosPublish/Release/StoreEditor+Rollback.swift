package import ErosBundle
import ErosCore
import ErosDelta
package import ErosFiles
import ErosPack
import ErosStore
package import ErosTrust

extension StoreEditor {
  /// The file that makes the bundle of a rollback differ from the earlier one.
  package static let markerPath = "assets/eros-release.json"

  /// Publishes the files of an earlier release again, as a new release.
  ///
  /// Clients in the field install only a newer build time, and know a bundle only by its `jsVersion`.
  /// So the new bundle has a new build time, and one more file.
  ///
  /// After an interruption, the same call can be repeated: it does not roll back a rollback.
  ///
  /// - Parameters:
  ///   - number: The release to go back to; `nil` for the newest earlier one
  ///     that is not paused.
  ///   - options: The settings of the publication.
  ///   - channel: The channel.
  ///   - verifier: The verifier of bundles.
  ///   - scratch: An empty folder; the caller removes it.
  ///   - progress: As for ``publish(_:verifier:scratch:progress:)``.
  /// - Returns: The new release.
  /// - Throws: ``PublishError/noRelease(_:_:)``, ``PublishError/noEarlierRelease(_:)``,
  ///   ``PublishError/alreadyRolledBack(number:to:)``, and the errors of
  ///   ``publish(_:verifier:scratch:progress:)``.
  package func rollBack(
    to number: Int64?, _ options: PublishRequest.Options, in channel: ChannelName,
    verifier: BundleVerifier, scratch: Folder,
    progress: @escaping @Sendable (PublishStep) -> Void = { _ in }
  ) async throws -> Publication {
    let (contents, entry, old) = try await withNewestState([channel]) { state in
      let contents = try state.contents(of: channel)
      let entry = try await earlierRelease(number, contents)
      let path = channel.path(entry.number, ChannelRelease.bundleName)
      guard
        let old = try await store.download(path, entry.bundle, to: scratch, name: "rollback.zip")
      else { throw PublishError.removedRelease(channel, entry.number) }
      return (contents, entry, old)
    }
    let newest = contents.releases.first?.built ?? 0
    let marker = JSONValue.sorted([
      "rollback": .sorted([
        "from": .integer(contents.newestNumber), "to": .integer(entry.number),
      ]), "time": .integer(now),
    ])
    let bundle = try Self.repack(
      old, adding: JSONWriter.write(marker), built: max(now, newest + 1), verifier, scratch)
    var request = PublishRequest(bundle, to: channel, options)
    request.options.kind = entry.kind
    request.options.surfaces = entry.surfaces
    request.restores = entry.number
    do {
      return try await publish(request, verifier: verifier, scratch: scratch, progress: progress)
    } catch PublishError.notNewer(_, _, _, let number) where number > contents.newestNumber {
      // Whether to roll back the release of the other publisher is another decision.
      throw PublishError.busy(attempts: 1)
    }
  }

  /// Returns the release of a number; without one, the newest earlier one that is not paused.
  private func earlierRelease(
    _ number: Int64?, _ contents: ChannelContents
  ) async throws -> ChannelRelease {
    let unpaused = contents.releases.dropFirst().first { !$0.isPaused }?.number
    let wanted = number ?? unpaused ?? contents.newestNumber - 1
    guard contents.newestNumber > 1 || number != nil else {
      throw PublishError.noEarlierRelease(contents.name)
    }
    if let newest = contents.releases.first, let restored = newest.restores,
      number ?? restored == restored
    {
      throw PublishError.alreadyRolledBack(number: newest.number, to: restored)
    }
    guard let entry = try await store.release(wanted, of: contents) else {
      throw PublishError.noRelease(contents.name, wanted)
    }
    return entry.release
  }

  /// Packs the files of a bundle with the marker.
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

  /// Writes the marker, replacing that of an earlier rollback.
  private static func write(_ marker: [UInt8], to folder: Folder) throws {
    let parts = markerPath.split(separator: "/").map(String.init)
    let assets = try folder.folder(parts[0])
    try assets.removeTree(parts[1])
    var file = try assets.newFile(parts[1])
    try file.write(marker)
    try file.close()
  }
}
