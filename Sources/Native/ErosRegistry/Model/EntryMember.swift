import ErosConfig
package import ErosCore

/// A member of an entry that is not a method: an attribute, a parameter, an event, a message or a
/// response.
package struct EntryMember: Sendable {
  package let kind: MemberKind
  package let name: Located<String>
  /// The type of the value, the payload or the data, if one is declared.
  var declaredType: TypeExpression?
  /// The type of a message's result.
  var returns: TypeExpression?
  var isRequired = false
  var isDynamic = false
  /// The default value, written as JSON.
  var defaultText: String?
  /// The member's platforms, or `nil` for all.
  var platforms: Set<Platform>?
  var since: [Platform: String] = [:]
  var doc: String?

  /// Events that every component has.
  package static let builtInEvents: Set<String> = [
    "click", "longpress", "appear", "disappear", "panstart", "panmove", "panend", "swipe",
    "touchstart", "touchmove", "touchend", "touchcancel", "viewappear", "viewdisappear",
  ]

  var type: TypeExpression { declaredType ?? .any }

  /// The types in a declaration: the value's and, for a message, the result's.
  var types: [TypeExpression] { [type] + [returns].compactMap(\.self) }

  package func exists(on platform: Platform) -> Bool { platforms?.contains(platform) ?? true }
}
