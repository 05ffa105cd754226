import ErosFiles
import ErosTrust

/// The usage reports of one update of a device.
///
/// An error of a file or of the server never changes the outcome of the update.
struct ReportOutbox {
  private let server: ReportServer
  private let folder: DeviceFolder
  private let stored: ReportRecord
  private var record: ReportRecord

  /// Reads the report record of the device, and adds the ends of trials in a state of the sandbox.
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
      // The next update can read the file, and this one must not replace it.
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

  /// Adds the report of a staged release.
  mutating func add(_ download: UsageReport.Download, of update: UsageReport.Update) {
    record.add(download, of: update)
  }

  /// Stores and sends the reports, and removes them after a response of the server.
  ///
  /// - Returns: The numbers of sent and of waiting reports.
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
