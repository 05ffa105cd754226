import ErosCore
package import ErosTrust

extension ChannelContents {
  /// The minimum number of listed releases.
  ///
  /// Devices can install an earlier release when the newest release is paused.
  private static let minimumCount = 3

  /// Adds a release, and removes the releases that no device can select any longer.
  package mutating func add(_ release: ChannelRelease) {
    releases.insert(release, at: 0)
    removeReplacedReleases()
    keepNeededDeltas()
  }

  /// Removes each release that a newer release replaces on every device that can run it.
  private mutating func removeReplacedReleases() {
    var kept: [ChannelRelease] = []
    for release in releases {
      let isReplaced =
        kept.contains { $0.isForAllWithoutSteps && $0.runsWherever(release) }
        && isCovered(release, by: kept)
      if kept.count < Self.minimumCount || !isReplaced { kept.append(release) }
    }
    // Partial rollouts are removed first, because other devices need the releases for all.
    while kept.count > Self.maximumCount {
      let removable = kept.indices.dropFirst(Self.minimumCount)
      guard
        let index = removable.last(where: { !kept[$0].isForAll })
          ?? removable.last(where: { !kept[$0].isForAllWithoutSteps })
      else { break }
      kept.remove(at: index)
    }
    releases = kept
  }

  /// Returns whether each app version that a release was built for has a newer release.
  ///
  /// A release for older apps also runs on newer apps, but update servers can be configured to
  /// offer a release only to apps with exactly its version.
  private func isCovered(_ release: ChannelRelease, by kept: [ChannelRelease]) -> Bool {
    release.native.allSatisfy { platform, version in
      kept.contains {
        guard $0.isForAllWithoutSteps, let other = $0.native[platform] else { return false }
        return other == version || (NativeVersion(other) == nil && NativeVersion(version) == nil)
      }
    }
  }

  /// Keeps the patches of the newest release and of the newest releases for all devices, with and
  /// without steps.
  private mutating func keepNeededDeltas() {
    let needed = [
      0, releases.firstIndex(where: \.isForAll), releases.firstIndex(where: \.isForAllWithoutSteps),
    ]
    for index in releases.indices where !needed.contains(index) { releases[index].deltas = [] }
  }

  /// Lists the deltas of the releases that devices get again after a pause or a lower rollout.
  ///
  /// A publication for all devices removes the deltas of earlier releases from the metadata. They stay
  /// in the history and in the store, because ``StoreCollector`` keeps the deltas of listed releases.
  ///
  /// A delta that the store lacks is not listed, and an error is ignored: devices then download the full
  /// bundle, and a pause must not fail because of it.
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
  /// Whether every device gets the release, also with an older version of eros, which stays with the
  /// first step of a plan.
  fileprivate var isForAllWithoutSteps: Bool { isForAll && rollout == Self.fullRollout }

  /// Returns whether the release supports each app version that `older` supports.
  fileprivate func runsWherever(_ older: ChannelRelease) -> Bool {
    Platform.allCases.allSatisfy { platform in
      // A version that is not a number sets no minimum.
      guard let needed = native[platform].flatMap({ NativeVersion($0) }) else { return true }
      guard let before = older.native[platform].flatMap({ NativeVersion($0) }) else { return false }
      return needed <= before
    }
  }
}
