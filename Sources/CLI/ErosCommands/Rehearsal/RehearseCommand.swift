import ArgumentParser
import ErosCommandLine
import ErosConfig
import ErosCore
import ErosFiles
import ErosRehearsal

struct RehearseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rehearse",
    abstract: "Run the pages of a bundle before a release",
    discussion: """
      Runs each page in JavaScriptCore, the engine of Weex on iOS, once as on iOS and once as on Android, \
      up to its first render. Finds pages that do not start: invalid scripts, exceptions, endless loops, \
      modules and methods that the app does not have:

        $ eros rehearse out/bundle.zip
        $ eros rehearse dist --page pages/home/index.js --format github

      Positions are in the sources, if the scripts have source maps: 'pages/a.js.map' beside 'pages/a.js' or \
      in the folder of --source-map, or at the end of the script.

      Without an argument, runs the built pages of the project. The project's description of its native \
      side decides which modules exist; if the lowest app version for the bundle is recorded, as `eros generate \
      --release` does, its record. Without a description, only the modules of the presets are known, and a page \
      that uses another module is not judged.

      The pages run in processes without network and without files, with limits of time and memory. \
      They run in the program 'eros-rehearse', a package of its own, which needs the package \
      'libjavascriptcoregtk-4.1-0'. A page that depends on something unknown is reported as not judged, \
      never as passed. docs/rehearsal.md explains what a page sees.

      Exits with 1 if there are errors, not for warnings alone.
      """)

  @Argument(
    help:
      "The zip of a bundle, or a folder of built pages (default: 'dist' in the project's folder).",
    completion: .file(extensions: ["zip"]))
  var bundle: String?

  @Option(
    name: .customLong("page"),
    help: ArgumentHelp(
      "Run only this page, such as pages/home/index.js; can be repeated.", valueName: "path"))
  var pages: [String] = []

  @Option(help: "The platform to run the pages as.")
  var platform = PlatformSelection.all

  @Option(
    help: ArgumentHelp(
      "Use the modules of this recorded release of the app (default: the lowest version for the bundle).",
      valueName: "version"))
  var appVersion: String?

  @Option(
    help: "The folder with the source maps of the scripts (default: the folder of the pages).",
    completion: .directory)
  var sourceMap: String?

  @Option(
    name: .customLong("time"),
    help: ArgumentHelp(
      "The processor time that a page may take, in milliseconds.", valueName: "ms"))
  var milliseconds = Rehearsal.Limits.standard.milliseconds

  @Option(help: "The memory that a page may take, such as 256M.")
  var memory = ByteCount(UInt64(Rehearsal.Limits.standard.bytes))

  @OptionGroup var confinement: ConfinementOptions
  @OptionGroup var project: ProjectOptions
  @OptionGroup var options: FindingOptions

  func validate() throws {
    guard (1...60_000).contains(milliseconds) else {
      throw ValidationError("--time must be from 1 to 60000")
    }
    let memories = UInt64(Rehearsal.Limits.minimumBytes)...(4 << 30)
    guard memories.contains(memory.value) else {
      throw ValidationError("--memory must be from \(ByteCount(memories.lowerBound)) to 4G")
    }
  }

  func run() throws {
    let project = try RehearsalProject(findProject())
    options.log(project.findings)
    let source = try project.source(at: bundle, by: VerifyOptions.defaultVerifier)
    let pages = try selectedPages(of: source, project)
    if let note = project.note(about: source) { options.output.note(note) }
    let limits = Rehearsal.Limits(milliseconds: milliseconds, bytes: Int(memory.value))
    let rehearsal = Rehearsal(
      try .find(
        searchPath: EnvironmentVariable.text("PATH"),
        allowsUnconfined: confinement.allowUnconfined), limits: limits,
      appName: project.appName, globals: project.globals)
    let surfaces = try project.surfaces(on: platform.platforms, version: appVersion)
    var results = try ProgressBar.showRehearsal(options.output) { progress in
      try rehearsal.results(
        of: pages, on: surfaces, threads: Parallel.processorCount, progress: progress)
    }
    var sourceMaps = try project.sourceMaps(of: source, in: sourceMap)
    try sourceMaps.apply(to: &results)
    // The default folder may contain maps of another build.
    if sourceMap != nil { options.log(sourceMaps.findings) }
    let engines = try project.engineFindings(of: pages, threads: Parallel.processorCount)
    let located = results.locatedFindings
    var outcome = CheckOutcome(
      "eros rehearse", codes: RehearsalFindingCode.allCases + EngineFindingCode.allCases)
    outcome.add(located.map(\.finding) + engines)
    try outcome.print(
      RehearsedPages(
        results, stacks: located.map(\.stack) + engines.map { _ in [] },
        isOK: outcome.status == .success),
      as: options)
    if let note = results.descriptionNote { options.output.note(note) }
    if let warning = results.confinementWarning { options.output.warn(warning) }
    try outcome.status.exit()
  }

  /// Finds the project.
  ///
  /// - Returns: `nil` only for a bundle without `--config` and `--app-version`.
  private func findProject() throws -> Project? {
    do {
      return try project.find()
    } catch let error as ProjectError {
      guard project.config == nil, bundle != nil, appVersion == nil else { throw error }
      return nil
    }
  }

  private func selectedPages(
    of source: RehearsalSource, _ project: RehearsalProject
  ) throws -> [RehearsalPage] {
    let all = project.pages(of: source)
    guard !all.isEmpty else { throw RehearsalError.noPages(source.name) }
    guard !pages.isEmpty else { return all }
    return try pages.map { name in
      let page = all.first { $0.script.path.string == name || $0.script.file == name }
      guard let page else {
        throw RehearsalError.noSuchPage(
          name, in: source.name,
          nearest: Spelling.nearest(to: name, among: all.map(\.script.path.string)))
      }
      return page
    }
  }
}
