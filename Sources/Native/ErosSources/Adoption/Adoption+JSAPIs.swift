import ErosConfig
import ErosCore
import ErosRegistry
import ErosSyntax

extension Adoption {
  private struct Handlers: Hashable {
    var ios: String?
    var android: String?
  }

  /// Describes JS APIs that the description lacks, grouped by class.
  mutating func jsAPIs() -> [(String, [JSONObject.Member])] {
    let describedAPIs = Set((registry?[.jsAPI] ?? []).flatMap(\.names).map(\.value))
    var handlers: [String: Handlers] = [:]
    var android: [String: SourceRegistration] = [:]
    for item in registrations
    where item.kind == .entry(.jsAPI) && !describedAPIs.contains(item.name) {
      guard NameRule.jsAPI.accepts(item.name) else {
        refuse(item.name, at: item.position, "must be \(NameRule.jsAPI.expectation)")
        continue
      }
      let rule: NameRule = item.platform == .ios ? .iosClass : .javaClass
      let name = indexes[item.platform].resolve(item.className) ?? item.className
      guard rule.accepts(name) else {
        refuse(name, at: item.position, "must be \(rule.expectation)")
        continue
      }
      switch item.platform {
      case .ios: handlers[item.name, default: Handlers()].ios = name
      case .android:
        handlers[item.name, default: Handlers()].android = name
        android[item.name] = item
      }
    }
    return Dictionary(grouping: handlers.keys) { handlers[$0] ?? Handlers() }
      .map { (names: $1.sorted(by: inByteOrder), handlers: $0) }
      .sorted { inByteOrder($0.names[0], $1.names[0]) }
      .map { ($0.names[0], members($0.names, $0.handlers, android[$0.names[0]])) }
  }

  private func members(
    _ names: [String], _ handlers: Handlers, _ android: SourceRegistration?
  ) -> [JSONObject.Member] {
    var members = [Self.member("names", .strings(names))]
    members.add("bundle", text: android?.bundle.flatMap { $0.isEmpty ? nil : $0 })
    members.add("scope", text: ["session", "service"].first { $0 == android?.scope })
    members.add("ios", text: handlers.ios)
    members.add("android", text: handlers.android)
    return members
  }
}
