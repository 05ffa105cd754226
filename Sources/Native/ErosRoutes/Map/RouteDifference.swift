/// The changes from one route map to the next.
public struct RouteDifference: Sendable {
  /// A route before and after.
  public struct Change: Sendable {
    /// The route in the old map.
    public let old: Route
    /// The route in the new map.
    public let new: Route
  }

  /// Routes that only the new map has, in its order.
  public let added: [Route]
  /// Routes that only the old map has, in its order.
  public let removed: [Route]
  /// Routes that keep list and expression, but change the page or `pack_in_app`.
  public let changed: [Change]
  /// `true` if the common routes changed their order.
  public let isReordered: Bool
  /// Pages that a device with the old map must fetch before it activates the new one.
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

  /// Identifies a route.
  ///
  /// If several have the same key, only the first is compared.
  private struct Key: Hashable {
    let list: Route.List
    /// Bytes, because Swift treats canonically equivalent strings as equal.
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
