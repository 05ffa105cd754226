import ErosConfig
import ErosCore
import ErosRegistry
import ErosSyntax

/// Checks within the sources, and for names missing from the description.
extension SourceComparison {
  // MARK: Registrations

  private func isDeclared(_ registration: SourceRegistration) -> Bool {
    switch registration.kind {
    // The description lists only the classes of adapters and DOM objects.
    case .adapter, .domObject: true
    case _ where facts(of: registration) != nil: true
    case .module, .component:
      presets.contains {
        $0.surface.platform == registration.platform && $0.offers(registration)
      }
    default: registration.kind.isNamedByClass && isHostClass(registration)
    }
  }

  /// Returns the entry that describes a registration.
  private func facts(of registration: SourceRegistration) -> EntryFacts? {
    let name = registration.name
    switch registration.kind {
    case .module, .component: return entry(registration.kind, name)?.facts
    case _ where registration.kind.isNamedByClass:
      let index = indexes[registration.platform]
      let className = index.resolve(registration.className) ?? registration.className
      return factsByClass[registration.kind]?[registration.platform][className]
    default: return factsByName[registration.kind]?[name]
    }
  }

  static func factsByName(
    of registry: Registry
  ) -> [SourceRegistration.Kind: [String: EntryFacts]] {
    registry.entries.reduce(into: [:]) { facts, entry in
      let names = entry.iosHandler.map { [$0.protocolName] } ?? entry.names
      for name in names where facts[.entry(entry.kind)]?[name.value] == nil {
        facts[.entry(entry.kind), default: [:]][name.value] = entry.facts
      }
    }
  }

  static func factsByClass(
    of registry: Registry, _ indexes: PlatformValues<ClassIndex>
  ) -> [SourceRegistration.Kind: PlatformValues<[String: EntryFacts]>] {
    let kinds = EntryKind.allCases.filter { SourceRegistration.Kind.entry($0).isNamedByClass }
    return Dictionary(
      uniqueKeysWithValues: kinds.map { kind in
        let values = PlatformValues { platform in
          let declared = registry[kind].compactMap { entry in
            entry.facts.nativeClass(on: platform).map { ($0.name.value, entry.facts) }
          }
          return Dictionary(
            declared.map { (indexes[platform].resolve($0.0) ?? $0.0, $0.1) },
            uniquingKeysWith: { first, _ in first })
        }
        return (.entry(kind), values)
      })
  }

  private func isHostClass(_ registration: SourceRegistration) -> Bool {
    let index = indexes[registration.platform]
    guard let name = index.resolve(registration.className) else { return true }
    return index.parts(of: name).contains(where: \.isHost)
  }

  /// Returns `true` if the generated code makes the same registration.
  func isGenerated(_ registration: SourceRegistration) -> Bool {
    let settings = registry.settings
    // What `generate` writes is the table itself.
    guard registration.kind != .entry(.jsAPI), registration.mechanism != .pluginTable,
      let facts = facts(of: registration),
      facts.platforms.contains(registration.platform),
      facts.nativeClass(on: registration.platform)?.lookup.isGenerated == true
    else { return false }
    if settings.host == .uniApp { return settings.writesTable(on: registration.platform) }
    switch registration.platform {
    case .ios: return settings.ios.isEnabled && settings.ios.out != nil
    case .android:
      return settings.android.isEnabled && settings.android.out != nil && makes(registration)
    }
  }

  /// Returns `true` if one of the Android outputs makes the registration.
  ///
  /// If no code is generated, resources register only modules and components, and no flags.
  private func makes(_ registration: SourceRegistration) -> Bool {
    let android = registry.settings.android
    if android.emit.contains(.code) { return android.package != nil }
    guard [.module, .component].contains(registration.kind), !registration.isGlobal else {
      return false
    }
    return android.emit.contains(.weexConfig)
      || android.emit.contains(.appConfig) && registration.appendTree != true
  }

  mutating func checkRegistrations(on platform: Platform) {
    let index = indexes[platform]
    var first: [String: (className: String, position: FilePosition)] = [:]
    let registrations = facts.registrations.filter { $0.platform == platform }
      .sorted { $0.position < $1.position }
    for registration in registrations {
      let what: Message =
        "the \(registration.kind.title) '\(registration.name.escapedForDisplay)'"
      let className = index.resolve(registration.className) ?? registration.className
      let key = registration.kind.name + " " + registration.name
      if let other = first[key] {
        guard other.className != className, registration.kind != .adapter else { continue }
        add(
          .duplicateRegistration, at: registration.position,
          "\(what) is registered with '\(className.escapedForDisplay)' here, but with "
            + "'\(other.className.escapedForDisplay)' at \(other.position)",
          registration.mechanism == .pluginTable
            && registration.position.file != other.position.file
            ? "name the same class in both files"
            : "remove one of the two; the last registration wins")
        continue
      }
      first[key] = (className, registration.position)
      if isGenerated(registration) {
        add(
          .registeredManually, at: registration.position,
          registration.condition.map {
            "\(what) is registered here under '\($0.escapedForDisplay)' and in the generated code"
          } ?? "\(what) is registered here and in the generated code",
          registration.kind == .handler
            ? "remove it here, or remove the handler from the description"
            : "remove it here, or set `\"lookup\": \"none\"` in the description")
      }
      // Without a description, nothing is declared.
      let isDescribable = registration.kind != .handler || !registration.isInFileOfOtherTool
      if !registry.isEmpty, isDescribable, !isDeclared(registration) {
        add(
          .registrationUndeclared, at: registration.position,
          "\(what) is registered here, but not declared in \(config.path.escapedForDisplay)",
          "run `eros adopt` to print the missing entries")
      }
    }
  }

  // MARK: Exports

  private func registeredClasses(on platform: Platform) -> Set<String> {
    let index = indexes[platform]
    let declared = registry.entries.compactMap { $0.facts.nativeClass(on: platform)?.name.value }
    let preset = presets.filter { $0.surface.platform == platform }
      .flatMap { Array($0.moduleClasses.values) + Array($0.componentClasses.values) }
    let written = facts.registrations.filter { $0.platform == platform }.map {
      index.resolve($0.className) ?? $0.className
    }
    return (declared + preset + written).reduce(into: []) { names, name in
      guard let name = index.resolve(name), !names.contains(name) else { return }
      names.formUnion(index.chain(of: name).names)
    }
  }

  mutating func checkExports(on platform: Platform) {
    let index = indexes[platform]
    let registered = registeredClasses(on: platform)
    for name in index.names {
      let exports = index.exports(of: name)
      let parts = index.parts(of: name)
      guard !exports.isEmpty, !parts.contains(where: \.isHost) else { continue }
      let chain = index.chain(of: name)
      checkClash(exports, in: name, below: chain.names, index)
      if platform == .ios { checkLines(exports, in: name) }
      for export in exports { checkExport(export, in: name, chain, index) }
      // Abstract classes, and categories of a class without source, are not registered.
      let isComplete = parts.contains { !$0.isExtension && !$0.isAbstract }
      if !registered.contains(name), isComplete { reportUnregistered(name, exports.count, index) }
    }
  }

  private mutating func reportUnregistered(_ name: String, _ count: Int, _ index: ClassIndex) {
    guard let position = index.position(of: name) else { return }
    let unfollowed = facts.unfollowed[index.platform]?.first
    let unread = facts.unreadSource(of: name, on: index.platform)
    let what: Message =
      count == 1
      ? "'\(name)' exports a method to JavaScript" : "'\(name)' exports methods to JavaScript"
    add(
      .exportsUnregistered, at: position,
      unfollowed.map {
        "\(what), and is registered, if at all, in a way that is not followed (\($0))"
      }
        ?? Self.doubted("\(what), but is not registered", unread),
      severity: unfollowed == nil && unread == nil ? nil : .note)
  }

  /// Reports JavaScript names that several methods share.
  private mutating func checkClash(
    _ exports: [SourceExport], in name: String, below bases: [String], _ index: ClassIndex
  ) {
    var seen: [String: SourceExport] = [:]
    for export in exports.sorted(by: { $0.position < $1.position }) {
      if let other = seen[export.name] {
        reportClash(export, other)
      } else {
        seen[export.name] = export
      }
    }
    for base in bases where base != name {
      for (name, export) in seen {
        guard let other = index.export(name, of: base), !overrides(export, other) else { continue }
        reportClash(export, other)
      }
    }
  }

  private func overrides(_ export: SourceExport, _ other: SourceExport) -> Bool {
    guard export.nativeName == other.nativeName, export.isSync == other.isSync else { return false }
    return export.parameters?.map(\.type) == other.parameters?.map(\.type)
  }

  private mutating func reportClash(_ export: SourceExport, _ other: SourceExport) {
    if overrides(export, other) {
      return add(
        .exportsClash, at: export.position,
        "'\(export.nativeName.escapedForDisplay)' is already exported at \(other.position)",
        "remove one of the two", severity: .warning)
    }
    let words = { (export: SourceExport) -> Message in
      export.isSync
        ? "'\(export.nativeName.escapedForDisplay) (synchronous)'"
        : "'\(export.nativeName.escapedForDisplay)'"
    }
    add(
      .exportsClash, at: export.position,
      "\(words(export)) and \(words(other)) (\(other.position)) have the same JavaScript name "
        + "'\(export.name)', and it is undefined which of them is called",
      "rename one of them")
  }

  /// Reports exports of one class on the same line number of two files.
  ///
  /// The macro names its helper after the line number, so the names collide.
  private mutating func checkLines(_ exports: [SourceExport], in name: String) {
    var lines: [String: SourceExport] = [:]
    for export in exports.sorted(by: { $0.position < $1.position }) where export.usesLine {
      let key = "\(export.position.position.line) \(export.isSync)"
      if let other = lines[key], other.position.file != export.position.file {
        add(
          .sameLine, at: export.position,
          "the class '\(name)' also exports a method on this line of another file "
            + "(\(other.position)), and one of the two is lost",
          "move it to another line")
      }
      lines[key] = export
    }
  }

  private mutating func checkExport(
    _ export: SourceExport, in name: String, _ chain: ClassIndex.Chain, _ index: ClassIndex
  ) {
    if !export.isPublic {
      add(
        .notCallable, at: export.position,
        "'\(export.nativeName)' of '\(name)' is not public, so JavaScript cannot call it",
        "make it public")
    }
    guard let method = index.method(of: export, in: chain) else {
      let isKnown = chain.roots.allSatisfy {
        NativeBases.isPlain($0) || $0.ends(with: "Protocol") || $0.ends(with: "Delegate")
      }
      if isKnown, !index.isImplementedBelow(name, export) {
        add(
          .exportWithoutMethod, at: export.position,
          "'\(name)' exports '\(export.nativeName.escapedForDisplay)', but does not have this method"
        )
      }
      return
    }
    if !method.isExposed, !index.exposesMembers(chain) {
      add(
        .exportWithoutMethod, at: export.position,
        "'\(name)' exports '\(export.nativeName)', which is not visible to Objective-C (\(method.position))",
        "add @objc")
    }
    guard !export.isSync, !method.returns.isEmpty,
      NativeTypes(platform: index.platform).meaning(of: method.returns) != .void
    else { return }
    add(
      .deadResult, at: export.position,
      "'\(export.name)' is asynchronous, so JavaScript never receives its result of type "
        + "'\(method.returns.escapedForDisplay)'",
      index.platform == .ios
        ? "return nothing, or export it with \(ExportIdiom.syncMacro(in: registry.settings.host))"
        : "return nothing, or set uiThread = false")
  }

  // MARK: Both platforms

  /// The maximum number of compared methods.
  ///
  /// This limits the work on hostile sources.
  private static let maximumComparedCount = 1 << 17

  /// Compares undeclared methods.
  ///
  /// Declared ones are compared with the description.
  mutating func comparePlatforms() {
    let (ios, android) = (indexes[.ios], indexes[.android])
    var left = Self.maximumComparedCount
    for kind in [SourceRegistration.Kind.module, .component] {
      findings += SpellingComparison.findings(
        kind, in: facts.registrations.filter { !isDeclared($0) })
      let names = Set(facts.registrations.filter { $0.kind == kind }.map(\.name))
        .union(kind == .module ? registry[.module].map(\.name.value) : [])
        .union(kind == .component ? registry[.component].map(\.name.value) : [])
      for name in names.sorted(by: inByteOrder) {
        guard let first = sourceClass(kind, name, ios),
          let second = sourceClass(kind, name, android)
        else { continue }
        let exports = (ios.allExports(of: first), android.allExports(of: second))
        left -= 1 + exports.0.count + exports.1.count
        guard left >= 0 else {
          return add(
            .sourceTooLarge, at: facts.registrations[0].position,
            "too many registrations to compare all of them between the platforms")
        }
        if kind == .component { compareSpelling(name, first, second) }
        comparePlatforms(
          "\(kind.title) '\(name)'", Set((entry(kind, name)?.methods ?? []).map(\.name.value)),
          isDeclared: entry(kind, name) != nil, (first, exports.0), (second, exports.1))
      }
    }
  }

  private func entry(
    _ kind: SourceRegistration.Kind, _ name: String
  ) -> (facts: EntryFacts, methods: [MethodEntry])? {
    kind == .module
      ? modulesByName[name].map { ($0.facts, $0.methods) }
      : componentsByName[name].map { ($0.facts, $0.methods) }
  }

  private func sourceClass(
    _ kind: SourceRegistration.Kind, _ name: String, _ index: ClassIndex
  ) -> String? {
    if let declared = entry(kind, name)?.facts.nativeClass(on: index.platform) {
      return index.resolve(declared.name.value)
    }
    let registration = registrations(named: name).first {
      $0.platform == index.platform && $0.kind == kind
    }
    return registration.flatMap { index.resolve($0.className) }
  }

  /// Skips missing methods of declared entries, because the description's comparison reports them.
  private mutating func comparePlatforms(
    _ what: Message, _ declared: Set<String>, isDeclared: Bool,
    _ ios: (name: String, exports: [String: SourceExport]),
    _ android: (name: String, exports: [String: SourceExport])
  ) {
    let others = android.exports.keys.filter { ios.exports[$0] == nil }.sorted(by: inByteOrder)
    // In order, because the suggestions share a budget.
    for (name, export) in ios.exports.sorted(by: { inByteOrder($0.key, $1.key) })
    where !declared.contains(name) && !RegistrySurface.inheritedMethods.contains(name) {
      guard let other = android.exports[name] else {
        guard !isDeclared, export.isPublic else { continue }
        add(
          .sourcesDisagree, at: export.position,
          "'\(name)' of the \(what) exists on iOS only: '\(android.name)' does not have it",
          Spelling.hint(for: name, among: others, within: spelling))
        continue
      }
      let count = Selector.arity(export.nativeName)
      let otherCount = other.parameters?.count ?? count
      guard count != otherCount || export.isSync != other.isSync else { continue }
      let words = { (count: Int, isSync: Bool) -> Message in
        isSync ? "\(MethodEntry.arguments(count)), synchronous" : MethodEntry.arguments(count)
      }
      let (first, second) = (words(count, export.isSync), words(otherCount, other.isSync))
      add(
        .sourcesDisagree, at: export.position,
        count != otherCount
          ? "'\(name)' of the \(what) differs between the platforms: \(first) on iOS, "
            + "\(second) on Android (\(other.position))"
          : export.isSync
            ? "'\(name)' of the \(what) is synchronous on iOS, but asynchronous on Android (\(other.position))"
            : "'\(name)' of the \(what) is asynchronous on iOS, but synchronous on Android (\(other.position))"
      )
    }
    for (name, export) in android.exports
    where !isDeclared && export.isPublic && ios.exports[name] == nil
      && !RegistrySurface.inheritedMethods.contains(name)
    {
      add(
        .sourcesDisagree, at: export.position,
        "'\(name)' of the \(what) exists on Android only: '\(ios.name)' does not have it")
    }
  }

  /// Compares a component's undeclared attributes and events between the platforms.
  private mutating func compareSpelling(_ component: String, _ first: String, _ second: String) {
    let (ios, android) = (indexes[.ios], indexes[.android])
    let declared = componentsByName[component]
    let declaredNames = Set(
      (declared?.members ?? []).map(\.name.value))
    let names = { (members: [SourceName]) in members.filter { !declaredNames.contains($0.value) } }
    let owner: Message = "component '\(component.escapedForDisplay)'"
    findings += SpellingComparison.findings(
      "attribute", of: owner, ios: names(ios.attributes(of: first).map(\.sourceName)),
      android: names(android.attributes(of: second).map(\.sourceName)))
    findings += SpellingComparison.findings(
      "event", of: owner, ios: names(ios.events(of: first)),
      android: names(android.events(of: second)))
  }
}
