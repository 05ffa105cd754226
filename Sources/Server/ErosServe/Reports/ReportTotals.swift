package import ErosTrust

/// The numbers of usage reports since the start of the process.
package struct ReportTotals: Sendable {
  /// The values that identify a counter in metrics.
  package struct Key: Hashable, Sendable {
    package let channel: ChannelName
    /// The number of the release, or `nil` for other releases.
    package let number: Int64?
    package let event: UsageReport.Event
    package let form: UsageReport.Form?
  }

  package private(set) var tallies: [Key: ReportTally] = [:]
  /// The number of usage reports with unknown channels or events.
  package internal(set) var ignoredCount: Int64 = 0

  package init() {}

  /// Adds zero counters for the trials of a channel's releases.
  ///
  /// Prometheus recognizes the first report as an increase only if the counter existed before.
  mutating func addZeros(for channel: ChannelContents) {
    for release in channel.releases {
      for event in [UsageReport.Event.confirmed, .failed] {
        let key = Key(channel: channel.name, number: release.number, event: event, form: nil)
        tallies[key, default: ReportTally()] += ReportTally()
      }
    }
  }

  mutating func add(_ tally: ReportTally, to counter: ReportCounter) {
    let key = Key(
      channel: counter.channel, number: counter.to?.number, event: counter.event,
      form: counter.form)
    tallies[key, default: ReportTally()] += tally
  }
}
