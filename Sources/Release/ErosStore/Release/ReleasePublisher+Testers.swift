import ErosCore
package import ErosTrust

extension ReleasePublisher {
  /// Replaces the testers of a channel.
  ///
  /// Only salted hashes of the identifiers are written. Garbage collection deletes the replaced list.
  ///
  /// - Parameters:
  ///   - testers: Up to `TesterList.maximumCount` testers; an empty set removes the list.
  ///   - channel: The channel.
  /// - Returns: The newest release that only testers get, with any list of testers.
  /// - Throws: ``PublishError``, and the errors of keys and of the store.
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

  /// Writes a list of testers.
  ///
  /// `number` is the number of the next release, because a collection at the same time keeps its files.
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
  /// The newest release with a rollout of 0 % that no newer release for all devices replaces.
  fileprivate var newestForTesters: ChannelRelease? {
    releases.prefix { !$0.isForAll }
      .first { !$0.isStopped && $0.effectiveRollout == 0 && $0.includesTesters }
  }
}

extension ObjectReader {
  /// Reads the list of the testers of a channel, or returns `nil` if the channel has none.
  ///
  /// - Throws: ``PublishError/damagedObject(_:expected:)``, `ChannelError`, and the errors of the
  ///   store.
  package func testers(of contents: ChannelContents) async throws -> TesterList? {
    guard let testers = contents.testers else { return nil }
    let bytes = try await target(testers.path, testers.file, limit: TesterList.maximumLength)
    return try TesterList(bytes, of: contents.name)
  }
}
