package import ErosBundle
import ErosCore
import ErosCrypto
package import ErosFiles
import ErosStore
import ErosTrust

extension ReleasePublisher {
  /// Verifies a bundle and publishes it as the next release of the channel.
  ///
  /// Publishing creates objects and never replaces any. If you interrupt it, the channel stays as
  /// it was, and the next call uploads only the missing objects.
  ///
  /// A repeated call publishes nothing. It returns the newest release if the channel has a public
  /// URL, so that you can check it there, or if ``PublishRequest/Options/allowsUnchanged`` is set.
  /// Otherwise it throws ``PublishError/nothingNew(number:differing:promotedTo:)``.
  ///
  /// - Parameters:
  ///   - request: The bundle, the channel and the settings.
  ///   - verifier: Verifies the bundle.
  ///   - scratch: An empty folder for earlier bundles. The caller removes it.
  ///   - progress: Called with each step, on any thread.
  /// - Returns: The release, with its objects and the bases that got no delta.
  /// - Throws: ``PublishError`` if the publication is refused, `DeltaError` if the bundle is
  ///   invalid, `KeyError` if a key cannot be used, or `TransportError` if the store is
  ///   unreachable.
  package func publish(
    _ request: PublishRequest, verifier: BundleVerifier, scratch: Folder,
    progress: @escaping @Sendable (PublishStep) -> Void = { _ in }
  ) async throws -> Publication {
    var work = try PublishWork(request, editor, verifier: verifier, scratch: scratch, progress)
    var (publication, isNewest) = try await editor.update([request.channel]) { state in
      try await work.change(state)
    }
    publication.exceedsDeviceLimits = work.exceedsDeviceLimits
    progress(.readingBack)
    if !isNewest { try await checkHistory(publication) }
    if publication.isNew { try await work.legacy?.updateIndex(publication.release) }
    return publication
  }

  /// Checks that a release is still in the history after another editor has changed the store.
  ///
  /// - Throws: ``PublishError/lostWrite(location:reason:)`` if it is gone, or `TransportError` if
  ///   the store is unreachable.
  func checkHistory(_ publication: Publication) async throws {
    let release = publication.release
    try await editor.withNewestState([publication.channel]) { state in
      let contents = try state.contents(of: publication.channel)
      let historyRelease = try await store.release(release.number, of: contents)?.release
      guard historyRelease?.salt == release.salt else {
        throw PublishError.lostWrite(
          location: store.location, reason: "the history does not have the release")
      }
    }
  }
}

/// Progress of a publication.
package enum PublishStep: Sendable, Equatable {
  /// Verifying: bytes read so far, and the size of the bundle.
  case readingBundle(UInt64, of: UInt64)
  /// Making the delta from the base with this index, counted from 1.
  case makingDelta(Int, of: Int)
  /// Bytes sent so far, and in total.
  case uploading(UInt64, of: UInt64)
  /// Signing and writing the metadata.
  case committing
  /// Reading the release back.
  case readingBack
}
