import ErosCore

/// A `try` statement in Java or Kotlin.
package struct TryStatement: Sendable {
  package let range: Range<Int>
  /// `true` for `try (Reader reader = open()) { … }`.
  package let hasResources: Bool
  /// The tokens between the braces.
  package let body: Range<Int>
  package let handlers: [Handler]
  package let hasFinally: Bool

  /// A `catch` clause.
  package struct Handler: Sendable {
    package let range: Range<Int>
    /// Contains no packages.
    package let exceptions: [String]
    /// `true` if it does nothing, or only logs.
    package let onlyLogs: Bool
  }
}

extension SourceTokens {
  package var tryStatements: [TryStatement] {
    guard [.java, .kotlin].contains(language) else { return [] }
    return (0..<count).compactMap { tryStatement(at: $0) }
  }

  private func tryStatement(at start: Int) -> TryStatement? {
    guard isWord(start, "try") else { return nil }
    let hasResources = language == .java && isPunctuation(start + 1, "(")
    let block = hasResources ? index(after: start + 1) : start + 1
    guard isPunctuation(block, "{") else { return nil }
    var handlers: [TryStatement.Handler] = []
    var end = index(after: block)
    while isWord(end, "catch"), isPunctuation(end + 1, "(") {
      let handler = handler(at: end)
      handlers.append(handler)
      end = handler.range.upperBound
    }
    return TryStatement(
      range: start..<end, hasResources: hasResources, body: content(of: block),
      handlers: handlers, hasFinally: isWord(end, "finally"))
  }

  private func handler(at start: Int) -> TryStatement.Handler {
    let block = index(after: start + 1)
    // In Java, the variable is the last word. In Kotlin, it is the first.
    let words = words(content(of: start + 1))
    let exceptions = (language == .java ? words.dropLast() : words.dropFirst())
      .filter { $0.first?.isUppercase == true }
    return TryStatement.Handler(
      range: start..<index(after: block), exceptions: exceptions,
      onlyLogs: statements(in: content(of: block)).allSatisfy(logs))
  }

  /// Splits statements, which end with `;` or, in Kotlin, with their lines.
  private func statements(in range: Range<Int>) -> [Range<Int>] {
    var statements: [Range<Int>] = []
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      let isMark = isPunctuation(index, ";")
      let isNextLine = endsStatementsWithLines && beginsLine(index) && !isPunctuation(index, ".")
      if isMark || isNextLine {
        statements.append(start..<index)
        start = isMark ? index + 1 : index
      }
      index = self.index(after: index)
    }
    statements.append(start..<max(start, range.upperBound))
    return statements.filter { !$0.isEmpty }
  }

  /// Recognizes a call such as `Log.e(TAG, "…")` or `e.printStackTrace()`.
  private func logs(_ statement: Range<Int>) -> Bool {
    guard word(statement.lowerBound) != nil else { return false }
    let end = pathEnd(statement.lowerBound) + 1
    let path = words(statement.lowerBound..<end)
    guard index(after: end) == statement.upperBound, let last = path.last else { return false }
    return path.contains(where: Self.namesLog) || path[0] == "Timber"
      || ["printStackTrace", "println", "print", "printf"].contains(last)
  }

  /// Recognizes names about logging, such as `Log`, `logger` or `WXLogUtils`.
  private static func namesLog(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.contains("log")
      && !["dialog", "login", "logout", "catalog"].contains { name.contains($0) }
  }
}
