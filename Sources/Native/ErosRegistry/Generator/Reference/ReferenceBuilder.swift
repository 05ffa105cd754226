import ErosConfig
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
    let used = registry.entries.reduce(into: Set<Platform>()) { $0.formUnion($1.facts.platforms) }
    platforms = Platform.allCases.filter(used.contains).sorted(by: >)
  }

  func reference() -> APIReference {
    let sections = EntryKind.allCases.compactMap { kind in
      kind.row.reference.map { (heading: $0, entries: entries(kind, $0)) }
    }
    let types = registry.typeNames.sorted(by: inByteOrder).map(type)
    return APIReference(
      platforms: platforms,
      sections: (sections + [(.types, types)]).filter { !$0.entries.isEmpty }
        .map { .init(heading: $0.heading, entries: $0.entries) })
  }

  // MARK: Entries

  /// Returns a section's entries by name.
  ///
  /// If several share a name, their platforms tell them apart.
  private func entries(
    _ kind: EntryKind, _ heading: EntryRow.Reference
  ) -> [APIReference.Entry] {
    let present = registry[kind].filter { !$0.facts.platforms.isEmpty }
      .sorted { inByteOrder($0.name.value, $1.name.value) }
    let counts = Dictionary(present.map { ($0.name.value, 1) }, uniquingKeysWith: +)
    return present.map { entry in
      let facts = entry.facts
      let name = entry.name.value
      let suffix =
        counts[name, default: 1] > 1
        ? "-" + facts.platforms.sorted().map(\.rawValue).joined(separator: "-") : ""
      let anchor = "\(kind.rawValue)-\(name)\(suffix)"
      return APIReference.Entry(
        anchor: anchor, name: name,
        availability: .init(
          platforms: facts.platforms, since: facts.since, isDeprecated: facts.isDeprecated,
          replacement: facts.replacement),
        doc: facts.doc, usage: heading.usage(entry, registry.settings),
        groups: kind.row.memberKinds.map { group($0, of: entry, anchor) }
          .filter { !$0.members.isEmpty })
    }
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

  private func group(
    _ kind: MemberKind, of entry: Entry, _ anchor: String
  ) -> APIReference.Group {
    let members =
      kind == .method
      ? entry.methods.filter { entry.facts.platforms.contains(where: $0.exists) }
        .map { method($0, of: entry.facts, anchor) }
      : entry.members(kind).map { member($0, of: entry.facts, anchor) }
    return .init(title: kind.title, column: kind.column, members: members)
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
  private func member(
    _ member: EntryMember, of facts: EntryFacts, _ anchor: String
  ) -> APIReference.Member {
    var notes: [APIReference.Note] = member.isRequired ? [.required] : []
    if member.isDynamic { notes.append(.dynamic) }
    if let text = member.defaultText { notes.append(.defaultValue(ReferenceText.line(text))) }
    let owner = member.kind == .response ? anchor : "\(anchor).\(member.kind.rawValue)"
    return APIReference.Member(
      anchor: "\(owner).\(member.name.value)", name: member.name.value,
      code: [member.types.map { $0.typeScript(typeNames) }.joined(separator: " → ")],
      availability: .init(
        platforms: member.platforms.map(facts.platforms.intersection) ?? facts.platforms,
        since: Self.since(member.since, facts), notes: notes),
      doc: member.doc, types: names(in: member.types))
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

extension MemberKind {
  /// The title of a group of members.
  fileprivate var title: ReferenceTerm {
    switch self {
    case .attribute: .attributes
    case .parameter: .parameters
    case .event: .events
    case .message: .messages
    case .response: .response
    case .method: .methods
    }
  }

  /// The title above the names, or `nil` if each member has its own heading.
  fileprivate var column: ReferenceTerm? {
    switch self {
    case .attribute: .attribute
    case .parameter: .parameter
    case .event: .event
    case .message: .message
    case .response: .value
    case .method: nil
    }
  }
}
