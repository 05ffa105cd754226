import ErosCore
import HTTPTypes
import Hummingbird

/// The handler of a path, and its methods.
struct ServerRoute: Sendable {
  typealias Handler = @Sendable (ServerRequest) async throws -> Response

  let methods: [HTTPRequest.Method]
  /// Whether the rate limit per client address applies.
  let isLimited: Bool
  /// Whether the handler never blocks, so it can run on the event loop of the connection.
  let isNonblocking: Bool
  let handler: Handler

  /// Creates a route; a route with `GET` also supports `HEAD`.
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

/// A part of the server that adds paths, such as `/app/check`.
protocol ServerRoutes: Sendable {
  /// The routes by their path.
  var routes: [String: ServerRoute] { get }
}

/// An observer of responses, such as a counter.
///
/// The methods are called on event loops, so they must not block.
protocol ServerObserver: Sendable {
  /// Called with each response to a legacy client.
  func checked(_ check: LegacyCheck?, _ response: LegacyResponse)

  /// Called if the app of a legacy client meets the minimum of a release only because its version is
  /// one number, such as `47`.
  func foundOnePartVersion(_ check: LegacyCheck)

  /// Called with each response.
  ///
  /// - Parameters:
  ///   - path: The path of a route or the folder of a store file, or `nil` for other paths.
  ///   - status: The status.
  ///   - bytes: The length of the body.
  func responded(_ path: String?, status: Int, bytes: Int)
}

extension ServerObserver {
  func checked(_ check: LegacyCheck?, _ response: LegacyResponse) {}
  func foundOnePartVersion(_ check: LegacyCheck) {}
  func responded(_ path: String?, status: Int, bytes: Int) {}
}
