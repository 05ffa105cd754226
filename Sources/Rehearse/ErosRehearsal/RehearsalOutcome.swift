import ErosCore
package import ErosRehearsalMessages

/// The result of one run.
package struct RehearsalOutcome: Sendable {
  /// The end of a run.
  package enum Ending: Equatable, Sendable {
    /// The run ended by itself.
    case complete(microseconds: Int64, bytes: Int64)
    /// The process was ended at the limit of time.
    case time
    /// The process was ended at the limit of memory.
    case memory
    /// The process crashed.
    case crash(status: Int32)
  }

  package var facts: [RehearsalFact] = []
  package var ending: Ending
  /// The time and the memory to the first render, or `nil` if nothing was rendered.
  package var firstRender: RehearsalCost?
  /// Whether the system enforced all limits.
  package var isConfined: Bool
  /// The name and the version of the engine.
  package var engine: String
}

/// A reader of the events of one process.
struct RehearsalLog {
  /// The maximum number of facts about a run; the program writes fewer.
  private static let factLimit = 1_000
  /// The maximum length of the name of the engine, in bytes.
  private static let engineLimit = 100

  private(set) var outcomes: [RehearsalOutcome] = []
  private let runCount: Int
  private var facts: [RehearsalFact] = []
  private var ready: (isConfined: Bool, engine: String)?
  /// Whether a run has begun and has not ended.
  private(set) var isWithinRun = false

  init(runCount: Int) { self.runCount = runCount }

  /// Adds an event; returns `false` if a program of this version does not write it here.
  mutating func accepts(_ event: RehearsalEvent) -> Bool {
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
