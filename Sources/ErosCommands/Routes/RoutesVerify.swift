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

  @OptionGroup var options: FindingOptions

  func run() throws {
    let report = try SiteVerifier.verify(path)
    try RoutesVerifyReport(report, path: path).print(as: options)
    if !report.isVerified { throw ExitCode(ExitStatus.checkFailed.rawValue) }
  }
}

private struct RoutesVerifyReport: FindingReport {
  static let command = "eros routes verify"
  static let codes: [any FindingCode] = RouteFindingCode.allCases

  let bytes: UInt64
  let files: Int
  let findings: [Finding]
  let path: String
  let routes: Int
  let verified: Bool
  @OrNull var version: String?

  init(_ report: SiteVerifier.Report, path: String) {
    bytes = report.bytes
    files = report.files
    findings = report.findings
    self.path = path
    routes = report.map.routes.count
    verified = report.isVerified
    version = report.map.version?.description
  }

  func text(_ style: TextStyle) -> String {
    let verdict = verified ? style.success("verified") : style.failure("not verified")
    let suffix = findings.isEmpty ? "" : " (\(findings.counts))"
    return
      (findings.lines(style) + [
        "\(verdict): \(path.escapedForDisplay)\(suffix)",
        "\(Readable.count(routes, "route")), \(Readable.count(files, "file")), \(Readable.size(bytes))",
      ]).joined(separator: "\n")
  }
}
