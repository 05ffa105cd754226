import ErosPublish

/// Shows the steps of a publication in a progress bar.
struct PublishProgress: Sendable {
  private let bar: ProgressBar

  init(_ output: OutputOptions) {
    bar = ProgressBar("verifying", total: 1, unit: .unknown, output)
  }

  /// Erases the bar.
  func finish() { bar.finish() }

  func show(_ step: PublishStep) {
    switch step {
    case .readingBundle(let read, let total): show("verifying", read, of: total, .bytes)
    case .makingDelta(let index, let count):
      show("making deltas", UInt64(index - 1), of: UInt64(count), .count)
    case .uploading(let sent, let total): show("sending", sent, of: total, .bytes)
    case .committing: show("signing", 0, of: 1, .unknown)
    case .readingBack: show("reading back", 0, of: 1, .unknown)
    }
  }

  private func show(
    _ label: String, _ done: UInt64, of total: UInt64, _ unit: ProgressLine.Unit
  ) {
    bar.next(label, total: total, unit: unit)
    bar.update(done)
  }
}
