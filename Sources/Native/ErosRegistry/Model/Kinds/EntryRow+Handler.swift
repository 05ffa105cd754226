import ErosCore

extension EntryRow {
  /// A handler (iOS) or adapter (Android) that the host calls, such as an image loader.
  static let handler = EntryRow(noun: "handler")
}
