import ArgumentParser
import ErosCore
import ErosRoutes

struct RoutesVerify: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Prove that every page and script of a route map is there and whole",
    discussion: """
      Looks for the page of every route as an app does, compares it with the hash in its name, and \
      looks for every script and style sheet that it refers to:

        $ eros routes verify out

      What the expressions of the routes get wrong is shown as a warning. Ends with 0 when all is \
      there, 1 when something is missing or changed, 65 when the map cannot be read.
      """)

  @Argument(help: "The built folder, or a routes.json in one.", completion: .routeMap)
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
    let verdict = verified ? style.good("verified") : style.bad("not verified")
    let suffix = findings.isEmpty ? "" : " (\(findings.counts))"
    return
      (findings.lines(style) + [
        "\(verdict): \(path.escapedForDisplay)\(suffix)",
        "\(Readable.count(routes, "route")), \(Readable.count(files, "file")), \(Readable.size(bytes))",
      ]).joined(separator: "\n")
  }
}
