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
    guard !range.isEmpty else { return .unknown }
    let parts = tokens.parts(joinedBy: "+", in: range)
    return parts.count > 1 ? .joined(parts.map { operand($0) }) : operand(range)
  }

  private func operand(_ range: Range<Int>) -> SourceExpression {
    let start = range.lowerBound
    if tokens.isString(start) {
      guard range.count == 1, let text = tokens.string(start) else { return .unknown }
      return .text(text)
    }
    var path: [String] = []
    var index = start
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

  func endsClass(_ index: Int) -> Bool {
    if tokens.isWord(index, "NSClassFromString") { return true }
    guard tokens.isWord(index, "self") || tokens.isWord(index, "classForCoder") else {
      return false
    }
    return tokens.isPunctuation(index - 1, ".")
      && tokens.word(index - 2)?.first?.isUppercase == true
  }

  func isLiteral(_ group: Int) -> Bool {
    let isAfterValue =
      tokens.word(group - 1) != nil && !tokens.isWord(group - 1, "in")
      && !tokens.isWord(group - 1, "return")
    return !tokens.isPunctuation(group, "{") && !isAfterValue
  }

  func call(of group: Int) -> BodyCall? {
    guard tokens.isPunctuation(group, "("), let name = tokens.word(group - 1),
      !["if", "for", "while", "switch", "in", "return", "guard"].contains(name)
    else { return nil }
    return BodyCall(
      name: name, receiver: tokens.words(tokens.pathStart(group - 1)..<(group - 1)),
      arguments: tokens.parts(of: group, angles: true))
  }
}
