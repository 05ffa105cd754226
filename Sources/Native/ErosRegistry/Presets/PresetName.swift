/// A name in `generate.presets`.
package enum PresetName: String, Sendable, CaseIterable {
  case weexIOS = "weex-ios"
  case weexAndroid = "weex-android"
  case erosIOS = "eros-ios"
  case erosAndroid = "eros-android"
  case erosPlugins = "eros-plugins"
  case rexxarIOS = "rexxar-ios"
  case rexxarAndroid = "rexxar-android"
  case uniApp = "uni-app"

  /// Presets that every host has.
  static let alwaysPresent: [PresetName] = [.weexIOS, .weexAndroid]
}
