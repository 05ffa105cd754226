import ErosCore
import ErosTrust

/// The numbers of usage reports since the start of the process.
struct ReportTotals: Sendable {
  /// The values that identify a counter in metrics.
  struct Key: Hashable, Sendable {
    let channel: ChannelName
    /// The number of the release, or `nil` for other releases.
    let number: Int64?
    let event: UsageReport.Event
    let form: UsageReport.Form?
  }

  /// The values that identify a counter of errors in metrics.
  struct ErrorKey: Hashable, Sendable {
    let channel: ChannelName
    let number: Int64?
    /// One of `ErrorFingerprint.standardClasses`, or `ErrorFingerprint.otherClass`: clients could
    /// fill the metrics with other names.
    let errorClass: String
  }

  private(set) var tallies: [Key: ReportTally] = [:]
  private(set) var errors: [ErrorKey: Int64] = [:]
  /// The number of usage reports with unknown channels or events.
  var ignoredCount: Int64 = 0

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

  mutating func add(_ tally: ErrorTally) {
    for (failed, counts) in tally.counts {
      for (error, count) in counts {
        let isStandard = ErrorFingerprint.standardClasses.contains(error.errorClass)
        let key = ErrorKey(
          channel: failed.channel, number: failed.release.number,
          errorClass: isStandard ? error.errorClass : ErrorFingerprint.otherClass)
        errors[key, default: 0] += count
      }
    }
  }
}
