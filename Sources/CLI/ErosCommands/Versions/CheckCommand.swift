import ArgumentParser
import ErosCommandLine
import ErosConfig
import ErosCore
import ErosFiles
import ErosPack
import ErosRegistry
import ErosRehearsal
import ErosReport
import ErosSources
import ErosStore
import ErosTrust
import ErosVersions

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check bundles, versions and native apps before a release",
    discussion: """
      Finds problems that break releases: bundles that do not match the pages, versions that are too \
      low or differ between files, missing pages and assets, and invalid values in the configuration:

        $ eros check
        $ eros check --base origin/main --format github
        $ eros check --against released/bundle.zip

      With --js, also checks that the lowest app version that gets the bundle offers the modules, \
      methods, components and events that the JavaScript uses.

      With --rehearse, also runs the pages as `eros rehearse` does, and reports its findings. Without the \
      program 'eros-rehearse' or its engine, exits with 69.

      With --store, compares the project with the newest release of a channel and verifies its \
      signatures, so that a CI job cannot pass because of an old copy. Exits with 69 if the store is out \
      of reach:

        $ eros check --store https://releases.example.org/app --channel my-app/production --root root.json

      With --base, compares the working tree with the merge base of HEAD and the reference. Files are \
      read through git; the working tree does not change. With --against, compares it with a bundle, \
      a manifest, or a folder that contains one of them or a project.

      With a budget in the configuration ('check': { 'budget': { 'total': '2MB' } }) or in --budget, \
      packs the pages as `eros pack` does, in a temporary folder, and checks the sizes. 'delta' needs \
      --against OLD.zip; with --base, `eros report OLD.zip NEW.zip` measures it. See `eros report --help`.

      'check': { 'disable': […] } in the configuration omits findings as --disable does, with paths \
      relative to the project. A rule with a path that does not match a finding gets a note.

      Exits with 1 if there are errors, not for warnings alone. Missing files end with 66, invalid \
      files with 65.
      """)

  @Option(help: "The commit, branch or tag to compare with.", completion: .gitReference)
  var base: String?

  @Option(
    help: "The bundle, manifest or folder to compare with.",
    completion: .file(extensions: ["zip", "json", "config"]))
  var against: String?

  @Option(
    help: "The store with the release to compare with: a folder, s3://BUCKET/PREFIX, or a URL.")
  var store: StoreLocation?

  @Option(
    help: """
      The channel of the store, such as my-app/production (default: 'release.channel' in the \
      configuration).
      """,
    completion: .channel)
  var channel: ChannelName?

  @OptionGroup var reader: StoreReaderOptions

  @OptionGroup var pages: PagesOptions

  @OptionGroup var project: ProjectOptions

  @Option(
    name: .customLong("js"),
    help: "Check the native features that the JavaScript below a folder uses; can be repeated.",
    completion: .directory)
  var scripts: [String] = []

  @Flag(help: "Run the pages, and report the pages that do not start; needs 'eros-rehearse'.")
  var rehearse = false

  @OptionGroup var confinement: ConfinementOptions

  @Option(
    name: .customLong("disable"), parsing: .singleValue,
    help: ArgumentHelp(
      "Omit findings with this code, such as nativeVersionUnknown if the build sets the version, or, "
        + "with ':' and a path, those about one file, such as "
        + "assetMissing:dist/pages/help/index.js; can be repeated.", valueName: "code[:path]"),
    completion: .list(CheckFindingCode.allCases.map(\.rawValue)))
  var disabled: [FindingFilter.Rule] = []

  @OptionGroup var budget: BudgetOptions
  @OptionGroup var options: FindingOptions

  func validate() throws {
    guard [base != nil, against != nil, store != nil].count(where: \.self) <= 1 else {
      throw ValidationError("--base, --against and --store cannot be combined")
    }
    guard rehearse || !confinement.allowUnconfined else {
      throw ValidationError("--allow-unconfined requires --rehearse")
    }
    guard store != nil || channel == nil else {
      throw ValidationError("--channel needs --store")
    }
    for rule in disabled where !Self.codes.contains(where: { $0.rawValue == rule.code }) {
      throw ValidationError("'\(rule.code.escapedForDisplay)' is not a finding code")
    }
    if base?.isEmpty == true || base?.hasPrefix("-") == true {
      throw ValidationError("--base must name a commit, a branch or a tag")
    }
  }

  func run() throws {
    let project = try project.find(options.output)
    let defaults = ReleaseDefaults(of: project)
    let published = try store.map { _ in try defaults.channel(channel) }
    let release = try published.flatMap { try newestRelease(of: $0, defaults) }
    let registry = try ParsedRegistry.read(project)
    var check = try ProjectCheck(
      ProjectVersions(project), registry, source: pages.source,
      against: release.map { .release($0) } ?? request,
      threads: Parallel.processorCount,
      now: Timestamp.now().milliseconds)
    if let published, release == nil {
      check.note("'\(published)' does not have a release yet")
    }
    check.addConfiguration(try project.config.findings())
    if !scripts.isEmpty {
      check.compare(with: try JSUses(folders: scripts, host: registry.host))
    }
    // A malformed budget is a finding about the configuration.
    let readable = try? budget.budget(with: check.config)
    if let readable { check.compare(with: readable) }
    let limits = readable ?? budget.budget ?? SizeBudget()
    let measured = try checkBudget(limits, &check)
    try compareEngines(project, &check)
    let rehearsal = try rehearse ? rehearse(project, &check) : nil
    var outcome = CheckOutcome("eros check", codes: Self.codes)
    outcome.unchecked = check.uncheckedCodes(
      comparesScripts: !scripts.isEmpty, rehearses: rehearse, budget: limits, measured: measured)
    check.omit(
      disabled,
      otherCodes: Array(RehearsalFindingCode.allCases).names
        .union(Array(ConfigFindingCode.allCases).names)
        .union(Array(EngineFindingCode.allCases).names),
      unchecked: Set(outcome.unchecked.keys))
    outcome.add(check.findings, failingWith: check.status)
    outcome.notes = check.notes + [rehearsal?.note].compactMap(\.self)
    try outcome.print(CheckedProject(check, rehearsal, notes: outcome.notes), as: options)
    if !options.output.json {
      for note in outcome.notes { options.output.note(note) }
    }
    for code in CheckFindingCode.allCases {
      guard let reason = outcome.unchecked[code.rawValue] else { continue }
      options.output.detail("not checked: \(code.summary): \(reason) [\(code.rawValue)]")
    }
    try outcome.status.exit()
  }

  private static let codes: [any FindingCode] =
    CheckFindingCode.allCases + RehearsalFindingCode.allCases + ConfigFindingCode.allCases
    + EngineFindingCode.allCases

  /// Compares the pages' scripts with the app's oldest engines.
  private func compareEngines(_ project: Project, _ check: inout ProjectCheck) throws {
    do {
      check.add(
        try RehearsalProject(project).engineFindings(
          inFolder: pages.source ?? project.builtFolder,
          threads: Parallel.processorCount))
    } catch is ConfigError {
      // An invalid setting is a finding about the configuration.
    }
  }

  /// Runs the pages, and adds the findings to `check`.
  private func rehearse(
    _ project: Project, _ check: inout ProjectCheck
  ) throws -> CheckedProject.Rehearsal {
    let program = try RehearsalProgram.find(
      searchPath: EnvironmentVariable.text("PATH"),
      allowsUnconfined: confinement.allowUnconfined)
    var results = try ProgressBar.showRehearsal(options.output) { progress in
      try RehearsalProject(project).rehearse(
        pages.source, with: program, by: VerifyOptions.defaultVerifier,
        threads: Parallel.processorCount, progress: progress)
    }
    if let warning = results.confinementWarning { options.output.warn(warning) }
    let missing = check.findings.filter { $0.has(CheckFindingCode.assetMissing) }
    results.removeMissingFiles { path, scripts in
      missing.contains { finding in
        finding.subject == path && finding.file.map(scripts.contains) == true
      }
    }
    check.add(results.findings)
    return CheckedProject.Rehearsal(results)
  }

  private func checkBudget(
    _ budget: SizeBudget, _ check: inout ProjectCheck
  ) throws -> Set<SizeBudget.Part> {
    guard !budget.isEmpty else { return [] }
    let reporter = BundleReporter(VerifyOptions.defaultVerifier)
    let source = pages.source ?? check.project.pagesFolder
    return try Folder.withScratchFolder(beside: Folder.scratchPath) { scratch in
      try check.checkBudget(
        budget,
        of: BundlePacker.pack(
          source, .init(check.config, timestamp: BuildTime.milliseconds()), in: scratch),
        packedFrom: source,
        base: budget[.delta] == nil ? nil : baseBundle()
      ) {
        try reporter.updateCost(.delta, from: $0, to: $1).size
      }
    }
  }

  /// Opens the bundle that `--against` names, or the bundle in its folder.
  private func baseBundle() throws -> ReadableFile? {
    guard let against else { return nil }
    let inFolder = joinedPath(against, BundleOutputs.bundleFile)
    for path in [against, inFolder] where try FileStatus.ifExists(path)?.kind == .file {
      let file = try ReadableFile(path)
      if try file.read(at: 0, count: 2).elementsEqual("PK".utf8) { return file }
    }
    return nil
  }

  private func newestRelease(
    of channel: ChannelName, _ defaults: ReleaseDefaults
  ) throws -> PublishedRelease? {
    try .newest(
      of: channel, in: reader.access(to: defaults.store(store), of: channel, options.output))
  }

  private var request: CheckBaseRequest {
    if let base { return .git(reference: base) }
    return against.map { .path($0) } ?? .none
  }
}
