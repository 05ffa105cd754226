import ErosCore
import ErosRegistry
import ErosSyntax

/// Attributes and events whose names are keys in tables.
extension SourceLinker {
  /// Adds the keys in the tables that components look up, and reports names that remain unknown.
  mutating func linkTables() {
    guard !unread.isEmpty else { return }
    let components = components()
    var indexes: [String: Int] = [:]
    for (index, type) in facts.classes.enumerated().reversed() where type.isDefinition {
      indexes[type.platform.rawValue + type.name] = index
    }
    var limited: Set<String> = []
    for (member, type) in unread {
      let table = table(of: member.unit)
      let noun = member.value.kind.noun
      let platform = table.platform.rawValue
      let name = facts.classes[type].name
      let isComponent = components.contains(platform + name)
      let tableKeys = member.value.isTable ? keys(of: member, in: name, table) : []
      guard !member.value.exceedsLimit, let tableKeys else {
        facts.classes[type].add(nil, member.value.kind, at: member.value.position)
        if isComponent, limited.insert("\(type) \(noun)").inserted {
          report(
            "this class has too many keys to follow, so its \(noun)s are not compared",
            at: member.value.position)
        }
        continue
      }
      let computed: Message = "the name of this \(noun) is computed, so it is not compared"
      guard member.value.isTable else {
        if isComponent, !member.value.isReported { report(computed, at: member.value.position) }
        continue
      }
      for (key, owner) in tableKeys {
        let scope = scope(key.value.context, in: key.unit)
        let text = table.text(of: key.value.name, in: scope)
        let index = indexes[platform + owner] ?? type
        facts.classes[index].add(text, member.value.kind, at: key.value.position)
        if text == nil, isComponent { report(computed, at: key.value.position) }
      }
      guard tableKeys.isEmpty else { continue }
      facts.classes[type].add(nil, member.value.kind, at: member.value.position)
      if isComponent {
        let path = (member.value.name.path ?? "").escapedForDisplay
        report(
          "no source defines the keys of '\(path)', so these \(noun)s are not compared",
          at: member.value.position)
      }
    }
  }

  /// Returns registered components and their ancestors, prefixed with the platform.
  private func components() -> Set<String> {
    facts.registrations.filter { $0.kind == .component }.reduce(into: []) { result, item in
      let names = tables[item.platform].ancestors(of: item.className)
      result.formUnion(names.map { item.platform.rawValue + $0 })
    }
  }

  /// Returns a table's keys, or `nil` if there are too many.
  ///
  /// Each key belongs to the class that looks it up, or to the subclass that adds it.
  private mutating func keys(
    of member: Located<SourceClass.WrittenMember>, in type: String, _ table: SymbolTable
  ) -> [(key: Located<TableRow>, owner: String)]? {
    guard case .name(let path) = member.value.name, let name = path.last else { return [] }
    let all = keys[name] ?? []
    remainingKeys -= all.count
    guard remainingKeys > 0 else { return nil }
    let ancestors = Set(table.ancestors(of: type))
    let holder = path.dropLast().last
    let units = units
    return all.compactMap { key in
      guard units[key.unit].platform == table.platform else { return nil }
      let owner = key.value.context.type
      if owner == type || ancestors.contains(owner) || owner.hasPrefix(type + "$")
        || owner.isEmpty && key.unit == member.unit || type.hasPrefix(owner + "$")
        || holder != nil && ClassIndex.simpleName(owner) == holder
      {
        return (key, type)
      }
      return table.ancestors(of: owner).contains(type) ? (key, owner) : nil
    }
  }

  private mutating func report(_ message: Message, at position: FilePosition) {
    facts.findings.append(Finding(.memberNotFollowed, at: position, message))
  }
}
