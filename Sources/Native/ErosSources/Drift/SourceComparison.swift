import ErosConfig
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
  let modulesByName: [String: Entry]
  let componentsByName: [String: Entry]
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
    modulesByName = Dictionary(registry[.module].map { ($0.name.value, $0) }) { first, _ in first }
    componentsByName = Dictionary(
      registry[.component].flatMap { entry in entry.names.map { ($0.value, entry) } }
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
    for entry in registry.entries.on(platform) where !entry.isStandard {
      let what: Message = "the \(entry.what)"
      let row = entry.kind.row
      let hasMethods = row.memberKinds.contains(.method)
      guard let name = checkClass(of: entry, what, isMarked: hasMethods, on: platform) else {
        continue
      }
      checkBase(of: name, NativeBases(entry, on: platform), what, on: platform)
      if platform == .android, entry.kind == .module { checkInstance(of: name, what) }
      if hasMethods { compare(entry.methods, of: name, entry.facts, what, on: platform) }
      if let paths = row.paths { comparePath(entry, paths, name, what, on: platform) }
      compareMembers(of: entry, name, on: platform)
    }
  }

  // MARK: Classes

  /// Resolves an entry's class, and reports it if no source contains it.
  private mutating func checkClass(
    of entry: Entry, _ what: Message, isMarked: Bool, on platform: Platform
  ) -> String? {
    guard let (declared, lookup) = entry.facts.nativeClass(on: platform) else { return nil }
    let index = indexes[platform]
    if isMarked { checkMark(of: entry, declared, lookup, on: platform) }
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
    of entry: Entry, _ declared: Located<String>, _ lookup: ClassLookup, on platform: Platform
  ) {
    guard lookup == .macro || lookup == .annotation else { return }
    let index = indexes[platform]
    let mechanism: SourceRegistration.Mechanism = lookup == .macro ? .macro : .annotation
    let className = index.resolve(declared.value) ?? declared.value
    let exists = registrations(named: entry.name.value).contains {
      $0.platform == platform && $0.mechanism == mechanism && $0.kind == .entry(entry.kind)
        && (index.resolve($0.className) ?? $0.className) == className
    }
    guard !exists else { return }
    let mark =
      platform == .ios
      ? "WX_PlUGIN_EXPORT_\(entry.kind.rawValue.uppercased())"
      : entry.kind == .module ? "@WeexModule" : "@WeexComponent"
    add(
      .markerMissing, at: config.position(at: declared.offset),
      "no \(mark) in the sources registers '\(entry.name.value)' with '\(declared.value)'",
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

  /// Compares the path of a widget or a container API with the paths that its class handles.
  private mutating func comparePath(
    _ entry: Entry, _ declared: EntryRow.Paths, _ name: String, _ what: Message,
    on platform: Platform
  ) {
    let index = indexes[platform]
    let path = entry.path
    let prefix = declared.prefixes[platform] ?? ""
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
