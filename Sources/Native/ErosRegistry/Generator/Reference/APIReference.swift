import ErosCore

/// The reference of the API that an app offers to JavaScript, independent of its format.
struct APIReference {
  /// The entries of one kind, on one Markdown page.
  struct Section {
    let kind: EntryKind
    let entries: [Entry]
  }

  /// An entry of the reference: a module, component, widget, view, API or type.
  struct Entry {
    /// The identifier for links, unique in the reference.
    let anchor: String
    let name: String
    let availability: Availability
    let doc: String?
    /// The lines that use the entry in JavaScript or a page.
    let usage: [String]
    let groups: [Group]
  }

  /// The members of one kind.
  struct Group {
    let title: ReferenceTerm
    /// The title of the column of names, or `nil` if each member has its own heading.
    let column: ReferenceTerm?
    let members: [Member]
  }

  /// A method, attribute, event, parameter, message or field.
  struct Member {
    let anchor: String
    let name: String
    /// The declarations of a method, or the type of another member.
    let code: [String]
    let availability: Availability
    let doc: String?
    /// The documented arguments of a method.
    var arguments: [(name: String, doc: String)] = []
    /// The named types in the declaration.
    let types: [String]
  }

  /// The platforms of an entry or a member, and the first version on each.
  struct Availability {
    let platforms: Set<Platform>
    var since: [Platform: String] = [:]
    var isDeprecated = false
    var replacement: String?
    var notes: [Note] = []
  }

  /// A property of a member.
  enum Note {
    case required, optional, dynamic, synchronous
    case defaultValue(String)
  }

  /// The platforms of the app, iOS first.
  let platforms: [Platform]
  /// The sections that are not empty.
  let sections: [Section]
}

extension APIReference {
  /// The kinds of entries, in the order of the reference.
  enum EntryKind: String, CaseIterable {
    case module, component, widget, containerAPI, embedView, jsAPI, type

    /// The name of the Markdown page, and the identifier of the section in the HTML page.
    var page: String {
      switch self {
      case .module: "modules"
      case .component: "components"
      case .widget: "widgets"
      case .containerAPI: "container-apis"
      case .embedView: "embedded-views"
      case .jsAPI: "js-apis"
      case .type: "types"
      }
    }

    var title: ReferenceTerm {
      switch self {
      case .module: .modules
      case .component: .components
      case .widget: .widgets
      case .containerAPI: .containerAPIs
      case .embedView: .embeddedViews
      case .jsAPI: .jsAPIs
      case .type: .types
      }
    }

    /// The use of the entries.
    var introduction: ReferenceTerm {
      switch self {
      case .module: .moduleUse
      case .component: .componentUse
      case .widget: .widgetUse
      case .containerAPI: .containerAPIUse
      case .embedView: .embeddedViewUse
      case .jsAPI: .jsAPIUse
      case .type: .typeUse
      }
    }
  }
}
