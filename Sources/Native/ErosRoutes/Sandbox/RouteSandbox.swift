public import ErosCore
import ErosFiles

/// A folder with an app's routes and pages, both shipped and downloaded.
///
/// ```swift
/// let sandbox = RouteSandbox("/data/app/rexxar")
/// try sandbox.install(resource: "www")
/// let page = try sandbox.resolve("app://example.com/movie/7", .ios).file?.path
/// ```
///
/// If the process is killed at any time, the sandbox has the old routes or the new ones, with all
/// their packed pages. See `docs/routes.md` for the layout and the rules.
public struct RouteSandbox: Sendable {
  /// The path as you passed it.
  public let path: String

  private let lockTimeout: TimeLength

  /// Creates a value for the sandbox at `path`.
  ///
  /// The file system is not accessed.
  ///
  /// - Parameters:
  ///   - path: The folder. ``install(resource:update:allowingAnyVersion:)`` creates it if
  ///     necessary.
  ///   - lockTimeout: How long to wait for another process that holds the lock.
  public init(_ path: String, lockTimeout: TimeLength = .seconds(10)) {
    self.path = path
    self.lockTimeout = lockTimeout
  }

  // MARK: - Installing

  /// The result of an installation.
  public struct Installation: Sendable {
    /// The result of an update.
    public enum Update: String, Sendable {
      /// No update was requested.
      case none
      /// The update's routes are active now.
      case installed = "taken"
      /// The update's routes were already active.
      ///
      /// Lost pages were fetched again.
      case same
      /// The update is not newer than the active routes.
      case notNewer = "not-newer"
      /// The shipped routes would replace the update at the next launch.
      case superseded = "gives-way"
    }

    /// The source of the active map.
    public let source: RouteChoice.Source
    /// The active map.
    public let map: RouteMap
    /// The result of the update.
    public let update: Update
    /// `true` if the resource folder changed.
    public let hasNewResource: Bool
    /// `true` if the cache was emptied, because the shipped routes are newer.
    public let isCacheEmptied: Bool
    /// The number of fetched pages.
    public let fetchedPages: Int
    /// The size of the fetched pages in bytes.
    public let fetchedBytes: UInt64
  }

  /// Installs routes as an app does at its launch and after an update.
  ///
  /// All changes are durable when this method returns.
  ///
  /// - Parameters:
  ///   - resource: The folder that the app ships. It is copied if it differs from the sandbox's
  ///     copy.
  ///   - update: A folder that stands for the server. If its routes are newer, they are installed
  ///     with all their packed pages.
  ///   - allowingAnyVersion: Pass `true` to install the update even if it is not newer.
  /// - Returns: The active routes and what changed.
  /// - Throws: ``RouteSandboxError`` if another process holds the lock, the folder cannot be a
  ///   sandbox, or pages are missing. ``RouteMapError`` or `JSONError` if a map is malformed.
  ///   `FileError` if a file cannot be read or written. The active routes keep all their pages in
  ///   each case.
  @discardableResult
  public func install(
    resource: String? = nil, update: String? = nil, allowingAnyVersion: Bool = false
  ) throws -> Installation {
    // Reads the input before creating the folder.
    let update = try update.map { try RouteUpdate($0) }
    let shipped = try resource.map { try SiteFolder($0) }
    if shipped != nil || update != nil {
      try createFolders(path, creating: .ownerOnly)
    }
    let locked = try open(canBeNew: shipped != nil || update != nil)
    defer { try? locked.clearStaging() }
    if let update, let shipped {
      try locked.check(update, before: shipped, isAllowed: allowingAnyVersion)
    }
    let hasNewResource = try resource.map { try locked.install(resource: $0) } ?? false
    let isCacheEmptied = try locked.store.maps().choice?.emptiesCache ?? false
    let maps = try locked.chooseMap()
    var outcome = Installation.Update.none
    var fetched: [(address: RouteAddress, size: UInt64)] = []
    if let update {
      outcome = update.outcome(over: maps, allowingAnyVersion)
      if try outcome == .installed || outcome == .same && locked.lacksPages(of: update.map) {
        fetched = try locked.install(update)
      }
    }
    let now = try locked.store.maps()
    guard let choice = now.choice, let map = now.active else {
      throw RouteSandboxError.empty(path: path)
    }
    return Installation(
      source: choice.source, map: map, update: outcome, hasNewResource: hasNewResource,
      isCacheEmptied: isCacheEmptied, fetchedPages: fetched.count,
      fetchedBytes: fetched.reduce(0) { $0 + $1.size })
  }

  private func open(canBeNew: Bool) throws -> LockedRouteStore {
    let root = try openRoot()
    let store = RouteStore(root: root)
    if try !store.isSandbox() {
      guard canBeNew else { throw RouteSandboxError.empty(path: path) }
      try store.checkEmpty()
    }
    return try LockedRouteStore(root, lockTimeout: lockTimeout)
  }

  /// Opens the folder, unless another user could replace the routes in it.
  private func openRoot() throws -> Folder {
    guard let root = try? Folder(path, creating: .ownerOnly) else {
      throw RouteSandboxError.empty(path: path)
    }
    switch try root.foreignControl() {
    case .owner(let path): throw RouteSandboxError.foreignOwner(path: path)
    case .writers(let item, let permissions):
      // The advice is about the folder, because changing it also mends the items.
      throw RouteSandboxError.writableByOthers(
        path: path, item: item == path ? nil : item, permissions: permissions)
    case nil: return root
    }
  }

  // MARK: - Resolving

  /// The maximum number of attempts, because an update may change the files meanwhile.
  private static let maximumAttempts = 5

  /// Finds the route and the file for a URI.
  ///
  /// Takes no lock and changes nothing.
  ///
  /// - Throws: ``RouteSandboxError`` if there are no routes, or if another user could replace them.
  ///   `FileError` if a file cannot be read.
  public func resolve(_ uri: String, _ platform: Platform) throws -> RouteResolution {
    let store = RouteStore(root: try openRoot())
    var resolution = try resolution(of: uri, platform, in: store)
    for _ in 1..<Self.maximumAttempts {
      // An update may have deleted a page of the previous routes in the meantime.
      guard resolution.isPageLost else { break }
      resolution = try self.resolution(of: uri, platform, in: store)
    }
    return resolution
  }

  private func resolution(
    of uri: String, _ platform: Platform, in store: RouteStore
  ) throws -> RouteResolution {
    let maps = try store.maps()
    guard let choice = maps.choice, let map = maps.active else {
      throw RouteSandboxError.empty(path: path)
    }
    let candidates = RouteCandidate.all(for: uri, in: map, platform)
    let matches = try candidates.filter { $0.verdict == .chosen }.map { candidate in
      let file = try store.find(candidate.route.remoteFile)
      return RouteResolution.Match(
        route: candidate.route,
        file: file.map { .init(source: $0.source, path: path + "/" + $0.path) })
    }
    return RouteResolution(
      uri: uri, platform: platform, routes: choice.source, version: map.version,
      candidates: candidates, matches: matches)
  }
}
