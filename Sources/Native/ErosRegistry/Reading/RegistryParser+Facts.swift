import ErosCore

extension RegistryParser {
  mutating func facts(_ reader: inout JSONFields) -> EntryFacts {
    var facts = commonFacts(&reader)
    facts.overrides = reader.boolean("overrides") ?? false
    facts.since = since(&reader)
    (facts.isDeprecated, facts.replacement) = deprecation(&reader)
    facts.ios = reader.node("ios").flatMap { iosClass($0) }
    facts.android = reader.node("android").flatMap { androidClass($0) }
    if !reader.has("ios"), !reader.has("android"), !reader.has("iOS") {
      log.add(
        .noPlatform, at: reader.offset, "'ios' and 'android' are missing in the entry",
        "add the class for at least one platform")
    }
    return facts
  }

  /// Reads what is not part of an entry's surface.
  func commonFacts(_ reader: inout JSONFields) -> EntryFacts {
    EntryFacts(
      offset: reader.offset, isEnabled: reader.boolean("enabled") ?? true,
      doc: reader.text("doc")?.value)
  }

  func since(_ reader: inout JSONFields) -> [Platform: String] {
    guard let node = reader.node("since") else { return [:] }
    if let text = node.value.string {
      guard let version = log.checked(Located(text, at: node.range.lowerBound), .version) else {
        return [:]
      }
      return [.ios: version.value, .android: version.value]
    }
    guard var versions = JSONFields(node, "'since'", log: log) else { return [:] }
    var since: [Platform: String] = [:]
    for platform in Platform.allCases {
      since[platform] = versions.name(platform.rawValue, .version, log: log)?.value
    }
    versions.reportUnread(to: log)
    return since
  }

  /// Returns the value of `deprecated`: a Boolean, or a string with the replacement.
  func deprecation(_ reader: inout JSONFields) -> (isDeprecated: Bool, replacement: String?) {
    guard let node = reader.node("deprecated") else { return (false, nil) }
    switch node.value {
    case .bool(let value): return (value, nil)
    case .string(let text): return (true, text)
    default:
      log.reportType(node, "'deprecated' must be a boolean or a string")
      return (false, nil)
    }
  }

  func platforms(_ reader: inout JSONFields) -> Set<Platform>? {
    guard let node = reader.node("platforms") else { return nil }
    let platforms = reader.choices("platforms", Platform.self, log: log).map(\.value)
    if platforms.isEmpty {
      log.add(
        .malformed, at: node.range.lowerBound, "'platforms' must name at least one platform")
    }
    return Set(platforms)
  }

  // MARK: Classes

  func iosClass(_ node: JSONNode) -> IOSClass? {
    if let text = node.value.string {
      return className(text, at: node, .iosClass, ReservedWords.objectiveC).map {
        IOSClass(name: $0)
      }
    }
    guard var reader = JSONFields(node, "a class of iOS", log: log) else { return nil }
    defer { reader.reportUnread(to: log) }
    let name = iosClassName(&reader)
    let header = reader.name("header", .header, log: log)?.value
    let importedModule = reader.name("import", .identifier, log: log)?.value
    let isSwift = reader.boolean("swift") ?? false
    let lookup = reader.choice("lookup", IOSLookup.self, log: log)?.value
    let condition = reader.name("if", .condition, log: log)
    guard let name else { return nil }
    let isNamed = header != nil || importedModule != nil || isSwift
    return IOSClass(
      name: name, header: header, importedModule: importedModule, isSwift: isSwift,
      lookup: lookup?.meaning ?? (isNamed ? .direct : .runtime), condition: condition)
  }

  func androidClass(_ node: JSONNode) -> AndroidClass? {
    if let text = node.value.string {
      return className(text, at: node, .javaClass, ReservedWords.java).map {
        AndroidClass(name: $0)
      }
    }
    guard var reader = JSONFields(node, "a class of Android", log: log) else { return nil }
    defer { reader.reportUnread(to: log) }
    let name = androidClassName(&reader, "class", isRequired: true)
    let lookup = reader.choice("lookup", AndroidLookup.self, log: log)?.value.meaning ?? .direct
    let isKept = reader.boolean("keep") ?? true
    let isGlobal = reader.boolean("global") ?? false
    let creator = androidClassName(&reader, "creator")?.value
    let dom = androidClassName(&reader, "dom")
    guard let name else { return nil }
    return AndroidClass(
      name: name, lookup: lookup, isKept: isKept, isGlobal: isGlobal, creator: creator, dom: dom)
  }

  func iosClassName(_ reader: inout JSONFields) -> Located<String>? {
    guard let name = reader.name("class", .iosClass, isRequired: true, log: log) else { return nil }
    return unreserved(name, ".", ReservedWords.objectiveC)
  }

  func androidClassName(
    _ reader: inout JSONFields, _ key: String, isRequired: Bool = false
  ) -> Located<String>? {
    guard let name = reader.name(key, .javaClass, isRequired: isRequired, log: log) else {
      return nil
    }
    return unreserved(name, ".$", ReservedWords.java)
  }

  private func className(
    _ text: String, at node: JSONNode, _ rule: NameRule, _ words: Set<String>
  ) -> Located<String>? {
    guard let name = log.checked(Located(text, at: node.range.lowerBound), rule) else { return nil }
    return unreserved(name, ".$", words)
  }

  /// Returns `name` if none of its parts is a reserved word.
  ///
  /// Otherwise reports it and returns `nil`.
  func unreserved(
    _ name: Located<String>, _ separators: String, _ words: Set<String>
  ) -> Located<String>? {
    let parts = name.value.utf8.split { separators.utf8.contains($0) }.map { String($0) ?? "" }
    guard let reserved = parts.first(where: words.contains) else { return name }
    log.add(
      .reservedWord, at: name.offset,
      "'\(name.value)' cannot be used in code: '\(reserved)' is a reserved word")
    return nil
  }
}

/// The values of `ios.lookup`.
private enum IOSLookup: String, CaseIterable {
  case auto, direct, runtime, macro, none

  var meaning: ClassLookup? { ClassLookup(rawValue: rawValue) }
}

/// The values of `android.lookup`, where `auto` means `direct`.
private enum AndroidLookup: String, CaseIterable {
  case auto, direct, runtime, annotation, none

  var meaning: ClassLookup { ClassLookup(rawValue: rawValue) ?? .direct }
}
