package import ErosCore

/// A native view that mPaaS mini programs embed.
package struct EmbedViewEntry: RegistryEntry {
  package struct Parameter: Sendable {
    package let name: Located<String>
    package let type: TypeExpression
    package let isRequired: Bool
    package let since: [Platform: String]
    package let doc: String?
  }

  package struct Message: Sendable {
    package let name: Located<String>
    package let data: TypeExpression
    package let returns: TypeExpression
    package let since: [Platform: String]
    package let doc: String?
  }

  package let type: Located<String>
  package let facts: EntryFacts
  package let params: [Parameter]
  package let events: [ComponentEntry.Event]
  package let messages: [Message]
}

/// A JavaScript API.
///
/// Mini programs call it by one of its names.
package struct JSAPIEntry: RegistryEntry {
  package let names: [Located<String>]
  package let facts: EntryFacts
  package let bundle: String
  package let scope: String
}
