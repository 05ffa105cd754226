import ErosConfig
import ErosCore
import ErosRegistry
import ErosSyntax

/// Widgets, container APIs, decorators and proxies.
///
/// Rexxar receives them as objects that have no name.
extension Adoption {
  enum RexxarKind {
    case widget, containerAPI

    var registration: SourceRegistration.Kind {
      self == .widget ? .entry(.widget) : .entry(.containerAPI)
    }

    var bases: [String] {
      switch self {
      case .widget: ["RXRWidget", "RexxarWidget"]
      case .containerAPI: ["RXRContainerAPI", "RexxarContainerAPI"]
      }
    }

    var pathRule: NameRule { self == .widget ? .widgetPath : .containerPath }

    /// Converts a path in a source to a path for the description.
    func path(_ text: String, on platform: Platform) -> String? {
      switch self {
      case .widget: text.hasPrefix("/widget/") ? text : nil
      case .containerAPI:
        platform == .android ? text : text.hasPrefix("/api/") ? String(text.dropFirst(4)) : nil
      }
    }
  }

  /// Rexxar's own widgets, because apps rarely include its sources.
  private static let hostWidgets = [
    "RXRNavTitleWidget": "/widget/nav_title", "RXRAlertDialogWidget": "/widget/alert_dialog",
    "RXRPullRefreshWidget": "/widget/pull_to_refresh",
  ]

  // MARK: Widgets and container APIs

  mutating func widgets() -> [(String, [JSONObject.Member])] {
    rexxarEntries(.widget, except: Set((registry?[.widget] ?? []).map(\.path.value)))
  }

  mutating func containerAPIs() -> [(String, [JSONObject.Member])] {
    rexxarEntries(.containerAPI, except: Set((registry?[.containerAPI] ?? []).map(\.path.value)))
  }

  /// Describes the registered classes by path, except those in `paths`.
  private mutating func rexxarEntries(
    _ kind: RexxarKind, except paths: Set<String>
  ) -> [(String, [JSONObject.Member])] {
    var classesByPath: [String: [Platform: String]] = [:]
    for platform in Platform.allCases {
      let index = indexes[platform]
      var registered: Set<String> = []
      for item in registrations where item.kind == kind.registration && item.platform == platform {
        let name = index.resolve(item.className) ?? item.className
        guard registered.insert(name).inserted else { continue }
        read(name, kind, index, at: item.position, &classesByPath)
      }
      for name in index.names where !registered.contains(name) {
        readUnregistered(name, kind, index, &classesByPath)
      }
    }
    return classesByPath.filter { !paths.contains($0.key) }.sorted { inByteOrder($0.key, $1.key) }
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
            classes[platform].map { classMember($0, kind.registration, on: platform) })
        }
        return (name, members)
      }
  }

  /// Adds the path that the registered class `name` handles.
  private mutating func read(
    _ name: String, _ kind: RexxarKind, _ index: ClassIndex, at position: FilePosition,
    _ classesByPath: inout [String: [Platform: String]]
  ) {
    let sources = index.chain(of: name).names.flatMap { index.parts(of: $0) }.flatMap(\.paths)
    let hostPath = kind == .widget ? Self.hostWidgets[name] : nil
    let paths =
      sources.compactMap { kind.path($0.value, on: index.platform) } + [hostPath].compactMap { $0 }
    let rule: NameRule = index.platform == .ios ? .iosClass : .javaClass
    guard let path = paths.first(where: kind.pathRule.accepts), rule.accepts(name) else {
      let title = kind.registration.title
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
    _ name: String, _ kind: RexxarKind, _ index: ClassIndex,
    _ classesByPath: inout [String: [Platform: String]]
  ) {
    let parts = index.parts(of: name)
    let chain = index.chain(of: name)
    guard parts.contains(where: { $0.isDefinition && !$0.isExtension && !$0.isAbstract }),
      (chain.names.dropFirst() + chain.roots).map(ClassIndex.simpleName)
        .contains(where: kind.bases.contains),
      let position = index.position(of: name)
    else { return }
    let title = kind.registration.title
    guard let unfollowed = unfollowedObjects[index.platform]?[kind.registration]?.first else {
      return refuse(name, at: position, "is a \(title) that the sources do not register")
    }
    let before = classesByPath
    read(name, kind, index, at: position, &classesByPath)
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
    _ kind: SourceRegistration.Kind
  ) -> [(String, [JSONObject.Member])] {
    let entries = (kind == .entry(.decorator) ? registry?[.decorator] : registry?[.proxy]) ?? []
    var classNames = Set(entries.compactMap { $0.facts.ios?.name.value })
    var result: [(String, [JSONObject.Member])] = []
    for item in registrations where item.kind == kind {
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
