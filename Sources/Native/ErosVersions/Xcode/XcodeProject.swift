import ErosCore
import ErosSyntax

/// The apps in an Xcode project, with the settings that determine their versions.
struct XcodeProject {
  /// Settings of a target or project, in one configuration.
  final class Settings {
    let values: [String: PropertyListNode]
    /// Names that have conditional values, such as `NAME[sdk=iphoneos*]`.
    let conditional: Set<String>
    /// The `.xcconfig` with further settings.
    let file: SettingsLocation?

    init(_ members: [PropertyListNode.Member], file: SettingsLocation?) {
      values = Dictionary(members.map { ($0.key, $0.node) }) { $1 }
      conditional = Set(
        members.compactMap { member in
          member.key.firstIndex(of: "[").map { String(member.key[..<$0]) }
        })
      self.file = file
    }
  }

  enum SettingsLocation: Hashable {
    /// A path relative to the folder that contains the project.
    case path(String)
    /// Only the build knows where the file with this name is.
    case unknown(String)
  }

  /// A build configuration of a target, such as Release.
  struct Configuration {
    let name: String
    /// In order of precedence: the target's settings, then the project's.
    let settings: [Settings]
  }

  struct Target {
    let name: String
    let configurations: [Configuration]
  }

  /// The types of apps and extensions.
  ///
  /// Stores require the same version for both.
  private static let shippedKinds = [
    "com.apple.product-type.application", "com.apple.product-type.app-extension",
    "com.apple.product-type.watchkit", "com.apple.product-type.extensionkit-extension",
  ]

  /// The maximum number of configurations, far above any real project.
  private static let configurationLimit = 10_000
  private static let groupLimit = 64

  private(set) var targets: [Target] = []
  /// The first member of a dictionary whose key occurs before in it.
  let duplicate: PropertyListNode.Member?

  private let objects: [String: PropertyListNode]
  private var groups: [String: String] = [:]
  private var settingsByConfiguration: [String: Settings] = [:]

  init(_ bytes: [UInt8], file: String) throws(SyntaxError) {
    let list = try PropertyList(bytes, file: file)
    guard let root = list.root["rootObject"]?.string,
      let members = list.root["objects"]?.dictionary
    else {
      let kind = SyntaxErrorKind.wrongKind(
        found: "a dictionary without 'objects' and 'rootObject'", expected: "an Xcode project")
      throw SyntaxFailure(kind, at: 0).error(in: bytes, file: file)
    }
    objects = Dictionary(members.map { ($0.key, $0.node) }) { $1 }
    duplicate = list.root.duplicates.first
    for member in members {
      for child in member.node["children"]?.array ?? [] {
        if let child = child.string { groups[child] = member.key }
      }
    }
    let project = objects[root]
    let defaults = Dictionary(configurations(of: project).map { ($0.name, $0.settings) }) {
      first, _ in first
    }
    var count = 0
    for target in unique(project?["targets"]) {
      guard let kind = target.node["productType"]?.string,
        Self.shippedKinds.contains(where: { kind.hasPrefix($0) })
      else { continue }
      let configurations = configurations(of: target.node).map { name, settings in
        Configuration(name: name, settings: [settings, defaults[name]].compactMap(\.self))
      }
      count += configurations.count
      guard count <= Self.configurationLimit else {
        let kind = SyntaxErrorKind.tooMany("configurations", limit: Self.configurationLimit)
        throw SyntaxFailure(kind, at: target.node.range.lowerBound)
          .error(in: bytes, file: file)
      }
      targets.append(
        Target(name: target.node["name"]?.string ?? "", configurations: configurations))
    }
  }

  /// Returns the objects in `list`, each once.
  private func unique(_ list: PropertyListNode?) -> [(name: String, node: PropertyListNode)] {
    var seen: Set<String> = []
    return (list?.array ?? []).compactMap { identifier in
      guard let name = identifier.string, seen.insert(name).inserted, let node = objects[name]
      else { return nil }
      return (name, node)
    }
  }

  private mutating func configurations(
    of node: PropertyListNode?
  ) -> [(name: String, settings: Settings)] {
    let list = node?["buildConfigurationList"]?.string.flatMap { objects[$0] }
    var result: [(name: String, settings: Settings)] = []
    for configuration in unique(list?["buildConfigurations"]).prefix(Self.configurationLimit + 1) {
      let settings =
        settingsByConfiguration[configuration.name]
        ?? Settings(
          configuration.node["buildSettings"]?.dictionary ?? [],
          file: settingsFile(of: configuration.node))
      settingsByConfiguration[configuration.name] = settings
      result.append((configuration.node["name"]?.string ?? "", settings))
    }
    return result
  }

  // MARK: Files

  private func settingsFile(of configuration: PropertyListNode) -> SettingsLocation? {
    if let file = configuration["baseConfigurationReference"]?.string { return location(of: file) }
    // Folders that Xcode synchronizes with the disk do not list their files.
    guard let anchor = configuration["baseConfigurationReferenceAnchor"]?.string,
      let path = configuration["baseConfigurationReferenceRelativePath"]?.string
    else { return nil }
    guard case .path(let folder) = location(of: anchor) else { return .unknown(path) }
    return .path(folder + "/" + path)
  }

  /// Resolves a file or group against its parent groups.
  private func location(of identifier: String) -> SettingsLocation {
    var parts: [String] = []
    var current: String? = identifier
    for _ in 0..<Self.groupLimit {
      guard let name = current else { return .path(parts.reversed().joined(separator: "/")) }
      guard let node = objects[name] else { return .unknown(name) }
      let path = node["path"]?.string ?? ""
      if !path.isEmpty { parts.append(path) }
      switch node["sourceTree"]?.string ?? "<group>" {
      case "<group>": current = groups[name]
      case "SOURCE_ROOT": current = nil
      default: return .unknown(path)
      }
    }
    return .unknown(parts.first ?? identifier)
  }
}
