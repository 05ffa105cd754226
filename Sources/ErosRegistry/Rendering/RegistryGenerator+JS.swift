/// What the templates of the JavaScript side may use.
extension RegistryGenerator {
  var jsTasks: [FileTask] {
    let settings = registry.settings.js
    guard settings.isEnabled, let out = settings.out?.value else { return [] }
    var tasks: [FileTask] = []
    if settings.emit.contains(.dts) {
      tasks.append { [try js("eros-native.d.ts", out, declarations)] }
    }
    if settings.emit.contains(.meta) { tasks.append { [try js("eros-native.meta.js", out, meta)] } }
    if settings.emit.contains(.names) {
      tasks.append { [try js("eros-native.names.js", out, names)] }
    }
    return tasks
  }

  private func js(
    _ name: String, _ out: String, _ context: [String: Any]
  ) throws -> GeneratedFile {
    try file("\(out)/\(name)", name, on: nil, context)
  }

  // MARK: Entries

  /// The modules of the description and of the named presets, sorted.
  private var modules: [ModuleEntry] {
    let declared = registry.modules.filter { !$0.facts.platforms.isEmpty }
    let known = Set(declared.map(\.name.value))
    return (declared + PresetEntries(presets: namedPresets).modules(except: known))
      .sorted { inByteOrder($0.name.value, $1.name.value) }
  }

  private var components: [ComponentEntry] {
    let declared = registry.components.filter { !$0.facts.platforms.isEmpty }
    let known = Set(declared.flatMap(\.allNames).map(\.value))
    return (declared + PresetEntries(presets: namedPresets).components(except: known))
      .sorted { inByteOrder($0.name.value, $1.name.value) }
  }

  private var namedPresets: [Preset] {
    presets.filter { registry.settings.presets.contains($0.name) }
  }

  // MARK: Declarations

  private var declarations: [String: Any] {
    var taken = TypeScriptNames()
    let typeNames = registry.typeNames.reduce(into: [String: String]()) {
      $0[$1] = taken.take($1)
    }
    let modules = modules.map { module(&taken, $0, typeNames) }
    let components = components.map { component(&taken, $0, typeNames) }
    return [
      "types": registry.typeNames.map { type($0, typeNames) }, "modules": modules,
      "components": components, "supported": supported,
    ]
  }

  private func type(_ name: String, _ names: [String: String]) -> [String: Any] {
    guard case .shape(let fields) = registry.types.types[name] ?? .any else { return [:] }
    return [
      "name": names[name] ?? name,
      "fields": fields.map {
        field($0.name, $0.type, isRequired: !$0.isOptional, doc: nil, names)
      },
    ]
  }

  private func field(
    _ name: String, _ type: TypeExpression, isRequired: Bool, doc: String?,
    _ names: [String: String]
  ) -> [String: Any] {
    let key = TypeScriptNames.key(name) + (isRequired ? "" : "?")
    var context: [String: Any] = ["line": "\(key): \(type.typeScript(names));"]
    context["doc"] = doc
    return context
  }

  private func module(
    _ taken: inout TypeScriptNames, _ module: ModuleEntry, _ names: [String: String]
  ) -> [String: Any] {
    let platforms = module.facts.platforms
    let methods = DeclaredMethods(names: names, platforms: platforms)
    return [
      "name": module.name.value,
      "interface": taken.take(TypeScriptNames.pascalCase(module.name.value) + "Module"),
      "doc": doc(module.facts, platforms.sorted(by: >).map(\.rawValue).joined(separator: ", ")),
      "methods": module.methods.filter { isPresent($0, platforms) }.map(methods.context),
    ]
  }

  private func component(
    _ taken: inout TypeScriptNames, _ component: ComponentEntry, _ names: [String: String]
  ) -> [String: Any] {
    let platforms = component.facts.platforms
    let methods = DeclaredMethods(names: names, platforms: platforms)
    let tags = component.allNames.map { "<\($0.value)>" }.joined(separator: ", ")
    return [
      "names": component.allNames.map(\.value),
      "interface": taken.take(
        TypeScriptNames.pascalCase(component.name.value),
        suffixes: ["Element", "Attributes", "Events"]),
      "doc": doc(component.facts, tags),
      "methods": component.methods.filter { isPresent($0, platforms) }.map(methods.context),
      "attributes": component.attributes.map {
        field($0.name.value, $0.type, isRequired: $0.isRequired, doc: $0.doc, names)
      },
      "events": component.events.map {
        field($0.name.value, $0.payload ?? .any, isRequired: true, doc: $0.doc, names)
      },
    ]
  }

  private func isPresent(_ method: MethodEntry, _ platforms: Set<Platform>) -> Bool {
    platforms.contains { method.exists(on: $0) }
  }

  private func doc(_ facts: EntryFacts, _ what: String) -> String {
    ([what, facts.doc] + (facts.isDeprecated ? ["@deprecated"] : []))
      .compactMap { $0 }.joined(separator: ": ")
  }

  /// The lines of the union of everything that `weex.supports` can be asked for.
  private var supported: [String] {
    let modules = modules.map { module in
      let methods = module.methods.filter { isPresent($0, module.facts.platforms) }
      return ["@module/\(module.name.value)"]
        + methods.map { "@module/\(module.name.value).\($0.name.value)" }
    }
    let components = components.map { component in
      component.allNames.map { "@component/\($0.value)" }
    }
    let lines = (modules + components).map { conditions in
      conditions.map { "| '\(Escaping.javaScript($0))'" }.joined(separator: " ")
    }
    guard let last = lines.last else { return ["never;"] }
    return lines.dropLast() + [last + ";"]
  }

  // MARK: Meta data and names

  private var meta: [String: Any] {
    let modules = registry.modules.filter { !$0.facts.platforms.isEmpty }
      .sorted { inByteOrder($0.name.value, $1.name.value) }
    return [
      "modules": modules.map { module in
        [
          "key": TypeScriptNames.key(module.name.value),
          "methods": metaMethods(module),
        ] as [String: Any]
      }
    ]
  }

  private func metaMethods(_ module: ModuleEntry) -> [[String: Any]] {
    let methods = module.methods.filter { isPresent($0, module.facts.platforms) }
      .sorted { inByteOrder($0.name.value, $1.name.value) }
    return methods.enumerated().map { index, method in
      let kinds = method.args.map { "'\($0.type.metaKind)'" }.joined(separator: ", ")
      return [
        "name": method.name.value, "kinds": kinds,
        "separator": index + 1 < methods.count ? "," : "",
      ]
    }
  }

  private var names: [String: Any] {
    let modules = registry.modules.filter { !$0.facts.platforms.isEmpty }
      .map(\.name.value).sorted(by: inByteOrder)
    let components = registry.components.filter { !$0.facts.platforms.isEmpty }
      .sorted { inByteOrder($0.name.value, $1.name.value) }
    return [
      "modules": modules.map { ["key": TypeScriptNames.key($0), "name": $0] as [String: Any] },
      "componentNames": components.flatMap(\.allNames).map(\.value),
    ]
  }
}
