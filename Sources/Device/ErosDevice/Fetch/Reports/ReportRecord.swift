import ErosCore
import ErosTrust

/// The usage reports that no server has accepted yet, and the updates with a trial in progress.
///
/// The state of the sandbox shows how a trial ended. An update is removed from ``open`` when its
/// report is added, so no report is added twice.
struct ReportRecord: Equatable {
  /// The maximum length of the file, in bytes.
  static let maximumLength = 1 << 15
  /// The maximum number of updates with a trial in progress.
  private static let maximumOpenCount = 4

  /// The usage reports, oldest first.
  private(set) var waiting: [UsageReport] = []
  /// The staged updates, oldest first.
  private(set) var open: [UsageReport.Update] = []

  /// Creates an empty record.
  init() {}

  // MARK: - Events

  /// Adds the report of a staged release, and starts observing its trial.
  mutating func add(_ download: UsageReport.Download, of update: UsageReport.Update) {
    add(.staged(update, from: download))
    open = (open.filter { $0.to != update.to } + [update]).suffix(Self.maximumOpenCount)
  }

  /// Adds reports about the updates that have ended in a state of the sandbox.
  ///
  /// An update that was replaced before its trial ended is not reported.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - error: Returns the error of a release's failed trial, or `nil` if it is unknown.
  /// - Throws: What `error` throws. The record is then incomplete.
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

  /// Removes the reports accepted or refused by a server.
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

  /// The contents of the file.
  var bytes: [UInt8] {
    let fields: [String: JSONValue] = [
      "reports": .list(waiting.map(\.json)), "open": .list(open.map(\.json)),
    ]
    return JSONWriter.write(.sorted(fields)) + [UInt8(ascii: "\n")]
  }

  /// The body of a request with all reports.
  var body: [UInt8] { UsageReport.document(waiting) }
}
