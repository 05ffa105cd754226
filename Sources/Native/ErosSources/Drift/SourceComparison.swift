import ErosCore
import ErosRegistry
import ErosSyntax

/// Compares a description with an app's native sources.
struct SourceComparison {
  let registry: Registry
  /// The text of the description.
  let config: SourceFile
  let presets: [Preset]
  let facts: SourceFacts
  let indexes: PlatformValues<ClassIndex>
  private let presetClasses: Set<String>
  let factsByName: [SourceRegistration.Kind: [String: EntryFacts]]
  let factsByClass: [SourceRegistration.Kind: PlatformValues<[String: EntryFacts]>]
  private let registrationsByName: [String: [SourceRegistration]]
  let modulesByName: [String: ModuleEntry]
  let componentsByName: [String: ComponentEntry]
  var findings: [Finding] = []
  /// Limits the work on all suggestions.
  let spelling = Spelling.Budget()

  init(_ parsed: ParsedRegistry, registry: Registry, facts: SourceFacts) {
    self.registry = registry
    config = SourceFile(path: parsed.file, bytes: parsed.text)
    presets = parsed.presets
    self.facts = facts
    indexes = PlatformValues { ClassIndex(facts, platform: $0) }
    factsByName = Self.factsByName(of: registry)
    factsByClass = Self.factsByClass(of: registry, indexes)
    presetClasses = Set(
      presets.flatMap { Array($0.moduleClasses.values) + Array($0.componentClasses.values) })
    registrationsByName = Dictionary(grouping: facts.registrations, by: \.name)
    modulesByName = Dictionary(registry.modules.map { ($0.name.value, $0) }) { first, _ in first }
    componentsByName = Dictionary(
      registry.components.flatMap { entry in entry.allNames.map { ($0.value, entry) } }
    ) { first, _ in first }
  }

  func registrations(named name: String) -> [SourceRegistration] {
    registrationsByName[name] ?? []
  }

  var platforms: [Platform] {
    Platform.allCases.filter { (facts.fileCounts[$0] ?? 0) > 0 }
  }

  mutating func run() {
    findings = facts.findings
    for platform in platforms {
      compareEntries(on: platform)
      checkRegistrations(on: platform)
      checkExports(on: platform)
    }
    if platforms.count == Platform.allCases.count { comparePlatforms() }
    findings.sort(by: Finding.isOrdered)
  }

  mutating func add(
    _ rule: RegistryRule, at position: FilePosition, _ message: Message, _ remedy: Message? = nil,
    severity: Finding.Severity? = nil
  ) {
    findings.append(Finding(rule, at: position, message, remedy, severity: severity))
  }

  /// Names the source that could not be read and may contain what is missing, if there is one.
  static func doubted(_ message: Message, _ unread: String?) -> Message {
    unread.map {
      "\(message), unless '\($0.escapedForDisplay)', which could not be read, contains it"
    } ?? message
  }

  // MARK: Entries

  private mutating func compareEntries(on platform: Platform) {
    for module in registry.modules.on(platform) {
      let what: Message = "the module '\(module.name.value)'"
      guard let name = checkClass(of: module.facts, what, (.module, module.name), on: platform)
      else { continue }
      checkBase(of: name, NativeBases.modules[platform], what, on: platform)
      if platform == .android { checkInstance(of: name, what) }
      compare(module.methods, of: name, module.facts, what, on: platform)
    }
    for component in registry.components.on(platform) {
      let what: Message = "the component '\(component.name.value)'"
      guard
        let name = checkClass(
          of: component.facts, what, (.component, component.name), on: platform)
      else { continue }
      checkBase(of: name, NativeBases.components[platform], what, on: platform)
      compare(component.methods, of: name, component.facts, what, on: platform)
      compareMembers(of: component, name, on: platform)
    }
    compareOthers(on: platform)
  }

  private mutating func compareOthers(on platform: Platform) {
    for widget in registry.widgets.on(platform) {
      comparePath(
        widget.path, prefix: "", widget.facts, "the widget '\(widget.name.value)'",
        NativeBases.widgets[platform], on: platform)
    }
    for api in registry.containerAPIs.on(platform) {
      comparePath(
        api.path, prefix: platform == .ios ? "/api" : "", api.facts,
        "the container API '\(api.name.value)'", NativeBases.containerAPIs[platform], on: platform)
    }
    for view in registry.embedViews.on(platform) {
      let what: Message = "the embedded view '\(view.type.value)'"
      guard let name = checkClass(of: view.facts, what, nil, on: platform) else { continue }
      checkBase(of: name, NativeBases.embedViews[platform], what, on: platform)
      compareMembers(of: view, name, on: platform)
    }
    let others: [(what: Message, facts: EntryFacts, bases: NativeBases?)] =
      registry.decorators.on(platform).filter { !$0.isStandard }
      .map { ("the decorator '\($0.name.value)'", $0.facts, NativeBases.decorators[platform]) }
      + registry.proxies.on(platform)
      .map { ("the proxy '\($0.name.value)'", $0.facts, NativeBases.proxies[platform]) }
      + registry.jsAPIs.on(platform).map { ("the JS API", $0.facts, nil) }
      + registry.handlers.on(platform).map { handler in
        let needed = platform == .ios ? handler.ios?.protocolName.value : nil
        return ("the handler", handler.facts, needed.map { NativeBases(accepted: [$0]) })
      }
    for (what, facts, bases) in others {
      guard let name = checkClass(of: facts, what, nil, on: platform) else { continue }
      checkBase(of: name, bases, what, on: platform)
    }
  }

  // MARK: Classes

  /// The name that a class registers with a macro or an annotation.
  private typealias Registered = (kind: SourceRegistration.Kind, name: Located<String>)

  /// Resolves an entry's class, and reports it if no source contains it.
  private mutating func checkClass(
    of facts: EntryFacts, _ what: Message, _ registered: Registered?, on platform: Platform
  ) -> String? {
    guard let (declared, lookup) = facts.nativeClass(on: platform) else { return nil }
    let index = indexes[platform]
    checkMark(registered, declared, lookup, on: platform)
    if let name = index.resolve(declared.value) { return name }
    let unread = self.facts.unreadSource(of: declared.value, on: platform)
    if let position = index.position(of: declared.value) {
      add(
        .classMissing, at: config.position(at: declared.offset),
        Self.doubted(
          "the class '\(declared.value)' of \(what) is declared at \(position), but not implemented in the sources for \(platform.displayName)",
          unread),
        severity: unread == nil ? .warning : .note)
      return nil
    }
    let isElsewhere =
      lookup == .runtime || lookup == ClassLookup.none || presetClasses.contains(declared.value)
    add(
      .classMissing, at: config.position(at: declared.offset),
      Self.doubted(
        "class '\(declared.value)' of \(what) not found in the sources for \(platform.displayName)",
        unread),
      Spelling.hint(for: declared.value, among: index.names, within: spelling),
      severity: unread != nil ? .note : isElsewhere ? .warning : nil)
    return nil
  }

  /// Checks that a class with a `lookup` has the macro or annotation that registers it.
  private mutating func checkMark(
    _ registered: Registered?, _ declared: Located<String>, _ lookup: ClassLookup,
    on platform: Platform
  ) {
    guard let registered, lookup == .macro || lookup == .annotation else { return }
    let index = indexes[platform]
    let mechanism: SourceRegistration.Mechanism = lookup == .macro ? .macro : .annotation
    let className = index.resolve(declared.value) ?? declared.value
    let exists = registrations(named: registered.name.value).contains {
      $0.platform == platform && $0.mechanism == mechanism && $0.kind == registered.kind
        && (index.resolve($0.className) ?? $0.className) == className
    }
    guard !exists else { return }
    let mark =
      platform == .ios
      ? "WX_PlUGIN_EXPORT_\(registered.kind.name.uppercased())"
      : registered.kind == .module ? "@WeexModule" : "@WeexComponent"
    add(
      .markerMissing, at: config.position(at: declared.offset),
      "no \(mark) in the sources registers '\(registered.name.value)' with '\(declared.value)'",
      "add it to the class, or remove 'lookup'")
  }

  private mutating func checkBase(
    of name: String, _ needed: NativeBases?, _ what: Message, on platform: Platform
  ) {
    let index = indexes[platform]
    guard let needed, let position = index.position(of: name) else { return }
    let chain = index.chain(of: name)
    let presetBases = chain.roots.contains(where: presetClasses.contains)
    let verdict = presetBases ? .accepted : needed.verdict(on: chain.roots, names: chain.names)
    guard verdict != .accepted else { return }
    let bases = chain.roots.joined(separator: ", ")
    let base = needed.name(in: registry.settings.host)
    let isProtocol = base.hasSuffix("Protocol")
    add(
      .wrongBase, at: position,
      verdict == .rejected
        ? isProtocol
          ? "'\(name)' is the class of \(what), but does not conform to \(base)"
          : "'\(name)' is the class of \(what), but is not a \(base)"
        : isProtocol
          ? "'\(name)' is the class of \(what), but may not conform to \(base): it derives from \(bases)"
          : "'\(name)' is the class of \(what), but may not be a \(base): it derives from \(bases)",
      severity: verdict == .rejected ? nil : .warning)
  }

  /// Checks that an Android module has a constructor without arguments, because the host calls it.
  private mutating func checkInstance(of name: String, _ what: Message) {
    guard let type = indexes[.android].parts(of: name).first else { return }
    let isCreatable =
      type.constructors.isEmpty
      || type.constructors.contains { $0.parameterCount == 0 && $0.isPublic }
    let problems: [(Bool, Message)] = [
      (type.isAbstract, "is abstract"), (type.isInner, "needs an instance of its outer class"),
      (type.isHidden, "is not public"),
      (!isCreatable, "does not have a public constructor without parameters"),
    ]
    guard let (_, problem) = problems.first(where: { $0.0 }) else { return }
    add(
      .notCallable, at: type.position,
      "the host cannot create '\(name)', the class of \(what): it \(problem)")
  }

  // MARK: Paths

  private mutating func comparePath(
    _ path: Located<String>, prefix: String, _ facts: EntryFacts, _ what: Message,
    _ bases: NativeBases?, on platform: Platform
  ) {
    guard let name = checkClass(of: facts, what, nil, on: platform) else { return }
    let index = indexes[platform]
    checkBase(of: name, bases, what, on: platform)
    let paths = index.chain(of: name).names.flatMap { index.parts(of: $0) }.flatMap(\.paths)
    let accepted = [path.value, prefix + path.value]
    guard let first = paths.first, !paths.contains(where: { accepted.contains($0.value) }) else {
      return
    }
    add(
      .pathDiffers, at: first.position,
      "'\(name)' handles '\(first.value.escapedForDisplay)', but \(what) is declared with "
        + "'\(path.value)' (\(config.position(at: path.offset)))")
  }
}
