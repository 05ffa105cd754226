import ErosCore
package import ErosTrust

extension StoreState {
  /// - Throws: ``PublishError/noChannel(_:known:)`` if the store has no such channel.
  package func delegation(of channel: ChannelName) throws(PublishError) -> DelegatedRole {
    guard let role = channelDelegation(channel) else {
      throw .noChannel(channel, known: channels.map(\.description))
    }
    return role
  }

  /// Returns the loaded metadata of a channel, or empty metadata if it was never signed.
  ///
  /// - Throws: ``PublishError/noChannel(_:known:)`` if the store has no such channel.
  package func metadata(of channel: ChannelName) throws(PublishError) -> TargetsMetadata {
    _ = try delegation(of: channel)
    return roles[channel.role] ?? TargetsMetadata(version: 1, expires: root.header.expires)
  }

  /// Returns the contents of a channel for its publisher, including the limits of the brake.
  ///
  /// A channel that was never signed is empty. Numbers that a repair has lost count as used.
  ///
  /// - Throws: ``PublishError/noChannel(_:known:)`` if the store has no such channel,
  ///   `ChannelError` if its metadata is malformed, or `TrustError` if the lost number is.
  package func contents(of channel: ChannelName) throws -> ChannelContents {
    _ = try delegation(of: channel)
    guard var contents = try signedContents(of: channel) else { return ChannelContents(channel) }
    let lost = try snapshot.lostRelease(of: channel.role)
    // A repair skips at most `maximumReserve` numbers.
    if lost <= contents.newestNumber + RoleSelection.maximumReserve {
      contents.lostNumber = max(lost, contents.lostNumber)
    }
    return contents
  }
}
