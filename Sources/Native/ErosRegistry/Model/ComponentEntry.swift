package import ErosCore

/// A component.
///
/// Pages use its name as a tag.
package struct ComponentEntry: RegistryEntry {
  package struct Attribute: Sendable {
    package let name: Located<String>
    package var type = TypeExpression.any
    package var isRequired = false
    package var isDynamic = false
    /// The default value, written as JSON.
    package var defaultText: String?
    package var platforms: Set<Platform>?
    package var since: [Platform: String] = [:]
    package var doc: String?
  }

  package struct Event: Sendable {
    package let name: Located<String>
    /// The type of the payload; `nil` is `any`.
    package var payload: TypeExpression?
    package var platforms: Set<Platform>?
    package var since: [Platform: String] = [:]
    package var doc: String?
  }

  /// The events of every component.
  package static let builtInEvents: Set<String> = [
    "click", "longpress", "appear", "disappear", "panstart", "panmove", "panend", "swipe",
    "touchstart", "touchmove", "touchend", "touchcancel", "viewappear", "viewdisappear",
  ]

  package let name: Located<String>
  package let facts: EntryFacts
  package var aliases: [Located<String>] = []
  /// Whether the children are appended as a tree; `nil` is the default of the platform.
  package var appendTree: Bool?
  package var isTemplate = false
  package var attributes: [Attribute] = []
  package var events: [Event] = []
  package var methods: [MethodEntry] = []
  package var lifecycle: Located<[LifecycleHook]>?

  /// The name and the aliases, in order.
  package var allNames: [Located<String>] { [name] + aliases }
}

extension ComponentEntry.Attribute {
  package func exists(on platform: Platform) -> Bool { platforms?.contains(platform) ?? true }
}

extension ComponentEntry.Event {
  package func exists(on platform: Platform) -> Bool { platforms?.contains(platform) ?? true }
}
