import ArgumentParser
import ErosBundle
import ErosConfig
import ErosCore
import ErosFiles
import ErosPack
import ErosPublish
import ErosRegistry
import ErosSourceMaps
import ErosStore
import ErosTransport
import ErosTrust

struct PublishCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish",
    abstract: "Publish a bundle to a channel of a store",
    discussion: """
      Verifies the bundle, makes deltas from the last releases and applies each of them, sends \
      everything to the store, and signs the new metadata:

        $ eros publish build/bundle.zip --store store --channel my-app/production --keys keys

      Before, runs the pages of the bundle as `eros rehearse` does, if the program 'eros-rehearse' is \
      installed. If a page does not start, nothing is published, and the command exits with 1. \
      --no-rehearsal skips this. `eros release show` shows whether a release was rehearsed.

      Nothing is visible before the last write. After an interruption, run the same command again: it \
      sends only the missing files. Several publishers can use a store at the same time. If others are \
      faster five times, the command exits with 75; run it again.

      --embedded also makes a delta from a bundle that ships inside an app, and records the version of \
      the app:

        $ eros publish new.zip --store s3://releases/app --channel my-app/production \
      --key env:CHANNEL_KEY --online env:ONLINE_KEY --root root.json --embedded shipped.zip@1.2.0

      With --routes, publishes a route map and its pages, in a channel without bundles of apps:

        $ eros publish --routes out --store store --channel my-site/production --keys keys

      With --source-maps, keeps the source maps of the bundle's scripts in a private folder, for \
      `eros symbolicate`. They never become part of the store:

        $ eros publish --source-maps dist --map-archive maps

      With --public-url, reads the release back from the web server or CDN, as a device does. Exits with \
      69 if a device would not install it; run the same command again then.

      If the newest release has the same files, nothing is published. With the same --rollout, --notes, \
      --notes-file and --urgency, and with a public URL or --allow-unchanged, prints "already published" \
      and exits with 0, or with 69 if a device would not install the release from the URL. Otherwise exits \
      with 1.
      """)

  @Argument(
    help: "The bundle or its folder (default: build/bundle.zip in the project's folder).",
    completion: .bundle)
  var bundle: String?

  @Option(
    help: "A folder with a route map and its pages, as `eros routes build` writes it, to publish.",
    completion: .directory)
  var routes: String?

  @OptionGroup var selection: ChannelSelection
  @OptionGroup var release: ReleaseOptions
  @OptionGroup var verification: VerifyOptions
  @OptionGroup var options: EditorOptions

  @OptionGroup var updates: UpdateOptions

  @OptionGroup var maps: SourceMapOptions

  @Option(
    name: .customLong("embedded"),
    help: ArgumentHelp(
      "A bundle that ships inside an app, with the version of the app; can be repeated.",
      valueName: "zip[@version]"))
  var embedded: [String] = []

  @Flag(help: "Publish although the newest release has the same files.")
  var allowIdentical = false

  @Flag(help: "Succeed if the newest release already has the same files and settings.")
  var allowUnchanged = false

  @Flag(help: "Publish although the bundle runs on older apps than the newest release.")
  var allowNativeDowngrade = false

  @Flag(help: "Publish without running the pages of the bundle first.")
  var noRehearsal = false

  @OptionGroup var confinement: ConfinementOptions

  func validate() throws {
    guard !noRehearsal || !confinement.allowUnconfined else {
      throw ValidationError("--allow-unconfined and --no-rehearsal cannot be combined")
    }
    guard bundle == nil || routes == nil else {
      throw ValidationError("pass a bundle, or --routes with a folder, but not both")
    }
    if routes != nil, updates.legacy == true || !embedded.isEmpty {
      throw ValidationError("--legacy and --embedded need a bundle")
    }
    guard maps.sourceMaps == nil || routes == nil else {
      throw ValidationError("--source-maps needs a bundle")
    }
    guard maps.sourceMaps != nil || maps.mapArchive == nil else {
      throw ValidationError("--map-archive needs --source-maps")
    }
    guard !allowIdentical || !allowUnchanged else {
      throw ValidationError("--allow-identical and --allow-unchanged cannot be combined")
    }
    for argument in embedded { _ = try EmbeddedArgument(argument) }
  }

  func run() throws {
    var settings = try release.settings()
    updates.apply(to: &settings)
    settings.allowsIdentical = allowIdentical
    settings.allowsUnchanged = allowUnchanged
    settings.allowsNativeDowngrade = allowNativeDowngrade
    settings.embedded = try embedded.map { try EmbeddedArgument($0).open() }
    let channel = try selection.name()
    settings.surfaces = try surfaces(of: channel.app)
    settings.appName = try project(of: channel.app)?.config.appName
    if let name = settings.appName, name != channel.app, updates.legacy == true {
      throw UsageError(
        "--legacy needs a channel of '\(name.escapedForDisplay)', because legacy clients ask for this name",
        "publish without --legacy")
    }
    if routes != nil { settings.kind = .routes }
    let input = try input()
    let store = try selection.selected()
    let keys = try options.keys.ring()
    var findings: [Finding] = []
    var keptMaps: PublishSourceMaps.Outcome?
    if case .bundle(let path) = input {
      findings = try budgetWarnings(path, of: channel.app)
      options.output.log(findings)
      let work = try sourceMaps(of: path, for: store)
      if !noRehearsal { try options.check(keys, for: channel, in: store) }
      let rehearsal = try rehearse(path, for: channel)
      settings.rehearsal = rehearsal.record
      findings += rehearsal.findings
      keptMaps = try work?.keep()
      options.output.log(keptMaps?.findings ?? [])
    }
    let final = settings
    let verifier = verification.verifier
    let publication = try options.publish(
      to: store, of: channel, with: keys, findings: findings, sourceMaps: keptMaps
    ) { editor, scratch, progress in
      let request = PublishRequest(
        try input.bundle(of: final.appName ?? channel.app, in: scratch), to: channel, final)
      return try await editor.releases.publish(
        request, verifier: verifier, scratch: scratch, progress: progress)
    }
    guard publication.exceedsDeviceLimits else { return }
    let limits = final.deviceLimits
    options.output.warn(
      "devices with the default limits, \(Readable.size(limits.totalSize)) and \(limits.entries) files and folders, do not install this bundle; raise the limits of the app first"
    )
  }

  /// A bundle, or the folder of a route map.
  private enum Input {
    case bundle(String)
    case routes(String)

    /// Returns the bundle.
    ///
    /// Routes are packed first.
    func bundle(of app: String, in scratch: Folder) throws -> ReadableFile {
      switch self {
      case .bundle(let path): try ReadableFile(path)
      case .routes(let folder): try RouteBundle.pack(folder, app: app, in: scratch)
      }
    }
  }

  private func input() throws -> Input {
    if let routes { return .routes(routes) }
    if let bundle { return .bundle(try BundleArgument.file(at: bundle)) }
    let path = try selection.project.find().path(joinedPath("build", BundleOutputs.bundleFile))
    guard try FileStatus.ifExists(path) != nil else {
      throw UsageError(
        "no bundle is given, and '\(path.escapedForDisplay)' does not exist",
        "run `eros pack --output build`, or pass a bundle")
    }
    return .bundle(path)
  }

  /// Checks the folder and the archive of a bundle's source maps.
  ///
  /// - Returns: `nil` if there is no folder of source maps.
  private func sourceMaps(
    of bundle: String, for store: ReleaseDefaults.Store
  ) throws -> PublishSourceMaps? {
    guard let folder = maps.sourceMaps else {
      if try ReleaseDefaults.mapArchive(nil, config: selection.project.config) != nil {
        options.output.note(
          "the source maps are not kept; pass the folder of the build with --source-maps")
      }
      return nil
    }
    let archive = try maps.archive(config: selection.project.config)
    try archive.check(isOutside: store.location)
    let pages = [folder, try selection.project.findIfPresent()?.pagesFolder].compactMap(\.self)
    try archive.check(isOutside: pages)
    return PublishSourceMaps(
      bundle: bundle, otherInputs: try otherInputs(), folder: try SourceMapFolder(folder),
      archive: archive, store: store.location, pages: pages,
      verifier: verification.verifier, isDryRun: options.dryRun)
  }

  /// Everything that the command reads besides the bundle and its source maps.
  private func otherInputs() throws -> [String?] {
    let keys = options.keys
    return try embedded.map { try EmbeddedArgument($0).path } + keys.list
      + OutputPath.files(in: keys.folder)
      + [
        keys.online, options.trust.root, release.notesFile,
        selection.project.findIfPresent()?.configPath,
      ]
  }

  private func rehearse(
    _ bundle: String, for channel: ChannelName
  ) throws -> PublishRehearsal.Outcome {
    guard !noRehearsal else { return .init(record: .skipped) }
    return try PublishRehearsal(
      bundle: bundle, channel: channel, project: project(of: channel.app),
      verifier: verification.verifier, output: options.output,
      allowsUnconfined: confinement.allowUnconfined
    ).run()
  }

  /// Warns about sizes that exceed the budget of the app's project.
  private func budgetWarnings(_ bundle: String, of app: String) throws -> [Finding] {
    // `eros check` reports a malformed budget, and the verification a zip that cannot be read.
    guard let budget = try? project(of: app)?.config.sizeBudget(), !budget.isEmpty,
      let file = try? ReadableFile(bundle), let structure = try? ZipStructure(file)
    else { return [] }
    let files = structure.entries.map { ($0.path.string, $0.compressedSize) }
    return budget.sizeFindings(ofZip: file.size, files: files).map { $0.with(.warning) }
  }

  /// Returns the project around the current folder, if it belongs to the app.
  private func project(of app: String) throws -> Project? {
    let candidate: Project
    do {
      candidate = try selection.project.find()
    } catch ProjectError.notFound where selection.project.config == nil {
      return nil
    }
    return try [candidate.config.appName, candidate.config.channelApp].contains(app)
      ? candidate : nil
  }

  /// Returns the fingerprints of the native side in the app's project.
  private func surfaces(of app: String) throws -> [Platform: String] {
    guard let appProject = try project(of: app) else { return [:] }
    let parsed = try ParsedRegistry.read(appProject)
    guard parsed.isUsable else {
      options.output.warn(
        "'\(appProject.configPath.escapedForDisplay)' has errors, so `eros check --store` cannot compare the native side with this release"
      )
      return [:]
    }
    guard let registry = parsed.registry, !registry.isEmpty else { return [:] }
    var surfaces: [Platform: String] = [:]
    for platform in Platform.allCases {
      surfaces[platform] = try registry.surface(on: platform).fingerprint()
    }
    return surfaces
  }
}
