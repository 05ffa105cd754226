import ErosConfig
import ErosCore

/// Syntax, a class or a method in JavaScript, with the first engines that have it.
///
/// The versions come from MDN's browser-compat-data, for Safari on iOS and for Chrome: the first
/// version with full support and without flags.
struct EngineFeature: Hashable, Sendable {
  enum Form: Hashable, Sendable {
    case syntax
    /// `new Promise(…)`.
    case global
    /// `Object.assign(…)`.
    case member(of: String)
    /// `a.padStart(…)` on any value, because such a name rarely means anything else.
    case method
    /// `"a".at(…)` and `[a].at(…)`, because more types have a method with this name.
    case methodOfLiteral
    /// `[a].includes(…)`.
    case methodOfList
    /// `"a".includes(…)`.
    case methodOfString
  }

  /// An example of the syntax, or the name of the class or method, as messages show it.
  let name: String
  let form: Form
  /// The first version of iOS that has it.
  let iOS: String
  /// The first version of Chrome and the WebView that has it.
  let webView: String
  /// `true` if the framework in Weex's SDKs adds it to old engines.
  let isInWeex: Bool

  static func syntax(_ name: String, _ iOS: String, _ webView: String) -> EngineFeature {
    EngineFeature(name: name, form: .syntax, iOS: iOS, webView: webView, isInWeex: false)
  }

  /// Creates features that came with the same versions.
  ///
  /// Spaces separate their names.
  static func named(
    _ form: Form, _ names: String, _ iOS: String, _ webView: String, isInWeex: Bool = false
  ) -> [EngineFeature] {
    names.split(separator: " ").map {
      EngineFeature(
        name: String($0), form: form, iOS: iOS, webView: webView, isInWeex: isInWeex)
    }
  }

  var fullName: String {
    if case .member(let object) = form { "\(object).\(name)" } else { name }
  }

  // MARK: Engines

  /// The iOS version that has the same JavaScriptCore as Weex's Android SDK.
  ///
  /// Its headers have asynchronous functions and `**`, and neither asynchronous generators nor
  /// `...` in objects: the state of Safari 10.1.
  private static let iOSOfWeex = NativeVersion("10.3")

  /// The engines that lack a feature, and the engines that it needs.
  struct Shortfall {
    fileprivate(set) var needed: [String] = []
    fileprivate(set) var supported: [String] = []
    /// `true` if the configuration names one of the engines that lack it.
    fileprivate(set) var isDeclared = false

    fileprivate mutating func add(_ needed: String, _ supported: String, isDeclared: Bool) {
      self.needed.append(needed)
      self.supported.append(supported)
      self.isDeclared = self.isDeclared || isDeclared
    }
  }

  /// Returns the engines that lack the feature, or `nil` if all have it.
  func shortfall(on engines: OldestEngines) -> Shortfall? {
    if isInWeex, engines.host == .weex { return nil }
    var shortfall = Shortfall()
    if let version = engines.iOS, Self.isOlder(version, than: iOS) {
      shortfall.add(
        "iOS \(iOS)", "iOS \(version)", isDeclared: engines.declared.contains(.ios))
    }
    let isDeclared = engines.declared.contains(.android)
    switch engines.android {
    case .weex? where Self.isOlder(Self.iOSOfWeex, than: iOS):
      shortfall.add(
        "JavaScriptCore \(iOS)", "JavaScriptCore 10.3 (Weex)", isDeclared: isDeclared)
    case .webView(let version)? where Self.isOlder(version, than: webView):
      shortfall.add("WebView \(webView)", "WebView \(version)", isDeclared: isDeclared)
    default: break
    }
    return shortfall.needed.isEmpty ? nil : shortfall
  }

  private static func isOlder(_ version: NativeVersion?, than first: String) -> Bool {
    guard let version, let first = NativeVersion(first) else { return false }
    return version < first
  }
}
