import ErosConfig
import ErosCore

// The context for the iOS templates.
extension RegistryGenerator {
  func iosFiles() throws -> [GeneratedFile] {
    let settings = registry.settings.ios
    guard settings.isEnabled else { return [] }
    var files = isUniApp ? propertyListFiles : []
    guard let out = settings.out?.value else { return files }
    let isSwift = settings.language == .swift
    if !isUniApp {
      files += try registrant("ErosRegistrant", isSwift, out, registrantContext(isSwift: isSwift))
    }
    if hasRexxar {
      files += try registrant("RexxarRegistrant", isSwift, out, rexxarContext(isSwift: isSwift))
    }
    let exported = exportedClasses
    if settings.exports, !exported.isEmpty {
      var imports = IOSImports(settings: settings)
      for item in exported { imports.add(item.iosClass) }
      files.append(
        try file(
          "\(out)/\(prefix(of: "ErosExports"))ErosExports.swift", "ErosExports.swift", on: .ios,
          ["classes": .objects(exported.map(exportContext)), "imports": imports.swiftModules]))
    }
    return files
  }

  private func registrant(
    _ name: String, _ isSwift: Bool, _ out: String, _ context: TemplateContext
  ) throws -> [GeneratedFile] {
    let prefix = prefix(of: name)
    return try (isSwift ? ["swift"] : ["h", "m"]).map { suffix in
      try file(
        "\(out)/\(prefix)\(name).\(suffix)", "\(name).\(suffix)", on: .ios,
        context.merging(["prefix": .text(prefix)]) { $1 })
    }
  }

  /// Returns the prefix for class names.
  ///
  /// `Eros` is not repeated.
  private func prefix(of name: String) -> String {
    let prefix = registry.settings.ios.prefix
    return prefix == "Eros" && name.hasPrefix(prefix) ? "" : prefix
  }

  // MARK: Weex and mini programs

  private func registrantContext(isSwift: Bool) -> TemplateContext {
    let handlers = registry[.handler].on(.ios).sorted
    let components = generated(.component)
    let modules = generated(.module)
    let views = generated(.embedView)
    let entries = handlers + components + modules + views
    var imports = IOSImports(settings: registry.settings.ios)
    for entry in entries { imports.add(entry.facts.ios) }
    if !handlers.isEmpty || !components.isEmpty || !modules.isEmpty {
      imports.add(framework: "WeexSDK")
    }
    if !views.isEmpty { imports.add(framework: "NebulaPoseidon") }
    for handler in handlers { imports.add(handler: handler) }
    return [
      "handlers": .objects(handlers.map { handlerContext($0, isSwift: isSwift) }),
      "components": .objects(
        components.flatMap { componentContexts($0, isSwift: isSwift) }),
      "modules": .objects(
        modules.map { classContext($0.facts.ios, $0.name.value, isSwift: isSwift) }),
      "embedViews": .objects(
        views.map { classContext($0.facts.ios, $0.name.value, isSwift: isSwift) }),
      "imports": imports.swiftModules, "importGroups": imports.groups,
      "reportsMissing": .flag(entries.contains { $0.facts.ios?.lookup == .runtime }),
    ]
  }

  /// Returns the entries of a kind that generated code registers on iOS, in their order.
  private func generated(_ kind: EntryKind) -> [Entry] {
    registry[kind].on(.ios).sorted.filter { $0.facts.ios?.lookup.isGenerated ?? false }
  }

  /// Returns what all iOS classes have in common, and the registered name.
  private func classContext(
    _ iosClass: IOSClass?, _ name: String, isSwift: Bool
  ) -> TemplateContext {
    guard let iosClass else { return [:] }
    let fullName = iosClass.name.value
    // Objective-C refers to a Swift class without its module.
    let codeName = isSwift ? fullName : fullName.split(separator: ".").last.map(String.init)
    return [
      "name": .text(name), "class": .text(codeName ?? fullName), "runtimeClass": .text(fullName),
      "isDirect": .flag(iosClass.lookup == .direct),
      "condition": .text(ifPresent: iosClass.condition?.value),
    ]
  }

  private func componentContexts(
    _ component: Entry, isSwift: Bool
  ) -> [TemplateContext] {
    component.names.map { name in
      var context = classContext(component.facts.ios, name.value, isSwift: isSwift)
      context["properties"] = .text(objcProperties(component, name.value))
      context["swiftProperties"] = .text(swiftProperties(component, name.value))
      return context
    }
  }

  /// Returns the properties for the SDK.
  ///
  /// If `type` is missing, the SDK drops a component that has no methods.
  private func properties(
    _ component: Entry, _ name: String
  ) -> [(key: String, value: String?)]? {
    if component.appendTree == nil, !component.isTemplate { return nil }
    var properties: [(key: String, value: String?)] = []
    if component.appendTree ?? true { properties.append(("append", "tree")) }
    if component.isTemplate { properties.append(("isTemplate", nil)) }
    return properties.isEmpty ? [] : properties + [("type", name)]
  }

  private func objcProperties(_ component: Entry, _ name: String) -> String {
    guard let properties = properties(component, name) else { return "" }
    let texts = properties.map { property in
      "@\"\(property.key)\": "
        + (property.value.map { "@\"\(Escaping.objectiveC($0))\"" } ?? "@YES")
    }
    return " withProperties:" + (texts.isEmpty ? "nil" : "@{\(texts.joined(separator: ", "))}")
  }

  private func swiftProperties(_ component: Entry, _ name: String) -> String {
    guard let properties = properties(component, name) else { return "" }
    let texts = properties.map { property in
      "\"\(property.key)\": " + (property.value.map { "\"\(Escaping.swift($0))\"" } ?? "true")
    }
    return ", withProperties: " + (texts.isEmpty ? "nil" : "[\(texts.joined(separator: ", "))]")
  }

  private func handlerContext(_ handler: Entry, isSwift: Bool) -> TemplateContext {
    var context = classContext(handler.facts.ios, "", isSwift: isSwift)
    guard let ios = handler.iosHandler else { return context }
    context["protocol"] = .text(ios.protocolName.value)
    context["registry"] = ios.registry == .eros ? "BMHandlerFactory" : "WXSDKEngine"
    context["create"] = .text(ios.create)
    context["swiftCreate"] = ios.create == "new" ? "()" : ".\(ios.create)()"
    return context
  }

  // MARK: Exports

  private typealias ExportedClass = (iosClass: IOSClass, methods: [MethodEntry])

  /// The Swift classes with methods for JavaScript, each once.
  private var exportedClasses: [ExportedClass] {
    let entries =
      registry[.module].on(.ios).map { ($0.facts.ios, $0.methods) }
      + registry[.component].on(.ios).map { ($0.facts.ios, $0.methods) }
    var classes: [String: ExportedClass] = [:]
    for case (let iosClass?, let methods) in entries where iosClass.isSwift {
      let present = methods.on(.ios)
      let earlierMethods = classes[iosClass.name.value]?.methods ?? []
      let names = Set(earlierMethods.map(\.name.value))
      let all = earlierMethods + present.filter { !names.contains($0.name.value) }
      if !all.isEmpty { classes[iosClass.name.value] = (iosClass, all) }
    }
    return classes.sorted { inByteOrder($0.key, $1.key) }.map(\.value)
  }

  private func exportContext(_ exported: ExportedClass) -> TemplateContext {
    let methods = exported.methods.sorted { inByteOrder($0.name.value, $1.name.value) }
    return [
      "class": .text(exported.iosClass.name.value),
      "methods": .objects(
        methods.map {
          ["function": .text($0.exportingFunction), "selector": .text($0.selector)]
        }),
      "condition": .text(ifPresent: exported.iosClass.condition?.value),
    ]
  }

  // MARK: Rexxar

  private var hasRexxar: Bool {
    let entries = registry.entries.filter { $0.kind.host == .rexxar }
    return entries.contains { $0.exists(on: .ios) } || !registry.rexxarSettings(on: .ios).isEmpty
  }

  private func rexxarContext(isSwift: Bool) -> TemplateContext {
    let widgets = generated(.widget)
    let apis = generated(.containerAPI)
    let decorators = generated(.decorator)
    let proxies = generated(.proxy)
    let entries = widgets + apis + decorators + proxies
    var imports = IOSImports(settings: registry.settings.ios)
    for entry in entries { imports.add(entry.facts.ios) }
    // The Objective-C header already imports it.
    if isSwift { imports.add(framework: "Rexxar") }
    return [
      "settings": .objects(
        registry.rexxarSettings(on: .ios).map { setting, value in
          [
            "setter": .text(setting.iosSetter), "value": .text(value),
            "isURL": .flag(setting == .mapURL),
          ]
        }),
      "widgets": .objects(
        widgets.map { item($0, "\($0.name.value): \($0.path.value)", isSwift) }),
      "interceptors": .objects(
        [
          list(
            "containerAPIs", "RXRContainerAPI", "RXRContainerInterceptor.containerAPIs",
            apis.map { item($0, "\($0.name.value): /api\($0.path.value)", isSwift) }),
          list(
            "decorators", "RXRDecorator", "RXRRequestInterceptor.decorators",
            decorators.map { decoratorItem($0, isSwift) }),
          list(
            "proxies", "RXRProxy", "RXRRequestInterceptor.proxies",
            proxies.map { item($0, $0.name.value, isSwift) }),
        ].filter { $0.isNeeded || $0.name != "proxies" }.map(\.context)),
      "imports": imports.swiftModules, "importGroups": imports.groups,
      "reportsMissing": .flag(entries.contains { $0.facts.ios?.lookup == .runtime }),
    ]
  }

  private func item(
    _ entry: Entry, _ note: String, _ isSwift: Bool
  ) -> TemplateContext {
    classContext(entry.facts.ios, "", isSwift: isSwift).merging([
      "note": .text(note), "isStandard": false, "headers": .list([]), "parameters": .list([]),
    ]) { $1 }
  }

  private func decoratorItem(_ decorator: Entry, _ isSwift: Bool) -> TemplateContext {
    let pairs = { (pairs: [(name: String, value: String)]) -> TemplateValue in
      .objects(
        pairs.sorted { inByteOrder($0.name, $1.name) }
          .map { ["name": .text($0.name), "value": .text($0.value)] })
    }
    return item(decorator, decorator.name.value, isSwift).merging([
      "isStandard": .flag(decorator.isStandard), "headers": pairs(decorator.headers),
      "parameters": pairs(decorator.parameters),
    ]) { $1 }
  }

  private func list(
    _ name: String, _ protocolName: String, _ target: String, _ items: [TemplateContext]
  ) -> (name: String, isNeeded: Bool, context: TemplateContext) {
    (
      name, !items.isEmpty,
      [
        "name": .text(name), "protocol": .text(protocolName), "target": .text(target),
        "items": .objects(items),
      ]
    )
  }
}
