import ErosCore
import ErosRehearsalMessages

/// The facts about one run, and its ending.
struct RehearsalOutcome: Sendable {
  enum Ending: Equatable, Sendable {
    /// The run ended by itself.
    case complete(microseconds: Int64, bytes: Int64)
    /// The process was ended at the time limit.
    case time
    /// The process was ended at the memory limit.
    case memory
    case crash(status: Int32)
  }

  var facts: [RehearsalFact] = []
  var ending: Ending
  /// The time and memory up to the first render, or `nil` if nothing was rendered.
  var firstRender: RehearsalCost?
  /// `true` if the system enforced all limits.
  var isConfined: Bool
  /// The engine with its version.
  var engine: String
}

/// Reads the events that one process writes.
struct RehearsalLog {
  /// The maximum number of facts about a run.
  ///
  /// The program writes fewer.
  private static let factLimit = 1_000
  /// The maximum length of the engine's name, in bytes.
  private static let engineLimit = 100

  private(set) var outcomes: [RehearsalOutcome] = []
  /// The start of a line whose end has not arrived.
  private var line: [UInt8] = []
  /// `true` while everything so far could come from a program of this version.
  private var isValid = true
  private let runCount: Int
  private var facts: [RehearsalFact] = []
  private var ready: (isConfined: Bool, engine: String)?
  /// `true` if a run has begun and has not ended.
  private(set) var isWithinRun = false

  init(runCount: Int) { self.runCount = runCount }

  /// Reads part of the output, and calls `onOutcome` after each run.
  ///
  /// Once a line cannot come from a program of this version, the rest is ignored.
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

  /// Adds an event, or returns `false` if a program of this version does not write it here.
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

  mutating func end(_ ending: RehearsalOutcome.Ending, _ firstRender: RehearsalCost? = nil) {
    outcomes.append(
      RehearsalOutcome(
        facts: facts, ending: ending, firstRender: firstRender,
        isConfined: ready?.isConfined ?? false,
        engine: ready?.engine ?? ""))
    isWithinRun = false
  }
}
