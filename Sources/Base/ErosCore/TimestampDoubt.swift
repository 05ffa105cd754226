/// The reason why a build time is unlikely; times are in milliseconds since 1970.
package enum TimestampDoubt: Hashable, Sendable {
  /// The time is more than a day later than the clock.
  case inFuture(Int64, now: Int64)
  /// The time is before 2015, for example because it is in seconds.
  case tooOld(Int64, now: Int64)

  /// The code of the finding about a bundle.
  package var code: BundleFindingCode {
    switch self {
    case .inFuture: .timestampInFuture
    case .tooOld: .timestampTooOld
    }
  }

  /// The reason, with the time.
  package var message: Message {
    switch self {
    case .inFuture(let time, let now):
      "its build time \(Timestamp(milliseconds: time)) is in the future; it is \(Timestamp(milliseconds: now)) now"
    case .tooOld(let time, _):
      "its build time \(Timestamp(milliseconds: time)) is before 2015, so any other bundle replaces it"
    }
  }

  /// The remedy, or `nil` for the remedy of the code.
  package var remedy: Message? {
    guard case .tooOld(let time, let now) = self else { return nil }
    let (milliseconds, overflow) = time.multipliedReportingOverflow(by: 1000)
    guard !overflow, BundleManifest.doubt(about: milliseconds, at: now) == nil else { return nil }
    return "\(time) looks like seconds; pass milliseconds: `--timestamp \(milliseconds)`"
  }

  /// Returns the finding about a manifest.
  package func finding(subject: String) -> Finding {
    Finding(code, subject: subject, message, remedy: remedy)
  }
}
