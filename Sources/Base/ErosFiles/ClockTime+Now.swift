public import ErosCore

extension ClockTime {
  /// The current moment.
  public static var now: ClockTime {
    #if canImport(Darwin)
    let clock = CLOCK_MONOTONIC  // counts while the system sleeps, unlike on Linux
    #else
    let clock = CLOCK_BOOTTIME
    #endif
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return ClockTime(sinceStart: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec))
  }
}
