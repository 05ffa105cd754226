import ErosCore
import ErosTrust

/// The values that reports in one counter share.
struct ReportCounter: Hashable, Sendable {
  /// Hours since 1970.
  let hour: Int64
  let channel: ChannelName
  /// The release before the update, if known.
  let from: KnownRelease?
  /// The release of the update, if known.
  let to: KnownRelease?
  let event: UsageReport.Event
  let form: UsageReport.Form?

  /// A database row, for one hour.
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

  /// Forgets the release before the update.
  var withoutSource: ReportCounter {
    ReportCounter(hour: hour, channel: channel, from: nil, to: to, event: event, form: form)
  }

  /// Forgets the form.
  var withoutForm: ReportCounter {
    ReportCounter(hour: hour, channel: channel, from: from, to: to, event: event, form: nil)
  }
}

/// The number of reports, and of their bytes.
struct ReportTally: Sendable, Equatable {
  private(set) var count: Int64 = 0
  private(set) var bytes: Int64 = 0

  /// A sum that overflows becomes the maximum.
  static func += (tally: inout ReportTally, other: ReportTally) {
    let (count, overflows) = tally.count.addingReportingOverflow(other.count)
    let (bytes, bytesOverflow) = tally.bytes.addingReportingOverflow(other.bytes)
    tally = ReportTally(count: overflows ? .max : count, bytes: bytesOverflow ? .max : bytes)
  }
}
