import ErosCore
package import ErosTrust

/// Publishes releases and changes published ones.
///
/// A change becomes visible as a whole or not at all.
package struct ReleasePublisher: Sendable {
  package let editor: StoreEditor

  package var store: any ObjectStore { editor.store }
  package var now: Int64 { editor.now }

  init(_ editor: StoreEditor) { self.editor = editor }
}

extension ReleasePublisher {
  /// Checks that the keys can sign a channel.
  ///
  /// Call this before lengthy work.
  ///
  /// - Throws: ``PublishError/missingKeys(role:found:needed:keyIDs:given:others:)`` if they cannot,
  ///   ``PublishError/noChannel(_:known:)`` if there is no such channel, or `KeyError` if a key
  ///   cannot be used.
  package func checkKeys(of channel: ChannelName) async throws {
    try await editor.withNewestState([channel]) { state in
      try editor.keys.check(for: state.delegation(of: channel), under: state.root)
    }
  }
}
