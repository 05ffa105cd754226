import ErosConfig
import ErosCore
import ErosRegistry
import ErosSyntax

/// A call or macro that registers native code: one row of ``rows(for:)``.
struct RegistrationIdiom {
  enum Role {
    /// The name in JavaScript, or a list of names.
    case name, names
    /// A class, its name as a string, or a new instance of it.
    case type, typeName, instance
    case protocolName
    /// An object without a name, or a list of such objects.
    case object, objects
    case bundle, scope
    case properties
  }

  let kind: SourceRegistration.Kind
  let roles: [Role]
  var mechanism = SourceRegistration.Mechanism.code
  /// `true` if the call is only reported.
  var isManual = false

  /// Returns a language's rows.
  ///
  /// The key is the selector in Objective-C, the name with labels in Swift, and the name with the
  /// number of arguments in Java and Kotlin. ``WrittenRegistration`` reads calls of the
  /// `WXSDKEngine` on Android, because these have overloads.
  static func rows(for language: SourceLanguage) -> [String: RegistrationIdiom] {
    switch language {
    case .objectiveC: objectiveC
    case .swift: swift
    default: android
    }
  }

  /// Classes whose calls register modules and components on Android.
  static let engines: Set<String> = ["WXSDKEngine", "UniSDKEngine"]

  /// Calls that only a person can describe, whatever their arguments.
  static let manual = ["registerJsApi", "registerH5Plugin"]

  /// Methods on Android that only a person can describe: they set adapters.
  static let manualMethods = Set(
    HandlerAdapter.allCases.filter { !$0.belongsToEngine }.map(\.setter))

  /// Methods on Android that add a Rexxar decorator: an interceptor for the HTTP client.
  static let interceptors: Set<String> = ["addInterceptor", "addNetworkInterceptor"]

  /// Classes in weexpack that register what its XML files list.
  ///
  /// ``WeexpackScanner`` reads these.
  static let loaders: Set<String> = [
    "WeexPluginManager", "com.alibaba.weex.pluginmanager.PluginManager",
  ]

  /// Properties that receive a list of objects.
  ///
  /// Each also has a setter, such as `setWidgets:`. Rexxar's guide calls `widgets` `activities`.
  static let objectLists: [String: SourceRegistration.Kind] = [
    "widgets": .entry(.widget), "activities": .entry(.widget),
    "containerAPIs": .entry(.containerAPI), "decorators": .entry(.decorator),
    "proxies": .entry(.proxy),
  ]

  static func row(_ key: String, for language: SourceLanguage) -> RegistrationIdiom? {
    if let row = rows(for: language)[key] { return row }
    let isManual = manual.contains { key.hasPrefix($0) }
    return isManual ? RegistrationIdiom(kind: .entry(.jsAPI), roles: [], isManual: true) : nil
  }

  /// Adds a row for each setter of ``objectLists``, with `labels` for its argument.
  ///
  /// Classes in unrelated libraries have `setActivities:` as well, so it has no row.
  private static func withSetters(
    _ labels: String, _ rows: [String: RegistrationIdiom]
  ) -> [String: RegistrationIdiom] {
    objectLists.filter { $0.key != "activities" }.reduce(into: rows) { rows, list in
      let setter = "set" + list.key.prefix(1).uppercased() + list.key.dropFirst()
      rows[setter + labels] = .init(kind: list.value, roles: [.objects])
    }
  }

  private static let objectiveC = withSetters(
    ":",
    [
      "registerModule:withClass:": .init(kind: .module, roles: [.name, .type]),
      "registerComponent:withClass:": .init(kind: .component, roles: [.name, .type]),
      "registerComponent:withClass:withProperties:": .init(
        kind: .component, roles: [.name, .type, .properties]),
      "registerHandler:withProtocol:": .init(kind: .handler, roles: [.instance, .protocolName]),
      "registerComponentWithName:clsName:": .init(
        kind: .entry(.embedView), roles: [.name, .typeName]),
      "WX_PlUGIN_EXPORT_MODULE": .init(kind: .module, roles: [.name, .type], mechanism: .macro),
      "WX_PLUGIN_EXPORT_MODULE": .init(kind: .module, roles: [.name, .type], mechanism: .macro),
      "WX_PlUGIN_EXPORT_COMPONENT": .init(
        kind: .component, roles: [.name, .type], mechanism: .macro),
      "WX_PLUGIN_EXPORT_COMPONENT": .init(
        kind: .component, roles: [.name, .type], mechanism: .macro),
      "WX_PlUGIN_EXPORT_HANDLER": .init(kind: .handler, roles: [.type, .name], mechanism: .macro),
      "WX_PLUGIN_EXPORT_HANDLER": .init(kind: .handler, roles: [.type, .name], mechanism: .macro),
    ])

  private static let swift = withSetters(
    "(_:)",
    [
      "registerModule(_:with:)": .init(kind: .module, roles: [.name, .type]),
      "registerModule(_:withClass:)": .init(kind: .module, roles: [.name, .type]),
      "registerComponent(_:with:)": .init(kind: .component, roles: [.name, .type]),
      "registerComponent(_:withClass:)": .init(kind: .component, roles: [.name, .type]),
      "registerComponent(_:with:withProperties:)": .init(
        kind: .component, roles: [.name, .type, .properties]),
      "registerComponent(_:withClass:withProperties:)": .init(
        kind: .component, roles: [.name, .type, .properties]),
      "registerComponent(withName:clsName:)": .init(
        kind: .entry(.embedView), roles: [.name, .typeName]),
      "registerHandler(_:with:)": .init(kind: .handler, roles: [.instance, .protocolName]),
      "registerHandler(_:withProtocol:)": .init(kind: .handler, roles: [.instance, .protocolName]),
    ])

  private static let android: [String: RegistrationIdiom] = [
    "registerEmbedView/2": .init(kind: .entry(.embedView), roles: [.typeName, .name]),
    "registerH5Plugin/4": .init(kind: .entry(.jsAPI), roles: [.typeName, .bundle, .scope, .names]),
    "addRexxarWidget/1": .init(kind: .entry(.widget), roles: [.object]),
    "addContainerApi/1": .init(kind: .entry(.containerAPI), roles: [.object]),
  ]
}

/// An annotation that registers an Android class: one row of ``rows``.
struct AnnotationIdiom {
  let kind: SourceRegistration.Kind
  /// The argument with the name or the list of names.
  let names: String
  /// The arguments that set the registration's flags.
  var appendTree = ""
  var isGlobal = ""

  static let rows = [
    "WeexModule": AnnotationIdiom(kind: .module, names: "name", isGlobal: "globalRegistration"),
    "WeexComponent": AnnotationIdiom(kind: .component, names: "names", appendTree: "appendTree"),
    "WeexDomObject": AnnotationIdiom(kind: .domObject, names: "type"),
    "WeexAdapter": AnnotationIdiom(kind: .adapter, names: "type"),
  ]
}

/// An annotation that exports an Android method: one row of ``rows``.
struct ExportIdiom {
  /// The flag that runs the method on the main thread, where it has no result.
  let isOnMain: String
  /// The argument with the JavaScript name, and the flag that a method needs to be exported.
  var alias = ""
  var isExported = ""

  static let rows = [
    "JSMethod": ExportIdiom(isOnMain: "uiThread", alias: "alias"),
    "UniJSMethod": ExportIdiom(isOnMain: "uiThread", alias: "alias"),
    "WXModuleAnno": ExportIdiom(isOnMain: "runOnUIThread", isExported: "moduleMethod"),
  ]

  /// Macros that export a method on iOS, and whether the method is synchronous.
  static let macros = [
    "WX_EXPORT_METHOD": false, "WX_EXPORT_METHOD_SYNC": true,
    "UNI_EXPORT_METHOD": false, "UNI_EXPORT_METHOD_SYNC": true,
  ]

  /// Returns the macro for synchronous methods that messages about a host's project name.
  static func syncMacro(in host: NativeHost) -> String {
    host == .uniApp ? "UNI_EXPORT_METHOD_SYNC" : "WX_EXPORT_METHOD_SYNC"
  }

  /// Annotations of the method that sets an attribute on Android, named by their argument `name`.
  static let attributes: Set<String> = ["WXComponentProp", "UniComponentProp"]
}

extension BodyScanner {
  /// Records what the call with the key `key` registers.
  ///
  /// Returns `false` if the table lacks the call.
  @discardableResult
  mutating func readRegistration(
    _ key: String, _ arguments: [Range<Int>], at index: Int
  ) -> Bool {
    guard let idiom = RegistrationIdiom.row(key, for: tokens.language),
      idiom.isManual || idiom.roles.count == arguments.count
    else { return false }
    if idiom.isManual {
      let name = key.prefix { $0.isLetter || $0.isNumber }
      unit.manual.append(SourceName(value: String(name), position: tokens.position(index)))
      return true
    }
    // A wrapper with the same selector: its calls are rows too.
    let isForwarded = arguments.allSatisfy {
      $0.count == 1 && tokens.word($0.lowerBound).map(body.parameters.contains) == true
    }
    if body.functionName == key, isForwarded { return true }
    var names: [SourceExpression] = []
    var type = SourceExpression.unknown
    var bundle: String?
    var scope: String?
    var create: String?
    var properties: Range<Int>?
    for (role, argument) in zip(idiom.roles, arguments) {
      switch role {
      case .name: names.append(idiom.mechanism == .macro ? word(argument) : expression(argument))
      case .names: names += elements(argument)
      case .type:
        type = idiom.mechanism == .macro ? .type(tokens.words(argument)) : expression(argument)
      case .typeName: type = expression(argument).namedType
      case .instance:
        let value = expression(argument)
        type = value.instanceType
        if case .name(let path) = value, type != .unknown { create = path[1] }
      case .protocolName: names.append(protocolName(argument))
      case .objects:
        addObjects(idiom.kind, argument)
        return true
      case .object:
        if body.function != nil { addObject(idiom.kind, expression(argument), at: index) }
        return true
      case .bundle: bundle = tokens.string(argument.lowerBound)
      case .scope: scope = tokens.string(argument.lowerBound)
      case .properties: properties = argument
      }
    }
    var registration = WrittenRegistration(
      kind: idiom.kind, names: names.isEmpty ? [.unknown] : names, className: type,
      mechanism: idiom.mechanism, position: tokens.position(index), context: context(at: index))
    registration.bundle = bundle
    registration.scope = scope
    registration.create = create
    if let properties { addProperties(properties, to: &registration) }
    unit.registrations.append(registration)
    return true
  }

  /// Reads `@{@"append": @"tree", @"isTemplate": @YES}`, `["append": "tree"]` or `nil`.
  private func addProperties(_ range: Range<Int>, to registration: inout WrittenRegistration) {
    registration.appendTree = false
    let group = range.first { tokens.isOpening($0) }
    guard let group, tokens.close(group) == range.upperBound - 1 else {
      registration.hasOtherProperties = tokens.words(range).last != "nil"
      return
    }
    for part in tokens.parts(of: group) {
      let texts = part.compactMap { tokens.string($0) }
      let flag = tokens.words(part).last.flatMap {
        ["YES": true, "true": true, "NO": false, "false": false][$0]
      }
      switch (texts.first, texts.dropFirst().first, flag ?? false) {
      case ("append", "tree", _): registration.appendTree = true
      case ("append", "node", _),
        ("isTemplate", nil, false) where flag != nil:
        break
      case ("isTemplate", nil, true): registration.isTemplate = true
      case (nil, nil, _) where tokens.isPunctuation(part.lowerBound, ":"): break
      // The generated code adds the type, which is the name.
      case ("type", let type?, _) where registration.names == [.text(type)]: break
      default: registration.hasOtherProperties = true
      }
    }
  }

  private func elements(_ range: Range<Int>) -> [SourceExpression] {
    let list = range.last { tokens.close($0) == range.upperBound - 1 }
    return list.map { tokens.parts(of: $0).map { expression($0) } } ?? []
  }

  /// Returns a macro's argument as text, because a name may contain dashes.
  private func word(_ range: Range<Int>) -> SourceExpression {
    .text(range.map { tokens.string($0) ?? tokens.written($0) }.joined())
  }

  /// Reads `@protocol(P)`, `P.self` or `NSProtocolFromString(@"P")`.
  private func protocolName(_ range: Range<Int>) -> SourceExpression {
    let start =
      tokens.isPunctuation(range.lowerBound, "@") ? range.lowerBound + 1 : range.lowerBound
    if tokens.isWord(start, "protocol"), let name = tokens.word(start + 2) { return .text(name) }
    let group = range.first { tokens.isWord($0, "NSProtocolFromString") }.map { $0 + 1 }
    if let group { return expression(tokens.content(of: group)) }
    guard case .type(let path) = expression(range), let name = path.last else { return .unknown }
    return .text(name)
  }
}

extension SourceExpression {
  var namedType: SourceExpression { isType ? self : .typeNamed(self) }

  /// The class in a new or shared instance: `[C new]`, `[C shared]`, `C()`.
  fileprivate var instanceType: SourceExpression {
    switch self {
    case .instance(let path): .type(path)
    case .name(let path) where path.count == 2 && path[0].first?.isUppercase == true:
      .type([path[0]])
    default: .unknown
    }
  }
}
