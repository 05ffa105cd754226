import ErosCore
import ErosFiles
import ErosProcess
import ErosRehearsalMessages
import SystemPackage

/// Starts `eros-rehearse` to run pages in processes with limits.
package struct RehearsalProgram: Sendable {
  package static let name = "eros-rehearse"

  /// The program's exit statuses, as in `CJavaScriptCore.h`.
  private enum Status {
    static let noEngine: Int32 = 20
    static let time: Int32 = 21
    static let memory: Int32 = 22
    static let unconfined: Int32 = 23
  }

  let path: String
  /// The time that a process may take to start, and to end after its last page.
  private let spareTime: TimeLength
  /// `true` if pages run even where the system cannot keep them away from files and the network.
  private let allowsUnconfined: Bool

  init(
    path: String, spareTime: TimeLength = .seconds(5), allowsUnconfined: Bool = false
  ) {
    self.path = path
    self.spareTime = spareTime
    self.allowsUnconfined = allowsUnconfined
  }

  /// Finds the program next to this one, and then in the folders of `searchPath`.
  ///
  /// - Throws: ``RehearsalError/programMissing(_:)`` if it is in none of them.
  package static func find(
    searchPath: String?, allowsUnconfined: Bool = false
  ) throws(RehearsalError) -> RehearsalProgram {
    let ownFolder = (try? resolvedPath("/proc/self/exe"))?.removingLastComponent().string
    let folders = [ownFolder].compactMap(\.self)
    guard let path = ChildProcess.find(name, in: folders, searchPath: searchPath ?? "") else {
      throw .programMissing(name)
    }
    return RehearsalProgram(path: path, allowsUnconfined: allowsUnconfined)
  }

  // MARK: - Version

  package struct Version: Sendable {
    package let program: String
    /// The engine with its version.
    package let engine: String
  }

  /// Asks the program for its versions.
  ///
  /// - Throws: ``RehearsalError`` if the program or its engine cannot be used.
  package func version() throws -> Version {
    let result = try start(["--version"], timeout: spareTime)
    guard !result.hasTimedOut else {
      throw RehearsalError.programTimedOut(path, seconds: Int(spareTime.seconds))
    }
    let lines = String(decoding: result.standardOutput, as: UTF8.self)
      .split(whereSeparator: \.isNewline).map(String.init)
    guard result.status == 0, let program = lines.first else {
      throw RehearsalError.programFailed(path, status: result.status)
    }
    guard lines.count > 1 else { throw RehearsalError.engineMissing(library: Self.engine) }
    return Version(program: program, engine: lines[1])
  }

  // MARK: - Running

  /// The maximum number of bytes that a process may write.
  private static let outputLimit = 64 << 20
  /// A process may take the time of this many more runs, because a few pages can need most of the
  /// time.
  private static let spareRuns = 8

  /// Runs everything, in one process after another, until each run has an outcome.
  ///
  /// If a process ends within a run, a new one continues with the next run. `onOutcome` is called
  /// after each run.
  func outcomes(
    of input: RehearsalInput, onOutcome: () -> Void = {}
  ) throws -> [RehearsalOutcome] {
    var outcomes: [RehearsalOutcome] = []
    while outcomes.count < input.runs.count {
      let remainder = RehearsalInput(
        limits: input.limits, scripts: input.scripts, surfaces: input.surfaces,
        runs: Array(input.runs[outcomes.count...]))
      outcomes += try outcomesOfProcess(remainder, onOutcome)
    }
    return outcomes
  }

  /// Returns the outcomes of the runs that a process began, at least one.
  private func outcomesOfProcess(
    _ input: RehearsalInput, _ onOutcome: () -> Void
  ) throws -> [RehearsalOutcome] {
    // A page's limit is processor time. On a busy machine, a page needs several times as long, but
    // is not silent.
    let silence = TimeLength.milliseconds(3 * input.limits.milliseconds) + spareTime
    var log = RehearsalLog(runCount: input.runs.count)
    let result = try start(
      allowsUnconfined ? ["--allow-unconfined"] : [], input: input.bytes,
      timeout: silence * (input.runs.count + Self.spareRuns),
      silence: silence
    ) { log.read($0, onOutcome) }
    if let ending = ending(result), log.isWithinRun {
      log.end(ending)
      onOutcome()
    }
    guard !log.outcomes.isEmpty else {
      if result.status == Status.noEngine {
        throw RehearsalError.engineMissing(library: Self.engine)
      }
      if result.status == Status.unconfined { throw RehearsalError.notConfined }
      throw RehearsalError.programFailed(path, status: result.status)
    }
    return log.outcomes
  }

  private func start(
    _ arguments: [String], input: [UInt8]? = nil, timeout: TimeLength, silence: TimeLength? = nil,
    onOutput: ([UInt8]) -> Void = { _ in }
  ) throws -> ChildProcessResult {
    do {
      return try ChildProcess.run(
        path, arguments, environment: .empty, input: input, timeout: timeout, silence: silence,
        limit: Self.outputLimit, onOutput: onOutput)
    } catch  where error.operation == .run {
      guard error.reason == .noSuchFileOrDirectory else { throw error }
      throw RehearsalError.programMissing(path)
    }
  }

  /// Tells how a process ended a run that it did not finish.
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
