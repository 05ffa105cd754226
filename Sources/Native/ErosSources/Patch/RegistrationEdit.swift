import ErosCore
import ErosRegistry
import ErosSyntax

/// Changes one source file: removes registrations, and calls the generated code.
struct RegistrationEdit {
  let tokens: SourceTokens
  private let calls: RegistrantCalls
  let tryStatements: [TryStatement]
  let path: String
  /// The groups whose generated code the file calls.
  var callGroups: Set<RegistrantCalls.Group> = []
  private(set) var changes = TextChanges()
  /// Lines that contain only removed statements.
  private var removedLines: [Range<Int>] = []
  private(set) var exclusions:
    [(registration: SourceRegistration, reason: Message, remedy: Message?)] =
      []
  /// The removed statements in source order, with the registrations that they make.
  var removed: [(statement: Statement, group: RegistrantCalls.Group, item: SourceRegistration)] = []

  var bytes: [UInt8] { tokens.file.bytes }
  var removedCount: Int { removed.count }

  func count(of group: RegistrantCalls.Group) -> Int { removed.count { $0.group == group } }

  /// Returns `true` if a registration in `group` was removed from a method that is certain to run.
  func runs(_ group: RegistrantCalls.Group) -> Bool {
    removed.contains { $0.group == group && $0.item.isRun }
  }

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
    tryStatements = tokens.tryStatements
    self.calls = calls
  }

  typealias Statement = Range<Int>

  // MARK: Removal

  /// Removes the statements that make `registrations`, given in source order.
  mutating func remove(_ registrations: [SourceRegistration]) {
    var indexes: [TextPosition: Int] = [:]
    for index in 0..<tokens.count { indexes[tokens.position(index).position] = index }
    var brackets = OpenBrackets(tokens)
    for item in registrations {
      guard let group = RegistrantCalls.group(item) else {
        keep(item, "a list of objects is replaced manually")
        continue
      }
      guard item.mechanism != .file else {
        keep(
          item,
          calls.writes(path)
            ? "`eros generate --force` replaces its file" : "a patch does not change its file")
        continue
      }
      guard let index = indexes[item.position.position] else {
        keep(item, "it is not found in the file")
        continue
      }
      brackets.move(to: index)
      switch statement(at: index, in: brackets.indexes) {
      case .stays(let reason): keep(item, reason)
      case .removable where item.condition != nil:
        keep(item, "it depends on a condition or a loop")
      case .removable(let statement): removed.append((statement, group, item))
      }
    }
    keepThrowers()
  }

  /// Restores the registrations in `group`, because no file can call the generated code.
  mutating func restore(_ group: RegistrantCalls.Group) {
    for (_, _, item) in removed where RegistrantCalls.group(item) == group {
      keep(item, "no file that registers something can call the generated code")
    }
    removed.removeAll { $0.group == group }
  }

  func canCall(_ group: RegistrantCalls.Group) -> Bool {
    calls.canCall(group, from: tokens.language, path: path)
  }

  mutating func keep(
    _ item: SourceRegistration, _ reason: Message, _ remedy: Message? = nil
  ) {
    exclusions.append((item, reason, remedy))
  }

  private enum Removal {
    case removable(Statement)
    case stays(Message)
  }

  private func statement(at index: Int, in brackets: [Int]) -> Removal {
    if tokens.isConditional(index) { return .stays("the preprocessor may exclude it") }
    guard let call = tokens.call(at: index, in: brackets),
      !isList(call.lowerBound), brackets.last.map(isList) != true
    else { return .stays("it is a row of a table") }
    guard tokens.branches(around: call.lowerBound, in: brackets).isEmpty else {
      return .stays("it depends on a condition or a loop")
    }
    guard let end = end(of: call), begins(call.lowerBound), !isValue(call) else {
      return .stays("it is not a statement of its own")
    }
    return .removable(call.lowerBound..<end)
  }

  /// Tells a literal list or map from a message with the same brackets.
  private func isList(_ index: Int) -> Bool {
    tokens.isPunctuation(index, "[") && tokens.isLiteral(index)
  }

  /// Returns `true` if the call may be the value of a `try` expression in Kotlin.
  private func isValue(_ call: Range<Int>) -> Bool {
    tryStatements.contains {
      $0.body.contains(call.lowerBound) && !begins($0.range.lowerBound)
    }
  }

  private func end(of call: Range<Int>) -> Int? {
    let next = call.upperBound
    if tokens.isPunctuation(next, ";") { return next + 1 }
    guard tokens.endsStatementsWithLines, !tokens.isPunctuation(next, ".") else { return nil }
    return tokens.beginsLine(next) || tokens.isPunctuation(next, "}") || next >= tokens.count
      ? next : nil
  }

  /// Returns `true` if a statement starts at `index`.
  func begins(_ index: Int) -> Bool {
    let before = index - 1
    if tokens.isPunctuation(before, in: ";{}") { return true }
    guard tokens.endsStatementsWithLines, tokens.beginsLine(index) else { return false }
    return tokens.punctuation(before) == nil || tokens.isPunctuation(before, in: ")]>\"'")
  }

  // MARK: Changes

  /// Removes the statements, and puts a call of the generated code in their place.
  ///
  /// The call replaces the group's first statement, if possible one that is certain to run.
  mutating func apply() {
    var calls: [Statement: String] = [:]
    for group in callGroups {
      let candidates = removed.filter { $0.group == group }
      guard let first = candidates.first(where: \.item.isRun) ?? candidates.first else { continue }
      calls[first.statement] = self.calls.statement(group, in: tokens.language)
    }
    for group in callGroups.sorted(by: { $0.rawValue < $1.rawValue }) { insertImport(group) }
    var statements = Set(removed.map(\.statement))
    for block in emptiedTryStatements() {
      let inner = statements.filter { block.body.contains($0.lowerBound) }
      let text = inner.sorted { $0.lowerBound < $1.lowerBound }.compactMap { calls[$0] }
      let hasOtherHandler = block.handlers.contains { !$0.catchesOnlyRejections }
      if block.hasFinally || hasOtherHandler && !text.isEmpty {
        for handler in block.handlers where handler.catchesOnlyRejections { remove(handler) }
      } else {
        statements.subtract(inner)
        replace(block.range, with: text.isEmpty ? nil : text.joined(separator: " "))
      }
    }
    for statement in statements { replace(statement, with: calls[statement]) }
    removeLines()
  }

  private mutating func remove(_ handler: TryStatement.Handler) {
    let start = tokens.range(handler.range.lowerBound - 1).upperBound
    changes.replace(start..<tokens.range(handler.range.upperBound - 1).upperBound, with: "")
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
    let lineStart = start - bytes[..<start].reversed().prefix(while: Self.isBlank).count
    var lineEnd = end + bytes[end...].prefix(while: Self.isBlank).count
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
    guard ownsLine else { return changes.replace(start..<end, with: "") }
    removedLines.append(lineStart..<min(lineEnd + 1, bytes.count))
  }

  /// Removes lines, and the blank line after them if the line before is blank or opens a block.
  private mutating func removeLines() {
    let bytes = tokens.file.bytes
    var groups: [Range<Int>] = []
    for line in removedLines.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = groups.last, last.upperBound == line.lowerBound {
        groups[groups.count - 1] = last.lowerBound..<line.upperBound
      } else {
        groups.append(line)
      }
    }
    for group in groups {
      let before = bytes[..<group.lowerBound].dropLast().last { !Self.isBlank($0) }
      let end = bytes[group.upperBound...].firstIndex { !Self.isBlank($0) }
      var upperBound = group.upperBound
      if before == 0x0A || before == UInt8(ascii: "{"), let end, bytes[end] == 0x0A {
        upperBound = end + 1
      }
      changes.replace(group.lowerBound..<upperBound, with: "")
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0D].contains(byte) }

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
    changes.insert(line + lineEnd, at: after(offset))
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
    changes.insert(line + lineEnd, at: last)
  }

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
