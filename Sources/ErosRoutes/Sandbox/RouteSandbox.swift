public import ErosCore
import ErosFiles

/// The folder in which an app keeps its routes and pages: those that it ships, and those that it has
/// downloaded.
///
/// A kill at any instant leaves the old routes or the new ones, each with every page that it packs in
/// the app. See `docs/routes.md` for the layout and the rules.
public struct RouteSandbox: Sendable {
  /// The sandbox's folder, as the caller named it.
  public let path: String

  private let lockTimeout: Duration

  /// Names a sandbox; ``install(resource:update:takingAnyVersion:)`` makes the folder if it is missing.
  ///
  /// Another process that holds the sandbox is waited for as long as `lockTimeout` says.
  public init(_ path: String, lockTimeout: Duration = .seconds(10)) {
    self.path = path
    self.lockTimeout = lockTimeout
  }

  // MARK: - Installing

  /// What became of an installation.
  public struct Installation: Sendable {
    /// What became of an update.
    public enum Update: String, Sendable {
      /// None was asked for.
      case none
      /// Its routes count now.
      case taken
      /// Its routes are those that count already; pages that were lost are fetched again.
      case same
      /// It is not newer than what counts.
      case notNewer = "not-newer"
      /// The routes that the app ships would count all the same from the next start on.
      case givesWay = "gives-way"
    }

    /// Which map counts now.
    public let source: RouteChoice.Source
    /// The map that counts now.
    public let map: RouteMap
    /// What became of the update.
    public let update: Update
    /// Whether the app ships another folder than before.
    public let hasNewResource: Bool
    /// Whether the cache was emptied, because the app ships newer routes.
    public let isCacheEmptied: Bool
    /// How many pages were fetched.
    public let fetchedPages: Int
    /// How many bytes they have.
    public let fetchedBytes: UInt64
  }

  /// Does what an app does at its start and after it, and returns which routes count.
  ///
  /// `resource` is the folder that the app ships; it is taken over when it is another one than before.
  /// `update` is a folder that stands for the server: its routes are taken when they are newer, or else
  /// with `takingAnyVersion`, together with all pages that they pack in the app. When this returns,
  /// everything is durable.
  ///
  /// - Throws: ``RouteSandboxError``, ``RouteMapError``, `JSONError`, `FileError`; the routes that count
  ///   have all their pages then, too.
  @discardableResult
  public func install(
    resource: String? = nil, update: String? = nil, takingAnyVersion: Bool = false
  ) throws -> Installation {
    // What cannot be read makes no folder.
    let update = try update.map { try RouteUpdate($0) }
    let shipped = try resource.map { try SiteFolder($0) }
    if shipped != nil || update != nil { try createFolders(path) }
    let locked = try open(canBeNew: shipped != nil || update != nil)
    defer { try? locked.clearStaging() }
    if let update, let shipped {
      try locked.check(update, before: shipped, isAllowed: takingAnyVersion)
    }
    let hasNewResource = try resource.map { try locked.takeIn(resource: $0) } ?? false
    let isCacheEmptied = try locked.store.maps().choice?.emptiesCache ?? false
    let maps = try locked.settle()
    var outcome = Installation.Update.none
    var fetched: [(address: RouteAddress, size: UInt64)] = []
    if let update {
      outcome = update.outcome(over: maps, takingAnyVersion)
      if try outcome == .taken || outcome == .same && locked.lacksPages(of: update.map) {
        fetched = try locked.take(update)
      }
    }
    let now = try locked.store.maps()
    guard let choice = now.choice, let map = now.counted else {
      throw RouteSandboxError.empty(path: path)
    }
    return Installation(
      source: choice.source, map: map, update: outcome, hasNewResource: hasNewResource,
      isCacheEmptied: isCacheEmptied, fetchedPages: fetched.count,
      fetchedBytes: fetched.reduce(0) { $0 + $1.size })
  }

  private func open(canBeNew: Bool) throws -> LockedRouteStore {
    guard let root = try? Folder(path) else { throw RouteSandboxError.empty(path: path) }
    let store = RouteStore(root: root)
    if try !store.isSandbox() {
      guard canBeNew else { throw RouteSandboxError.empty(path: path) }
      do { try store.checkNames() } catch {
        // Another process may have been faster.
        guard try store.isSandbox() else { throw error }
      }
    }
    return try LockedRouteStore(root, lockTimeout: lockTimeout)
  }

  // MARK: - Looking

  /// How often a map is read again because something changed meanwhile.
  private static let mostReadings = 5

  /// Finds the route and the file of a URI, without waiting for anybody and without changing anything.
  ///
  /// - Throws: ``RouteSandboxError/empty(path:)``, `FileError`.
  public func resolve(_ uri: String, _ platform: Platform) throws -> RouteResolution {
    guard let root = try? Folder(path) else { throw RouteSandboxError.empty(path: path) }
    let store = RouteStore(root: root)
    var resolution = try resolution(of: uri, platform, in: store)
    for _ in 1..<Self.mostReadings {
      // An update meanwhile may have deleted the page that the routes named before.
      guard resolution.isPageLost else { break }
      resolution = try self.resolution(of: uri, platform, in: store)
    }
    return resolution
  }

  private func resolution(
    of uri: String, _ platform: Platform, in store: RouteStore
  ) throws -> RouteResolution {
    let maps = try store.maps()
    guard let choice = maps.choice, let map = maps.counted else {
      throw RouteSandboxError.empty(path: path)
    }
    let candidates = RouteCandidate.all(for: uri, in: map, platform)
    let matches = try candidates.filter { $0.verdict == .chosen }.map { candidate in
      let found = try store.find(candidate.route.remoteFile)
      return RouteResolution.Match(
        route: candidate.route,
        file: found.map { .init(source: $0.source, path: path + "/" + $0.path) })
    }
    return RouteResolution(
      uri: uri, platform: platform, routes: choice.source, version: map.version,
      candidates: candidates, matches: matches)
  }
}
