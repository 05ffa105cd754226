/// A Rexxar widget: native behavior that a page starts by navigating to an address.
package struct WidgetEntry: RegistryEntry {
  package let name: Located<String>
  package let path: Located<String>
  package let facts: EntryFacts
  let params: [MethodEntry.Argument]
  let order: Int
}

/// A Rexxar container API: a request that the app handles instead of a server.
package struct ContainerAPIEntry: RegistryEntry {
  package let name: Located<String>
  /// The path after the leading `/api`.
  package let path: Located<String>
  package let facts: EntryFacts
  let methods: [String]
  let returns: TypeExpression
  let isAsync: Bool
}

/// A Rexxar decorator: a class that changes the requests of pages before they are sent.
package struct DecoratorEntry: RegistryEntry {
  /// The class that is configured with headers and parameters.
  package static let standardClass = "RXRRequestDecorator"

  package let name: Located<String>
  package let facts: EntryFacts
  let headers: [(name: String, value: String)]
  let parameters: [(name: String, value: String)]

  /// `true` if the decorator is configured with headers and parameters.
  package var isStandard: Bool { facts.ios?.name.value == Self.standardClass }
}

/// A Rexxar proxy (iOS only): a class that handles requests instead of the network.
package struct ProxyEntry: RegistryEntry {
  package let name: Located<String>
  package let facts: EntryFacts
}
