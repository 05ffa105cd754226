import ErosCore

/// A native view that mPaaS mini programs embed.
package struct EmbedViewEntry: RegistryEntry {
  package struct Parameter: Sendable {
    package let name: Located<String>
    let type: TypeExpression
    let isRequired: Bool
    let since: [Platform: String]
    let doc: String?
  }

  package struct Message: Sendable {
    package let name: Located<String>
    let data: TypeExpression
    let returns: TypeExpression
    let since: [Platform: String]
    let doc: String?
  }

  package let type: Located<String>
  package let facts: EntryFacts
  package let params: [Parameter]
  package let events: [ComponentEntry.Event]
  package let messages: [Message]
  let lifecycle: [ViewHook]
}

/// Lifecycle methods of an embedded view.
///
/// Fullscreen exists on iOS only: views on Android have no method for it.
enum ViewHook: String, Sendable, CaseIterable {
  case appear, resume, pause, destroy, visibility, fullscreen
}

/// A JavaScript API that mini programs call by one of its names.
package struct JSAPIEntry: RegistryEntry {
  package let names: [Located<String>]
  package let facts: EntryFacts
  let bundle: String
  let scope: String
}
