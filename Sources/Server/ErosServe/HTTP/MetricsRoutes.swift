import HTTPTypes
import Hummingbird

/// Serves `/metrics` to Prometheus.
struct MetricsRoutes: ServerRoutes {
  private let metrics: ServerMetrics
  private let token: AccessToken?

  /// - Parameters:
  ///   - metrics: The metrics.
  ///   - token: The required token, or `nil` to serve everyone.
  init(_ metrics: ServerMetrics, token: AccessToken?) {
    self.metrics = metrics
    self.token = token
  }

  var routes: [String: ServerRoute] {
    ["/metrics": ServerRoute([.get], isLimited: false) { try await response($0) }]
  }

  private func response(_ request: ServerRequest) async throws -> Response {
    guard token?.authorizes(request.headers) ?? true else {
      var response = Response.status(.unauthorized)
      response.headers[.wwwAuthenticate] = "Bearer"
      return response
    }
    return .contents(
      await metrics.text().bytes, type: "text/plain; version=0.0.4; charset=utf-8")
  }
}
