public import ErosCore

/// Why a text is no route map, or not the map that one is built from, and where.
public typealias RouteMapError = TextError<RouteMapErrorKind>

/// What is wrong with a route map.
@nonexhaustive
public enum RouteMapErrorKind: TextErrorKind {
  /// Something else was due.
  case wrongType(what: String, expected: String, found: String)
  /// An entry lacks a key.
  case missing(key: String)
  /// A text is empty.
  case empty(key: String)
  /// Neither list of routes is there.
  case noRoutes

  public var description: String {
    switch self {
    case .wrongType(let what, let expected, let found):
      "\(what) must be \(expected), and is \(found)"
    case .missing(let key): "the entry has no '\(key)'"
    case .empty(let key): "'\(key)' is empty"
    case .noRoutes: "there is neither 'items' nor 'partial_items'"
    }
  }

  public var remedy: String? {
    switch self {
    case .noRoutes: "a route map is an object with the lists 'items' and 'partial_items'"
    default: "see `docs/routes.md` for the format"
    }
  }
}
