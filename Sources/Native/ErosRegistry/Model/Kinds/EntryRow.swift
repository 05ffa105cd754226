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
  /// The noun for a path that pages use instead of a name, such as `widget path`.
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
  /// The paths of the entries, if pages use paths instead of names.
  package var paths: Paths?
  /// The base classes and protocols of a class, or `nil` for a platform that accepts any class.
  package var bases: [Platform: [String]] = [:]
  /// The classes of the Weex SDK that are accepted as bases as well.
  package var sdkBases = SDKBases.none
  /// The class that `eros generate new` creates, if the kind has one.
  package var skeleton: Skeleton?
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
    /// The title in English.
    let title: String
    /// A sentence about using such entries, in English.
    let introduction: String
    /// The language of the code that uses an entry.
    let language: String
    /// The lines that use an entry in JavaScript or a page.
    let usage: @Sendable (Entry, GenerateSettings) -> [String]
  }

  /// The first version of a class.
  package struct Skeleton: Sendable {
    /// The kind as the argument of `eros generate new`, such as `embed-view`.
    package let argument: String
    /// The base name of the templates, before a suffix for the language.
    let template: String
    /// The suffix of the class's name.
    let suffix: String
    /// The members of a suggested entry besides its name and classes, or `nil` without suggestion.
    var suggestion: [JSONObject.Member]?
    /// The values for the templates that only the kind has.
    let context: @Sendable (SkeletonGenerator, Entry, NativeMembers) -> TemplateContext

    /// The folder for iOS classes, next to the generated code.
    var folder: String { suffix + "s" }
  }

  /// The paths that a kind's classes handle.
  package struct Paths: Sendable {
    package let rule: NameRule
    /// The prefix that native sources add to a declared path, by platform.
    package var prefixes: [Platform: String] = [:]

    /// Converts a path in a source to a declared path, or returns `nil` for another kind's path.
    package func declared(_ text: String, on platform: Platform) -> String? {
      let prefix = prefixes[platform] ?? ""
      guard text.hasPrefix(prefix) else { return nil }
      let path = String(text.dropFirst(prefix.count))
      return rule.accepts(path) ? path : nil
    }
  }

  package enum SDKBases: Sendable {
    case none, modules, components
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
