/// An update of a device's trusted metadata, as described in section 5 of the TUF specification.
///
/// The update does not access the network or the clock. The caller performs one step at a time,
/// passes responses to ``receive(_:)``, and applies changes in order. After an error or an
/// interruption, a new update continues from the stored files.
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
    /// Download a file, and pass the response to ``TrustUpdate/receive(_:)``.
    case fetch(MetadataRequest)
    /// Change the stored files durably.
    case change(MetadataChange)
  }

  /// The next part of the update.
  enum Stage {
    case root, timestamp, snapshot, search, complete
    /// A search failed, and a new search can start.
    case searchFailed(any Error)
    case failed(any Error)
  }

  /// A file whose signatures are not trusted by a version of the root metadata.
  struct UnsignedFile {
    let error: TrustError
    let stage: Stage
    let rootVersion: Int64
    /// The previously trusted timestamp metadata.
    let timestamp: TimestampMetadata?
    let snapshot: SnapshotMetadata?
  }

  /// The trusted root metadata.
  package internal(set) var root: RootMetadata
  /// The trusted timestamp metadata.
  ///
  /// Its expiry is checked before the update completes.
  var timestamp: TimestampMetadata?
  /// The trusted snapshot metadata.
  var snapshot: SnapshotMetadata?
  /// The trusted metadata of the targets role and of the delegated roles in the last search.
  var targets: [RoleName: TargetsMetadata] = [:]
  /// The target found by the last search.
  package internal(set) var found: (role: RoleName, file: TargetFile)?

  let now: Int64
  let limits: TrustLimits
  /// The verified files of this update and earlier updates.
  ///
  /// After an error, it can include files that ``next()`` did not return.
  var stored: StoredMetadata
  var stage = Stage.root
  var changes: [MetadataChange] = []
  var receivedRoots = 0
  var search = RoleSearch(path: nil)
  /// The delegations that verified ``targets``.
  var verified: Set<RoleSearch.Delegation> = []
  /// The roles whose stored files were verified in this update.
  var acceptedRoles: Set<RoleName> = []
  /// The last file that the root metadata did not trust, while newer root metadata is requested.
  var unsigned: UnsignedFile?
  /// The response to the last request.
  private var response: MetadataResponse?
  /// Whether the last request has no response yet.
  private var isWaiting = false

  /// Starts an update.
  ///
  /// - Parameters:
  ///   - stored: The files stored by earlier updates.
  ///   - pinnedRoot: The root metadata that ships with the app. It is used if it is newer than the
  ///     stored root metadata, or if both stored copies are missing or invalid.
  ///   - now: The time of the whole update, in milliseconds since 1970.
  ///   - limits: The limits on downloaded files.
  /// - Throws: ``TrustError`` if the root metadata is missing or invalid.
  package init(
    stored: StoredMetadata, pinnedRoot: [UInt8]? = nil, now: Int64, limits: TrustLimits = .standard
  ) throws {
    self.stored = stored
    self.now = now
    self.limits = limits
    let pinned = try pinnedRoot.map { try Self.trustedRoot($0) }
    var known: (root: RootMetadata, bytes: [UInt8])?
    do {
      known = try Self.storedRoot(in: stored)
    } catch let error as TrustError {
      guard pinned != nil else { throw error }
    }
    guard let root = known?.root ?? pinned else { throw TrustError.noRoot }
    self.root = root
    // Restores a damaged copy, or a copy that is older after an interruption.
    if let known { storeRoot(known.bytes) }
    guard let pinned, let pinnedRoot, pinned.version > known?.root.version ?? 0 else { return }
    trust(pinned, pinnedRoot, after: known?.root)
  }

  // MARK: - Steps

  /// Returns the next step, or `nil` when the update or the search is complete.
  ///
  /// - Throws: ``TrustError``, or a system error. Changes that were already returned stay valid.
  ///   Each further call throws the error again. After a failed search, ``find(_:)`` starts a new
  ///   search.
  package mutating func next() throws -> Step? {
    do {
      while changes.isEmpty {
        let response = self.response
        self.response = nil
        if case .complete = stage { return nil }
        do {
          guard let request = try advance(response) else { continue }
          isWaiting = true
          return .fetch(request)
        } catch let error as TrustError where needsNewerRoot(after: error) {
          restart(after: error)
        }
      }
      return .change(changes.removeFirst())
    } catch {
      switch stage {
      case .search, .searchFailed: stage = .searchFailed(error)
      default: stage = .failed(error)
      }
      throw error
    }
  }

  /// Passes the response to the last request of ``next()``, which must have no response yet.
  package mutating func receive(_ response: MetadataResponse) {
    precondition(isWaiting, "a response without a request")
    isWaiting = false
    self.response = response
  }

  /// Starts the search for a target in the targets role and its delegated roles.
  ///
  /// Call ``next()`` until it returns `nil`. Then ``found`` is the target, or `nil` if no trusted
  /// role lists the path. An incomplete update performs the search at its end. The search replaces
  /// an incomplete earlier search.
  package mutating func find(_ path: String) {
    found = nil
    search = RoleSearch(path: path)
    switch stage {
    case .search, .complete, .searchFailed:
      // Only one search's metadata is kept in memory.
      targets = targets.filter { $0.key == .targets }
      verified = verified.filter { $0.role == .targets }
      response = nil
      isWaiting = false
      stage = .search
    case .root, .timestamp, .snapshot, .failed: break
    }
  }

  /// Performs the current stage with the response to its request.
  ///
  /// - Returns: The request of the stage, or `nil` if it is complete.
  private mutating func advance(_ response: MetadataResponse?) throws -> MetadataRequest? {
    switch stage {
    case .root: try updateRoot(response)
    case .timestamp: try updateTimestamp(response)
    case .snapshot: try updateSnapshot(response)
    case .search: try continueSearch(response)
    case .complete: nil
    case .searchFailed(let error), .failed(let error): throw error
    }
  }
}
