import ErosFiles
import ErosTrust

/// The usage reports of one update.
///
/// No error here changes the update's outcome.
struct ReportOutbox {
  private let server: ReportServer
  private let folder: DeviceFolder
  private let stored: ReportRecord
  private var record: ReportRecord

  /// Reads the report record, and adds the trials that have ended in `state`.
  ///
  /// Without a server, nothing is recorded, and existing records are deleted.
  init?(
    _ server: ReportServer?, _ folder: DeviceFolder, observing state: SandboxState,
    decisions: DecisionRecorder
  ) {
    guard let server else {
      try? folder.removeReports()
      return nil
    }
    self.server = server
    self.folder = folder
    do {
      stored = try folder.reports()
    } catch let error as FileError where error.indicatesDamage {
      stored = ReportRecord()
    } catch {
      // The next update may be able to read the file, so this one must not replace it.
      return nil
    }
    record = stored
    do {
      try record.observe(state) { try decisions.logUnlessUnreadable().error(ofFailed: $0) }
    } catch {
      // The next update can read why a release failed, and reports it then.
      record = stored
    }
  }

  mutating func add(_ download: UsageReport.Download, of update: UsageReport.Update) {
    record.add(download, of: update)
  }

  /// Stores and sends the reports, and removes them once the server has responded.
  ///
  /// - Returns: How many were sent, and how many wait.
  consuming func send() async -> FetchResult.Reports {
    // If the process is killed after this write, the next update sends the reports again.
    if record != stored { try? folder.write(record) }
    let count = record.waiting.count
    guard count > 0, await server.send(record.body) else { return .init(sent: 0, waiting: count) }
    record.removeWaiting()
    try? folder.write(record)
    return .init(sent: count, waiting: 0)
  }
}
