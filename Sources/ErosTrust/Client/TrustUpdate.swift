/// An update of the metadata that a device trusts, as described in section 5 of the TUF
/// specification.
///
/// The update does not access the network, the disk or the clock. It asks for one step after the
/// other; the caller answers requests with ``receive(_:)`` and makes the changes durable in the order
/// given. After any error or interruption a new update continues from the stored files.
///
/// ```swift
/// var update = try TrustUpdate(stored: folder.load(), now: now)
/// while let step = try update.next() {
///   switch step {
///   case .fetch(let request): update.receive(try await download(request))
///   case .change(let change): try folder.apply(change)
///   }
/// }
/// ```
package struct TrustUpdate {
  /// A step that the caller performs.
  package enum Step: Sendable {
    /// Downloads a file and passes the answer to ``TrustUpdate/receive(_:)``.
    case fetch(MetadataRequest)
    /// Changes the stored files durably.
    case change(MetadataChange)
  }

  /// The part of the update that is performed next.
  enum Stage {
    case root, timestamp, snapshot, search, complete
    case failed(any Error)
  }

  /// The trusted root metadata.
  package internal(set) var root: RootMetadata
  /// The trusted timestamp metadata, which may have expired until the update is complete.
  package internal(set) var timestamp: TimestampMetadata?
  /// The trusted snapshot metadata.
  package internal(set) var snapshot: SnapshotMetadata?
  /// The trusted targets metadata of the roles that were searched, by role.
  package internal(set) var targets: [String: TargetsMetadata] = [:]
  /// The target that the last search found.
  package internal(set) var found: (role: String, file: TargetFile)?

  let now: Int64
  let limits: TrustLimits
  /// The root metadata that was stored before the update.
  let initialRoot: RootMetadata?
  var stored: StoredMetadata
  var stage = Stage.root
  var changes: [MetadataChange] = []
  var receivedRoots = 0
  var search = RoleSearch(path: nil)
  private var answer: MetadataAnswer?

  /// Starts an update.
  ///
  /// - Parameters:
  ///   - stored: The files that were stored by earlier updates.
  ///   - pinnedRoot: The root metadata that ships with the app; it counts if it is newer than the
  ///     stored one, or if that is missing or damaged.
  ///   - now: The time, in milliseconds since 1970, that applies to the whole update.
  ///   - limits: The limits on downloaded files.
  /// - Throws: ``TrustError`` if there is no valid root metadata.
  package init(
    stored: StoredMetadata, pinnedRoot: [UInt8]? = nil, now: Int64, limits: TrustLimits = .standard
  ) throws {
    self.stored = stored
    self.now = now
    self.limits = limits
    let storedRoot = Result { try stored[.root].map { try Self.trustedRoot($0) } }
    let pinned = try pinnedRoot.map { try Self.trustedRoot($0) }
    initialRoot = try? storedRoot.get()
    if let pinned, let pinnedRoot, pinned.version > initialRoot?.version ?? 0 {
      root = pinned
      changes = [.store(file: TopLevelRole.root.file, pinnedRoot)]
    } else {
      guard let initialRoot = try storedRoot.get() else { throw TrustError.noRoot }
      root = initialRoot
    }
  }

  // MARK: - Steps

  /// Returns the next step, or `nil` when the update or the search is complete.
  ///
  /// - Throws: ``TrustError``, or `CryptoError`. Changes that were returned before stay valid. After
  ///   an error each further call throws it again.
  package mutating func next() throws -> Step? {
    if case .failed(let error) = stage { throw error }
    do {
      while changes.isEmpty {
        let answer = self.answer
        self.answer = nil
        if case .complete = stage { return nil }
        if let request = try advance(answer) { return .fetch(request) }
      }
      return .change(changes.removeFirst())
    } catch {
      stage = .failed(error)
      throw error
    }
  }

  /// Provides the answer to the request that ``next()`` returned last.
  package mutating func receive(_ answer: MetadataAnswer) { self.answer = answer }

  /// Starts the search for a target in the targets role and the roles to which it delegates.
  ///
  /// Call ``next()`` until it returns `nil`; then ``found`` is the target, or `nil` if no role that
  /// may name it does. The update must be complete.
  package mutating func find(_ path: String) {
    guard case .complete = stage else { return }
    found = nil
    search = RoleSearch(path: path, verified: search.verified)
    stage = .search
  }

  /// Performs the current stage with the answer to its request.
  ///
  /// - Returns: The request of the stage, or `nil` if it is complete.
  private mutating func advance(_ answer: MetadataAnswer?) throws -> MetadataRequest? {
    switch stage {
    case .root: try updateRoot(answer)
    case .timestamp: try updateTimestamp(answer)
    case .snapshot: try updateSnapshot(answer)
    case .search: try continueSearch(answer)
    case .complete, .failed: nil
    }
  }
}
