package import ErosCore
import ErosFiles
import ErosStore
package import ErosTrust

/// Checks that devices can install a release from the public URL of the store.
package struct PublicCheck: Sendable {
  private static let maximumAttempts = 30

  private let reader: any ObjectReader
  private let pinnedRoot: [UInt8]
  private let now: Int64
  /// The pause between attempts.
  ///
  /// Caches may keep the timestamp for 30 seconds.
  private let pause: TimeLength

  package init(
    _ reader: any ObjectReader, pinnedRoot: [UInt8], now: Int64, pause: TimeLength = .seconds(2)
  ) {
    self.reader = reader
    self.pinnedRoot = pinnedRoot
    self.now = now
    self.pause = pause
  }

  /// Reads a release as a device would: metadata, bundle and deltas.
  ///
  /// For about a minute, the check tolerates caches that may deliver the old timestamp, deliver the
  /// new one before its files, or report a file as missing.
  ///
  /// - Throws: ``PublishError/notVisible(location:reason:)`` if a device cannot install the
  ///   release.
  package func check(_ publication: Publication) async throws {
    let (channel, release) = (publication.channel, publication.release)
    var attempts = Self.maximumAttempts
    do {
      try await wait(&attempts) { try await metadataProblem(release, of: channel) }
      let deltas = release.deltas.map { ($0.file, $0.name) }
      for (file, name) in [(release.bundle, ChannelRelease.bundleName)] + deltas {
        let path = channel.path(release.number, name)
        try await wait(&attempts) { try await problem(file, path) }
      }
    } catch let error as any ErosError {
      if case .notVisible = error as? PublishError { throw error }
      throw fail(error.problem)
    }
  }

  /// Repeats a check while caches may explain its problem.
  ///
  /// - Throws: ``PublishError/notVisible(location:reason:)`` after the last attempt.
  private func wait(_ attempts: inout Int, _ check: () async throws -> Message?) async throws {
    while let problem = try await check() {
      attempts -= 1
      guard attempts > 0 else { throw fail(problem) }
      try await pause.sleep()
    }
  }

  /// Returns why a device would miss the release, if caches may be the cause.
  private func metadataProblem(
    _ release: ChannelRelease, of channel: ChannelName
  ) async throws -> Message? {
    let oldMetadata: Message = "it delivers an older timestamp"
    let state: StoreState
    do {
      state = try await StoreState.load(
        from: reader, pinnedRoot: pinnedRoot, channels: [channel])
    } catch PublishError.noChannel {
      // The channel is newer than the cached metadata.
      return oldMetadata
    } catch let error as TrustError where error.isOfMixedVersions {
      return error.problem
    }
    if let expired = state.expired(at: now).first {
      throw fail("the metadata of '\(expired.role)' expired at \(expired.since.utc)")
    }
    let contents = try state.contents(of: channel)
    guard contents.newestNumber >= release.number else { return oldMetadata }
    var publicRelease = contents.releases.first { $0.number == release.number }
    if publicRelease == nil {
      publicRelease = try await reader.release(release.number, of: contents)?.release
    }
    // Salts are random, so they tell two releases with one number apart.
    guard publicRelease?.salt == release.salt else {
      throw fail("its release \(release.number) of '\(channel)' differs from the published release")
    }
    return nil
  }

  /// Returns why a device would miss a file, if caches may be the cause.
  private func problem(_ file: TargetFile, _ path: String) async throws -> Message? {
    switch try await reader.check(try StoreLayout.target(path, file), file) {
    case .intact: return nil
    case .missing: return "'\(path)' is missing"
    case .damaged: throw fail("'\(path)' is damaged")
    }
  }

  private func fail(_ reason: Message) -> PublishError {
    .notVisible(location: reader.location, reason: reason)
  }
}

extension TrustError {
  /// Caches that mix old and new metadata cause these errors.
  fileprivate var isOfMixedVersions: Bool {
    switch self {
    case .missing, .mismatch, .versionMismatch: true
    default: false
    }
  }
}
