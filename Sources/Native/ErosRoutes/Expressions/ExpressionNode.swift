/// A parsed regular expression, without captures, because routes need only the fact of a match.
indirect enum ExpressionNode: Sendable {
  case set(ScalarSet)
  case assertion(ExpressionAssertion)
  case lookahead(ExpressionNode, isNegated: Bool)
  case sequence([ExpressionNode])
  case choice([ExpressionNode])
  /// A repetition; `maximum` is `nil` for no limit.
  case repetition(ExpressionNode, minimum: Int, maximum: Int?)
}

/// A condition on a position between two scalars.
enum ExpressionAssertion: Hashable, Sendable {
  case textStart
  case textEnd
  /// The end of the text, or the position before a final line terminator.
  case lastLineEnd
  case wordBoundary
  case noWordBoundary
}
