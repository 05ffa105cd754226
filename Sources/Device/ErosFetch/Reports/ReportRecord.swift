import ErosCore
import ErosSandbox
import ErosTrust

/// The reports that no server has accepted yet, and the updates whose trial has not ended.
///
/// The state of the sandbox tells how a trial ended. An update is removed from ``open`` together with
/// the addition of its report, so no report is added twice.
struct ReportRecord: Equatable {
  /// The maximum number of bytes of the file.
  static let maximumLength = 1 << 15
  /// The maximum number of updates whose trial has not ended.
  private static let maximumOpenCount = 4

  /// The reports, the oldest first.
  private(set) var waiting: [UsageReport] = []
  /// The updates that were staged, the oldest first.
  private(set) var open: [UsageReport.Update] = []

  /// Creates an empty record.
  init() {}

  // MARK: - Events

  /// Adds the report of a staged release, whose trial is then observed.
  mutating func add(_ download: UsageReport.Download, of update: UsageReport.Update) {
    add(.staged(update, from: download))
    open = (open.filter { $0.to != update.to } + [update]).suffix(Self.maximumOpenCount)
  }

  /// Adds reports of the updates that have ended in a state of the sandbox.
  ///
  /// An update that another one replaced before its trial ended is not reported.
  mutating func observe(_ state: SandboxState) {
    let observed = open
    open = []
    for update in observed {
      if state.isKnownGood(update.to) {
        add(.confirmed(update))
      } else if state.blocked.contains(where: { $0.release == update.to }) {
        add(.failed(update))
      } else if state.release(update.to) != nil {
        open.append(update)
      }
    }
  }

  /// Removes the reports that a server has accepted or refused.
  mutating func removeWaiting() { waiting = [] }

  private mutating func add(_ report: UsageReport) {
    waiting = (waiting + [report]).suffix(UsageReport.maximumCount)
  }

  // MARK: - JSON

  /// Parses the file of a record; damaged entries are left out.
  init(_ bytes: [UInt8]) {
    let object = try? JSONReader.read(bytes, file: "reports").value.object
    for node in object?["reports"]?.array ?? [] {
      guard let report = try? UsageReport(node.value, "a report") else { continue }
      add(report)
    }
    open = (object?["open"]?.array ?? [])
      .compactMap { try? UsageReport.Update($0.value, "an update") }.suffix(Self.maximumOpenCount)
  }

  /// The file of the record.
  var bytes: [UInt8] {
    let fields: [String: JSONValue] = [
      "reports": .list(waiting.map(\.json)), "open": .list(open.map(\.json)),
    ]
    return JSONWriter.write(.sorted(fields)) + [UInt8(ascii: "\n")]
  }

  /// The body of a request with all reports.
  var body: [UInt8] { UsageReport.document(waiting) }
}
