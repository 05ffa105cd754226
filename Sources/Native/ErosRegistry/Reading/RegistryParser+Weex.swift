import ErosCore

extension RegistryParser {
  /// Returns an entry's name: its key in an object, or `name` in a list.
  private mutating func name(
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

  mutating func module(_ node: JSONNode, key: JSONObject.Member?) -> ModuleEntry? {
    guard var reader = JSONFields(node, "a module", log: log) else { return nil }
    defer { reader.reportUnread(to: log) }
    let name = name(&reader, .module, key: key)
    let facts = facts(&reader)
    let methods = methods(&reader)
    let thread = reader.choice("targetExecuteThread", ModuleThread.self, log: log)?.value
    return name.map { ModuleEntry(name: $0, facts: facts, methods: methods, thread: thread) }
  }

  mutating func component(_ node: JSONNode, key: JSONObject.Member?) -> ComponentEntry? {
    guard var reader = JSONFields(node, "a component", log: log) else { return nil }
    defer { reader.reportUnread(to: log) }
    let name = name(&reader, tagRule, key: key)
    let facts = facts(&reader)
    let aliases = reader.names("aliases", tagRule, log: log)
    let appendTree = reader.boolean("appendTree")
    let isTemplate = reader.boolean("isTemplate") ?? false
    let attributes = reader.list("attributes").compactMap { attribute($0) }
    let events = reader.list("events").compactMap { event($0) }
    let methods = methods(&reader)
    let hooks = lifecycle(&reader)
    guard let name else { return nil }
    return ComponentEntry(
      name: name, facts: facts, aliases: aliases, appendTree: appendTree, isTemplate: isTemplate,
      attributes: attributes, events: events, methods: methods, lifecycle: hooks)
  }

  private func lifecycle(_ reader: inout JSONFields) -> Located<[LifecycleHook]>? {
    guard let node = reader.node("lifecycle") else { return nil }
    let hooks = reader.choices("lifecycle", LifecycleHook.self, log: log)
    return Located(hooks.map(\.value), at: node.range.lowerBound)
  }

  private mutating func attribute(_ node: JSONNode) -> ComponentEntry.Attribute? {
    guard var reader = JSONFields(node, "an attribute", log: log) else { return nil }
    defer { reader.reportUnread(to: log) }
    let name = reader.name("name", .attribute, isRequired: true, log: log)
    let type = reader.node("type").map { types.read($0, .value) } ?? .any
    let isRequired = reader.boolean("required") ?? false
    let isDynamic = reader.boolean("dynamic") ?? false
    let defaultText = reader.node("default").map {
      String(decoding: JSONWriter.write($0.value), as: UTF8.self)
    }
    let platforms = platforms(&reader)
    let since = since(&reader)
    let doc = reader.text("doc")?.value
    return name.map {
      .init(
        name: $0, type: type, isRequired: isRequired, isDynamic: isDynamic,
        defaultText: defaultText, platforms: platforms, since: since, doc: doc)
    }
  }

  /// Reads an event of a component or an embedded view.
  ///
  /// Events of embedded views exist on all platforms.
  mutating func event(_ node: JSONNode, isEverywhere: Bool = false) -> ComponentEntry.Event? {
    guard var reader = JSONFields(node, "an event", log: log) else { return nil }
    defer { reader.reportUnread(to: log) }
    let name = reader.name("name", .event, isRequired: true, log: log)
    let payload = reader.node("params").map { types.read($0, .value) }
    let platforms = isEverywhere ? nil : platforms(&reader)
    let since = since(&reader)
    let doc = reader.text("doc")?.value
    return name.map {
      .init(name: $0, payload: payload, platforms: platforms, since: since, doc: doc)
    }
  }

  // MARK: Handlers

  mutating func handler(_ node: JSONNode) -> HandlerEntry? {
    guard var reader = JSONFields(node, "a handler", log: log) else { return nil }
    defer { reader.reportUnread(to: log) }
    var facts = commonFacts(&reader)
    let ios = reader.node("ios").flatMap { iosHandler($0) }
    let adapter = reader.node("android").flatMap { androidAdapter($0) }
    facts.ios = ios?.iosClass
    facts.android = adapter?.androidClass
    if !reader.has("ios"), !reader.has("android"), !reader.has("iOS") {
      log.add(.noPlatform, at: reader.offset, "'ios' and 'android' are missing in the handler")
    }
    return HandlerEntry(facts: facts, ios: ios?.handler, adapter: adapter?.adapter)
  }

  private func iosHandler(
    _ node: JSONNode
  ) -> (handler: HandlerEntry.IOS, iosClass: IOSClass)? {
    guard var reader = JSONFields(node, "a handler of iOS", log: log) else { return nil }
    defer { reader.reportUnread(to: log) }
    let protocolName = reader.name("protocol", .identifier, isRequired: true, log: log)
      .flatMap { unreserved($0, ".", ReservedWords.objectiveC) }
    let name = iosClassName(&reader)
    let header = reader.name("header", .header, log: log)?.value
    let protocolHeader = reader.name("protocolHeader", .header, log: log)?.value
    let registry =
      reader.choice("registry", HandlerEntry.HandlerRegistry.self, log: log)?.value ?? .weex
    let create = reader.name("create", .identifier, log: log)?.value ?? "new"
    let condition = reader.name("if", .condition, log: log)
    guard let name, let protocolName else { return nil }
    // Registering a handler creates it, so the code always refers to its class.
    let iosClass = IOSClass(name: name, header: header, lookup: .direct, condition: condition)
    let handler = HandlerEntry.IOS(
      protocolName: protocolName, protocolHeader: protocolHeader, registry: registry,
      create: create)
    return (handler, iosClass)
  }

  private func androidAdapter(
    _ node: JSONNode
  ) -> (adapter: Located<HandlerAdapter>, androidClass: AndroidClass)? {
    guard var reader = JSONFields(node, "an adapter of Android", log: log) else { return nil }
    defer { reader.reportUnread(to: log) }
    let adapter = reader.choice("adapter", HandlerAdapter.self, log: log)
    if !reader.has("adapter") {
      log.add(.malformed, at: reader.offset, "'adapter' is missing in an adapter of Android")
    }
    let name = androidClassName(&reader, "class", isRequired: true)
    let isKept = reader.boolean("keep") ?? true
    guard let name, let adapter else { return nil }
    return (adapter, AndroidClass(name: name, isKept: isKept))
  }
}

enum LifecycleHook: String, Sendable, CaseIterable {
  case loadView, viewWillLoad, viewDidLoad, viewWillUnload, viewDidUnload, layoutDidFinish
  case updateStyles, updateAttributes, addEvent, removeEvent
}
