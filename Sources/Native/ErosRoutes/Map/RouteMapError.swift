public import ErosCore

/// A malformed route map, or malformed input for its build, with the position.
public typealias RouteMapError = TextError<RouteMapErrorKind>

extension RouteMapError {
  init(_ failure: JSONFieldFailure, file: String, position: (Int) -> TextPosition) {
    let kind: RouteMapErrorKind =
      switch (failure.kind, failure.key) {
      case (.missing, let key?): .missing(key: key)
      case (.empty, let key?): .empty(key: key)
      case (.wrongType(let expected, let actual), let key),
        (.wrongValue(let expected, let actual), let key):
        .wrongType(
          what: key.map { "'\($0)'" } ?? failure.object, expected: expected, found: actual)
      default: preconditionFailure("no route has such a field: \(failure)")
      }
    self.init(file: file, position: position(failure.offset ?? 0), kind: kind)
  }
}

/// A mistake in a route map.
@nonexhaustive
public enum RouteMapErrorKind: TextErrorKind {
  /// A value has the wrong type.
  case wrongType(what: Message, expected: Message, found: Message)
  /// An entry lacks a key.
  case missing(key: String)
  /// A string is empty.
  case empty(key: String)
  /// Both lists of routes are missing.
  case noRoutes

  public var clause: Message {
    switch self {
    case .wrongType(let what, let expected, let actual):
      "\(what) must be \(expected), found \(actual)"
    case .missing(let key): "'\(key)' is missing in the entry"
    case .empty(let key): "'\(key)' is empty"
    case .noRoutes: "missing 'items' and 'partial_items'"
    }
  }

  public var remedy: Message? {
    switch self {
    case .noRoutes: "add at least one of the two lists of routes"
    default: "see `docs/routes.md` for the format"
    }
  }
}
