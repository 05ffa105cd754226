import ErosCore
package import ErosTrust

/// The publication of releases, and changes of published ones.
///
/// Each change becomes visible as a whole, or not at all.
package struct ReleasePublisher: Sendable {
  package let editor: StoreEditor

  package var store: any ObjectStore { editor.store }
  package var now: Int64 { editor.now }

  init(_ editor: StoreEditor) { self.editor = editor }
}

extension ReleasePublisher {
  /// Checks that the keys can sign a channel, before work that takes long.
  ///
  /// - Throws: ``PublishError/missingKeys(role:found:needed:keyIDs:given:others:)``,
  ///   ``PublishError/noChannel(_:known:)``, and the errors of keys and of the store.
  package func checkKeys(of channel: ChannelName) async throws {
    try await editor.withNewestState([channel]) { state in
      try editor.keys.check(for: state.delegation(of: channel), under: state.root)
    }
  }
}
