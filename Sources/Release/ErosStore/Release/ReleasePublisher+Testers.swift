import ErosCore
package import ErosTrust

extension ReleasePublisher {
  /// Replaces the testers of a channel.
  ///
  /// Only salted hashes of their identifiers are written. Garbage collection deletes the old list.
  ///
  /// - Parameters:
  ///   - testers: Up to `TesterList.maximumCount` testers. An empty set removes the list.
  ///   - channel: The channel.
  /// - Returns: The newest release that only testers get, whoever they are.
  /// - Throws: ``PublishError`` if the list is too long or the store cannot be changed, or
  ///   ``KeyError`` if a key cannot be used.
  @discardableResult
  package func setTesters(
    _ testers: Set<TesterID>, in channel: ChannelName
  ) async throws -> ChannelRelease? {
    guard testers.count <= TesterList.maximumCount else {
      throw PublishError.tooManyTesters(testers.count)
    }
    let list = try TesterList(testers, salt: ChannelRelease.newSalt())
    let object = try ObjectContents(list.bytes)
    return try await editor.update([channel]) { state in
      var contents = try state.contents(of: channel)
      contents.testers =
        testers.isEmpty
        ? nil : try await write(object, in: channel, number: contents.newestNumber + 1)
      var metadata = try state.metadata(of: channel)
      contents.write(to: &metadata)
      return ([channel.role: metadata], contents.newestForTesters)
    }.result
  }

  /// Writes a list under the number of the next release, whose files a concurrent collection keeps.
  private func write(
    _ list: ObjectContents, in channel: ChannelName, number: Int64
  ) async throws -> ChannelContents.Testers {
    let path = channel.path(number, TesterList.fileName)
    let file = TargetFile(list)
    let key = try StoreLayout.target(path, file)
    _ = try await store.put(key, list)
    return .init(path: path, file: file)
  }
}

extension ChannelContents {
  /// The newest release with a 0% rollout that no newer one replaces for all devices.
  fileprivate var newestForTesters: ChannelRelease? {
    releases.prefix { !$0.isForAll }
      .first { !$0.isStopped && $0.effectiveRollout == 0 && $0.includesTesters }
  }
}

extension ObjectReader {
  /// Reads the testers of a channel, or returns `nil` if it has none.
  ///
  /// - Throws: ``PublishError/damagedObject(_:expected:)`` if the file differs from its record in
  ///   metadata, or `ChannelError` if it is malformed.
  package func testers(of contents: ChannelContents) async throws -> TesterList? {
    guard let testers = contents.testers else { return nil }
    let bytes = try await target(testers.path, testers.file, limit: TesterList.maximumLength)
    return try TesterList(bytes, of: contents.name)
  }
}
