/// A call, a message or the creation of an object.
package struct SourceCall: Sendable {
  /// The name of the function, or the selector of the message.
  package let name: String
  /// The path of the receiver; empty if there is none, and `["result"]` for the result of a call.
  package let receiver: [String]
  /// The tokens of each argument, without the commas, and in messages without the labels.
  package let arguments: [Range<Int>]
}

/// Calls in the languages of native sources.
extension SourceTokens {
  /// Returns the call with the arguments in `group`, or `nil` if the group is a literal or a block.
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
    // The receiver is the result of a call.
    if language != .swift, receiver.isEmpty, isPunctuation(end - 1, ".") { receiver = ["result"] }
    return SourceCall(name: name, receiver: receiver, arguments: parts(of: group, angles: true))
  }

  /// The message `[receiver selector:argument …]`.
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

  /// Whether the name at `index` is called, and not declared.
  package func isCall(_ index: Int) -> Bool {
    if isPunctuation(index + 1, "]") { return open(index + 1).map { $0 + 1 < index } ?? false }
    if isPunctuation(index + 1, ":") { return startsSelector(index) }
    guard isPunctuation(index + 1, "(") else { return false }
    let before = chainStart(index) - 1
    if endsStatementsWithLines { return !isWord(before, "fun") && !isWord(before, "func") }
    if let word = word(before) { return ["return", "else", "do", "new"].contains(word) }
    // A type before the name of a method: `List<String> names()`, but `() -> start()`.
    return !isPunctuation(before, in: ">]*") || isPunctuation(before - 1, "-")
  }

  /// `[receiver name:argument …]`, at the name.
  private func startsSelector(_ index: Int) -> Bool {
    guard language == .objectiveC else { return false }
    let receiver = open(index - 1) ?? index - 1
    return isPunctuation(receiver - 1, "[")
  }
}

extension SourceLanguage {
  /// The keywords that brackets may follow, so that they are not the names of calls.
  fileprivate var wordsBeforeBrackets: [String] {
    switch self {
    case .objectiveC, .javaScript: ["if", "for", "while", "switch"]
    case .swift: ["if", "for", "while", "switch", "in", "return", "guard"]
    case .java, .kotlin: ["if", "for", "while", "switch", "catch", "when"]
    }
  }
}
