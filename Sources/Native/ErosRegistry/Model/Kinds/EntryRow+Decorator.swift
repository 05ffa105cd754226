import ErosCore

extension EntryRow {
  /// A Rexxar decorator: a class that changes the requests of pages before they are sent.
  static let decorator = EntryRow(noun: "decorator")
}
