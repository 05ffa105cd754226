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
