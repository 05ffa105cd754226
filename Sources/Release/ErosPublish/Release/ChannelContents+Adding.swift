import ErosCore
package import ErosTrust

extension ChannelContents {
  /// The minimum number of releases that a channel lists, so that devices can install an earlier
  /// release when the newest one is paused.
  private static let minimumCount = 3
  /// The maximum number of releases that a channel lists.
  private static let maximumCount = 16

  /// Adds a release, and removes those that no device can choose after it.
  package mutating func add(_ release: ChannelRelease) {
    releases.insert(release, at: 0)
    removeReplacedReleases()
    keepNeededDeltas()
  }

  /// Removes the releases that a newer one replaces on every device that can run them.
  private mutating func removeReplacedReleases() {
    var kept: [ChannelRelease] = []
    for release in releases {
      let isReplaced =
        kept.contains { $0.isForAll && $0.runsWherever(release) } && isCovered(release, by: kept)
      if kept.count < Self.minimumCount || !isReplaced { kept.append(release) }
    }
    // Partial rollouts are dropped first: other devices need the releases for all.
    while kept.count > Self.maximumCount,
      let index = kept.lastIndex(where: { !$0.isForAll }), index >= Self.minimumCount
    {
      kept.remove(at: index)
    }
    releases = kept
  }

  /// Returns whether each version of the app for which a release was made has a newer one.
  ///
  /// A release for older apps also runs on newer ones, but update servers can be configured to offer a
  /// release only to apps with exactly its version.
  private func isCovered(_ release: ChannelRelease, by kept: [ChannelRelease]) -> Bool {
    release.native.allSatisfy { platform, version in
      kept.contains {
        guard $0.isForAll, let other = $0.native[platform] else { return false }
        return other == version || (NativeVersion(other) == nil && NativeVersion(version) == nil)
      }
    }
  }

  /// Keeps the patches of the newest release and of the newest one for all devices.
  private mutating func keepNeededDeltas() {
    let forAll = releases.firstIndex(where: \.isForAll)
    for index in releases.indices where index > 0 && index != forAll {
      releases[index].deltas = []
    }
  }
}

extension ChannelRelease {
  /// Returns whether the release runs on each version of the app on which `older` runs.
  fileprivate func runsWherever(_ older: ChannelRelease) -> Bool {
    Platform.allCases.allSatisfy { platform in
      // A version that is not a number sets no minimum.
      guard let needed = native[platform].flatMap({ NativeVersion($0) }) else { return true }
      guard let before = older.native[platform].flatMap({ NativeVersion($0) }) else { return false }
      return needed <= before
    }
  }
}
