/// A reason why a build time is unlikely.
///
/// Times are in milliseconds since 1970.
package enum TimestampDoubt: Hashable, Sendable {
  /// More than a day after the clock.
  case inFuture(Int64, now: Int64)
  /// Before 2015, for example because the time is in seconds.
  case tooOld(Int64, now: Int64)

  package var code: BundleFindingCode {
    switch self {
    case .inFuture: .timestampInFuture
    case .tooOld: .timestampTooOld
    }
  }

  package var message: Message {
    switch self {
    case .inFuture(let time, let now):
      "its build time \(Timestamp(milliseconds: time)) is in the future; it is \(Timestamp(milliseconds: now)) now"
    case .tooOld(let time, _):
      "its build time \(Timestamp(milliseconds: time)) is before 2015, so any other bundle replaces it"
    }
  }

  /// If `nil`, the code's remedy applies.
  package var remedy: Message? {
    guard case .tooOld(let time, let now) = self else { return nil }
    let (milliseconds, overflow) = time.multipliedReportingOverflow(by: 1000)
    guard !overflow, BundleManifest.doubt(about: milliseconds, at: now) == nil else { return nil }
    return "\(time) looks like seconds; pass milliseconds: `--timestamp \(milliseconds)`"
  }

  package func finding(subject: String) -> Finding {
    Finding(code, subject: subject, message, remedy: remedy)
  }
}
