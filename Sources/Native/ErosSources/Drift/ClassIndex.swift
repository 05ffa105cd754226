import ErosConfig
import ErosCore
import ErosRegistry
import ErosSyntax

/// Finds classes in all sources, with their ancestors.
struct ClassIndex {
  /// A class merged with its categories and extensions.
  private struct Entry {
    /// Implementation, declaration, categories and extensions, in this order.
    let parts: [SourceClass]
    let isDefined: Bool
    let bases: [String]
    let exports: [SourceExport]
    /// The first export with a JavaScript name, and the first method with a native name.
    let exportsByName: [String: SourceExport]
    let methodsByName: [String: SourceMethod]

    init(_ parts: [SourceClass]) {
      let definitions = parts.filter(\.isDefinition)
      self.parts =
        definitions.filter { !$0.isExtension } + definitions.filter(\.isExtension)
        + parts.filter { !$0.isDefinition }
      isDefined = parts.contains(where: \.isDefinition)
      var baseNames: Set<String> = []
      let all = self.parts.flatMap(\.bases).filter { baseNames.insert($0).inserted }
      bases = Array(all.prefix(maximumChainLength))
      exports = self.parts.flatMap(\.exports)
      exportsByName = Dictionary(exports.map { ($0.name, $0) }) { first, _ in first }
      methodsByName = Dictionary(
        self.parts.flatMap(\.methods).map { ($0.name, $0) }
      ) { first, _ in first }
    }
  }

  let platform: Platform
  private let entries: [String: Entry]
  /// The qualified name of each implemented class, or `nil` if several have the simple name.
  private let qualifiedNames: [String: String?]
  /// Classes with a subclass that implements a method, by the method's JavaScript name.
  private var basesByMethod: [String: Set<String>]

  init(_ facts: SourceFacts, platform: Platform) {
    self.platform = platform
    let classes = facts.classes.filter { $0.platform == platform }
    // Swift extensions refer to a class by its Swift name.
    var aliases: [String: String] = [:]
    for part in classes {
      for other in part.otherNames { aliases[other] = part.name }
    }
    let grouped = Dictionary(grouping: classes) { aliases[$0.name] ?? $0.name }
    entries = grouped.mapValues { Entry($0) }
    names = entries.keys.sorted(by: inByteOrder)
    var qualifiedNames: [String: String?] = [:]
    for (name, entry) in entries where entry.isDefined {
      Self.add(name, as: Self.simpleName(name), to: &qualifiedNames)
    }
    for (other, name) in aliases where entries[other] == nil && entries[name]?.isDefined == true {
      Self.add(name, as: other, to: &qualifiedNames)
    }
    self.qualifiedNames = qualifiedNames
    basesByMethod = [:]
    for name in names {
      let bases = chain(of: name).names.filter { $0 != name }
      guard !bases.isEmpty else { continue }
      for method in (entries[name]?.methodsByName ?? [:]).keys {
        basesByMethod[Selector.jsName(method), default: []].formUnion(bases)
      }
    }
  }

  private static func add(_ name: String, as simpleName: String, to names: inout [String: String?])
  {
    let other = names.updateValue(name, forKey: simpleName)
    if other != nil { names[simpleName] = .some(nil) }
  }

  let names: [String]

  static func simpleName(_ name: String) -> String {
    name.split { $0 == "." || $0 == "$" }.last.map(String.init) ?? name
  }

  /// Returns the qualified name of a class, or `nil` if no source implements it.
  ///
  /// On iOS, a Swift class may be named with or without its module.
  func resolve(_ name: String) -> String? {
    if isDefined(name) { return name }
    let isBare = platform == .ios || !name.contains(".")
    guard isBare else { return nil }
    return qualifiedNames[Self.simpleName(name)] ?? nil
  }

  private func isDefined(_ name: String) -> Bool { entries[name]?.isDefined == true }

  func parts(of name: String) -> [SourceClass] { entries[name]?.parts ?? [] }

  func position(of name: String) -> FilePosition? { entries[name]?.parts.first?.position }

  func header(of name: String) -> String? {
    parts(of: name).first { !$0.isExtension && $0.position.file.ends(with: ".h") }?
      .position.file.lastPathComponent
  }

  func isSwift(_ name: String) -> Bool {
    entries[name]?.parts.contains { $0.isSwift && $0.isDefinition } == true
  }

  // MARK: Inheritance

  /// The maximum inheritance depth, as a limit for hostile sources.
  private static let maximumChainLength = 64

  struct Chain {
    var names: [String] = []
    var roots: [String] = []
  }

  /// Returns the ancestors of `name`.
  ///
  /// A cycle is visited once.
  func chain(of name: String) -> Chain {
    var chain = Chain()
    var waiting = [name]
    var visited: Set<String> = []
    while let next = waiting.popLast(), visited.count < Self.maximumChainLength {
      let resolved = resolve(next) ?? next
      guard visited.insert(resolved).inserted else { continue }
      if let entry = entries[resolved] {
        chain.names.append(resolved)
        waiting += entry.bases.reversed()
      } else {
        chain.roots.append(next)
      }
    }
    return chain
  }

  func exports(of name: String) -> [SourceExport] { entries[name]?.exports ?? [] }

  /// Returns the first export of a class with the JavaScript name `method`.
  func export(_ method: String, of name: String) -> SourceExport? {
    entries[name]?.exportsByName[method]
  }

  /// Returns what a class and its ancestors export, by name.
  ///
  /// The nearest wins.
  func allExports(of name: String) -> [String: SourceExport] {
    chain(of: name).names.reduce(into: [:]) { result, name in
      result.merge(entries[name]?.exportsByName ?? [:]) { nearest, _ in nearest }
    }
  }

  /// Returns the method that implements an export, searched in `chain` on iOS.
  func method(of export: SourceExport, in chain: Chain) -> SourceMethod? {
    if let parameters = export.parameters {
      return SourceMethod(
        name: export.nativeName, parameters: parameters, returns: export.returns ?? "void",
        position: export.position)
    }
    return chain.names.lazy.compactMap { entries[$0]?.methodsByName[export.nativeName] }.first
  }

  /// Returns the class and its ancestors, except classes that belong to a host.
  private func ownChain(of name: String) -> [String] {
    chain(of: name).names.filter { $0 == name || !parts(of: $0).contains(where: \.isHost) }
  }

  func attributes(of name: String) -> [SourceAttribute] {
    ownChain(of: name).flatMap { parts(of: $0) }.flatMap(\.attributes)
  }

  func events(of name: String) -> [SourceName] {
    ownChain(of: name).flatMap { parts(of: $0) }.flatMap(\.events)
  }

  func messages(of name: String) -> [SourceName] {
    ownChain(of: name).flatMap { parts(of: $0) }.flatMap(\.messages)
  }

  /// Returns `true` if a subclass implements the exported method.
  func isImplementedBelow(_ name: String, _ export: SourceExport) -> Bool {
    basesByMethod[export.name]?.contains(name) == true
  }

  /// Returns `true` if a class in the chain has `@objcMembers`, because subclasses inherit it.
  func exposesMembers(_ chain: Chain) -> Bool {
    chain.names.contains { parts(of: $0).contains(where: \.exposesMembers) }
  }

  // MARK: The SDK

  func sdkClasses(of name: String) -> [SDKClass] {
    let chain = chain(of: name)
    return (chain.names + chain.roots).map(Self.simpleName)
      .flatMap { Preset.sdkClasses(of: $0, on: platform) }
  }

  /// Explains why a class may have more attributes and events, or returns `nil`.
  func openReason(of name: String) -> Message? {
    let chain = chain(of: name)
    let all = chain.names.flatMap { parts(of: $0) }
    if let part = all.first(where: { $0.hasUnknownAttributes || $0.hasUnknownEvents }) {
      return "'\(part.name.escapedForDisplay)' uses it by a computed name (\(part.position))"
    }
    return unknownBase(of: name)
  }

  /// Explains that a base class is in no source and may have more members, or returns `nil`.
  func unknownBase(of name: String) -> Message? {
    let unknown = chain(of: name).roots.first { root in
      !NativeBases.isPlain(root)
        && Preset.sdkClasses(of: Self.simpleName(root), on: platform).isEmpty
        && !root.ends(with: "Protocol") && !root.ends(with: "Delegate")
        && !Self.isInterface(root)
    }
    return unknown.map { name -> Message in
      "'\(Self.simpleName(name).escapedForDisplay)', which is not in the sources, offers it"
    }
  }

  /// Recognizes names that are written like interfaces: `OnClickListener`, `Scrollable`.
  private static func isInterface(_ name: String) -> Bool {
    ["Listener", "Callback", "able", "Handler"].contains { name.hasSuffix($0) }
  }
}

extension SourceFacts {
  /// Explains, by name, why a registered component, or a module in a plugin's table, may have more
  /// members.
  ///
  /// `reason` explains it for a class.
  func openNames(
    _ kind: SourceRegistration.Kind, in indexes: PlatformValues<ClassIndex>,
    _ reason: (ClassIndex, String) -> Message?
  ) -> [String: Message] {
    registrations.filter {
      $0.kind == kind && (kind == .component || $0.mechanism == .pluginTable)
    }.reduce(into: [:]) { reasons, item in
      guard reasons[item.name] == nil else { return }
      let index = indexes[item.platform]
      let name = index.resolve(item.className)
      reasons[item.name] =
        name.map { reason(index, $0) }
        ?? "'\(item.className.escapedForDisplay)', which is not in the sources, offers it"
    }
  }

  /// Returns what categories add to the SDK's modules and components, and what components inherit
  /// from the SDK.
  func inheritedMethods(of registry: Registry, on platform: Platform) -> [RegistrySurface] {
    var surface = RegistrySurface(platform: platform)
    for part in classes where part.platform == platform && part.isExtension {
      let type = Preset.sdkClasses(of: part.name, on: platform).first
      for export in part.exports {
        if let module = type?.module {
          surface.add(export.name, isSync: export.isSync, to: .module, module)
        }
        for tag in Preset.tags(below: part.name, on: platform) {
          surface.add(export.name, isSync: export.isSync, to: .component, tag)
        }
      }
    }
    let index = ClassIndex(self, platform: platform)
    for component in registry[.component].on(platform) {
      guard let type = component.facts.nativeClass(on: platform)?.name.value else { continue }
      let chain = index.chain(of: type)
      for name in chain.names + chain.roots {
        let methods = Preset.methods(below: ClassIndex.simpleName(name), on: platform)
        for tag in component.names { surface.add(methods, to: .component, tag.value) }
      }
    }
    return [surface]
  }
}
