/// The changes from one route map to another.
public struct RouteDifference: Sendable {
  /// A route that differs between the maps.
  public struct Change: Sendable {
    /// The route in the old map.
    public let old: Route
    /// The route in the new map.
    public let new: Route
  }

  /// The routes that exist only in the new map, in its order.
  public let added: [Route]
  /// The routes that exist only in the old map, in its order.
  public let removed: [Route]
  /// The routes with the same list and expression, but a different page or `pack_in_app`.
  public let changed: [Change]
  /// Whether the order of the common routes differs.
  public let isReordered: Bool
  /// The pages that a device with the old map must fetch before it activates the new map.
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

  /// The identity of a route.
  ///
  /// Only the first of several routes with the same key is compared.
  private struct Key: Hashable {
    let list: Route.List
    /// The bytes of the expression, because Swift treats canonically equivalent strings as equal.
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
