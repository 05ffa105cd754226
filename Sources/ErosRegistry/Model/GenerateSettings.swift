/// What to generate, in which languages, and where to.
struct GenerateSettings: Sendable {
  enum IOSLanguage: String, Sendable, CaseIterable { case objc, swift }
  enum AndroidLanguage: String, Sendable, CaseIterable { case java, kotlin }
  enum AndroidOutput: String, Sendable, CaseIterable {
    case code, proguard
    case appConfig = "app_config"
    case weexConfig = "weex_config"
  }
  enum JSOutput: String, Sendable, CaseIterable { case dts, meta, names }

  struct IOS: Sendable {
    var isEnabled = true
    var language = IOSLanguage.objc
    var prefix = "Eros"
    var out: Placed<String>?
    var swiftHeader: String?
    var exports = false
  }

  struct Android: Sendable {
    var isEnabled = true
    var language = AndroidLanguage.java
    var package: Placed<String>?
    var weexPackage = WeexPackage.taobao
    var mpaasPackage: String?
    var out: Placed<String>?
    var emit: Set<AndroidOutput> = [.code, .proguard]
    var emitOffset = 0
  }

  struct JS: Sendable {
    var isEnabled = true
    var out: Placed<String>?
    var emit = Set(JSOutput.allCases)
  }

  /// Where the settings stand.
  var offset = 0
  var presets: [PresetName] = []
  var ios = IOS()
  var android = Android()
  var js = JS()
  var manifest = Placed("eros.registry.json", at: 0)
  var lock = Placed("eros.registry.lock.json", at: 0)
}

/// The Java package of the Weex SDK.
enum WeexPackage: String, Sendable, CaseIterable {
  case taobao = "com.taobao.weex"
  case apache = "org.apache.weex"
}
