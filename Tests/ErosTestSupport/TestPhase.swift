import Foundation
public import Testing

/// A group of test suites that `scripts/check` runs after all other tests.
///
/// Tests that compute occupy all threads. A test that limits the time of a server's response fails if they run at the
/// same time. The phases run one after the other, in the order of the cases. `scripts/test` runs other steps with lower
/// priority at the same time as the first phase, which waits most of the time.
public enum TestPhase: String, Sendable {
  /// The tests of clients and stores, most of which start a server.
  case servers

  /// The tests of `eros-server`.
  case ownServer = "own-server"

  /// The tests of time limits and of servers that exceed them.
  case timeLimits = "time-limits"
}

extension Trait where Self == ConditionTrait {
  /// Runs a suite in a phase of `scripts/check`.
  ///
  /// `scripts/check` sets the variable `EROS_TEST_PHASE` to the name of the current phase, in which the suites
  /// of all other phases are skipped, and runs these later. Without the variable, every suite runs.
  public static func phase(_ phase: TestPhase) -> Self {
    let current = ProcessInfo.processInfo.environment["EROS_TEST_PHASE"] ?? phase.rawValue
    // `scripts/lib/skipped-tests` finds the tests of a phase by this reason.
    return .enabled(if: current == phase.rawValue, "phase \(phase.rawValue)")
  }
}
