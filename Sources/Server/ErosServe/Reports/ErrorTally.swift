package import ErosCore
package import ErosTrust

/// A release of a channel that failed on devices.
package struct FailedRelease: Hashable, Sendable {
  package let channel: ChannelName
  package let release: KnownRelease

  package init(channel: ChannelName, release: KnownRelease) {
    self.channel = channel
    self.release = release
  }
}

/// The numbers of failures of releases by their error.
///
/// Devices choose the errors, so the number of errors of a release is limited. Releases come from
/// signed metadata.
package struct ErrorTally: Sendable {
  /// The maximum number of different errors of a release.
  ///
  /// Further errors of the release are counted together, as `ErrorFingerprint.other`.
  package static let maximumErrors = 1000

  package private(set) var counts: [FailedRelease: [ErrorFingerprint: Int64]] = [:]

  package init() {}

  /// Adds failures with an error.
  package mutating func add(_ count: Int64, _ error: ErrorFingerprint, of release: FailedRelease) {
    let isFull =
      counts[release].map { $0[error] == nil && $0.count >= Self.maximumErrors } ?? false
    counts[release, default: [:]][isFull ? .other : error, default: 0] += count
  }

  /// Adds the error of a report, if it has one and its release is known.
  mutating func add(_ report: UsageReport, _ counter: ReportCounter) {
    guard let error = report.error, let release = counter.to else { return }
    add(1, error, of: FailedRelease(channel: counter.channel, release: release))
  }
}
