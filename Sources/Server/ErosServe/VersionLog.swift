import ErosCore
import Logging

/// The log of apps whose version is one number, such as `47`, within the limit on log lines.
///
/// Such a version meets each minimum of several numbers, so the app gets releases that it cannot run.
struct VersionLog: ServerObserver {
  private let logger: Logger
  private let limit = LogLimit()

  init(_ logger: Logger) { self.logger = logger }

  func foundOnePartVersion(_ check: LegacyCheck) {
    guard let omittedCount = limit.next() else { return }
    var fields: Logger.Metadata = [
      "app": "\(check.app)", "platform": "\(check.platform.rawValue)",
      "version": "\(check.version)",
      "hint": "let the app send its version in the form of the releases, such as 1.2.0",
    ]
    if omittedCount > 0 { fields["omitted"] = .stringConvertible(omittedCount) }
    logger.warning("a version of one number meets each minimum version", metadata: fields)
  }
}
