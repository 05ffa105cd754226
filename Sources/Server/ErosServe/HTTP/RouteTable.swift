import Synchronization

/// The routes of a server, which can be replaced while it runs.
final class RouteTable: Sendable {
  private let current: Mutex<[String: ServerRoute]>

  init(_ routes: [any ServerRoutes]) { current = Mutex(Self.merged(routes)) }

  subscript(path: String) -> ServerRoute? { current.withLock { $0[path] } }

  /// Requests in progress keep the earlier routes.
  func replace(_ routes: [any ServerRoutes]) {
    let merged = Self.merged(routes)
    current.withLock { $0 = merged }
  }

  private static func merged(_ routes: [any ServerRoutes]) -> [String: ServerRoute] {
    routes.reduce(into: [:]) { all, part in all.merge(part.routes) { $1 } }
  }
}
