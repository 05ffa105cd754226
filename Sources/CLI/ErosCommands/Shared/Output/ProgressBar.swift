import ErosCore
import ErosFiles

/// A progress bar on one line of a terminal.
///
/// Any thread can update it.
///
/// It appears only if the work takes long.
final class ProgressBar: Sendable {
  private static let delay: TimeLength = .milliseconds(500)
  private static let interval: TimeLength = .milliseconds(100)

  private struct Step {
    let label: String
    let total: UInt64
    let unit: ProgressLine.Unit
    var start = ClockTime.now
    /// The progress at the first update.
    ///
    /// It is not 0 if a download is continued.
    var first: UInt64?

    /// Returns the line for `done`, and remembers the first progress.
    mutating func line(_ done: UInt64, at now: ClockTime) -> ProgressLine {
      let first = min(first ?? done, done)
      self.first = first
      let time = now - start
      // Skips the first interval: it measures the cache.
      let rate = time > ProgressBar.delay ? Double(done - first) / time.seconds : nil
      return ProgressLine(label: label, done: done, total: total, unit: unit, rate: rate)
    }
  }

  private struct State {
    var step: Step
    var lastDrawn: ClockTime?
    var isVisible = false
    /// `true` after the work has ended.
    ///
    /// Another thread may still report progress.
    var isFinished = false
  }

  private let state: Lock<State>
  private let isEnabled: Bool
  private let output: OutputOptions
  private let start = ClockTime.now

  /// Creates a bar for work that calls ``finish()`` itself.
  init(_ label: String, total: UInt64, unit: ProgressLine.Unit, _ output: OutputOptions) {
    state = Lock(State(step: Step(label: label, total: total, unit: unit)))
    self.output = output
    isEnabled = output.showsProgress && total > 0
  }

  /// Runs `work` with a bar, and erases the bar before returning.
  static func show<Result>(
    _ label: String, total: UInt64, unit: ProgressLine.Unit = .bytes, _ output: OutputOptions,
    while work: (ProgressBar) throws -> Result
  ) rethrows -> Result {
    let bar = ProgressBar(label, total: total, unit: unit, output)
    defer { bar.finish() }
    return try work(bar)
  }

  /// Sets a bar with the unit ``ProgressLine/Unit/share`` to a fraction of its total.
  ///
  /// A fraction that is not a number counts as 0, because the progress must not end the work.
  func update(share: Double) {
    let total = state.withLock { Double($0.step.total) }
    update(UInt64(share.isNaN ? 0 : min(max(share, 0), 1) * total))
  }

  /// Erases the bar and ignores later updates.
  func finish() {
    state.withLock { state in
      state.isFinished = true
      endStep(&state)
    }
  }

  /// Erases the bar, and prints how long the step took if requested.
  private func endStep(_ state: inout State) {
    if state.isVisible { writeToStandardError(Self.eraseLine) }
    state.isVisible = false
    state.lastDrawn = nil
    output.detail(OutputOptions.timing(state.step.label, since: state.step.start))
  }

  /// Erases the current line on a terminal.
  static let eraseLine = "\r\u{1B}[K"

  /// Updates the bar, drawing at most ten times a second.
  func update(_ done: UInt64) {
    guard isEnabled else { return }
    state.withLock { state in
      let now = ClockTime.now
      let line = state.step.line(done, at: now)
      guard !state.isFinished, now - start > Self.delay,
        state.lastDrawn.map({ now - $0 > Self.interval }) ?? true
      else { return }
      state.lastDrawn = now
      state.isVisible = true
      // The width may have changed since the last drawing.
      let text = line.text(columns: StandardStream.error.columns)
      writeToStandardError("\r\(text)\u{1B}[K")
    }
  }

  /// Starts another step, or changes the total if the step already has this label.
  func next(_ label: String, total: UInt64, unit: ProgressLine.Unit) {
    state.withLock { state in
      let total = max(1, total)
      guard state.step.label != label || state.step.total != total else { return }
      var step = Step(label: label, total: total, unit: unit)
      if state.step.label == label {
        step.start = state.step.start
      } else {
        endStep(&state)
      }
      state.step = step
    }
  }
}
