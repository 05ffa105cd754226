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
    guard !range.isEmpty else { return .unknown }
    let parts = tokens.parts(joinedBy: "+", in: range)
    if parts.count > 1 { return .joined(parts.map { operand($0) }) }
    return operand(range)
  }

  private func operand(_ range: Range<Int>) -> SourceExpression {
    let start = range.lowerBound
    if tokens.isString(start) {
      guard range.count == 1, let text = tokens.string(start) else { return .unknown }
      return .text(text)
    }
    if let holder = holder(range) { return holder }
    if let instance = instance(range) { return instance }
    var path: [String] = []
    var index = start
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

  /// `new C(…)` in Java, `C(…)` in Kotlin.
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

  /// The class in `new SimpleComponentHolder(C.class, …)` or `TypeModuleFactory(C::class.java)`.
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

  func endsClass(_ index: Int) -> Bool {
    guard tokens.isWord(index, "class") else { return false }
    return tokens.isPunctuation(index - 1, in: ".:")
  }

  func isLiteral(_ group: Int) -> Bool {
    if tokens.isPunctuation(group, "[") { return tokens.word(group - 1) == nil }
    guard tokens.isPunctuation(group, "{"), tokens.language == .java else { return false }
    // `new T[] { … }`, `T[] name = { … }`, and an inner list.
    return tokens.isPunctuation(group - 1, in: "]=,")
      || tokens.isPunctuation(group - 1, "{") && isLiteral(group - 1)
  }

  func call(of group: Int) -> BodyCall? {
    guard tokens.isPunctuation(group, "(") else { return nil }
    var end = group - 1
    // `new Pair<>(…)`
    if tokens.isPunctuation(end, ">") {
      while end > max(0, group - 24), !tokens.isPunctuation(end, "<") { end -= 1 }
      end -= 1
    }
    guard let name = tokens.word(end), !Self.statements.contains(name) else { return nil }
    var receiver = tokens.words(tokens.pathStart(end)..<end)
    // The receiver is the result of a call.
    if receiver.isEmpty, tokens.isPunctuation(end - 1, ".") { receiver = ["result"] }
    return BodyCall(
      name: name, receiver: receiver, arguments: tokens.parts(of: group, angles: true))
  }

  private static let statements: Set<String> = ["if", "for", "while", "switch", "catch", "when"]
}
