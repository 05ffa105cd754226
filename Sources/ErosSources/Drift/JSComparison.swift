public import ErosCore
public import ErosRegistry
import ErosSyntax

/// Compares what JavaScript uses with what each platform offers.
struct JSComparison {
  private let surfaces: [RegistrySurface]
  private let ownTags: Set<String>
  private var findings: [RegistryFinding] = []
  /// What was looked for already: a script may use one unknown name many times.
  private var nearest: [JSNeed: String?] = [:]

  /// The presets that bring along modules that the description does not name, by module.
  private let presets: [String: String]

  static func findings(
    _ uses: JSUses, _ surfaces: [RegistrySurface], presets: [String: String]
  ) -> [RegistryFinding] {
    var comparison = JSComparison(surfaces: surfaces, ownTags: uses.ownTags, presets: presets)
    for use in uses.uses { comparison.check(use) }
    return (uses.findings + comparison.findings).sorted(by: RegistryFinding.isBefore)
  }

  private init(surfaces: [RegistrySurface], ownTags: Set<String>, presets: [String: String]) {
    self.surfaces = surfaces
    self.ownTags = ownTags
    self.presets = presets
  }

  private mutating func check(_ use: JSUses.Use) {
    let missing = surfaces.filter { !$0.offers(use.need) }
    guard !missing.isEmpty else {
      if let loss = use.loss { findings.append(loss) }
      return checkResult(of: use)
    }
    switch use.need {
    case .module(let name): checkModule(name, use, missing)
    case .method(let module, let name): checkMethod(name, of: module, use, missing)
    case .component(let name): checkTag(name, use, missing)
    case .attribute(let tag, let name):
      checkMember("attribute", name, of: tag, use, missing) { Array($0.attributes.keys) }
    case .event(let tag, let name):
      checkMember("event", name, of: tag, use, missing) { Array($0.events.keys) }
    }
  }

  private mutating func add(
    _ rule: RegistryRule, _ use: JSUses.Use, _ message: String, _ remedy: String? = nil,
    severity: RegistryRule.Severity? = nil
  ) {
    // Whoever asks whether something is there does not ask how it is to be used.
    let isGuarded = use.isGuarded && rule != .resultMisused
    findings.append(
      RegistryFinding(
        rule, at: use.place, message + (isGuarded ? ", but the code asks first" : ""), remedy,
        severity: isGuarded ? .note : severity))
  }

  private mutating func nearest(
    _ name: String, for use: JSUses.Use, _ names: (RegistrySurface) -> [String]
  ) -> String? {
    if let known = nearest[use.need] { return known }
    let all = Set(surfaces.flatMap(names)).sorted(by: inByteOrder)
    let found = Spelling.nearest(to: name, among: all).map { "did you mean '\($0)'?" }
    nearest[use.need] = .some(found)
    return found
  }

  /// The platforms for messages.
  private static func words(_ surfaces: [RegistrySurface]) -> String {
    surfaces.map(\.platform.displayName).joined(separator: " and ")
  }

  /// Something that is looked for, as messages call it.
  private struct Wanted {
    let name: String
    /// With its article, as "the module 'a'".
    let title: String
    /// What is reported when no platform has it.
    let rule: RegistryRule
    let message: String
    /// How much it matters that one platform has it and the other has not.
    var severity: RegistryRule.Severity?
    /// What to do about it, where that is known better than by the names.
    var remedy: String?
    /// The names that it may be a misspelling of.
    let names: (RegistrySurface) -> [String]
  }

  /// Reports what those of `missing` lack, of `all` that could have it.
  private mutating func report(
    _ wanted: Wanted, _ use: JSUses.Use, missing: [RegistrySurface], of all: [RegistrySurface]
  ) {
    guard missing.count == all.count else {
      return add(
        .onePlatformOnly, use, "\(wanted.title) is missing on \(Self.words(missing))",
        severity: wanted.severity)
    }
    add(
      wanted.rule, use, wanted.message,
      wanted.remedy ?? nearest(wanted.name, for: use, wanted.names))
  }

  // MARK: Modules

  private mutating func checkModule(
    _ name: String, _ use: JSUses.Use, _ missing: [RegistrySurface]
  ) {
    let shown = name.escapedForDisplay
    report(
      Wanted(
        name: name, title: "the module '\(shown)'", rule: .moduleUnknown,
        message: "no module '\(shown)' is registered",
        remedy: presets[name].map {
          "name '\($0)' in 'generate.presets' if the app is made with it"
        }, names: { Array($0.modules.keys) }),
      use, missing: missing, of: surfaces)
  }

  private mutating func checkMethod(
    _ name: String, of module: String, _ use: JSUses.Use, _ missing: [RegistrySurface]
  ) {
    // A module that is missing itself is reported where it is required.
    let without = missing.filter { $0.modules[module] != nil }
    guard !without.isEmpty else { return }
    let shown = "method '\(name.escapedForDisplay)' of the module '\(module.escapedForDisplay)'"
    report(
      Wanted(
        name: name, title: "the \(shown)", rule: .methodUnknown, message: "there is no \(shown)",
        names: { $0.modules[module].map { Array($0.keys) } ?? [] }),
      use, missing: without, of: surfaces.filter { $0.modules[module] != nil })
  }

  /// Results come from synchronous methods only, and callbacks are for the others.
  private mutating func checkResult(of use: JSUses.Use) {
    guard case .method(let module, let name) = use.need else { return }
    let methods = surfaces.compactMap { $0.modules[module]?[name] }
    guard !methods.isEmpty else { return }
    let shown = "'\(name.escapedForDisplay)' of the module '\(module.escapedForDisplay)'"
    if use.takesResult, methods.allSatisfy({ !$0.isSync }) {
      add(
        .resultMisused, use, "\(shown) is asynchronous, and has no result to use",
        "take the result in a callback")
    } else if use.passesFunction, methods.allSatisfy(\.isSync),
      !methods.contains(where: { $0.args.contains { $0.contains("allback") } })
    {
      add(
        .resultMisused, use, "\(shown) is synchronous, and calls no function back",
        "use its result")
    }
  }

  // MARK: Components

  private mutating func checkTag(
    _ name: String, _ use: JSUses.Use, _ missing: [RegistrySurface]
  ) {
    guard !ownTags.contains(JSScanner.kebab(name)) else { return }
    let shown = name.escapedForDisplay
    report(
      Wanted(
        name: name, title: "the component '\(shown)'", rule: .tagUnknown,
        message: "no component '\(shown)' is registered, so a plain box is shown",
        severity: .warning, names: { Array($0.components.keys) }),
      use, missing: missing, of: surfaces)
  }

  /// Checks an attribute or event; `members` are those that a component has of the kind.
  private mutating func checkMember(
    _ what: String, _ name: String, of tag: String, _ use: JSUses.Use,
    _ missing: [RegistrySurface], _ members: @escaping (RegistrySurface.Component) -> [String]
  ) {
    let without = missing.filter { $0.components[tag] != nil }
    guard !without.isEmpty, !ownTags.contains(JSScanner.kebab(tag)) else { return }
    let names = { (surface: RegistrySurface) in surface.components[tag].map(members) ?? [] }
    let shown =
      "\(what) '\(name.escapedForDisplay)' of the component '\(tag.escapedForDisplay)'"
    report(
      Wanted(
        name: name, title: "the \(shown)", rule: .memberUnknown, message: "there is no \(shown)",
        severity: .warning, names: names),
      use, missing: without, of: surfaces.filter { $0.components[tag] != nil })
  }
}

extension ParsedRegistry {
  /// What JavaScript finds on `platform`: the app's own surface, or `surface` in its place, with
  /// what the presets bring along.
  public func offered(on platform: Platform, by surface: RegistrySurface? = nil) -> RegistrySurface
  {
    let own = surface ?? registry?.surface(on: platform) ?? RegistrySurface(platform: platform)
    return own.adding(presets.map(\.surface).filter { $0.platform == platform })
  }

  /// Compares the description with what JavaScript uses, on the platforms that the app is made for.
  public func drift(from uses: JSUses) -> [RegistryFinding] {
    guard let registry else { return [] }
    let versioned = registry.platforms.filter { registry.version(on: $0) != nil }
    let platforms = versioned.isEmpty ? registry.platforms : versioned
    let all = (try? Preset.load(PresetName.allCases)) ?? []
    let brought = all.flatMap { preset in
      preset.surface.modules.keys.map { ($0, preset.name.rawValue) }
    }
    return JSComparison.findings(
      uses, platforms.map { offered(on: $0) },
      presets: Dictionary(brought) { first, _ in first })
  }
}
