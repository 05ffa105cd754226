import ErosConfig
import ErosCore
import ErosSyntax

/// A class that uni-app registers from a table: `{"type": "module", "name": "…", "class": "…"}`.
struct PluginEntry: Hashable, Sendable {
  enum Kind: String, Sendable { case module, component }

  let kind: Kind
  let name: String
  let className: String

  /// The keys of a table, in DCloud's order.
  static let keys = ["type", "name", "class"]

  /// The values of ``keys``.
  var values: [String] { [kind.rawValue, name, className] }

  /// Returns the entries of a description for one platform: modules, then components, by name.
  static func entries(of registry: Registry, on platform: Platform) -> [PluginEntry] {
    let modules = registry[.module].map { (Kind.module, $0.name, $0.facts) }
    let components = registry[.component].flatMap { entry in
      entry.names.map { (Kind.component, $0, entry.facts) }
    }
    return [modules, components].flatMap { entries in
      entries.compactMap { kind, name, facts -> PluginEntry? in
        guard facts.isEnabled, let native = facts.nativeClass(on: platform),
          native.lookup.isGenerated
        else { return nil }
        return PluginEntry(kind: kind, name: name.value, className: native.name.value)
      }.sorted { inByteOrder($0.name, $1.name) }
    }
  }
}

extension [PluginEntry] {
  /// The list `plugins` of a JSON table.
  var json: JSONValue {
    .list(
      map { entry in
        .object(
          JSONObject(
            zip(PluginEntry.keys, entry.values).map {
              .init(key: $0, node: JSONNode(.string($1)))
            }))
      })
  }

  /// Returns `true` if a table has exactly these entries, in any order.
  func isSame(as rows: [PluginRow?]) -> Bool {
    rows.count == count
      && Set(rows)
        == Set(map { Dictionary(uniqueKeysWithValues: zip(PluginEntry.keys, $0.values)) })
  }
}

/// The entries of a project for one table, which may have lists of other plugins.
struct PluginList: Hashable, Sendable {
  let entries: [PluginEntry]
  /// The id of the project's plugin, if it is one.
  let id: String?

  /// Distributes the entries over the lists of a table.
  ///
  /// An entry stays in the list that has its name or class. Others join the list with the plugin's
  /// id, or else the first list of the project.
  ///
  /// - Returns: The entries of each list, which are `nil` for a list of another project, and the
  ///   entries that need a new list.
  func distributed(
    over lists: [[PluginRow?]]
  ) -> (lists: [[PluginEntry]?], new: [PluginEntry]) {
    // After all classes were renamed, the names in the list still start with the plugin's id.
    let isDescribed = lists.map(hasEntry)
    let isOwned = isDescribed.contains(true) ? isDescribed : lists.map(hasID)
    var result: [[PluginEntry]?] = isOwned.map { $0 ? [] : nil }
    let first =
      zip(lists, isOwned).map { hasID($0) && $1 }.firstIndex(of: true)
      ?? isOwned.firstIndex(of: true)
    var new: [PluginEntry] = []
    for entry in entries {
      let index =
        lists.firstIndex { $0.contains { $0?["name"] == entry.name } }
        ?? lists.firstIndex { $0.contains { $0?["class"] == entry.className } }
      if let place = index ?? first {
        result[place]?.append(entry)
      } else {
        new.append(entry)
      }
    }
    return (result, new)
  }

  /// Returns `true` if a row has the name or the class of an entry.
  private func hasEntry(_ rows: [PluginRow?]) -> Bool {
    let names = Set(entries.map(\.name))
    let classes = Set(entries.map(\.className))
    return rows.contains {
      names.contains($0?["name"] ?? "") || classes.contains($0?["class"] ?? "")
    }
  }

  /// Returns `true` if a module is named after the plugin: `Acme` or `Acme-Pay`, but not `AcmeMap`.
  private func hasID(_ rows: [PluginRow?]) -> Bool {
    guard let id else { return false }
    return rows.contains { row in
      guard row?["type"] == "module", let name = row?["name"], name.begins(with: id) else {
        return false
      }
      return name.utf8.dropFirst(id.utf8.count).first.map { !$0.isAlphanumeric } ?? true
    }
  }
}
