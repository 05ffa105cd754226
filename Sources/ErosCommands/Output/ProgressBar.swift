import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A progress bar on a terminal, shown only for work that takes longer than a moment.
///
/// Any thread can update it.
final class ProgressBar: Sendable {
  private static let delay = 0.5
  private static let interval = 0.1
  private static let width = 30

  /// The unit of progress.
  enum Unit: Sendable {
    case bytes, count
    /// No unit: progress is shown in percent.
    case share

    fileprivate func text(_ done: UInt64, of total: UInt64) -> String {
      switch self {
      case .bytes: "\(Readable.size(done)) of \(Readable.size(total))"
      case .count: "\(done) of \(total)"
      case .share: "\(min(100, done * 100 / total)) %"
      }
    }
  }

  /// The step that the bar shows.
  private struct Work {
    var label: String
    var total: UInt64
    var unit: Unit
    var start = Date()
  }

  private let work: Mutex<Work>
  private let isEnabled: Bool
  private let start = Date()
  /// The time of the last drawing, or `nil` before the first.
  private let lastShown = Mutex<Date?>(nil)

  private init(_ label: String, total: UInt64, unit: Unit, _ output: OutputOptions) {
    work = Mutex(Work(label: label, total: total, unit: unit))
    isEnabled = output.showsProgress && total > 0
  }

  /// Runs `work` with a bar, and erases the bar before returning.
  static func show<Result>(
    _ label: String, total: UInt64, unit: Unit = .bytes, _ output: OutputOptions,
    while work: (ProgressBar) throws -> Result
  ) rethrows -> Result {
    let bar = ProgressBar(label, total: total, unit: unit, output)
    defer { bar.clear() }
    return try work(bar)
  }

  private func clear() {
    if lastShown.withLock({ $0 != nil }) { writeToStandardError("\r\u{1B}[K") }
  }

  /// Updates the bar, drawing at most ten times a second.
  func update(_ done: UInt64) {
    guard isEnabled else { return }
    lastShown.withLock { lastShown in
      let now = Date()
      guard now.timeIntervalSince(start) > Self.delay,
        now.timeIntervalSince(lastShown ?? .distantPast) > Self.interval
      else { return }
      lastShown = now
      draw(done)
    }
  }

  /// Starts another step, with a total of its own.
  func next(_ label: String, total: UInt64, unit: Unit) {
    work.withLock { work in
      guard work.label != label || work.total != max(1, total) else { return }
      work = Work(label: label, total: max(1, total), unit: unit)
    }
  }

  private func draw(_ done: UInt64) {
    let (label, total, unit, start) = work.withLock { ($0.label, $0.total, $0.unit, $0.start) }
    let filled = Int(min(1, Double(done) / Double(total)) * Double(Self.width))
    let bar =
      String(repeating: "#", count: filled) + String(repeating: ".", count: Self.width - filled)
    let rate = unit == .bytes ? Self.rate(done, since: start) : ""
    writeToStandardError(
      "\r\(label) [\(bar)] \(unit.text(done, of: total))\(rate)\u{1B}[K")
  }

  private static func rate(_ done: UInt64, since start: Date) -> String {
    let seconds = -start.timeIntervalSinceNow
    // The rate of the first moment is that of the cache.
    return seconds > delay ? ", \(Readable.size(UInt64(Double(done) / seconds)))/s" : ""
  }
}
