import ErosConfig
public import ErosCore
public import ErosRegistry
import ErosSyntax

/// A description of what native sources register already, for apps that begin to be generated.
public struct Adoption: Sendable {
  /// The whole description: what it was before, with everything added that the sources register.
  public private(set) var description: JSONValue = .null

  /// How many entries were added, and what cannot be described.
  public private(set) var addedCount = 0
  /// What cannot be described, in the order of the sources.
  public private(set) var findings: [RegistryFinding] = []

  /// How many arguments a method of a description can have.
  static let mostArguments = 16

  /// How many methods are still described.
  ///
  /// Hostile sources may register many names for many methods each; real apps have some hundred.
  var methodsLeft = 1 << 16

  private let registry: Registry?
  private let presets: [Preset]
  private let registrations: [SourceRegistration]
  let indexes: [Platform: ClassIndex]

  /// Describes what `sources` register; what `reading` declares already stays as it is written.
  ///
  /// - Parameters:
  ///   - sources: the scanned sources.
  ///   - reading: the description that there is, if there is one.
  ///   - appName: how a description that is begun here calls the app.
  /// - Throws: `ErosError` when the description cannot be read, or a preset is not known.
  public init(
    of sources: NativeSources, onto reading: ParsedRegistry? = nil, appName: String = "app"
  ) throws {
    registry = reading?.registry
    presets = try reading?.presets ?? Preset.load([])
    registrations = sources.facts.registrations.sorted { $0.place < $1.place }
    indexes = Dictionary(
      uniqueKeysWithValues: Platform.allCases.map {
        ($0, ClassIndex(sources.facts, platform: $0))
      })
    findings = sources.facts.findings
    let named = registrations.filter { [.adapter, .domObject].contains($0.kind) }
      .map { SourceName(value: $0.name, place: $0.place) }
    for item in sources.facts.byHand + named {
      findings.append(
        RegistryFinding(
          .notAdopted, at: item.place,
          "'\(item.value.escapedForDisplay)' registers something that is left out",
          "describe it by hand if it is to be generated"))
    }
    var root = try Self.root(of: reading, appName: appName)
    add("modules", modules(), to: &root)
    add("components", components(), to: &root)
    add("handlers", handlers(), to: &root)
    add("embedViews", embedViews(), to: &root)
    description = .object(root)
    findings.sort(by: RegistryFinding.isBefore)
  }

  /// The description as a file.
  public var text: [UInt8] { JSONWriter.write(description, layout: .pretty) + [0x0A] }

  private static func root(of reading: ParsedRegistry?, appName: String) throws -> JSONObject {
    guard let reading, reading.registry != nil else {
      return JSONObject([
        member("appName", .string(appName)),
        member(
          "version",
          .object(
            JSONObject([
              member("android", .string("1.0.0")), member("iOS", .string("1.0.0")),
            ]))),
      ])
    }
    return try NativeConfig.read(reading.text, file: reading.file).root
  }

  static func member(_ key: String, _ value: JSONValue) -> JSONObject.Member {
    .init(key: key, node: JSONNode(value))
  }

  // MARK: Sections

  /// Appends entries to a section in the form that the section has.
  private mutating func add(
    _ section: String, _ entries: [(name: String, members: [JSONObject.Member])],
    to root: inout JSONObject
  ) {
    guard !entries.isEmpty else { return }
    addedCount += entries.count
    if case .object(let object)? = root[section] {
      let added = entries.map { entry in
        Self.member(
          entry.name, .object(JSONObject(entry.members.filter { $0.key != "name" })))
      }
      root[section] = .object(JSONObject(object.members + added))
    } else {
      let added = entries.map { JSONNode(.object(JSONObject($0.members))) }
      root[section] = .array((root[section]?.array ?? []) + added)
    }
  }

  /// What the sources register of a kind by name, at most one class a platform.
  private mutating func registered(
    _ kind: SourceRegistration.Kind
  ) -> [(name: String, registrations: [Platform: SourceRegistration])] {
    var found: [String: [Platform: SourceRegistration]] = [:]
    for registration in registrations where registration.kind == kind {
      guard let first = found[registration.name]?[registration.platform] else {
        found[registration.name, default: [:]][registration.platform] = registration
        continue
      }
      if first.className != registration.className {
        refuse(
          registration.className, at: registration.place,
          "is registered as '\(registration.name.escapedForDisplay)', as "
            + "'\(first.className.escapedForDisplay)' is at \(first.place)")
      }
    }
    return found.sorted { inByteOrder($0.key, $1.key) }.map { ($0.key, $0.value) }
  }

  private mutating func modules() -> [(String, [JSONObject.Member])] {
    let known = Set((registry?.modules ?? []).map(\.name.value))
    return registered(.module).filter { !known.contains($0.name) }.compactMap { name, found in
      guard let classes = classes(of: name, .module, found) else { return nil }
      var members = head("name", name, classes) { $0.modules[name] != nil }
      let methods = methods(of: classes)
      if !methods.isEmpty { members.append(Self.member("methods", .list(methods))) }
      return (name, members)
    }
  }

  private mutating func components() -> [(String, [JSONObject.Member])] {
    let known = Set((registry?.components ?? []).flatMap(\.allNames).map(\.value))
    let found = registered(.component).filter { !known.contains($0.name) }
    return Self.withAliases(found).compactMap { names, found in
      let name = names[0]
      guard let classes = classes(of: name, .tag, found) else { return nil }
      var members = head("name", name, classes) { surface in
        names.contains { surface.components[$0] != nil }
      }
      if names.count > 1 {
        let aliases = names.dropFirst().map { JSONNode(.string($0)) }
        members.append(Self.member("aliases", .array(aliases)))
      }
      if found[.android]?.appendTree == true {
        members.append(Self.member("appendTree", .bool(true)))
      }
      for (key, values) in [
        ("attributes", attributes(of: classes)), ("events", events(of: classes)),
        ("methods", methods(of: classes)),
      ] where !values.isEmpty { members.append(Self.member(key, .list(values))) }
      return (name, members)
    }
  }

  /// What makes two names those of one component: one call of Android that gives both of them to a
  /// class, and the same class on iOS.
  private struct Shared: Hashable {
    let place: FilePosition
    let android: String
    let ios: String?
  }

  /// Joins the names of one component, in the order of the first ones.
  private static func withAliases(
    _ found: [(name: String, registrations: [Platform: SourceRegistration])]
  ) -> [(names: [String], registrations: [Platform: SourceRegistration])] {
    var joined: [(names: [String], registrations: [Platform: SourceRegistration])] = []
    var indexes: [Shared: Int] = [:]
    for (name, registrations) in found {
      // A macro of iOS registers one name of a class.
      if let android = registrations[.android], registrations[.ios]?.way != .macro,
        NameRule.tag.accepts(name)
      {
        let shared = Shared(
          place: android.place, android: android.className,
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
    let known = Set((registry?.handlers ?? []).compactMap(\.ios?.protocolName.value))
    return registered(.handler).filter { !known.contains($0.name) }.compactMap { name, found in
      guard let handler = found[.ios], handler.way != .macro,
        let classes = classes(of: name, .identifier, [.ios: handler]),
        let className = classes[.ios]
      else { return nil }
      var ios = [
        Self.member("protocol", .string(name)), Self.member("class", .string(className.name)),
      ]
      if let header = className.header { ios.append(Self.member("header", .string(header))) }
      return (name, [Self.member("ios", .object(JSONObject(ios)))])
    }
  }

  private mutating func embedViews() -> [(String, [JSONObject.Member])] {
    let known = Set((registry?.embedViews ?? []).map(\.type.value))
    return registered(.embedView).filter { !known.contains($0.name) }.compactMap { name, found in
      guard let classes = classes(of: name, .embedType, found) else { return nil }
      return (name, head("type", name, classes) { $0.embedViews[name] != nil })
    }
  }

  // MARK: Classes

  /// A class that an entry is made of.
  struct AdoptedClass {
    let name: String
    let registration: SourceRegistration
    let header: String?
    let isSwift: Bool
  }

  /// The classes behind a name, or `nil` when the name or all classes cannot be described.
  private mutating func classes(
    of name: String, _ rule: NameRule, _ found: [Platform: SourceRegistration]
  ) -> [Platform: AdoptedClass]? {
    guard rule.accepts(name) else {
      if let place = found.values.map(\.place).min() {
        refuse(name, at: place, "must be \(rule.expectation)")
      }
      return nil
    }
    guard methodsLeft > 0 else {
      if let place = found.values.map(\.place).min() {
        refuse(name, at: place, "comes behind more methods than a description can have")
      }
      return nil
    }
    var classes: [Platform: AdoptedClass] = [:]
    for (platform, registration) in found {
      guard let index = indexes[platform] else { continue }
      let resolved = index.resolve(registration.className, packages: registration.packages)
      let className = resolved ?? Self.guess(registration)
      let rule = platform == .ios ? NameRule.iosClass : .javaClass
      guard rule.accepts(className) else {
        refuse(className, at: registration.place, "must be \(rule.expectation)")
        continue
      }
      classes[platform] = AdoptedClass(
        name: className, registration: registration, header: index.header(of: className),
        isSwift: index.isSwift(className))
    }
    return classes.isEmpty ? nil : classes
  }

  /// A class that is in no source, in the package of the file that names it.
  private static func guess(_ registration: SourceRegistration) -> String {
    guard !registration.className.contains("."), let package = registration.packages.first else {
      return registration.className
    }
    return package + "." + registration.className
  }

  mutating func refuse(_ name: String, at place: FilePosition, _ reason: String) {
    findings.append(
      RegistryFinding(
        .notAdopted, at: place, "'\(name.escapedForDisplay)' is left out: it \(reason)"))
  }

  private func head(
    _ key: String, _ name: String, _ classes: [Platform: AdoptedClass],
    _ isIn: (RegistrySurface) -> Bool
  ) -> [JSONObject.Member] {
    var members = [Self.member(key, .string(name))]
    let overrides = presets.contains { classes[$0.surface.platform] != nil && isIn($0.surface) }
    if overrides { members.append(Self.member("overrides", .bool(true))) }
    if let ios = classes[.ios] {
      var facts: [JSONObject.Member] = []
      if let header = ios.header { facts.append(Self.member("header", .string(header))) }
      if ios.isSwift { facts.append(Self.member("swift", .bool(true))) }
      if ios.registration.way == .macro {
        facts.append(Self.member("lookup", .string("macro")))
      }
      members.append(Self.member("ios", Self.classValue(ios.name, facts)))
    }
    if let android = classes[.android] {
      var facts: [JSONObject.Member] = []
      if android.registration.way == .annotation {
        facts.append(Self.member("lookup", .string("annotation")))
      }
      if android.registration.isGlobal { facts.append(Self.member("global", .bool(true))) }
      members.append(Self.member("android", Self.classValue(android.name, facts)))
    }
    return members
  }

  private static func classValue(_ name: String, _ facts: [JSONObject.Member]) -> JSONValue {
    facts.isEmpty
      ? .string(name) : .object(JSONObject([member("class", .string(name))] + facts))
  }
}
