import ErosConfig
import ErosCore

extension EntryRow {
  /// A JavaScript API that mini programs call by one of its names.
  static let jsAPI = EntryRow(
    noun: "JS API", subject: "a JS API", members: [],
    reference: Reference(
      page: "js-apis", title: "JS APIs",
      introduction: "Mini programs call these functions of the app.", language: "js",
      usage: { api, _ in api.names.map { "my.call('\($0.value)', params, callback)" } }),
    check: { $0.check(api: $1) }, read: { reader, fields, _ in reader.jsAPI(&fields) })
}

private struct JSAPIDetails: EntryDetails {
  let names: [String]
  let bundle: String
  let scope: String

  var manifest: [String: JSONValue] {
    ["names": .strings(names), "bundle": .string(bundle), "scope": .string(scope)]
  }
}

extension RegistryParser {
  fileprivate mutating func jsAPI(_ reader: inout JSONFields) -> Entry? {
    let names = reader.names("names", .jsAPI, log: log)
    if names.isEmpty {
      log.add(.malformed, at: reader.offset, "a JS API must have at least one item in 'names'")
    }
    let facts = facts(&reader)
    let bundle = reader.text("bundle")?.value ?? ""
    let scope = reader.choice("scope", Scope.self, log: log)?.value.rawValue ?? "page"
    return Entry(
      kind: .jsAPI, title: nil, names: names, facts: facts,
      details: JSAPIDetails(names: names.map(\.value), bundle: bundle, scope: scope))
  }
}

private enum Scope: String, CaseIterable {
  case page, session, service
}

extension RegistryChecker {
  fileprivate func check(api: Entry) {
    guard !api.facts.platforms.isEmpty else { return }
    log.add(
      .notRegistered, at: api.facts.offset,
      "the generated code does not register JS APIs; they are only described, kept and compared",
      "register '\(api.names.first?.value ?? "")' at the start of the app, as mPaaS requires")
  }
}
