/// A length of time.
///
/// `Duration` from the standard library needs iOS 16. Lengths are limited to 292 years.
///
/// ```swift
/// limits.lockTimeout = .seconds(2)
/// ```
public struct TimeLength: Hashable, Comparable, AdditiveArithmetic, Sendable {
  /// The length in nanoseconds.
  public let nanoseconds: Int64

  /// The length in seconds, with fractions.
  public var seconds: Double { Double(nanoseconds) / 1e9 }

  /// The length in whole milliseconds.
  public var milliseconds: Int64 { nanoseconds / 1_000_000 }

  private init(_ nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// No time.
  public static let zero = TimeLength(0)

  /// Creates a length in whole seconds, limited to 292 years.
  public static func seconds(_ count: some BinaryInteger) -> TimeLength {
    .nanoseconds(count, times: 1_000_000_000)
  }

  /// Creates a length in seconds with fractions, limited to 292 years.
  public static func seconds(_ count: Double) -> TimeLength {
    TimeLength(Int64(exactly: (count * 1e9).rounded()) ?? (count < 0 ? .min : .max))
  }

  /// Creates a length in milliseconds, limited to 292 years.
  public static func milliseconds(_ count: some BinaryInteger) -> TimeLength {
    .nanoseconds(count, times: 1_000_000)
  }

  /// Creates a length in nanoseconds, limited to 292 years.
  public static func nanoseconds(_ count: some BinaryInteger) -> TimeLength {
    .nanoseconds(count, times: 1)
  }

  private static func nanoseconds(_ count: some BinaryInteger, times factor: Int64) -> TimeLength {
    let count = Int64(clamping: count)
    let (product, overflow) = count.multipliedReportingOverflow(by: factor)
    return TimeLength(overflow ? ((count < 0) == (factor < 0) ? .max : .min) : product)
  }

  /// Returns `true` if `left` is shorter.
  public static func < (left: TimeLength, right: TimeLength) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// Adds two lengths.
  ///
  /// The sum is limited to 292 years.
  public static func + (left: TimeLength, right: TimeLength) -> TimeLength {
    let (sum, overflow) = left.nanoseconds.addingReportingOverflow(right.nanoseconds)
    return TimeLength(overflow ? (right.nanoseconds < 0 ? .min : .max) : sum)
  }

  /// Subtracts two lengths.
  ///
  /// The difference is limited to 292 years.
  public static func - (left: TimeLength, right: TimeLength) -> TimeLength {
    let (sum, overflow) = left.nanoseconds.subtractingReportingOverflow(right.nanoseconds)
    return TimeLength(overflow ? (right.nanoseconds < 0 ? .max : .min) : sum)
  }

  /// Multiplies a length.
  public static func * (length: TimeLength, factor: Double) -> TimeLength {
    .seconds(length.seconds * factor)
  }

  /// Multiplies a length.
  public static func * (length: TimeLength, factor: Int) -> TimeLength {
    .nanoseconds(factor, times: length.nanoseconds)
  }

  /// Suspends the current task, but blocks no thread.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  package func sleep() async throws {
    try await Task.sleep(nanoseconds: UInt64(clamping: nanoseconds))
  }
}

/// A moment on a clock that nobody sets, and that runs on while the system sleeps.
///
/// `ContinuousClock` from the standard library needs iOS 16.
///
/// ```swift
/// let deadline = ClockTime.now + .seconds(5)
/// ```
public struct ClockTime: Hashable, Comparable, Sendable {
  /// The time since a moment that never changes while the system runs.
  public let sinceStart: TimeLength

  /// Creates a moment at `sinceStart` after the clock's start.
  public init(sinceStart: TimeLength) { self.sinceStart = sinceStart }

  /// Returns `true` if `left` is earlier.
  public static func < (left: ClockTime, right: ClockTime) -> Bool {
    left.sinceStart < right.sinceStart
  }

  /// Returns the moment after `length`.
  public static func + (moment: ClockTime, length: TimeLength) -> ClockTime {
    ClockTime(sinceStart: moment.sinceStart + length)
  }

  /// Returns the time from `right` to `left`.
  public static func - (left: ClockTime, right: ClockTime) -> TimeLength {
    left.sinceStart - right.sinceStart
  }
}
