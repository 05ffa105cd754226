package import ErosCore
package import ErosStore
import ErosTrust

/// The result of checking a release store as a device and as a publisher.
package struct StoreCheck: Sendable {
  /// A problem of a store.
  package struct Problem: Sendable, Equatable {
    /// The kinds of problems.
    package enum Code: String, Sendable, CaseIterable {
      /// Metadata has expired, so devices get no updates.
      case expired
      /// Metadata expires soon.
      case expiresSoon
      /// The store does not have a file that metadata names.
      case missing
      /// A file is not the one that metadata names.
      case damaged
      /// The store does not have the bundle of a release in the history.
      case removedBundle
      /// A channel was never signed.
      case unsignedChannel
    }

    package let code: Code
    /// The role or the object.
    package let subject: String
    /// The time of an expiry.
    package let date: Timestamp?

    /// Whether devices are affected.
    package var isError: Bool {
      switch code {
      case .expired, .missing, .damaged: true
      case .expiresSoon, .removedBundle, .unsignedChannel: false
      }
    }
  }

  /// The number of objects that metadata names and that were read.
  package private(set) var objectCount = 0
  /// The number of bytes that were read.
  package private(set) var byteCount: UInt64 = 0
  /// The problems; errors first.
  package private(set) var problems: [Problem] = []
  /// The verified metadata.
  package let state: StoreState

  private let store: any ObjectReader
  private let now: Int64

  /// Verifies all metadata of a store, and reads each file that a device may install.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - pinnedRoot: A root metadata file that is trusted.
  ///   - now: The current time in milliseconds since 1970.
  ///   - progress: Called with the number of bytes read.
  /// - Returns: The problems of the store.
  /// - Throws: `TrustError` if metadata is not trusted, and the errors of the store.
  package static func run(
    on store: any ObjectReader, pinnedRoot: [UInt8], now: Int64,
    progress: @Sendable (UInt64) -> Void = { _ in }
  ) async throws -> StoreCheck {
    let state = try await StoreState.load(from: store, pinnedRoot: pinnedRoot, channels: nil)
    var check = StoreCheck(state, store, now)
    check.checkExpiries()
    for channel in state.channels { try await check.check(channel, progress) }
    check.problems.sort { $0.isError && !$1.isError }
    return check
  }

  private init(_ state: StoreState, _ store: any ObjectReader, _ now: Int64) {
    self.state = state
    self.store = store
    self.now = now
  }

  /// Whether a device can update and nothing is damaged.
  package var isGood: Bool { !problems.contains(where: \.isError) }

  private mutating func checkExpiries() {
    for (role, date) in state.expiries {
      if date.milliseconds <= now {
        problems.append(Problem(code: .expired, subject: role, date: date))
      } else if date.milliseconds - now <= MetadataLifetime.warning(of: role) {
        problems.append(Problem(code: .expiresSoon, subject: role, date: date))
      }
    }
  }

  private mutating func check(
    _ channel: ChannelName, _ progress: @Sendable (UInt64) -> Void
  ) async throws {
    guard let metadata = state.roles[channel.role] else {
      problems.append(Problem(code: .unsignedChannel, subject: "\(channel)", date: nil))
      return
    }
    for (path, file) in metadata.targets.sorted(by: { inByteOrder($0.key, $1.key) }) {
      try await check(path, file)
      progress(byteCount)
    }
    do {
      try await checkHistory(try ChannelContents(channel, metadata))
    } catch is ChannelError {
      add(.damaged, StoreLayout.metadata(channel.role, version: metadata.version))
    }
  }

  /// Reads a file and compares its digest.
  private mutating func check(_ path: String, _ file: TargetFile) async throws {
    let key = try StoreLayout.target(path, file)
    objectCount += 1
    var reader = try TargetHash()
    do {
      let status = try await store.read(key, from: 0, limit: UInt64(clamping: file.length)) {
        try reader.update($0)
      }
      byteCount += reader.count
      guard status != nil else { return add(.missing, key) }
      if try reader.digest() != file.digest { add(.damaged, key) }
    } catch StoreError.tooLong {
      add(.damaged, key)
    }
  }

  /// Reads the pages of the history, and looks for the bundles of their releases.
  private mutating func checkHistory(_ contents: ChannelContents) async throws {
    let offered = Set(contents.releases.map(\.number))
    var location = contents.history
    while let next = location {
      do {
        let page = try await store.page(next, of: contents.name)
        for release in page.entries.map(\.release) where !offered.contains(release.number) {
          let path = contents.name.path(release.number, ChannelRelease.bundleName)
          let key = try StoreLayout.target(path, release.bundle)
          if try await store.status(of: key) == nil { add(.removedBundle, key) }
        }
        location = page.older
        if let location { try await check(location.path, location.file) }
      } catch PublishError.damagedObject {
        // It was reported when the file was read.
        return
      }
    }
  }

  private mutating func add(_ code: Problem.Code, _ key: ObjectKey) {
    problems.append(Problem(code: code, subject: key.text, date: nil))
  }
}
