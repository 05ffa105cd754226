/// A surface that the tool knows, as `generate.presets` names it.
package enum PresetName: String, Sendable, CaseIterable {
  case weexIOS = "weex-ios"
  case weexAndroid = "weex-android"
  case erosIOS = "eros-ios"
  case erosAndroid = "eros-android"
  case erosPlugins = "eros-plugins"
  case rexxarIOS = "rexxar-ios"
  case rexxarAndroid = "rexxar-android"

  /// What every host has, whatever the description says.
  package static let alwaysPresent: [PresetName] = [.weexIOS, .weexAndroid]
}
