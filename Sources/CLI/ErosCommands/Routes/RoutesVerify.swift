import ArgumentParser
import ErosCore
import ErosRoutes

struct RoutesVerify: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Verify that all pages and scripts of a route map exist and are intact",
    discussion: """
      Finds the page of each route as an app does, finds the scripts and style sheets that it refers \
      to, and compares these files with the hashes in their names:

        $ eros routes verify out

      Pages without 'pack_in_app' may be missing, because apps fetch them when they open them. With \
      --all, every page must exist, as on a server.

      Findings about the expressions of routes are those of `eros routes build`. Exits with 0 if all \
      files are intact, 1 if one is missing or changed or a route has an error, 65 if the map cannot be \
      read, and 66 if the folder has no page of the map.
      """)

  @Argument(help: "The folder of a built site, or its routes.json.", completion: .routeMap)
  var path: String

  @Flag(help: "Require every page, also those that apps fetch when they open them.")
  var all = false

  @OptionGroup var options: FindingOptions

  func run() throws {
    let report = try SiteVerifier.verify(path, requiresAllPages: all)
    var outcome = CheckOutcome("eros routes verify", codes: RouteFindingCode.allCases)
    outcome.add(report.findings)
    try outcome.finish(VerifiedRoutes(report, path: path), as: options)
  }
}

private struct VerifiedRoutes: FindingDetails {
  let bytes: UInt64
  let fetchedPages: Int
  let files: Int
  let path: String
  let routes: Int
  let verified: Bool
  let version: String?

  init(_ report: SiteVerifier.Report, path: String) {
    bytes = report.bytes
    fetchedPages = report.fetchedPages
    files = report.files
    self.path = path
    routes = report.map.routes.count
    verified = report.isVerified
    version = report.map.version?.description
  }

  func text(_ style: TextStyle, _ findings: [Finding]) -> String? {
    let verdict = verified ? style.success("verified") : style.failure("not verified")
    let suffix = findings.isEmpty ? "" : " (\(findings.counts))"
    let fetched =
      fetchedPages == 0
      ? "" : "; \(Readable.count(fetchedPages, "page")) not in the folder, fetched by apps"
    return
      (findings.lines(style) + [
        "\(verdict): \(path.escapedForDisplay)\(suffix)",
        "\(Readable.count(routes, "route")), \(Readable.count(files, "file")), "
          + Readable.size(bytes) + fetched,
      ]).joined(separator: "\n")
  }
}
