import ErosConfig
import ErosCore

/// Compares what JavaScript uses with what each platform offers.
struct JSComparison {
  private let surfaces: [RegistrySurface]
  private let ownTags: Set<String>
  private var findings: [RegistryFinding] = []
  /// What was looked for already: a script may use one unknown name many times.
  private var nearest: [JSNeed: String?] = [:]

  static func findings(_ uses: JSUses, _ surfaces: [RegistrySurface]) -> [RegistryFinding] {
    var comparison = JSComparison(surfaces: surfaces, ownTags: uses.ownTags)
    for use in uses.uses { comparison.check(use) }
    return (uses.findings + comparison.findings).sorted(by: RegistryFinding.isBefore)
  }

  private init(surfaces: [RegistrySurface], ownTags: Set<String>) {
    self.surfaces = surfaces
    self.ownTags = ownTags
  }

  private mutating func check(_ use: JSUses.Use) {
    let missing = surfaces.filter { !$0.offers(use.need) }
    guard !missing.isEmpty else { return checkResult(of: use) }
    switch use.need {
    case .module(let name): checkModule(name, use, missing)
    case .method(let module, let name): checkMethod(name, of: module, use, missing)
    case .component(let name): checkTag(name, use, missing)
    case .attribute(let tag, let name): check("attribute", name, of: tag, use, missing)
    case .event(let tag, let name): check("event", name, of: tag, use, missing)
    }
  }

  private mutating func add(
    _ rule: RegistryRule, _ use: JSUses.Use, _ message: String, _ remedy: String? = nil,
    severity: RegistryRule.Severity? = nil
  ) {
    findings.append(
      RegistryFinding(
        rule, at: use.place, message + (use.isGuarded ? ", but the code asks first" : ""), remedy,
        severity: use.isGuarded ? .note : severity))
  }

  private mutating func nearest(
    _ name: String, for use: JSUses.Use, _ names: (RegistrySurface) -> [String]
  ) -> String? {
    if let known = nearest[use.need] { return known }
    let all = Set(surfaces.flatMap(names)).sorted(by: inByteOrder)
    let found = ConfigText.nearest(to: name, among: all).map { "did you mean '\($0)'?" }
    nearest[use.need] = .some(found)
    return found
  }

  /// The platforms for messages.
  private static func words(_ surfaces: [RegistrySurface]) -> String {
    surfaces.map(\.platform.displayName).joined(separator: " and ")
  }

  // MARK: Modules

  private mutating func checkModule(
    _ name: String, _ use: JSUses.Use, _ missing: [RegistrySurface]
  ) {
    let shown = name.escapedForDisplay
    guard missing.count == surfaces.count else {
      return add(
        .onePlatformOnly, use, "the module '\(shown)' is missing on \(Self.words(missing))")
    }
    add(
      .moduleUnknown, use, "no module '\(shown)' is registered",
      nearest(name, for: use) { Array($0.modules.keys) })
  }

  private mutating func checkMethod(
    _ name: String, of module: String, _ use: JSUses.Use, _ missing: [RegistrySurface]
  ) {
    // A module that is missing itself is reported where it is required.
    let withModule = surfaces.filter { $0.modules[module] != nil }
    let without = missing.filter { $0.modules[module] != nil }
    guard !without.isEmpty else { return }
    let shown = "'\(name.escapedForDisplay)' of the module '\(module.escapedForDisplay)'"
    guard without.count == withModule.count else {
      return add(
        .onePlatformOnly, use, "the method \(shown) is missing on \(Self.words(without))")
    }
    add(
      .methodUnknown, use, "there is no method \(shown)",
      nearest(name, for: use) { Array($0.modules[module]?.keys ?? [:].keys) })
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
    guard !isFramework(name) else { return }
    let shown = name.escapedForDisplay
    guard missing.count == surfaces.count else {
      return add(
        .onePlatformOnly, use, "the component '\(shown)' is missing on \(Self.words(missing))",
        severity: .warning)
    }
    add(
      .tagUnknown, use, "no component '\(shown)' is registered, so a plain box is shown",
      nearest(name, for: use) { Array($0.components.keys) })
  }

  private func isFramework(_ name: String) -> Bool {
    let tags: Set<String> = [
      "slot", "template", "transition", "keep-alive", "component", "transition-group",
      "router-view", "router-link", "content", "element",
    ]
    return tags.contains(name) || ownTags.contains(JSScanner.kebab(name))
  }

  private mutating func check(
    _ what: String, _ name: String, of tag: String, _ use: JSUses.Use, _ missing: [RegistrySurface]
  ) {
    let withTag = surfaces.filter { $0.components[tag] != nil }
    let without = missing.filter { $0.components[tag] != nil }
    guard !without.isEmpty, !ownTags.contains(JSScanner.kebab(tag)) else { return }
    let shown = "'\(name.escapedForDisplay)' of the component '\(tag.escapedForDisplay)'"
    // Vue takes `data-set` and `dataSet` for one attribute.
    let isOtherCase = without.allSatisfy { surface in
      (surface.components[tag]?.attributes.keys ?? [:].keys)
        .contains { JSScanner.kebab($0) == JSScanner.kebab(name) }
    }
    guard !isOtherCase else { return }
    guard without.count == withTag.count else {
      return add(
        .onePlatformOnly, use, "the \(what) \(shown) is missing on \(Self.words(without))",
        severity: .warning)
    }
    add(
      .memberUnknown, use, "there is no \(what) \(shown)",
      nearest(name, for: use) {
        let component = $0.components[tag]
        return what == "event"
          ? Array(component?.events.keys ?? [:].keys)
          : Array(component?.attributes.keys ?? [:].keys)
      })
  }
}

extension RegistryReading {
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
    return JSComparison.findings(uses, platforms.map { offered(on: $0) })
  }
}
