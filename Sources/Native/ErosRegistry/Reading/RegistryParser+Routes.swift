import ErosCore

extension RegistryParser {
  /// Reads a Rexxar path.
  ///
  /// An invalid one is reported as ``RegistryRule/invalidPath``.
  func path(_ reader: inout JSONFields, _ rule: NameRule) -> Located<String>? {
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
