import ErosBundle
import ErosCore
import ErosFiles
import ErosPack
import ErosRoutes

/// A bundle that contains a route map and its pages.
///
/// The site is packed like an app's pages, so its releases have the same format and its updates are
/// deltas.
enum RouteBundle {
  /// Verifies a built site and packs it.
  ///
  /// The build time is SOURCE_DATE_EPOCH, or now.
  static func pack(_ site: String, app: String, in scratch: Folder) throws -> ReadableFile {
    let report = try SiteVerifier.verify(site, requiresAllPages: true)
    guard report.isVerified else {
      throw CommandError.siteNotVerified(site, report.findings.errors.first?.message ?? "")
    }
    let settings = BundlePacker.Settings(
      appName: app, android: nil, iOS: nil, jsPath: nil, timestamp: try BuildTime.milliseconds(),
      framework: .none)
    return try BundlePacker.pack(site, settings, in: scratch)
  }
}
