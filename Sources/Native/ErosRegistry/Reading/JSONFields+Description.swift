import ErosCore

/// Reads objects in a description.
///
/// Invalid values are reported, and are then `nil` or omitted.
extension JSONFields {
  /// Creates a reader, or reports a finding and returns `nil` if `node` is not an object.
  init?(_ node: JSONNode, _ what: Message, log: FindingLog) {
    self.init(node, what) { log.add($0) }
  }

  var offset: Int { node.range.lowerBound }

  // MARK: Values

  mutating func text(_ key: String, isRequired: Bool = false) -> Located<String>? {
    let text = collect { try isRequired ? $0.string(key) : $0.optionalString(key) }
    guard let text, let node = node(key) else { return nil }
    return Located(text, at: node.range.lowerBound)
  }

  /// Returns a name, or reports one that `rule` does not accept.
  mutating func name(
    _ key: String, _ rule: NameRule, isRequired: Bool = false, log: FindingLog
  ) -> Located<String>? {
    guard let text = text(key, isRequired: isRequired) else { return nil }
    return log.checked(text, rule)
  }

  /// Returns a Boolean, written as `true` or, as in Eros, as a string.
  mutating func boolean(_ key: String) -> Bool? { collect { try $0.optionalTextFlag(key) } }

  /// Returns one of the allowed cases of `Choice`.
  ///
  /// By default, all are allowed.
  mutating func choice<Choice>(
    _ key: String, _ type: Choice.Type, log: FindingLog,
    where isAllowed: (Choice) -> Bool = { _ in true }
  ) -> Located<Choice>?
  where Choice: RawRepresentable<String> & CaseIterable & Sendable {
    guard let text = text(key) else { return nil }
    return log.choice(text, among: Choice.allCases.filter(isAllowed), "'\(key)'")
  }

  mutating func list(_ key: String) -> [JSONNode] { collect { try $0.optionalArray(key) } ?? [] }

  mutating func texts(_ key: String) -> [Located<String>] {
    list(key).compactMap { item in
      collect { Located(try $0.item(item, of: key), at: item.range.lowerBound) }
    }
  }

  mutating func names(_ key: String, _ rule: NameRule, log: FindingLog) -> [Located<String>] {
    texts(key).compactMap { log.checked($0, rule) }
  }

  mutating func choices<Choice>(
    _ key: String, _ type: Choice.Type, log: FindingLog
  ) -> [Located<Choice>]
  where Choice: RawRepresentable<String> & CaseIterable & Sendable {
    texts(key).compactMap {
      log.choice($0, among: Array(Choice.allCases), "an item of '\(key)'")
    }
  }

  /// Returns the members of an object of strings, in order.
  mutating func dictionary(_ key: String) -> [(name: String, value: String)] {
    let members = collect { try $0.optionalObject(key) } ?? []
    return members.compactMap { member in
      collect { (member.key, try $0.string(of: member)) }
    }
  }

  // MARK: Keys

  func reportUnread(to log: FindingLog) {
    for member in unread {
      let offset = member.keyRange.lowerBound
      if member.key == "iOS", knownKeys.contains("ios") {
        log.add(.platformSpelling, at: offset, "the key 'iOS' must be written 'ios'", "write 'ios'")
        continue
      }
      log.add(
        .malformed, at: offset,
        "unknown key '\(member.key.escapedForDisplay)' in \(name)",
        Spelling.hint(for: member.key, among: knownKeys)
          ?? "the keys are \(knownKeys.joined(separator: ", "))")
    }
  }
}

extension FindingLog {
  fileprivate func add(_ failure: JSONFieldFailure) {
    let offset = failure.offset ?? 0
    let key = (failure.key ?? "").escapedForDisplay
    let field: Message = "'\(key)'"
    switch failure.kind {
    case .missing:
      add(.malformed, at: offset, "'\(key)' is missing in \(failure.object)", "add '\(key)'")
    case .wrongType(let expected, let actual):
      let subject = failure.key == nil ? failure.object : field
      add(.malformed, at: offset, "\(subject) must be \(expected), not \(actual)")
    // Only a Boolean that is written as a string is accepted in part.
    case .wrongValue(let expected, let actual):
      add(.notABoolean, at: offset, "\(field) must be \(expected), not \(actual)")
    case .wrongItem(let actual):
      add(.malformed, at: offset, "an item of \(field) must be a string, not \(actual)")
    case .empty, .unknown, .invalid: add(.malformed, at: offset, "\(failure)")
    }
  }

  func reportType(_ node: JSONNode, _ expectation: Message) {
    add(
      .malformed, at: node.range.lowerBound, "\(expectation), not \(node.value.kindName)")
  }

  /// Returns `text` if `rule` accepts it.
  ///
  /// Otherwise reports it and returns `nil`.
  func checked(_ text: Located<String>, _ rule: NameRule) -> Located<String>? {
    if rule.accepts(text.value) { return text }
    let name = text.value.escapedForDisplay
    let invalid = rule.invalidCharacter(in: text.value).map { String($0).escapedForDisplay }
    add(
      .invalidName, at: text.offset,
      invalid.map { "'\(name)' contains '\($0)', but must be \(rule.expectation)" }
        ?? "'\(name)' must be \(rule.expectation)")
    return nil
  }

  func choice<Choice>(
    _ text: Located<String>, among choices: [Choice], _ what: Message
  ) -> Located<Choice>? where Choice: RawRepresentable<String> & Sendable {
    if let choice = choices.first(where: { $0.rawValue.utf8.elementsEqual(text.value.utf8) }) {
      return Located(choice, at: text.offset)
    }
    let values = choices.map(\.rawValue)
    add(
      .malformed, at: text.offset,
      "\(what) must be \(values.dropLast().joined(separator: ", ")) or \(values.last ?? ""), not "
        + "'\(text.value.escapedForDisplay)'",
      Spelling.hint(for: text.value, among: values))
    return nil
  }
}
