import ErosCore
import ErosSyntax

/// A function that a host calls with the key of an attribute or event: one row of ``rows``.
///
/// The function, or a helper with a similar name, compares its key with the names.
struct MemberIdiom {
  let kind: SourceClass.WrittenMember.Kind
  /// The parts of function names, in lowercase.
  let functions: [String]
  /// The names of variables with a key, in lowercase.
  let keys: Set<String>

  static let rows = [
    MemberIdiom(
      kind: .event, functions: ["addevent", "removeevent"],
      keys: ["event", "eventname", "type", "name"]),
    MemberIdiom(
      kind: .attribute(type: nil), functions: ["propert", "attr", "initprop", "setprop"],
      keys: [
        "key", "keyname", "k", "name", "attr", "attribute", "attrname", "attributename", "prop",
        "property", "propname", "propertyname",
      ]),
  ]

  /// The row of the function `name`, or `nil`.
  static func row(for name: String) -> MemberIdiom? {
    let name = name.lowercased()
    return rows.first { row in row.functions.contains { name.contains($0) } }
  }

  /// The calls that compare two texts.
  static let comparisons: Set<String> = [
    "equals", "equalsIgnoreCase", "isEqualToString", "isEqual", "contentEquals",
  ]
}

extension BodyScanner {
  /// Reads the comparisons of keys in the body at `group` of the function `name`.
  ///
  /// The first parameter of the function is a key, whatever its name.
  func readKeys(
    in group: Int, of name: String, _ parameters: [String]
  ) -> [SourceClass.WrittenMember] {
    guard let row = MemberIdiom.row(for: name) else { return [] }
    let isKey = { (word: String) in
      row.keys.contains(word.lowercased()) || word == parameters.first && !word.isEmpty
    }
    var names: [Range<Int>] = []
    for index in group..<max(group, tokens.close(group)) {
      guard let word = tokens.word(index) else {
        if tokens.isPunctuation(index, "="), tokens.isPunctuation(index + 1, "=") {
          names += compared(index, isKey)
        }
        continue
      }
      switch word {
      case "switch", "when": names += branches(index, isKey)
      case _ where MemberIdiom.comparisons.contains(word): names += operands(index, isKey)
      default: break
      }
    }
    return names.compactMap { range in
      let name = expression(range)
      guard name.isConstant || name.text != nil else { return nil }
      return .init(
        kind: row.kind, name: name, position: tokens.position(range.lowerBound), context: context,
        isReported: name.isConstant)
    }
  }

  private func isKey(_ range: Range<Int>, _ isKey: (String) -> Bool) -> Bool {
    let start = tokens.isWord(range.lowerBound, "this") ? range.lowerBound + 2 : range.lowerBound
    return start + 1 == range.upperBound && tokens.word(start).map(isKey) == true
  }

  /// The other operand of `"x".equals(key)`, `equals(key, "x")` or `[key isEqualToString:@"x"]`.
  private func operands(_ index: Int, _ isKey: (String) -> Bool) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    if tokens.isPunctuation(index + 1, "(") {
      parts = tokens.parts(of: index + 1)
      if parts.count == 1, tokens.isPunctuation(index - 1, ".") {
        var start = index - 2
        while tokens.isPunctuation(start - 1, "."), tokens.word(start - 2) != nil { start -= 2 }
        parts.append(start..<(index - 1))
      }
    } else if tokens.isPunctuation(index + 1, ":") {
      let end = (index..<min(index + 16, tokens.count)).first { tokens.isPunctuation($0, "]") }
      guard let end else { return [] }
      var start = index - 1
      if tokens.isPunctuation(start - 1, "@") { start -= 1 }
      parts = [start..<index, (index + 2)..<end]
    }
    guard parts.count == 2, let key = parts.firstIndex(where: { self.isKey($0, isKey) }) else {
      return []
    }
    return [parts[1 - key]]
  }

  /// The other operand of `key == "x"`, in Swift and Kotlin.
  private func compared(_ index: Int, _ isKey: (String) -> Bool) -> [Range<Int>] {
    guard tokens.language == .swift || tokens.language == .kotlin else { return [] }
    let (left, right) = (index - 1, index + 2)
    if tokens.word(left).map(isKey) == true {
      var end = right + 1
      while tokens.isPunctuation(end, "."), tokens.word(end + 1) != nil { end += 2 }
      return [right..<end]
    }
    guard tokens.word(right).map(isKey) == true else { return [] }
    var start = left
    while tokens.isPunctuation(start - 1, "."), tokens.word(start - 2) != nil { start -= 2 }
    return [start..<(left + 1)]
  }

  /// The names before the branches of `switch (key) { … }` or `when (key) { … }`.
  private func branches(_ index: Int, _ isKey: (String) -> Bool) -> [Range<Int>] {
    var block = index + 1
    var subject = block..<block
    if tokens.isPunctuation(block, "(") {
      subject = (block + 1)..<max(block + 1, tokens.close(block))
      block = tokens.index(after: block)
    } else {
      while block < min(index + 8, tokens.count), !tokens.isPunctuation(block, "{") { block += 1 }
      subject = (index + 1)..<block
    }
    guard self.isKey(subject, isKey), tokens.isPunctuation(block, "{") else { return [] }
    let end = min(tokens.close(block), tokens.count)
    var names: [Range<Int>] = []
    var start = block + 1
    var next = start
    while next < end {
      if tokens.isWord(next, "case") { start = next + 1 }
      let beginsBranch =
        tokens.language == .kotlin && tokens.beginsLine(next)
        && !tokens.isPunctuation(next - 1, ",")
      if beginsBranch { start = next }
      let isArrow = tokens.isPunctuation(next, "-") && tokens.isPunctuation(next + 1, ">")
      if tokens.isPunctuation(next, ":") || isArrow, start <= next {
        names += tokens.parts(joinedBy: ",", in: start..<next).filter { !$0.isEmpty }
        start = end
      }
      next = tokens.index(after: next)
    }
    return names
  }
}

extension SourceExpression {
  /// The text of a literal, or `nil` for other expressions.
  fileprivate var text: String? {
    if case .text(let text) = self { return text }
    return nil
  }
}
