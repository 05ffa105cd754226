import ErosCore
import ErosSyntax

extension AndroidScanner {
  func expression(_ range: Range<Int>) -> SourceExpression {
    var range = range
    // A cast, or a Kotlin label: `name = value`.
    if tokens.isPunctuation(range.lowerBound, "(") {
      let next = tokens.index(after: range.lowerBound)
      range =
        next < range.upperBound
        ? next..<range.upperBound
        : (range.lowerBound + 1)..<max(range.lowerBound + 1, range.upperBound - 1)
    } else if tokens.language == .kotlin, tokens.isPunctuation(range.lowerBound + 1, "="),
      tokens.word(range.lowerBound) != nil
    {
      range = (range.lowerBound + 2)..<max(range.lowerBound + 2, range.upperBound)
    }
    return joined(range) { operand($0) }
  }

  private func operand(_ range: Range<Int>) -> SourceExpression {
    if let holder = holder(range) { return holder }
    if let instance = instance(range) { return instance }
    var path: [String] = []
    var index = range.lowerBound
    while index < range.upperBound, let word = tokens.word(index) {
      // `C.class` and `C.class.getName()`
      if word == "class" { return path.isEmpty ? .unknown : .type(path) }
      path.append(word)
      index += 1
      if tokens.isPunctuation(index, "("), word == "forName" {
        return tokens.parts(of: index).first.map { .typeNamed(expression($0)) } ?? .unknown
      }
      if tokens.isPunctuation(index, ":"), tokens.isPunctuation(index + 1, ":") {
        index += 2
      } else if tokens.isPunctuation(index, ".") {
        index += 1
      } else {
        break
      }
    }
    guard index == range.upperBound, !path.isEmpty else { return .unknown }
    if path.count > 1, path[0] == "this" { path.removeFirst() }
    return path.count == 1 ? body.locals[path[0]] ?? .name(path) : .name(path)
  }

  /// Reads `new C(…)` in Java, `C(…)` in Kotlin.
  private func instance(_ range: Range<Int>) -> SourceExpression? {
    let isJava = tokens.language == .java
    guard !isJava || tokens.isWord(range.lowerBound, "new") else { return nil }
    let start = isJava ? range.lowerBound + 1 : range.lowerBound
    let end = tokens.pathEnd(start) + 1
    let path = tokens.words(start..<end)
    guard tokens.word(start) != nil, path.last?.first?.isUppercase == true,
      tokens.isPunctuation(end, "("), tokens.index(after: end) == range.upperBound
    else { return nil }
    return .instance(path)
  }

  /// Reads the class in `new SimpleComponentHolder(C.class, …)` or
  /// `TypeModuleFactory(C::class.java)`.
  private func holder(_ range: Range<Int>) -> SourceExpression? {
    var index = tokens.isWord(range.lowerBound, "new") ? range.lowerBound + 1 : range.lowerBound
    guard let word = tokens.word(index), word.hasSuffix("Holder") || word.hasSuffix("Factory")
    else { return nil }
    index += 1
    if tokens.isPunctuation(index, "<") { index = tokens.indexAfterAngles(index) }
    guard tokens.isPunctuation(index, "("), let first = tokens.parts(of: index).first else {
      return nil
    }
    let type = expression(first)
    return type.isType ? type : nil
  }
}
