import ErosCore
import ErosRegistry
import ErosSyntax

/// The changes of one source file: removed registrations, and calls of the generated code.
struct RegistrationEdit {
  private let tokens: SourceTokens
  private let calls: RegistrantCalls
  /// The path of the file in the patch.
  let path: String
  /// The groups whose generated code the file calls.
  var callGroups: Set<RegistrantCalls.Group> = []
  private(set) var changes = TextChanges()
  /// The registrations that stay, with reasons.
  private(set) var kept: [(registration: SourceRegistration, reason: String)] = []
  /// The removed statements in source order, with the registrations that they make.
  private var removed:
    [(statement: Statement, group: RegistrantCalls.Group, item: SourceRegistration)] = []

  var bytes: [UInt8] { tokens.file.bytes }
  var removedCount: Int { removed.count }

  func count(of group: RegistrantCalls.Group) -> Int { removed.count { $0.group == group } }

  init(_ file: SourceFile, _ calls: RegistrantCalls, path: String) {
    self.path = path
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

  /// The tokens of a statement, with its terminator.
  private typealias Statement = Range<Int>

  // MARK: Removal

  /// Removes the statements that make `registrations`, in source order.
  mutating func remove(_ registrations: [SourceRegistration]) {
    var indexes: [TextPosition: Int] = [:]
    for index in 0..<tokens.count { indexes[tokens.position(index).position] = index }
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
      case .success(let statement): removed.append((statement, group, item))
      }
    }
    keepThrowers()
  }

  /// Keeps the registrations of `group`, because no file can call the generated code.
  mutating func restore(_ group: RegistrantCalls.Group) {
    for (_, _, item) in removed where RegistrantCalls.group(item) == group {
      keep(item, "no file that registers something can call the generated code")
    }
    removed.removeAll { $0.group == group }
  }

  /// Whether the file can call the generated code of `group`.
  func canCall(_ group: RegistrantCalls.Group) -> Bool {
    calls.canCall(group, from: tokens.language, path: path)
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
    guard let call = call(at: index) else { return .failure(Reason("it is a row of a table")) }
    guard let end = end(of: call), begins(call.lowerBound) else {
      return .failure(Reason("it is not a statement of its own"))
    }
    guard !isInBranch(call.lowerBound) else {
      return .failure(Reason("it depends on a condition or a loop"))
    }
    return .success(call.lowerBound..<end)
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
    if tokens.isPunctuation(before, in: ";{}") { return true }
    guard endsWithLine, tokens.beginsLine(index) else { return false }
    if tokens.isWord(before, "else") { return false }
    guard tokens.isPunctuation(before, ")"), let open = tokens.open(before) else {
      return tokens.punctuation(before) == nil || tokens.isPunctuation(before, in: "]>\"'")
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
        if tokens.isPunctuation(before, in: ";{}") { return false }
        if tokens.isPunctuation(before, in: ")]"), let open = tokens.open(before) { before = open }
        if endsWithLine, tokens.beginsLine(before) { return false }
        before -= 1
      }
      return false
    }
  }

  // MARK: Changes

  /// Removes the statements; a call of ``callGroups`` replaces the first of its group.
  mutating func apply() {
    let blocks = tryBlocks().whole
    var texts: [Statement: [String]] = [:]
    var waiting = callGroups
    for (statement, group, _) in removed {
      let target = blocks[statement] ?? statement
      texts[target, default: []] +=
        waiting.remove(group) == nil ? [] : [calls.statement(group, in: tokens.language)]
    }
    for group in callGroups.sorted(by: { $0.rawValue < $1.rawValue }) { insertImport(group) }
    for (target, calls) in texts {
      replace(target, with: calls.isEmpty ? nil : calls.joined(separator: " "))
    }
  }

  func calls(_ group: RegistrantCalls.Group) -> Bool {
    tokens.file.mentions(calls.mark(group, in: tokens.language))
  }

  /// Replaces a statement by a call, or removes its lines if they contain nothing else.
  ///
  /// A comment at the end of the line belongs to the statement.
  private mutating func replace(_ statement: Statement, with call: String?) {
    let bytes = tokens.file.bytes
    let start = tokens.range(statement.lowerBound).lowerBound
    let end = tokens.range(statement.upperBound - 1).upperBound
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

  /// Keeps one registration in each `try` statement that also does something else.
  ///
  /// Java rejects a handler of a checked exception if the block no longer throws it.
  private mutating func keepThrowers() {
    for statement in tryBlocks().throwers {
      for (_, _, item) in removed.filter({ $0.statement == statement }) {
        keep(item, "javac requires a statement that throws for the handler of 'WXException'")
      }
      removed.removeAll { $0.statement == statement }
    }
  }

  /// The `try` statements in Java that contain only removed registrations, by these registrations;
  /// and the last registration in each other one that handles `WXException`.
  private func tryBlocks() -> (whole: [Statement: Statement], throwers: [Statement]) {
    var whole: [Statement: Statement] = [:]
    var throwers: [Statement] = []
    guard tokens.language == .java else { return (whole, throwers) }
    let statements = Set(removed.map(\.statement))
    for index in 0..<tokens.count
    where tokens.isWord(index, "try") && tokens.isPunctuation(index + 1, "{") {
      let body = tokens.content(of: index + 1)
      let inner = statements.filter { body.contains($0.lowerBound) }
      guard let last = inner.max(by: { $0.lowerBound < $1.lowerBound }) else { continue }
      var end = tokens.index(after: index + 1)
      var handlesException = false
      while tokens.isWord(end, "catch"), tokens.isPunctuation(end + 1, "(") {
        handlesException =
          handlesException
          || (end + 2..<tokens.close(end + 1)).contains { tokens.isWord($0, "WXException") }
        end = tokens.index(after: tokens.index(after: end + 1))
      }
      let isWhole = inner.reduce(0) { $0 + $1.count } == body.count
      if isWhole, !tokens.isWord(end, "finally") {
        for statement in inner { whole[statement] = index..<end }
      } else if handlesException, !registers(in: body, besides: inner) {
        throwers.append(last)
      }
    }
    return (whole, throwers)
  }

  /// Whether `body` has a registration that is not in `statements`.
  private func registers(in body: Range<Int>, besides statements: Set<Statement>) -> Bool {
    body.contains { index in
      tokens.word(index).map(WrittenRegistration.androidCalls.contains) == true
        && !statements.contains { $0.contains(index) }
    }
  }

  // MARK: Imports

  private mutating func insertImport(_ group: RegistrantCalls.Group) {
    var package = ""
    var last: Int?
    for index in 0..<tokens.count {
      if tokens.isWord(index, "package"), tokens.beginsLine(index) {
        package = tokens.words(index + 1..<tokens.pathEnd(index + 1) + 1).joined(separator: ".")
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

  /// Inserts `#import "…"` after the last import that no condition excludes, or at the start.
  private mutating func insertHeader(_ line: String) {
    let bytes = tokens.file.bytes
    var start = 0
    var last = 0
    var depth = 0
    for (index, byte) in bytes.enumerated() where byte == 0x0A {
      let text = bytes[start..<index].drop { $0 == 0x20 || $0 == 0x09 }
      if text.starts(with: "#if".utf8) { depth += 1 }
      if text.starts(with: "#endif".utf8) { depth -= 1 }
      let isImport = text.starts(with: "#import".utf8) || text.starts(with: "#include".utf8)
      if isImport, depth == 0 { last = index + 1 }
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
