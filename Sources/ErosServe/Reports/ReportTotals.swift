package import ErosTrust

/// The numbers of reports since the start of the process.
package struct ReportTotals: Sendable {
  /// The values by which reports are counted in metrics.
  package struct Key: Hashable, Sendable {
    package let channel: ChannelName
    /// The number of the release; `nil` for other releases.
    package let number: Int64?
    package let event: DeviceReport.Event
    package let form: DeviceReport.Form?
  }

  package private(set) var tallies: [Key: ReportTally] = [:]
  /// The number of reports about unknown channels.
  package internal(set) var ignoredCount: Int64 = 0

  package init() {}

  mutating func add(_ tally: ReportTally, to counter: ReportCounter) {
    let key = Key(
      channel: counter.channel, number: counter.to?.number, event: counter.event,
      form: counter.form)
    tallies[key, default: ReportTally()] += tally
  }
}
