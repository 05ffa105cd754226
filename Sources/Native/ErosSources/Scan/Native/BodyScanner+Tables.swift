import ErosCore
import ErosSyntax

/// Literal maps and lists, and calls that pass classes.
extension BodyScanner {
  /// Calls that only wrap a class or its name.
  private static var wrappers: Set<String> {
    ["NSStringFromClass", "NSClassFromString", "forName", "SimpleComponentHolder"]
  }

  /// Calls that put their arguments into a list or map.
  private static var collections: Set<String> {
    [
      "put", "of", "to", "mapOf", "listOf", "setOf", "arrayOf", "asList", "hashMapOf", "entry",
      "mutableMapOf", "linkedMapOf", "add", "arrayListOf", "mutableListOf",
    ]
  }

  /// Reads the call or table around the class that ends at `index`.
  mutating func readClass(_ index: Int) {
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
    while let last = groups.last, let name = tokens.call(of: last)?.name,
      Self.wrappers.contains(name)
    {
      groups.removeLast()
    }
    if let group = groups.last { readGroup(group) }
  }

  /// Returns the start of the path that ends at `index`.
  private func classStart(_ index: Int) -> Int {
    var start = index
    while start > 1, tokens.word(start - 1) != nil || tokens.isPunctuation(start - 1, in: ".:") {
      start -= 1
    }
    return start
  }

  /// Handles `table["name"] = C.self`, where the class starts at `start`.
  private mutating func readElement(_ start: Int) {
    guard tokens.isPunctuation(start - 1, "="), tokens.isPunctuation(start - 2, "]"),
      let open = tokens.open(start - 2), let table = tokens.word(open - 1)
    else { return }
    let name = expression((open + 1)..<(start - 2))
    let type = expression(start..<tokens.statementEnd(start))
    addRow(name, type, at: open + 1, tables: [table])
  }

  /// Rejects groups that are too long for a call or table: they are unclosed brackets.
  private func isShort(_ group: Int) -> Bool { tokens.close(group) - group < 1 << 12 }

  /// Reads the group at `group` once: a call, and the rows of a literal or collection.
  mutating func readGroup(_ group: Int) {
    guard body.readTokens.insert(group).inserted, isShort(group) else { return }
    guard let call = tokens.call(of: group) else {
      if tokens.isLiteral(group) {
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
  private mutating func readCall(_ call: SourceCall, _ group: Int) {
    guard call.arguments.count > 1, WrittenRegistration.androidCalls[call.name] == nil else {
      return
    }
    let arguments = call.arguments.map { expression($0) }
    let passesOn = arguments.count { $0.uses(Array(body.parameters)) } > 1
    guard arguments.contains(where: \.isType) || passesOn || Self.isRegistration(call.name) else {
      return
    }
    let start = tokens.isPunctuation(group, "(") ? group - 1 : group
    unit.calls.append(
      WrittenCall(
        callee: call.name, receiver: call.receiver, arguments: arguments,
        position: tokens.position(start), context: context(at: start)))
  }

  /// Returns `true` if a function's name suggests that it registers its arguments.
  static func isRegistration(_ name: String) -> Bool {
    // Byte by byte, because this runs for each call in the sources.
    var matched = 0
    let target = "regist".utf8
    for byte in name.utf8 where matched < target.count {
      let lowercase = byte | 0x20
      let next = target.index(target.startIndex, offsetBy: matched)
      matched = lowercase == target[next] ? matched + 1 : lowercase == target.first ? 1 : 0
    }
    return matched == target.count
      || name.utf8.allSatisfy { $0 == UInt8(ascii: "_") || ("A"..."Z").contains(UnicodeScalar($0)) }
  }

  /// Returns the function's name, and variables whose value contains `group`.
  private func tables(of group: Int) -> Set<String> {
    var names: Set<String> = []
    if let name = body.functionName {
      names.insert(name.split(separator: ":").first.map(String.init) ?? name)
    }
    for bracket in body.brackets.suffix(Self.maximumDepth) + [group] where bracket <= group {
      // `new HashMap<>() {{ put("key", value); }}`
      let isBody = tokens.isPunctuation(bracket, "{") && tokens.isPunctuation(bracket + 1, "{")
      guard isBody || tokens.call(of: bracket) != nil || tokens.isLiteral(bracket) else { continue }
      var index = (isBody ? tokens.open(bracket - 1) ?? bracket : bracket) - 1
      for _ in 0..<24 where index > 0 {
        if tokens.isPunctuation(index, "=") {
          if let name = tokens.assignedName(index) { names.insert(name) }
          break
        }
        let marks = isBody ? ";{}()" : ";{}(),"
        if tokens.isPunctuation(index, in: marks) { break }
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
      if let (key, value) = tokens.pair(part) {
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
    expression.isType || expression.isText && body.registers
  }

  /// Returns the name and class in `@{@"name": @"pay", @"class": [PayModule class]}`.
  private func record(
    _ parts: [Range<Int>]
  ) -> (name: SourceExpression, type: SourceExpression)? {
    guard parts.count > 1 else { return nil }
    var name: SourceExpression?
    var type: SourceExpression?
    for part in parts {
      guard let (key, value) = tokens.pair(part), let label = label(key) else { return nil }
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

  /// Reads the keys in a literal map or list, or in a call or assignment that adds one.
  mutating func readTable(_ group: Int) {
    guard let (keys, table) = keys(in: group), !keys.isEmpty else { return }
    var tables = tables(of: group)
    if let table { tables.insert(table) }
    guard !tables.isEmpty else { return }
    for range in keys {
      let name = expression(range)
      guard name.isText || name.isConstant else { continue }
      unit.keys.append(
        TableRow(
          name: name, className: nil, position: tokens.position(range.lowerBound),
          context: context, tables: tables))
    }
  }

  /// Returns the keys that the group adds to a table, with the table's name before the group.
  private func keys(in group: Int) -> (keys: [Range<Int>], table: String?)? {
    let first = tokens.isPunctuation(group + 1, "@") ? group + 2 : group + 1
    let name = tokens.word(group - 1)
    let isMessage = tokens.isPunctuation(group, "[") && tokens.isWord(group + 2, "setObject")
    guard isMessage || tokens.isString(first) || tokens.word(first)?.first?.isUppercase == true,
      isShort(group)
    else { return nil }
    if isMessage {
      let call = tokens.call(of: group)
      guard call?.name == "setObject:forKey:" else { return nil }
      return (call?.arguments.suffix(1) ?? [], tokens.word(group + 1))
    }
    if tokens.isLiteral(group) {
      let isInner = tokens.isPunctuation(group - 1, "{") || tokens.isPunctuation(group - 1, ",")
      let parts = tokens.parts(of: group, angles: true)
      return (isInner ? Array(parts.prefix(1)) : parts.map { tokens.pair($0)?.key ?? $0 }, nil)
    }
    if let name, tokens.isPunctuation(group, "[") {
      let end = tokens.index(after: group)
      let isSet = tokens.isPunctuation(end, "=") && !tokens.isPunctuation(end + 1, "=")
      return isSet ? ([(group + 1)..<(end - 1)], name) : nil
    }
    guard let name, tokens.isPunctuation(group, "(") else { return nil }
    let isInsertion = MemberIdiom.insertions.contains(name)
    guard isInsertion || Self.collections.contains(name) else { return nil }
    let parts = tokens.parts(of: group, angles: true)
    let receiver = tokens.isPunctuation(group - 2, ".") ? tokens.word(group - 3) : nil
    if isInsertion { return (Array(parts.prefix(1)), receiver) }
    let isMap = name == "of" && receiver?.hasSuffix("Map") == true
    return (
      parts.enumerated().filter { !isMap || $0.offset % 2 == 0 }.map { tokens.pair($1)?.key ?? $1 },
      nil
    )
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

  mutating func readNames(_ group: Int) {
    let first = tokens.isPunctuation(group + 1, "@") ? group + 2 : group + 1
    guard tokens.isString(first), isShort(group) else { return }
    let isList =
      tokens.isLiteral(group)
      || tokens.call(of: group).map { Self.collections.contains($0.name) } == true
    guard isList else { return }
    let parts = tokens.parts(of: group)
    let names = parts.map { expression($0) }
    guard names.allSatisfy(\.isText) else { return }
    let tables = tables(of: group)
    for (part, name) in zip(parts, names) {
      addRow(name, nil, at: part.lowerBound, tables: tables)
    }
  }
}
