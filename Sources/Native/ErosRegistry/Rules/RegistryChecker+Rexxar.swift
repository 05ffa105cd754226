import ErosConfig
import ErosCore
import ErosRoutes

extension RegistryChecker {
  /// Reports paths that are prefixes of longer paths, because `hasPrefix:` confuses them.
  func checkContainerPaths() {
    let paths = registry[.containerAPI].map(\.path).sorted { inByteOrder($0.value, $1.value) }
    for (path, next) in zip(paths, paths.dropFirst())
    where next.value != path.value && next.value.begins(with: path.value) {
      log.add(
        .pathIsPrefix, at: path.offset,
        "'\(path.value)' is a prefix of '\(next.value)', and many iOS classes compare only prefixes",
        first: next.offset)
    }
  }

  // MARK: Routes

  /// Reports what `ErosRoutes` finds in the routes, and settings that have no effect.
  func check(_ routes: RouteMapEntry) {
    for (setting, value) in routes.settings where registry.platforms.contains(.android) {
      guard let constant = setting.androidConstant, constant != value.value else { continue }
      log.add(
        .settingOfIOS, at: value.offset,
        "'\(setting.rawValue)' has no effect on Android, where Rexxar always has '\(constant)'")
    }
    let items = routes.items.map { (list: Route.List.items, route: $0) }
    let all = items + routes.partialItems.map { (list: .partialItems, route: $0) }
    for finding in RouteCheck.indexedFindings(all.map { ($0.list, $0.route.pattern.value) }) {
      let hidingRoutes = finding.hidingRoutes.map { all[$0].route.pattern }
      report(finding.finding, about: all[finding.route].route.pattern, hiddenBy: hidingRoutes)
    }
    for (_, route) in all { checkFields(of: route) }
  }

  private func report(
    _ finding: Finding, about pattern: Located<String>, hiddenBy hidingRoutes: [Located<String>]
  ) {
    let rule: RegistryRule =
      switch RouteFindingCode(rawValue: finding.code) {
      case .expressionInvalid: .routePattern
      case .platformsDiffer, .notAnchored: .routeNotAnchored
      case .routeHidden:
        hidingRoutes.contains { $0.value.utf8.elementsEqual(pattern.value.utf8) }
          ? .duplicateRoute : .routeUnreachable
      case .unescapedDot: .routeSuspicious
      default: .routeUnchecked
      }
    log.add(
      rule, at: pattern.offset,
      "route '\(pattern.value.escapedForDisplay)': \(finding.message.escapedForDisplay)",
      finding.remedy, first: hidingRoutes.map(\.offset).min(),
      as: finding.severity == .note ? .note : nil)
  }

  private func checkFields(of route: RouteMapEntry.Route) {
    let findings = RouteCheck.fieldFindings(
      remoteFile: route.remoteFile.value, deployTime: route.deployTime?.value)
    for finding in findings {
      let field =
        finding.has(RouteFieldFindingCode.deployTime) ? route.deployTime : route.remoteFile
      log.add(
        .routeSuspicious, at: (field ?? route.remoteFile).offset, finding.message, finding.remedy)
    }
  }
}
