package import ErosConfig
public import ErosCore

/// An entry for a module or component that the description does not declare yet.
///
/// You can generate its class before you add the entry.
public struct SuggestedDeclaration {
  /// The configuration's key whose array gets the entry, such as `modules`.
  public let key: String
  /// The suggested entry.
  public let entry: JSONObject
  /// The description as it would be with the entry.
  public let description: ParsedRegistry

  /// Suggests an entry for a module or component.
  ///
  /// - Returns: `nil` if the description already declares the name, if the name is not valid, or if
  ///   the kind cannot be suggested.
  /// - Throws: `ErosError` if the configuration cannot be read.
  package init?(_ kind: EntryKind, named name: String, in config: NativeConfig) throws {
    guard let skeleton = kind.row.skeleton, let members = skeleton.suggestion else { return nil }
    let key = kind.section
    let suffix = skeleton.suffix
    let entries = config.root[key]?.array ?? []
    guard !entries.contains(where: { $0.value.object?["name"]?.string == name }) else { return nil }
    let settings = (try ParsedRegistry.read(config)).registry?.settings
    let prefix = settings?.ios.prefix ?? ""
    let words = name.split { !$0.isLetter && !$0.isNumber }
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }
    let stem = words.joined()
    let iOSClass = (stem.hasPrefix(prefix) ? "" : prefix) + stem + suffix
    let package = Self.package(of: key, in: config, generated: settings?.android.package?.value)
    var entry = JSONObject()
    entry["name"] = .string(name)
    if config.platforms.contains(.ios) {
      var ios = JSONObject()
      ios["class"] = .string(iOSClass)
      ios["header"] = .string("\(iOSClass).h")
      entry["ios"] = .object(ios)
    }
    if config.platforms.contains(.android) {
      entry["android"] = .string("\(package).\(stem)\(suffix)")
    }
    entry = JSONObject(entry.members + members)
    var root = config.root
    root[key] = .array(entries + [JSONNode(.object(entry))])
    let text = JSONWriter.write(.object(root), layout: .pretty)
    let description = try ParsedRegistry.read(text, file: config.file)
    guard description.isUsable else { return nil }
    self.key = key
    self.entry = entry
    self.description = description
  }

  /// The entry as JSON, to be pasted into the description.
  public var text: String {
    String(decoding: JSONWriter.write(.object(entry), layout: .pretty), as: UTF8.self)
  }

  /// Returns the package of the first declared class of the kind, or a package next to the
  /// generated code.
  private static func package(
    of key: String, in config: NativeConfig, generated: String?
  ) -> String {
    for node in config.root[key]?.array ?? [] {
      let android = node.value.object?["android"]
      let name = android?.string ?? android?.object?["class"]?.string ?? ""
      if let dot = name.lastIndex(of: ".") { return String(name[..<dot]) }
    }
    let parts = (generated ?? "com.example.eros").split(separator: ".")
    return (parts.dropLast() + [key.dropLast()]).joined(separator: ".")
  }
}
