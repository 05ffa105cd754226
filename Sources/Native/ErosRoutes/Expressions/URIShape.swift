/// The syntax of URIs that open an app, as an automaton.
enum URIShape: Hashable, Sendable {
  /// Any nonempty string made of the characters that operating systems pass in URIs.
  case anything(isEmpty: Bool)
  /// Any nonempty string, even with characters that a URI cannot contain.
  case text(isEmpty: Bool)
  /// A scheme, `://`, and a remainder that does not contain a second URI.
  case ordinary(Progress)

  enum Progress: Hashable, Sendable {
    case start, scheme, colon, slash
    case rest, restColon, restSlash
  }

  static let anything = URIShape.anything(isEmpty: true)
  static let text = URIShape.text(isEmpty: true)
  static let ordinary = URIShape.ordinary(.start)

  /// `true` if a URI may end here.
  var isComplete: Bool {
    switch self {
    case .anything(let isEmpty), .text(let isEmpty): !isEmpty
    case .ordinary(.rest), .ordinary(.restColon), .ordinary(.restSlash): true
    case .ordinary: false
    }
  }

  var isText: Bool { if case .text = self { true } else { false } }

  /// Moves over a scalar, or returns `nil` if it cannot follow.
  func step(over scalar: Unicode.Scalar) -> URIShape? {
    switch self {
    case .text: .text(isEmpty: false)
    case .anything: .anything(isEmpty: false)
    case .ordinary(let progress): Self.next(progress, scalar).map { .ordinary($0) }
    }
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
