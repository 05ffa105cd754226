import ErosConfig
import ErosCore

/// The JavaScript API that an app offers, before it is written as Markdown or HTML.
struct APIReference {
  /// The entries of one kind, on one Markdown page.
  struct Section {
    let heading: EntryRow.Reference
    let entries: [Entry]
  }

  /// A module, component, widget, view, API or type.
  struct Entry {
    /// The identifier for links, unique in the reference.
    let anchor: String
    let name: String
    let availability: Availability
    let doc: String?
    /// Lines that use the entry in JavaScript or a page.
    let usage: [String]
    let groups: [Group]
  }

  /// The members of one kind.
  struct Group {
    let title: ReferenceTerm
    /// The title above the names, or `nil` if each member has its own heading.
    let column: ReferenceTerm?
    let members: [Member]
  }

  /// A method, attribute, event, parameter, message or field.
  struct Member {
    let anchor: String
    let name: String
    /// A method's declarations, or the type of any other member.
    let code: [String]
    let availability: Availability
    let doc: String?
    var arguments: [(name: String, doc: String)] = []
    /// The named types in the declaration.
    let types: [String]
  }

  /// The platforms that have an entry or a member, and the first version on each.
  struct Availability {
    let platforms: Set<Platform>
    var since: [Platform: String] = [:]
    var isDeprecated = false
    var replacement: String?
    var notes: [Note] = []
  }

  enum Note {
    case required, optional, dynamic, synchronous
    case defaultValue(String)
  }

  /// The app's platforms, iOS first.
  let platforms: [Platform]
  let sections: [Section]
}

extension EntryRow.Reference {
  /// The section of the named types.
  static let types = Self(
    page: "types", title: "Types",
    introduction: "Arguments, results and events have these types.", language: "js",
    usage: { _, _ in [] })

  /// All sections, in the order of the reference.
  static let all = EntryKind.allCases.compactMap(\.row.reference) + [types]

  /// `true` if the section has the named types, which exist on all platforms.
  var isOfTypes: Bool { page == Self.types.page }
}
