package import ErosCore

/// A component that pages use as a tag.
package struct ComponentEntry: RegistryEntry {
  package struct Attribute: Sendable {
    package let name: Located<String>
    package var type = TypeExpression.any
    package var isRequired = false
    package var isDynamic = false
    package var platforms: Set<Platform>?
    package var doc: String?
  }

  package struct Event: Sendable {
    package let name: Located<String>
    /// What the event carries; `nil` is anything.
    package var payload: TypeExpression?
    package var platforms: Set<Platform>?
    package var doc: String?
  }

  /// What every component fires by itself.
  package static let builtInEvents: Set<String> = [
    "click", "longpress", "appear", "disappear", "panstart", "panmove", "panend", "swipe",
    "touchstart", "touchmove", "touchend", "touchcancel", "viewappear", "viewdisappear",
  ]

  package let name: Located<String>
  package let facts: EntryFacts
  package var aliases: [Located<String>] = []
  /// `nil` is what each platform does by itself.
  package var appendTree: Bool?
  package var isTemplate = false
  package var attributes: [Attribute] = []
  package var events: [Event] = []
  package var methods: [MethodEntry] = []
  package var lifecycle: Located<[LifecycleHook]>?

  /// The name and its aliases, in their order.
  package var allNames: [Located<String>] { [name] + aliases }
}

extension ComponentEntry.Attribute {
  package func exists(on platform: Platform) -> Bool { platforms?.contains(platform) ?? true }
}

extension ComponentEntry.Event {
  package func exists(on platform: Platform) -> Bool { platforms?.contains(platform) ?? true }
}
