import ErosCore
import ErosTrust

struct FailedRelease: Hashable, Sendable {
  let channel: ChannelName
  let release: KnownRelease
}

/// Counts the failures of releases by error.
///
/// Devices choose the errors, so a release has only so many. Releases come from signed metadata.
struct ErrorTally: Sendable {
  /// Beyond this many errors of a release, new ones omit the stack.
  static let maximumErrors = 1000
  /// Beyond this many, new ones also omit the class, unless it is a standard class.
  static let maximumClasses = 1100

  /// One way to count an error, for releases with fewer errors than the limit.
  struct Slot {
    let error: ErrorFingerprint
    let limit: Int
  }

  /// Ways to count an error, most detailed first.
  ///
  /// The last has no limit.
  static func slots(of error: ErrorFingerprint) -> [Slot] {
    let isStandard = ErrorFingerprint.standardClasses.contains(error.errorClass)
    let ofClass = ErrorFingerprint(errorClass: error.errorClass, stack: nil)
    return [
      Slot(error: error, limit: maximumErrors),
      Slot(error: ofClass, limit: isStandard ? .max : maximumClasses),
      Slot(error: .other, limit: .max),
    ]
  }

  private(set) var counts: [FailedRelease: [ErrorFingerprint: Int64]] = [:]

  mutating func add(_ count: Int64, _ error: ErrorFingerprint, of release: FailedRelease) {
    let errorCounts = counts[release] ?? [:]
    let knownCount = errorCounts.count - (errorCounts[.other] == nil ? 0 : 1)
    let slot = Self.slots(of: error).first { errorCounts[$0.error] != nil || knownCount < $0.limit }
    counts[release, default: [:]][slot?.error ?? .other, default: 0] += count
  }

  /// Does nothing if the report has no error or its release is unknown.
  mutating func add(_ report: UsageReport, _ counter: ReportCounter) {
    guard let error = report.error, let release = counter.to else { return }
    add(1, error, of: FailedRelease(channel: counter.channel, release: release))
  }
}
