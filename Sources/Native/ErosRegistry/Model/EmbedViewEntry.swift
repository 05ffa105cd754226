import ErosCore

/// A native view that mPaaS mini programs embed.
package struct EmbedViewEntry: RegistryEntry {
  struct Parameter: Sendable {
    let name: Located<String>
    let type: TypeExpression
    let isRequired: Bool
    let since: [Platform: String]
    let doc: String?
  }

  struct Message: Sendable {
    let name: Located<String>
    let data: TypeExpression
    let returns: TypeExpression
    let since: [Platform: String]
    let doc: String?
  }

  package let type: Located<String>
  package let facts: EntryFacts
  let params: [Parameter]
  let events: [ComponentEntry.Event]
  let messages: [Message]
}

/// A JavaScript API.
///
/// Mini programs call it by one of its names.
package struct JSAPIEntry: RegistryEntry {
  package let names: [Located<String>]
  package let facts: EntryFacts
  let bundle: String
  let scope: String
}
