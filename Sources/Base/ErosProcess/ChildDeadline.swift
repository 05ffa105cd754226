import ErosCore
import ErosFiles
import SystemPackage

/// The time at which a child is killed.
struct ChildDeadline {
  /// The interval at which a child is checked for its end.
  private static let interval = TimeLength.milliseconds(50)
  /// The maximum time for the last output of an ended child to arrive.
  private static let grace = TimeLength.milliseconds(200)

  private let lastTime: ClockTime
  private let silence: TimeLength?
  private var lastOutput = ClockTime.now
  private let child: pid_t
  private var end: ClockTime?

  /// Creates the deadline of a child that may run for `timeout`, and may be silent for `silence`.
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

  /// The longest time to wait for output, or `nil` if no more is read.
  ///
  /// A background process can keep the outputs of an ended child open.
  mutating func nextWait() -> TimeLength? {
    let now = ClockTime.now
    if end == nil, Self.hasEnded(child) { end = now + Self.grace }
    let rest = min(time, end ?? time) - now
    return rest > .zero ? min(rest, Self.interval) : nil
  }

  /// Returns whether the child has ended; its status can still be read.
  private static func hasEnded(_ child: pid_t) -> Bool {
    var information = unsafe siginfo_t()
    let flags = WEXITED | WNOHANG | WNOWAIT
    return unsafe waitid(P_PID, id_t(child), &information, flags) == 0
      && information.si_signo == SIGCHLD
  }
}
