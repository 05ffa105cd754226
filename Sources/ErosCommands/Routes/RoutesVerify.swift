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

      Findings about the expressions of routes are warnings. Exits with 0 if all files are intact, 1 \
      if one is missing or changed, and 65 if the map cannot be read.
      """)

  @Argument(help: "The folder of a built site, or its routes.json.", completion: .routeMap)
  var path: String

  @OptionGroup var output: OutputOptions

  func run() throws {
    let report = try SiteVerifier.verify(path)
    try RoutesVerifyReport(report, path: path).print(as: output)
    if !report.isVerified { throw ExitCode(ExitStatus.checkFailed.rawValue) }
  }
}

private struct RoutesVerifyReport: Report {
  let bytes: UInt64
  let files: Int
  let path: String
  let problems: [RouteProblemReport]
  let routes: Int
  let verified: Bool
  @OrNull var version: String?

  init(_ report: SiteVerifier.Report, path: String) {
    bytes = report.bytes
    files = report.files
    self.path = path
    problems = report.problems.map(RouteProblemReport.init)
    routes = report.map.routes.count
    verified = report.isVerified
    version = report.map.version?.description
  }

  func text(_ style: TextStyle) -> String {
    let errors = problems.count { $0.severity == "error" }
    let counts = [(errors, "error"), (problems.count - errors, "warning")].filter { $0.0 > 0 }
      .map { Readable.count($0.0, $0.1) }.joined(separator: ", ")
    let verdict = verified ? style.good("verified") : style.bad("not verified")
    let suffix = counts.isEmpty ? "" : " (\(counts))"
    return
      (problems.map { $0.text(style) } + [
        "\(verdict): \(path.escapedForDisplay)\(suffix)",
        "\(Readable.count(routes, "route")), \(Readable.count(files, "file")), \(Readable.size(bytes))",
      ]).joined(separator: "\n")
  }
}
