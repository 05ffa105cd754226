import ArgumentParser
import ErosCore
import ErosRoutes

struct RoutesResolve: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve",
    abstract: "Say which route a URI belongs to, and where its page comes from",
    discussion: """
      Tries the routes that count in their order, and says of each that was passed over why:

        $ eros routes resolve 'app://example.com/demo' --sandbox routes

      iOS looks for the expression anywhere in the URI, Android wants all of the URI to match; where \
      the other platform opens another route, a warning says so. Android looks for pages in 'items' and \
      for parts of pages in 'partial_items'; when both have the URI, both are shown. Ends with 1 when no \
      route matches.
      """)

  @Argument(help: "The URI, as the app is asked to open it.")
  var uri: String

  @Option(help: "The sandbox's folder.", completion: .directory)
  var sandbox: OutputPath

  @Option(help: "The platform whose rules count.")
  var platform = Platform.ios

  @OptionGroup var output: OutputOptions

  func run() throws {
    let sandbox = RouteSandbox(sandbox.string)
    let resolution = try sandbox.resolve(uri, platform)
    let other = Platform.allCases.first { $0 != platform } ?? platform
    if try sandbox.resolve(uri, other).route != resolution.route {
      output.warn("\(other) opens another page for this URI, or none (see `--platform \(other)`)")
    }
    for route in resolution.unchecked {
      output.warn(
        "the URI may belong to '\(route.uri.escapedForDisplay)' as well, which comes first and cannot be judged"
      )
    }
    if resolution.isPageLost {
      output.warn("the page should be on the device, but is missing or damaged there")
    }
    try RoutesResolveReport(resolution).print(as: output)
    if resolution.route == nil { throw ExitCode(ExitStatus.checkFailed.rawValue) }
  }
}

private struct RoutesResolveReport: Report {
  struct Candidate: Encodable {
    let list: String
    @OrNull var reason: String?
    let remoteFile: String
    let uri: String
    let verdict: String

    init(_ candidate: RouteCandidate) {
      list = candidate.route.list.rawValue
      remoteFile = candidate.route.remoteFile.description
      uri = candidate.route.uri
      verdict = candidate.verdict.name
      reason =
        switch candidate.verdict {
        case .chosen: nil
        case .later: "it matches, too, but an earlier route has the URI"
        case .noMatch: "its expression does not match"
        case .partOnly: "its expression matches only a part, and Android wants all of the URI"
        case .unusable(let error): "\(error)"
        }
    }
  }

  /// What Android draws where it looks for a part of a page, when it is not what it opens as a page.
  struct Part: Encodable {
    @OrNull var path: String?
    let remoteFile: String
    let route: String
    let source: String

    init(_ match: RouteResolution.Match) {
      path = match.file?.path
      remoteFile = match.route.remoteFile.description
      route = match.route.uri
      source = match.file?.source.rawValue ?? "network"
    }
  }

  let candidates: [Candidate]
  @OrNull var part: Part?
  @OrNull var path: String?
  let platform: String
  @OrNull var remoteFile: String?
  @OrNull var route: String?
  /// Where the routes come from.
  let routes: String
  /// Where the page comes from.
  @OrNull var source: String?
  let uri: String
  @OrNull var version: String?

  init(_ resolution: RouteResolution) {
    candidates = resolution.candidates.map(Candidate.init)
    part = resolution.matches.dropFirst().first.map(Part.init)
    path = resolution.file?.path
    platform = resolution.platform.rawValue
    remoteFile = resolution.route?.remoteFile.description
    route = resolution.route?.uri
    routes = resolution.routes.rawValue
    source = resolution.file?.source.rawValue ?? (resolution.route == nil ? nil : "network")
    uri = resolution.uri
    version = resolution.version?.description
  }

  func text(_ style: TextStyle) -> String {
    var table = TextTable()
    table.add("uri", uri.escapedForDisplay)
    table.add(
      "routes", "from the \(routes)" + (version.map { ", version \($0.escapedForDisplay)" } ?? ""))
    table.add("route", style.bold(route?.escapedForDisplay ?? "none"))
    if let source { table.add("page", "from the \(source)") }
    if let path { table.add("path", path.escapedForDisplay) }
    if let remoteFile { table.add("address", remoteFile.escapedForDisplay) }
    if let part {
      table.add("as a part", style.bold(part.route.escapedForDisplay))
      table.add("page", "from the \(part.source)")
      if let path = part.path { table.add("path", path.escapedForDisplay) }
      table.add("address", part.remoteFile.escapedForDisplay)
    }
    for other in candidates where other.verdict != "chosen" {
      table.add(
        "not", "\(other.uri.escapedForDisplay)  \(style.dim(other.reason?.escapedForDisplay ?? ""))"
      )
    }
    return table.text
  }
}
