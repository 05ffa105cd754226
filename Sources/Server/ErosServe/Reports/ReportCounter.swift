import ErosCore
import ErosTrust

/// The values that identify a counter of usage reports.
struct ReportCounter: Hashable, Sendable {
  /// The number of hours since 1970.
  let hour: Int64
  let channel: ChannelName
  /// The release before the update, or `nil` if it is not a known release.
  let from: KnownRelease?
  /// The release of the update, or `nil` if it is not a known release.
  let to: KnownRelease?
  let event: UsageReport.Event
  let form: UsageReport.Form?

  /// The row of the counter in the database for its hour.
  ///
  /// A release that is published again keeps its row.
  struct Row: Hashable {
    let channel: ChannelName
    let from: TreeHash?
    let to: TreeHash?
    let event: UsageReport.Event
    let form: UsageReport.Form?
  }

  var row: Row {
    Row(channel: channel, from: from?.tree, to: to?.tree, event: event, form: form)
  }

  /// The counter for an unknown release before the update, with otherwise equal values.
  var withoutSource: ReportCounter {
    ReportCounter(hour: hour, channel: channel, from: nil, to: to, event: event, form: form)
  }

  /// The counter for an unknown form, with otherwise equal values.
  var withoutForm: ReportCounter {
    ReportCounter(hour: hour, channel: channel, from: from, to: to, event: event, form: nil)
  }
}

/// The number of usage reports with equal values, and their total bytes.
struct ReportTally: Sendable, Equatable {
  private(set) var count: Int64 = 0
  private(set) var bytes: Int64 = 0

  /// Adds `other`.
  ///
  /// A sum that overflows becomes the maximum.
  static func += (tally: inout ReportTally, other: ReportTally) {
    let (count, overflows) = tally.count.addingReportingOverflow(other.count)
    let (bytes, bytesOverflow) = tally.bytes.addingReportingOverflow(other.bytes)
    tally = ReportTally(count: overflows ? .max : count, bytes: bytesOverflow ? .max : bytes)
  }
}
