import ErosCore
import ErosSyntax

extension ObjectiveCScanner {
  func expression(_ range: Range<Int>) -> SourceExpression {
    var start = range.lowerBound
    // A cast.
    while tokens.isPunctuation(start, "("), tokens.index(after: start) < range.upperBound {
      start = tokens.index(after: start)
    }
    if tokens.isPunctuation(start, "("), range.upperBound > start + 1 {
      return expression((start + 1)..<(range.upperBound - 1))
    }
    guard start < range.upperBound else { return .unknown }
    let range = start..<range.upperBound
    if tokens.isPunctuation(start, "[") { return message(range) }
    return strings(range) ?? path(range)
  }

  /// Reads `@"text"`, `@#parameter`, and adjacent ones.
  private func strings(_ range: Range<Int>) -> SourceExpression? {
    var parts: [SourceExpression] = []
    var index = range.lowerBound
    while index < range.upperBound {
      if tokens.isPunctuation(index, "@") { index += 1 }
      if tokens.isPunctuation(index, "#"), let name = tokens.word(index + 1) {
        parts.append(.stringized(name))
        index += 2
      } else if tokens.isString(index) {
        parts.append(tokens.string(index).map { .text($0) } ?? .unknown)
        index += 1
      } else if !parts.isEmpty || range.count > 1, let name = tokens.word(index),
        tokens.isString(index + 2) || index + 1 == range.upperBound && !parts.isEmpty
      {
        // A macro next to a literal.
        parts.append(.name([name]))
        index += 1
      } else {
        return nil
      }
    }
    return parts.count == 1 ? parts[0] : .joined(parts)
  }

  private func path(_ range: Range<Int>) -> SourceExpression {
    var path: [String] = []
    var index = range.lowerBound
    while index < range.upperBound, let word = tokens.word(index) {
      if tokens.isPunctuation(index + 1, "("),
        ["NSStringFromClass", "NSClassFromString"].contains(word)
      {
        return expression(tokens.content(of: index + 1)).namedType
      }
      if word == "class" { return path.isEmpty ? .unknown : .type(path) }
      path.append(word)
      index += 1
      guard tokens.isPunctuation(index, ".") else { break }
      index += 1
    }
    guard index == range.upperBound, !path.isEmpty else { return .unknown }
    if path.count > 1, path[0] == "self" { path.removeFirst() }
    return path.count == 1 ? body.locals[path[0]] ?? .name(path) : .name(path)
  }

  /// Reads `[C class]`, `[C name]` or `[prefix stringByAppendingString:@"x"]`.
  private func message(_ range: Range<Int>) -> SourceExpression {
    let start = range.lowerBound
    guard tokens.close(start) == range.upperBound - 1 else { return .unknown }
    if range.count == 4, let receiver = tokens.word(start + 1),
      let selector = tokens.word(start + 2)
    {
      if selector == "new", isClass(receiver) { return .instance([receiver]) }
      return selector == "class" ? .type([receiver]) : .name([receiver, selector])
    }
    // `[[C alloc] init]`, `[NSClassFromString(@"C") new]`
    let inner = tokens.isPunctuation(start + 1, "[") ? start + 2 : start + 1
    if inner == start + 2, let type = tokens.word(inner), tokens.isWord(inner + 1, "alloc") {
      return .instance([type])
    }
    if tokens.isWord(inner, "NSClassFromString"), tokens.isPunctuation(inner + 1, "("),
      let name = tokens.string(inner + 3) ?? tokens.string(inner + 2)
    {
      return .instance([name])
    }
    guard let call = tokens.call(of: start), call.name == "stringByAppendingString:",
      let argument = call.arguments.first
    else { return .unknown }
    let end = (start + 1)..<argument.lowerBound
    return .joined([
      expression((start + 1)..<max(start + 1, end.upperBound - 2)), expression(argument),
    ])
  }

  /// Tells a class from a variable or a property.
  private func isClass(_ receiver: String) -> Bool {
    receiver.first?.isLetter == true && body.locals[receiver] == nil
      && !body.parameters.contains(receiver) && !["self", "super"].contains(receiver)
  }
}
