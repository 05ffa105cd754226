import ErosRegistry

/// The constants of the Weex SDK for Android that name components, attributes and events.
enum WeexConstants {
  static let packages = ["com.taobao.weex", "org.apache.weex"]

  /// Returns the value of a constant such as `Constants.Name.SRC`, or `nil` if the SDK lacks it.
  static func value(of name: String, in type: String) -> String? {
    Preset.hosts.lazy.compactMap { $0.constants[type]?[name] }.first
  }
}
