import ErosCore
import ErosSyntax

/// A function that a host calls with an attribute's or event's key: one row of ``rows``.
///
/// The function, or a helper with a similar name, compares its key with the names.
struct MemberIdiom {
  let kind: SourceClass.WrittenMember.Kind
  /// Parts of function names, in lowercase.
  let functions: [String]
  /// Names of variables that hold a key, in lowercase.
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
    MemberIdiom(
      kind: .message, functions: ["receivemessage", "receivedmessage"],
      keys: ["actiontype", "message"]),
  ]

  static func row(for name: String) -> MemberIdiom? {
    let name = name.lowercased()
    return rows.first { row in row.functions.contains { name.contains($0) } }
  }

  /// Functions in Rexxar's classes that contain the path of a widget or a container API.
  static let pathFunctions: [SourceLanguage: Set<String>] = [
    .objectiveC: ["canPerformWithURL:", "shouldInterceptRequest:"],
    .swift: ["canPerform", "shouldInterceptRequest", "shouldIntercept"],
    .java: ["getPath"], .kotlin: ["getPath"],
  ]

  /// Functions in mPaaS's views that receive their parameters in a dictionary.
  static let viewFunctions: Set<String> = [
    "componentDataDidChangeWithData:", "componentDataWillChangeWithData:",
    "componentDataDidChange", "componentDataWillChange", "getView", "onReceivedRender",
    "onEmbedViewParamChanged", "onEmbedViewAttachedToWebView",
  ]
  /// The call that sends a view's event on Android, and the key with the event's name on iOS.
  static let viewEvent = (call: "sendEventToTiny", key: "eventName")

  /// Calls that compare two texts.
  static let comparisons: Set<String> = [
    "equals", "equalsIgnoreCase", "isEqualToString", "isEqual", "contentEquals",
  ]
  /// Calls that search a table for a key.
  static let lookups: Set<String> = [
    "get", "getOrDefault", "getValue", "containsKey", "contains", "indexOf", "valueOf",
    "objectForKey:", "valueForKey:", "containsObject:", "indexOfObject:",
  ]
  /// Calls that pass each key in a table to a block.
  static let loops: Set<String> = [
    "forEach", "enumerateKeysAndObjectsUsingBlock:", "enumerateObjectsUsingBlock:",
  ]
  /// Calls that compute a member from a key, or compare part of the key.
  static let computations: Set<String> = [
    "NSSelectorFromString", "Selector", "getMethod", "getDeclaredMethod", "getField",
    "getDeclaredField", "setValue:forKey:", "hasPrefix:", "hasPrefix", "startsWith",
  ]
  /// Calls that add an entry with a key.
  static let insertions: Set<String> = ["put", "putIfAbsent", "add", "entry", "Pair"]
  /// Suffixes of dictionaries that the page fills, such as `attributes`.
  static let inputs = ["attributes", "attrs", "styles", "events", "map", "params"]
}

struct KeyFunction {
  let name: String
  let parameters: [String]
  let body: Range<Int>
  /// The index of the class in ``SourceUnit/classes``.
  let type: Int
  let context: SourceContext
}

extension BodyScanner {
  /// Adds the names that each class compares with a key.
  mutating func readKeys() {
    // Functions that call each other and loops inside loops could multiply the work.
    var work = 4 * tokens.count
    for (type, functions) in Dictionary(grouping: keyFunctions, by: \.type) {
      let siblings = Dictionary(grouping: functions, by: \.name)
      for function in functions {
        guard let row = MemberIdiom.row(for: function.name) else { continue }
        // Android passes the key first, whatever its name.
        let key = unit.platform == .android ? function.parameters.first : nil
        var reader = KeyReader(self, row, siblings, function, key, work: work)
        reader.run()
        work = reader.work
        unit.classes[type].written += reader.members
      }
    }
  }
}

extension BodyScanner {
  /// Returns the parameter that an mPaaS view reads at `index`, or the event that it sends.
  func viewMember(at index: Int) -> SourceClass.WrittenMember? {
    guard body.mentionsViews else { return nil }
    if tokens.string(index) == MemberIdiom.viewEvent.key, tokens.isPunctuation(index + 1, ":") {
      let value = (index + 2)..<tokens.statementEnd(index + 2)
      return member(.event, expression(value), at: value.lowerBound, isReported: false)
    }
    guard let word = tokens.word(index) else { return nil }
    if word == MemberIdiom.viewEvent.call, tokens.isPunctuation(index + 1, "("),
      let name = tokens.parts(of: index + 1).first
    {
      return member(.event, expression(name), at: name.lowerBound, isReported: false)
    }
    guard body.parameters.contains(word), let name = body.functionName,
      MemberIdiom.viewFunctions.contains(name), let key = key(after: index)
    else { return nil }
    return member(.attribute(type: nil), expression(key), at: key.lowerBound, isReported: false)
  }

  /// Returns the key in `map[key]`, `map.getString(key)` or `[map objectForKey:key]`.
  ///
  /// The map is at `index`.
  private func key(after index: Int) -> Range<Int>? {
    let next = tokens.isPunctuation(index + 1, "?") ? index + 2 : index + 1
    if tokens.isPunctuation(next, "[") { return tokens.content(of: next) }
    let method = tokens.word(next + 1) ?? ""
    if tokens.isPunctuation(next, "."), method.hasPrefix("get") || method == "containsKey",
      tokens.isPunctuation(next + 2, "(")
    {
      return tokens.parts(of: next + 2).first
    }
    guard let selector = tokens.word(next), selector.hasSuffix("ForKey"),
      tokens.isPunctuation(next + 1, ":"), tokens.isPunctuation(index - 1, "[")
    else { return nil }
    return tokens.call(of: index - 1)?.arguments.first
  }
}

/// Follows a key through a function and its helpers, and collects what it is compared with.
private struct KeyReader<Scanner: BodyScanner> {
  private let scanner: Scanner
  private let row: MemberIdiom
  private let siblings: [String: [KeyFunction]]
  private(set) var members: [SourceClass.WrittenMember] = []
  private var waiting: [(function: KeyFunction, key: String?)]
  private var readBodies: Set<Int> = []
  private var function: KeyFunction
  private var key: String?
  /// The remaining number of tokens to read.
  private(set) var work: Int

  private var tokens: SourceTokens { scanner.tokens }

  init(
    _ scanner: Scanner, _ row: MemberIdiom, _ siblings: [String: [KeyFunction]],
    _ function: KeyFunction, _ key: String?, work: Int
  ) {
    (self.scanner, self.row, self.siblings, self.work) = (scanner, row, siblings, work)
    (self.function, self.key) = (function, key)
    waiting = [(function, key)]
  }

  mutating func run() {
    while let next = waiting.popLast() {
      guard readBodies.insert(next.function.body.lowerBound).inserted else { continue }
      (function, key) = next
      work -= function.body.count
      guard work > 0 else {
        return add(.unknown, at: function.body.lowerBound, exceedsLimit: true)
      }
      for index in function.body { read(index) }
    }
  }

  private mutating func read(_ index: Int) {
    if tokens.isOpening(index) { return readGroup(index) }
    guard let word = tokens.word(index) else {
      if tokens.isPunctuation(index, "="), tokens.isPunctuation(index + 1, "=") {
        add(compared(index))
      }
      return
    }
    switch word {
    case "switch", "when": add(branches(index))
    case "for":
      guard let loop = tokens.loop(at: index) else { return }
      readBlock(loop.body, of: table(endingAt: loop.listEnd), at: index, loop.variable)
    case "in" where isKey(index - 1..<index) && tokens.language == .kotlin:
      addTable(table(endingAt: tokens.pathEnd(index + 1)), at: index + 1)
    case _ where MemberIdiom.comparisons.contains(word): add(operands(index))
    default: break
    }
  }

  private mutating func add(_ names: [Range<Int>]) {
    for range in names {
      let name = scanner.expression(range)
      guard name.isConstant || name.isText else { continue }
      add(name, at: range.lowerBound, isReported: name.isConstant)
    }
  }

  private mutating func add(
    _ name: SourceExpression, at index: Int, isTable: Bool = false, isReported: Bool = false,
    exceedsLimit: Bool = false
  ) {
    members.append(
      .init(
        kind: row.kind, name: name, position: tokens.position(index), context: function.context,
        isReported: isReported, isTable: isTable, exceedsLimit: exceedsLimit))
  }

  // MARK: Calls and tables

  /// Reads `table[key]`, `table.get(key)`, or a call that passes the key on.
  private mutating func readGroup(_ group: Int) {
    let content = tokens.content(of: group)
    if tokens.isPunctuation(group, "["), isKey(content) {
      return addTable(table(endingAt: group - 1), at: group)
    }
    let isBlock = tokens.isPunctuation(group, "{") && tokens.isWord(group - 1, "forEach")
    if isBlock { return readBlock(content, of: table(endingAt: group - 3), at: group) }
    guard let call = tokens.call(of: group), let first = call.arguments.first else { return }
    let isMessage = tokens.isPunctuation(group, "[")
    let receiverEnd = isMessage ? first.lowerBound - 3 : group - 3
    if MemberIdiom.loops.contains(call.name) {
      return readBlock(first, of: table(endingAt: receiverEnd), at: group)
    }
    let receiver = isMessage ? group + 1 : group - 3
    if MemberIdiom.computations.contains(call.name),
      content.prefix(64).contains(where: computes) || isKey(receiver..<(receiver + 1))
    {
      return add(.unknown, at: group)
    }
    guard let position = call.arguments.firstIndex(where: isKey) else { return }
    if MemberIdiom.lookups.contains(call.name), isMessage || tokens.isPunctuation(group - 2, ".") {
      return addTable(table(endingAt: receiverEnd), at: group)
    }
    if tokens.isWord(first.lowerBound, "rawValue") { return addTable([call.name], at: group) }
    guard call.receiver.isEmpty || ["this", "self"].contains(call.receiver[0]) else { return }
    let called = siblings[call.name]?.first { $0.parameters.count == call.arguments.count }
    if let called { waiting.append((called, called.parameters[position])) }
  }

  /// Returns `true` if the token is the key itself, or a text that contains it.
  private func computes(_ index: Int) -> Bool {
    if tokens.isString(index) { return tokens.string(index) == nil }
    let isElement = tokens.isPunctuation(index - 1, "[") && tokens.isPunctuation(index + 1, "]")
    return isKey(index..<(index + 1)) && !isElement
  }

  private mutating func addTable(_ path: [String]?, at index: Int) {
    guard let path, let name = path.last?.lowercased(),
      path.count > 1 || !function.parameters.contains(path[0]),
      !MemberIdiom.inputs.contains(where: name.hasSuffix)
    else { return }
    add(.name(path), at: index, isTable: true)
  }

  /// Returns the path of the table that ends at `end`, such as `TABLE`, `self.table` or `table()`.
  private func table(endingAt end: Int) -> [String]? {
    guard var path = tokens.valuePath(endingAt: end) else { return nil }
    if path.count > 1, ["this", "self", "Self"].contains(path[0]) { path.removeFirst() }
    let keys = ["keys", "allKeys", "keySet", "entrySet", "entries"]
    if path.count > 1, path.last.map(keys.contains) == true { path.removeLast() }
    return path
  }

  // MARK: Loops

  /// A loop's variable is searched in this many tokens.
  private static var maximumBlock: Int { 1 << 10 }

  /// Adds the keys in `table` if the block compares or looks up its variable.
  private mutating func readBlock(
    _ block: Range<Int>, of table: [String]?, at index: Int, _ variable: Int? = nil
  ) {
    let first =
      tokens.isPunctuation(block.lowerBound, "^") ? block.lowerBound + 1 : block.lowerBound
    var position = variable ?? first
    if variable == nil, tokens.isOpening(first) {
      // `^(NSString *name, id value, BOOL *stop)`
      position = (tokens.parts(of: first).first?.upperBound ?? first) - 1
    }
    let block = block.prefix(Self.maximumBlock)
    work -= block.count
    guard work > 0 else { return add(.unknown, at: index, exceedsLimit: true) }
    guard let name = tokens.word(position) else { return }
    let isUsed = block.contains { index in
      if let word = tokens.word(index), MemberIdiom.comparisons.contains(word) {
        return operands(index).contains { isVariable(name, $0) }
      }
      if tokens.isPunctuation(index, "="), tokens.isPunctuation(index + 1, "=") {
        return compared(index).contains { isVariable(name, $0) }
      }
      guard tokens.isOpening(index) else { return false }
      let content = tokens.content(of: index)
      if tokens.isPunctuation(index, "["), isVariable(name, content) { return true }
      guard let call = tokens.call(of: index), MemberIdiom.lookups.contains(call.name) else {
        return false
      }
      return call.arguments.first.map { isVariable(name, $0) } == true
    }
    if isUsed { addTable(table, at: index) }
  }

  /// Accepts `name`, `name.key` and `name.getKey()`.
  private func isVariable(_ name: String, _ range: Range<Int>) -> Bool {
    guard !range.isEmpty, tokens.isWord(range.lowerBound, name) else { return false }
    let member = tokens.word(range.lowerBound + 2)
    return range.count == 1 || range.count < 6 && (member == "key" || member == "getKey")
  }

  // MARK: Comparisons

  private func isKey(_ range: Range<Int>) -> Bool {
    var start = range.lowerBound
    // An argument's label.
    if range.count > 2, tokens.isPunctuation(start + 1, ":") { start += 2 }
    if tokens.isWord(start, "this") || tokens.isWord(start, "self") { start += 2 }
    guard start + 1 == range.upperBound, let word = tokens.word(start) else { return false }
    return word == key || row.keys.contains(word.lowercased())
  }

  /// Returns what `"x".equals(key)`, `equals(key, "x")` or `[key isEqualToString:@"x"]` compares.
  private func operands(_ index: Int) -> [Range<Int>] {
    let operands = tokens.operands(ofComparison: index)
    return operands.firstIndex(where: isKey).map { [operands[1 - $0]] } ?? []
  }

  /// Returns what `key == "x"` compares, in Swift and Kotlin.
  private func compared(_ index: Int) -> [Range<Int>] {
    guard tokens.language == .swift || tokens.language == .kotlin else { return [] }
    let (left, right) = (index - 1, index + 2)
    if isKey(left..<(left + 1)) { return [right..<(tokens.pathEnd(right) + 1)] }
    guard isKey(right..<(right + 1)) else { return [] }
    return [tokens.pathStart(left)..<(left + 1)]
  }

  /// Returns the names before the branches of `switch (key) { … }` or `when (key) { … }`.
  private func branches(_ index: Int) -> [Range<Int>] {
    guard let (value, block) = tokens.comparedValue(ofSwitch: index), isKey(value) else {
      return []
    }
    return tokens.branchValues(in: block)
  }
}
