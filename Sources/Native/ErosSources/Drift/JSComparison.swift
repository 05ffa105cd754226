import ErosConfig
public import ErosCore
public import ErosRegistry
import ErosSyntax

/// Compares the names that JavaScript uses with what the platforms offer.
struct JSComparison {
  private let uses: JSUses
  private let surfaces: [RegistrySurface]
  /// The preset that provides each module.
  private let presets: [String: String]
  private let facts: SourceFacts
  /// Reasons for more attributes and events, or more methods, than a component shows, by tag.
  private let openTags: [String: Message]
  private let openMethods: [String: Message]
  /// Reasons for more methods than a module in a plugin's table shows, by name.
  private let openModules: [String: Message]
  /// The first registrations of widgets and container APIs whose paths are not known.
  private let unnamedEntries: [EntryKind: FilePosition]
  /// `true` if the app has neither a description nor native sources to compare with.
  private let lacksSources: Bool
  private var findings: [Finding] = []
  private let spelling = Spelling.Budget()
  /// Suggestions so far, because a script may use an unknown name many times.
  private var nearest: [JSNeed: Message?] = [:]

  static func findings(
    _ uses: JSUses, _ surfaces: [RegistrySurface], presets: [String: String],
    facts: SourceFacts = SourceFacts(), lacksSources: Bool = false
  ) -> [Finding] {
    let indexes = PlatformValues { ClassIndex(facts, platform: $0) }
    var comparison = JSComparison(
      uses: uses, surfaces: surfaces, presets: presets, facts: facts,
      openTags: facts.openNames(.component, in: indexes) { $0.openReason(of: $1) },
      openMethods: facts.openNames(.component, in: indexes) { $0.unknownBase(of: $1) },
      openModules: facts.openNames(.module, in: indexes) { $0.unknownBase(of: $1) },
      unnamedEntries: facts.unnamedEntries(in: indexes), lacksSources: lacksSources)
    for use in uses.uses { comparison.check(use) }
    return (uses.findings + comparison.findings).sorted(by: Finding.isOrdered)
  }

  private mutating func check(_ use: JSUses.Use) {
    let missing = surfaces.filter { !$0.offers(use.need) }
    guard !missing.isEmpty else {
      if let finding = use.untrackedFinding { findings.append(finding) }
      return checkResult(of: use)
    }
    switch use.need {
    case .entry(let kind, let name): checkEntry(kind, name, use, missing)
    case .member(let member, let name, of: let kind, let owner):
      checkMember(member, name, of: kind, owner, use, missing)
    }
  }

  private mutating func add(
    _ rule: RegistryRule, _ use: JSUses.Use, _ message: Message, _ remedy: Message? = nil,
    severity: Finding.Severity? = nil
  ) {
    // A presence check does not excuse wrong use.
    let isGuarded = use.isGuarded && rule != .resultMisused
    findings.append(
      Finding(
        rule, at: use.location, isGuarded ? "\(message), but the code checks first" : message,
        remedy,
        severity: isGuarded ? .note : severity))
  }

  private mutating func nearest(
    _ name: String, for use: JSUses.Use, _ names: (RegistrySurface) -> [String]
  ) -> Message? {
    if let hint = nearest[use.need] { return hint }
    let hint = Spelling.hint(
      for: name, among: Set(surfaces.flatMap(names)).sorted(by: inByteOrder), within: spelling)
    nearest[use.need] = .some(hint)
    return hint
  }

  private static func platformNames(_ surfaces: [RegistrySurface]) -> String {
    surfaces.map(\.platform.displayName).joined(separator: " and ")
  }

  private struct Target {
    let name: String
    /// The name in messages, such as "the module 'a'".
    let title: Message
    /// The rule to report if no platform offers it.
    let rule: RegistryRule
    let message: Message
    /// The severity if only one platform offers it.
    var severity: Finding.Severity?
    /// The remedy.
    ///
    /// If it is `nil`, a similar name is suggested.
    var remedy: Message?
    /// The remedy if no name is similar.
    var fallback: Message?
    /// Returns the names to search for a similar one.
    let names: (RegistrySurface) -> [String]
  }

  /// Reports a target that the platforms in `missing` do not offer.
  ///
  /// `all` are the app's platforms.
  private mutating func report(
    _ target: Target, _ use: JSUses.Use, missing: [RegistrySurface], of all: [RegistrySurface]
  ) {
    // A doubt about one platform does not apply to the other: report the platform without a doubt.
    let certain = missing.filter { self.doubt(target, use, [$0]) == nil }
    let missing = certain.isEmpty ? missing : certain
    let doubt = self.doubt(target, use, missing)
    func doubted(_ message: Message) -> Message {
      doubt.map { "\(message), unless \($0)" } ?? message
    }
    guard missing.count == all.count else {
      let message = doubted("\(target.title) is missing on \(Self.platformNames(missing))")
      return add(
        .onePlatformOnly, use,
        use.checksPlatform ? "\(message), but the code checks the platform" : message,
        severity: doubt == nil && !use.checksPlatform ? target.severity : .note)
    }
    add(
      target.rule, use, doubted(target.message),
      target.remedy ?? nearest(target.name, for: use, target.names) ?? target.fallback,
      severity: doubt == nil ? nil : .note)
  }

  /// Explains why a missing name may exist: a registration or definition that is not followed.
  private func doubt(
    _ target: Target, _ use: JSUses.Use, _ missing: [RegistrySurface]
  ) -> Message? {
    if target.rule == .tagUnknown,
      let position = uses.computedTags[use.file] ?? uses.computedGlobalTag
    {
      return "the tags with computed names at \(position) include it"
    }
    if lacksSources { return "native code that was not compared offers it" }
    switch use.need {
    case .member(.method, _, of: .component, let tag):
      if let reason = openMethods[tag] { return reason }
    case .member(_, _, of: .component, let tag): return openTags[tag]
    case .member(_, _, of: .module, let module):
      if let reason = openModules[module] { return reason }
    default: break
    }
    if let position = facts.unsupported {
      return "native code for HarmonyOS offers it (\(position))"
    }
    if case .entry(let kind, _) = use.need, let position = unnamedEntries[kind] {
      return "a class without a literal path offers it (\(position))"
    }
    let rules: Set<RegistryRule> = [.tagUnknown, .moduleUnknown, .entryUnknown]
    guard rules.contains(target.rule) else { return nil }
    if target.rule != .entryUnknown,
      let plugin = uses.plugin(offering: target.name, isModule: target.rule == .moduleUnknown)
    {
      return "the plugin '\(plugin.id.escapedForDisplay)' offers it (\(plugin.position))"
    }
    let platforms = missing.map(\.platform)
    if let reason = facts.frameworkDoubt(about: target.name, on: platforms) { return reason }
    let unread = platforms.compactMap { facts.unreadSource(of: target.name, on: $0) }
    // A use that checks the platform may need the name on one platform only.
    if unread.count == platforms.count || use.checksPlatform, let path = unread.first {
      return "'\(path.escapedForDisplay)', which could not be read, contains it"
    }
    let positions = missing.compactMap { facts.unfollowed[$0.platform]?.first }
    guard positions.count == missing.count, let first = positions.first else { return nil }
    return "a registration that is not followed includes it (\(first))"
  }

  // MARK: Entries

  private mutating func checkEntry(
    _ kind: EntryKind, _ name: String, _ use: JSUses.Use, _ missing: [RegistrySurface]
  ) {
    guard kind != .component || !uses.defines(name) else { return }
    // A page in another host uses entries of which the app has none.
    let isComparable = { (surface: RegistrySurface) in
      [.module, .component].contains(kind) || surface.canLack(use.need)
    }
    let without = missing.filter(isComparable)
    guard !without.isEmpty else { return }
    let (noun, entry) = (kind.row.noun, name.escapedForDisplay)
    let rules: [EntryKind: RegistryRule] = [.module: .moduleUnknown, .component: .tagUnknown]
    report(
      Target(
        name: name, title: "the \(noun) '\(entry)'", rule: rules[kind] ?? .entryUnknown,
        message: kind == .component
          ? "unknown \(noun) '\(entry)', rendered as a plain box" : "unknown \(noun) '\(entry)'",
        severity: kind == .component ? .warning : nil,
        remedy: kind == .module
          ? presets[name].map { "add '\($0)' to 'generate.presets' if the app uses this host" }
          : nil,
        names: { Array($0[kind].keys) }),
      use, missing: without, of: surfaces.filter(isComparable))
  }

  private mutating func checkMember(
    _ member: MemberKind, _ name: String, of kind: EntryKind, _ ownerName: String,
    _ use: JSUses.Use, _ missing: [RegistrySurface]
  ) {
    // A missing entry is reported where it is used.
    let hasOwner = { (surface: RegistrySurface) in !surface.entries(kind, ownerName).isEmpty }
    let without = missing.filter(hasOwner)
    guard !without.isEmpty, kind != .component || !uses.defines(ownerName),
      // The view that gets a message may exist on one platform only.
      !ownerName.isEmpty || missing.count == surfaces.count
    else { return }
    let noun = member.noun
    let owner: Message =
      ownerName.isEmpty
      ? "any \(kind.row.noun)" : "the \(kind.row.noun) '\(ownerName.escapedForDisplay)'"
    report(
      Target(
        name: name, title: "the \(noun) '\(name.escapedForDisplay)' of \(owner)",
        // A call of a missing method throws, but an unknown attribute is ignored.
        rule: member == .method ? .methodUnknown : .memberUnknown,
        message: "unknown \(noun) '\(name.escapedForDisplay)' of \(owner)",
        severity: member == .method ? nil : .warning,
        fallback: kind == .module
          ? "declare it in 'methods' of the module, or correct the name" : nil,
        names: { $0.entries(kind, ownerName).flatMap { $0[member].keys } }),
      use, missing: without, of: surfaces.filter(hasOwner))
  }

  /// Checks that only synchronous methods return results, and only asynchronous ones get callbacks.
  private mutating func checkResult(of use: JSUses.Use) {
    guard case .member(.method, let name, of: .module, let module) = use.need else { return }
    let methods = surfaces.compactMap { $0.entry(.module, module)?[.method][name] }
    guard !methods.isEmpty else { return }
    let (method, owner) = (name.escapedForDisplay, module.escapedForDisplay)
    // A call with a callback does not depend on the result.
    if use.usesResult, !use.passesFunction, methods.allSatisfy({ !$0.isSync }) {
      add(
        .resultMisused, use,
        "'\(method)' of the module '\(owner)' is asynchronous and does not return a result",
        "pass a callback to receive the result")
    } else if use.passesFunction, methods.allSatisfy(\.isSync),
      !methods.contains(where: { $0.inputs.contains { $0.contains("allback") } })
    {
      add(
        .resultMisused, use,
        "'\(method)' of the module '\(owner)' is synchronous and does not call back",
        "use its return value")
    }
  }
}

extension SourceFacts {
  /// The first registrations of widgets and container APIs whose paths are not known.
  fileprivate func unnamedEntries(
    in indexes: PlatformValues<ClassIndex>
  ) -> [EntryKind: FilePosition] {
    EntryKind.allCases.reduce(into: [:]) { positions, entry in
      let kind = SourceRegistration.Kind.entry(entry)
      guard kind.isNamedByClass else { return }
      positions[entry] =
        unfollowedObjects.values.compactMap { $0[kind]?.first }.first
        ?? registrations.first { $0.kind == kind && !isNamed($0, indexes[$0.platform]) }?.position
    }
  }

  /// Returns `true` if a widget or container API has a literal path, or belongs to Rexxar.
  private func isNamed(_ item: SourceRegistration, _ index: ClassIndex) -> Bool {
    let parts = index.chain(of: index.resolve(item.className) ?? item.className).names
      .flatMap { index.parts(of: $0) }
    guard !parts.isEmpty else {
      return ["RXR", "com.douban."].contains { item.className.hasPrefix($0) }
    }
    return parts.contains { $0.isHost || !$0.paths.isEmpty }
  }
}

extension ParsedRegistry {
  /// Compares the description with the names that JavaScript uses, on all platforms of the app.
  ///
  /// If you pass `sources`, what they register counts as described.
  public func drift(from uses: JSUses, sources: NativeSources? = nil) -> [Finding] {
    guard let registry else { return [] }
    var recognized = sources.map(recognizing) ?? self
    if uses.isUniApp { recognized = (try? recognized.adding([.uniApp])) ?? recognized }
    let adopted = sources.flatMap { recognized.adopting($0) }
    let described = adopted?.registry ?? registry
    let versioned = described.platforms.filter { described.version(on: $0) != nil }
    var platforms = versioned.isEmpty ? described.platforms : versioned
    if registry.isEmpty, let sources {
      // Without a description, the app has the platforms of its sources.
      let scanned = platforms.filter { sources.fileCount(of: $0) > 0 }
      platforms = scanned.isEmpty ? platforms : scanned
    }
    let all = (try? Preset.load(PresetName.allCases)) ?? []
    let presetModules = all.flatMap { preset in
      preset.surface[.module].keys.map { ($0, preset.name.rawValue) }
    }
    let description = adopted ?? recognized
    let facts = sources?.facts ?? SourceFacts()
    return JSComparison.findings(
      uses,
      platforms.map {
        description.offered(on: $0).adding(
          facts.inheritedMethods(of: description.registry ?? registry, on: $0))
      },
      presets: Dictionary(presetModules) { first, _ in first },
      facts: facts,
      lacksSources: registry.isEmpty && sources?.isEmpty == true)
  }

  /// Adds what `sources` register, or returns `nil` if the result has errors.
  private func adopting(_ sources: NativeSources) -> ParsedRegistry? {
    guard let adoption = try? Adoption(of: sources, onto: self), adoption.isChange else {
      return nil
    }
    let parsed = try? ParsedRegistry.read(adoption.json, file: file)
    return parsed?.registry == nil ? nil : parsed
  }
}
