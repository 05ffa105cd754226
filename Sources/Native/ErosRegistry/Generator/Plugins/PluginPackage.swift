import ErosCore

/// The description of a uni-app plugin, which DCloud's cloud builds read.
struct PluginPackage: Hashable, Sendable {
  /// The plugin's id, which is the name of its folder.
  let id: String
  let name: String
  let version: String
  let usesSwift: Bool
  /// `true` if the project also has modules that are not of this plugin.
  let isMixed: Bool
  /// The entries of each platform whose list is generated.
  let entries: [Platform: [PluginEntry]]

  private var lists: [(platform: Platform, entries: [PluginEntry])] {
    [Platform.android, .ios].compactMap { platform in
      entries[platform].map { (platform, $0.filter(hasID)) }
    }
  }

  /// Returns `true` if an entry belongs in a new package.
  private func hasID(_ entry: PluginEntry) -> Bool { !isMixed || entry.name.begins(with: id) }

  var newFile: JSONValue {
    .members([
      ("name", .string(name)), ("id", .string(id)), ("version", .string(version)),
      ("description", .string("")), ("_dp_type", .string("nativeplugin")),
      (
        PluginTableName.section,
        .members(
          lists.filter { !$0.entries.isEmpty }.map { ($0.platform.rawValue, newPlatform($0)) })
      ),
    ])
  }

  private func newPlatform(_ list: (platform: Platform, entries: [PluginEntry])) -> JSONValue {
    let isIOS = list.platform == .ios
    return .members(
      [
        ("plugins", list.entries.json), ("integrateType", .string(isIOS ? "framework" : "aar")),
      ] + (isIOS && usesSwift ? [("embedSwift", .bool(true))] : []))
  }

  func merged(into present: [UInt8], at path: String) throws -> [UInt8] {
    var edit = JSONEdit(present, file: path)
    try check(try edit.root(), at: path)
    for list in lists { try merge(list, into: &edit, at: path) }
    return edit.bytes
  }

  private func check(_ root: JSONNode, at path: String) throws {
    guard let object = root.value.object else {
      throw GeneratorError.notObject(path, nil, root.value)
    }
    guard let written = object["id"] else {
      throw GeneratorError.unusableTable(
        path, reason: "'id' is missing", remedy: "add `\"id\": \"\(id)\"`")
    }
    guard let writtenID = written.string else {
      throw GeneratorError.unusableTable(
        path, reason: "'id' must be a string, not \(written.kindName)",
        remedy: "write `\"id\": \"\(id)\"`")
    }
    guard writtenID == id else {
      throw GeneratorError.unusableTable(
        path,
        reason:
          "'id' is '\(writtenID.escapedForDisplay)', but the plugin's folder is named '\(id)'",
        remedy: "give both the same name")
    }
  }

  private func merge(
    _ list: (platform: Platform, entries: [PluginEntry]), into edit: inout JSONEdit,
    at path: String
  ) throws {
    let root = try edit.root()
    let platform = list.platform.rawValue
    guard let section = root.value.object?.node(of: PluginTableName.section) else {
      if !list.entries.isEmpty {
        edit.append(
          .members([(platform, newPlatform(list))]), key: PluginTableName.section, to: root)
      }
      return
    }
    guard let object = section.value.object else {
      throw GeneratorError.notObject(path, PluginTableName.section, section.value)
    }
    guard let settings = object.node(of: platform) else {
      if !list.entries.isEmpty { edit.append(newPlatform(list), key: platform, to: section) }
      return
    }
    guard let members = settings.value.object else {
      throw GeneratorError.notObject(path, "\(PluginTableName.section).\(platform)", settings.value)
    }
    guard let plugins = members.node(of: "plugins") else {
      return edit.append(list.entries.json, key: "plugins", to: settings)
    }
    // In a mixed project, described entries without the id stay if the list has them.
    let rows = plugins.rows
    let part = (entries[list.platform] ?? []).filter { entry in
      hasID(entry) || rows.contains { $0?["name"] == entry.name }
    }
    if plugins.value.array == nil || !part.isSame(as: rows) {
      edit.replace(plugins, with: part.json)
    }
  }
}
