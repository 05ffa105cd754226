import ErosCore

extension RegistryParser {
  mutating func widget(_ node: JSONNode) -> WidgetEntry? {
    guard var reader = JSONFields(node, "a widget", log: log) else { return nil }
    defer { reader.reportUnread(to: log) }
    let name = reader.name("name", .identifier, isRequired: true, log: log)
    let path = path(&reader, .widgetPath)
    let facts = facts(&reader)
    let params = arguments(&reader, "params") ?? []
    let order = Int(reader.collect { try $0.optionalInteger("order") } ?? 0)
    guard let name, let path else { return nil }
    return WidgetEntry(name: name, path: path, facts: facts, params: params, order: order)
  }

  mutating func containerAPI(_ node: JSONNode) -> ContainerAPIEntry? {
    guard var reader = JSONFields(node, "a container API", log: log) else { return nil }
    defer { reader.reportUnread(to: log) }
    let name = reader.name("name", .identifier, isRequired: true, log: log)
    let path = path(&reader, .containerPath)
    let facts = facts(&reader)
    let methods = reader.choices("methods", RequestMethod.self, log: log).map(\.value.rawValue)
    let returns = reader.node("returns").map { types.read($0, .value) } ?? .any
    let isAsync = reader.boolean("async") ?? false
    guard let name, let path else { return nil }
    return ContainerAPIEntry(
      name: name, path: path, facts: facts, methods: methods, returns: returns, isAsync: isAsync)
  }

  /// Reads a Rexxar path.
  ///
  /// An invalid one is reported as ``RegistryRule/invalidPath``.
  private func path(_ reader: inout JSONFields, _ rule: NameRule) -> Located<String>? {
    guard let path = reader.text("path", isRequired: true) else { return nil }
    if path.value.begins(with: "/api/"), rule == .containerPath {
      log.add(
        .invalidPath, at: path.offset,
        "the path of a container API must not start with '/api'",
        "write '\(path.value.dropFirst(4).description.escapedForDisplay)'")
      return nil
    }
    if rule.accepts(path.value) { return path }
    log.add(
      .invalidPath, at: path.offset,
      "'\(path.value.escapedForDisplay)' must be \(rule.expectation)")
    return nil
  }

  // MARK: Requests

  mutating func decorator(_ node: JSONNode) -> DecoratorEntry? {
    guard var reader = JSONFields(node, "a decorator", log: log) else { return nil }
    defer { reader.reportUnread(to: log) }
    let name = reader.name("name", .identifier, isRequired: true, log: log)
    var facts = commonFacts(&reader)
    let ios = reader.node("ios").flatMap { iosDecorator($0) }
    facts.ios = ios?.iosClass
    facts.android = reader.node("android").flatMap { androidClass($0) }
    return name.map {
      DecoratorEntry(
        name: $0, facts: facts, headers: ios?.headers ?? [], parameters: ios?.parameters ?? [])
    }
  }

  private typealias Pairs = [(name: String, value: String)]

  private func iosDecorator(
    _ node: JSONNode
  ) -> (iosClass: IOSClass, headers: Pairs, parameters: Pairs)? {
    guard var reader = JSONFields(node, "a decorator of iOS", log: log) else { return nil }
    defer { reader.reportUnread(to: log) }
    let name = iosClassName(&reader)
    let header = reader.name("header", .header, log: log)?.value
    let headers = reader.dictionary("headers")
    let parameters = reader.dictionary("parameters")
    guard let name else { return nil }
    let isNamed = header != nil || name.value == DecoratorEntry.standardClass
    return (
      IOSClass(name: name, header: header, lookup: isNamed ? .direct : .runtime), headers,
      parameters
    )
  }

  mutating func proxy(_ node: JSONNode) -> ProxyEntry? {
    guard var reader = JSONFields(node, "a proxy", log: log) else { return nil }
    defer { reader.reportUnread(to: log) }
    let name = reader.name("name", .identifier, isRequired: true, log: log)
    var facts = commonFacts(&reader)
    facts.ios = reader.node("ios").flatMap { iosClass($0) }
    if !reader.has("ios") {
      log.add(
        .malformed, at: reader.offset, "'ios' is missing in a proxy",
        "add 'ios'")
    }
    return name.map { ProxyEntry(name: $0, facts: facts) }
  }

  // MARK: Routes

  func routes(_ node: JSONNode) -> RouteMapEntry? {
    guard var reader = JSONFields(node, "'routes'", log: log) else { return nil }
    let settings = RexxarSetting.allCases.reduce(into: [:]) { settings, setting in
      settings[setting] = reader.name(setting.rawValue, setting.rule, log: log)
    }
    let items = reader.list("items").compactMap { route($0) }
    let partialItems = reader.list("partial_items").compactMap { route($0) }
    return RouteMapEntry(settings: settings, items: items, partialItems: partialItems)
  }

  private func route(_ node: JSONNode) -> RouteMapEntry.Route? {
    guard var reader = JSONFields(node, "a route", log: log) else { return nil }
    let pattern = reader.text("uri", isRequired: true)
    let file = reader.text("remote_file", isRequired: true)
    let time = reader.text("deploy_time")
    _ = reader.boolean("pack_in_app")
    guard let pattern, let file else { return nil }
    return RouteMapEntry.Route(pattern: pattern, remoteFile: file, deployTime: time)
  }
}

/// The HTTP methods that a container API can handle.
private enum RequestMethod: String, CaseIterable {
  case get = "GET"
  case post = "POST"
  case put = "PUT"
  case delete = "DELETE"
}
