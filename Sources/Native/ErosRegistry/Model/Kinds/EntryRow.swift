package import ErosConfig
package import ErosCore

/// The facts about a kind of entry.
///
/// A new kind is a case of `EntryKind`, a row in a file of its own, and the row's line in
/// ``ErosConfig/EntryKind/row``.
package struct EntryRow: Sendable {
  /// The kind in messages, such as `embedded view`.
  package let noun: Message
  /// The kind with an article, such as `an embedded view`.
  let subject: Message
  /// A shorter noun for messages about native code, if it has one.
  package var shortNoun: Message?
  /// What pages use instead of a name, such as `widget path`.
  var nameNoun: Message?
  /// The key of the name.
  var nameKey = "name"
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
  /// `true` if the section may be an object with names as keys.
  var isObject = false
  /// `true` if the order of the entries matters to the host.
  var keepsOrder = false
  /// The section of the reference, if pages use the entries.
  var reference: Reference?
  /// Checks the rules that involve several values of an entry.
  var check: (@Sendable (RegistryChecker, Entry) -> Void)?
  /// Reads an entry, which may be the value of a key.
  let read: @Sendable (inout RegistryParser, inout JSONFields, _ key: JSONObject.Member?) -> Entry?

  /// A section of the reference: entries of one kind on a page.
  struct Reference: Sendable {
    /// The Markdown page's name, and the section's identifier on the HTML page.
    let page: String
    let title: ReferenceTerm
    /// A sentence about using such entries.
    let introduction: ReferenceTerm
    /// The language of the code that uses an entry.
    let language: String
    /// The lines that use an entry in JavaScript or a page.
    let usage: @Sendable (Entry, GenerateSettings) -> [String]
  }

  /// Tells when a missing name is certain, because a tag or a page may belong to another host.
  enum Certainty {
    case always
    /// Only members of a declared entry are certain to be missing.
    case ifDeclared
    /// A name is certain to be missing if the app has entries of its kind.
    case ifUsed
  }
}

extension EntryRow {
  /// The kinds of the entry's members, in the order of the reference.
  package var memberKinds: [MemberKind] { members ?? [] }
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
