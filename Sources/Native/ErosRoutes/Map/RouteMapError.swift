public import ErosCore

/// An error in a route map or in the input of its build, with its position.
public typealias RouteMapError = TextError<RouteMapErrorKind>

/// The kinds of errors in a route map.
@nonexhaustive
public enum RouteMapErrorKind: TextErrorKind {
  /// A value has the wrong type.
  case wrongType(what: String, expected: String, found: String)
  /// An entry lacks a key.
  case missing(key: String)
  /// A string is empty.
  case empty(key: String)
  /// Both lists of routes are missing.
  case noRoutes

  public var description: String {
    switch self {
    case .wrongType(let what, let expected, let found):
      "\(what) must be \(expected), found \(found)"
    case .missing(let key): "'\(key)' is missing in the entry"
    case .empty(let key): "'\(key)' is empty"
    case .noRoutes: "missing 'items' and 'partial_items'"
    }
  }

  public var remedy: String? {
    switch self {
    case .noRoutes: "add at least one of the two lists of routes"
    default: "see `docs/routes.md` for the format"
    }
  }
}
