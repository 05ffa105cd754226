import ErosCore
import ErosStore
import ErosTransport
import ErosTrust

/// The files of a store for clients in the field.
///
/// Signed metadata decides what clients get. Of the files below `legacy/`, which are not signed
/// themselves, only existence and length are examined; `legacy/<app>/index.json` is never read.
struct FieldFiles: Sendable {
  /// The length of the header of a BSDIFF40 patch; clients crash on a shorter one.
  private static let minimumPatchLength: Int64 = 32

  private let store: any ObjectReader
  private let downloads: WebAddress
  /// The files that exist and are never replaced, with their lengths.
  private var found: [ObjectKey: UInt64] = [:]
  /// The signed lists of patches that were read, by their digest.
  private var lists: [RecordedDigest: LegacyPatches] = [:]

  init(_ store: any ObjectReader, downloads: WebAddress) {
    self.store = store
    self.downloads = downloads
  }

  /// Returns the releases of a channel of which the bundle exists for clients in the field.
  ///
  /// - Throws: ``ServeError/damagedFile(_:)``, `ChannelError`, and the errors of the store.
  mutating func app(
    _ app: ServerConfig.App, _ contents: ChannelContents
  ) async throws -> FieldApp {
    var releases: [FieldRelease] = []
    for release in contents.releases where release.kind == .bundle {
      guard try await has("\(release.jsVersion).zip", of: app, length: release.bundle.length) else {
        continue
      }
      releases.append(
        FieldRelease(
          number: release.number, jsVersion: release.jsVersion, built: release.built,
          native: release.native, rollout: release.effectiveRollout,
          offset: try FieldBucket.offset(salt: release.salt), isPaused: release.isStopped,
          patches: try await patches(of: release, app)))
    }
    let embedded = contents.embedded.map {
      FieldApp.Embedded(jsVersion: $0.jsVersion, built: $0.built, native: $0.native)
    }
    return FieldApp(
      name: app.name, releases: releases, embedded: embedded,
      folder: try downloads.appending("legacy/\(app.channel.app)/").text, settings: app.settings)
  }

  /// Returns the patches to a release that the channel signs and that exist.
  private mutating func patches(
    of release: ChannelRelease, _ app: ServerConfig.App
  ) async throws -> [BundleVersion: FieldApp.Patch] {
    guard let file = release.legacy else { return [:] }
    var patches: [BundleVersion: FieldApp.Patch] = [:]
    for patch in try await list(file, of: release, app.channel).patches
    where patch.length >= Self.minimumPatchLength {
      guard try await has(patch.file, of: app, length: patch.length) else { continue }
      patches[patch.from] = .init(file: patch.file, built: patch.built)
    }
    return patches
  }

  private mutating func list(
    _ file: TargetFile, of release: ChannelRelease, _ channel: ChannelName
  ) async throws -> LegacyPatches {
    if let list = lists[file.digest] { return list }
    let path = file.consistentPath(of: channel.path(release.number, LegacyPatches.fileName))
    let limit = LegacyPatches.maximumLength
    guard file.length <= limit, let key = ObjectKey("targets/" + path),
      let (bytes, _) = try await store.read(key, limit: limit), bytes.count == file.length,
      try file.digest.matches(bytes.span)
    else { throw ServeError.damagedFile(path) }
    let list = try LegacyPatches(bytes, of: channel)
    lists[file.digest] = list
    return list
  }

  /// Returns whether a file for clients in the field exists and has a length.
  private mutating func has(
    _ file: String, of app: ServerConfig.App, length: Int64
  ) async throws -> Bool {
    guard let key = ObjectKey("legacy/\(app.channel.app)/\(file)"), key.components.count == 3,
      file == file.percentEncoded
    else { return false }
    if let known = found[key] { return known == UInt64(length) }
    guard let status = try await store.status(of: key), let size = status.length,
      size == UInt64(length)
    else { return false }
    found[key] = size
    return true
  }
}
