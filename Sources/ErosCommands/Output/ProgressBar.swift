#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Shows on a terminal how far a long piece of work is; nothing for work that is soon done.
final class ProgressBar {
  private static let delay = 0.5
  private static let interval = 0.1
  private static let width = 30

  private let label: String
  private let total: UInt64
  private let isEnabled: Bool
  private let start = Date()
  private var lastShown = Date.distantPast
  private var isShown = false

  init(_ label: String, total: UInt64, _ output: OutputOptions) {
    self.label = label
    self.total = total
    isEnabled = output.showsProgress && total > 0
  }

  deinit {
    if isShown { writeToStandardError("\r\u{1B}[K") }
  }

  /// Shows that `done` of the total is done, at most ten times a second.
  func update(_ done: UInt64) {
    guard isEnabled else { return }
    let now = Date()
    guard now.timeIntervalSince(start) > Self.delay,
      now.timeIntervalSince(lastShown) > Self.interval
    else { return }
    lastShown = now
    isShown = true
    let filled = Int(min(1, Double(done) / Double(total)) * Double(Self.width))
    let bar =
      String(repeating: "#", count: filled) + String(repeating: ".", count: Self.width - filled)
    writeToStandardError(
      "\r\(label) [\(bar)] \(Readable.size(done)) of \(Readable.size(total))\u{1B}[K")
  }
}
