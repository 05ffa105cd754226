import ErosConfig
import ErosCore

// The tables from which uni-app registers classes: they take the place of registrants.
extension RegistryGenerator {
  var isUniApp: Bool { registry.settings.host == .uniApp }

  /// Returns the `package.json` of the plugin with the lists of the part's platforms.
  func packageFiles(of part: OutputPart) -> [GeneratedFile] {
    let platforms = Platform.allCases.filter { part.contains(OutputPart($0)) }
    guard isUniApp, let folder = registry.settings.plugin?.value, !platforms.isEmpty else {
      return []
    }
    let id = folder.lastPathComponent
    let package = PluginPackage(
      id: id, name: registry.appName ?? id,
      version: Platform.allCases.lazy.compactMap { registry.versions[$0]?.value }.first ?? "1.0.0",
      usesSwift: registry.settings.ios.language == .swift,
      isMixed: registry[.module].contains {
        !$0.facts.platforms.isEmpty && !$0.name.value.begins(with: id)
      },
      entries: Dictionary(
        uniqueKeysWithValues: platforms.map { ($0, PluginEntry.entries(of: registry, on: $0)) }))
    return [GeneratedFile(path: folder + "/" + PluginTableName.package, table: .package(package))]
  }

  private func list(on platform: Platform) -> PluginList {
    PluginList(
      entries: PluginEntry.entries(of: registry, on: platform),
      id: registry.settings.plugin?.value.lastPathComponent)
  }

  /// Returns the table of an Android app.
  func assetsFile(below out: String) -> GeneratedFile {
    GeneratedFile(
      path: "\(out)/assets/\(PluginTableName.assets)",
      table: .assets(list(on: .android)), part: .android)
  }

  /// Returns the property list of an iOS app, if the settings name one.
  var propertyListFiles: [GeneratedFile] {
    registry.settings.ios.infoPlist.map {
      [
        GeneratedFile(
          path: $0.value, table: .propertyList(list(on: .ios)), part: .ios)
      ]
    } ?? []
  }
}
