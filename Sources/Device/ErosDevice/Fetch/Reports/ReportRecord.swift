import ErosCore
import ErosTrust

/// Usage reports that no server has accepted yet, and updates with a trial in progress.
///
/// The sandbox's state shows how a trial ended. An update leaves ``open`` when its report is added,
/// so nothing is reported twice.
struct ReportRecord: Equatable {
  /// In bytes.
  static let maximumLength = 1 << 15
  private static let maximumOpenCount = 4

  /// Oldest first.
  private(set) var waiting: [UsageReport] = []
  /// Staged updates whose trial has not ended, oldest first.
  private(set) var open: [UsageReport.Update] = []

  init() {}

  // MARK: - Events

  /// Reports a staged release, and starts to watch its trial.
  mutating func add(_ download: UsageReport.Download, of update: UsageReport.Update) {
    add(.staged(update, from: download))
    open = (open.filter { $0.to != update.to } + [update]).suffix(Self.maximumOpenCount)
  }

  /// Reports the updates whose trial has ended in `state`.
  ///
  /// If an update was replaced before its trial ended, it is not reported. `error` returns why a
  /// release's trial failed, or `nil` if that is unknown.
  ///
  /// - Throws: Whatever `error` throws. The record is then incomplete.
  mutating func observe<Failure>(
    _ state: SandboxState, error: (TreeHash) throws(Failure) -> ErrorFingerprint?
  ) throws(Failure) {
    let observed = open
    open = []
    for update in observed {
      if state.isKnownGood(update.to) {
        add(.confirmed(update))
      } else if state.blocked.contains(where: { $0.release == update.to }) {
        add(.failed(update, with: try error(update.to)))
      } else if state.release(update.to) != nil {
        open.append(update)
      }
    }
  }

  /// Removes the reports that a server has accepted or refused for good.
  mutating func removeWaiting() { waiting = [] }

  private mutating func add(_ report: UsageReport) {
    waiting = (waiting + [report]).suffix(UsageReport.maximumCount)
  }

  // MARK: - JSON

  /// Parses a record, and ignores damaged entries.
  init(_ bytes: [UInt8]) {
    let object = try? JSONReader.read(bytes, file: "reports").value.object
    for node in object?["reports"]?.array ?? [] {
      guard let report = try? UsageReport(node.value, "a report") else { continue }
      add(report)
    }
    open = (object?["open"]?.array ?? [])
      .compactMap { try? UsageReport.Update($0.value, "an update") }.suffix(Self.maximumOpenCount)
  }

  var bytes: [UInt8] {
    let fields: [String: JSONValue] = [
      "reports": .list(waiting.map(\.json)), "open": .list(open.map(\.json)),
    ]
    return JSONWriter.write(.sorted(fields)) + [UInt8(ascii: "\n")]
  }

  /// A request body with all reports.
  var body: [UInt8] { UsageReport.document(waiting) }
}
