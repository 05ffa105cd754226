import ErosBundle
import ErosCore
import ErosCrypto
import ErosFiles
import ErosLegacyPatch
import ErosPack
import ErosStore
import ErosTrust

/// Publishes a bundle for legacy clients, unsigned.
///
/// These clients know a bundle only by its `jsVersion`, so a `jsVersion` must never name two zips.
actor LegacyPublisher {
  private let store: any ObjectStore
  private let channel: ChannelName
  private let maker: UpdateMaker
  private let new: UpdateSide
  private let bundle: ObjectContents
  private var patches: [BundleVersion: LegacyIndex.Patch] = [:]
  /// Build times of old bundles.
  private var built: [BundleVersion: Int64] = [:]
  /// Versions that a patch was made from, whether it is published or not.
  private var tried: Set<BundleVersion> = []
  /// The list, if it was read before publishing.
  private var list: LegacyIndex.Stored?

  init(
    _ new: UpdateSide, _ bundle: ObjectContents, to channel: ChannelName,
    in store: any ObjectStore, verifier: BundleVerifier
  ) {
    self.store = store
    self.channel = channel
    self.new = new
    self.bundle = bundle
    maker = UpdateMaker(.bsdiff, level: .standard, verifier: verifier)
  }

  /// Writes the bundle as `<jsVersion>.zip`.
  ///
  /// - Throws: ``PublishError/sameLegacyVersion(_:_:)`` if this name belongs to a different bundle.
  func addBundle() async throws {
    let key = key("\(new.release.jsVersion).zip")
    guard case .exists = try await store.create(key, bundle, cache: .immutable) else { return }
    guard try await store.contains(key, ObjectDigest(bundle.digest)) else {
      throw PublishError.sameLegacyVersion("\(new.release.jsVersion)", key.text)
    }
  }

  /// Writes the bundle again if it is missing or damaged.
  ///
  /// Call it only for a signed release.
  ///
  /// - Returns: `true` if it was written.
  func restoreBundle() async throws -> Bool {
    let key = key("\(new.release.jsVersion).zip")
    guard try await !store.contains(key, ObjectDigest(bundle.digest)) else { return false }
    return try await store.put(key, bundle) == .uploaded
  }

  // MARK: - Patches

  /// Makes a patch from an old bundle, tries it, and writes it if it is smaller than the new
  /// bundle.
  ///
  /// - Throws: `DeltaError` if no patch can be made.
  func addPatch(from old: UpdateSide, scratch: Folder) async throws {
    let from = old.release.jsVersion
    guard from != new.release.jsVersion, !tried.contains(from) else { return }
    let update = try maker.make(from: old, to: new, scratch: scratch)
    if UInt64(update.bytes.count) < bundle.digest.size {
      patches[from] = try await write(update, from: old)
      built[from] = old.release.timestamp
    }
    tried.insert(from)
  }

  /// Returns `true` even if the patch was too large to publish.
  func hasTried(_ from: BundleVersion) -> Bool { tried.contains(from) }

  /// Writes a patch that someone else made, if it produces the bundle and is smaller.
  ///
  /// - Returns: `true` if the patch is usable.
  /// - Throws: `TransportError` if the store is unreachable.
  func addPatch(_ patch: ReadableFile, from old: UpdateSide) async throws -> Bool {
    let from = old.release.jsVersion
    guard patch.status.size < bundle.digest.size else { return false }
    let bytes = try patch.read(at: 0, count: Int(patch.status.size))
    guard try produces(ZipBytes(bytes, path: patch.path), from: old) else { return false }
    let file = try BSDiffPatchName.published(from: from, to: new.release.jsVersion)
    let digest = try await write(ObjectContents(bytes), to: key(file), from: old)
    patches[from] = .init(from: from, file: file, length: digest.length, sha256: digest.sha256)
    built[from] = old.release.timestamp
    tried.insert(from)
    return true
  }

  private func write(_ update: Update, from old: UpdateSide) async throws -> LegacyIndex.Patch {
    let contents = try ObjectContents(update.bytes)
    let file = try update.publishedName()
    let digest = try await write(contents, to: key(file), from: old)
    return .init(
      from: old.release.jsVersion, file: file, length: digest.length, sha256: digest.sha256)
  }

  /// Writes a patch unless the store has an intact one with the same name.
  ///
  /// - Returns: The digest of the stored patch. Another version may have made it.
  private func write(
    _ patch: ObjectContents, to key: ObjectKey, from old: UpdateSide
  ) async throws -> ObjectDigest {
    let digest = ObjectDigest(patch.digest)
    let outcome = try await store.create(key, patch, cache: .immutable)
    guard case .exists = outcome else { return digest }
    guard try await !store.contains(key, digest) else { return digest }
    if let existing = try await existingPatch(key, from: old) { return existing }
    // Legacy clients hang when they apply a damaged patch.
    guard try await store.overwrite(key, patch) else {
      throw PublishError.damagedObject(
        key.text, expected: "a patch to the bundle \(new.release.jsVersion)")
    }
    return digest
  }

  /// Tries a patch that another version of this tool wrote.
  ///
  /// - Returns: Its digest, or `nil` if it does not produce the bundle.
  private func existingPatch(_ key: ObjectKey, from old: UpdateSide) async throws -> ObjectDigest? {
    let bytes: [UInt8]?
    do {
      bytes = try await store.read(key, limit: Int(bundle.digest.size))?.bytes
    } catch ObjectError.tooLong {
      bytes = nil
    }
    guard let bytes, try produces(ZipBytes(bytes, path: key.text), from: old) else { return nil }
    return ObjectDigest(try ObjectContents(bytes).digest)
  }

  private func produces(_ patch: ZipBytes, from old: UpdateSide) throws -> Bool {
    var hasher = try SHA256Hasher()
    do {
      try BSDiffDecoder(sizeLimit: bundle.digest.size).decode(patch: patch, old: old.source) {
        try hasher.update($0)
      }
    } catch is DeltaError {
      return false
    }
    return try hasher.finish() == bundle.digest.sha256
  }

  /// The patch list that the channel signs.
  var signedList: LegacyPatches {
    LegacyPatches(
      patches.values.sorted { $0.from < $1.from }.map {
        .init(
          from: $0.from, built: built[$0.from] ?? 0, file: $0.file, length: Int64($0.length),
          sha256: $0.sha256)
      })
  }

  // MARK: - The list of files

  /// Returns `true` if the list for the app contains this bundle.
  ///
  /// - Throws: ``PublishError/damagedList(_:reason:)`` if the list is malformed.
  func lists(_ jsVersion: BundleVersion) async throws -> Bool {
    let index = try await LegacyIndex.stored(in: store, app: channel.app)
    list = index
    return index.contents.releases.contains { $0.jsVersion == jsVersion }
  }

  /// Adds the bundle and its patches to the list.
  ///
  /// - Throws: ``PublishError/notListed(number:attempts:)`` if other publishers keep being faster.
  func updateIndex(_ release: ChannelRelease) async throws {
    let listed = LegacyIndex.Release(
      jsVersion: release.jsVersion, built: release.built, native: release.native,
      channel: "\(channel)", number: release.number, length: bundle.digest.size,
      sha256: bundle.digest.sha256, patches: patches.values.sorted { $0.from < $1.from })
    let earlierList = list
    list = nil
    try await LegacyIndex.update(
      in: store, app: channel.app, from: earlierList, number: release.number
    ) {
      $0.add(listed)
      return true
    }
  }

  private func key(_ file: String) -> ObjectKey { StoreLayout.legacy(channel.app, file) }
}
