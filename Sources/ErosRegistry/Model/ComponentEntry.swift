import ErosCore

/// A component that pages use as a tag.
struct ComponentEntry: RegistryEntry {
  struct Attribute: Sendable {
    let name: Placed<String>
    var type = TypeExpression.any
    var isRequired = false
    var isDynamic = false
    var platforms: Set<Platform>?
    var doc: String?
  }

  struct Event: Sendable {
    let name: Placed<String>
    /// What the event carries; `nil` is anything.
    var payload: TypeExpression?
    var platforms: Set<Platform>?
    var doc: String?
  }

  /// What every component fires by itself.
  static let builtInEvents: Set<String> = [
    "click", "longpress", "appear", "disappear", "panstart", "panmove", "panend", "swipe",
    "touchstart", "touchmove", "touchend", "touchcancel", "viewappear", "viewdisappear",
  ]

  let name: Placed<String>
  let facts: EntryFacts
  var aliases: [Placed<String>] = []
  /// `nil` is what each platform does by itself.
  var appendTree: Bool?
  var isTemplate = false
  var attributes: [Attribute] = []
  var events: [Event] = []
  var methods: [MethodEntry] = []
  var lifecycle: Placed<[LifecycleHook]>?

  /// The name and its aliases, in their order.
  var allNames: [Placed<String>] { [name] + aliases }
}

extension ComponentEntry.Attribute {
  func exists(on platform: Platform) -> Bool { platforms?.contains(platform) ?? true }
}

extension ComponentEntry.Event {
  func exists(on platform: Platform) -> Bool { platforms?.contains(platform) ?? true }
}
