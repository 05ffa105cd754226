import ErosRegistry
import Stencil

/// A dictionary of a context, wrapped in an object.
///
/// Stencil tries to bridge every dictionary to a Foundation object and copies it. In an object, it
/// looks up single keys.
@dynamicMemberLookup
final class TemplateObject: DynamicMemberLookup {
  private let members: [String: Any]

  private init(_ members: [String: Any]) {
    self.members = members.mapValues(Self.wrap)
  }

  subscript(dynamicMember member: String) -> Any? { members[member] }

  /// `value` with its dictionaries replaced by objects.
  static func wrap(_ value: Any) -> Any {
    switch value {
    case let members as [String: Any]: TemplateObject(members)
    case let list as [[String: Any]]: list.map(TemplateObject.init)
    case let lists as [[[String: Any]]]: lists.map { $0.map(TemplateObject.init) }
    default: value
    }
  }
}
