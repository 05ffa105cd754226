import ErosRegistry
import Stencil

/// A dictionary of a context, as an object.
///
/// Stencil tries to see a Foundation object in every dictionary it looks into, and copies all of it
/// to find out. It asks an object only for what it needs.
@dynamicMemberLookup
final class TemplateObject: DynamicMemberLookup {
  private let members: [String: Any]

  private init(_ members: [String: Any]) {
    self.members = members.mapValues(Self.wrap)
  }

  subscript(dynamicMember member: String) -> Any? { members[member] }

  /// `value` with objects in the place of the dictionaries inside it.
  static func wrap(_ value: Any) -> Any {
    switch value {
    case let members as [String: Any]: TemplateObject(members)
    case let list as [[String: Any]]: list.map(TemplateObject.init)
    case let lists as [[[String: Any]]]: lists.map { $0.map(TemplateObject.init) }
    default: value
    }
  }
}
