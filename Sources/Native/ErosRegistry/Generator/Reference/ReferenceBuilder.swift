import ErosCore

struct ReferenceBuilder {
  private let registry: Registry
  /// TypeScript names by named type, as in the generated declarations.
  private let typeNames: [String: String]
  private let platforms: [Platform]

  init(_ registry: Registry) {
    self.registry = registry
    var taken = TypeScriptNames()
    typeNames = registry.typeNames.reduce(into: [:]) { $0[$1] = taken.take($1) }
    let used = registry.allFacts.reduce(into: Set<Platform>()) { $0.formUnion($1.facts.platforms) }
    platforms = Platform.allCases.filter(used.contains).sorted(by: >)
  }

  func reference() -> APIReference {
    let entries: [(APIReference.EntryKind, [APIReference.Entry])] = [
      (.module, entries(registry.modules, .module, \.name.value, module)),
      (.component, entries(registry.components, .component, \.name.value, component)),
      (.widget, entries(registry.widgets, .widget, \.name.value, widget)),
      (.containerAPI, entries(registry.containerAPIs, .containerAPI, \.name.value, containerAPI)),
      (.embedView, entries(registry.embedViews, .embedView, \.type.value, embedView)),
      (.jsAPI, entries(registry.jsAPIs, .jsAPI, { $0.names.first?.value ?? "" }, jsAPI)),
      (.type, registry.typeNames.sorted(by: inByteOrder).map(type)),
    ]
    return APIReference(
      platforms: platforms,
      sections: entries.filter { !$0.1.isEmpty }.map { .init(kind: $0, entries: $1) })
  }

  // MARK: Entries

  private typealias Parts = (usage: [String], groups: [APIReference.Group])

  /// Returns a section's entries by name.
  ///
  /// If several share a name, their platforms tell them apart.
  private func entries<Entry: RegistryEntry>(
    _ entries: [Entry], _ kind: APIReference.EntryKind, _ name: (Entry) -> String,
    _ parts: (Entry, String) -> Parts
  ) -> [APIReference.Entry] {
    let present = entries.filter { !$0.facts.platforms.isEmpty }
      .sorted { inByteOrder(name($0), name($1)) }
    let counts = Dictionary(present.map { (name($0), 1) }, uniquingKeysWith: +)
    return present.map { entry in
      let facts = entry.facts
      let suffix =
        counts[name(entry), default: 1] > 1
        ? "-" + facts.platforms.sorted().map(\.rawValue).joined(separator: "-") : ""
      let anchor = "\(kind.rawValue)-\(name(entry))\(suffix)"
      let (usage, groups) = parts(entry, anchor)
      return APIReference.Entry(
        anchor: anchor, name: name(entry),
        availability: .init(
          platforms: facts.platforms, since: facts.since, isDeprecated: facts.isDeprecated,
          replacement: facts.replacement),
        doc: facts.doc, usage: usage, groups: groups.filter { !$0.members.isEmpty })
    }
  }

  private func module(_ module: ModuleEntry, _ anchor: String) -> Parts {
    let variable = TypeScriptNames.argument(
      TypeScriptNames.pascalCase(module.name.value).lowercasedFirst)
    let require = HostSDK(registry.settings).require
    return (
      ["const \(variable) = \(require)('\(module.name.value)')"],
      [methods(module.methods, of: module.facts, anchor)]
    )
  }

  private func component(_ component: ComponentEntry, _ anchor: String) -> Parts {
    let attributes = component.attributes.map { attribute in
      var notes: [APIReference.Note] = attribute.isRequired ? [.required] : []
      if attribute.isDynamic { notes.append(.dynamic) }
      if let text = attribute.defaultText { notes.append(.defaultValue(ReferenceText.line(text))) }
      return member(
        attribute.name.value, [attribute.type], of: component.facts, anchor + ".attribute",
        on: attribute.platforms, since: attribute.since, notes: notes, doc: attribute.doc)
    }
    return (
      component.allNames.map { "<\($0.value)></\($0.value)>" },
      [
        .init(title: .attributes, column: .attribute, members: attributes),
        events(component.events, of: component.facts, anchor),
        methods(component.methods, of: component.facts, anchor),
      ]
    )
  }

  private func widget(_ widget: WidgetEntry, _ anchor: String) -> Parts {
    let parameters = widget.params.map { parameter in
      member(
        parameter.name.value, [parameter.type], of: widget.facts, anchor + ".parameter",
        notes: parameter.isOptional ? [] : [.required], doc: parameter.doc)
    }
    return (
      [widget.path.value],
      [.init(title: .parameters, column: .parameter, members: parameters)]
    )
  }

  private func containerAPI(_ api: ContainerAPIEntry, _ anchor: String) -> Parts {
    let methods = api.methods.isEmpty ? "" : api.methods.joined(separator: ", ") + " "
    let response = member("response", [api.returns], of: api.facts, anchor, doc: nil)
    return (
      ["\(methods)/api\(api.path.value)"],
      [.init(title: .response, column: .value, members: [response])]
    )
  }

  private func embedView(_ view: EmbedViewEntry, _ anchor: String) -> Parts {
    let parameters = view.params.map { parameter in
      member(
        parameter.name.value, [parameter.type], of: view.facts, anchor + ".parameter",
        since: parameter.since, notes: parameter.isRequired ? [.required] : [],
        doc: parameter.doc)
    }
    let messages = view.messages.map { message in
      member(
        message.name.value, [message.data, message.returns], of: view.facts, anchor + ".message",
        since: message.since, doc: message.doc)
    }
    return (
      ["<mpaas-component type=\"\(view.type.value)\"></mpaas-component>"],
      [
        .init(title: .parameters, column: .parameter, members: parameters),
        events(view.events, of: view.facts, anchor),
        .init(title: .messages, column: .message, members: messages),
      ]
    )
  }

  private func jsAPI(_ api: JSAPIEntry, _ anchor: String) -> Parts {
    (api.names.map { "my.call('\($0.value)', params, callback)" }, [])
  }

  private func type(_ name: String) -> APIReference.Entry {
    var fields: [ShapeField] = []
    if case .shape(let shapeFields) = registry.types.types[name] ?? .any { fields = shapeFields }
    let anchor = Self.anchor(ofType: name)
    let members = fields.map { field in
      let (type, isOptional) = field.type.unwrapped
      return APIReference.Member(
        anchor: "\(anchor).\(field.name)", name: field.name, code: [type.typeScript(typeNames)],
        availability: .init(
          platforms: Set(platforms),
          notes: field.isOptional || isOptional ? [.optional] : []),
        doc: nil, types: names(in: [type]))
    }
    return APIReference.Entry(
      anchor: anchor, name: typeNames[name] ?? name,
      availability: .init(platforms: Set(platforms)), doc: nil, usage: [],
      groups: members.isEmpty ? [] : [.init(title: .fields, column: .field, members: members)])
  }

  static func anchor(ofType name: String) -> String { "type-" + name }

  // MARK: Members

  private func events(
    _ events: [ComponentEntry.Event], of facts: EntryFacts, _ anchor: String
  ) -> APIReference.Group {
    let members = events.map { event in
      member(
        event.name.value, [event.payload ?? .any], of: facts, anchor + ".event",
        on: event.platforms, since: event.since, doc: event.doc)
    }
    return .init(title: .events, column: .event, members: members)
  }

  private func methods(
    _ methods: [MethodEntry], of facts: EntryFacts, _ anchor: String
  ) -> APIReference.Group {
    let members = methods.filter { method in facts.platforms.contains(where: method.exists) }
      .map { self.method($0, of: facts, anchor) }
    return .init(title: .methods, column: nil, members: members)
  }

  private func method(
    _ method: MethodEntry, of facts: EntryFacts, _ anchor: String
  ) -> APIReference.Member {
    let present = facts.platforms.filter(method.exists).sorted(by: >)
    let declared = DeclaredMethods(names: typeNames, platforms: facts.platforms)
    let lines = present.map { (platform: $0, text: declared.declaration(of: method, on: $0)) }
    let isSame = Set(lines.map(\.text)).count == 1
    let signatures = present.map(method.signature)
    let arguments = signatures.flatMap(\.args)
    var documented: [(name: String, doc: String)] = []
    for argument in arguments where !documented.contains(where: { $0.name == argument.name.value })
    {
      if let doc = argument.doc { documented.append((argument.name.value, doc)) }
    }
    return APIReference.Member(
      anchor: "\(anchor).\(method.name.value)", name: method.name.value,
      code: isSame
        ? lines.prefix(1).map(\.text)
        : lines.flatMap { ["// \($0.platform.displayName)", $0.text] },
      availability: .init(
        platforms: Set(present), since: Self.since(method.since, facts),
        isDeprecated: method.isDeprecated, replacement: method.replacement,
        notes: signatures.contains(where: \.isSync) ? [.synchronous] : []),
      doc: method.doc, arguments: documented,
      types: names(in: arguments.map(\.type) + signatures.map(\.returns)))
  }

  /// Returns a member in a table.
  ///
  /// `types` are the data's type and, if there is one, the result's.
  private func member(
    _ name: String, _ types: [TypeExpression], of facts: EntryFacts, _ anchor: String,
    on platforms: Set<Platform>? = nil, since: [Platform: String] = [:],
    notes: [APIReference.Note] = [],
    doc: String?
  ) -> APIReference.Member {
    APIReference.Member(
      anchor: "\(anchor).\(name)", name: name,
      code: [types.map { $0.typeScript(typeNames) }.joined(separator: " → ")],
      availability: .init(
        platforms: platforms.map(facts.platforms.intersection) ?? facts.platforms,
        since: Self.since(since, facts), notes: notes),
      doc: doc, types: names(in: types))
  }

  /// Returns a member's first version, by default its entry's.
  private static func since(
    _ versions: [Platform: String], _ facts: EntryFacts
  ) -> [Platform: String] {
    facts.since.merging(versions) { $1 }
  }

  /// Returns the declared types that `types` name, each once.
  private func names(in types: [TypeExpression]) -> [String] {
    types.flatMap(NamedTypes.names).reduce(into: []) { names, name in
      if typeNames[name] != nil, !names.contains(name) { names.append(name) }
    }
  }
}
