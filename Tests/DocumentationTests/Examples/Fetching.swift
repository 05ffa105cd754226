// docs: fetching
import ErosCore
import ErosFetch
import ErosSandbox
import ErosTransport

/// Stages the newest release for the next launch.
///
/// Returns the version of the app that a newer release requires, if the app is too old for it.
func fetchUpdate(
  into sandbox: Sandbox, root: [UInt8], over transport: any Transport, now: Timestamp
) async throws -> NativeVersion? {
  let fetcher = try Fetcher(
    sandbox, store: WebAddress("https://example.org/releases"), channel: "my-app/production",
    root: root, transport: transport,
    reports: ReportServer(WebAddress("https://example.org/reports"), transport: transport))
  let result = try await fetcher.fetch(now: now)
  if result.outcome == .staged, let release = result.release {
    print("release \(release.number) runs at the next launch")
  }
  return result.requiredApp
}
// docs: end
