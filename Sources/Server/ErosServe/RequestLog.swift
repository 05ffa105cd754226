import ErosCore
import ErosFiles
import HTTPTypes
import Logging
import Synchronization

/// Logs errors, and at level `debug` every request.
///
/// It never logs queries, and logs addresses only if told to.
struct RequestLog: Sendable {
  /// At most this many unreadable files are reported.
  private static let maximumUnreadable = 100
  /// Clients choose paths, so long ones are cut.
  private static let pathLimit = 200

  private let logger: Logger
  private let hasAddresses: Bool
  private let unreadable = UnreadablePaths()
  private let failures = LogLimit()

  init(_ logger: Logger, hasAddresses: Bool) {
    self.logger = logger
    self.hasAddresses = hasAddresses
  }

  var logsRequests: Bool { logger.logLevel <= .debug }

  /// Does nothing unless ``logsRequests``.
  func write(
    _ request: ServerRequest, _ status: Int, _ bytes: Int, time: TimeLength,
    address: () -> IPAddress?
  ) {
    let microseconds = time.nanoseconds / 1000
    var fields: Logger.Metadata = [
      "method": "\(request.method.rawValue)", "path": "\(Self.path(of: request))",
      "status": .stringConvertible(status), "bytes": .stringConvertible(bytes),
      "microseconds": .stringConvertible(microseconds),
    ]
    if hasAddresses, let address = address() { fields["address"] = "\(address)" }
    logger.debug("request", metadata: fields)
  }

  /// Reports a file that the server may not read, once per file.
  func reportUnreadable(_ error: FileError, _ request: ServerRequest) {
    let isNew = unreadable.paths.withLock {
      $0.count < Self.maximumUnreadable && $0.insert(error.path).inserted
    }
    guard isNew else { return }
    logger.error(
      "a file of the store cannot be read",
      metadata: [
        "problem": "\(error.problem)",
        "hint": "make it readable for the user that runs the server",
      ])
  }

  /// Reports a response with status 500, within the limit on log lines.
  func report(_ error: any Error, _ request: ServerRequest) {
    guard let omittedCount = failures.next() else { return }
    var fields: Logger.Metadata = [
      "method": "\(request.method.rawValue)", "path": "\(Self.path(of: request))",
      "status": .stringConvertible(500), "problem": "\(error)",
    ]
    if omittedCount > 0 { fields["omitted"] = .stringConvertible(omittedCount) }
    logger.error("a request failed", metadata: fields)
  }

  private static func path(of request: ServerRequest) -> String {
    let path = "\(request.path)"
    guard path.utf8.count > pathLimit else { return path }
    return String(decoding: path.utf8.prefix(pathLimit), as: UTF8.self) + "…"
  }
}

private final class UnreadablePaths: Sendable {
  let paths = Mutex<Set<String>>([])
}
