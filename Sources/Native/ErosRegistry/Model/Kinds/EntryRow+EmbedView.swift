import ErosCore

extension EntryRow {
  /// A native view that mPaaS mini programs embed.
  static let embedView = EntryRow(
    noun: "embedded view", shortNoun: "view", members: [.parameter, .event, .message], isOpen: true)
}
