import ErosCore

extension RegistryParser {
  /// Returns an entry's name: its key in an object, or `name` in a list.
  func name(
    _ reader: inout JSONFields, _ rule: NameRule, key: JSONObject.Member?
  ) -> Located<String>? {
    guard let key else { return reader.name("name", rule, isRequired: true, log: log) }
    let name = Located(key.key, at: key.keyRange.lowerBound)
    if let written = reader.text("name"), written.value != name.value {
      log.add(
        .nameDiffersFromKey, at: written.offset,
        "the key of the entry is '\(name.value.escapedForDisplay)', but its name is "
          + "'\(written.value.escapedForDisplay)'", "remove 'name'")
    }
    return log.checked(name, rule)
  }

  /// Reads an event of a component or an embedded view.
  ///
  /// Events of embedded views exist on all platforms.
  mutating func event(_ node: JSONNode, isEverywhere: Bool = false) -> EntryMember? {
    guard var reader = JSONFields(node, "an event", log: log) else { return nil }
    defer { reader.reportUnread(to: log) }
    let name = reader.name("name", .event, isRequired: true, log: log)
    let payload = reader.node("params").map { types.read($0, .value) }
    let platforms = isEverywhere ? nil : platforms(&reader)
    let since = since(&reader)
    let doc = reader.text("doc")?.value
    return name.map {
      EntryMember(
        kind: .event, name: $0, declaredType: payload, platforms: platforms, since: since, doc: doc)
    }
  }

  mutating func methods(_ reader: inout JSONFields) -> [MethodEntry] {
    let nodes = reader.list("methods")
    return nodes.compactMap { method($0) }
  }

  private mutating func method(_ node: JSONNode) -> MethodEntry? {
    guard var reader = JSONFields(node, "a method", log: log) else { return nil }
    defer { reader.reportUnread(to: log) }
    let name = reader.name("name", .method, isRequired: true, log: log)
    let isSync = reader.boolean("sync") ?? false
    let args = arguments(&reader) ?? []
    let returns = reader.node("returns").map {
      Located(types.read($0, .result), at: $0.range.lowerBound)
    }
    let platforms = platforms(&reader)
    let since = since(&reader)
    let deprecation = deprecation(&reader)
    let doc = reader.text("doc")?.value
    let differences = differences(&reader)
    guard let name else { return nil }
    return MethodEntry(
      name: name, args: args, returns: returns ?? Located(.void, at: name.offset), isSync: isSync,
      platforms: platforms, since: since, isDeprecated: deprecation.isDeprecated,
      replacement: deprecation.replacement, doc: doc, differences: differences)
  }

  private mutating func differences(
    _ reader: inout JSONFields
  ) -> [Platform: MethodEntry.Difference] {
    var differences: [Platform: MethodEntry.Difference] = [:]
    differences[.ios] = reader.node("ios").flatMap { difference($0, on: .ios) }
    differences[.android] = reader.node("android").flatMap { difference($0, on: .android) }
    return differences
  }

  private mutating func difference(
    _ node: JSONNode, on platform: Platform
  ) -> MethodEntry.Difference? {
    guard var reader = JSONFields(node, "'\(platform.rawValue)' of a method", log: log) else {
      return nil
    }
    defer { reader.reportUnread(to: log) }
    var difference = MethodEntry.Difference()
    switch platform {
    case .ios: difference.nativeName = reader.name("selector", .selector, log: log)
    case .android:
      difference.nativeName = reader.name("method", .identifier, log: log).flatMap {
        unreserved($0, ".", ReservedWords.java)
      }
      difference.isOnMainThread = reader.boolean("uiThread")
    }
    difference.args = arguments(&reader)
    difference.isSync = reader.boolean("sync")
    return difference
  }

  // MARK: Arguments

  mutating func arguments(
    _ reader: inout JSONFields, _ key: String = "args"
  ) -> [MethodEntry.Argument]? {
    guard reader.node(key) != nil else { return nil }
    let nodes = reader.list(key)
    if nodes.count > 16 {
      log.add(
        .malformed, at: nodes[16].range.lowerBound, "'\(key)' must not have more than 16 items")
    }
    let arguments = nodes.prefix(16).compactMap { argument($0) }
    checkOrder(of: arguments)
    return arguments
  }

  private mutating func argument(_ node: JSONNode) -> MethodEntry.Argument? {
    if let text = node.value.string { return shortArgument(text, node) }
    guard var reader = JSONFields(node, "an argument", log: log) else { return nil }
    defer { reader.reportUnread(to: log) }
    let name = reader.name("name", .identifier, isRequired: true, log: log)
    let isOptional = reader.boolean("optional") ?? false
    let doc = reader.text("doc")?.value
    guard let typeNode = reader.node("type") else {
      log.add(
        .malformed, at: reader.offset, "'type' is missing in an argument",
        "add 'type'")
      return nil
    }
    let (type, hasQuestionMark) = types.read(typeNode, .argument).unwrapped
    guard let name else { return nil }
    return .init(name: name, type: type, isOptional: isOptional || hasQuestionMark, doc: doc)
  }

  /// Reads an argument written as `name: type`.
  private mutating func shortArgument(_ text: String, _ node: JSONNode) -> MethodEntry.Argument? {
    let offset = node.range.lowerBound
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      log.add(
        .malformed, at: offset,
        "an argument must be written 'name: type', not '\(text.escapedForDisplay)'")
      return nil
    }
    let prefix = text.utf8[..<colon]
    let end = prefix.lastIndex { $0 != UInt8(ascii: " ") }.map(prefix.index(after:))
    let written = String(Substring(prefix[..<(end ?? colon)]))
    guard let name = log.checked(Located(written, at: offset), .identifier) else { return nil }
    let typeStart = text.utf8.index(after: colon)
    let (type, isOptional) = types.read(
      String(text[typeStart...]), at: offset, width: node.range.count,
      after: text.utf8.distance(from: text.utf8.startIndex, to: typeStart), .argument
    ).unwrapped
    return .init(name: name, type: type, isOptional: isOptional)
  }

  private func checkOrder(of arguments: [MethodEntry.Argument]) {
    guard let first = arguments.firstIndex(where: \.isOptional) else { return }
    for (index, argument) in arguments.enumerated().dropFirst(first + 1) {
      let isTrailingCallback = index == arguments.count - 1 && argument.type.isCallback
      guard !argument.isOptional, !isTrailingCallback else { continue }
      log.add(
        .requiredAfterOptional, at: argument.name.offset,
        "the argument '\(argument.name.value)' is required, but follows an optional argument",
        "move it before '\(arguments[first].name.value)', or make it optional")
    }
  }
}
