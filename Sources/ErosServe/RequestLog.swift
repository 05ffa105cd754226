import ErosCore
import HTTPTypes
package import Logging

/// The log of requests, at the level `debug`, and of errors.
///
/// Omits queries, and addresses unless enabled.
package struct RequestLog: Sendable {
  /// The maximum length of a path in the log, which clients choose.
  private static let pathLimit = 200

  private let logger: Logger
  private let hasAddresses: Bool

  package init(_ logger: Logger, hasAddresses: Bool) {
    self.logger = logger
    self.hasAddresses = hasAddresses
  }

  func write(
    _ request: ServerRequest, _ status: Int, _ bytes: Int, since start: ContinuousClock.Instant,
    address: () -> IPAddress?
  ) {
    guard logger.logLevel <= .debug else { return }
    let time = (ContinuousClock.now - start) / .microseconds(1)
    var fields: Logger.Metadata = [
      "method": "\(request.method.rawValue)", "path": "\(Self.path(of: request))",
      "status": "\(status)", "bytes": "\(bytes)", "microseconds": "\(Int(time))",
    ]
    if hasAddresses, let address = address() { fields["address"] = "\(address)" }
    logger.debug("request", metadata: fields)
  }

  func report(_ error: any Error, _ request: ServerRequest) {
    let problem = (error as? any ErosError)?.problem ?? "\(error)"
    logger.error(
      "a request failed",
      metadata: ["path": "\(Self.path(of: request))", "problem": "\(problem)"])
  }

  private static func path(of request: ServerRequest) -> String {
    let path = "\(request.path)"
    guard path.utf8.count > pathLimit else { return path }
    return String(decoding: path.utf8.prefix(pathLimit), as: UTF8.self) + "…"
  }
}
