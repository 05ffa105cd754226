import ErosDevice

/// Fetches, and reports how updates end to a server of the app.
func fetchAndReport(
  _ options: FetchOptions, for device: Device, over transport: any Transport
) async throws {
  var options = options
  options.reports = try ReportServer(
    WebAddress("https://example.org/reports"), transport: transport)
  let result = try await device.fetch(options, over: transport)
  if let reports = result.reports { print("\(reports.sent) sent, \(reports.waiting) wait") }
}
