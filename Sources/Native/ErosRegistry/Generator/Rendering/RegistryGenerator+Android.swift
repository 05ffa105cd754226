import ErosConfig
import ErosCore

// The context for the Android templates.
extension RegistryGenerator {
  func androidFiles() throws -> [GeneratedFile] {
    let settings = registry.settings.android
    guard settings.isEnabled, let out = settings.out?.value else { return [] }
    var files: [GeneratedFile] = []
    if isUniApp {
      if settings.emit.contains(.code) { files.append(assetsFile(below: out)) }
    } else if settings.emit.contains(.code), let package = settings.package?.value {
      files += try codeFiles(package, below: out)
    }
    if settings.emit.contains(.appConfig) {
      files.append(
        try file(out + "/res/xml/app_config.xml", "app_config.xml", on: .android, appConfig))
    }
    if settings.emit.contains(.weexConfig) {
      files.append(
        try file(
          "\(out)/assets/\(GeneratedFile.weexConfig)", GeneratedFile.weexConfig, on: .android,
          weexConfig))
    }
    if settings.emit.contains(.proguard) {
      files.append(
        try file(out + "/proguard-eros.pro", "proguard-eros.pro", on: .android, keepRules))
    }
    return files
  }

  // MARK: Code

  private func codeFiles(_ package: String, below out: String) throws -> [GeneratedFile] {
    let settings = registry.settings.android
    let isKotlin = settings.language == .kotlin
    let folder =
      "\(out)/\(isKotlin ? "kotlin" : "java")/"
      + package.split(separator: ".").joined(separator: "/")
    var contexts: [(String, TemplateContext)] = [("ErosRegistrant", registrant(isKotlin))]
    if hasRexxarOnAndroid { contexts.append(("ErosRexxarRegistrant", rexxar(isKotlin))) }
    let views = registry[.embedView].on(.android)
    if !views.isEmpty {
      contexts.append(
        (
          "ErosEmbedViewRegistrant",
          [
            "mpaasPackage": .text(codeName(settings.mpaasPackage ?? "", isKotlin))
          ].merging(
            grouped(
              "registerAll",
              views.sorted
                .map { classContext($0.facts.android, $0.name.value, isKotlin) })
          ) { $1 }
        ))
    }
    return try contexts.map { name, context in
      let fileName = name + (isKotlin ? ".kt" : ".java")
      return try file(
        "\(folder)/\(fileName)", fileName, on: .android,
        context.merging(["package": .text(codeName(package, isKotlin))]) { $1 })
    }
  }

  private var hasRexxarOnAndroid: Bool {
    !registry[.widget].on(.android).isEmpty || !registry[.containerAPI].on(.android).isEmpty
      || !registry.rexxarSettings(on: .android).isEmpty
  }

  /// `true` if the code refers to the Weex SDK, unlike in an app with another host.
  private var usesWeex: Bool {
    let hasEntries =
      !registry[.component].on(.android).isEmpty
      || !registry[.module].on(.android).isEmpty
      || !registry[.handler].on(.android).isEmpty
    let presets = Set(registry.settings.presets)
    let usesOtherHost =
      hasRexxarOnAndroid || presets.contains(.rexxarAndroid)
      || !registry[.embedView].on(.android).isEmpty || !registry[.jsAPI].on(.android).isEmpty
    return hasEntries || !presets.isDisjoint(with: [.weexAndroid, .erosAndroid]) || !usesOtherHost
  }

  private func registrant(_ isKotlin: Bool) -> TemplateContext {
    let components = registry[.component].on(.android).sorted.filter(Self.isGenerated)
    let modules = registry[.module].on(.android).sorted.filter(Self.isGenerated)
    let handlers = registry[.handler].on(.android).sorted {
      inByteOrder($0.adapter?.value.rawValue ?? "", $1.adapter?.value.rawValue ?? "")
    }
    let adapters = { (isEngine: Bool) -> TemplateValue in
      .objects(
        handlers.filter { $0.adapter?.value.belongsToEngine == isEngine }.map { handler in
          self.classContext(handler.facts.android, "", isKotlin)
            .merging(["setter": .text(handler.adapter?.value.setter ?? "")]) { $1 }
        })
    }
    let doms = components.flatMap { component in
      component.names.compactMap { name in
        component.facts.android?.dom.map {
          self.pair(name.value, self.codeName($0.value, isKotlin))
        }
      }
    }
    let componentGroups = groups(
      "registerComponents", components.flatMap { componentContexts($0, isKotlin) })
    let moduleGroups = groups("registerModules", modules.map { moduleContext($0, isKotlin) })
    let domGroups = doms.isEmpty ? [] : groups("registerDomObjects", doms)
    return [
      "adapters": adapters(false), "engineAdapters": adapters(true),
      "componentGroups": .objects(componentGroups),
      "splitsComponents": .flag(componentGroups.count > 1),
      "domGroups": .objects(domGroups), "splitsDomObjects": .flag(domGroups.count > 1),
      "moduleGroups": .objects(moduleGroups), "splitsModules": .flag(moduleGroups.count > 1),
      "imports": .texts(imports(components, modules)), "usesWeex": .flag(usesWeex),
    ]
  }

  /// The maximum number of registrations in a method.
  ///
  /// The JVM limits a method to 64 KiB of code, and a registration takes far less than 200 bytes.
  private static let groupSize = 250

  /// Puts registrations of one kind into the method `name`.
  ///
  /// If there are more than ``groupSize``, this method calls numbered methods.
  private func groups(_ name: String, _ items: [TemplateContext]) -> [TemplateContext] {
    guard items.count > Self.groupSize else {
      return [["method": .text(name), "items": .objects(items)]]
    }
    return stride(from: 0, to: items.count, by: Self.groupSize).enumerated().map { index, start in
      let group = items[start..<min(start + Self.groupSize, items.count)]
      return ["method": "\(name)\(index + 1)", "items": .objects(group)]
    }
  }

  /// Puts a class's registrations into methods, with one method that registers all.
  private func grouped(_ name: String, _ items: [TemplateContext]) -> TemplateContext {
    let groups = groups(name, items)
    return ["groups": .objects(groups), "isSplit": .flag(groups.count > 1)]
  }

  private func imports(_ components: [Entry], _ modules: [Entry]) -> [String] {
    let package = registry.settings.android.weexPackage.rawValue
    var imports = [
      "\(package).InitConfig", "\(package).WXSDKEngine", "\(package).common.WXException",
    ]
    if modules.contains(where: { $0.facts.android?.lookup == .runtime }) {
      imports.append("\(package).common.WXModule")
    }
    if components.contains(where: { $0.facts.android?.creator != nil }) {
      imports.append("\(package).ui.SimpleComponentHolder")
    }
    if components.contains(where: { $0.facts.android?.lookup == .runtime }) {
      imports.append("\(package).ui.component.WXComponent")
    }
    return imports
  }

  private func moduleContext(_ module: Entry, _ isKotlin: Bool) -> TemplateContext {
    classContext(module.facts.android, module.name.value, isKotlin)
      .merging(["isGlobal": .flag(module.facts.android?.isGlobal ?? false)]) { $1 }
  }

  /// Calls once for all names, or once for each name to keep the platform's default.
  private func componentContexts(
    _ component: Entry, _ isKotlin: Bool
  ) -> [TemplateContext] {
    let names = component.names.map(\.value)
    let groups = component.appendTree == nil ? names.map { [$0] } : [names]
    return groups.map { group in
      classContext(component.facts.android, group[0], isKotlin).merging([
        "javaArguments": .text(arguments(component, group, isKotlin: false)),
        "kotlinArguments": .text(arguments(component, group, isKotlin: true)),
      ]) { $1 }
    }
  }

  private func arguments(
    _ component: Entry, _ names: [String], isKotlin: Bool
  ) -> String {
    guard let android = component.facts.android else { return "" }
    let quoted = names.map { "\"\(isKotlin ? Escaping.kotlin($0) : Escaping.java($0))\"" }
    let reference = classReference(android, isKotlin)
    if let creator = android.creator {
      let new = isKotlin ? "" : "new "
      let holder =
        "\(new)SimpleComponentHolder(\(reference), \(new)\(codeName(creator, isKotlin))())"
      return ([holder, String(component.appendTree ?? false)] + quoted).joined(separator: ", ")
    }
    guard let appendTree = component.appendTree else { return "\(quoted[0]), \(reference)" }
    return ([reference, String(appendTree)] + quoted).joined(separator: ", ")
  }

  private func classReference(_ android: AndroidClass, _ isKotlin: Bool) -> String {
    if android.lookup == .runtime { return "cls" }
    return codeName(android.name.value, isKotlin) + (isKotlin ? "::class.java" : ".class")
  }

  private func rexxar(_ isKotlin: Bool) -> TemplateContext {
    let widgets = registry[.widget].on(.android).sorted.filter(Self.isGenerated).map { widget in
      rexxarContext(widget, widget.path.value, isKotlin)
    }
    let apis = registry[.containerAPI].on(.android).sorted.filter(Self.isGenerated).map { api in
      rexxarContext(api, "http://rexxar-container/api\(api.path.value)", isKotlin)
    }
    let items = widgets + apis
    let runtime = Set(
      items.filter { $0["isRuntime"]?.isTrue ?? false }.compactMap { $0["kind"]?.text })
    var imports = ["com.douban.rexxar.view.RexxarWebView"]
    if runtime.contains("widget") { imports.append("com.douban.rexxar.view.RexxarWidget") }
    if runtime.contains("containerAPI") {
      imports.append("com.douban.rexxar.resourceproxy.network.RexxarContainerAPI")
    }
    let settings = Dictionary(
      uniqueKeysWithValues: registry.rexxarSettings(on: .android).map { ($0.setting, $0.value) })
    if settings[.scheme] != nil { imports.append("com.douban.rexxar.Constants") }
    if settings[.mapURL] != nil { imports.append("com.douban.rexxar.route.RouteManager") }
    return grouped("attach", items).merging([
      "hasSettings": .flag(!settings.isEmpty),
      "scheme": .text(ifPresent: settings[.scheme]), "mapURL": .text(ifPresent: settings[.mapURL]),
      "imports": .texts(imports.sorted(by: inByteOrder)),
    ]) { $1 }
  }

  private func rexxarContext(
    _ entry: Entry, _ address: String, _ isKotlin: Bool
  ) -> TemplateContext {
    let isWidget = entry.kind == .widget
    return classContext(entry.facts.android, entry.name.value, isKotlin).merging([
      "kind": .text(entry.kind.rawValue), "note": "\(entry.name.value): \(address)",
      "method": isWidget ? "addRexxarWidget" : "addContainerApi",
      "type": isWidget ? "RexxarWidget" : "RexxarContainerAPI",
    ]) { $1 }
  }

  private static func isGenerated(_ entry: Entry) -> Bool {
    entry.facts.android?.lookup.isGenerated ?? false
  }

  // MARK: Classes

  private func classContext(
    _ android: AndroidClass?, _ name: String, _ isKotlin: Bool
  ) -> TemplateContext {
    guard let android else { return [:] }
    let isRuntime = android.lookup == .runtime
    return [
      "name": .text(name), "class": .text(codeName(android.name.value, isKotlin)),
      "runtimeClass": .text(android.name.value), "isRuntime": .flag(isRuntime),
      "exceptions": isRuntime
        ? "ClassNotFoundException | ClassCastException | WXException" : "WXException",
    ]
  }

  /// Returns a name as code spells it: `.` before nested classes, backticks around Kotlin keywords.
  private func codeName(_ name: String, _ isKotlin: Bool) -> String {
    name.split { $0 == "." || $0 == "$" }
      .map { isKotlin && ReservedWords.kotlin.contains(String($0)) ? "`\($0)`" : String($0) }
      .joined(separator: ".")
  }

  // MARK: Resources

  /// The values for the app's own file.
  ///
  /// It replaces the framework's file, so it repeats preset entries.
  private var appConfig: TemplateContext {
    let components = registry[.component].on(.android).sorted.filter(Self.isGenerated).flatMap {
      entry in
      entry.names.map { pair($0.value, entry.facts.android?.name.value ?? "") }
    }
    let modules = registry[.module].on(.android).sorted.filter(Self.isGenerated).map {
      pair($0.name.value, $0.facts.android?.name.value ?? "")
    }
    let declared = Set((components + modules).compactMap { $0["name"]?.text })
    let repeated = { (classes: [String: String]) -> TemplateValue in
      .objects(
        classes.filter { !declared.contains($0.key) }
          .sorted { inByteOrder($0.key, $1.key) }.map { self.pair($0.key, $0.value) })
    }
    let android = presets.filter {
      $0.surface.platform == .android && !($0.moduleClasses.isEmpty && $0.componentClasses.isEmpty)
    }
    return [
      "components": .objects(components), "modules": .objects(modules),
      "presets": .objects(
        android.map {
          [
            "name": .text($0.name.rawValue), "components": repeated($0.componentClasses),
            "modules": repeated($0.moduleClasses),
          ]
        }),
    ]
  }

  private func pair(_ name: String, _ className: String) -> TemplateContext {
    ["name": .text(name), "class": .text(className)]
  }

  private var weexConfig: TemplateContext {
    let names = { (methods: [MethodEntry]) -> TemplateValue in
      .texts(methods.on(.android).map(\.name.value).sorted(by: inByteOrder))
    }
    return [
      "components": .objects(
        registry[.component].on(.android).sorted.filter(Self.isGenerated).flatMap { entry in
          entry.names.map { name in
            [
              "name": .text(name.value), "class": .text(entry.facts.android?.name.value ?? ""),
              "appendTree": .flag(entry.appendTree ?? false), "methods": names(entry.methods),
            ]
          }
        }),
      "modules": .objects(
        registry[.module].on(.android).sorted.filter(Self.isGenerated).map { entry in
          [
            "name": .text(entry.name.value),
            "class": .text(entry.facts.android?.name.value ?? ""),
            "methods": names(entry.methods),
          ]
        }),
    ]
  }

  private var keepRules: TemplateContext {
    let isKept = { (entry: Entry) in entry.facts.android?.isKept ?? false }
    let sdk = HostSDK(registry.settings)
    let (methods, properties) = (sdk.androidImport("method"), sdk.androidImport("property"))
    // The annotation of methods in old versions of Weex.
    let old = isUniApp ? [] : ["\(sdk.package).common.WXModuleAnno"]
    return [
      "weexPackage": .text(sdk.package),
      "markers": .texts([methods] + old + [properties]),
      "moduleMarkers": .texts([methods] + old), "componentMarkers": .texts([methods, properties]),
      "components": .objects(
        registry[.component].on(.android).sorted.filter(isKept).map {
          [
            "names": .text($0.names.map(\.value).joined(separator: ", ")),
            "class": .text($0.facts.android?.name.value ?? ""),
          ]
        }),
      "modules": .objects(
        registry[.module].on(.android).sorted.filter(isKept).map {
          pair($0.name.value, $0.facts.android?.name.value ?? "")
        }),
      "embedViews": .objects(
        registry[.embedView].on(.android).filter(isKept)
          .sorted.map { pair($0.name.value, $0.facts.android?.name.value ?? "") }),
      "rexxar": .objects(
        keptByName(.widget) + keptByName(.containerAPI)
          + registry[.jsAPI].on(.android).filter(isKept).map {
            pair($0.names.map(\.value).joined(separator: ", "), $0.facts.android?.name.value ?? "")
              .merging(["kind": "jsApi"]) { $1 }
          }),
    ]
  }

  /// Returns the classes that are referenced only by name.
  ///
  /// Without keep rules, shrinking would remove them.
  private func keptByName(_ kind: EntryKind) -> [TemplateContext] {
    registry[kind].on(.android).sorted.compactMap { entry in
      guard let android = entry.facts.android, android.lookup == .runtime, android.isKept else {
        return nil
      }
      return pair(entry.name.value, android.name.value).merging(["kind": .text(kind.rawValue)]) {
        $1
      }
    }
  }
}
