package import ErosConfig
package import ErosCore

/// A declared module, component, widget and so on.
package struct Entry: Sendable {
  package let kind: EntryKind
  /// The name in messages, if the kind has one.
  let title: Located<String>?
  /// The names that pages use: a name with aliases, a path, a type or the names of an API.
  package let names: [Located<String>]
  package let facts: EntryFacts
  /// All members except methods.
  package var members: [EntryMember] = []
  package var methods: [MethodEntry] = []
  /// Settings that only the kind has.
  var details: (any EntryDetails)?

  /// The name in messages or, without one, the first name that pages use.
  package var name: Located<String> { title ?? names.first ?? Located("", at: facts.offset) }

  /// The path or type that pages use.
  package var path: Located<String> { names.first ?? name }

  /// The entry in messages, such as `module 'acmeScan'`.
  package var what: Message {
    title.map { "\(kind.row.noun) '\($0.value)'" } ?? kind.row.noun
  }

  func exists(on platform: Platform) -> Bool { facts.platforms.contains(platform) }

  /// Returns the members of a kind in source order.
  package func members(_ kind: MemberKind) -> [EntryMember] { members.filter { $0.kind == kind } }

  /// Returns the members of a kind that exist on a platform.
  package func members(_ kind: MemberKind, on platform: Platform) -> [EntryMember] {
    members.filter { $0.kind == kind && $0.exists(on: platform) }
  }
}

/// Settings that only one kind of entry has.
protocol EntryDetails: Sendable {
  /// The settings in the manifest.
  var manifest: [String: JSONValue] { get }
  /// The text that sorts entries without a name.
  var sortKey: String { get }
  /// The position among entries whose order matters.
  var order: Int { get }
}

extension EntryDetails {
  var manifest: [String: JSONValue] { [:] }
  var sortKey: String { "" }
  var order: Int { 0 }
}

extension Sequence where Element == Entry {
  package func on(_ platform: Platform) -> [Entry] { filter { $0.exists(on: platform) } }
}

extension [Entry] {
  /// The entries by name or, if their order matters, as the host asks them.
  var sorted: [Entry] {
    guard let first, first.kind.row.keepsOrder else {
      return sorted { inByteOrder($0.sortKey, $1.sortKey) }
    }
    return enumerated().sorted {
      ($0.element.details?.order ?? 0, $0.offset) < ($1.element.details?.order ?? 0, $1.offset)
    }.map(\.element)
  }
}

extension Entry {
  fileprivate var sortKey: String {
    title?.value ?? names.first?.value ?? details?.sortKey ?? ""
  }
}
