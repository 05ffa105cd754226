package import ErosCore
import ErosTemplates

/// The section `generate`.
package struct GenerateSettings: Sendable {
  package enum AndroidOutput: String, Sendable, CaseIterable {
    case code, proguard
    case appConfig = "app_config"
    case weexConfig = "weex_config"
  }
  enum JSOutput: String, Sendable, CaseIterable { case dts, meta, names }

  package struct IOS: Sendable {
    package var isEnabled = true
    package var language = NativeLanguage.objc
    package var prefix = "Eros"
    package var out: Located<String>?
    var swiftHeader: String?
    /// The property list of a uni-app app, whose array `dcloud_uniplugins` is generated.
    var infoPlist: Located<String>?
    package var exports = false
  }

  package struct Android: Sendable {
    package var isEnabled = true
    var language = NativeLanguage.java
    package var package: Located<String>?
    var weexPackage = WeexPackage.taobao
    /// The offset of `weexPackage` in the description, or `nil` if it is missing there.
    var weexPackageOffset: Int?
    var mpaasPackage: String?
    package var out: Located<String>?
    package var emit: Set<AndroidOutput> = [.code, .proguard]
    var emitOffset = 0
  }

  struct JS: Sendable {
    var isEnabled = true
    var out: Located<String>?
    var emit = Set(JSOutput.allCases)
  }

  struct Docs: Sendable {
    var isEnabled = true
    var out: Located<String>?
    var html = false
    /// The language of titles and explanations.
    var language = Language.english
  }

  var offset = 0
  package var host = NativeHost.weex
  /// The folder of the uni-app plugin's package.
  ///
  /// Its name is the plugin's id.
  package var plugin: Located<String>?

  /// Returns `true` if `eros generate` writes a table of uni-app for the platform.
  package func writesTable(on platform: Platform) -> Bool {
    plugin != nil || (platform == .ios ? ios.infoPlist != nil : android.out != nil)
  }

  package var presets: [PresetName] = []
  package var ios = IOS()
  package var android = Android()
  var js = JS()
  var docs = Docs()
  /// The folder with custom templates.
  var templates: Located<String>?
  var manifest = Located("eros.registry.json", at: 0)
  var lock = Located("eros.registry.lock.json", at: 0)
}

/// The Java package that contains the Weex SDK.
package enum WeexPackage: String, Sendable, CaseIterable {
  case taobao = "com.taobao.weex"
  case apache = "org.apache.weex"

  /// Returns `true` if a qualified name is inside the package.
  package func contains(_ name: String) -> Bool { name.begins(with: rawValue + ".") }
}
