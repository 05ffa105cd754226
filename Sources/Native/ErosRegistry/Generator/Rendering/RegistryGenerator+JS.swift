import ErosConfig
import ErosCore

// The context for the JavaScript and TypeScript templates.
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
    _ name: String, _ out: String, _ context: TemplateContext
  ) throws -> GeneratedFile {
    try file("\(out)/\(name)", name, on: nil, context)
  }

  // MARK: Entries

  /// Returns the entries in the description and its presets, sorted.
  private func entries(_ kind: EntryKind) -> [Entry] {
    let declared = registry[kind].filter { !$0.facts.platforms.isEmpty }
    let declaredNames = Set(declared.flatMap(\.names).map(\.value))
    return (declared + PresetEntries(presets: namedPresets).entries(kind, except: declaredNames))
      .sorted
  }

  private var namedPresets: [Preset] {
    presets.filter { registry.settings.presets.contains($0.name) }
  }

  // MARK: Declarations

  private var declarations: TemplateContext {
    var taken = TypeScriptNames()
    let typeNames = registry.typeNames.reduce(into: [String: String]()) {
      $0[$1] = taken.take($1)
    }
    let modules = entries(.module)
    let components = entries(.component)
    let sharedNames = SharedNames(modules.map { ([$0.name.value], $0.facts, $0.methods) })
    let sharedTags = SharedNames(
      components.map { ($0.names.map(\.value), $0.facts, $0.methods) })
    let moduleTypes = modules.map { module(&taken, $0, typeNames, sharedNames) }
    let componentTypes = components.map { component(&taken, $0, typeNames, sharedTags) }
    return [
      "types": .objects(registry.typeNames.map { type($0, typeNames) }),
      "modules": .objects(moduleTypes), "components": .objects(componentTypes),
      "supported": .texts(supported), "plugins": .flag(isUniApp),
      "moduleNames": Self.members(
        zip(modules, moduleTypes).map { ($0.name.value, $1["interface"]?.text ?? "") }),
      "componentNames": Self.members(
        zip(components, componentTypes).flatMap { component, context in
          let name = context["interface"]?.text ?? ""
          return component.names.map {
            (
              $0.value,
              "{ element: \(name)Element; attributes: \(name)Attributes; events: \(name)Events }"
            )
          }
        }),
    ]
  }

  /// Returns an interface's members by name, with the types on all platforms merged.
  private static func members(_ members: [(name: String, type: String)]) -> TemplateValue {
    var types: [String: [String]] = [:]
    for member in members { types[member.name, default: []].append(member.type) }
    var uniqueNames: Set<String> = []
    return .objects(
      members.filter { uniqueNames.insert($0.name).inserted }.map {
        [
          "name": .text($0.name),
          "type": .text(types[$0.name, default: []].joined(separator: " & ")),
        ]
      })
  }

  private func type(_ name: String, _ names: [String: String]) -> TemplateContext {
    guard case .shape(let fields) = registry.types.types[name] ?? .any else { return [:] }
    return [
      "name": .text(names[name] ?? name),
      "fields": .objects(
        fields.map { field($0.name, $0.type, isRequired: !$0.isOptional, doc: nil, names) }),
    ]
  }

  private func field(
    _ name: String, _ type: TypeExpression, isRequired: Bool, doc: String?,
    _ names: [String: String]
  ) -> TemplateContext {
    let key = TypeScriptNames.key(name) + (isRequired ? "" : "?")
    return ["line": "\(key): \(type.typeScript(names));", "doc": .text(ifPresent: doc)]
  }

  private func module(
    _ taken: inout TypeScriptNames, _ module: Entry, _ names: [String: String],
    _ sharedNames: SharedNames
  ) -> TemplateContext {
    let platforms = module.facts.platforms
    let methods = DeclaredMethods(
      names: names, platforms: platforms, methodsByPlatform: sharedNames.of([module.name.value]))
    let declared = Set(module.methods.map(\.name.value))
    return [
      "name": .text(module.name.value),
      "interface": .text(taken.take(TypeScriptNames.pascalCase(module.name.value) + "Module")),
      "doc": .text(
        doc(module.facts, platforms.sorted(by: >).map(\.rawValue).joined(separator: ", "))),
      "methods": .objects(
        module.methods.filter { isPresent($0, platforms) }.map(methods.context)),
      "listeners": .texts(Self.listeners.filter { !declared.contains($0.name) }.map(\.line)),
    ]
  }

  /// TypeScript declarations for the listener methods that every module has.
  private static let listeners = [
    (
      name: "addEventListener",
      line: "addEventListener(event: string, callback: KeepAliveCallback, "
        + "options?: { once?: boolean }): void;"
    ),
    (
      name: "removeAllEventListeners",
      line: "removeAllEventListeners(event: string): void;"
    ),
  ]

  private func component(
    _ taken: inout TypeScriptNames, _ component: Entry, _ names: [String: String],
    _ sharedNames: SharedNames
  ) -> TemplateContext {
    let platforms = component.facts.platforms
    let methods = DeclaredMethods(
      names: names, platforms: platforms,
      methodsByPlatform: sharedNames.of(component.names.map(\.value)))
    let tags = component.names.map { "<\($0.value)>" }.joined(separator: ", ")
    return [
      "interface": .text(
        taken.take(
          TypeScriptNames.pascalCase(component.name.value),
          suffixes: ["Element", "Attributes", "Events"])),
      "doc": .text(doc(component.facts, tags)),
      "methods": .objects(
        component.methods.filter { isPresent($0, platforms) }.map(methods.context)),
      "attributes": .objects(
        component.members(.attribute).map {
          field(
            $0.name.value, $0.type, isRequired: $0.isRequired, doc: doc($0.doc, $0.platforms),
            names)
        }),
      "events": .objects(
        component.members(.event).map {
          field(
            $0.name.value, $0.type, isRequired: true,
            doc: doc($0.doc, $0.platforms), names)
        }),
    ]
  }

  private func isPresent(_ method: MethodEntry, _ platforms: Set<Platform>) -> Bool {
    platforms.contains { method.exists(on: $0) }
  }

  private func doc(_ facts: EntryFacts, _ what: String) -> String {
    ([what, facts.doc] + (facts.isDeprecated ? ["@deprecated"] : []))
      .compactMap { $0 }.joined(separator: ": ")
  }

  private func doc(_ doc: String?, _ platforms: Set<Platform>?) -> String? {
    let notes = [doc, platforms.flatMap(DeclaredMethods.restriction)].compactMap { $0 }
    return notes.isEmpty ? nil : notes.joined(separator: " ")
  }

  /// Everything that `weex.supports` accepts, as lines of a union.
  private var supported: [String] {
    let modules = entries(.module).map { module in
      let methods = module.methods.filter { isPresent($0, module.facts.platforms) }
      return ["@module/\(module.name.value)"]
        + methods.map { "@module/\(module.name.value).\($0.name.value)" }
    }
    let components = entries(.component).map { component in
      component.names.map { "@component/\($0.value)" }
    }
    let lines = (modules + components).map { conditions in
      conditions.map { "| '\(Escaping.javaScript($0))'" }.joined(separator: " ")
    }
    guard let last = lines.last else { return ["never;"] }
    return lines.dropLast() + [last + ";"]
  }

  // MARK: Meta data and names

  private var meta: TemplateContext {
    let modules = registry[.module].filter { !$0.facts.platforms.isEmpty }
    // Each platform may have its own module of the same name.
    let byName = Dictionary(grouping: modules, by: \.name.value)
    return [
      "modules": .objects(
        byName.sorted { inByteOrder($0.key, $1.key) }.map { name, modules in
          ["key": .text(TypeScriptNames.key(name)), "methods": .objects(metaMethods(modules))]
        })
    ]
  }

  private func metaMethods(_ modules: [Entry]) -> [TemplateContext] {
    let present = modules.flatMap { module in
      module.methods.filter { isPresent($0, module.facts.platforms) }
    }
    let methods = Dictionary(present.map { ($0.name.value, $0) }) { first, _ in first }
      .values.sorted { inByteOrder($0.name.value, $1.name.value) }
    return methods.enumerated().map { index, method in
      let kinds = method.args.map { "'\($0.type.metaKind)'" }.joined(separator: ", ")
      return [
        "name": .text(method.name.value), "kinds": .text(kinds),
        "separator": index + 1 < methods.count ? "," : "",
      ]
    }
  }

  private var names: TemplateContext {
    let modules = Set(registry[.module].filter { !$0.facts.platforms.isEmpty }.map(\.name.value))
    let components = registry[.component].filter { !$0.facts.platforms.isEmpty }
      .sorted { inByteOrder($0.name.value, $1.name.value) }
    var uniqueNames: Set<String> = []
    return [
      "modules": .objects(
        modules.sorted(by: inByteOrder).map {
          ["key": .text(TypeScriptNames.key($0)), "name": .text($0)]
        }),
      "componentNames": .texts(
        components.flatMap(\.names).map(\.value).filter { uniqueNames.insert($0).inserted }),
    ]
  }
}

/// Entries that share a name, each for a single platform.
struct SharedNames {
  typealias Group = (names: [String], facts: EntryFacts, methods: [MethodEntry])

  private var entries: [String: [Group]] = [:]

  init(_ entries: [Group]) {
    for entry in entries {
      for name in entry.names { self.entries[name, default: []].append(entry) }
    }
  }

  /// Returns the methods by platform under any of `names`.
  ///
  /// Empty if no name is shared.
  func of(_ names: [String]) -> [Platform: Set<String>] {
    let groups = names.map { entries[$0] ?? [] }
    guard groups.contains(where: { $0.count > 1 }) else { return [:] }
    return groups.joined().reduce(into: [:]) { methods, entry in
      for platform in entry.facts.platforms {
        methods[platform, default: []].formUnion(entry.methods.on(platform).map(\.name.value))
      }
    }
  }
}
