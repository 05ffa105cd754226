import ErosCore
import ErosTrust

/// Counts usage reports since the process started.
struct ReportTotals: Sendable {
  /// The values that identify a counter in metrics.
  struct Key: Hashable, Sendable {
    let channel: ChannelName
    /// `nil` for all other releases.
    let number: Int64?
    let event: UsageReport.Event
    let form: UsageReport.Form?
  }

  /// The values that identify an error counter in metrics.
  struct ErrorKey: Hashable, Sendable {
    let channel: ChannelName
    let number: Int64?
    /// A standard class, or `ErrorFingerprint.otherClass`, because clients could invent any number
    /// of names.
    let errorClass: String
  }

  private(set) var tallies: [Key: ReportTally] = [:]
  private(set) var errors: [ErrorKey: Int64] = [:]
  /// Reports with unknown channels or events.
  var ignoredCount: Int64 = 0

  /// Adds zero counters for the trials of a channel.
  ///
  /// Prometheus sees the first report as an increase only if the counter existed before.
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
