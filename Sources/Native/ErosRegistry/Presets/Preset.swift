import ErosCore
import ErosTemplates

/// Everything that a host offers on one platform.
package struct Preset: Sendable {
  package let name: PresetName
  package let surface: RegistrySurface
  /// Module classes that `app_config.xml` must repeat, by name.
  package let moduleClasses: [String: String]
  package let componentClasses: [String: String]
  /// The SDK's string constants by type and name.
  let constants: [String: [String: String]]
  let sdk: [String: SDKClass]
  /// Methods that the host adds to Weex components, by tag.
  let additions: [String: [String]]

  /// Loads the named presets, and those that every host has.
  ///
  /// - Throws: `JSONError` or ``RegistryError`` if an embedded file is malformed. Tests verify that
  ///   none is.
  package static func load(_ names: [PresetName]) throws -> [Preset] {
    let all = PresetName.allCases.filter {
      PresetName.alwaysPresent.contains($0) || names.contains($0)
    }
    return try all.flatMap { name in
      try name.files.map { try Preset(name: name, bytes: EmbeddedFile.preset($0)) }
    }
  }

  private init(name: PresetName, bytes: [UInt8]) throws {
    let file = "preset " + name.rawValue
    let root = try JSONReader.read(bytes, file: file)
    do throws(JSONFieldFailure) {
      self = try Preset(name, JSONFields(root, Message(verbatim: file)))
    } catch {
      throw RegistryError.malformedLock(file: file, line: 1)
    }
  }

  private init(_ name: PresetName, _ fields: JSONFields) throws(JSONFieldFailure) {
    var fields = fields
    self.name = name
    surface = try fields.value("surface", expected: "a surface") { RegistrySurface(document: $0) }
    var sdk: [String: SDKClass] = [:]
    for member in try fields.optionalObject("sdk") ?? [] {
      var members = try JSONFields(member.node, "'sdk'")
      sdk[member.key] = try SDKClass(&members)
    }
    self.sdk = sdk
    var constants: [String: [String: String]] = [:]
    for member in try fields.optionalObject("constants") ?? [] {
      constants[member.key] = try Self.strings(in: member.node)
    }
    self.constants = constants
    var additions: [String: [String]] = [:]
    for member in try fields.optionalObject("additions") ?? [] {
      additions[member.key] = member.node.value.array?.compactMap(\.value.string)
    }
    self.additions = additions
    guard let node = fields.node("classes") else {
      (moduleClasses, componentClasses) = ([:], [:])
      return
    }
    var classes = try JSONFields(node, "'classes'")
    moduleClasses = try Self.strings("modules", &classes)
    componentClasses = try Self.strings("components", &classes)
  }

  private static func strings(in node: JSONNode) throws(JSONFieldFailure) -> [String: String] {
    var strings: [String: String] = [:]
    for member in node.value.object?.members ?? [] {
      strings[member.key] = member.node.value.string
    }
    return strings
  }

  private static func strings(
    _ key: String, _ fields: inout JSONFields
  ) throws(JSONFieldFailure) -> [String: String] {
    var strings: [String: String] = [:]
    for member in try fields.optionalObject(key) ?? [] {
      strings[member.key] = try fields.string(of: member)
    }
    return strings
  }
}

extension PresetName {
  /// The embedded files, one per platform.
  fileprivate var files: [String] {
    switch self {
    case .weexIOS: ["weex-ios.json"]
    case .weexAndroid: ["weex-android.json"]
    case .erosIOS: ["eros-ios.json"]
    case .erosAndroid: ["eros-android.json"]
    case .erosPlugins: ["eros-plugins-ios.json", "eros-plugins-android.json"]
    case .rexxarIOS: ["rexxar-ios.json"]
    case .rexxarAndroid: ["rexxar-android.json"]
    case .uniApp: ["uni-app-ios.json", "uni-app-android.json"]
    }
  }
}

extension EmbeddedFile {
  /// Returns a file in `Presets/Data`.
  static func preset(_ name: String) -> [UInt8] {
    bytes("Sources/Native/ErosRegistry/Presets/Data/" + name)
  }
}
