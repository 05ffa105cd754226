/// Why a regular expression of a route says nothing about any URI.
public enum RouteExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It does not compile on a device, where its route then never matches; the place is a number of
  /// Unicode scalars from 0.
  case invalid(reason: String, at: Int)
  /// A device may well compile it, but it uses what this tool cannot judge.
  case unknown(feature: String, at: Int)

  /// The reason as a clause for people.
  public var description: String {
    switch self {
    case .invalid(let reason, let place): "\(reason) at character \(place + 1)"
    case .unknown(let feature, let place): "eros does not judge \(feature) (character \(place + 1))"
    }
  }
}
