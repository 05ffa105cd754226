package import ErosBundle
import ErosCore
import ErosCrypto
import ErosDelta
package import ErosFiles
import ErosStore
import ErosTrust

extension StoreEditor {
  /// Verifies a bundle and publishes it as the next release of a channel.
  ///
  /// Every object is created and never replaced, so an interrupted call leaves the channel as it was,
  /// and the next one sends only what is missing.
  ///
  /// - Parameters:
  ///   - request: The bundle.
  ///   - verifier: The verifier of bundles.
  ///   - scratch: An empty folder for earlier bundles; the caller removes it.
  ///   - progress: Called with each step, from any thread.
  /// - Throws: ``PublishError``, and the errors of bundles, keys and of the store.
  package func publish(
    _ request: PublishRequest, verifier: BundleVerifier, scratch: Folder,
    progress: @escaping @Sendable (PublishStep) -> Void = { _ in }
  ) async throws -> Publication {
    progress(.readingBundle)
    var work = try PublishWork(request, self, verifier: verifier, scratch: scratch, progress)
    let (publication, written) = try await update([request.channel]) { state in
      try await work.change(state)
    }
    progress(.readingBack)
    try await checkVisible(publication, written)
    try await work.legacy?.updateIndex(publication.release)
    return publication
  }

  /// Checks that the store has what was just written, in case it loses writes.
  func checkVisible(
    _ publication: Publication, _ written: MetadataCommit.Written
  ) async throws {
    func fail(_ reason: String) -> PublishError {
      .notVisible(location: store.location, reason: reason)
    }
    let timestamp = try await store.read(
      StoreLayout.timestamp, limit: TrustLimits.standard.timestampBytes)
    // Another publisher may have replaced the timestamp, which contains this release then.
    guard let timestamp else { throw fail("the timestamp is missing") }
    if timestamp.bytes != written.timestamp {
      let state = try await load([publication.channel])
      let newest = try state.contents(of: publication.channel).newestNumber
      guard newest >= publication.release.number else {
        throw fail("the timestamp is an older one")
      }
    }
    for (role, reference) in written.files.sorted(by: { inByteOrder($0.key, $1.key) }) {
      let status = try await store.status(
        of: StoreLayout.metadata(role, version: reference.version))
      guard let length = status?.length, Int64(clamping: length) == reference.record.length else {
        throw fail("the metadata of '\(role)' is missing or damaged")
      }
    }
    for object in publication.contents.objects {
      let status = try await store.status(of: StoreLayout.target(object.path, object.file))
      guard let length = status?.length, Int64(clamping: length) == object.file.length else {
        throw fail("'\(object.path)' is missing or damaged")
      }
    }
  }
}

/// A step of a publication, for a progress bar.
package enum PublishStep: Sendable, Equatable {
  /// The bundle is verified.
  case readingBundle
  /// The delta from a base is made: its index and their number.
  case makingDelta(Int, of: Int)
  /// Bytes are sent: the number sent so far, and their total.
  case uploading(UInt64, of: UInt64)
  /// The metadata is signed and written.
  case committing
  /// The release is read back.
  case readingBack
}
