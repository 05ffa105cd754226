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
    let modules = registry.modules.map { (Kind.module, $0.name, $0.facts) }
    let components = registry.components.flatMap { entry in
      entry.allNames.map { (Kind.component, $0, entry.facts) }
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
  func isSame(as rows: [[String: String]?]) -> Bool {
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

  /// Returns `true` if the rows of a list belong to the project.
  ///
  /// One of them has a name or a class of the entries, or the name of a module starts with the id.
  func owns(_ rows: [[String: String]?]) -> Bool {
    let names = Set(entries.map(\.name))
    let classes = Set(entries.map(\.className))
    return rows.contains { row in
      let name = row?["name"] ?? ""
      return names.contains(name) || classes.contains(row?["class"] ?? "")
        || id.map { row?["type"] == "module" && name.begins(with: $0) } ?? false
    }
  }
}

/// The rows of a list `plugins`, or `nil` for what is not an object of strings.
enum PluginRows {
  static func rows(_ node: JSONNode?) -> [[String: String]?] {
    (node?.value.array ?? []).map { row in
      row.value.object.flatMap { object in
        let pairs = object.members.compactMap { member in
          member.node.value.string.map { (member.key, $0) }
        }
        return pairs.count == object.members.count
          ? Dictionary(pairs, uniquingKeysWith: { $1 }) : nil
      }
    }
  }

  static func rows(_ node: PropertyListNode?) -> [[String: String]?] {
    (node?.array ?? []).map { row in
      row.dictionary.flatMap { members in
        let pairs = members.compactMap { member in member.node.string.map { (member.key, $0) } }
        return pairs.count == members.count
          ? Dictionary(pairs, uniquingKeysWith: { $1 }) : nil
      }
    }
  }
}
