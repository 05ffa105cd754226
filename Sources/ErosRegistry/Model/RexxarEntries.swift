/// A Rexxar widget: native behaviour behind an address that a page navigates to.
package struct WidgetEntry: RegistryEntry {
  package let name: Located<String>
  package let path: Located<String>
  package let facts: EntryFacts
  package let params: [MethodEntry.Argument]
  package let order: Int
}

/// A Rexxar container API: a request that the app answers itself.
package struct ContainerAPIEntry: RegistryEntry {
  package let name: Located<String>
  /// Without the leading `/api`.
  package let path: Located<String>
  package let facts: EntryFacts
  package let methods: [String]
  package let returns: TypeExpression
  package let isAsync: Bool
}

/// A Rexxar decorator: what changes the requests of pages before they are sent.
package struct DecoratorEntry: RegistryEntry {
  /// The class that takes headers and parameters.
  package static let standardClass = "RXRRequestDecorator"

  package let name: Located<String>
  package let facts: EntryFacts
  package let headers: [(name: String, value: String)]
  package let parameters: [(name: String, value: String)]

  /// Whether it is made from headers and parameters.
  package var isStandard: Bool { facts.ios?.name.value == Self.standardClass }
}

/// A Rexxar proxy (iOS only): what answers requests in place of the network.
package struct ProxyEntry: RegistryEntry {
  package let name: Located<String>
  package let facts: EntryFacts
}
