public import ArgumentParser
public import ErosBundle
import ErosCommandLine
import ErosConfig
import ErosCore
import ErosDevelop
import ErosFiles
import ErosPack
import ErosRehearsal

struct PackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pack",
    abstract: "Pack a folder of built pages into bundle.zip and bundle.config",
    discussion: """
      Packs the source folder, which contains the built pages. Next to the zip, writes its manifest \
      and the encrypted eros.native.json for the app. version.json is written to the output folder, or \
      without --output to the source folder:

        $ eros pack --output out

      --watch packs again after each change, for example of a build tool that watches the sources.

      Without --output, writes to the folders of 'zipFolder' in the configuration. The same content \
      and timestamp give the same bytes.

      Rejects names that are ambiguous or that another system cannot store, such as NUL.js, and warns if \
      the bundle exceeds a limit of `eros verify`.

      --wgt packs the build of a uni-app for apps as a resource package, which is a bundle. Also writes it \
      as APPID.wgt, for plus.runtime.install. Without a folder, packs the first of \
      unpackage/dist/build/app-plus, dist/build/app-plus and dist/build/app that exists:

        $ eros pack --wgt --output out

      Left out, with a note: files of systems, editors and repositories (such as ._*, .DS_Store, \
      Thumbs.db, .git, *~), *.map, and files that an earlier `eros pack` wrote to the source folder.
      """)

  @Argument(
    help: "The folder to pack (default: 'dist' in the project's folder).",
    completion: .directory)
  var source: String?

  @OptionGroup var project: ProjectOptions

  @Option(
    help: "The platforms to pack for; their output folders are in 'zipFolder' of the configuration."
  )
  var platform: PlatformSelection?

  @Option(
    name: .shortAndLong, help: "The output folder, created if missing.", completion: .directory)
  var output: OutputPath?

  @OptionGroup var time: BuildTimeOption

  @Option(help: "The compression level.")
  var level: CompressionLevel = .standard

  @Flag(help: "Do not compress; patches for legacy clients become several times smaller.")
  var store = false

  @OptionGroup var framing: FrameworkOption

  @Flag(help: "Pack the build of a uni-app as a resource package (wgt).")
  var wgt = false

  @Flag(help: "Follow symlinks whose targets are inside the source folder.")
  var followSymlinks = false

  @Option(
    name: .customLong("js-path"),
    help: "The base URL of published zips (default: 'diff.proxy' of the configuration).")
  var jsPath: String?

  @OptionGroup var development: DevelopmentServerOption

  @Flag(help: "Pack again when a page or the configuration changes, until Ctrl-C.")
  var watch = false

  @OptionGroup var options: OutputOptions

  func validate() throws {
    if store, level != .standard {
      throw ValidationError("--store and --level cannot be combined")
    }
    if watch, options.json {
      throw ValidationError("--watch prints a report after each change, so it excludes --json")
    }
    if wgt, framing.framework != nil || platform != nil || development.devServer != nil {
      throw ValidationError("--framework, --platform and --dev-server do not apply to --wgt")
    }
  }

  func run() throws {
    guard watch else { return try pack() }
    let appProject = try project.find()
    // If another process moves a path away, the next change finds it again.
    var watcher = FolderWatcher([try folder(in: appProject), appProject.configPath])
    while true {
      do {
        try pack()
      } catch let error as any ErosError {
        // The next change may correct it.
        options.show(error)
      }
      _ = watcher.next { changes in
        changes.allSatisfy { $0.hasSuffix("/" + BundleOutputs.versionFile) }
      }
    }
  }

  private func pack() throws {
    let start = ClockTime.now
    let project = try project.find(options)
    let input = try input(of: project)
    let config = input.config
    // Before the warnings, because its errors would repeat some warnings.
    let settings = try settings(for: config)
    if jsPath == nil, let note = project.jsPathNote { options.note(note) }
    let warnings = try warnings(about: input, timestamp: settings.timestamp, now: .now())
    options.log(warnings)
    let written = try write(input, with: settings)
    if let note = input.gradleNote { options.warn(note) }
    showAddedLines(input.bundle, written.bundle)
    let sizes =
      written.bundle.limitFindings().filter { finding in
        !warnings.contains { $0.code == finding.code }
      }
      + (try budgetWarnings(config, written)) + (try engineWarnings(project, input.source))
    options.log(sizes)
    try PackReport(
      written, input.identity, skipped: input.bundle.skipped, findings: warnings + sizes,
      seconds: (.now - start).seconds
    ).print(as: options)
  }

  /// Reads what is packed, and checks that no output would replace it.
  private func input(of project: Project) throws -> PackInput {
    let config = try project.config
    let source = try folder(in: project)
    guard try FileStatus.ifExists(source) != nil else { throw CommandError.pagesNotBuilt(source) }
    let targets = try PackTargets(
      project, config, source: source, platforms: platform?.platforms, output: output?.string)
    let gradle = try targets.gradle?.edit()
    let bundle = try BundleSource(source, followsSymlinks: followSymlinks)
    let identity = wgt ? try bundle.wgtIdentity() : nil
    let plan = try PackPlan(
      folders: targets.folders, config: config.shippedCopy(devServer: development.devServer),
      versionFile: targets.versionFile, extraFiles: [gradle?.file].compactMap(\.self),
      packageName: identity?.packageName)
    let pages = bundle.files.map { joinedPath(source, $0.path.string) }
    try OutputPath.check(
      plan.outputs, areNot: [project.configPath] + project.otherConfigPaths + pages)
    try OutputPath.check(plan.outputs, doNotHideConfigOf: project)
    try checkPages(of: config, at: project.configPath, in: bundle)
    showSkippedFiles(of: bundle)
    return PackInput(
      config: config, source: source, bundle: bundle, identity: identity, plan: plan,
      gradleNote: gradle?.note)
  }

  private func settings(for config: NativeConfig) throws -> BundlePacker.Settings {
    let settings = try BundlePacker.Settings(
      config, jsPath: jsPath, timestamp: time.milliseconds(),
      level: store ? .store : level, framework: wgt ? Framework.none : framing.framework)
    // An invalid value would first fail in `eros rehearse`.
    _ = try config.pageGlobals()
    _ = try config.oldestEngines()
    return settings
  }

  private func warnings(
    about input: PackInput, timestamp: Int64, now: Timestamp
  ) throws -> [Finding] {
    timestampFindings(timestamp, now: now) + input.config.findings().map { $0.with(.warning) }
      + input.bundle.limitFindings() + input.bundle.unneededFindings()
      + (try input.bundle.encodingFindings(threads: Parallel.processorCount))
  }

  private func write(
    _ input: PackInput, with settings: BundlePacker.Settings
  ) throws -> PackPlan.Written {
    let packer = BundlePacker(settings, threads: Parallel.processorCount)
    let total = input.bundle.files.reduce(0) { $0 + $1.size }
    return try ProgressBar.show("packing", total: total, options) { bar in
      try input.plan.write(input.bundle, with: packer) { bar.update($0) }
    }
  }

  /// With `--verbose`, says why each file is left out.
  private func showSkippedFiles(of bundle: BundleSource) {
    for path in bundle.skipped {
      let displayPath = path.escapedForDisplay
      options.note(
        options.verbose
          ? "left out '\(displayPath)': \(BundleSource.skipReason(path))"
          : "left out '\(displayPath)'")
    }
  }

  /// Returns the folder to pack.
  private func folder(in project: Project) throws -> String {
    if let source { return source }
    return try wgt ? project.uniAppFolder : project.pagesFolder
  }

  /// With `--verbose`, prints the pages that get the framework line.
  private func showAddedLines(_ source: BundleSource, _ bundle: PackedBundle) {
    for (file, packed) in zip(source.files, bundle.files) where file.size < packed.digest.size {
      options.detail("added the line of the framework to '\(file.path.string.escapedForDisplay)'")
    }
  }

  private func budgetWarnings(
    _ config: NativeConfig, _ written: PackPlan.Written
  ) throws -> [Finding] {
    // The warnings about the configuration include a malformed budget.
    guard let budget = try? config.sizeBudget() else { return [] }
    let files = zip(written.bundle.files.map(\.path.string), written.bundle.compressedSizes)
    return budget.sizeFindings(ofZip: written.bundleSize, files: Array(files))
      .map { $0.with(.warning) }
  }

  /// With `--verbose`, warns about what the app's oldest engines lack.
  private func engineWarnings(_ project: Project, _ source: String) throws -> [Finding] {
    guard options.verbose else { return [] }
    return try RehearsalProject(project)
      .engineFindings(inFolder: source, threads: Parallel.processorCount)
      .map { $0.severity == .error ? $0.with(.warning) : $0 }
  }

  /// Warns about an unlikely build time, for example in seconds instead of milliseconds.
  private func timestampFindings(_ timestamp: Int64, now: Timestamp) -> [Finding] {
    [BundleManifest.doubt(about: timestamp, at: now.milliseconds)]
      .compactMap { $0?.finding(subject: BundleManifest.fileName) }
  }

  /// Checks that the bundle contains every page that the configuration refers to.
  private func checkPages(
    of config: NativeConfig, at path: String, in bundle: BundleSource
  ) throws {
    let files = Set(bundle.files.map(\.path.string))
    let missing = config.missingPages { files.contains($0) }.map { page -> Message in
      let name: Message = "the page '\(page.path.escapedForDisplay)' ('\(page.key)')"
      return "\(path.escapedForDisplay):\(page.position): \(name)"
    }
    guard missing.isEmpty else { throw CommandError.pagesMissing(missing, source: bundle.root) }
  }
}

/// A folder of pages that can be packed, and where its bundle goes.
private struct PackInput {
  let config: NativeConfig
  let source: String
  let bundle: BundleSource
  /// The appid and the version of a resource package.
  let identity: WgtIdentity?
  let plan: PackPlan
  let gradleNote: Message?
}

extension Project {
  /// Tells that `jsPath` comes from an old project's second configuration, if there is one.
  fileprivate var jsPathNote: Message? {
    guard let developmentConfig else { return nil }
    let file = path(Self.developmentConfigPath).escapedForDisplay
    guard (try? developmentConfig.get()) != nil else {
      return
        "'\(file)' cannot be read, so 'jsPath' in the manifest is false; set 'diff.proxy' in '\(configPath.escapedForDisplay)', or pass `--js-path`"
    }
    guard let jsPath = (try? config)?.jsPath else { return nil }
    let text: Message =
      "'jsPath' in the manifest is '\(jsPath.escapedForDisplay)', from 'diff.proxy' in '\(file)'"
    return jsPath.hasSuffix("/")
      ? text : "\(text); clients append the name of the zip to it, so it should end with '/'"
  }
}

extension CompressionLevel: ExpressibleByArgument {
  /// Parses any level but `store`, because this one has its own option.
  public init?(argument: String) {
    guard let level = CompressionLevel(rawValue: argument), level != .store else { return nil }
    self = level
  }

  public static var allValueStrings: [String] {
    allCases.filter { $0 != .store }.map(\.rawValue)
  }
}

extension Framework: ExpressibleByArgument {}

private struct PackReport: Report {
  let appName: String
  let bundleBytes: UInt64
  let bytes: UInt64
  let files: Int
  /// Warnings about the configuration, the limits of `eros verify` and the budget.
  let findings: [Finding]
  let jsVersion: String
  let outputs: [String]
  let seconds: Double
  let skipped: [String]
  let timestamp: Timestamp
  let treeHash: String
  /// The appid and the version of a resource package.
  let wgt: String?

  init(
    _ written: PackPlan.Written, _ identity: WgtIdentity?, skipped: [String], findings: [Finding],
    seconds: Double
  ) {
    self.findings = findings
    let manifest = written.bundle.manifest
    appName = manifest.appName ?? ""
    bundleBytes = written.bundleSize
    bytes = written.bundle.files.reduce(0) { $0 + $1.digest.size }
    files = written.bundle.files.count
    jsVersion = manifest.jsVersion.description
    outputs = written.paths
    self.seconds = seconds
    self.skipped = skipped
    timestamp = Timestamp(milliseconds: manifest.timestamp)
    treeHash = manifest.treeHash?.description ?? ""
    wgt = identity.map { "\($0.appID) \($0.version)" }
  }

  func text(_ style: TextStyle) -> String {
    var table = TextTable()
    table.add("app", appName.escapedForDisplay)
    if let wgt { table.add("wgt", wgt) }
    table.add("jsVersion", style.bold(jsVersion))
    table.add("tree hash", style.hash(treeHash))
    table.add("files", "\(files), \(Readable.size(bytes))")
    let relation =
      bundleBytes > bytes
      ? "more than the files, because it also has the manifest and the names of the files"
      : "\(Readable.share(bundleBytes, of: bytes)) of the files"
    table.add("bundle", "\(Readable.size(bundleBytes)), \(relation)")
    for (index, path) in outputs.enumerated() {
      table.add(index == 0 ? "written" : "", path.escapedForDisplay)
    }
    return table.text
  }
}
