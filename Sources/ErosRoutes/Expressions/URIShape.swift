/// What URIs look like that an app opens, as an automaton.
enum URIShape: Hashable, Sendable {
  /// Whatever is not empty.
  case anything(isEmpty: Bool)
  /// A scheme, `://`, and a rest in which no second URI stands.
  case ordinary(Progress)

  enum Progress: Hashable, Sendable {
    case start, scheme, colon, slash
    case rest, restColon, restSlash
  }

  static let anything = URIShape.anything(isEmpty: true)
  static let ordinary = URIShape.ordinary(.start)

  /// Whether a URI may end here.
  var isComplete: Bool {
    switch self {
    case .anything(let isEmpty): !isEmpty
    case .ordinary(.rest), .ordinary(.restColon), .ordinary(.restSlash): true
    case .ordinary: false
    }
  }

  /// The shape behind a scalar, or `nil` when no URI goes on that way.
  func step(over scalar: Unicode.Scalar) -> URIShape? {
    guard case .ordinary(let progress) = self else { return .anything(isEmpty: false) }
    return Self.next(progress, scalar).map { .ordinary($0) }
  }

  private static func next(_ progress: Progress, _ scalar: Unicode.Scalar) -> Progress? {
    switch (progress, scalar) {
    case (.start, "a"..."z"), (.scheme, "a"..."z"), (.scheme, "0"..."9"): .scheme
    case (.scheme, "+"), (.scheme, "-"), (.scheme, "."): .scheme
    case (.scheme, ":"): .colon
    case (.colon, "/"): .slash
    case (.slash, "/"): .rest
    case (.restSlash, "/"): nil
    case (.restColon, "/"): .restSlash
    case (.rest, ":"), (.restColon, ":"), (.restSlash, ":"): .restColon
    case (.rest, _), (.restColon, _), (.restSlash, _): .rest
    default: nil
    }
  }
}
