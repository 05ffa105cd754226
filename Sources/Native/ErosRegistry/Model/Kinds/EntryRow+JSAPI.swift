import ErosCore

extension EntryRow {
  /// A JavaScript API that mini programs call by one of its names.
  static let jsAPI = EntryRow(noun: "JS API", members: [])
}
