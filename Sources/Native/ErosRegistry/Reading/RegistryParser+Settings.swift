import ErosCore

extension RegistryParser {
  func settings(_ node: JSONNode?) -> GenerateSettings {
    var settings = GenerateSettings()
    guard let node, var reader = ObjectReader(node, "'generate'", log: log) else { return settings }
    defer { reader.finish() }
    settings.offset = reader.offset
    settings.presets = reader.choices("presets", PresetName.self).map(\.value)
    if let node = reader.node("ios") { read(node, into: &settings.ios) }
    if let node = reader.node("android") { read(node, into: &settings.android) }
    if let node = reader.node("js") { read(node, into: &settings.js) }
    if let node = reader.node("docs") { read(node, into: &settings.docs) }
    if let manifest = reader.text("manifest") { settings.manifest = manifest }
    if let lock = reader.text("lock") { settings.lock = lock }
    return settings
  }

  private func read(_ node: JSONNode, into settings: inout GenerateSettings.IOS) {
    guard var reader = ObjectReader(node, "'generate.ios'", log: log) else { return }
    defer { reader.finish() }
    settings.isEnabled = reader.flag("enabled") ?? true
    let language = reader.choice("language", NativeLanguage.self) { $0.platform == .ios }
    settings.language = language?.value ?? settings.language
    if let prefix = reader.name("prefix", .prefix) { settings.prefix = prefix.value }
    settings.out = reader.text("out")
    settings.swiftHeader = reader.name("swiftHeader", .header)?.value
    settings.exports = reader.flag("exports") ?? false
  }

  private func read(_ node: JSONNode, into settings: inout GenerateSettings.Android) {
    guard var reader = ObjectReader(node, "'generate.android'", log: log) else { return }
    defer { reader.finish() }
    settings.isEnabled = reader.flag("enabled") ?? true
    let language = reader.choice("language", NativeLanguage.self) { $0.platform == .android }
    settings.language = language?.value ?? settings.language
    settings.package = package(&reader, "package")
    if let weexPackage = reader.choice("weexPackage", WeexPackage.self) {
      settings.weexPackage = weexPackage.value
    }
    settings.mpaasPackage = package(&reader, "mpaasPackage")?.value
    settings.out = reader.text("out")
    if let emit = reader.node("emit") {
      settings.emitOffset = emit.range.lowerBound
      settings.emit = Set(reader.choices("emit", GenerateSettings.AndroidOutput.self).map(\.value))
    }
  }

  private func package(_ reader: inout ObjectReader, _ key: String) -> Located<String>? {
    reader.name(key, .javaPackage).flatMap { unreserved($0, ".", ReservedWords.java) }
  }

  private func read(_ node: JSONNode, into settings: inout GenerateSettings.JS) {
    guard var reader = ObjectReader(node, "'generate.js'", log: log) else { return }
    defer { reader.finish() }
    settings.isEnabled = reader.flag("enabled") ?? true
    settings.out = reader.text("out")
    if reader.node("emit") != nil {
      settings.emit = Set(reader.choices("emit", GenerateSettings.JSOutput.self).map(\.value))
    }
  }

  private func read(_ node: JSONNode, into settings: inout GenerateSettings.Docs) {
    guard var reader = ObjectReader(node, "'generate.docs'", log: log) else { return }
    defer { reader.finish() }
    settings.isEnabled = reader.flag("enabled") ?? true
    settings.out = reader.text("out", isRequired: true)
    settings.html = reader.flag("html") ?? false
  }
}
