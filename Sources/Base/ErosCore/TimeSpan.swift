/// A length of time.
///
/// `Duration` of the standard library needs iOS 16.
public struct TimeSpan: Hashable, Comparable, AdditiveArithmetic, Sendable {
  /// The number of nanoseconds.
  public let nanoseconds: Int64

  /// The number of seconds, with fractions.
  public var seconds: Double { Double(nanoseconds) / 1e9 }

  private init(_ nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// No time.
  public static let zero = TimeSpan(0)

  /// Creates a length of whole seconds; one of more than 292 years is limited to them.
  public static func seconds(_ count: some BinaryInteger) -> TimeSpan {
    .nanoseconds(count, times: 1_000_000_000)
  }

  /// Creates a length in seconds, with fractions; one of more than 292 years is limited to them.
  public static func seconds(_ count: Double) -> TimeSpan {
    TimeSpan(Int64(exactly: (count * 1e9).rounded()) ?? (count < 0 ? .min : .max))
  }

  /// Creates a length in milliseconds; one of more than 292 years is limited to them.
  public static func milliseconds(_ count: some BinaryInteger) -> TimeSpan {
    .nanoseconds(count, times: 1_000_000)
  }

  /// Creates a length in nanoseconds; one of more than 292 years is limited to them.
  public static func nanoseconds(_ count: some BinaryInteger) -> TimeSpan {
    .nanoseconds(count, times: 1)
  }

  private static func nanoseconds(_ count: some BinaryInteger, times factor: Int64) -> TimeSpan {
    let count = Int64(clamping: count)
    let (product, overflow) = count.multipliedReportingOverflow(by: factor)
    return TimeSpan(overflow ? (count < 0 ? .min : .max) : product)
  }

  /// Returns whether `left` is shorter than `right`.
  public static func < (left: TimeSpan, right: TimeSpan) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// Returns the sum, limited to 292 years.
  public static func + (left: TimeSpan, right: TimeSpan) -> TimeSpan {
    let (sum, overflow) = left.nanoseconds.addingReportingOverflow(right.nanoseconds)
    return TimeSpan(overflow ? (right.nanoseconds < 0 ? .min : .max) : sum)
  }

  /// Returns the difference, limited to 292 years.
  public static func - (left: TimeSpan, right: TimeSpan) -> TimeSpan {
    let (sum, overflow) = left.nanoseconds.subtractingReportingOverflow(right.nanoseconds)
    return TimeSpan(overflow ? (right.nanoseconds < 0 ? .max : .min) : sum)
  }

  /// Returns the length `factor` times.
  public static func * (length: TimeSpan, factor: Double) -> TimeSpan {
    .seconds(length.seconds * factor)
  }

  /// Returns the length `factor` times.
  public static func * (length: TimeSpan, factor: Int) -> TimeSpan {
    .nanoseconds(factor, times: length.nanoseconds)
  }

  /// Returns the part of the length.
  public static func / (length: TimeSpan, divisor: Int) -> TimeSpan {
    TimeSpan(length.nanoseconds / Int64(divisor))
  }
}

/// A moment of this process's clock, which runs on while the system sleeps and is never set.
///
/// `ContinuousClock` of the standard library needs iOS 16.
public struct ClockTime: Hashable, Comparable, Sendable {
  /// The time since a moment that never changes while the system runs.
  public let sinceStart: TimeSpan

  /// Creates the moment that is `sinceStart` after the start of the clock.
  public init(sinceStart: TimeSpan) { self.sinceStart = sinceStart }

  /// Returns whether `left` is before `right`.
  public static func < (left: ClockTime, right: ClockTime) -> Bool {
    left.sinceStart < right.sinceStart
  }

  /// Returns the moment after `length`.
  public static func + (moment: ClockTime, length: TimeSpan) -> ClockTime {
    ClockTime(sinceStart: moment.sinceStart + length)
  }

  /// Returns the time from `right` to `left`.
  public static func - (left: ClockTime, right: ClockTime) -> TimeSpan {
    left.sinceStart - right.sinceStart
  }
}
