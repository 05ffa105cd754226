/// A parsed regular expression; what it captures is dropped, since a route only matches or not.
indirect enum ExpressionNode: Sendable {
  case set(ScalarSet)
  /// A place between two scalars that something must hold of.
  case assertion(ExpressionAssertion)
  /// What follows must match, or must not.
  case lookahead(ExpressionNode, isNegated: Bool)
  case sequence([ExpressionNode])
  case choice([ExpressionNode])
  /// From `least` to `most` times; without an end when `most` is `nil`.
  case repeated(ExpressionNode, least: Int, most: Int?)
}

/// What can hold of a place between two scalars.
enum ExpressionAssertion: Hashable, Sendable {
  case textStart
  case textEnd
  /// The end, or before a line end there.
  case lastLineEnd
  case wordBoundary
  case noWordBoundary
}
