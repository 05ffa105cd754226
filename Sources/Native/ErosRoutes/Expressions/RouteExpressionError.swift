public import ErosCore

/// A reason why a route's regular expression cannot be used.
public enum RouteExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The expression does not compile on a device, so its route never matches.
  ///
  /// Positions count Unicode scalars from 0.
  case invalid(reason: Message, at: Int)
  /// The expression may compile on a device, but uses a feature that cannot be checked here.
  case unknown(feature: Message, at: Int)

  public var description: String { "\(clause)" }
}

extension RouteExpressionError: ErrorClause {
  /// The reason as a clause in a message.
  ///
  /// Here, positions count from 1.
  package var clause: Message {
    switch self {
    case .invalid(let reason, let position): "\(reason) at character \(position + 1)"
    case .unknown(let feature, let position):
      "eros cannot check the expression: \(feature) (character \(position + 1))"
    }
  }
}
