import ErosCore
import ErosRehearsalMessages

/// The result of one run.
struct RehearsalOutcome: Sendable {
  /// The end of a run.
  enum Ending: Equatable, Sendable {
    /// The run ended by itself.
    case complete(microseconds: Int64, bytes: Int64)
    /// The process was ended at the limit of time.
    case time
    /// The process was ended at the limit of memory.
    case memory
    /// The process crashed.
    case crash(status: Int32)
  }

  var facts: [RehearsalFact] = []
  var ending: Ending
  /// The time and the memory to the first render, or `nil` if nothing was rendered.
  var firstRender: RehearsalCost?
  /// Whether the system enforced all limits.
  var isConfined: Bool
  /// The name and the version of the engine.
  var engine: String
}

/// A reader of the events of one process.
struct RehearsalLog {
  /// The maximum number of facts about a run; the program writes fewer.
  private static let factLimit = 1_000
  /// The maximum length of the name of the engine, in bytes.
  private static let engineLimit = 100

  private(set) var outcomes: [RehearsalOutcome] = []
  /// The start of a line whose end has not arrived.
  private var line: [UInt8] = []
  /// Whether all lines so far are lines of a program of this version.
  private var isValid = true
  private let runCount: Int
  private var facts: [RehearsalFact] = []
  private var ready: (isConfined: Bool, engine: String)?
  /// Whether a run has begun and has not ended.
  private(set) var isWithinRun = false

  init(runCount: Int) { self.runCount = runCount }

  /// Reads a part of the output, and calls `onOutcome` after each run.
  ///
  /// Ignores all lines after a line that a program of this version does not write.
  mutating func read(_ bytes: [UInt8], _ onOutcome: () -> Void) {
    guard isValid else { return }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, part) in lines.enumerated() {
      line += part
      guard index < lines.count - 1 else { return }
      defer { line = [] }
      // An empty line is a sign of life.
      guard !line.isEmpty else { continue }
      let count = outcomes.count
      guard let event = RehearsalEvent(line: line), accepts(event) else {
        isValid = false
        return
      }
      if outcomes.count > count { onOutcome() }
    }
  }

  /// Adds an event; returns `false` if a program of this version does not write it here.
  private mutating func accepts(_ event: RehearsalEvent) -> Bool {
    switch event {
    case .ready(let isConfined, let engine):
      guard ready == nil, engine.utf8.count <= Self.engineLimit else { return false }
      ready = (isConfined, engine)
    case .begin(let run):
      guard ready != nil, !isWithinRun, run == outcomes.count, run < runCount else {
        return false
      }
      isWithinRun = true
      facts = []
    case .fact(let fact):
      guard isWithinRun, facts.count < Self.factLimit else { return false }
      facts.append(fact)
    case .end(let microseconds, let bytes, let firstRender):
      guard isWithinRun else { return false }
      end(.complete(microseconds: microseconds, bytes: bytes), firstRender)
    }
    return true
  }

  /// Ends the current run.
  mutating func end(_ ending: RehearsalOutcome.Ending, _ firstRender: RehearsalCost? = nil) {
    outcomes.append(
      RehearsalOutcome(
        facts: facts, ending: ending, firstRender: firstRender,
        isConfined: ready?.isConfined ?? false,
        engine: ready?.engine ?? ""))
    isWithinRun = false
  }
}
