import ErosSyntax

extension SwiftScanner {
  func expression(_ range: Range<Int>) -> SourceExpression {
    var range = range
    // An argument's label.
    if tokens.isPunctuation(range.lowerBound + 1, ":"), tokens.word(range.lowerBound) != nil {
      range = (range.lowerBound + 2)..<max(range.lowerBound + 2, range.upperBound)
    }
    if tokens.isPunctuation(range.lowerBound, "("),
      tokens.index(after: range.lowerBound) == range.upperBound
    {
      return expression(
        (range.lowerBound + 1)..<max(range.lowerBound + 1, range.upperBound - 1))
    }
    if let cast = range.first(where: { tokens.isWord($0, "as") }) {
      range = range.lowerBound..<cast
    }
    return joined(range) { operand($0) }
  }

  private func operand(_ range: Range<Int>) -> SourceExpression {
    var path: [String] = []
    var index = range.lowerBound
    while index < range.upperBound, let word = tokens.word(index) {
      if tokens.isPunctuation(index + 1, "("), word == "NSClassFromString" {
        return .typeNamed(expression(tokens.content(of: index + 1)))
      }
      if !path.isEmpty, word == "self" || word == "classForCoder" { return .type(path) }
      path.append(word)
      index += 1
      guard tokens.isPunctuation(index, ".") else { break }
      index += 1
    }
    if index + 1 == range.upperBound, tokens.isPunctuation(index, "!") { index += 1 }
    if tokens.isPunctuation(index, "("), tokens.index(after: index) == range.upperBound,
      path.last?.first?.isUppercase == true
    {
      return .instance(path)
    }
    guard index == range.upperBound, !path.isEmpty else { return .unknown }
    return path.count == 1 ? body.locals[path[0]] ?? .name(path) : .name(path)
  }
}
