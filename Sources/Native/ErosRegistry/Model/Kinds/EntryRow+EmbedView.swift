import ErosConfig
import ErosCore

extension EntryRow {
  /// A native view that mPaaS mini programs embed.
  static let embedView = EntryRow(
    noun: "embedded view", subject: "an embedded view", shortNoun: "view", nameKey: "type",
    members: [.parameter, .event, .message], isOpen: true,
    bases: [.ios: ["NBComponent"], .android: ["MPBaseEmbedView"]],
    skeleton: Skeleton(
      argument: "embed-view", template: "EmbedView", suffix: "View",
      context: { $1.skeleton($2) }),
    reference: Reference(
      page: "embedded-views", title: "Embedded views",
      introduction: "Mini programs embed these native views.", language: "html",
      usage: { view, _ in
        ["<mpaas-component type=\"\(view.name.value)\"></mpaas-component>"]
      }),
    check: { $0.check(view: $1) }, read: { reader, fields, _ in reader.embedView(&fields) })
}

private struct ViewDetails: EntryDetails {
  let hooks: [ViewHook]
}

extension Entry {
  /// The lifecycle methods of an embedded view's class.
  var viewHooks: [ViewHook] { (details as? ViewDetails)?.hooks ?? [] }
}

/// Lifecycle methods of an embedded view.
///
/// Fullscreen exists on iOS only: views on Android have no method for it.
enum ViewHook: String, Sendable, CaseIterable {
  case appear, resume, pause, destroy, visibility, fullscreen
}

extension RegistryParser {
  fileprivate mutating func embedView(_ reader: inout JSONFields) -> Entry? {
    let type = reader.name("type", .embedType, isRequired: true, log: log)
    let facts = facts(&reader)
    let params = reader.list("params").compactMap { parameter($0) }
    let events = reader.list("events").compactMap { viewEvent($0) }
    let messages = reader.list("messages").compactMap { message($0) }
    let hooks = reader.choices("lifecycle", ViewHook.self, log: log).map(\.value)
    return type.map {
      Entry(
        kind: .embedView, title: $0, names: [$0], facts: facts,
        members: params + events + messages, details: ViewDetails(hooks: hooks))
    }
  }

  private mutating func parameter(_ node: JSONNode) -> EntryMember? {
    guard var reader = JSONFields(node, "a parameter", log: log) else { return nil }
    defer { reader.reportUnread(to: log) }
    let name = reader.name("name", .attribute, isRequired: true, log: log)
    let type = reader.node("type").map { types.read($0, .embedParameter) }
    let isRequired = reader.boolean("required") ?? false
    let since = since(&reader)
    let doc = reader.text("doc")?.value
    guard let name else { return nil }
    checkParameter(name)
    return EntryMember(
      kind: .parameter, name: name, declaredType: type, isRequired: isRequired, since: since,
      doc: doc)
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

  private mutating func viewEvent(_ node: JSONNode) -> EntryMember? {
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

  private mutating func message(_ node: JSONNode) -> EntryMember? {
    guard var reader = JSONFields(node, "a message", log: log) else { return nil }
    defer { reader.reportUnread(to: log) }
    let name = reader.name("name", .identifier, isRequired: true, log: log)
    let data = reader.node("data").map { types.read($0, .value) }
    let returns = reader.node("returns").map { types.read($0, .value) } ?? .any
    let since = since(&reader)
    let doc = reader.text("doc")?.value
    return name.map {
      EntryMember(
        kind: .message, name: $0, declaredType: data, returns: returns, since: since, doc: doc)
    }
  }
}

extension RegistryChecker {
  fileprivate func check(view: Entry) {
    checkDuplicates(of: view)
    let type = view.name
    let isTag = presets.contains {
      PresetName.alwaysPresent.contains($0.name) && $0.surface[.component][type.value] != nil
    }
    if isTag || !type.value.utf8.contains(where: { "_-".utf8.contains($0) }) {
      log.add(
        .typeWithoutPrefix, at: type.offset,
        "the type '\(type.value)' does not have a prefix, so it may collide with another view",
        "add a prefix, such as acme_\(type.value)")
    }
  }
}

extension Entry {
  /// Returns the values for the templates of an embedded view's class.
  fileprivate func skeleton(_ natives: NativeMembers) -> TemplateContext {
    let flags = ViewHook.allCases.map {
      ($0.rawValue, TemplateValue.flag(viewHooks.contains($0)))
    }
    return [
      "hooks": .object(Dictionary(uniqueKeysWithValues: flags)),
      "messages": .objects(
        members(.message).map { message in
          [
            "name": .text(message.name.value),
            "logMessage": "\(name.value).\(message.name.value) is not implemented",
            "doc": .text(ifPresent: message.doc),
          ]
        }),
      "events": natives.events(members(.event)),
      "params": .objects(
        members(.parameter).map {
          ["name": .text($0.name.value), "doc": .text(ifPresent: $0.doc)]
        }),
    ]
  }
}
