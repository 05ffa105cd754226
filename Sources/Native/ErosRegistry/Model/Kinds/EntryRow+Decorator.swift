import ErosConfig
import ErosCore

extension EntryRow {
  /// A Rexxar decorator: a class that changes the requests of pages before they are sent.
  static let decorator = EntryRow(
    noun: "decorator", subject: "a decorator", keepsOrder: true,
    bases: [.ios: ["RXRDecorator", Entry.standardDecorator], .android: ["Interceptor"]],
    read: { reader, fields, _ in reader.decorator(&fields) })
}

private struct DecoratorDetails: EntryDetails {
  let headers: [(name: String, value: String)]
  let parameters: [(name: String, value: String)]

  var manifest: [String: JSONValue] {
    let pairs = { (pairs: [(name: String, value: String)]) in
      JSONValue.sorted(
        Dictionary(pairs.map { ($0.name, JSONValue.string($0.value)) }) { first, _ in first })
    }
    return ["headers": pairs(headers), "parameters": pairs(parameters)]
  }
}

extension Entry {
  /// The class of decorators that are configured with headers and parameters.
  package static let standardDecorator = "RXRRequestDecorator"

  /// `true` if a decorator is configured with headers and parameters.
  package var isStandard: Bool {
    kind == .decorator && facts.ios?.name.value == Self.standardDecorator
  }
  var headers: [(name: String, value: String)] { (details as? DecoratorDetails)?.headers ?? [] }
  var parameters: [(name: String, value: String)] {
    (details as? DecoratorDetails)?.parameters ?? []
  }
}

extension RegistryParser {
  fileprivate func decorator(_ reader: inout JSONFields) -> Entry? {
    let name = reader.name("name", .identifier, isRequired: true, log: log)
    var facts = commonFacts(&reader)
    let ios = reader.node("ios").flatMap { iosDecorator($0) }
    facts.ios = ios?.iosClass
    facts.android = reader.node("android").flatMap { androidClass($0) }
    return name.map {
      Entry(
        kind: .decorator, title: $0, names: [], facts: facts,
        details: DecoratorDetails(
          headers: ios?.headers ?? [], parameters: ios?.parameters ?? []))
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
    let isNamed = header != nil || name.value == Entry.standardDecorator
    return (
      IOSClass(name: name, header: header, lookup: isNamed ? .direct : .runtime), headers,
      parameters
    )
  }
}
