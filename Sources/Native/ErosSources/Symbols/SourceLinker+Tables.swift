import ErosCore
import ErosRegistry
import ErosSyntax

/// Attributes and events whose names are the keys of tables.
extension SourceLinker {
  /// Adds the keys of the tables that functions of components look up.
  ///
  /// Names that remain unknown are reported.
  mutating func linkTables() {
    guard !unread.isEmpty else { return }
    let components = components()
    var indexes: [String: Int] = [:]
    for (index, type) in facts.classes.enumerated().reversed() where type.isDefinition {
      indexes[type.platform.rawValue + type.name] = index
    }
    for (member, type) in unread {
      guard let table = table(of: member.unit) else { continue }
      let platform = table.platform.rawValue
      let name = facts.classes[type].name
      let isComponent = components.contains(platform + name)
      guard member.value.isTable else {
        if isComponent, !member.value.isReported {
          report(member.value.kind, at: member.value.position)
        }
        continue
      }
      let found = keys(of: member, in: name, table)
      for (key, owner) in found {
        let scope = scope(key.value.context, in: key.unit)
        let text = table.text(of: key.value.name, in: scope)
        let index = indexes[platform + owner] ?? type
        facts.classes[index].add(text, member.value.kind, at: key.value.position)
        if text == nil, isComponent { report(member.value.kind, at: key.value.position) }
      }
      guard found.isEmpty else { continue }
      facts.classes[type].add(nil, member.value.kind, at: member.value.position)
      if isComponent {
        report(member.value.kind, at: member.value.position, table: member.value.name.path ?? "")
      }
    }
  }

  /// The registered components and their ancestors, each after its platform.
  private func components() -> Set<String> {
    facts.registrations.filter { $0.kind == .component }.reduce(into: []) { found, item in
      let names = tables[item.platform]?.ancestors(of: item.className) ?? []
      found.formUnion(names.map { item.platform.rawValue + $0 })
    }
  }

  /// The keys of a table, each with the class whose members they are: the class that looks them
  /// up, or the subclass that adds them.
  private mutating func keys(
    of member: Located<SourceClass.WrittenMember>, in type: String, _ table: SymbolTable
  ) -> [(key: Located<TableRow>, owner: String)] {
    guard case .name(let path) = member.value.name, let name = path.last else { return [] }
    let all = keys[name] ?? []
    keysLeft -= all.count
    guard keysLeft > 0 else { return [] }
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

  private mutating func report(
    _ kind: SourceClass.WrittenMember.Kind, at position: FilePosition, table: String? = nil
  ) {
    let what = kind == .event ? "event" : "attribute"
    facts.findings.append(
      Finding(
        .memberNotFollowed, at: position,
        table.map {
          "no source has the keys of '\($0.escapedForDisplay)', so \(what)s with these names are "
            + "not compared"
        } ?? "the name of this \(what) is computed, so it is not compared"))
  }
}
