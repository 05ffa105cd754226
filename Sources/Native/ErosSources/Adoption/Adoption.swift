import ErosConfig
public import ErosCore
public import ErosRegistry
import ErosSyntax

/// A description of the native side, made from what an app's sources register.
///
/// Use it to adopt `eros` in an existing app:
///
/// ```swift
/// let sources = try NativeSources(folders: ["platforms"])
/// let adoption = try Adoption(of: sources, appName: "my-app")
/// print("described \(adoption.addedCount) entries")
/// let bytes = adoption.text  // the new eros.native.json
/// ```
public struct Adoption: Sendable {
  /// The original description with the added entries.
  public private(set) var description: JSONValue = .null

  /// The number of added entries.
  public private(set) var addedCount = 0
  private(set) var isChange = false
  /// Registrations that cannot be described, in source order.
  public private(set) var findings: [Finding] = []

  static let maximumArgumentCount = 16

  /// The remaining number of methods to describe.
  ///
  /// This limits the work on hostile sources.
  var methodsLeft = 1 << 16

  /// Registrations whose condition the generated code does not check.
  private var unconditional: [(registration: SourceRegistration, condition: String)] = []

  let registry: Registry?
  let presets: [Preset]
  let host: NativeHost
  /// `true` if the generated code for iOS is Swift.
  let isSwift: Bool
  let registrations: [SourceRegistration]
  let unfollowedObjects: [Platform: [SourceRegistration.Kind: [FilePosition]]]
  let indexes: PlatformValues<ClassIndex>
  let gradle: GradleModules
  /// Any source in the generated code's Gradle module, or `nil` if the module is unknown.
  let generatedModule: String?

  /// Describes what `sources` register.
  ///
  /// Entries that `parsed` already has stay as they are.
  ///
  /// - Parameters:
  ///   - sources: The scanned sources.
  ///   - parsed: The existing description, if any.
  ///   - appName: The app's name in a new description.
  ///   - versions: The versions of the native projects, for a new description.
  ///   - folders: The folders of `sources` to write into the settings. Empty for the default
  ///     folder.
  ///   - pathInProject: Converts a source's path to one below the description's folder, or returns
  ///     `nil` if it is somewhere else.
  /// - Throws: `ErosError` if the description cannot be read or a preset is unknown.
  public init(
    of sources: NativeSources, onto parsed: ParsedRegistry? = nil, appName: String = "app",
    versions: [Platform: String] = [:], folders: [String] = [],
    pathInProject: @escaping (String) -> String? = { _ in nil }
  ) throws {
    registry = parsed?.registry
    let facts = sources.facts
    let settings = AdoptedSettings(
      facts: facts, folders: folders, pathInProject: pathInProject)
    let config = try parsed.flatMap { parsed in
      parsed.registry == nil ? nil : try NativeConfig.read(parsed.text, file: parsed.file)
    }
    let isConfigured = config?.root.node(of: "generate") != nil
    presets = try isConfigured ? parsed?.presets ?? [] : Preset.load(settings.presets)
    host = isConfigured ? registry?.settings.host ?? .weex : settings.host
    isSwift = isConfigured ? registry?.settings.ios.language == .swift : settings.isSwift
    registrations = facts.registrations.sorted { $0.position < $1.position }
    unfollowedObjects = facts.unfollowedObjects
    indexes = PlatformValues { ClassIndex(facts, platform: $0) }
    gradle = facts.gradle
    let out = isConfigured ? registry?.settings.android.out?.value : settings.androidOut
    generatedModule = out.flatMap(settings.source(inModuleOf:))
    findings = facts.findings
    reportSkipped(facts.manual)
    reportSpelling()
    let existing = config?.root ?? Self.newRoot(appName, versions, sources)
    var root = existing
    add(settings, to: &root)
    addSections(to: &root)
    reportConditions()
    description = .object(root)
    isChange = root.members.count > existing.members.count || addedCount > 0
    text = config?.text(adding: root) ?? json
    var descriptions: Set<String> = []
    findings.removeAll { !descriptions.insert($0.description).inserted }
    findings = findings.map(\.loweredToWarning).sorted(by: Finding.isOrdered)
  }

  private mutating func addSections(to root: inout JSONObject) {
    add("modules", modules(), to: &root)
    add("components", components(), to: &root)
    add("handlers", handlers(), to: &root)
    add("embedViews", embedViews(), to: &root)
    for kind in EntryKind.allCases {
      guard let paths = kind.row.paths else { continue }
      add(kind.section, entriesByPath(kind, paths), to: &root)
    }
    for kind in [EntryKind.decorator, .proxy] {
      add(kind.section, interceptors(kind), to: &root)
    }
    add("jsApis", jsAPIs(), to: &root)
  }

  private mutating func reportSkipped(_ manual: [SourceName]) {
    let named = registrations.filter { [.adapter, .domObject].contains($0.kind) }
      .map { SourceName(value: $0.name, position: $0.position) }
    findings += (manual + named).map {
      Finding(
        .notAdopted, at: $0.position,
        "skipped a registration with '\($0.value.escapedForDisplay)'",
        "describe it manually to generate it")
    }
  }

  private mutating func reportSpelling() {
    let names = describedNames(of: .module).union(describedNames(of: .component))
    let added = registrations.filter { !names.contains($0.name) }
    for kind in [SourceRegistration.Kind.module, .component] {
      findings += SpellingComparison.findings(kind, in: added)
    }
  }

  /// The description as text.
  ///
  /// An existing description keeps its layout and comments. A new one is indented JSON.
  public private(set) var text: [UInt8] = []

  /// The description as indented JSON.
  public var json: [UInt8] { JSONWriter.write(description, layout: .pretty) + [0x0A] }

  private static func newRoot(
    _ appName: String, _ versionByPlatform: [Platform: String], _ sources: NativeSources
  ) -> JSONObject {
    let keys = [(Platform.android, "android"), (.ios, "iOS")]
    let scanned = keys.filter { sources.fileCount(of: $0.0) > 0 }
    let versions = (scanned.isEmpty ? keys : scanned).map { platform, key in
      member(key, .string(versionByPlatform[platform] ?? "1.0.0"))
    }
    return JSONObject([
      member("appName", .string(appName)), member("version", .object(JSONObject(versions))),
    ])
  }

  /// Adds settings that the section `generate` lacks.
  private func add(_ settings: AdoptedSettings, to root: inout JSONObject) {
    let section = root["generate"]?.object
    let missing = settings.members.filter { member in
      section == nil
        || !["host", "presets"].contains(member.key) && section?.node(of: member.key) == nil
    }
    guard !missing.isEmpty else { return }
    root["generate"] = .object(JSONObject((section?.members ?? []) + missing))
  }

  static func member(_ key: String, _ value: JSONValue) -> JSONObject.Member {
    .init(key: key, node: JSONNode(value))
  }

  // MARK: Sections

  /// Appends entries to a section, be it a list or an object.
  private mutating func add(
    _ section: String, _ entries: [(name: String, members: [JSONObject.Member])],
    to root: inout JSONObject
  ) {
    guard !entries.isEmpty else { return }
    addedCount += entries.count
    if case .object(let object)? = root[section] {
      let added = entries.map { entry in
        Self.member(entry.name, .object(JSONObject(entry.members.filter { $0.key != "name" })))
      }
      root[section] = .object(JSONObject(object.members + added))
    } else {
      let added = entries.map { JSONNode(.object(JSONObject($0.members))) }
      root[section] = .array((root[section]?.array ?? []) + added)
    }
  }

  private func describedNames(of kind: SourceRegistration.Kind) -> Set<String> {
    guard case .entry(let kind) = kind, let registry else { return [] }
    return Set(
      registry[kind].flatMap { entry in
        (entry.iosHandler.map { [$0.protocolName] } ?? entry.names).map(\.value)
      })
  }

  /// Returns the undescribed registrations of a kind by name, with one class per platform.
  private mutating func registered(
    _ kind: SourceRegistration.Kind
  ) -> [(name: String, registrations: [Platform: SourceRegistration])] {
    var result: [String: [Platform: SourceRegistration]] = [:]
    // The generated code replaces code rather than the files of other tools.
    let replaced = registrations.filter { !$0.isInFileOfOtherTool }
    for registration in replaced + registrations.filter(\.isInFileOfOtherTool)
    where registration.kind == kind && !isFromPreset(registration) {
      guard let first = result[registration.name]?[registration.platform] else {
        result[registration.name, default: [:]][registration.platform] = registration
        continue
      }
      if first.className != registration.className {
        refuse(
          registration.className, at: registration.position,
          "is registered as '\(registration.name.escapedForDisplay)', like "
            + "'\(first.className.escapedForDisplay)' at \(first.position)")
        continue
      }
      // The class is also registered elsewhere, so the first condition does not decide.
      if registration.condition == nil {
        result[registration.name]?[registration.platform]?.condition = nil
      }
      if registration.conditional == nil
        || registration.conditional?.condition != first.conditional?.condition
      {
        result[registration.name]?[registration.platform]?.conditional = nil
      }
    }
    let described = describedNames(of: kind)
    return result.filter { !described.contains($0.key) }.sorted { inByteOrder($0.key, $1.key) }
      .map { ($0.key, $0.value) }
  }

  private func isFromPreset(_ registration: SourceRegistration) -> Bool {
    presets.contains { preset in
      guard preset.surface.platform == registration.platform else { return false }
      let classes =
        registration.kind == .module
        ? preset.moduleClasses : registration.kind == .component ? preset.componentClasses : [:]
      return classes[registration.name] == registration.className
    }
  }

  private mutating func modules() -> [(String, [JSONObject.Member])] {
    registered(.module).compactMap { name, registrationByPlatform in
      guard let classes = classes(of: name, .module, registrationByPlatform) else { return nil }
      var members = head("name", name, classes) { $0[.module][name] != nil }
      let methods = methods(of: classes, "module '\(name.escapedForDisplay)'")
      members.add("methods", methods.isEmpty ? nil : .list(methods))
      return (name, members)
    }
  }

  private mutating func components() -> [(String, [JSONObject.Member])] {
    Self.withAliases(registered(.component)).compactMap { names, registrations in
      let name = names[0]
      let (registrationByPlatform, appendTree) = Self.appendTree(of: registrations)
      let rule = host == .weex ? NameRule.tag : .embedType
      guard let classes = classes(of: name, rule, registrationByPlatform) else { return nil }
      var members = head("name", name, classes) { surface in
        names.contains { surface[.component][$0] != nil }
      }
      members.add("aliases", texts: Array(names.dropFirst()))
      if let ios = registrationByPlatform[.ios], ios.hasOtherProperties {
        note(
          name, at: ios.position,
          "has properties that the description cannot express, so its registration on iOS stays")
      }
      members.add("appendTree", appendTree.map { .bool($0) })
      members.add("isTemplate", if: registrationByPlatform[.ios]?.isTemplate == true)
      for (key, values) in [
        ("attributes", attributes(of: classes, name)), ("events", events(of: classes, name)),
        ("methods", methods(of: classes, "component '\(name.escapedForDisplay)'")),
      ] { members.add(key, values.isEmpty ? nil : .list(values)) }
      return (name, members)
    }
  }

  /// Returns `appendTree`, or `nil` if each platform uses its default: a tree on iOS only.
  ///
  /// If the platforms differ in any other way, the registration on iOS has more properties.
  private static func appendTree(
    of registrations: [Platform: SourceRegistration]
  ) -> (registrations: [Platform: SourceRegistration], value: Bool?) {
    var result = registrations
    let android = result[.android]?.appendTree == true
    if android, result[.ios]?.appendTree == false {
      result[.ios]?.written.hasOtherProperties = true
    }
    if android { return (result, true) }
    guard let ios = result[.ios], !ios.hasOtherProperties, let value = ios.appendTree else {
      return (result, nil)
    }
    return (result, value && result[.android] != nil ? nil : value)
  }

  /// The key that two names of a component share: Android call and class, and iOS class.
  private struct Shared: Hashable {
    let position: FilePosition
    let android: String
    let ios: String?
  }

  /// Merges the names of each component, in the order of their first names.
  private static func withAliases(
    _ entries: [(name: String, registrations: [Platform: SourceRegistration])]
  ) -> [(names: [String], registrations: [Platform: SourceRegistration])] {
    var joined: [(names: [String], registrations: [Platform: SourceRegistration])] = []
    var indexes: [Shared: Int] = [:]
    for (name, registrations) in entries {
      // An iOS macro registers a single name.
      if let android = registrations[.android], registrations[.ios]?.mechanism != .macro,
        NameRule.tag.accepts(name)
      {
        let shared = Shared(
          position: android.position, android: android.className,
          ios: registrations[.ios]?.className)
        if let index = indexes[shared] {
          joined[index].names.append(name)
          continue
        }
        indexes[shared] = joined.count
      }
      joined.append(([name], registrations))
    }
    return joined
  }

  private mutating func handlers() -> [(String, [JSONObject.Member])] {
    registered(.handler).compactMap { name, registrationByPlatform in
      // No page uses a handler, so an entry only generates code.
      guard let handler = registrationByPlatform[.ios], handler.mechanism != .macro,
        !handler.isInFileOfOtherTool
      else {
        return nil
      }
      if isSwift, let property = handler.create, handler.position.file.hasSuffix(".swift") {
        refuse(
          name, at: handler.position,
          "is created by the property '\(property)', but generated Swift code calls a method")
        return nil
      }
      guard let classes = classes(of: name, .identifier, [.ios: handler]),
        let className = classes[.ios]
      else { return nil }
      var ios = [
        Self.member("protocol", .string(name)), Self.member("class", .string(className.name)),
      ]
      ios.add("header", text: className.header)
      ios.add("create", text: handler.create)
      ios += condition(of: handler)
      return (name, [Self.member("ios", .object(JSONObject(ios)))])
    }
  }

  private mutating func embedViews() -> [(String, [JSONObject.Member])] {
    registered(.entry(.embedView)).compactMap { name, registrationByPlatform in
      guard let classes = classes(of: name, .embedType, registrationByPlatform) else { return nil }
      return (name, head("type", name, classes) { $0[.embedView][name] != nil })
    }
  }

  // MARK: Classes

  struct AdoptedClass {
    let name: String
    let registration: SourceRegistration
    let header: String?
    let isSwift: Bool
  }

  private mutating func classes(
    of name: String, _ rule: NameRule, _ registrationByPlatform: [Platform: SourceRegistration]
  ) -> [Platform: AdoptedClass]? {
    guard rule.accepts(name) else {
      refuse(
        name, atFirstOf: registrationByPlatform.values.map(\.position),
        "must be \(rule.expectation)")
      return nil
    }
    guard methodsLeft > 0 else {
      refuse(
        name, atFirstOf: registrationByPlatform.values.map(\.position),
        "exceeds the maximum number of methods in a description")
      return nil
    }
    var classes: [Platform: AdoptedClass] = [:]
    for (platform, registration) in registrationByPlatform {
      let index = indexes[platform]
      let resolved = index.resolve(registration.className)
      let className = resolved ?? registration.className
      let rule = platform == .ios ? NameRule.iosClass : .javaClass
      guard rule.accepts(className) else {
        refuse(className, at: registration.position, "must be \(rule.expectation)")
        continue
      }
      recordCondition(of: registration)
      classes[platform] = AdoptedClass(
        name: className, registration: registration, header: index.header(of: className),
        isSwift: index.isSwift(className))
    }
    return classes.isEmpty ? nil : classes
  }

  mutating func report(_ newFindings: [Finding]) { findings += newFindings }

  mutating func refuse(_ name: String, at position: FilePosition, _ reason: Message) {
    findings.append(
      Finding(
        .notAdopted, at: position, "'\(name.escapedForDisplay)' is skipped: it \(reason)"))
  }

  mutating func refuse(_ name: String, atFirstOf positions: [FilePosition], _ reason: Message) {
    guard let position = positions.min() else { return }
    refuse(name, at: position, reason)
  }

  /// Reports an added entry that you should check yourself.
  mutating func note(_ name: String, at position: FilePosition, _ reason: Message) {
    findings.append(
      Finding(
        .notAdopted, at: position, "'\(name.escapedForDisplay)' \(reason)", severity: .note))
  }

  // MARK: Conditions

  /// Records a condition in the code, because a description cannot express it.
  mutating func recordCondition(of registration: SourceRegistration) {
    guard let condition = registration.condition,
      ![.macro, .annotation].contains(registration.mechanism)
    else { return }
    unconditional.append((registration, condition))
  }

  /// Records a preprocessor condition, because a description cannot express it.
  mutating func recordDirective(of registration: SourceRegistration, _ lines: ConditionalLines) {
    unconditional.append((registration, "#if " + (lines.condition ?? "…")))
  }

  /// Reports the recorded conditions, each once per file.
  private mutating func reportConditions() {
    let groups = Dictionary(grouping: unconditional) { item in
      "\(item.registration.position.file) \(item.condition)"
    }
    for items in groups.values.map({ $0.sorted { $0.0.position < $1.0.position } }) {
      let (first, condition) = items[0]
      let names = items.dropFirst().map { "'\($0.registration.name.escapedForDisplay)'" }
      let (code, kind) = (condition.escapedForDisplay, first.kind.title)
      let name = first.name.escapedForDisplay
      findings.append(
        Finding(
          .conditionIgnored, at: first.position,
          names.isEmpty
            ? "only code under '\(code)' registers the \(kind) '\(name)', but the generated code always does"
            : "only code under '\(code)' registers the \(kind) '\(name)' and also \(names.joined(separator: ", ")), but the generated code always does",
          "set `\"lookup\": \"none\"` to keep the manual registration, or call the generated code "
            + "under the same condition"))
    }
  }

  /// Returns the member `if` for a class that the preprocessor may exclude.
  mutating func condition(of registration: SourceRegistration) -> [JSONObject.Member] {
    guard let lines = registration.conditional, registration.mechanism != .macro else { return [] }
    let isSwift = registration.position.file.hasSuffix(".swift")
    guard let text = lines.condition, PreprocessorCondition.isValid(text, inSwift: isSwift) else {
      recordDirective(of: registration, lines)
      return []
    }
    return [Self.member("if", .string(text))]
  }

  private mutating func head(
    _ key: String, _ name: String, _ classes: [Platform: AdoptedClass],
    _ isIn: (RegistrySurface) -> Bool
  ) -> [JSONObject.Member] {
    var members = [Self.member(key, .string(name))]
    let overrides = presets.contains { classes[$0.surface.platform] != nil && isIn($0.surface) }
    members.add("overrides", if: overrides)
    if let ios = classes[.ios] {
      var facts: [JSONObject.Member] = []
      facts.add("header", text: ios.header)
      facts.add("swift", if: ios.isSwift)
      let isMacro = ios.registration.mechanism == .macro
      let isManual = ios.registration.hasOtherProperties || ios.registration.isInFileOfOtherTool
      facts.add(
        "lookup",
        text: isMacro ? "macro" : isManual ? "none" : needsRuntime(ios) ? "runtime" : nil)
      if !isManual { facts += condition(of: ios.registration) }
      members.add("ios", Self.classValue(ios.name, facts))
    }
    if let android = classes[.android] {
      var facts: [JSONObject.Member] = []
      facts.add("lookup", text: androidLookup(android))
      facts.add("global", if: android.registration.isGlobal)
      members.add("android", Self.classValue(android.name, facts))
    }
    return members
  }

  /// Returns a class as its name, or as an object with the name and `facts`.
  static func classValue(_ name: String, _ facts: [JSONObject.Member]) -> JSONValue {
    facts.isEmpty
      ? .string(name) : .object(JSONObject([member("class", .string(name))] + facts))
  }
}

extension [JSONObject.Member] {
  mutating func add(_ key: String, _ value: JSONValue?) {
    if let value { append(Adoption.member(key, value)) }
  }

  mutating func add(_ key: String, text: String?) { add(key, text.map { .string($0) }) }

  mutating func add(_ key: String, texts: [String]) {
    add(key, texts.isEmpty ? nil : .strings(texts))
  }

  mutating func add(_ key: String, if condition: Bool) { add(key, condition ? .bool(true) : nil) }
}
