/// The names of the presets in `generate.presets`.
package enum PresetName: String, Sendable, CaseIterable {
  case weexIOS = "weex-ios"
  case weexAndroid = "weex-android"
  case erosIOS = "eros-ios"
  case erosAndroid = "eros-android"
  case erosPlugins = "eros-plugins"
  case rexxarIOS = "rexxar-ios"
  case rexxarAndroid = "rexxar-android"

  /// The presets of every host.
  static let alwaysPresent: [PresetName] = [.weexIOS, .weexAndroid]
}
