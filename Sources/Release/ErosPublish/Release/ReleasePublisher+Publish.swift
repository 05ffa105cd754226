package import ErosBundle
import ErosCore
import ErosCrypto
package import ErosFiles
import ErosStore
import ErosTrust

extension ReleasePublisher {
  /// Verifies a bundle and publishes it as the next release of a channel.
  ///
  /// Objects are created and never replaced. So an interrupted call leaves the channel unchanged,
  /// and the next call sends only the missing objects.
  ///
  /// A repeated call publishes nothing. If the channel has a public URL, the call returns the
  /// newest release, so that the caller can check it at that URL, and also if
  /// ``PublishRequest/Options/allowsUnchanged`` is set. Otherwise it throws
  /// ``PublishError/nothingNew(number:differing:promotedTo:)``.
  ///
  /// - Parameters:
  ///   - request: The bundle.
  ///   - verifier: The verifier of bundles.
  ///   - scratch: An empty folder for earlier bundles. The caller removes it.
  ///   - progress: Called with each step, on any thread.
  /// - Returns: The release.
  /// - Throws: ``PublishError``, and the errors of bundles, keys and of the store.
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

  /// Checks that the store contains a release after another editor has changed the store.
  ///
  /// - Throws: ``PublishError/lostWrite(location:reason:)``, and the errors of the store.
  func checkHistory(_ publication: Publication) async throws {
    let release = publication.release
    try await editor.withNewestState([publication.channel]) { state in
      let contents = try state.contents(of: publication.channel)
      let found = try await store.release(release.number, of: contents)?.release
      guard found?.salt == release.salt else {
        throw PublishError.lostWrite(
          location: store.location, reason: "the history does not have the release")
      }
    }
  }
}

/// A step of a publication, for a progress bar.
package enum PublishStep: Sendable, Equatable {
  /// The bundle is verified: the number of bytes read so far, and its size.
  case readingBundle(UInt64, of: UInt64)
  /// A delta is created from the base with this index.
  case makingDelta(Int, of: Int)
  /// Bytes are sent: the number sent so far, and the total.
  case uploading(UInt64, of: UInt64)
  /// The metadata is signed and written.
  case committing
  /// The release is read back.
  case readingBack
}
