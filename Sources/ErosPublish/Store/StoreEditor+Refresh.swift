import ErosTrust

extension StoreEditor {
  /// Signs the snapshot and the timestamp again, so that they are valid for another 7 days.
  ///
  /// - Returns: The version of the new timestamp.
  /// - Throws: The errors of keys and of the store.
  package func refresh() async throws -> Int64 {
    try await update([]) { state in ([:], state.timestamp.version + 1) }.result
  }
}
