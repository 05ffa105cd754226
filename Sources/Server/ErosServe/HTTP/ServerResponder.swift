import ErosCore
import ErosFiles
import HTTPTypes
import Hummingbird
import NIOCore
import SystemPackage

/// Responds to every request.
///
/// Routes win over store files.
struct ServerResponder: Sendable {
  private static let headerLimit = 16 << 10
  /// The HTTP/1.1 decoder has the same limit.
  private static let fieldLimit = 100

  private let routes: RouteTable
  private let files: StaticFiles
  private let addresses: ClientAddress
  private let limit: RateLimit?
  private let observers: [any ServerObserver]
  private let log: RequestLog
  private let date = ResponseDate()

  init(
    _ routes: RouteTable, files: StaticFiles, addresses: ClientAddress, limit: RateLimit?,
    observers: [any ServerObserver], log: RequestLog
  ) {
    self.routes = routes
    self.files = files
    self.addresses = addresses
    self.limit = limit
    self.observers = observers
    self.log = log
  }

  func respond(to request: Request, on channel: any Channel) async -> Response {
    let start = ClockTime.now
    let request = ServerRequest(request, channel)
    let path = String(request.path)
    let route = routes[path]
    var response = await self.response(request, route)
    response.headers[.date] = date.text
    if request.method == .head { response = response.createHeadResponse() }
    let bytes = response.body.contentLength ?? 0
    let label = route == nil ? folder(of: request) : path
    for observer in observers {
      observer.responded(label, status: response.status.code, bytes: bytes)
    }
    if log.logsRequests {
      let (status, time) = (response.status.code, ClockTime.now - start)
      await runOffEventLoop {
        log.write(request, status, bytes, time: time) { address(of: request) }
      }
    }
    return response
  }

  private func response(_ request: ServerRequest, _ route: ServerRoute?) async -> Response {
    do {
      if route?.isLimited ?? true, let limit, let address = address(of: request),
        !limit.allows(address)
      {
        return .tooMany
      }
      guard request.isValid else { return .status(.badRequest) }
      let length = request.headers.reduce(0) {
        $0 + $1.name.rawName.utf8.count + $1.value.utf8.count
      }
      guard length <= Self.headerLimit, request.headers.count <= Self.fieldLimit else {
        return .status(.requestHeaderFieldsTooLarge)
      }
      if let route {
        guard route.methods.contains(request.method) else { return .notAllowed(route.methods) }
        return try await route.isNonblocking
          ? route.handler(request) : runOffEventLoop { try await route.handler(request) }
      }
      return try await runOffEventLoop { try await files.respond(to: request) }
        ?? .status(.notFound)
    } catch let fault as RequestFailure {
      return .status(fault.status)
    } catch let error as FileError where error.reason == .permissionDenied {
      await runOffEventLoop { log.reportUnreadable(error, request) }
      return .status(.notFound)
    } catch {
      await runOffEventLoop { log.report(error, request) }
      return .status(.internalServerError)
    }
  }

  /// Returns `nil` if the connection has no address.
  private func address(of request: ServerRequest) -> IPAddress? {
    request.channel.remoteAddress?.ipAddress.flatMap { IPAddress($0) }.map {
      addresses.find(peer: $0, request.headers)
    }
  }

  /// Returns the label of a path in metrics, such as `/metadata/` or `/targets/*.zip`.
  ///
  /// Paths share labels, to bound the number of counters.
  private func folder(of request: ServerRequest) -> String? {
    let folder = ["/metadata/", "/targets/", "/legacy/"].first { request.path.hasPrefix($0) }
    guard folder == "/targets/" else { return folder }
    let names = ["*.erosdelta", "*.zip"]
    let name = names.first { request.path.hasSuffix($0.dropFirst()) }
    return name.map { "/targets/" + $0 } ?? folder
  }
}

extension Response {
  fileprivate static var tooMany: Response {
    var response = Response.status(.tooManyRequests)
    response.headers[.retryAfter] = "10"
    return response
  }
}
