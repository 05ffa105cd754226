import ErosCore
import ErosSyntax

/// A scanner of function bodies: local constants, literal tables, and calls that pass classes.
protocol BodyScanner {
  var tokens: SourceTokens { get }
  var unit: SourceUnit { get set }
  var body: BodyState { get set }

  /// Returns the name or class in a range of tokens.
  func expression(_ range: Range<Int>) -> SourceExpression

  /// Returns the call whose arguments are the group at `group`, or `nil` if it is a literal or a block.
  func call(of group: Int) -> BodyCall?

  /// Whether the group at `group` is a literal map, list or tuple.
  func isLiteral(_ group: Int) -> Bool

  /// Whether the token at `index` is the last one of a class literal: `class` in `C.class`.
  func endsClass(_ index: Int) -> Bool
}

/// A call, with the ranges of its arguments.
struct BodyCall {
  let name: String
  let receiver: [String]
  let arguments: [Range<Int>]
}

/// The state of a scanner within a function body.
struct BodyState {
  /// The type around the body, as in ``SymbolTable/Scope``.
  var type = ""
  var function: Int?
  var functionName: String?
  var parameters: Set<String> = []
  /// The variables of the function; a variable with several values is `unknown`.
  var locals: [String: SourceExpression] = [:]
  /// The open brackets around the current token.
  var brackets: [Int] = []
  /// The groups that were read.
  var known: Set<Int> = []
  /// Whether the file mentions registrations or events, so that variables and tables count.
  var registers = false
}

extension BodyScanner {
  var context: SourceContext { SourceContext(type: body.type, function: body.function) }

  /// The context of a registration at `index`, with the names in the loops around it.
  func context(at index: Int) -> SourceContext {
    SourceContext(type: body.type, function: body.function, mentions: mentions(at: index))
  }

  // MARK: Functions

  /// Scans a function body with `scan`, and restores the state of the code around it.
  mutating func inFunction(
    _ name: String?, _ parameters: [String], of type: String, _ scan: (inout Self) -> Void
  ) {
    let outer = body
    body = BodyState(type: type, functionName: name, registers: outer.registers)
    if let name {
      unit.functions.append(SourceFunction(name: name, parameters: parameters, owner: type))
      body.function = unit.functions.count - 1
      body.parameters = Set(parameters)
    }
    scan(&self)
    body = outer
  }

  /// Reads the token at `index` before the scanner of the language does.
  mutating func visit(_ index: Int) {
    let (kind, mark) = tokens.kind(index)
    switch kind {
    case .word:
      if endsClass(index) {
        readClass(index)
      } else if body.registers, isParameter(index), let group = body.brackets.last {
        readGroup(group)
      }
    case .string:
      if body.registers, let group = body.brackets.last { readGroup(group) }
    case .punctuation:
      switch mark {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
        body.brackets.append(index)
        if body.registers { readNames(index) }
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        while let last = body.brackets.last, index >= tokens.close(last) {
          body.brackets.removeLast()
        }
      case UInt8(ascii: "="): readAssignment(index)
      default: break
      }
    case .number: break
    }
  }

  /// Whether the token at `index` is an argument that passes on a parameter of the function.
  private func isParameter(_ index: Int) -> Bool {
    guard !body.parameters.isEmpty,
      [",", ")", "]"].contains(where: { tokens.isPunctuation(index + 1, $0) })
    else { return false }
    return tokens.word(index).map(body.parameters.contains) == true
  }

  // MARK: Variables

  private mutating func readAssignment(_ index: Int) {
    guard body.registers, body.function != nil else { return }
    let isComparison =
      tokens.isPunctuation(index + 1, "=")
      || (tokens.punctuation(index - 1).map { "=!<>+-*/%&|".unicodeScalars.contains($0) } ?? false)
    guard !isComparison, let name = assigned(index) else { return }
    let value = expression((index + 1)..<statementEnd(index + 1))
    let isFirst = body.locals[name] == nil
    body.locals[name] = isFirst && !isMember(index) ? value : .unknown
  }

  private func isMember(_ index: Int) -> Bool {
    tokens.isPunctuation(index - 2, ".") || tokens.isPunctuation(index - 1, "]")
  }

  /// The variable before the `=` at `index`: `name =` or `name: Type =`.
  private func assigned(_ index: Int) -> String? {
    var start = index - 1
    for _ in 0..<24 where start > 0 {
      if tokens.isPunctuation(start, ":"), !tokens.isPunctuation(start - 1, ":"),
        !tokens.isPunctuation(start + 1, ":")
      {
        return tokens.word(start - 1)
      }
      if tokens.isPunctuation(start, "]"), let open = tokens.open(start) {
        start = open - 1
        continue
      }
      if tokens.beginsLine(start)
        || tokens.punctuation(start).map({ ";{}()=".unicodeScalars.contains($0) }) == true
      {
        break
      }
      start -= 1
    }
    return tokens.word(index - 1)
  }

  /// The end of the statement that starts at `start`, within a fixed distance.
  func statementEnd(_ start: Int) -> Int {
    let endsWithLine = tokens.language == .kotlin || tokens.language == .swift
    var index = start
    while index < min(start + 64, tokens.count) {
      if let mark = tokens.punctuation(index), ";,)]}".unicodeScalars.contains(mark) {
        return index
      }
      if endsWithLine, index > start, tokens.beginsLine(index), !tokens.isPunctuation(index, "."),
        !tokens.isPunctuation(index, "+"), !tokens.isPunctuation(index - 1, "+")
      {
        return index
      }
      index = tokens.index(after: index)
    }
    return index
  }

  // MARK: Loops

  /// The names in the statement at `index` before it, and in the headers of the blocks around it.
  private func mentions(at index: Int) -> Set<String> {
    var found: Set<String> = []
    var positions = [index]
    positions += body.brackets.suffix(Self.maximumDepth).filter { tokens.isPunctuation($0, "{") }
    for position in positions { addWords(before: position, to: &found) }
    return found
  }

  /// The maximum number of brackets around a registration that are searched for loops.
  private static var maximumDepth: Int { 32 }

  private func addWords(before index: Int, to found: inout Set<String>) {
    let endsWithLine = tokens.language == .kotlin || tokens.language == .swift
    var index = index
    for _ in 0..<64 where index > 0 {
      if endsWithLine, tokens.beginsLine(index), !tokens.isPunctuation(index, ".") { return }
      index -= 1
      if let mark = tokens.punctuation(index), ";{}".unicodeScalars.contains(mark) { return }
      if let word = tokens.word(index) { found.insert(word) }
    }
  }

  // MARK: Tables

  /// The calls that only wrap a class or its name.
  private static var wrappers: Set<String> {
    ["NSStringFromClass", "NSClassFromString", "forName", "SimpleComponentHolder"]
  }

  /// The calls that make a list or map of their arguments.
  private static var collections: Set<String> {
    [
      "put", "of", "to", "mapOf", "listOf", "setOf", "arrayOf", "asList", "hashMapOf", "entry",
      "mutableMapOf", "linkedMapOf", "add", "arrayListOf", "mutableListOf",
    ]
  }

  /// Reads the call or table around the class that ends at `index`.
  private mutating func readClass(_ index: Int) {
    var groups = body.brackets[...]
    // The brackets of `[C class]`.
    if let last = groups.last, tokens.language == .objectiveC, tokens.isPunctuation(last, "["),
      tokens.close(last) == index + 1
    {
      groups.removeLast()
      readElement(last)
    } else {
      readElement(classStart(index))
    }
    while let last = groups.last, let name = call(of: last)?.name, Self.wrappers.contains(name) {
      groups.removeLast()
    }
    if let group = groups.last { readGroup(group) }
  }

  /// The start of the path that ends at `index`.
  private func classStart(_ index: Int) -> Int {
    var start = index
    while start > 1,
      tokens.word(start - 1) != nil || tokens.isPunctuation(start - 1, ".")
        || tokens.isPunctuation(start - 1, ":")
    { start -= 1 }
    return start
  }

  /// `table["name"] = C.self`, where the class starts at `start`.
  private mutating func readElement(_ start: Int) {
    guard tokens.isPunctuation(start - 1, "="), tokens.isPunctuation(start - 2, "]"),
      let open = tokens.open(start - 2), let table = tokens.word(open - 1)
    else { return }
    let name = expression((open + 1)..<(start - 2))
    let type = expression(start..<statementEnd(start))
    addRow(name, type, at: open + 1, tables: [table])
  }

  /// Whether the group may be a call or a table; a longer one is an unclosed bracket.
  private func isShort(_ group: Int) -> Bool { tokens.close(group) - group < 1 << 12 }

  /// Reads the group at `group` once: a call, and the rows of a literal or collection.
  private mutating func readGroup(_ group: Int) {
    guard body.known.insert(group).inserted, isShort(group) else { return }
    guard let call = call(of: group) else {
      if isLiteral(group) {
        readRows(tokens.parts(of: group, angles: true), in: group, tables: tables(of: group))
      }
      return
    }
    readCall(call, group)
    let isCollection =
      Self.collections.contains(call.name) || call.name.first?.isUppercase == true
    guard isCollection, tokens.isPunctuation(group, "(") else { return }
    let tables = tables(of: group).union(call.receiver.suffix(1))
    readRows(call.arguments, in: group, tables: tables)
  }

  /// Records a call with a class among its arguments.
  private mutating func readCall(_ call: BodyCall, _ group: Int) {
    guard call.arguments.count > 1, !WrittenRegistration.androidCalls.contains(call.name) else {
      return
    }
    let arguments = call.arguments.map { expression($0) }
    let passesOn = arguments.count { $0.uses(Array(body.parameters)) } > 1
    guard arguments.contains(where: \.isType) || passesOn || Self.isRegistration(call.name) else {
      return
    }
    unit.calls.append(
      WrittenCall(
        callee: call.name, receiver: call.receiver, arguments: arguments,
        position: tokens.position(callStart(group)), context: context))
  }

  private func callStart(_ group: Int) -> Int {
    tokens.isPunctuation(group, "(") ? group - 1 : group
  }

  /// Whether the name of a function suggests that it registers its arguments.
  static func isRegistration(_ name: String) -> Bool {
    name.lowercased().contains("regist")
      || name.utf8.allSatisfy { $0 == UInt8(ascii: "_") || ("A"..."Z").contains(UnicodeScalar($0)) }
  }

  /// The names of the variables that have the value with the group at `group`, and of the function.
  private func tables(of group: Int) -> Set<String> {
    var names: Set<String> = []
    if let name = body.functionName {
      names.insert(name.split(separator: ":").first.map(String.init) ?? name)
    }
    for bracket in body.brackets.suffix(Self.maximumDepth) + [group] where bracket <= group {
      guard call(of: bracket) != nil || isLiteral(bracket) else { continue }
      var index = bracket - 1
      for _ in 0..<24 where index > 0 {
        if tokens.isPunctuation(index, "=") {
          if let name = assigned(index) { names.insert(name) }
          break
        }
        if let mark = tokens.punctuation(index), ";{}(),".unicodeScalars.contains(mark) { break }
        index -= 1
      }
    }
    return names
  }

  private mutating func readRows(_ parts: [Range<Int>], in group: Int, tables: Set<String>) {
    if let row = record(parts) {
      return addRow(row.name, row.type, at: group, tables: tables)
    }
    var previous: SourceExpression?
    for part in parts {
      if let (key, value) = pair(part) {
        let type = expression(value)
        if isClass(type) { addRow(expression(key), type, at: key.lowerBound, tables: tables) }
        previous = nil
        continue
      }
      let value = expression(part)
      if let name = previous, value.isType {
        addRow(name, value, at: part.lowerBound, tables: tables)
        previous = nil
      } else {
        previous = value
      }
    }
  }

  private func isClass(_ expression: SourceExpression) -> Bool {
    if case .text = expression { return body.registers }
    return expression.isType
  }

  /// The key and value of `key: value` or `key to value`.
  private func pair(_ part: Range<Int>) -> (key: Range<Int>, value: Range<Int>)? {
    var index = part.lowerBound
    while index < part.upperBound {
      let isColon =
        tokens.language != .kotlin && tokens.language != .java && tokens.isPunctuation(index, ":")
      let isTo = tokens.language == .kotlin && tokens.isWord(index, "to")
      if isColon || isTo, index > part.lowerBound, index + 1 < part.upperBound {
        return (part.lowerBound..<index, (index + 1)..<part.upperBound)
      }
      index = tokens.index(after: index)
    }
    return nil
  }

  /// The name and class of `@{@"name": @"pay", @"class": [PayModule class]}`.
  private func record(
    _ parts: [Range<Int>]
  ) -> (name: SourceExpression, type: SourceExpression)? {
    guard parts.count > 1 else { return nil }
    var name: SourceExpression?
    var type: SourceExpression?
    for part in parts {
      guard let (key, value) = pair(part), let label = label(key) else { return nil }
      let expression = expression(value)
      if expression.isType {
        guard type == nil else { return nil }
        type = expression
      } else if label.hasSuffix("name") || label == "api" || label == "key" || label == "id" {
        name = expression
      }
    }
    return name.flatMap { name in type.map { (name, $0) } }
  }

  private func label(_ key: Range<Int>) -> String? {
    if case .text(let text) = expression(key) { return text.lowercased() }
    return tokens.word(key.lowerBound)?.lowercased()
  }

  private mutating func addRow(
    _ name: SourceExpression, _ type: SourceExpression?, at index: Int, tables: Set<String>
  ) {
    guard name != .unknown else { return }
    unit.rows.append(
      TableRow(
        name: name, className: type, position: tokens.position(index), context: context,
        tables: tables))
  }

  // MARK: Lists of names

  /// Reads a list of string literals.
  private mutating func readNames(_ group: Int) {
    let first = tokens.isPunctuation(group + 1, "@") ? group + 2 : group + 1
    guard tokens.isString(first), isShort(group) else { return }
    let isList =
      isLiteral(group) || call(of: group).map { Self.collections.contains($0.name) } == true
    guard isList else { return }
    let parts = tokens.parts(of: group)
    let names = parts.map { expression($0) }
    let isTexts = names.allSatisfy { if case .text = $0 { true } else { false } }
    guard isTexts else { return }
    let tables = tables(of: group)
    for (part, name) in zip(parts, names) {
      addRow(name, nil, at: part.lowerBound, tables: tables)
    }
  }
}
