import ErosCore

extension EntryRow {
  /// A module that JavaScript requires with `weex.requireModule(name)`.
  static let module = EntryRow(
    noun: "module", members: [.method],
    inheritedMethods: ["addEventListener", "removeAllEventListeners"], certainty: .always,
    joinsMembers: true)
}
