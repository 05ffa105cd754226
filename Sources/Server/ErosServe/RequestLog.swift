import ErosCore
import ErosFiles
import HTTPTypes
import Logging
import Synchronization

/// The log of requests at the level `debug`, and of errors.
///
/// It contains no queries, and contains addresses only if they are enabled.
struct RequestLog: Sendable {
  /// The maximum number of unreadable files that are reported.
  private static let maximumUnreadable = 100
  /// The maximum length of a path in the log, because clients choose paths.
  private static let pathLimit = 200

  private let logger: Logger
  private let hasAddresses: Bool
  private let unreadable = UnreadablePaths()
  private let failures = LogLimit()

  init(_ logger: Logger, hasAddresses: Bool) {
    self.logger = logger
    self.hasAddresses = hasAddresses
  }

  /// Whether each request is written to the log.
  var logsRequests: Bool { logger.logLevel <= .debug }

  /// Writes a request to the log, if ``logsRequests``.
  func write(
    _ request: ServerRequest, _ status: Int, _ bytes: Int, time: Duration,
    address: () -> IPAddress?
  ) {
    let microseconds = Int(time / .microseconds(1))
    var fields: Logger.Metadata = [
      "method": "\(request.method.rawValue)", "path": "\(Self.path(of: request))",
      "status": .stringConvertible(status), "bytes": .stringConvertible(bytes),
      "microseconds": .stringConvertible(microseconds),
    ]
    if hasAddresses, let address = address() { fields["address"] = "\(address)" }
    logger.debug("request", metadata: fields)
  }

  /// Reports a store file that the server lacks permission to read, once per file.
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

  /// Reports a request with the response 500, within the limit on log lines.
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
