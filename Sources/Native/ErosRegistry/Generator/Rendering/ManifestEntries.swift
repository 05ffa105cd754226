import ErosConfig
import ErosCore

/// A description's entries in normal form, for the manifest and the registration fingerprint.
struct ManifestEntries {
  let registry: Registry

  /// Returns the sections that are not empty, limited to `platforms`.
  func sections(for platforms: Set<Platform>) -> [String: JSONValue] {
    let encoder = EntryEncoder(registry: registry, platforms: platforms)
    var sections = ["routes": encoder.settings]
    for kind in EntryKind.allCases {
      sections[kind.section] = registry[kind].filter(encoder.exists).sorted.map(encoder.entry)
    }
    return sections.filter { !$0.value.isEmpty }.mapValues(JSONValue.list)
  }
}

private struct EntryEncoder {
  let registry: Registry
  let platforms: Set<Platform>

  func exists(_ entry: Entry) -> Bool {
    !entry.facts.platforms.isDisjoint(with: platforms)
  }

  // MARK: Entries

  var settings: [JSONValue] {
    registry.rexxarSettings(on: platforms.contains(.ios) ? .ios : .android).map {
      .sorted(["name": .string($0.setting.rawValue), "value": .string($0.value)])
    }
  }

  func entry(_ entry: Entry) -> JSONValue {
    var members = entry.details?.manifest ?? [:]
    if let title = entry.title {
      members[entry.kind.row.nameKey] = .string(title.value)
    }
    for kind in entry.kind.row.memberKinds {
      switch kind {
      case .method: members[kind.section] = methods(entry.methods, of: entry.facts)
      case .response: members["returns"] = entry.members(kind).first.map { type($0.type) }
      default:
        members[kind.section] = .list(
          entry.members(kind).compactMap { member($0, of: entry) })
      }
    }
    return with(entry.facts, members)
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

  /// Returns a member, with its platforms if they differ from the entry's.
  ///
  /// Returns `nil` if it does not exist on any of the requested platforms.
  private func member(_ member: EntryMember, of entry: Entry) -> JSONValue? {
    let all = entry.facts.platforms.intersection(platforms)
    let present = all.filter { member.exists(on: $0) }
    guard !present.isEmpty else { return nil }
    var members: [String: JSONValue] = ["name": .string(member.name.value)]
    switch member.kind {
    case .event: members["params"] = type(member.type)
    case .message:
      members["data"] = type(member.type)
      members["returns"] = type(member.returns ?? .any)
    case .parameter where entry.kind.row.listsParameters:
      members["type"] = type(member.isRequired ? member.type : .optional(member.type))
    default:
      members["type"] = type(member.type)
      members["required"] = .bool(member.isRequired)
    }
    if present != all { members["platforms"] = .strings(present.sorted().map(\.rawValue)) }
    return .sorted(members)
  }

  private func argument(_ argument: MethodEntry.Argument) -> JSONValue {
    .sorted([
      "name": .string(argument.name.value), "type": .string(registry.argument(argument)),
    ])
  }

  private func type(_ type: TypeExpression) -> JSONValue { .string(registry.normalForm(type)) }
}
