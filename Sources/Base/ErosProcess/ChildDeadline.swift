import ErosCore
import ErosFiles
import SystemPackage

/// Decides when a child is killed.
struct ChildDeadline {
  /// Interval between checks if a child has ended.
  private static let interval = TimeLength.milliseconds(50)
  /// Maximum wait for the last output after a child has ended.
  private static let grace = TimeLength.milliseconds(200)

  private let lastTime: ClockTime
  private let silence: TimeLength?
  private var lastOutput = ClockTime.now
  private let child: pid_t
  private var end: ClockTime?

  /// The child may run for `timeout`, and may be silent for `silence`.
  init(of child: pid_t, in timeout: TimeLength, silence: TimeLength?) {
    lastTime = .now + timeout
    self.silence = silence
    self.child = child
  }

  var time: ClockTime {
    silence.map { min(lastTime, lastOutput + $0) } ?? lastTime
  }

  /// Gives the child more time, because it has written output.
  mutating func extend() { lastOutput = .now }

  /// Returns how long to wait for output, or `nil` to stop reading.
  ///
  /// A background process can keep an ended child's outputs open.
  mutating func nextWait() -> TimeLength? {
    let now = ClockTime.now
    if end == nil, Self.hasEnded(child) { end = now + Self.grace }
    let remaining = min(time, end ?? time) - now
    return remaining > .zero ? min(remaining, Self.interval) : nil
  }

  /// Returns `true` if the child has ended.
  ///
  /// Its status can still be read.
  private static func hasEnded(_ child: pid_t) -> Bool {
    var information = unsafe siginfo_t()
    let flags = WEXITED | WNOHANG | WNOWAIT
    return unsafe waitid(P_PID, id_t(child), &information, flags) == 0
      && information.si_signo == SIGCHLD
  }
}
