import ErosCore
import ErosFiles
import ErosProcess
import ErosRehearsalMessages
import Synchronization
import SystemPackage

/// The program `eros-rehearse`, which runs pages in processes with limits.
package struct RehearsalProgram: Sendable {
  package static let name = "eros-rehearse"

  /// The exit statuses of the program, as in `CJavaScriptCore.h`.
  private enum Status {
    static let noEngine: Int32 = 20
    static let time: Int32 = 21
    static let memory: Int32 = 22
  }

  /// The path of the program.
  package let path: String

  /// Uses the program at `path`.
  package init(path: String) { self.path = path }

  /// Finds the program next to this one, and then in the folders of `searchPath`.
  ///
  /// - Throws: ``RehearsalError/programMissing(_:)``.
  package static func find(searchPath: String?) throws(RehearsalError) -> RehearsalProgram {
    let own = (try? resolvedPath("/proc/self/exe"))?.removingLastComponent().string
    let folders =
      [own].compactMap(\.self) + (searchPath ?? "").split(separator: ":").map(String.init)
    let paths = folders.map { joinedPath($0, name) }
    guard let path = paths.first(where: { access($0, X_OK) == 0 }) else {
      throw .programMissing(name)
    }
    return RehearsalProgram(path: path)
  }

  // MARK: - Running

  /// The maximum number of bytes that a process may write.
  private static let outputLimit = 64 << 20
  /// The time that a process has to start, and to end after its last page.
  private static let spareTime = Duration.seconds(5)

  /// Runs `runs` in one process after another, until each has an outcome.
  ///
  /// A process that ends within a run is replaced by a new one, which continues with the next run.
  func outcomes(of input: RehearsalInput) throws -> [RehearsalOutcome] {
    var outcomes: [RehearsalOutcome] = []
    while outcomes.count < input.runs.count {
      let rest = RehearsalInput(
        limits: input.limits, scripts: input.scripts, surfaces: input.surfaces,
        runs: Array(input.runs[outcomes.count...]))
      outcomes += try outcomesOfProcess(rest)
    }
    return outcomes
  }

  /// Returns the outcomes of the runs that a process began, at least one.
  private func outcomesOfProcess(_ input: RehearsalInput) throws -> [RehearsalOutcome] {
    // A busy machine needs more time than the limit, which is processor time.
    let silence = Duration.milliseconds(3 * input.limits.milliseconds) + Self.spareTime
    let result = try start(
      input, timeout: silence * (input.runs.count + 1), silence: silence)
    var log = RehearsalLog(runCount: input.runs.count)
    for line in result.standardOutput.split(separator: UInt8(ascii: "\n")) {
      guard let event = RehearsalEvent(line: Array(line)), log.accepts(event) else { break }
    }
    if let ending = ending(result), log.isWithinRun { log.end(ending) }
    guard !log.outcomes.isEmpty else {
      if result.status == Status.noEngine {
        throw RehearsalError.engineMissing(library: Self.engine)
      }
      throw RehearsalError.programFailed(path, status: result.status)
    }
    return log.outcomes
  }

  private func start(
    _ input: RehearsalInput, timeout: Duration, silence: Duration
  ) throws -> ChildProcessResult {
    do {
      return try ChildProcess.run(
        path, [], environment: [:], input: input.bytes, timeout: timeout, silence: silence,
        limit: Self.outputLimit)
    } catch  where error.operation == .run {
      throw RehearsalError.programMissing(path)
    }
  }

  /// Returns how a process ended a run that it did not finish.
  private func ending(_ result: ChildProcessResult) -> RehearsalOutcome.Ending? {
    if result.hasTimedOut { return .time }
    switch result.status {
    case Status.time: return .time
    case Status.memory: return .memory
    default: return .crash(status: result.status)
    }
  }

  #if canImport(Darwin)
  private static let engine = "JavaScriptCore"
  #else
  private static let engine = "libjavascriptcoregtk-4.1.so.0"
  #endif
}
