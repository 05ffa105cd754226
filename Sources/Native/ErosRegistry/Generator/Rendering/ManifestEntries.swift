import ErosCore

/// A description's entries in normal form, for the manifest and the registration fingerprint.
struct ManifestEntries {
  let registry: Registry

  /// Returns the sections that are not empty, limited to `platforms`.
  func sections(for platforms: Set<Platform>) -> [String: JSONValue] {
    let encoder = EntryEncoder(registry: registry, platforms: platforms)
    let sections: [String: [JSONValue]] = [
      "modules": encoder.entries(registry.modules, by: \.name.value, encoder.module),
      "components": encoder.entries(registry.components, by: \.name.value, encoder.component),
      "handlers": encoder.entries(registry.handlers, by: Self.key, encoder.handler),
      // The order determines which entry handles a call.
      "widgets": registry.widgets.enumerated()
        .sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
        .map(\.element).filter(encoder.exists).map(encoder.widget),
      "containerAPIs": encoder.entries(registry.containerAPIs, by: \.name.value, encoder.api),
      "decorators": registry.decorators.filter(encoder.exists).map(encoder.decorator),
      "proxies": registry.proxies.filter(encoder.exists).map(encoder.proxy),
      "embedViews": encoder.entries(registry.embedViews, by: \.type.value, encoder.embedView),
      "jsApis": encoder.entries(
        registry.jsAPIs, by: { $0.names.first?.value ?? "" }, encoder.jsAPI),
      "routes": encoder.settings,
    ]
    return sections.filter { !$0.value.isEmpty }.mapValues(JSONValue.list)
  }

  private static func key(_ handler: HandlerEntry) -> String {
    handler.ios?.protocolName.value ?? handler.adapter?.value.rawValue ?? ""
  }
}

private struct EntryEncoder {
  let registry: Registry
  let platforms: Set<Platform>

  func exists(_ entry: any RegistryEntry) -> Bool {
    !entry.facts.platforms.isDisjoint(with: platforms)
  }

  func entries<Entry: RegistryEntry>(
    _ entries: [Entry], by key: (Entry) -> String, _ write: (Entry) -> JSONValue
  ) -> [JSONValue] {
    entries.filter(exists).sorted { inByteOrder(key($0), key($1)) }.map(write)
  }

  // MARK: Entries

  var settings: [JSONValue] {
    registry.rexxarSettings(on: platforms.contains(.ios) ? .ios : .android).map {
      .sorted(["name": .string($0.setting.rawValue), "value": .string($0.value)])
    }
  }

  func module(_ entry: ModuleEntry) -> JSONValue {
    with(
      entry.facts,
      [
        "name": .string(entry.name.value), "methods": methods(entry.methods, of: entry.facts),
      ])
  }

  func component(_ entry: ComponentEntry) -> JSONValue {
    var members: [String: JSONValue] = [
      "name": .string(entry.name.value), "aliases": .strings(entry.aliases.map(\.value)),
      "methods": methods(entry.methods, of: entry.facts), "isTemplate": .bool(entry.isTemplate),
      "attributes": .list(
        entry.attributes.compactMap { item in
          member(attribute(item.name.value, item.type, item.isRequired), of: entry.facts) {
            item.exists(on: $0)
          }
        }),
      "events": .list(
        entry.events.compactMap { item in
          member(event(item), of: entry.facts) { item.exists(on: $0) }
        }),
    ]
    members["appendTree"] = entry.appendTree.map { .bool($0) }
    return with(entry.facts, members)
  }

  func handler(_ entry: HandlerEntry) -> JSONValue {
    var members: [String: JSONValue] = [:]
    if let ios = entry.ios {
      members["protocol"] = .string(ios.protocolName.value)
      members["registry"] = .string(ios.registry.rawValue)
      members["create"] = .string(ios.create)
    }
    members["adapter"] = entry.adapter.map { .string($0.value.rawValue) }
    return with(entry.facts, members)
  }

  func widget(_ entry: WidgetEntry) -> JSONValue {
    with(
      entry.facts,
      [
        "name": .string(entry.name.value), "path": .string(entry.path.value),
        "order": .integer(entry.order), "params": .list(entry.params.map(argument)),
      ])
  }

  func api(_ entry: ContainerAPIEntry) -> JSONValue {
    with(
      entry.facts,
      [
        "name": .string(entry.name.value), "path": .string(entry.path.value),
        "methods": .strings(entry.methods), "async": .bool(entry.isAsync),
        "returns": type(entry.returns),
      ])
  }

  func decorator(_ entry: DecoratorEntry) -> JSONValue {
    let pairs = { (pairs: [(name: String, value: String)]) in
      JSONValue.sorted(
        Dictionary(pairs.map { ($0.name, JSONValue.string($0.value)) }) { first, _ in first })
    }
    return with(
      entry.facts,
      [
        "name": .string(entry.name.value), "headers": pairs(entry.headers),
        "parameters": pairs(entry.parameters),
      ])
  }

  func proxy(_ entry: ProxyEntry) -> JSONValue {
    with(entry.facts, ["name": .string(entry.name.value)])
  }

  func embedView(_ entry: EmbedViewEntry) -> JSONValue {
    with(
      entry.facts,
      [
        "type": .string(entry.type.value),
        "params": .list(entry.params.map { attribute($0.name.value, $0.type, $0.isRequired) }),
        "events": .list(entry.events.map(event)),
        "messages": .list(
          entry.messages.map {
            .sorted([
              "name": .string($0.name.value), "data": type($0.data), "returns": type($0.returns),
            ])
          }),
      ])
  }

  func jsAPI(_ entry: JSAPIEntry) -> JSONValue {
    with(
      entry.facts,
      [
        "names": .strings(entry.names.map(\.value)), "bundle": .string(entry.bundle),
        "scope": .string(entry.scope),
      ])
  }

  // MARK: Parts

  /// Adds the classes for the requested platforms.
  private func with(_ facts: EntryFacts, _ members: [String: JSONValue]) -> JSONValue {
    var members = members
    if platforms.contains(.ios) { members["ios"] = facts.ios.map(iosClass) }
    if platforms.contains(.android) { members["android"] = facts.android.map(androidClass) }
    return .sorted(members)
  }

  private func iosClass(_ iosClass: IOSClass) -> JSONValue {
    var members: [String: JSONValue] = [
      "class": .string(iosClass.name.value), "lookup": .string(iosClass.lookup.rawValue),
    ]
    members["header"] = iosClass.header.map { .string($0) }
    members["import"] = iosClass.importedModule.map { .string($0) }
    members["if"] = iosClass.condition.map { .string($0.value) }
    if iosClass.isSwift { members["swift"] = .bool(true) }
    return .sorted(members)
  }

  private func androidClass(_ android: AndroidClass) -> JSONValue {
    var members: [String: JSONValue] = [
      "class": .string(android.name.value), "global": .bool(android.isGlobal),
      "keep": .bool(android.isKept), "lookup": .string(android.lookup.rawValue),
    ]
    members["creator"] = android.creator.map { .string($0) }
    members["dom"] = android.dom.map { .string($0.value) }
    return .sorted(members)
  }

  private func methods(_ methods: [MethodEntry], of facts: EntryFacts) -> JSONValue {
    let present = methods.map { method in
      (method, facts.platforms.intersection(platforms).filter { method.exists(on: $0) }.sorted())
    }
    return .list(
      present.filter { !$0.1.isEmpty }.sorted { inByteOrder($0.0.name.value, $1.0.name.value) }
        .map(method))
  }

  private func method(_ method: MethodEntry, on platforms: [Platform]) -> JSONValue {
    let shared = method.signature(on: platforms[0])
    var members: [String: JSONValue] = [
      "name": .string(method.name.value), "returns": type(shared.returns),
      "sync": .bool(shared.isSync), "args": .list(shared.args.map(argument)),
      "platforms": .strings(platforms.map(\.rawValue)),
    ]
    for platform in platforms {
      members[platform.rawValue] = difference(of: method, on: platform, from: shared)
    }
    return .sorted(members)
  }

  /// Returns how a platform's method differs from the shared one, or `nil`.
  private func difference(
    of method: MethodEntry, on platform: Platform, from shared: MethodEntry.Signature
  ) -> JSONValue? {
    let signature = method.signature(on: platform)
    var members: [String: JSONValue] = [:]
    if let name = method.differences[platform]?.nativeName {
      members[platform == .ios ? "selector" : "method"] = .string(name.value)
    }
    if signature.isSync != shared.isSync { members["sync"] = .bool(signature.isSync) }
    let args = signature.args.map(argument)
    if !JSONValue.list(args).isEquivalent(to: .list(shared.args.map(argument))) {
      members["args"] = .list(args)
    }
    return members.isEmpty ? nil : .sorted(members)
  }

  /// Adds an attribute's or event's platforms if they differ from the component's.
  ///
  /// Returns `nil` if it does not exist on any of the requested platforms.
  private func member(
    _ value: JSONValue, of facts: EntryFacts, exists: (Platform) -> Bool
  ) -> JSONValue? {
    let all = facts.platforms.intersection(platforms)
    let memberPlatforms = all.filter(exists)
    guard !memberPlatforms.isEmpty, let object = value.object else { return nil }
    guard memberPlatforms != all else { return value }
    var members = Dictionary(
      uniqueKeysWithValues: object.members.map { ($0.key, $0.node.value) })
    members["platforms"] = .strings(memberPlatforms.sorted().map(\.rawValue))
    return .sorted(members)
  }

  private func argument(_ argument: MethodEntry.Argument) -> JSONValue {
    .sorted([
      "name": .string(argument.name.value), "type": .string(registry.argument(argument)),
    ])
  }

  private func attribute(_ name: String, _ type: TypeExpression, _ isRequired: Bool) -> JSONValue {
    .sorted(["name": .string(name), "type": self.type(type), "required": .bool(isRequired)])
  }

  private func event(_ event: ComponentEntry.Event) -> JSONValue {
    .sorted(["name": .string(event.name.value), "params": type(event.payload ?? .any)])
  }

  private func type(_ type: TypeExpression) -> JSONValue { .string(registry.normalForm(type)) }
}
