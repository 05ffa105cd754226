import ErosCore

extension EntryRow {
  /// A Rexxar container API: a request that the app handles instead of a server.
  static let containerAPI = EntryRow(
    noun: "container API", members: [.response],
    // Container APIs for iOS choose their requests by the prefix of the path.
    prefixPlatform: .ios)
}
