import ErosCore

extension RegistryParser {
  mutating func embedView(_ node: JSONNode) -> EmbedViewEntry? {
    guard var reader = JSONFields(node, "an embedded view", log: log) else { return nil }
    defer { reader.reportUnread(to: log) }
    let type = reader.name("type", .embedType, isRequired: true, log: log)
    let facts = facts(&reader)
    let params = reader.list("params").compactMap { embedParameter($0) }
    let events = reader.list("events").compactMap { embedEvent($0) }
    let messages = reader.list("messages").compactMap { message($0) }
    let hooks = reader.choices("lifecycle", ViewHook.self, log: log).map(\.value)
    return type.map {
      EmbedViewEntry(
        type: $0, facts: facts, params: params, events: events, messages: messages,
        lifecycle: hooks)
    }
  }

  private mutating func embedParameter(_ node: JSONNode) -> EmbedViewEntry.Parameter? {
    guard var reader = JSONFields(node, "a parameter", log: log) else { return nil }
    defer { reader.reportUnread(to: log) }
    let name = reader.name("name", .attribute, isRequired: true, log: log)
    let type = reader.node("type").map { types.read($0, .embedParameter) } ?? .any
    let isRequired = reader.boolean("required") ?? false
    let since = since(&reader)
    let doc = reader.text("doc")?.value
    guard let name else { return nil }
    checkParameter(name)
    return .init(name: name, type: type, isRequired: isRequired, since: since, doc: doc)
  }

  private func checkParameter(_ name: Located<String>) {
    if ["id", "type", "style"].contains(name.value) {
      log.add(.reservedParameter, at: name.offset, "'\(name.value)' is a parameter of every view")
    } else if name.value.begins(with: "on") {
      log.add(
        .eventLikeParameter, at: name.offset,
        "the parameter '\(name.value)' starts with 'on', which marks events")
    }
  }

  private mutating func embedEvent(_ node: JSONNode) -> ComponentEntry.Event? {
    guard let event = event(node, isEverywhere: true) else { return nil }
    let suffix = event.name.value.utf8.dropFirst(2)
    let isEvent =
      event.name.value.begins(with: "on") && !event.name.value.utf8.contains(UInt8(ascii: "-"))
      && suffix.first.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) } ?? false
    if !isEvent {
      log.add(
        .eventWithoutOn, at: event.name.offset,
        "the event '\(event.name.value)' must start with 'on' and an uppercase letter",
        "use a name such as onTap")
    }
    return event
  }

  private mutating func message(_ node: JSONNode) -> EmbedViewEntry.Message? {
    guard var reader = JSONFields(node, "a message", log: log) else { return nil }
    defer { reader.reportUnread(to: log) }
    let name = reader.name("name", .identifier, isRequired: true, log: log)
    let data = reader.node("data").map { types.read($0, .value) } ?? .any
    let returns = reader.node("returns").map { types.read($0, .value) } ?? .any
    let since = since(&reader)
    let doc = reader.text("doc")?.value
    return name.map { .init(name: $0, data: data, returns: returns, since: since, doc: doc) }
  }

  mutating func jsAPI(_ node: JSONNode) -> JSAPIEntry? {
    guard var reader = JSONFields(node, "a JS API", log: log) else { return nil }
    defer { reader.reportUnread(to: log) }
    let names = reader.names("names", .jsAPI, log: log)
    if names.isEmpty {
      log.add(.malformed, at: reader.offset, "a JS API must have at least one item in 'names'")
    }
    let facts = facts(&reader)
    let bundle = reader.text("bundle")?.value ?? ""
    let scope = reader.choice("scope", Scope.self, log: log)?.value.rawValue ?? "page"
    return JSAPIEntry(names: names, facts: facts, bundle: bundle, scope: scope)
  }
}

private enum Scope: String, CaseIterable {
  case page, session, service
}
