import ErosCore

/// The JavaScript API that an app offers, before it is written as Markdown or HTML.
struct APIReference {
  /// The entries of one kind, on one Markdown page.
  struct Section {
    let kind: EntryKind
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

extension APIReference {
  enum EntryKind: String, CaseIterable {
    case module, component, widget, containerAPI, embedView, jsAPI, type

    /// The Markdown page's name, and the section's identifier on the HTML page.
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

    /// A sentence about using such entries.
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
