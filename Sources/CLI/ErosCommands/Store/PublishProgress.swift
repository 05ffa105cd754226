import ErosCore
import ErosPublish
import ErosStore

enum PublishProgress {
  /// Runs `work`, and shows the steps that it reports.
  static func show<Result>(
    _ output: OutputOptions, _ work: (@escaping @Sendable (PublishStep) -> Void) throws -> Result
  ) throws -> Result {
    try ProgressBar.show("verifying", total: 1, unit: .unknown, output) { bar in
      try work { step in
        switch step {
        case .readingBundle(let read, let total):
          bar.next("verifying", total: total, unit: .bytes)
          bar.update(read)
        case .makingDelta(let index, let count):
          bar.next("making deltas", total: UInt64(count), unit: .count)
          bar.update(UInt64(index - 1))
        case .uploading(let sent, let total):
          bar.next("sending", total: total, unit: .bytes)
          bar.update(sent)
        case .committing:
          bar.next("signing", total: 1, unit: .unknown)
          bar.update(0)
        case .readingBack:
          bar.next("reading back", total: 1, unit: .unknown)
          bar.update(0)
        }
      }
    }
  }
}
