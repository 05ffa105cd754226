/// The apps that an Xcode project builds, and the settings that make their versions.
struct XcodeProject {
  /// One way to build a target, such as Release.
  struct Configuration {
    let name: String
    /// The target's own settings.
    let settings: [String: PropertyListNode]
    /// The project's, which count where the target has none.
    let inherited: [String: PropertyListNode]
    /// The files with further settings, the target's first.
    let settingsFiles: [String]
  }

  struct Target {
    let name: String
    let configurations: [Configuration]
  }

  /// What ends up on a device: an app, and the extensions in it, which stores want to have its version.
  private static let shippedKinds = [
    "com.apple.product-type.application", "com.apple.product-type.app-extension",
    "com.apple.product-type.watchkit", "com.apple.product-type.extensionkit-extension",
  ]

  let list: PropertyList
  private(set) var targets: [Target] = []

  private let objects: [String: PropertyListNode]

  init(_ bytes: [UInt8], file: String) throws(VersionFileError) {
    list = try PropertyList(bytes, file: file)
    guard let root = list.root["rootObject"]?.string,
      let members = list.root["objects"]?.dictionary
    else {
      let kind = VersionFileErrorKind.wrongKind(
        found: "a dictionary without 'objects' and 'rootObject'", expected: "an Xcode project")
      throw VersionFileFailure(kind, at: 0).error(in: bytes, file: file)
    }
    objects = Dictionary(members.map { ($0.key, $0.node) }) { first, _ in first }
    let project = objects[root]
    let defaults = configurations(of: project)
    for identifier in project?["targets"]?.array ?? [] {
      guard let target = identifier.string.flatMap({ objects[$0] }),
        let kind = target["productType"]?.string,
        Self.shippedKinds.contains(where: { kind.hasPrefix($0) })
      else { continue }
      targets.append(self.target(target, defaults: defaults))
    }
  }

  private func target(
    _ node: PropertyListNode, defaults: [(name: String, node: PropertyListNode)]
  ) -> Target {
    let configurations = configurations(of: node).map { name, node in
      let inherited = defaults.first { $0.name == name }?.node
      return Configuration(
        name: name, settings: settings(of: node), inherited: settings(of: inherited),
        settingsFiles: [settingsFile(of: node), settingsFile(of: inherited)].compactMap(\.self))
    }
    return Target(name: node["name"]?.string ?? "", configurations: configurations)
  }

  private func configurations(
    of node: PropertyListNode?
  ) -> [(name: String, node: PropertyListNode)] {
    guard let list = node?["buildConfigurationList"]?.string.flatMap({ objects[$0] }) else {
      return []
    }
    return (list["buildConfigurations"]?.array ?? []).compactMap { identifier in
      guard let configuration = identifier.string.flatMap({ objects[$0] }) else { return nil }
      return (configuration["name"]?.string ?? "", configuration)
    }
  }

  private func settings(of configuration: PropertyListNode?) -> [String: PropertyListNode] {
    let members = configuration?["buildSettings"]?.dictionary ?? []
    return Dictionary(members.map { ($0.key, $0.node) }) { first, _ in first }
  }

  private func settingsFile(of configuration: PropertyListNode?) -> String? {
    let reference = configuration?["baseConfigurationReference"]?.string
    return reference.flatMap { objects[$0]?["path"]?.string }
  }
}
