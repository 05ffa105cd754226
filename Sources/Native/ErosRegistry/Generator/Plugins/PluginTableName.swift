/// The files and keys of uni-app's tables, which `eros generate` writes and `eros sources` reads.
package enum PluginTableName {
  /// The description of a plugin.
  package static let package = "package.json"
  /// The key in ``package`` with an object for each platform.
  package static let section = "_dp_nativeplugin"
  /// The table in the assets of an Android app.
  package static let assets = "dcloud_uniplugins.json"
  /// The key in ``assets`` with a list of plugins.
  package static let assetsKey = "nativePlugins"
  /// The key in the `Info.plist` of an iOS app with a list of plugins.
  package static let propertyListKey = "dcloud_uniplugins"
}
