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
  /// Waits for caches: at most a minute.
  ///
  /// - Throws: ``PublishError/notVisible(location:reason:)``.
  package func check(_ publication: Publication) async throws {
    do {
      try await waitForRelease(publication)
      for object in publication.contents.objects
      where !object.path.hasSuffix(ChannelContents.historyName) {
        try await check(object)
      }
    } catch let error as PublishError {
      throw error
    } catch let error as any ErosError {
      throw fail(error.problem)
    }
  }

  private func waitForRelease(_ publication: Publication) async throws {
    for attempt in 1...Self.maximumAttempts {
      let state = try await StoreState.load(
        from: reader, pinnedRoot: pinnedRoot, channels: [publication.channel])
      if let expired = state.expired(at: now).first {
        throw fail("the metadata of '\(expired.role)' expired at \(expired.since.utc)")
      }
      let newest = try state.contents(of: publication.channel).newestNumber
      if newest >= publication.release.number { return }
      if attempt < Self.maximumAttempts { try await Task.sleep(for: pause) }
    }
    throw fail("it delivers an older timestamp")
  }

  private func check(_ object: Publication.Object) async throws {
    let key = try StoreLayout.target(object.path, object.file)
    switch try await reader.check(key, object.file) {
    case .intact: return
    case .missing: throw fail("'\(object.path)' is missing")
    case .damaged: throw fail("'\(object.path)' is damaged")
    }
  }

  private func fail(_ reason: String) -> PublishError {
    .notVisible(location: reader.location, reason: reason)
  }
}
