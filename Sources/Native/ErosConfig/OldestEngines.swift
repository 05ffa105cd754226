package import ErosCore

/// The oldest engines that must be able to run an app's pages.
///
/// ```json
/// "engines": { "iOS": "10.3", "android": "weex" }
/// ```
package struct OldestEngines: Hashable, Sendable {
  package enum Android: Hashable, Sendable {
    /// JavaScriptCore, as in Weex's SDK for Android.
    case weex
    /// The system's WebView, whose versions are numbered like Chrome's.
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

  /// The framework that runs the pages.
  package enum Host: Hashable, Sendable {
    /// Weex or Eros.
    case weex
    case mPaaS
    case rexxar
    case uniApp
  }

  package let host: Host
  /// The iOS version, whose JavaScriptCore runs the pages, or `nil` for an app without iOS.
  package let iOS: NativeVersion?
  /// The engine on Android, or `nil` for an app without Android.
  package let android: Android?
  /// Platforms that the key `engines` sets.
  ///
  /// For the rest, ``host`` decides.
  package let declared: Set<Platform>
}

extension OldestEngines.Host {
  /// The order in which sections decide about the host.
  private static let order: [Self] = [.weex, .mPaaS, .rexxar]

  /// The keys in the native description that only this host reads.
  private var sections: [String] {
    EntryKind.allCases.filter { $0.host == self }.flatMap(\.sections)
      + (self == .rexxar ? ["routes"] : [])
  }

  /// Guesses the host from the sections in use.
  ///
  /// Without any, it is Weex.
  fileprivate static func of(_ config: NativeConfig) -> Self {
    config.isOfUniApp
      ? .uniApp
      : order.first { $0.sections.contains { config.node(at: $0) != nil } } ?? .weex
  }

  /// The lowest systems that each host supports.
  ///
  /// `docs/rehearsal.md` names the sources. For uni-app, only the key `engines` counts, because its
  /// engine depends on the HBuilderX that builds the app.
  fileprivate var defaults: (iOS: String, android: String)? {
    switch self {
    case .weex: ("9.0", "weex")
    case .mPaaS: ("12.0", "69")
    case .rexxar: ("7.0", "30")
    case .uniApp: nil
    }
  }
}

extension NativeConfig {
  /// Returns the engines from the key `engines`, completed with the host's defaults.
  ///
  /// - Throws: ``ConfigError`` if `engines` is not an object, or a value is not an engine.
  package func oldestEngines() throws(ConfigError) -> OldestEngines {
    let host = OldestEngines.Host.of(self)
    if let node = node(at: "engines"), node.value.object == nil {
      throw error(
        .wrongType(key: "engines", expected: "an object", found: node.value.kindName),
        at: node.range.lowerBound)
    }
    let iOS = try engine("iOS", "a version") {
      ConfigText.isNumbers($0) ? NativeVersion($0) : nil
    }
    let android = try engine("android", "a version", OldestEngines.Android.init)
    return OldestEngines(
      host: host,
      iOS: platforms.contains(.ios) ? iOS ?? host.defaults.flatMap { NativeVersion($0.iOS) } : nil,
      android: platforms.contains(.android)
        ? android ?? host.defaults.flatMap { OldestEngines.Android($0.android) } : nil,
      declared: Set(Platform.allCases.filter { $0 == .ios ? iOS != nil : android != nil }))
  }

  private func engine<Engine>(
    _ name: String, _ expected: Message, _ parse: (String) -> Engine?
  ) throws(ConfigError) -> Engine? {
    guard let node = node(at: "engines.\(name)") else { return nil }
    let text = node.value.string
    guard let engine = text.flatMap(parse) else {
      throw error(
        .wrongType(
          key: "engines.\(name)", expected: text == nil ? "a string" : expected,
          found: text.map { "'\($0.escapedForDisplay)'" as Message } ?? node.value.kindName),
        at: node.range.lowerBound)
    }
    return engine
  }
}
