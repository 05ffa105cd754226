import ErosCore
import ErosTrust

/// A release of a channel that failed on devices.
struct FailedRelease: Hashable, Sendable {
  let channel: ChannelName
  let release: KnownRelease
}

/// The numbers of failures of releases by their error.
///
/// Devices choose the errors, so the number of errors of a release is limited. Releases come from
/// signed metadata.
struct ErrorTally: Sendable {
  /// The number of different errors of a release from which new ones omit the stack.
  static let maximumErrors = 1000
  /// The number from which new errors also omit the class, unless it is a standard class.
  static let maximumClasses = 1100

  /// A way to count an error, and the number of errors of the release from which it is not used.
  struct Slot {
    let error: ErrorFingerprint
    let limit: Int
  }

  /// The ways to count an error, with as much detail as possible first; the last one has no limit.
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

  /// Adds failures with an error.
  mutating func add(_ count: Int64, _ error: ErrorFingerprint, of release: FailedRelease) {
    let known = counts[release] ?? [:]
    let knownCount = known.count - (known[.other] == nil ? 0 : 1)
    let slot = Self.slots(of: error).first { known[$0.error] != nil || knownCount < $0.limit }
    counts[release, default: [:]][slot?.error ?? .other, default: 0] += count
  }

  /// Adds the error of a report, if it has one and its release is known.
  mutating func add(_ report: UsageReport, _ counter: ReportCounter) {
    guard let error = report.error, let release = counter.to else { return }
    add(1, error, of: FailedRelease(channel: counter.channel, release: release))
  }
}
