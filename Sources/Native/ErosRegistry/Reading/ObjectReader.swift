import ErosCore

/// A reader for one object of the description that reports invalid values.
///
/// Every key that is read is a known key; ``finish()`` reports the other keys.
struct ObjectReader {
  let node: JSONNode
  let log: FindingLog
  /// The description of the object in messages, such as "a module".
  private let what: String
  private let object: JSONObject
  private var known: [String] = []

  /// Creates a reader, or reports a finding and returns `nil` if `node` is not an object.
  init?(_ node: JSONNode, _ what: String, log: FindingLog) {
    guard let object = node.value.object else {
      Self.reportType(node, "\(what) must be an object", log)
      return nil
    }
    self.node = node
    self.what = what
    self.object = object
    self.log = log
  }

  var offset: Int { node.range.lowerBound }

  /// Returns the value of `key`, regardless of its type.
  mutating func node(_ key: String) -> JSONNode? {
    if !known.contains(key) { known.append(key) }
    return object.node(of: key)
  }

  func has(_ key: String) -> Bool { object.node(of: key) != nil }

  // MARK: Values

  mutating func text(_ key: String, isRequired: Bool = false) -> Located<String>? {
    guard let node = node(key, isRequired: isRequired) else { return nil }
    guard let text = node.value.string else {
      Self.reportType(node, "'\(key)' must be a string", log)
      return nil
    }
    return Located(text, at: node.range.lowerBound)
  }

  /// Returns a name, or reports one that `rule` does not accept.
  mutating func name(_ key: String, _ rule: NameRule, isRequired: Bool = false) -> Located<String>?
  {
    guard let text = text(key, isRequired: isRequired) else { return nil }
    return log.checked(text, rule)
  }

  /// Returns a Boolean.
  ///
  /// As for the keys of Eros, it may be written as a string.
  mutating func flag(_ key: String) -> Bool? {
    guard let node = node(key) else { return nil }
    if let flag = node.value.flag { return flag }
    if let text = node.value.string {
      log.add(
        .notABoolean, at: node.range.lowerBound,
        "'\(key)' must be true or false, not '\(text.escapedForDisplay)'")
    } else {
      Self.reportType(node, "'\(key)' must be true or false", log)
    }
    return nil
  }

  /// Returns one of the allowed cases of `Choice`.
  ///
  /// By default, all cases are allowed.
  mutating func choice<Choice>(
    _ key: String, _ type: Choice.Type, where isAllowed: (Choice) -> Bool = { _ in true }
  ) -> Located<Choice>?
  where Choice: RawRepresentable<String> & CaseIterable & Sendable {
    guard let text = text(key) else { return nil }
    return log.choice(text, among: Choice.allCases.filter(isAllowed), "'\(key)'")
  }

  mutating func integer(_ key: String) -> Int? {
    guard let node = node(key) else { return nil }
    guard let number = node.value.integer else {
      Self.reportType(node, "'\(key)' must be an integer", log)
      return nil
    }
    return Int(number)
  }

  mutating func list(_ key: String, isRequired: Bool = false) -> [JSONNode] {
    guard let node = node(key, isRequired: isRequired) else { return [] }
    guard let items = node.value.array else {
      Self.reportType(node, "'\(key)' must be an array", log)
      return []
    }
    return items
  }

  mutating func strings(_ key: String) -> [Located<String>] {
    list(key).compactMap { item in
      guard let text = item.value.string else {
        Self.reportType(item, "an item of '\(key)' must be a string", log)
        return nil
      }
      return Located(text, at: item.range.lowerBound)
    }
  }

  mutating func names(_ key: String, _ rule: NameRule) -> [Located<String>] {
    strings(key).compactMap { log.checked($0, rule) }
  }

  mutating func choices<Choice>(_ key: String, _ type: Choice.Type) -> [Located<Choice>]
  where Choice: RawRepresentable<String> & CaseIterable & Sendable {
    strings(key).compactMap {
      log.choice($0, among: Array(Choice.allCases), "an item of '\(key)'")
    }
  }

  /// Returns the members of an object of strings, in order.
  mutating func dictionary(_ key: String) -> [(name: String, value: String)] {
    guard let node = node(key) else { return [] }
    guard let members = node.value.object?.members else {
      Self.reportType(node, "'\(key)' must be an object", log)
      return []
    }
    return members.compactMap { member in
      guard let value = member.node.value.string else {
        Self.reportType(member.node, "'\(member.key.escapedForDisplay)' must be a string", log)
        return nil
      }
      return (member.key, value)
    }
  }

  // MARK: Keys

  /// Reports the keys that were not read.
  func finish() {
    for member in object.members where !known.contains(member.key) {
      let offset = member.keyRange.lowerBound
      if member.key == "iOS", known.contains("ios") {
        log.add(.platformSpelling, at: offset, "the key 'iOS' must be written 'ios'", "write 'ios'")
        continue
      }
      log.add(
        .malformed, at: offset,
        "unknown key '\(member.key.escapedForDisplay)' in \(what)",
        Spelling.hint(for: member.key, among: known)
          ?? "the keys are \(known.joined(separator: ", "))")
    }
  }

  private mutating func node(_ key: String, isRequired: Bool) -> JSONNode? {
    let found = node(key)
    if found == nil, isRequired {
      log.add(.malformed, at: offset, "'\(key)' is missing in \(what)", "add '\(key)'")
    }
    return found
  }

  private static func reportType(_ node: JSONNode, _ expectation: String, _ log: FindingLog) {
    log.reportType(node, expectation)
  }
}

extension FindingLog {
  func reportType(_ node: JSONNode, _ expectation: String) {
    add(
      .malformed, at: node.range.lowerBound, "\(expectation), not \(node.value.kindName)")
  }

  /// Returns `text` if `rule` accepts it; otherwise reports it and returns `nil`.
  func checked(_ text: Located<String>, _ rule: NameRule) -> Located<String>? {
    if rule.accepts(text.value) { return text }
    let invalid =
      rule.invalidCharacter(in: text.value)
      .map { " contains '\(String($0).escapedForDisplay)', but" } ?? ""
    add(
      .invalidName, at: text.offset,
      "'\(text.value.escapedForDisplay)'\(invalid) must be \(rule.expectation)")
    return nil
  }

  func choice<Choice>(
    _ text: Located<String>, among choices: [Choice], _ what: String
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
