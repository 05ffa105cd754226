/// A Rexxar widget: native behaviour behind an address that a page navigates to.
package struct WidgetEntry: RegistryEntry {
  let name: Placed<String>
  let path: Placed<String>
  let facts: EntryFacts
  let params: [MethodEntry.Argument]
  let order: Int
}

/// A Rexxar container API: a request that the app answers itself.
package struct ContainerAPIEntry: RegistryEntry {
  let name: Placed<String>
  /// Without the leading `/api`.
  let path: Placed<String>
  let facts: EntryFacts
  let methods: [String]
  let returns: TypeExpression
  let isAsync: Bool
}

/// A Rexxar decorator: what changes the requests of pages before they are sent.
struct DecoratorEntry: RegistryEntry {
  /// The class that takes headers and parameters.
  static let standardClass = "RXRRequestDecorator"

  let name: Placed<String>
  let facts: EntryFacts
  let headers: [(name: String, value: String)]
  let parameters: [(name: String, value: String)]

  /// Whether it is made from headers and parameters.
  var isStandard: Bool { facts.ios?.name.value == Self.standardClass }
}

/// A Rexxar proxy (iOS only): what answers requests in place of the network.
struct ProxyEntry: RegistryEntry {
  let name: Placed<String>
  let facts: EntryFacts
}
