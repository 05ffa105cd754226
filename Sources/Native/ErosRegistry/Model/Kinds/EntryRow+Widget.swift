import ErosCore

extension EntryRow {
  /// A Rexxar widget: native behavior that a page starts by navigating to an address.
  static let widget = EntryRow(noun: "widget", members: [.parameter], listsParameters: true)
}
