import ErosCore

/// A file of the project in which only the lists `plugins` are generated.
enum PluginTable: Hashable, Sendable {
  /// The `package.json` of a plugin, with the entries of some platforms.
  case package(PluginPackage)
  /// The file `dcloud_uniplugins.json` in the assets of an Android app.
  case assets(PluginList)
  /// The array `dcloud_uniplugins` in the `Info.plist` of an iOS app.
  case propertyList(PluginList)

  /// The contents of a file that does not exist yet, or empty if only Xcode creates it.
  var newFile: [UInt8] {
    let value: JSONValue? =
      switch self {
      case .package(let package): package.newFile
      case .assets(let list):
        .members([(PluginTableName.assetsKey, .list([.members([("plugins", list.entries.json)])]))])
      case .propertyList: nil
      }
    return value.map { JSONWriter.write($0, layout: .pretty) + [UInt8(ascii: "\n")] } ?? []
  }

  /// Returns the contents of the file at `path` with the lists of the description.
  ///
  /// - Throws: `JSONError` or `SyntaxError` if the file is malformed.
  ///   ``GeneratorError/unusableTable(_:reason:remedy:)`` if it has no place for the lists.
  func merged(into present: [UInt8], at path: String) throws -> [UInt8] {
    switch self {
    case .package(let package): return try package.merged(into: present, at: path)
    case .assets(let list): return try Self.merge(list, into: present, at: path)
    case .propertyList(let list):
      var table = try PropertyListTable(present, file: path)
      try table.merge(list)
      return table.bytes
    }
  }

  private static func merge(
    _ list: PluginList, into present: [UInt8], at path: String
  ) throws -> [UInt8] {
    let entries = list.entries
    var edit = JSONEdit(present, file: path)
    let root = try edit.root()
    guard root.value.object != nil else {
      throw GeneratorError.notObject(path, nil, root.value)
    }
    guard let table = root.value.object?.node(of: PluginTableName.assetsKey) else {
      if !entries.isEmpty {
        edit.append(
          .list([.members([("plugins", entries.json)])]), key: PluginTableName.assetsKey, to: root)
      }
      return edit.bytes
    }
    guard let plugins = table.value.array else {
      throw GeneratorError.notArray(path, PluginTableName.assetsKey, kind: table.value.kindName)
    }
    let lists = plugins.compactMap { $0.value.object?.node(of: "plugins") }
    let (parts, new) = list.distributed(over: lists.map(\.rows))
    // Later bytes are changed first, so that earlier ranges stay valid.
    if !new.isEmpty { edit.append(.members([("plugins", new.json)]), key: nil, to: table) }
    for case (let node, let part?) in zip(lists, parts).reversed()
    where !part.isSame(as: node.rows) {
      edit.replace(node, with: part.json)
    }
    return edit.bytes
  }
}

extension JSONValue {
  /// Creates an object with members in this order.
  static func members(_ members: [(key: String, value: JSONValue)]) -> JSONValue {
    .object(JSONObject(members.map { .init(key: $0.key, node: JSONNode($0.value)) }))
  }
}

extension GeneratorError {
  /// Reports a value that is not an object: at `key`, or the document for `nil`.
  static func notObject(_ path: String, _ key: String?, _ value: JSONValue) -> GeneratorError {
    .unusableTable(
      path,
      reason: key.map { "'\($0)' must be an object, not \(value.kindName)" }
        ?? "the document must be an object, not \(value.kindName)",
      remedy: tableRemedy)
  }

  static func notArray(_ path: String, _ key: String, kind: Message) -> GeneratorError {
    .unusableTable(
      path, reason: "'\(key)' must be an array, not \(kind)", remedy: tableRemedy)
  }

  private static var tableRemedy: Message {
    "correct the file; only its lists 'plugins' are generated"
  }
}
