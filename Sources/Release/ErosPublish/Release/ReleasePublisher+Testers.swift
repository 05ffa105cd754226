import ErosCore
import ErosRepository
import ErosStore
package import ErosTrust

extension ReleasePublisher {
  /// Replaces the testers of a channel.
  ///
  /// Only salted hashes of the identifiers are written. Garbage collection deletes the replaced list.
  ///
  /// - Parameters:
  ///   - testers: Up to `TesterList.maximumCount` testers; an empty set removes the list.
  ///   - channel: The channel.
  /// - Throws: ``PublishError``, and the errors of keys and of the store.
  package func setTesters(_ testers: Set<TesterID>, in channel: ChannelName) async throws {
    guard testers.count <= TesterList.maximumCount else {
      throw PublishError.tooManyTesters(testers.count)
    }
    let list = try TesterList(testers, salt: ChannelRelease.newSalt())
    let object = try ObjectContents(list.bytes)
    try await editor.update([channel]) { state in
      var contents = try state.contents(of: channel)
      contents.testers =
        testers.isEmpty
        ? nil : try await write(object, in: channel, number: contents.newestNumber + 1)
      var metadata = try state.metadata(of: channel)
      contents.write(to: &metadata)
      return ([channel.role: metadata], ())
    }
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
    if case .exists = try await store.create(key, list, cache: .immutable),
      try await !store.contains(key, ObjectDigest(list.digest))
    {
      throw PublishError.damagedObject(key.text, expected: "the file with the digest in its name")
    }
    return .init(path: path, file: file)
  }
}
