import ErosCore
package import ErosStore
import ErosTrust

/// The check that a device can install a release from the URL of a store.
package struct PublicCheck: Sendable {
  private static let maximumAttempts = 30

  private let reader: any ObjectReader
  private let pinnedRoot: [UInt8]
  private let now: Int64
  /// The pause before the next attempt, because caches may keep the timestamp for 30 seconds.
  private let pause: Duration

  package init(
    _ reader: any ObjectReader, pinnedRoot: [UInt8], now: Int64, pause: Duration = .seconds(2)
  ) {
    self.reader = reader
    self.pinnedRoot = pinnedRoot
    self.now = now
    self.pause = pause
  }

  /// Reads the metadata, the bundle and the deltas of a release as a device does.
  ///
  /// Waits at most a minute for caches.
  ///
  /// - Throws: ``PublishError/notVisible(location:reason:)``.
  package func check(_ publication: Publication) async throws {
    let (channel, release) = (publication.channel, publication.release)
    do {
      try await waitForRelease(release, of: channel)
      try await check(release.bundle, channel.path(release.number, ChannelRelease.bundleName))
      for delta in release.deltas {
        try await check(delta.file, channel.path(release.number, delta.name))
      }
    } catch let error as any ErosError {
      if case .notVisible = error as? PublishError { throw error }
      throw fail(error.problem)
    }
  }

  private func waitForRelease(_ release: ChannelRelease, of channel: ChannelName) async throws {
    for attempt in 1...Self.maximumAttempts {
      if attempt > 1 { try await Task.sleep(for: pause) }
      if try await shows(release, of: channel) { return }
    }
    throw fail("it delivers an older timestamp")
  }

  /// Returns whether a device can find a release; `false` if the metadata is older.
  private func shows(_ release: ChannelRelease, of channel: ChannelName) async throws -> Bool {
    let state: StoreState
    do {
      state = try await StoreState.load(
        from: reader, pinnedRoot: pinnedRoot, channels: [channel])
    } catch PublishError.noChannel {
      // The channel is newer than the metadata.
      return false
    }
    if let expired = state.expired(at: now).first {
      throw fail("the metadata of '\(expired.role)' expired at \(expired.since.utc)")
    }
    let contents = try state.contents(of: channel)
    guard contents.newestNumber >= release.number else { return false }
    var found = contents.releases.first { $0.number == release.number }
    if found == nil { found = try await reader.release(release.number, of: contents)?.release }
    // The salt is random, so it tells two releases of one number apart.
    guard found?.salt == release.salt else {
      throw fail("its release \(release.number) of '\(channel)' is another one")
    }
    return true
  }

  private func check(_ file: TargetFile, _ path: String) async throws {
    switch try await reader.check(try StoreLayout.target(path, file), file) {
    case .intact: return
    case .missing: throw fail("'\(path)' is missing")
    case .damaged: throw fail("'\(path)' is damaged")
    }
  }

  private func fail(_ reason: String) -> PublishError {
    .notVisible(location: reader.location, reason: reason)
  }
}
