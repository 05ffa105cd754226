import ErosCore
import ErosTrust
import HTTPTypes
import Hummingbird

/// Receives usage reports at `/reports`.
struct ReportRoutes: ServerRoutes {
  private let collector: ReportCollector

  init(_ collector: ReportCollector) { self.collector = collector }

  var routes: [String: ServerRoute] { ["/reports": ServerRoute([.post]) { try await receive($0) }] }

  /// Devices delete their reports after 204 and 400, and send them again after 503.
  private func receive(_ request: ServerRequest) async throws -> Response {
    let type = request.headers[.contentType]?.prefix { $0 != ";" && $0 != " " } ?? ""
    guard type.lowercased() == "application/json" else { return .status(.unsupportedMediaType) }
    let body = try await request.body()
    let (reports, unknownCount): ([UsageReport], Int64)
    do { (reports, unknownCount) = try UsageReport.read(body) } catch {
      return .status(.badRequest, reason: "\(JSONFieldFailure.reason(for: error))")
    }
    switch reports.isEmpty ? .stored : await collector.record(reports, unknown: unknownCount) {
    case .stored: return Response(status: .noContent, headers: [.cacheControl: "no-store"])
    case .unavailable: return .notReady
    }
  }
}
