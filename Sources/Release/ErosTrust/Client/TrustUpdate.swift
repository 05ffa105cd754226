/// Updates the trusted metadata of a device by section 5 of the TUF specification.
///
/// An update touches neither network nor clock. You perform its steps: download the requested
/// files, and apply its changes in order. After an error or an interruption, start a new update. It
/// continues from the stored files.
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
  package enum Step: Sendable {
    /// Download a file, then call ``TrustUpdate/receive(_:)``.
    case fetch(MetadataRequest)
    /// Change a stored file durably.
    case change(MetadataChange)
  }

  enum Stage {
    case root, timestamp, snapshot, search, complete
    /// A search failed. You can start another.
    case searchFailed(any Error)
    case failed(any Error)
  }

  /// A file that no trusted key has signed.
  struct UnsignedFile {
    let error: TrustError
    let stage: Stage
    let rootVersion: Int64
    /// The timestamp trusted before.
    let timestamp: TimestampMetadata?
    let snapshot: SnapshotMetadata?
  }

  package internal(set) var root: RootMetadata
  /// Trusted, but its expiry is checked only before the update completes.
  var timestamp: TimestampMetadata?
  var snapshot: SnapshotMetadata?
  /// Trusted metadata of the targets role, and of the roles that the last search loaded.
  var targets: [RoleName: TargetsMetadata] = [:]
  /// The target that the last search found.
  package internal(set) var target: (role: RoleName, file: TargetFile)?

  let now: Int64
  let limits: TrustLimits
  /// Verified files from this update and earlier ones.
  ///
  /// After an error, some of them may not have been returned by ``next()``.
  var stored: StoredMetadata
  var stage = Stage.root
  var changes: [MetadataChange] = []
  var receivedRoots = 0
  var search = RoleSearch(path: nil)
  /// Delegations that verified ``targets``.
  var verified: Set<RoleSearch.Delegation> = []
  /// Roles whose stored files this update has verified.
  var acceptedRoles: Set<RoleName> = []
  /// The last refused file, while newer root metadata is requested.
  var unsigned: UnsignedFile?
  private var response: MetadataResponse?
  /// `true` until the last request gets its response.
  private var isWaiting = false

  /// Starts an update.
  ///
  /// - Parameters:
  ///   - stored: Files that earlier updates stored.
  ///   - pinnedRoot: The root metadata in the app. It is used if it is newer than the stored
  ///     copies, or if both of them are missing or invalid.
  ///   - now: Milliseconds since 1970, fixed for the whole update.
  ///   - limits: Limits on downloaded files.
  /// - Throws: ``TrustError`` if root metadata is missing or invalid.
  package init(
    stored: StoredMetadata, pinnedRoot: [UInt8]? = nil, now: Int64, limits: TrustLimits = .standard
  ) throws {
    self.stored = stored
    self.now = now
    self.limits = limits
    let pinned = try pinnedRoot.map { try Self.trustedRoot($0) }
    var storedCopy: (root: RootMetadata, bytes: [UInt8])?
    do {
      storedCopy = try Self.storedRoot(in: stored)
    } catch let error as TrustError {
      guard pinned != nil else { throw error }
    }
    guard let root = storedCopy?.root ?? pinned else { throw TrustError.noRoot }
    self.root = root
    // Restores a damaged copy, or one that an interruption left outdated.
    if let storedCopy { storeRoot(storedCopy.bytes) }
    guard let pinned, let pinnedRoot, pinned.version > storedCopy?.root.version ?? 0 else { return }
    trust(pinned, pinnedRoot, after: storedCopy?.root)
  }

  // MARK: - Steps

  /// Returns the next step, or `nil` when the update or search is complete.
  ///
  /// - Throws: ``TrustError`` if metadata is not trusted, `FileError` if a stored file cannot be
  ///   read, or `CryptoError`. Changes returned before stay valid. Calling again throws the same
  ///   error, but after a failed search, ``find(_:)`` can start another.
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

  /// Passes in the response to the request that ``next()`` returned last.
  package mutating func receive(_ response: MetadataResponse) {
    precondition(isWaiting, "a response without a request")
    isWaiting = false
    self.response = response
  }

  /// Starts to search the targets role and its delegated roles.
  ///
  /// Call ``next()`` until it returns `nil`. Then ``target`` has the file, or is `nil` if no trusted
  /// role lists the path. If the update is not complete, the search follows it. An unfinished
  /// earlier search is dropped.
  package mutating func find(_ path: String) {
    target = nil
    search = RoleSearch(path: path)
    switch stage {
    case .search, .complete, .searchFailed:
      // Keep the metadata of only one search in memory.
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
