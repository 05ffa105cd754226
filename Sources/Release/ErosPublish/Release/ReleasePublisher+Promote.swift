package import ErosBundle
import ErosCore
package import ErosFiles
import ErosStore
package import ErosTrust

extension ReleasePublisher {
  /// Publishes a release from one channel in another channel of the same app.
  ///
  /// The store copies the bundle and its deltas. If the target channel serves legacy clients, their
  /// files are made as for a new bundle.
  ///
  /// - Parameters:
  ///   - number: The release.
  ///   - source: The channel that has it.
  ///   - target: The channel to publish it in.
  ///   - options: The settings.
  ///   - verifier: Verifies the bundles.
  ///   - scratch: An empty folder for bundles. The caller removes it.
  /// - Returns: The release in `target`. A repeated call publishes nothing, see
  ///   ``publish(_:verifier:scratch:progress:)``.
  /// - Throws: ``PublishError`` if the promotion is refused, `DeltaError` if a bundle is invalid,
  ///   `KeyError` if a key cannot be used, or `TransportError` if the store is unreachable.
  package func promote(
    _ number: Int64, of source: ChannelName, to target: ChannelName,
    _ options: PublishRequest.Options, verifier: BundleVerifier, scratch: Folder
  ) async throws -> Publication {
    let salt = try ChannelRelease.newSalt()
    var legacy = LegacyPromotion(
      source: source, target: target, options: options, store: store, verifier: verifier,
      scratch: scratch)
    let (publication, isNewest) = try await editor.update([source, target]) { state in
      let from = try state.contents(of: source)
      let listed = from.releases.first { $0.number == number }
      guard let release = try await store.release(number, of: from)?.release else {
        throw PublishError.noRelease(source, number)
      }
      var draft = try await ReleaseDraft(target, options, state, editor)
      if let published = draft.published(salt) { return (nil, published) }
      return try await draft.promote(
        listed ?? release, from: source, retries: from.retries(of: release.tree), salt: salt,
        &legacy)
    }
    if !isNewest { try await checkHistory(publication) }
    if publication.isNew { try await legacy.publisher?.updateIndex(publication.release) }
    return publication
  }
}

extension ReleaseDraft {
  /// Copies the objects of the release from `source`, where devices may try its files `retries`
  /// more times.
  fileprivate mutating func promote(
    _ release: ChannelRelease, from source: ChannelName, retries: Int, salt: String,
    _ legacy: inout LegacyPromotion
  ) async throws -> StoreEditor.Change<Publication> {
    var new = ChannelRelease(
      number: number, tree: release.tree, jsVersion: release.jsVersion, built: release.built,
      native: release.native, rollout: options.rollout, salt: salt,
      notes: options.notes ?? release.notes, bundle: release.bundle, deltas: [])
    new.urgency = options.urgency ?? release.urgency
    new.localizedNotes = options.localizedNotes ?? release.localizedNotes
    new.plan = options.plan
    new.kind = release.kind
    new.surfaces = release.surfaces
    new.rehearsal = release.rehearsal
    new.pagesSize = release.pagesSize
    // Devices count retries per file tree, in any channel.
    new.retries = max(retries, self.retries(of: new.tree))
    let hasCompleted = try await legacy.prepare(release, self)
    if let change = try repeated(new, hasCompleted: hasCompleted) { return change }
    try check(new, app: source.app, name: "release \(release.number)", isPromoted: true)
    let path = source.path(release.number, ChannelRelease.bundleName)
    guard try await copy(release.bundle, path, as: ChannelRelease.bundleName) else {
      throw PublishError.removedRelease(source, release.number)
    }
    for delta in release.deltas {
      let path = source.path(release.number, delta.name)
      if try await copy(delta.file, path, as: delta.name) {
        new.deltas.append(delta)
      } else {
        skip("\(delta.from)", .removed)
      }
    }
    for base in releases.prefix(options.deltaCount) where base.tree != new.tree {
      guard !new.deltas.contains(where: { $0.from == base.tree }) else { continue }
      skip("release \(base.number)", .notPromoted(from: source))
    }
    new.legacy = try await legacy.add(release, to: &self)
    return try await finish(new)
  }
}
