package import ErosConfig
package import ErosCore

/// The facts about a kind of entry.
///
/// A new kind is a case of `EntryKind`, a row in a file of its own, and the row's line in
/// ``ErosConfig/EntryKind/row``.
package struct EntryRow: Sendable {
  /// The kind in messages, such as `embedded view`.
  package let noun: Message
  /// A shorter noun for messages about native code, if it has one.
  package var shortNoun: Message?
  /// The kinds of the entry's members, or `nil` if pages do not see the entry.
  var members: [MemberKind]?
  /// `true` if an entry that declares no members may have any.
  var isOpen = false
  /// Methods that every entry of the kind has.
  var inheritedMethods: Set<String> = []
  /// The certainty that a name without an entry is an error.
  var certainty = Certainty.ifUsed
  /// The platform whose host chooses an entry by the start of its name.
  var prefixPlatform: Platform?
  /// `true` if a surface lists the parameters as texts.
  var listsParameters = false
  /// `true` if a message joins a member to its owner, as in `method acmeScan.scan`.
  var joinsMembers = false

  /// Tells when a missing name is certain, because a tag or a page may belong to another host.
  enum Certainty {
    case always
    /// Only members of a declared entry are certain to be missing.
    case ifDeclared
    /// A name is certain to be missing if the app has entries of its kind.
    case ifUsed
  }
}

extension EntryKind {
  package var row: EntryRow {
    switch self {
    case .module: .module
    case .component: .component
    case .handler: .handler
    case .widget: .widget
    case .containerAPI: .containerAPI
    case .decorator: .decorator
    case .proxy: .proxy
    case .embedView: .embedView
    case .jsAPI: .jsAPI
    }
  }
}
