import ArgumentParser
import ErosCore
import ErosRoutes

struct RoutesResolve: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve",
    abstract: "Show the route of a URI and the source of its page",
    discussion: """
      Tries the active routes in order, and shows why each other route was not chosen:

        $ eros routes resolve 'app://example.com/demo' --sandbox routes

      On iOS, the expression can match any part of the URI; on Android, it must match the complete \
      URI. If the other platform opens another route, a warning is printed. Android searches 'items' \
      for pages and 'partial_items' for partials; if both contain the URI, both are shown. Exits with \
      1 if no route matches.
      """)

  @Argument(help: "The URI that the app opens.")
  var uri: String

  @OptionGroup var folder: SandboxOption

  @Option(help: "The platform whose rules apply.")
  var platform = Platform.ios

  @OptionGroup var output: OutputOptions

  func run() throws {
    let sandbox = RouteSandbox(folder.sandbox)
    let resolution = try sandbox.resolve(uri, platform)
    let other = Platform.allCases.first { $0 != platform } ?? platform
    if try sandbox.resolve(uri, other).route != resolution.route {
      output.warn("\(other) opens another page for this URI, or none (see `--platform \(other)`)")
    }
    for route in resolution.unchecked {
      output.warn(
        "the earlier route '\(route.uri.escapedForDisplay)' may match too, but its expression cannot be checked"
      )
    }
    if resolution.isPageLost {
      output.warn("the page must be on the device, but is missing or damaged")
    }
    try RoutesResolveReport(resolution).print(as: output)
    if resolution.route == nil { try ExitStatus.checkFailed.exit() }
  }
}

private struct RoutesResolveReport: Report {
  struct Candidate: Encodable {
    let list: String
    let reason: String?
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
        case .later: "it matches too, but an earlier route takes precedence"
        case .noMatch: "its expression does not match"
        case .partOnly: "its expression matches only a part of the URI; Android requires all of it"
        case .unusable(let error): "\(error)"
        }
    }
  }

  /// The partial page on Android, if the URI also opens a page.
  struct Part: Encodable {
    let path: String?
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
  let part: Part?
  let path: String?
  let platform: String
  let remoteFile: String?
  let route: String?
  /// The source of the routes.
  let routes: String
  /// The source of the page.
  let source: String?
  let uri: String
  let version: String?

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
    table.addRoutes("from the \(routes)", version)
    table.add("route", style.bold(route?.escapedForDisplay ?? "none"))
    if let source { table.add("page", "from the \(source)") }
    if let path { table.add("path", path.escapedForDisplay) }
    if let remoteFile { table.add("address", remoteFile.escapedForDisplay) }
    if let part {
      table.add("as a partial", style.bold(part.route.escapedForDisplay))
      table.add("page", "from the \(part.source)")
      if let path = part.path { table.add("path", path.escapedForDisplay) }
      table.add("address", part.remoteFile.escapedForDisplay)
    }
    for other in candidates where other.verdict != "chosen" {
      let reason = style.dim(other.reason?.escapedForDisplay ?? "")
      table.add("not chosen", "\(other.uri.escapedForDisplay)  \(reason)")
    }
    return table.text
  }
}
