import ErosCore
import ErosTrust

/// A release that signed metadata lists or once listed.
struct KnownRelease: Hashable, Sendable {
  let tree: TreeHash
  /// `nil` for an embedded bundle and for the base of a delta.
  let number: Int64?
}

/// Releases whose usage reports are counted, by channel.
///
/// Clients cannot add any, so the number of counters is bounded.
struct KnownReleases: Sendable, Equatable {
  private(set) var channels: [ChannelName: [TreeHash: Int64?]] = [:]

  /// Adds a release.
  ///
  /// A tree released twice gets the higher number.
  mutating func add(_ release: KnownRelease, to channel: ChannelName) {
    let recordedNumber = channels[channel, default: [:]][release.tree] ?? nil
    channels[channel, default: [:]][release.tree] =
      .some([recordedNumber, release.number].compactMap(\.self).max())
  }

  /// Also adds the bases of deltas, and bundles embedded in apps.
  mutating func add(_ contents: ChannelContents) {
    let channel = contents.name
    if channels[channel] == nil { channels[channel] = [:] }
    for release in contents.releases {
      for base in release.deltas.map(\.from) {
        add(KnownRelease(tree: base, number: nil), to: channel)
      }
    }
    for bundle in contents.embedded {
      add(KnownRelease(tree: bundle.tree, number: nil), to: channel)
    }
    for release in contents.releases {
      add(KnownRelease(tree: release.tree, number: release.number), to: channel)
    }
  }

  /// Returns `nil` if the channel of the report is unknown.
  func counter(of report: UsageReport, hour: Int64) -> ReportCounter? {
    guard let releases = channels[report.update.channel] else { return nil }
    func release(_ tree: TreeHash?) -> KnownRelease? {
      guard let tree, let number = releases[tree] else { return nil }
      return KnownRelease(tree: tree, number: number)
    }
    return ReportCounter(
      hour: hour, channel: report.update.channel, from: release(report.update.from),
      to: release(report.update.to), event: report.event, form: report.download?.form)
  }
}
