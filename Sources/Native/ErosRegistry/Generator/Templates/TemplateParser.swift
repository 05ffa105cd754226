import ErosCore

struct TemplateParser {
  /// The maximum nesting of tags, and of parentheses in a condition.
  static let maximumDepth = 64
  static let maximumFilterCount = 8

  private typealias Word = TemplateLexer.Word

  /// A tag: its name, the words after the name, and its offset.
  private struct Tag {
    let name: String
    let words: [Word]
    let offset: Int
  }

  private let text: [UInt8]
  private var lexer: TemplateLexer
  /// The number of open tags.
  private var depth = 0

  init(_ text: [UInt8]) {
    self.text = text
    lexer = TemplateLexer(text)
  }

  mutating func parse() throws(TemplateError) -> [TemplateNode] {
    let (nodes, end) = try nodes(until: [], of: nil)
    precondition(end == nil, "only a parent tag has an end")
    return nodes
  }

  /// Parses up to a tag with one of `names`, all parts of the tag `parent`.
  private mutating func nodes(
    until names: [String], of parent: Tag?
  ) throws(TemplateError) -> (nodes: [TemplateNode], end: Tag?) {
    var nodes: [TemplateNode] = []
    while let piece = try lexer.next() {
      switch piece {
      case .text(let range):
        if !range.isEmpty { nodes.append(.text(Array(text[range]), offset: range.lowerBound)) }
      case .output(let words, let offset): nodes.append(try output(words, at: offset))
      case .tag(let words, let offset):
        let tag = try self.tag(words, at: offset)
        if names.contains(tag.name) { return (nodes, tag) }
        nodes.append(try node(of: tag, inside: parent))
      }
    }
    guard let parent else { return (nodes, nil) }
    throw TemplateError(
      offset: parent.offset, reason: "'\(parent.name)' is not closed with 'end\(parent.name)'")
  }

  // MARK: Tags

  private func tag(_ words: [Word], at offset: Int) throws(TemplateError) -> Tag {
    guard case .name(let name)? = words.first?.kind else {
      throw TemplateError(offset: offset, reason: "the tag has no name, such as 'if' or 'for'")
    }
    return Tag(name: name, words: Array(words.dropFirst()), offset: offset)
  }

  private mutating func node(
    of tag: Tag, inside parent: Tag?
  ) throws(TemplateError) -> TemplateNode {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw tooDeep("tags", at: tag.offset) }
    switch tag.name {
    case "if": return try branches(of: tag)
    case "for": return try loop(of: tag)
    case "elif", "else", "endif", "empty", "endfor": throw misplaced(tag, inside: parent)
    default: throw unknownTag(tag)
    }
  }

  private mutating func branches(of tag: Tag) throws(TemplateError) -> TemplateNode {
    var branches: [TemplateBranch] = []
    var condition: TemplateCondition? = try self.condition(of: tag)
    while true {
      let names = condition == nil ? ["endif"] : ["elif", "else", "endif"]
      let (body, end) = try nodes(until: names, of: tag)
      branches.append((condition, body))
      guard let end else { break }
      if end.name == "elif" {
        condition = try self.condition(of: end)
        continue
      }
      try requireEnd(of: end)
      if end.name == "endif" { break }
      condition = nil
    }
    return .branches(branches, offset: tag.offset)
  }

  private mutating func loop(of tag: Tag) throws(TemplateError) -> TemplateNode {
    guard tag.words.count == 3, case .name(let name) = tag.words[0].kind,
      tag.words[1].kind == .name("in"), case .name = tag.words[2].kind, !name.contains(".")
    else { throw TemplateError(offset: tag.offset, reason: "a loop is 'for NAME in LIST'") }
    let list = try path(tag.words[2])
    var (body, end) = try nodes(until: ["empty", "endfor"], of: tag)
    var ifEmpty: [TemplateNode] = []
    if let middle = end, middle.name == "empty" {
      try requireEnd(of: middle)
      (ifEmpty, end) = try nodes(until: ["endfor"], of: tag)
    }
    if let end { try requireEnd(of: end) }
    return .loop(name: name, list: list, body: body, ifEmpty: ifEmpty)
  }

  private func requireEnd(of tag: Tag) throws(TemplateError) {
    guard let word = tag.words.first else { return }
    throw TemplateError(offset: word.offset, reason: "'\(tag.name)' has no arguments")
  }

  private func misplaced(_ tag: Tag, inside parent: Tag?) -> TemplateError {
    let owner = tag.name == "empty" || tag.name == "endfor" ? "for" : "if"
    let place: Message? = parent.map { "'\($0.name)' is not closed with 'end\($0.name)' before it" }
    let reason: Message =
      parent?.name == owner
      ? "'else' or 'empty' of the same tag precedes it"
      : place ?? "no '\(owner)' precedes it"
    return TemplateError(offset: tag.offset, reason: "misplaced '\(tag.name)': \(reason)")
  }

  private func unknownTag(_ tag: Tag) -> TemplateError {
    let tags = ["if", "elif", "else", "endif", "for", "empty", "endfor"]
    let hint = Spelling.hint(for: tag.name, among: tags) ?? "the tags are \(quoted(tags))"
    return TemplateError(offset: tag.offset, reason: "unknown tag '\(tag.name)'; \(hint)")
  }

  private func tooDeep(_ items: Message, at offset: Int) -> TemplateError {
    TemplateError(
      offset: offset, reason: "more than \(Self.maximumDepth) \(items) are inside each other")
  }

  // MARK: Values

  private func path(_ word: Word) throws(TemplateError) -> TemplatePath {
    guard case .name(let name) = word.kind else {
      throw TemplateError(offset: word.offset, reason: "the name of a value is expected here")
    }
    let names = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard names.allSatisfy({ $0.utf8.first.map { !$0.isDigit } ?? false }) else {
      throw TemplateError(offset: word.offset, reason: "'\(name)' is not a name")
    }
    return TemplatePath(names: names, offset: word.offset)
  }

  private func output(_ words: [Word], at offset: Int) throws(TemplateError) -> TemplateNode {
    guard let first = words.first else {
      throw TemplateError(offset: offset, reason: "the name of a value is missing")
    }
    let operand: TemplateOperand =
      if case .literal(let text) = first.kind {
        .literal(text, offset: first.offset)
      } else {
        .path(try path(first))
      }
    var filters: [TemplateFilter] = []
    var remaining = words.dropFirst()
    while let bar = remaining.popFirst() {
      guard bar.kind == .symbol("|"), let word = remaining.popFirst(),
        case .name(let name) = word.kind
      else {
        throw TemplateError(
          offset: bar.offset, reason: "a value is followed by '|' and the name of a filter")
      }
      guard let filter = TemplateFilter(rawValue: name) else {
        throw unknownFilter(name, at: word.offset)
      }
      guard filters.count < Self.maximumFilterCount else {
        throw TemplateError(
          offset: word.offset,
          reason: "the value has more than \(Self.maximumFilterCount) filters")
      }
      filters.append(filter)
    }
    return .output(operand, filters)
  }

  private func unknownFilter(_ name: String, at offset: Int) -> TemplateError {
    let names = TemplateFilter.allCases.map(\.rawValue)
    let hint = Spelling.hint(for: name, among: names) ?? "the filters are \(quoted(names))"
    return TemplateError(offset: offset, reason: "unknown filter '\(name)'; \(hint)")
  }

  private func quoted(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }

  // MARK: Conditions

  private func condition(of tag: Tag) throws(TemplateError) -> TemplateCondition {
    var words = tag.words[...]
    guard !words.isEmpty else {
      throw TemplateError(offset: tag.offset, reason: "'\(tag.name)' has no condition")
    }
    let condition = try alternatives(&words, after: tag.offset, depth: 0)
    if let word = words.first {
      throw TemplateError(
        offset: word.offset,
        reason: "the condition ends before this; it has names, 'not', 'and', 'or', '(' and ')'")
    }
    return condition
  }

  /// Parses conditions with `or` between them, inside `depth` parentheses.
  private func alternatives(
    _ words: inout ArraySlice<Word>, after offset: Int, depth: Int
  ) throws(TemplateError) -> TemplateCondition {
    var conditions = [try conjunction(&words, after: offset, depth: depth)]
    while let word = words.first, word.kind == .name("or") {
      words.removeFirst()
      conditions.append(try conjunction(&words, after: word.offset, depth: depth))
    }
    return conditions.count == 1 ? conditions[0] : .any(conditions)
  }

  private func conjunction(
    _ words: inout ArraySlice<Word>, after offset: Int, depth: Int
  ) throws(TemplateError) -> TemplateCondition {
    var conditions = [try term(&words, after: offset, depth: depth)]
    while let word = words.first, word.kind == .name("and") {
      words.removeFirst()
      conditions.append(try term(&words, after: word.offset, depth: depth))
    }
    return conditions.count == 1 ? conditions[0] : .all(conditions)
  }

  private func term(
    _ words: inout ArraySlice<Word>, after start: Int, depth: Int
  ) throws(TemplateError) -> TemplateCondition {
    var offset = start
    var isNegated = false
    while let word = words.first, word.kind == .name("not") {
      words.removeFirst()
      isNegated.toggle()
      offset = word.offset
    }
    guard let word = words.popFirst() else {
      throw TemplateError(offset: offset, reason: "the condition is not complete")
    }
    let condition =
      word.kind == .symbol("(")
      ? try parenthesized(&words, openedAt: word.offset, depth: depth + 1)
      : TemplateCondition.path(try path(word))
    return isNegated ? .not(condition) : condition
  }

  private func parenthesized(
    _ words: inout ArraySlice<Word>, openedAt offset: Int, depth: Int
  ) throws(TemplateError) -> TemplateCondition {
    guard depth <= Self.maximumDepth else { throw tooDeep("parentheses", at: offset) }
    let condition = try alternatives(&words, after: offset, depth: depth)
    guard words.popFirst()?.kind == .symbol(")") else {
      throw TemplateError(offset: offset, reason: "'(' is not closed with ')'")
    }
    return condition
  }
}
