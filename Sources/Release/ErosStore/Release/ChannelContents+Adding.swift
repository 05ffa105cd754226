import ErosCore
package import ErosTrust

extension ChannelContents {
  /// Stay listed, so that devices can install an earlier release when the newest is paused.
  private static let minimumCount = 3

  /// Adds a release, and drops those that no device can select any longer.
  package mutating func add(_ release: ChannelRelease) {
    releases.insert(release, at: 0)
    removeReplacedReleases()
    keepNeededDeltas()
  }

  /// Drops releases that a newer one replaces on every device that can run them.
  private mutating func removeReplacedReleases() {
    var result: [ChannelRelease] = []
    for release in releases {
      let isReplaced =
        result.contains { $0.isForAllWithoutSteps && $0.runsWherever(release) }
        && isCovered(release, by: result)
      if result.count < Self.minimumCount || !isReplaced { result.append(release) }
    }
    // Drop partial rollouts first: the devices outside need the releases for all.
    while result.count > Self.maximumCount {
      let removable = result.indices.dropFirst(Self.minimumCount)
      guard
        let index = removable.last(where: { !result[$0].isForAll })
          ?? removable.last(where: { !result[$0].isForAllWithoutSteps })
      else { break }
      result.remove(at: index)
    }
    releases = result
  }

  /// Returns `true` if every app version that a release was built for has a newer one.
  ///
  /// A release for older apps runs on newer apps too, but an update server may be set up to offer
  /// it only to exactly its version.
  private func isCovered(_ release: ChannelRelease, by candidates: [ChannelRelease]) -> Bool {
    release.native.allSatisfy { platform, version in
      candidates.contains {
        guard $0.isForAllWithoutSteps, let other = $0.native[platform] else { return false }
        return other == version || (NativeVersion(other) == nil && NativeVersion(version) == nil)
      }
    }
  }

  /// Keeps deltas to the newest release and to the newest ones for all devices.
  private mutating func keepNeededDeltas() {
    let needed = [
      0, releases.firstIndex(where: \.isForAll), releases.firstIndex(where: \.isForAllWithoutSteps),
    ]
    for index in releases.indices where !needed.contains(index) { releases[index].deltas = [] }
  }

  /// Lists deltas again for releases that devices return to after a pause or a lower rollout.
  ///
  /// Publishing to all devices drops the deltas of earlier releases from the metadata. They remain
  /// in the history, and in the store because ``StoreCollector`` keeps them for listed releases.
  ///
  /// Whatever is missing or cannot be read is left out. Devices then download the full bundle, and
  /// a pause must not fail because of that.
  mutating func restoreNeededDeltas(from store: any ObjectReader) async {
    let needed: Set<Int?> = [
      releases.firstIndex { !$0.isStopped }, releases.firstIndex(where: \.isForAll),
      releases.firstIndex(where: \.isForAllWithoutSteps),
    ]
    for index in needed.compactMap(\.self).sorted() where releases[index].deltas.isEmpty {
      let number = releases[index].number
      guard number > 1, let entry = try? await store.release(number, of: self) else { continue }
      for delta in entry.deltas {
        guard let key = try? StoreLayout.target(name.path(number, delta.name), delta.file),
          let length = try? await store.status(of: key)?.length,
          Int64(clamping: length) == delta.file.length
        else { continue }
        releases[index].deltas.append(delta)
      }
    }
  }
}

extension ChannelRelease {
  /// Every device gets the release, even through older versions of eros, which stay at the first
  /// step of a plan.
  fileprivate var isForAllWithoutSteps: Bool { isForAll && rollout == Self.fullRollout }

  /// Returns `true` if the release supports every app version that `older` supports.
  fileprivate func runsWherever(_ older: ChannelRelease) -> Bool {
    Platform.allCases.allSatisfy { platform in
      // A version that is not a number sets no minimum.
      guard let needed = native[platform].flatMap({ NativeVersion($0) }) else { return true }
      guard let before = older.native[platform].flatMap({ NativeVersion($0) }) else { return false }
      return needed <= before
    }
  }
}
