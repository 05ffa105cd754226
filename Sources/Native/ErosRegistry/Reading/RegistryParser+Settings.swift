import ErosCore
import ErosTemplates

extension RegistryParser {
  func settings(_ node: JSONNode?) -> GenerateSettings {
    var settings = GenerateSettings()
    guard let node, var reader = JSONFields(node, "'generate'", log: log) else { return settings }
    defer { reader.reportUnread(to: log) }
    settings.offset = reader.offset
    if let host = reader.choice("host", NativeHost.self, log: log) { settings.host = host.value }
    settings.plugin = reader.text("plugin")
    settings.presets = reader.choices("presets", PresetName.self, log: log).map(\.value)
    // Commands read it from the configuration.
    _ = reader.texts("sources")
    if let node = reader.node("ios") { read(node, into: &settings.ios) }
    if let node = reader.node("android") { read(node, into: &settings.android) }
    if let node = reader.node("js") { read(node, into: &settings.js) }
    if let node = reader.node("docs") { read(node, into: &settings.docs) }
    settings.templates = reader.text("templates")
    if let manifest = reader.text("manifest") { settings.manifest = manifest }
    if let lock = reader.text("lock") { settings.lock = lock }
    return settings
  }

  private func read(_ node: JSONNode, into settings: inout GenerateSettings.IOS) {
    guard var reader = JSONFields(node, "'generate.ios'", log: log) else { return }
    defer { reader.reportUnread(to: log) }
    settings.isEnabled = reader.boolean("enabled") ?? true
    let language = reader.choice("language", NativeLanguage.self, log: log) { $0.platform == .ios }
    settings.language = language?.value ?? settings.language
    if let prefix = reader.name("prefix", .prefix, log: log) { settings.prefix = prefix.value }
    settings.out = reader.text("out")
    settings.swiftHeader = reader.name("swiftHeader", .header, log: log)?.value
    settings.infoPlist = reader.text("infoPlist")
    settings.exports = reader.boolean("exports") ?? false
  }

  private func read(_ node: JSONNode, into settings: inout GenerateSettings.Android) {
    guard var reader = JSONFields(node, "'generate.android'", log: log) else { return }
    defer { reader.reportUnread(to: log) }
    settings.isEnabled = reader.boolean("enabled") ?? true
    let language = reader.choice("language", NativeLanguage.self, log: log) {
      $0.platform == .android
    }
    settings.language = language?.value ?? settings.language
    settings.package = package(&reader, "package")
    if let weexPackage = reader.choice("weexPackage", WeexPackage.self, log: log) {
      settings.weexPackage = weexPackage.value
      settings.weexPackageOffset = weexPackage.offset
    }
    settings.mpaasPackage = package(&reader, "mpaasPackage")?.value
    settings.out = reader.text("out")
    if let emit = reader.node("emit") {
      settings.emitOffset = emit.range.lowerBound
      settings.emit = Set(
        reader.choices("emit", GenerateSettings.AndroidOutput.self, log: log).map(\.value))
    }
  }

  private func package(_ reader: inout JSONFields, _ key: String) -> Located<String>? {
    reader.name(key, .javaPackage, log: log).flatMap { unreserved($0, ".", ReservedWords.java) }
  }

  private func read(_ node: JSONNode, into settings: inout GenerateSettings.JS) {
    guard var reader = JSONFields(node, "'generate.js'", log: log) else { return }
    defer { reader.reportUnread(to: log) }
    settings.isEnabled = reader.boolean("enabled") ?? true
    settings.out = reader.text("out")
    if reader.node("emit") != nil {
      settings.emit = Set(
        reader.choices("emit", GenerateSettings.JSOutput.self, log: log).map(\.value))
    }
  }

  private func read(_ node: JSONNode, into settings: inout GenerateSettings.Docs) {
    guard var reader = JSONFields(node, "'generate.docs'", log: log) else { return }
    defer { reader.reportUnread(to: log) }
    settings.isEnabled = reader.boolean("enabled") ?? true
    settings.out = reader.text("out", isRequired: true)
    settings.html = reader.boolean("html") ?? false
    let language = reader.choice("language", Language.self, log: log)
    settings.language = language?.value ?? settings.language
  }
}
