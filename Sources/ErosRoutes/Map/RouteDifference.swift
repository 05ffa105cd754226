/// What changes from one route map to another.
public struct RouteDifference: Sendable {
  /// One route in both maps.
  public struct Change: Sendable {
    /// The route as it was.
    public let old: Route
    /// The route as it is to be.
    public let new: Route
  }

  /// Routes that only the new map has, in its order.
  public let added: [Route]
  /// Routes that only the old map has, in its order.
  public let removed: [Route]
  /// Routes of the same list and expression that open another page, or are packed otherwise.
  public let changed: [Change]
  /// Whether routes that are in both maps are tried in another order.
  public let isReordered: Bool
  /// The pages that a device with the old map has to fetch before the new one counts.
  public let fetches: [RouteAddress]

  /// Compares two maps, route by route.
  public init(from old: RouteMap, to new: RouteMap) {
    let before = Self.byKey(old)
    let after = Self.byKey(new)
    added = new.routes.filter { before[Key($0)] == nil }
    removed = old.routes.filter { after[Key($0)] == nil }
    changed = new.routes.compactMap { route in
      guard let other = before[Key(route)], Self.differ(other, route) else { return nil }
      return Change(old: other, new: route)
    }
    isReordered =
      Self.order(of: old).filter { after[$0] != nil }
      != Self.order(of: new).filter { before[$0] != nil }
    let present = Set(old.packedFiles)
    fetches = new.packedFiles.filter { !present.contains($0) }
  }

  /// What tells routes apart; an expression that is there twice counts the first time.
  private struct Key: Hashable {
    let list: Route.List
    /// As bytes, since two expressions that only look alike are two.
    let uri: [UInt8]

    init(_ route: Route) {
      list = route.list
      uri = Array(route.uri.utf8)
    }
  }

  private static func order(of map: RouteMap) -> [Key] {
    var seen: Set<Key> = []
    return map.routes.map(Key.init).filter { seen.insert($0).inserted }
  }

  private static func byKey(_ map: RouteMap) -> [Key: Route] {
    Dictionary(map.routes.map { (Key($0), $0) }, uniquingKeysWith: { first, _ in first })
  }

  private static func differ(_ old: Route, _ new: Route) -> Bool {
    old.remoteFile != new.remoteFile || old.isPackedInApp != new.isPackedInApp
  }
}
