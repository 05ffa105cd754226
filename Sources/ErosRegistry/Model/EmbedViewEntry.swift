/// A native view that mPaaS mini programs show.
package struct EmbedViewEntry: RegistryEntry {
  struct Parameter: Sendable {
    let name: Placed<String>
    let type: TypeExpression
    let isRequired: Bool
    let doc: String?
  }

  struct Message: Sendable {
    let name: Placed<String>
    let data: TypeExpression
    let returns: TypeExpression
    let doc: String?
  }

  package let type: Placed<String>
  let facts: EntryFacts
  let params: [Parameter]
  let events: [ComponentEntry.Event]
  let messages: [Message]
}

/// An API that mini programs call by one of its names.
struct JSAPIEntry: RegistryEntry {
  let names: [Placed<String>]
  let facts: EntryFacts
  let bundle: String
  let scope: String
}
