import ErosCore

extension EntryRow {
  /// A Rexxar proxy (iOS only): a class that handles requests instead of the network.
  static let proxy = EntryRow(noun: "proxy")
}
