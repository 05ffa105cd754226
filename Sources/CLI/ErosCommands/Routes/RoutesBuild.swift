public import ArgumentParser
import ErosConfig
import ErosCore
import ErosFiles
public import ErosRoutes

struct RoutesBuild: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Build a site with hashes in file names, and write its routes.json",
    discussion: """
      Copies the source folder, adds a hash to the name of each page, script and style sheet, updates \
      the references between them, and writes the routes of the map:

        $ eros routes build dist --map map.json --base-url https://example.com/site --output out

      map.json lists pages of the source and expressions for the URIs that open them:

        [ { "filename": "rexxar/demo", "uri": "^app://example\\\\.com/demo/?(\\\\?.*)?$" } ]

      With --config, the section 'routes' of eros.native.json replaces the map. Other files in the \
      output folder are kept. A file keeps its deployment time until its contents change.
      """)

  @Argument(help: "The folder with the built pages and scripts.", completion: .directory)
  var source: String

  @Option(help: "The list of pages and URIs.", completion: .routeMap)
  var map: String?

  @Option(
    help: "The app's configuration; its section 'routes' is used instead of a map.",
    completion: .appConfig)
  var config: String?

  @Option(help: "The address of the published site, such as https://example.com/site.")
  var baseUrl: BaseAddress

  @Option(
    help: "The version of the routes, such as 6.4.0 (default: from the configuration, or none).")
  var version: RouteVersion?

  @Option(
    help: "The host of partials, such as example.com for URIs with 'partial.example.com'.")
  var host: String?

  @Option(
    name: .shortAndLong, help: "The folder of the built site; created if it is missing.",
    completion: .directory)
  var output: OutputPath

  @OptionGroup var time: BuildTimeOption

  @OptionGroup var options: FindingOptions

  func validate() throws {
    guard (map == nil) != (config == nil) else {
      throw ValidationError("expected either --map or --config")
    }
    if host != nil, map == nil {
      throw ValidationError("--host requires --map; a configuration lists partials separately")
    }
  }

  func run() throws {
    try OutputPath.check(output.string, isOutside: source)
    try checkInputs()
    let builder = RouteBuilder(
      base: baseUrl.string, version: version,
      time: try time.milliseconds() / 1000)
    let built: RouteBuilder.Result
    do {
      built = try builder.build(source, plan(), into: output.string)
    } catch RouteBuildError.refused(_, let refused) {
      try refuse(refused.map(locate))
    }
    for path in built.skipped { options.output.note("left out '\(path.escapedForDisplay)'") }
    var outcome = outcome
    outcome.add(built.warnings.map(locate))
    try outcome.finish(BuiltRoutes(built, output: output.string), as: options)
  }

  private var outcome: CheckOutcome {
    CheckOutcome("eros routes build", codes: RouteFindingCode.allCases)
  }

  /// Checks that the build overwrites neither the map nor the configuration nor the source.
  ///
  /// Built texts have a hash in their name, so only other files keep their names.
  private func checkInputs() throws {
    let names = try FolderWalk(source).entries.map(\.relativePath)
    try OutputPath.check(
      (names + [RouteMap.fileName]).map { joinedPath(output.string, $0) },
      areNot: [map, config.map { try Project.find($0).configPath }]
        + names.map { joinedPath(source, $0) })
  }

  /// Prints the findings of a refused build in the requested format, and exits.
  private func refuse(_ findings: [Finding]) throws -> Never {
    let error = RouteBuildError.refused(source: source, findings)
    var outcome = outcome
    outcome.add(findings, failingWith: error.exitStatus)
    if options.output.json { options.output.show(error) }
    try outcome.print(RefusedBuild(error: ErrorReport(error)), as: options)
    if options.format == nil, !options.output.json, let remedy = error.remedy {
      options.output.hint(remedy)
    }
    throw ExitCode(error.exitStatus.rawValue)
  }

  /// Adds the map's path to a finding about one of its expressions or pages.
  private func locate(_ finding: Finding) -> Finding {
    guard finding.file == nil, let map = map ?? config else { return finding }
    return finding.with(file: map)
  }

  private func plan() throws -> RoutePlan {
    if let map {
      return try RoutePlan.read(readWholeFile(map), file: map, host: host)
    }
    let project = try Project.find(config)
    let config = try project.config
    guard let section = config.node(at: "routes") else {
      throw CommandError.noRoutes(config: project.configPath)
    }
    return try RoutePlan.read(
      section: section, base: baseUrl.string, file: config.file,
      position: { TextPosition(ofByte: $0, in: config.text) })
  }
}

/// The HTTP address of a published site, without a trailing slash.
struct BaseAddress: ExpressibleByArgument {
  let string: String

  init?(argument: String) {
    guard let start = ["https://", "http://"].first(where: { argument.hasPrefix($0) }),
      !argument.contains(where: { "?#\"'\\<> ".contains($0) || $0.isNewline })
    else { return nil }
    var text = argument
    while text.hasSuffix("/") { text.removeLast() }
    guard text.count > start.count, !text.dropFirst(start.count).hasPrefix("/") else { return nil }
    string = text
  }
}

extension RouteVersion: ExpressibleByArgument {
  public init?(argument: String) {
    self.init(argument)
    guard isPlain else { return nil }
  }
}

/// The error of a refused build, whose text is its findings.
private struct RefusedBuild: FindingDetails {
  let error: ErrorReport

  func logged(_ findings: [Finding]) -> [Finding] { findings }

  func text(_ style: TextStyle, _ findings: [Finding]) -> String? { nil }
}

private struct BuiltRoutes: FindingDetails {
  let bytes: UInt64
  let deployTime: String
  let dropped: [String]
  let files: [String: String]
  let output: String
  let routes: Int
  let skipped: [String]
  let unchanged: Int
  let version: String?

  init(_ built: RouteBuilder.Result, output: String) {
    bytes = built.bytes
    deployTime = built.map.deployTime ?? ""
    dropped = built.dropped.map(\.uri)
    files = built.files
    self.output = output
    routes = built.map.routes.count
    skipped = built.skipped
    unchanged = built.unchanged
    version = built.map.version?.description
  }

  func logged(_ findings: [Finding]) -> [Finding] { findings }

  func text(_ style: TextStyle, _ findings: [Finding]) -> String? {
    var table = TextTable()
    table.addRoutes(style.bold("\(routes)"), version)
    table.add("deployed", deployTime.escapedForDisplay)
    let same = unchanged > 0 ? ", \(unchanged) of them unchanged" : ""
    table.add("files", "\(files.count), \(Readable.size(bytes))\(same)")
    for uri in dropped { table.add("dropped", uri.escapedForDisplay) }
    table.add("written", "\(output)/\(RouteMap.fileName)".escapedForDisplay)
    return table.text
  }
}
