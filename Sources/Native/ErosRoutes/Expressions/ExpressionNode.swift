/// A parsed regular expression.
///
/// Captures are dropped, because a route only asks for a match.
indirect enum ExpressionNode: Sendable {
  case set(ScalarSet)
  case assertion(ExpressionAssertion)
  case lookahead(ExpressionNode, isNegated: Bool)
  case sequence([ExpressionNode])
  case choice([ExpressionNode])
  /// A repetition.
  ///
  /// Without a limit, `maximum` is `nil`.
  case repetition(ExpressionNode, minimum: Int, maximum: Int?)
}

/// A condition on the position between two scalars.
enum ExpressionAssertion: Hashable, Sendable {
  case textStart
  case textEnd
  /// The end of the text, or the position before a line terminator that ends it.
  case lastLineEnd
  case wordBoundary
  case noWordBoundary
}
