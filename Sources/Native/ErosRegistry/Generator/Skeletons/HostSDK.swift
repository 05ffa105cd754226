/// The names that a host's SDK has in native classes.
///
/// Everything else in a class is the same for all hosts, so the templates have no other branch.
struct HostSDK {
  /// The call that gets a module in JavaScript.
  let require: String
  /// The Java package of the classes.
  let package: String
  /// The classes and annotations in ``package`` by their use in templates, each with its subpackage.
  let android: [String: String]
  /// Base classes, headers and types for iOS by their use in templates.
  let ios: [String: String]
  /// The types of a callback that is called once, and of one that is called repeatedly.
  let callbacks: (once: String, repeated: String)
  /// The class that converts attributes in Objective-C.
  let convert: String
  /// The prefix of the macros that export methods.
  let macro: String
  /// `true` if a module declares the property with its page, and a component has an initializer.
  ///
  /// Otherwise the base class has both, and a component gets its attributes afterwards.
  var declaresInstance = true
  /// `true` if an event's parameters are in its member `detail`.
  var wrapsDetail = false
}

extension HostSDK {
  init(_ settings: GenerateSettings) {
    self = settings.host == .uniApp ? .uniApp : .weex(settings.android.weexPackage.rawValue)
  }

  private static func weex(_ package: String) -> HostSDK {
    HostSDK(
      require: "weex.requireModule", package: package,
      android: [
        "module": "common.WXModule", "component": "ui.component.WXComponent",
        "container": "ui.component.WXVContainer", "instance": "WXSDKInstance",
        "data": "ui.action.BasicComponentData", "property": "ui.component.WXComponentProp",
        "method": "annotation.JSMethod", "callback": "bridge.JSCallback",
      ],
      ios: [
        "iosModule": "NSObject <WXModuleProtocol>", "moduleHeader": "<WeexSDK/WeexSDK.h>",
        "iosComponent": "WXComponent", "componentHeader": "<WeexSDK/WeexSDK.h>",
        "convertHeader": "", "swiftModule": "WeexSDK", "swiftBase": "NSObject, WXModuleProtocol",
        "swiftMap": "[AnyHashable: Any]",
      ],
      callbacks: ("WXModuleCallback", "WXModuleKeepAliveCallback"), convert: "WXConvert",
      macro: "WX_EXPORT_METHOD")
  }

  private static let uniApp = HostSDK(
    require: "uni.requireNativePlugin", package: "io.dcloud.feature.uniapp",
    android: [
      "module": "common.UniModule", "component": "ui.component.UniComponent",
      "container": "ui.component.AbsVContainer", "instance": "UniSDKInstance",
      "data": "ui.action.AbsComponentData", "property": "ui.component.UniComponentProp",
      "method": "annotation.UniJSMethod", "callback": "bridge.UniJSCallback",
    ],
    ios: [
      "iosModule": "DCUniModule", "moduleHeader": "\"DCUniModule.h\"",
      "iosComponent": "DCUniComponent", "componentHeader": "\"DCUniComponent.h\"",
      // The headers are not a module, so Swift gets them from a bridging header.
      "convertHeader": "\"DCUniConvert.h\"", "swiftModule": "", "swiftBase": "DCUniModule",
      "swiftMap": "[String: Any]",
    ],
    callbacks: ("UniModuleKeepAliveCallback", "UniModuleKeepAliveCallback"),
    convert: "DCUniConvert", macro: "UNI_EXPORT_METHOD", declaresInstance: false,
    wrapsDetail: true)

  /// Returns the name of a class or annotation in ``android``, without its package.
  func androidName(_ use: String) -> String { (android[use] ?? "").lastComponent }

  /// Returns the name to import.
  func androidImport(_ use: String) -> String { "\(package).\(android[use] ?? "")" }

  /// The names for templates, as the object `sdk`.
  var context: TemplateContext {
    var members: TemplateContext = [
      "require": .text(require), "declaresInstance": .flag(declaresInstance),
      "createsAfterInit": .flag(!declaresInstance), "wrapsDetail": .flag(wrapsDetail),
    ]
    for use in android.keys { members[use] = .text(androidName(use)) }
    for (use, name) in ios { members[use] = .text(name) }
    return members
  }
}

extension String {
  /// The part after the last dot.
  fileprivate var lastComponent: String { split(separator: ".").last.map(String.init) ?? self }
}
