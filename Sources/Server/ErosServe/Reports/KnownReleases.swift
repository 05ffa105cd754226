package import ErosCore
package import ErosTrust

/// A release that signed metadata names or has named.
package struct KnownRelease: Hashable, Sendable {
  package let tree: TreeHash
  /// The number in the channel; `nil` for the bundle inside an app and for the base of a delta.
  package let number: Int64?

  package init(tree: TreeHash, number: Int64?) {
    self.tree = tree
    self.number = number
  }
}

/// The releases of each channel of which reports are counted.
///
/// Clients cannot add to them, so the number of counters is bounded.
package struct KnownReleases: Sendable, Equatable {
  package private(set) var channels: [ChannelName: [TreeHash: Int64?]] = [:]

  package init() {}

  /// Adds a release; a tree that is released twice has the higher number.
  package mutating func add(_ release: KnownRelease, to channel: ChannelName) {
    let known = channels[channel, default: [:]][release.tree] ?? nil
    channels[channel, default: [:]][release.tree] =
      .some([known, release.number].compactMap(\.self).max())
  }

  /// Adds what a channel names: its releases, the bases of their deltas, and the bundles inside apps.
  package mutating func add(_ contents: ChannelContents) {
    let channel = contents.name
    if channels[channel] == nil { channels[channel] = [:] }
    for release in contents.releases {
      for delta in release.deltas {
        add(KnownRelease(tree: delta.from, number: nil), to: channel)
      }
    }
    for bundle in contents.embedded {
      add(KnownRelease(tree: bundle.tree, number: nil), to: channel)
    }
    for release in contents.releases {
      add(KnownRelease(tree: release.tree, number: release.number), to: channel)
    }
  }

  /// Returns the counter of a report; `nil` if the channel is unknown.
  package func counter(of report: UsageReport, hour: Int64) -> ReportCounter? {
    guard let releases = channels[report.update.channel] else { return nil }
    func known(_ tree: TreeHash?) -> KnownRelease? {
      guard let tree, let number = releases[tree] else { return nil }
      return KnownRelease(tree: tree, number: number)
    }
    return ReportCounter(
      hour: hour, channel: report.update.channel, from: known(report.update.from),
      to: known(report.update.to), event: report.event, form: report.download?.form)
  }
}
