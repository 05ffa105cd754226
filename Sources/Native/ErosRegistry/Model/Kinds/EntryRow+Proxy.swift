import ErosConfig
import ErosCore

extension EntryRow {
  /// A Rexxar proxy (iOS only): a class that handles requests instead of the network.
  static let proxy = EntryRow(
    noun: "proxy", subject: "a proxy", keepsOrder: true, bases: [.ios: ["RXRProxy"]],
    read: { reader, fields, _ in reader.proxy(&fields) })
}

extension RegistryParser {
  fileprivate func proxy(_ reader: inout JSONFields) -> Entry? {
    let name = reader.name("name", .identifier, isRequired: true, log: log)
    var facts = commonFacts(&reader)
    facts.ios = reader.node("ios").flatMap { iosClass($0) }
    if !reader.has("ios") {
      log.add(.malformed, at: reader.offset, "'ios' is missing in a proxy", "add 'ios'")
    }
    return name.map { Entry(kind: .proxy, title: $0, names: [], facts: facts) }
  }
}
