import ErosCore
import ErosRegistry
import ErosSyntax

/// Reads the tables that register uni-app's native plugins.
///
/// | file | plugins |
/// |---|---|
/// | `dcloud_uniplugins.json` on Android | `nativePlugins[]` |
/// | `Info.plist` on iOS | `dcloud_uniplugins[]` |
/// | `package.json` of a plugin | `_dp_nativeplugin.android`, `_dp_nativeplugin.ios` |
///
/// Each plugin lists its modules and components:
///
/// ```json
/// { "plugins": [{ "type": "module", "name": "Acme-Pay", "class": "com.acme.PayModule" }] }
/// ```
///
/// `eros generate` keeps other keys, such as `hooksClass`.
enum UniPluginScanner {
  /// Returns `true` if a plugin may have a table in JSON with this name.
  static func isNamed(_ name: String) -> Bool {
    [PluginTableName.assets, PluginTableName.package].contains(name)
  }

  /// Returns `true` if the file is a table, and not npm's `package.json` or another property list.
  ///
  /// A file in UTF-16 has a zero between two letters.
  static func reads(_ file: SourceFile) -> Bool {
    let name = file.path.lastPathComponent
    let key =
      name == PluginTableName.package ? PluginTableName.section : PluginTableName.propertyListKey
    let wideKey = key.map(String.init).joined(separator: "\0")
    return name == PluginTableName.assets || file.mentions(anyOf: [key, wideKey])
  }

  static func scan(_ file: SourceFile) -> [SourceUnit] {
    switch file.path.lastPathComponent {
    case PluginTableName.assets: [scan(file, on: .android)]
    case PluginTableName.package: scanPackage(file)
    default: [scan(file, on: .ios)]
    }
  }

  /// Returns a unit for each platform that the plugin has classes for.
  private static func scanPackage(_ file: SourceFile) -> [SourceUnit] {
    var units = Platform.allCases.map { scan(file, on: $0) }
    // One finding about the whole file is enough.
    let findings = units[0].findings
    for index in units.indices.dropFirst() {
      units[index].findings.removeAll(where: findings.contains)
    }
    return units.filter { !$0.isEmpty }
  }

  private static func scan(_ file: SourceFile, on platform: Platform) -> SourceUnit {
    .reading(file, on: platform) { unit in
      let name = file.path.lastPathComponent
      guard isNamed(name) else {
        let root = try PropertyList(file.bytes, file: file.path).root
        return unit.add(listAt: PluginTableName.propertyListKey, of: root, in: file)
      }
      let root = unit.json(file)
      guard unit.isObject(root, "the document", in: file) else { return }
      guard name == PluginTableName.package else {
        return unit.add(listAt: PluginTableName.assetsKey, of: root, in: file)
      }
      let path = PluginTableName.section
      if let section = root[path], unit.isObject(section, "'\(path)'", in: file),
        let plugin = section[platform.rawValue]
      {
        unit.add(plugin, at: "\(path).\(platform.rawValue)", of: root["id"]?.text, in: file)
      }
    }
  }
}

extension SourceUnit {
  fileprivate var isEmpty: Bool { registrations.isEmpty && findings.isEmpty }

  /// Parses a table.
  ///
  /// Many have comments or a trailing comma.
  /// The error becomes a finding, and what can be read is read.
  fileprivate mutating func json(_ file: SourceFile) -> JSONNode {
    do { return try JSONReader.read(file.bytes, file: file.path) } catch {
      findings.append(Self.finding(error, in: file))
      let root = try? JSONReader.read(file.bytes, file: file.path, syntax: .javaScript)
      return root ?? looseTable(of: file)
    }
  }

  /// The maximum number of tokens in an entry.
  private static let maximumEntryLength = 64

  /// Returns the objects with a type, a name and a class in a file that is not JSON.
  ///
  /// In a `package.json`, they belong to the last platform before them.
  private func looseTable(of file: SourceFile) -> JSONNode {
    let tokens = SourceTokens(file, .javaScript)
    let keys: Set<String> = ["type", "name", "class"]
    var section = platform
    var entries: [JSONNode] = []
    for index in 0..<tokens.count {
      let isKey = tokens.isPunctuation(index + 1, ":")
      if isKey, let key = tokens.string(index).flatMap(Platform.init(rawValue:)) { section = key }
      guard section == platform, tokens.isPunctuation(index, "{") else { continue }
      let content = tokens.content(of: index)
      guard content.count <= Self.maximumEntryLength,
        !content.contains(where: { tokens.isPunctuation($0, "{") })
      else { continue }
      var members: [String: JSONValue] = [:]
      for position in content where tokens.isPunctuation(position + 1, ":") {
        guard let key = tokens.string(position), keys.contains(key) else { continue }
        members[key] = tokens.string(position + 2).map { .string($0) }
      }
      guard members.count == keys.count else { continue }
      entries.append(JSONNode(.sorted(members), range: tokens.range(index)))
    }
    let plugins = JSONValue.sorted(["plugins": .array(entries)])
    return JSONNode(
      .sorted([
        PluginTableName.section: .sorted([platform.rawValue: plugins]),
        PluginTableName.assetsKey: .array([JSONNode(plugins)]),
      ]))
  }

  /// Adds what the plugins of a table register.
  fileprivate mutating func add(
    listAt key: String, of root: some PluginTableNode, in file: SourceFile
  ) {
    for (index, plugin) in items(of: root[key], at: key, in: file).enumerated() {
      add(plugin, at: "\(key)[\(index)]", in: file)
    }
  }

  /// Adds what a plugin registers.
  ///
  /// - Parameters:
  ///   - plugin: The plugin.
  ///   - path: Its keys in the file, such as `nativePlugins[0]`.
  ///   - id: The plugin's identifier, if the table has it.
  ///   - file: The file.
  fileprivate mutating func add(
    _ plugin: some PluginTableNode, at path: String, of id: String? = nil, in file: SourceFile
  ) {
    guard isObject(plugin, "'\(path)'", in: file) else { return }
    for entry in items(of: plugin["plugins"], at: "\(path).plugins", in: file) {
      add(entry, pluginID: id, in: file)
    }
  }

  /// Returns the items of a list, or reports a value that is not a list.
  private mutating func items<Node: PluginTableNode>(
    of node: Node?, at path: String, in file: SourceFile
  ) -> [Node] {
    guard let node else { return [] }
    if let items = node.items { return items }
    reportKind(of: node, "'\(path)'", "an array", in: file)
    return []
  }

  /// Returns `true` for an object, and reports everything else.
  fileprivate mutating func isObject(
    _ node: some PluginTableNode, _ name: Message, in file: SourceFile
  ) -> Bool {
    if node.pairs != nil { return true }
    reportKind(of: node, name, "an object", in: file)
    return false
  }

  private mutating func reportKind(
    of node: some PluginTableNode, _ name: Message, _ expected: Message, in file: SourceFile
  ) {
    findings.append(
      Finding(
        .sourceUnreadable, at: file.position(at: node.range.lowerBound),
        "\(name) must be \(expected), not \(node.kindName)"))
  }

  private mutating func add(_ entry: some PluginTableNode, pluginID: String?, in file: SourceFile) {
    let position = file.position(at: entry.range.lowerBound)
    guard let kind = entry["type"]?.text.flatMap({ Self.kinds[$0] }),
      let name = entry["name"]?.text, let className = entry["class"]?.text, !name.isEmpty,
      !className.trimmed.isEmpty
    else {
      // A plugin in the list of another one.
      for entry in entry["plugins"]?.items ?? [] { add(entry, pluginID: pluginID, in: file) }
      return report(
        position, Self.problem(of: entry),
        "write the \"type\", which is 'module' or 'component', the \"name\" and the \"class\"")
    }
    if className != className.trimmed {
      report(
        position,
        "the class name of the \(kind.title) '\(name.escapedForDisplay)' has surrounding white space",
        "remove the white space", as: .warning)
    }
    if let pluginID, kind == .module, !name.hasPrefix(pluginID) {
      report(
        position,
        "the name of the module '\(name.escapedForDisplay)' does not start with the plugin's id "
          + "'\(pluginID.escapedForDisplay)'",
        "rename it, for example to '\(pluginID.escapedForDisplay)-\(name.escapedForDisplay)'; DCloud's "
          + "market refuses other names", as: .warning)
    }
    registrations.append(
      WrittenRegistration(
        kind: kind, names: [.text(name)], className: .typeNamed(.text(className.trimmed)),
        mechanism: .pluginTable, position: position))
  }

  private static let kinds: [String: SourceRegistration.Kind] = [
    "module": .module, "component": .component,
  ]

  /// Returns what is wrong with an entry from which no class can be registered.
  private static func problem(of entry: some PluginTableNode) -> Message {
    guard entry.pairs != nil else {
      return "this entry of 'plugins' must be an object, not \(entry.kindName)"
    }
    for key in ["type", "name", "class"] {
      guard let value = entry[key], value.text == nil else { continue }
      return "'\(key)' of this entry of 'plugins' must be a string, not \(value.kindName)"
    }
    if let type = entry["type"]?.text, !type.isEmpty, kinds[type] == nil {
      return
        "the type '\(type.escapedForDisplay)' of this entry of 'plugins' is neither 'module' nor 'component'"
    }
    return "this entry of 'plugins' lacks a type, a name or a class"
  }

  private mutating func report(
    _ position: FilePosition, _ message: Message, _ remedy: Message,
    as severity: Finding.Severity? = nil
  ) {
    findings.append(Finding(.tableMisread, at: position, message, remedy, severity: severity))
  }
}
