public import ErosCore

/// An error that makes the regular expression of a route unusable.
public enum RouteExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The expression does not compile on a device, so its route never matches.
  ///
  /// The position is a number of Unicode scalars from 0.
  case invalid(reason: Message, at: Int)
  /// The expression may compile on a device, but uses a feature that this tool cannot check.
  case unknown(feature: String, at: Int)

  /// The reason, with the position counted from 1.
  public var description: String {
    switch self {
    case .invalid(let reason, let position): "\(reason) at character \(position + 1)"
    case .unknown(let feature, let position):
      "eros cannot check the expression: \(feature) (character \(position + 1))"
    }
  }
}
