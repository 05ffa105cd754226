package import ErosCore

/// The oldest engines that run the pages of an app, by platform.
///
/// ```json
/// "engines": { "iOS": "10.3", "android": "weex" }
/// ```
package struct OldestEngines: Hashable, Sendable {
  /// An engine on Android.
  package enum Android: Hashable, Sendable {
    /// JavaScriptCore in the Android SDK of Weex.
    case weex
    /// A version of the system's WebView, which numbers its versions like Chrome.
    case webView(NativeVersion)

    /// Parses `weex` or a version such as `69`.
    package init?(_ text: String) {
      if text == "weex" {
        self = .weex
      } else if ConfigText.isNumbers(text), let version = NativeVersion(text) {
        self = .webView(version)
      } else {
        return nil
      }
    }
  }

  /// The framework that runs the pages of an app.
  package enum Host: Hashable, Sendable {
    /// Weex or Eros.
    case weex
    case mPaaS
    case rexxar
  }

  package let host: Host
  /// The version of iOS, whose JavaScriptCore runs the pages; `nil` for an app without iOS.
  package let iOS: NativeVersion?
  /// The engine on Android; `nil` for an app without Android.
  package let android: Android?
  /// Whether the configuration has one of the engines; the others are the defaults of ``host``.
  package let isDeclared: Bool
}

extension OldestEngines.Host {
  /// The sections of the native description that only one host reads.
  private static let sections: [(host: Self, keys: [String])] = [
    (.weex, ["modules", "components", "handlers"]),
    (.mPaaS, ["jsApis", "embedViews", "customViews"]),
    (.rexxar, ["widgets", "containerAPIs", "decorators", "proxies", "routes"]),
  ]

  /// Returns the host of an app; Weex for an app that describes nothing.
  fileprivate static func of(_ config: NativeConfig) -> Self {
    sections.first { $0.keys.contains { config.node(at: $0) != nil } }?.host ?? .weex
  }

  /// The lowest systems that each host supports; `docs/rehearsal.md` has their sources.
  fileprivate var defaults: (iOS: String, android: String) {
    switch self {
    case .weex: ("9.0", "weex")
    case .mPaaS: ("12.0", "69")
    case .rexxar: ("7.0", "30")
    }
  }
}

extension NativeConfig {
  /// Returns the engines in the key `engines`, and the defaults of the host for missing ones.
  ///
  /// - Throws: ``ConfigError`` for a value that names no engine.
  package func oldestEngines() throws(ConfigError) -> OldestEngines {
    let host = OldestEngines.Host.of(self)
    let iOS = try engine("iOS", "a version of iOS such as '10.3'") {
      ConfigText.isNumbers($0) ? NativeVersion($0) : nil
    }
    let android = try engine(
      "android", "'weex' or a version of the WebView such as '69'", OldestEngines.Android.init)
    return OldestEngines(
      host: host,
      iOS: platforms.contains(.ios) ? iOS ?? NativeVersion(host.defaults.iOS) : nil,
      android: platforms.contains(.android)
        ? android ?? OldestEngines.Android(host.defaults.android) : nil,
      isDeclared: iOS != nil || android != nil)
  }

  private func engine<Engine>(
    _ name: String, _ expected: String, _ parse: (String) -> Engine?
  ) throws(ConfigError) -> Engine? {
    guard let node = node(at: "engines.\(name)") else { return nil }
    guard let engine = node.value.string.flatMap(parse) else {
      let found = node.value.string.map { "'\($0.escapedForDisplay)'" } ?? node.value.kindName
      throw error(
        .wrongType(key: "engines.\(name)", expected: expected, found: found),
        at: node.range.lowerBound)
    }
    return engine
  }
}
