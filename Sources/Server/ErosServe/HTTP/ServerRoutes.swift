import ErosCore
package import HTTPTypes
package import Hummingbird

/// The handler of a path, and the methods that it answers.
package struct ServerRoute: Sendable {
  package typealias Handler = @Sendable (ServerRequest) async throws -> Response

  let methods: [HTTPRequest.Method]
  /// Whether the limit on the requests of each address applies.
  let isLimited: Bool
  /// Whether the handler never blocks, so that it runs on the event loop of the connection.
  let isNonblocking: Bool
  let handler: Handler

  /// Creates a route; `HEAD` is answered wherever `GET` is.
  package init(
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
package protocol ServerRoutes: Sendable {
  /// The routes by their path.
  var routes: [String: ServerRoute] { get }
}

/// A listener for what the server has answered, such as a counter.
///
/// The methods are called on event loops, so they must not block.
package protocol ServerObserver: Sendable {
  /// Called with each response to a legacy client.
  func checked(_ check: LegacyCheck?, _ response: LegacyResponse)

  /// Called with each response.
  ///
  /// - Parameters:
  ///   - path: The path of a route, or the folder of a file of the store; `nil` for other paths.
  ///   - status: The status.
  ///   - bytes: The length of the body.
  func answered(_ path: String?, status: Int, bytes: Int)
}

extension ServerObserver {
  package func checked(_ check: LegacyCheck?, _ response: LegacyResponse) {}
  package func answered(_ path: String?, status: Int, bytes: Int) {}
}
