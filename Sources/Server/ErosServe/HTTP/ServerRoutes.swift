import ErosCore
import HTTPTypes
import Hummingbird

/// The handler for requests to a path.
struct ServerRoute: Sendable {
  typealias Handler = @Sendable (ServerRequest) async throws -> Response

  let methods: [HTTPRequest.Method]
  /// `true` if the rate limit per client address applies.
  let isLimited: Bool
  /// `true` if the handler never blocks.
  ///
  /// Then it runs on the event loop of the connection.
  let isNonblocking: Bool
  let handler: Handler

  /// `GET` brings `HEAD` along.
  init(
    _ methods: [HTTPRequest.Method], isLimited: Bool = true, isNonblocking: Bool = false,
    _ handler: @escaping Handler
  ) {
    self.methods = methods.contains(.get) ? methods + [.head] : methods
    self.isLimited = isLimited
    self.isNonblocking = isNonblocking
    self.handler = handler
  }
}

/// Adds paths such as `/app/check` to the server.
protocol ServerRoutes: Sendable {
  /// Keyed by path.
  var routes: [String: ServerRoute] { get }
}

/// Watches responses, for example to count them.
///
/// The methods are called on event loops, so they must not block.
protocol ServerObserver: Sendable {
  /// Called with each response to a legacy client.
  func checked(_ check: LegacyCheck?, _ response: LegacyResponse)

  /// Called if the app of a legacy client meets a minimum only because its version is a single
  /// number, such as `47`.
  func foundOnePartVersion(_ check: LegacyCheck)

  /// Called with each response.
  ///
  /// - Parameters:
  ///   - path: The path of a route, the folder of a store file, or `nil` for anything else.
  ///   - status: The status.
  ///   - bytes: The length of the body.
  func responded(_ path: String?, status: Int, bytes: Int)
}

extension ServerObserver {
  func checked(_ check: LegacyCheck?, _ response: LegacyResponse) {}
  func foundOnePartVersion(_ check: LegacyCheck) {}
  func responded(_ path: String?, status: Int, bytes: Int) {}
}
