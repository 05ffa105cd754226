/// A call, a message, or an object's creation.
package struct SourceCall: Sendable {
  /// A function's name or a message's selector.
  package let name: String
  /// The receiver's path.
  ///
  /// Empty if there is none, and `["result"]` for a call's result.
  package let receiver: [String]
  /// The tokens of each argument, but no commas and no labels.
  package let arguments: [Range<Int>]
}

/// Calls in native source languages.
extension SourceTokens {
  /// Returns the call whose arguments are in `group`, or `nil` for a literal or a block.
  package func call(of group: Int) -> SourceCall? {
    if language == .objectiveC, isPunctuation(group, "[") { return message(group) }
    guard isPunctuation(group, "(") else { return nil }
    var end = group - 1
    // `new Pair<>(…)`
    if language == .java || language == .kotlin, isPunctuation(end, ">") {
      while end > max(0, group - Self.maximumTypeLength), !isPunctuation(end, "<") { end -= 1 }
      end -= 1
    }
    guard let name = word(end), !language.wordsBeforeBrackets.contains(name) else { return nil }
    if language == .objectiveC {
      return SourceCall(name: name, receiver: [], arguments: parts(of: group))
    }
    var receiver = words(pathStart(end)..<end)
    // The receiver is a call's result.
    if language != .swift, receiver.isEmpty, isPunctuation(end - 1, ".") { receiver = ["result"] }
    return SourceCall(name: name, receiver: receiver, arguments: parts(of: group, angles: true))
  }

  /// Reads the message `[receiver selector:argument …]`.
  private func message(_ group: Int) -> SourceCall? {
    guard !isLiteral(group) else { return nil }
    let end = close(group)
    var selector = ""
    var starts: [Int] = []
    var labels: [Int] = []
    var conditions = 0
    var index = self.index(after: group + 1)
    while index < end {
      if isPunctuation(index, "?") { conditions += 1 }
      if isPunctuation(index, ":") {
        if conditions > 0 {
          conditions -= 1
        } else {
          let word = word(index - 1)
          selector += (word ?? "") + ":"
          labels.append(word == nil ? index : index - 1)
          starts.append(index + 1)
        }
      }
      index = self.index(after: index)
    }
    guard !starts.isEmpty else { return nil }
    let ends = labels.dropFirst() + [end]
    return SourceCall(
      name: selector, receiver: word(group + 1).map { [$0] } ?? [],
      arguments: zip(starts, ends).map { $0..<max($0, $1) })
  }

  // MARK: Names of calls

  /// Returns `true` if the name at `index` is called, not declared.
  package func isCall(_ index: Int) -> Bool {
    if isPunctuation(index + 1, "]") { return open(index + 1).map { $0 + 1 < index } ?? false }
    if isPunctuation(index + 1, ":") { return startsSelector(index) }
    guard isPunctuation(index + 1, "(") else { return false }
    let before = chainStart(index) - 1
    if endsStatementsWithLines { return !isWord(before, "fun") && !isWord(before, "func") }
    if let word = word(before) { return ["return", "else", "do", "new"].contains(word) }
    // A type precedes a method's name: `List<String> names()`, but `() -> start()`.
    return !isPunctuation(before, in: ">]*") || isPunctuation(before - 1, "-")
  }

  /// Recognizes `[receiver name:argument …]`, at the name.
  private func startsSelector(_ index: Int) -> Bool {
    guard language == .objectiveC else { return false }
    let receiver = open(index - 1) ?? index - 1
    return isPunctuation(receiver - 1, "[")
  }
}

extension SourceLanguage {
  /// Brackets after these keywords do not make them a call's name.
  fileprivate var wordsBeforeBrackets: [String] {
    switch self {
    case .objectiveC, .javaScript: ["if", "for", "while", "switch"]
    case .swift: ["if", "for", "while", "switch", "in", "return", "guard"]
    case .java, .kotlin: ["if", "for", "while", "switch", "catch", "when"]
    }
  }
}
