import ErosConfig
import ErosCore

/// Syntax, a class or a method of JavaScript, with the first engines that have it.
///
/// The versions are facts of MDN's browser-compat-data, for Safari on iOS and for Chrome: the first version
/// with full support and without flags.
struct EngineFeature: Hashable, Sendable {
  /// How a script uses a feature.
  enum Form: Hashable, Sendable {
    case syntax
    /// `new Promise(…)`.
    case global
    /// `Object.assign(…)`.
    case member(of: String)
    /// `a.padStart(…)` of any value; the name has no common other meaning.
    case method
    /// `"a".includes(…)`, because values of other types have a method with this name.
    case methodOfLiteral
  }

  /// An example of the syntax, or the name of the class or method, for messages.
  let name: String
  let form: Form
  /// The first version of iOS.
  let iOS: String
  /// The first version of Chrome and of the WebView.
  let webView: String
  /// Whether the framework in the SDKs of Weex adds it to old engines.
  let isInWeex: Bool

  static func syntax(_ name: String, _ iOS: String, _ webView: String) -> EngineFeature {
    EngineFeature(name: name, form: .syntax, iOS: iOS, webView: webView, isInWeex: false)
  }

  /// Creates the features with these names, separated by spaces, which came with the same versions.
  static func named(
    _ form: Form, _ names: String, _ iOS: String, _ webView: String, isInWeex: Bool = false
  ) -> [EngineFeature] {
    names.split(separator: " ").map {
      EngineFeature(
        name: String($0), form: form, iOS: iOS, webView: webView, isInWeex: isInWeex)
    }
  }

  /// The name in messages.
  var fullName: String {
    if case .member(let object) = form { "\(object).\(name)" } else { name }
  }

  // MARK: Engines

  /// The version of iOS with the JavaScriptCore of Weex's Android SDK.
  ///
  /// Its headers have asynchronous functions and `**`, and neither asynchronous generators nor `...` in
  /// objects: the state of Safari 10.1.
  private static let iOSOfWeex = NativeVersion("10.3")

  /// Returns the engines that lack the feature, and the engines that it needs; `nil` if all have it.
  func shortfall(on engines: OldestEngines) -> (needed: String, supported: String)? {
    if isInWeex, engines.host == .weex { return nil }
    var shortfalls: [(needed: String, supported: String)] = []
    if let version = engines.iOS, Self.isOlder(version, than: iOS) {
      shortfalls.append(("iOS \(iOS)", "iOS \(version)"))
    }
    switch engines.android {
    case .weex? where Self.isOlder(Self.iOSOfWeex, than: iOS):
      shortfalls.append(("JavaScriptCore \(iOS)", "JavaScriptCore 10.3 (Weex)"))
    case .webView(let version)? where Self.isOlder(version, than: webView):
      shortfalls.append(("WebView \(webView)", "WebView \(version)"))
    default: break
    }
    guard !shortfalls.isEmpty else { return nil }
    return (
      shortfalls.map(\.needed).joined(separator: ", "),
      shortfalls.map(\.supported).joined(separator: ", ")
    )
  }

  private static func isOlder(_ version: NativeVersion?, than first: String) -> Bool {
    guard let version, let first = NativeVersion(first) else { return false }
    return version < first
  }
}
