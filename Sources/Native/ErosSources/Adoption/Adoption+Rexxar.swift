import ErosConfig
import ErosCore
import ErosRegistry
import ErosSyntax

/// Widgets, container APIs, decorators and proxies.
///
/// Rexxar receives them as objects that have no name.
extension Adoption {
  /// Rexxar's own widgets, because apps rarely include its sources.
  private static let hostWidgets = [
    "RXRNavTitleWidget": "/widget/nav_title", "RXRAlertDialogWidget": "/widget/alert_dialog",
    "RXRPullRefreshWidget": "/widget/pull_to_refresh",
  ]

  // MARK: Widgets and container APIs

  /// Describes the registered classes by path, except those of described entries.
  mutating func entriesByPath(
    _ kind: EntryKind, _ paths: EntryRow.Paths
  ) -> [(String, [JSONObject.Member])] {
    let described = Set((registry?[kind] ?? []).map(\.path.value))
    var classesByPath: [String: [Platform: String]] = [:]
    for platform in Platform.allCases {
      let index = indexes[platform]
      var registered: Set<String> = []
      for item in registrations where item.kind == .entry(kind) && item.platform == platform {
        let name = index.resolve(item.className) ?? item.className
        guard registered.insert(name).inserted else { continue }
        read(name, kind, paths, index, at: item.position, &classesByPath)
      }
      for name in index.names where !registered.contains(name) {
        readUnregistered(name, kind, paths, index, &classesByPath)
      }
    }
    return classesByPath.filter { !described.contains($0.key) }.sorted {
      inByteOrder($0.key, $1.key)
    }
    .map { path, classes in
      let name = path.split(separator: "/").last.map(String.init) ?? path
      var members = [
        Self.member("name", .string(name)), Self.member("path", .string(path)),
      ]
      let overrides = presets.contains {
        classes[$0.surface.platform] != nil && $0.surface[.widget][path] != nil
      }
      members.add("overrides", if: kind == .widget && overrides)
      for platform in Platform.allCases {
        members.add(
          platform.rawValue,
          classes[platform].map { classMember($0, .entry(kind), on: platform) })
      }
      return (name, members)
    }
  }

  /// Adds the path that the registered class `name` handles.
  private mutating func read(
    _ name: String, _ kind: EntryKind, _ paths: EntryRow.Paths, _ index: ClassIndex,
    at position: FilePosition, _ classesByPath: inout [String: [Platform: String]]
  ) {
    let sources = index.chain(of: name).names.flatMap { index.parts(of: $0) }.flatMap(\.paths)
    let hostPath = kind == .widget ? Self.hostWidgets[name] : nil
    let declared =
      sources.compactMap { paths.declared($0.value, on: index.platform) }
      + [hostPath].compactMap(\.self)
    let rule: NameRule = index.platform == .ios ? .iosClass : .javaClass
    guard let path = declared.first, rule.accepts(name) else {
      let title = SourceRegistration.Kind.entry(kind).title
      return refuse(
        name, at: index.position(of: name) ?? position,
        index.position(of: name) == nil
          ? "is a \(title) whose class is not in the sources"
          : "is a \(title) without a literal path")
    }
    if let other = classesByPath[path]?[index.platform], other != name {
      return refuse(
        name, at: position,
        "has the path of '\(other.escapedForDisplay)', which is registered first")
    }
    classesByPath[path, default: [:]][index.platform] = name
  }

  /// Describes a class if its kind has unfollowed registrations, and reports it otherwise.
  private mutating func readUnregistered(
    _ name: String, _ kind: EntryKind, _ paths: EntryRow.Paths, _ index: ClassIndex,
    _ classesByPath: inout [String: [Platform: String]]
  ) {
    let parts = index.parts(of: name)
    let chain = index.chain(of: name)
    let bases = Set(kind.row.bases.values.joined())
    guard parts.contains(where: { $0.isDefinition && !$0.isExtension && !$0.isAbstract }),
      (chain.names.dropFirst() + chain.roots).map(ClassIndex.simpleName)
        .contains(where: bases.contains),
      let position = index.position(of: name)
    else { return }
    let title = SourceRegistration.Kind.entry(kind).title
    guard let unfollowed = unfollowedObjects[index.platform]?[.entry(kind)]?.first else {
      return refuse(name, at: position, "is a \(title) that the sources do not register")
    }
    let before = classesByPath
    read(name, kind, paths, index, at: position, &classesByPath)
    guard classesByPath != before else { return }
    note(
      name, at: position,
      "is described, because the registration at \(unfollowed) is not followed; remove it from the "
        + "description if the app does not register it")
  }

  private mutating func classMember(
    _ name: String, _ kind: SourceRegistration.Kind, on platform: Platform
  ) -> JSONValue {
    let index = indexes[platform]
    let matches = registrations.filter {
      $0.kind == kind && $0.platform == platform
        && (index.resolve($0.className) ?? $0.className) == name
    }
    let unconditional = matches.first { $0.condition == nil && $0.conditional == nil }
    let registration = unconditional ?? matches.first
    if let registration { recordCondition(of: registration) }
    guard platform == .ios else { return .string(name) }
    var facts: [JSONObject.Member] = []
    facts.add("header", text: index.header(of: name))
    facts.add("swift", if: index.isSwift(name))
    if let registration { facts += condition(of: registration) }
    return Self.classValue(name, facts)
  }

  // MARK: Decorators and proxies

  mutating func interceptors(
    _ kind: EntryKind
  ) -> [(String, [JSONObject.Member])] {
    var classNames = Set((registry?[kind] ?? []).compactMap { $0.facts.ios?.name.value })
    var result: [(String, [JSONObject.Member])] = []
    for item in registrations where item.kind == .entry(kind) {
      let name = indexes[.ios].resolve(item.className) ?? item.className
      guard classNames.insert(name).inserted else { continue }
      if name == Entry.standardDecorator {
        refuse(name, at: item.position, "has headers and parameters, which are described manually")
      } else if NameRule.iosClass.accepts(name), NameRule.identifier.accepts(item.name) {
        let members: [(String, JSONValue)] = [
          ("name", .string(item.name)), ("ios", interceptor(name, item)),
        ]
        result.append((item.name, members.map { Self.member($0, $1) }))
      }
    }
    return result
  }

  /// Returns the class of a decorator or proxy.
  ///
  /// A decorator is always an object, and has neither `swift` nor `if`.
  private mutating func interceptor(_ name: String, _ item: SourceRegistration) -> JSONValue {
    guard item.kind == .entry(.decorator) else { return classMember(name, item.kind, on: .ios) }
    recordCondition(of: item)
    if let lines = item.conditional { recordDirective(of: item, lines) }
    var members = [Self.member("class", .string(name))]
    members.add("header", text: indexes[.ios].header(of: name))
    return .object(JSONObject(members))
  }
}
