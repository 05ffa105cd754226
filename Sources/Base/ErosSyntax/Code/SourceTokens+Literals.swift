/// Lists, maps and classes as literals in native source languages.
extension SourceTokens {
  /// Returns `true` for a literal map, list or tuple.
  package func isLiteral(_ group: Int) -> Bool {
    switch language {
    case .objectiveC: return isPunctuation(group - 1, "@") && !isPunctuation(group, "(")
    case .swift, .javaScript:
      let isAfterValue =
        word(group - 1) != nil && !isWord(group - 1, "in") && !isWord(group - 1, "return")
      return !isPunctuation(group, "{") && !isAfterValue
    case .java, .kotlin:
      if isPunctuation(group, "[") { return word(group - 1) == nil }
      guard isPunctuation(group, "{"), language == .java else { return false }
      // `new T[] { … }`, `T[] name = { … }`, and an inner list.
      return isPunctuation(group - 1, in: "]=,")
        || isPunctuation(group - 1, "{") && isLiteral(group - 1)
    }
  }

  /// Returns the opening bracket if a literal list fills `range`.
  package func literalList(_ range: Range<Int>) -> Int? {
    let start = isPunctuation(range.lowerBound, "@") ? range.lowerBound + 1 : range.lowerBound
    guard isPunctuation(start, "["), isLiteral(start), index(after: start) == range.upperBound
    else { return nil }
    return start
  }

  /// Splits `key: value`, or Kotlin's `key to value`.
  package func pair(_ part: Range<Int>) -> (key: Range<Int>, value: Range<Int>)? {
    var index = part.lowerBound
    while index < part.upperBound {
      let isMark =
        switch language {
        case .kotlin: isWord(index, "to")
        case .java: false
        default: isPunctuation(index, ":")
        }
      if isMark, index > part.lowerBound, index + 1 < part.upperBound {
        return (part.lowerBound..<index, (index + 1)..<part.upperBound)
      }
      index = self.index(after: index)
    }
    return nil
  }

  /// Returns `true` if the token ends a class literal.
  ///
  /// That is `class` in `C.class` and `[C class]`, and `self` in `C.self`. The function name
  /// `NSClassFromString` counts as well.
  package func endsClass(_ index: Int) -> Bool {
    switch language {
    case .objectiveC:
      guard isWord(index, "class") else {
        return isWord(index, "NSClassFromString") && isPunctuation(index + 1, "(")
      }
      return isPunctuation(index - 1, ".")
        || isPunctuation(index + 1, "]") && isPunctuation(index - 2, "[")
    case .swift:
      if isWord(index, "NSClassFromString") { return true }
      guard isWord(index, "self") || isWord(index, "classForCoder") else { return false }
      return isPunctuation(index - 1, ".") && word(index - 2)?.first?.isUppercase == true
    case .java, .kotlin: return isWord(index, "class") && isPunctuation(index - 1, in: ".:")
    case .javaScript: return false
    }
  }
}
