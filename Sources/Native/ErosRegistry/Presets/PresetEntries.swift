import ErosConfig
import ErosCore

/// Turns what presets offer into entries for the TypeScript declarations.
struct PresetEntries {
  let presets: [Preset]

  /// Returns the entries that are not in `declaredNames`, with their members on all platforms.
  func entries(_ kind: EntryKind, except declaredNames: Set<String>) -> [Entry] {
    names(kind).filter { !declaredNames.contains($0) }.map { name in
      let entries = presets.compactMap { $0.surface[kind][name] }
      let members = [MemberKind.attribute, .event].flatMap { member in
        Set(entries.flatMap(\.[member].keys)).sorted(by: inByteOrder)
          .map { EntryMember(kind: member, name: Located($0, at: 0)) }
      }
      return Entry(
        kind: kind, title: Located(name, at: 0), names: [Located(name, at: 0)],
        facts: facts { $0[kind][name] != nil }, members: members,
        methods: methods { $0[kind][name] })
    }
  }

  private func names(_ kind: EntryKind) -> [String] {
    Set(presets.flatMap { $0.surface[kind].keys }).sorted(by: inByteOrder)
  }

  private func facts(_ isIn: (RegistrySurface) -> Bool) -> EntryFacts {
    var facts = EntryFacts()
    for surface in presets.map(\.surface) where isIn(surface) {
      switch surface.platform {
      case .ios: facts.ios = IOSClass(name: Located("", at: 0))
      case .android: facts.android = AndroidClass(name: Located("", at: 0))
      }
    }
    return facts
  }

  private func methods(
    _ entry: (RegistrySurface) -> RegistrySurface.Entry?
  ) -> [MethodEntry] {
    var methodsByName: [String: [Platform: RegistrySurface.Member]] = [:]
    for surface in presets.map(\.surface) {
      for (name, method) in entry(surface)?[.method] ?? [:] {
        methodsByName[name, default: [:]][surface.platform] = method
      }
    }
    return methodsByName.sorted { inByteOrder($0.key, $1.key) }.map {
      Self.method($0.key, $0.value)
    }
  }

  private static func method(
    _ name: String, _ methods: [Platform: RegistrySurface.Member]
  ) -> MethodEntry {
    var entry = MethodEntry(name: Located(name, at: 0))
    entry.platforms = Set(methods.keys)
    // If one platform returns nothing, callers may get the result of the other platform.
    let result = methods.values.compactMap(\.output).sorted(by: inByteOrder).first { $0 != "void" }
    entry.returns = Located(TypeRelation.parse(result ?? "void"), at: 0)
    for (platform, method) in methods {
      entry.differences[platform] = .init(args: arguments(method), isSync: method.isSync)
    }
    return entry
  }

  /// Makes up argument names, because surfaces have none.
  private static func arguments(_ method: RegistrySurface.Member) -> [MethodEntry.Argument] {
    method.inputs.enumerated().map { index, text in
      let (type, isOptional) = TypeRelation.parse(text).unwrapped
      return .init(name: Located("arg\(index + 1)", at: 0), type: type, isOptional: isOptional)
    }
  }
}
