import ErosCore
import ErosRegistry
import ErosSyntax

/// The changes of one source file: removed registrations, and calls of the generated code.
struct RegistrationEdit {
  private let tokens: SourceTokens
  private let calls: RegistrantCalls
  private(set) var changes = TextChanges()
  private(set) var removedCount = 0
  /// The registrations that stay, with reasons.
  private(set) var kept: [(registration: SourceRegistration, reason: String)] = []
  /// The `catch` clauses that javac may reject after the removal.
  private(set) var handlers: [FilePosition] = []
  /// The first token of each removed statement, by the registrations that it made.
  private var removed: [RegistrantCalls.Group: [Statement]] = [:]

  init(_ file: SourceFile, _ calls: RegistrantCalls) {
    let language: SourceLanguage =
      switch file.path.split(separator: ".").last {
      case "java": .java
      case "kt": .kotlin
      case "swift": .swift
      default: .objectiveC
      }
    tokens = SourceTokens(file, language)
    self.calls = calls
  }

  /// A statement as a range of tokens, with its terminator.
  struct Statement: Hashable {
    let tokens: Range<Int>
  }

  // MARK: Removal

  /// Removes the statements that make `registrations`, in source order.
  mutating func remove(_ registrations: [SourceRegistration]) {
    var indexes: [TextPosition: Int] = [:]
    for index in 0..<tokens.count { indexes[tokens.position(index).position] = index }
    var known: Set<Statement> = []
    for item in registrations {
      guard let group = RegistrantCalls.group(item) else {
        keep(item, "a list of objects is replaced manually")
        continue
      }
      guard !item.position.file.ends(with: ".xml"), !item.position.file.ends(with: ".json"),
        let index = indexes[item.position.position]
      else {
        keep(item, "the file is replaced by `eros generate --force`, or edited manually")
        continue
      }
      switch statement(at: index) {
      case .failure(let reason): keep(item, reason.text)
      case .success(let statement):
        if known.insert(statement).inserted { removed[group, default: []].append(statement) }
        removedCount += 1
      }
    }
  }

  private mutating func keep(_ item: SourceRegistration, _ reason: String) {
    kept.append((item, reason))
  }

  private struct Reason: Error {
    let text: String
    init(_ text: String) { self.text = text }
  }

  /// The statement that consists of the call at `index`.
  private func statement(at index: Int) -> Result<Statement, Reason> {
    if tokens.isConditional(index) { return .failure(Reason("the preprocessor may exclude it")) }
    guard let call = call(at: index) else {
      return .failure(Reason("it is a row of a table"))
    }
    guard let end = end(of: call), begins(call.lowerBound) else {
      return .failure(Reason("it is not a statement of its own"))
    }
    guard !isInBranch(call.lowerBound) else {
      return .failure(Reason("it depends on a condition or a loop"))
    }
    return .success(Statement(tokens: call.lowerBound..<end))
  }

  /// The tokens of the call that makes the registration at `index`.
  private func call(at index: Int) -> Range<Int>? {
    if tokens.isPunctuation(index, "[") { return index..<tokens.index(after: index) }
    guard tokens.word(index) != nil else { return nil }
    if tokens.isPunctuation(index + 1, "(") {
      return receiverStart(index)..<tokens.index(after: index + 1)
    }
    guard tokens.isPunctuation(index + 1, ":"), let group = enclosing(index).last,
      tokens.isPunctuation(group, "[")
    else { return nil }
    return group..<tokens.index(after: group)
  }

  private func receiverStart(_ index: Int) -> Int {
    var start = index
    while tokens.isPunctuation(start - 1, ".") {
      if tokens.word(start - 2) != nil {
        start -= 2
      } else if tokens.isPunctuation(start - 2, ")"), let open = tokens.open(start - 2),
        tokens.word(open - 1) != nil
      {
        start = open - 1
      } else {
        break
      }
    }
    return start
  }

  private var endsWithLine: Bool { tokens.language == .kotlin || tokens.language == .swift }

  private func end(of call: Range<Int>) -> Int? {
    let next = call.upperBound
    if tokens.isPunctuation(next, ";") { return next + 1 }
    guard endsWithLine, !tokens.isPunctuation(next, ".") else { return nil }
    return tokens.beginsLine(next) || tokens.isPunctuation(next, "}") || next >= tokens.count
      ? next : nil
  }

  /// Whether a statement starts at `index`.
  private func begins(_ index: Int) -> Bool {
    let before = index - 1
    if [";", "{", "}"].contains(where: { tokens.isPunctuation(before, $0) }) { return true }
    guard endsWithLine, tokens.beginsLine(index) else { return false }
    if tokens.isWord(before, "else") { return false }
    guard tokens.isPunctuation(before, ")"), let open = tokens.open(before) else {
      return tokens.punctuation(before).map { "]>\"'".unicodeScalars.contains($0) } ?? true
    }
    return !["if", "for", "while"].contains { tokens.isWord(open - 1, $0) }
  }

  /// The open brackets around a token, the innermost last.
  private func enclosing(_ index: Int) -> [Int] {
    (0..<index).filter { tokens.isOpening($0) && tokens.close($0) > index }
  }

  private static let branches: Set<String> = [
    "if", "else", "for", "while", "switch", "when", "catch", "case", "forEach", "guard",
  ]

  /// Whether a block around the token may not run, or run several times.
  private func isInBranch(_ index: Int) -> Bool {
    enclosing(index).contains { brace in
      guard tokens.isPunctuation(brace, "{") else { return false }
      var before = brace - 1
      for _ in 0..<64 where before >= 0 {
        if let word = tokens.word(before), Self.branches.contains(word) { return true }
        if let mark = tokens.punctuation(before) {
          if ";{}".unicodeScalars.contains(mark) { return false }
          if mark == ")" || mark == "]", let open = tokens.open(before) { before = open }
        }
        if endsWithLine, tokens.beginsLine(before) { return false }
        before -= 1
      }
      return false
    }
  }

  // MARK: Changes

  /// Removes the statements, and inserts one call for each group that satisfies `isMain`.
  mutating func insertCalls(where isMain: (RegistrantCalls.Group) -> Bool) {
    let all = Set(removed.values.flatMap(\.self))
    let blocks = tokens.language == .java ? tryBlocks(all) : [:]
    var replaced: Set<Statement> = []
    for (group, statements) in removed.sorted(by: { "\($0.key)" < "\($1.key)" }) {
      var isFirst = isMain(group) && !calls(group)
      for statement in statements {
        let block = blocks[statement]
        let target = block ?? statement
        guard replaced.insert(target).inserted || isFirst else { continue }
        let call = isFirst ? calls.statement(group, in: tokens.language) : nil
        if isFirst { insertImport(group) }
        isFirst = false
        replace(target, with: call)
      }
    }
  }

  private func calls(_ group: RegistrantCalls.Group) -> Bool {
    tokens.file.mentions(calls.mark(group, in: tokens.language))
  }

  /// Replaces a statement by a call, or removes its lines if they contain nothing else.
  ///
  /// A comment at the end of the line belongs to the statement.
  private mutating func replace(_ statement: Statement, with call: String?) {
    let bytes = tokens.file.bytes
    let start = tokens.range(statement.tokens.lowerBound).lowerBound
    let end = tokens.range(statement.tokens.upperBound - 1).upperBound
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
    let lineStart = start - bytes[..<start].reversed().prefix(while: isBlank).count
    var lineEnd = end + bytes[end...].prefix(while: isBlank).count
    let hasComment = bytes[lineEnd...].starts(with: "//".utf8)
    if hasComment { lineEnd = bytes[lineEnd...].firstIndex(of: 0x0A) ?? bytes.count }
    if let call {
      let hasReturn = hasComment && bytes[lineEnd - 1] == 0x0D
      let callEnd = hasComment ? lineEnd - (hasReturn ? 1 : 0) : end
      return changes.replace(start..<callEnd, with: call)
    }
    let ownsLine =
      (lineStart == 0 || bytes[lineStart - 1] == 0x0A)
      && (lineEnd == bytes.count || bytes[lineEnd] == 0x0A)
    changes.replace(
      ownsLine ? lineStart..<min(lineEnd + 1, bytes.count) : start..<end, with: "")
  }

  /// The `try` statements that contain only removed registrations, by these registrations.
  ///
  /// Java rejects a handler of a checked exception if the block no longer throws it.
  private mutating func tryBlocks(_ statements: Set<Statement>) -> [Statement: Statement] {
    var blocks: [Statement: Statement] = [:]
    for index in 0..<tokens.count
    where tokens.isWord(index, "try") && tokens.isPunctuation(index + 1, "{") {
      let body = (index + 2)..<max(index + 2, tokens.close(index + 1))
      let inner = statements.filter { body.contains($0.tokens.lowerBound) }
      guard !inner.isEmpty else { continue }
      var end = tokens.index(after: index + 1)
      guard inner.reduce(0, { $0 + $1.tokens.count }) == body.count else {
        if tokens.isWord(end, "catch"), tokens.isWord(end + 2, "WXException") {
          handlers.append(tokens.position(end))
        }
        continue
      }
      while tokens.isWord(end, "catch"), tokens.isPunctuation(end + 1, "(") {
        end = tokens.index(after: tokens.index(after: end + 1))
      }
      guard !tokens.isWord(end, "finally") else { continue }
      for statement in inner { blocks[statement] = Statement(tokens: index..<end) }
    }
    return blocks
  }

  // MARK: Imports

  private mutating func insertImport(_ group: RegistrantCalls.Group) {
    var package = ""
    var last: Int?
    for index in 0..<tokens.count {
      if tokens.isWord(index, "package"), tokens.beginsLine(index) {
        var next = index + 1
        while let word = tokens.word(next) {
          package += (package.isEmpty ? "" : ".") + word
          guard tokens.isPunctuation(next + 1, ".") else { break }
          next += 2
        }
        last = index
      }
      if tokens.isWord(index, "import"), tokens.beginsLine(index) { last = index }
      if tokens.isPunctuation(index, "{") { break }
    }
    guard let line = calls.importLine(group, in: tokens.language, package: package),
      !tokens.file.mentions(line)
    else { return }
    let offset = last.map { tokens.range($0).lowerBound } ?? 0
    if tokens.language == .objectiveC { return insertHeader(line) }
    changes.replace(after(offset)..<after(offset), with: line + lineEnd)
  }

  /// Inserts `#import "…"` after the last import of the file, or at its start.
  private mutating func insertHeader(_ line: String) {
    let bytes = tokens.file.bytes
    var start = 0
    var last = 0
    for (index, byte) in bytes.enumerated() where byte == 0x0A {
      let text = bytes[start..<index]
      if text.starts(with: "#import".utf8) || text.starts(with: "#include".utf8) {
        last = index + 1
      }
      start = index + 1
    }
    changes.replace(last..<last, with: line + lineEnd)
  }

  /// The offset after the line at `offset`.
  private func after(_ offset: Int) -> Int {
    let bytes = tokens.file.bytes
    return bytes[offset...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
  }

  private var lineEnd: String {
    let bytes = tokens.file.bytes
    guard let end = bytes.firstIndex(of: 0x0A), end > 0, bytes[end - 1] == 0x0D else { return "\n" }
    return "\r\n"
  }
}
