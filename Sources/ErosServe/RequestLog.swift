import ErosCore
import HTTPTypes
package import Logging

/// The log of requests, at the level `debug`, and of errors.
///
/// It has neither addresses nor queries, except if addresses are enabled.
package struct RequestLog: Sendable {
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
      "method": "\(request.method.rawValue)", "path": "\(request.path)", "status": "\(status)",
      "bytes": "\(bytes)", "microseconds": "\(Int(time))",
    ]
    if hasAddresses, let address = address() { fields["address"] = "\(address)" }
    logger.debug("request", metadata: fields)
  }

  func report(_ error: any Error, _ request: ServerRequest) {
    let problem = (error as? any ErosError)?.problem ?? "\(error)"
    logger.error(
      "a request failed", metadata: ["path": "\(request.path)", "problem": "\(problem)"])
  }
}
