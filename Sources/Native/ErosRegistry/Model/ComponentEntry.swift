package import ErosCore

/// A component, whose name pages use as a tag.
package struct ComponentEntry: RegistryEntry {
  package struct Attribute: Sendable {
    package let name: Located<String>
    var type = TypeExpression.any
    var isRequired = false
    var isDynamic = false
    /// The default value, written as JSON.
    var defaultText: String?
    var platforms: Set<Platform>?
    var since: [Platform: String] = [:]
    var doc: String?
  }

  package struct Event: Sendable {
    package let name: Located<String>
    /// The payload's type.
    ///
    /// `nil` means `any`.
    var payload: TypeExpression?
    var platforms: Set<Platform>?
    var since: [Platform: String] = [:]
    var doc: String?
  }

  /// Events that every component has.
  package static let builtInEvents: Set<String> = [
    "click", "longpress", "appear", "disappear", "panstart", "panmove", "panend", "swipe",
    "touchstart", "touchmove", "touchend", "touchcancel", "viewappear", "viewdisappear",
  ]

  package let name: Located<String>
  package let facts: EntryFacts
  var aliases: [Located<String>] = []
  /// `true` if children are appended as a tree.
  ///
  /// `nil` leaves it to the platform's default.
  var appendTree: Bool?
  var isTemplate = false
  package var attributes: [Attribute] = []
  package var events: [Event] = []
  package var methods: [MethodEntry] = []
  var lifecycle: Located<[LifecycleHook]>?

  package var allNames: [Located<String>] { [name] + aliases }
}

extension ComponentEntry.Attribute {
  package func exists(on platform: Platform) -> Bool { platforms?.contains(platform) ?? true }
}

extension ComponentEntry.Event {
  package func exists(on platform: Platform) -> Bool { platforms?.contains(platform) ?? true }
}
