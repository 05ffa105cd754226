import ErosCore

/// The routes of a Rexxar app and the settings of Rexxar.
struct RouteMapEntry: Sendable {
  struct Route: Sendable {
    let pattern: Located<String>
    let remoteFile: Located<String>
    let deployTime: Located<String>?
  }

  let settings: [RexxarSetting: Located<String>]
  let items: [Route]
  let partialItems: [Route]
}

/// A setting of Rexxar that the generated code applies.
enum RexxarSetting: String, CaseIterable {
  case scheme, host, mapURL, cachePath, resourcePath

  var rule: NameRule {
    switch self {
    case .scheme: .scheme
    case .host: .host
    case .mapURL: .mapURL
    case .cachePath, .resourcePath: .relativePath
    }
  }

  /// The class method of `RXRConfig`.
  var iosSetter: String {
    switch self {
    case .scheme: "setRXRProtocolScheme"
    case .host: "setRXRProtocolHost"
    case .mapURL: "setRoutesMapURL"
    case .cachePath: "setRoutesCachePath"
    case .resourcePath: "setRoutesResourcePath"
    }
  }

  /// The constant of Rexxar for Android, or `nil` if an app can set the value.
  var androidConstant: String? {
    switch self {
    case .scheme, .mapURL: nil
    case .host: "rexxar-container"
    case .cachePath: "rexxar-douban"
    case .resourcePath: "rexxar"
    }
  }
}

extension Registry {
  /// Returns the settings of Rexxar that apps on `platform` can set, in the order of the cases.
  func rexxarSettings(on platform: Platform) -> [(setting: RexxarSetting, value: String)] {
    RexxarSetting.allCases.compactMap { setting in
      guard let value = routes?.settings[setting]?.value,
        platform == .ios || setting.androidConstant == nil
      else { return nil }
      return (setting, value)
    }
  }
}
