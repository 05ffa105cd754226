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

  @OptionGroup var allowances: AllowanceOptions

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
    guard !allowIdentical || !allowances.allowUnchanged else {
      throw ValidationError("--allow-identical and --allow-unchanged cannot be combined")
    }
    for argument in embedded { _ = try EmbeddedArgument(argument) }
  }

  func run() throws {
    let defaults = selection.project.defaults
    var settings = try settings()
    let channel = try defaults.channel(selection.channel.channel)
    let project = try project(of: channel.app, defaults)
    try describe(project, of: channel, in: &settings)
    let input = try input(defaults)
    let access = try options.access(to: defaults.store(selection.store.store), of: channel)
    let keys = try options.keys.ring()
    let work = try input.openedBundle.map {
      try preparation(of: $0, channel, project, access, defaults)
    }
    let verifier = verification.verifier
    let publication = try access.publish(with: keys, after: work) { [settings] session in
      var settings = settings
      settings.rehearsal = session.rehearsal
      let file = try input.file(of: settings.appName ?? channel.app, in: session.scratch)
      return try await session.editor.releases.publish(
        PublishRequest(file, to: channel, settings), verifier: verifier, scratch: session.scratch,
        progress: session.progress.show)
    }
    guard publication.exceedsDeviceLimits else { return }
    let limits = settings.deviceLimits
    options.output.warn(
      "devices with the default limits, \(Readable.size(limits.totalSize)) and \(limits.entries) files and folders, do not install this bundle; raise the limits of the app first"
    )
  }

  /// A bundle, or the folder of a route map.
  private enum Input {
    case bundle(OpenedBundle<ReadableFile>)
    case routes(String)

    var openedBundle: OpenedBundle<ReadableFile>? {
      if case .bundle(let bundle) = self { bundle } else { nil }
    }

    /// Returns the zip.
    ///
    /// Routes are packed first.
    func file(of app: String, in scratch: Folder) throws -> ReadableFile {
      switch self {
      case .bundle(let bundle): bundle.zip
      case .routes(let folder): try RouteBundle.pack(folder, app: app, in: scratch)
      }
    }
  }

  private func input(_ defaults: ReleaseDefaults) throws -> Input {
    if let routes { return .routes(routes) }
    let path: String
    if let bundle {
      path = try BundleArgument.file(at: bundle)
    } else {
      let project = try defaults.project ?? selection.project.find()
      path = project.path(joinedPath("build", BundleOutputs.bundleFile))
      guard try FileStatus.ifExists(path) != nil else {
        throw UsageError(
          "no bundle is given, and '\(path.escapedForDisplay)' does not exist",
          "run `eros pack --output build`, or pass a bundle")
      }
    }
    return .bundle(OpenedBundle(try ReadableFile(path), by: verification.verifier))
  }

  /// Returns what the options say about the release.
  private func settings() throws -> PublishRequest.Options {
    var settings = try release.settings()
    updates.apply(to: &settings)
    settings.allowsIdentical = allowIdentical
    allowances.apply(to: &settings)
    settings.embedded = try embedded.map { try EmbeddedArgument($0).open() }
    if routes != nil { settings.kind = .routes }
    return settings
  }

  /// Adds what the app's project says about the release.
  private func describe(
    _ project: Project?, of channel: ChannelName, in settings: inout PublishRequest.Options
  ) throws {
    guard let project else { return }
    settings.surfaces = try surfaces(of: project)
    settings.appName = try project.config.appName
    guard updates.legacy == true, let name = settings.appName, name != channel.app else { return }
    throw UsageError(
      "--legacy needs a channel of '\(name.escapedForDisplay)', because legacy clients ask for this name",
      "publish without --legacy")
  }

  /// Returns the work on a bundle before it is published, and warns about its sizes.
  private func preparation(
    of bundle: OpenedBundle<ReadableFile>, _ channel: ChannelName, _ project: Project?,
    _ access: StoreAccess, _ defaults: ReleaseDefaults
  ) throws -> PublishPreparation {
    let warnings = budgetWarnings(bundle, of: project)
    options.output.log(warnings)
    var preparation = PublishPreparation(
      findings: warnings, sourceMaps: try sourceMaps(of: bundle, for: access, defaults),
      output: options.output)
    if !noRehearsal {
      preparation.rehearsal = PublishRehearsal(
        bundle: bundle, channel: channel, project: project, output: options.output,
        allowsUnconfined: confinement.allowUnconfined)
    }
    return preparation
  }

  /// Checks the folder and the archive of a bundle's source maps.
  ///
  /// - Returns: `nil` if there is no folder of source maps.
  private func sourceMaps(
    of bundle: OpenedBundle<ReadableFile>, for access: StoreAccess, _ defaults: ReleaseDefaults
  ) throws -> PublishSourceMaps? {
    guard let folder = maps.sourceMaps else {
      if try defaults.mapArchive(nil) != nil {
        options.output.note(
          "the source maps are not kept; pass the folder of the build with --source-maps")
      }
      return nil
    }
    let archive = try maps.archive(defaults)
    try archive.check(isOutside: access.location)
    let pages = [folder, try defaults.project?.pagesFolder].compactMap(\.self)
    try archive.check(isOutside: pages)
    let files = options.keys
    // Everything else that the command reads.
    let others =
      try embedded.map { try EmbeddedArgument($0).path } + files.list
      + OutputPath.files(in: files.folder)
      + [files.signing.online, options.trust.root, release.notesFile, defaults.project?.configPath]
    return PublishSourceMaps(
      bundle: bundle, otherInputs: others, folder: try SourceMapFolder(folder), archive: archive,
      store: access.location, pages: pages, isDryRun: access.isDryRun)
  }

  /// Warns about sizes that exceed the budget of the app's project.
  private func budgetWarnings(
    _ bundle: OpenedBundle<ReadableFile>, of project: Project?
  ) -> [Finding] {
    // `eros check` reports a malformed budget, and the verification a zip that cannot be read.
    guard let budget = try? project?.config.sizeBudget(), !budget.isEmpty,
      let entries = try? bundle.structure().entries
    else { return [] }
    let files = entries.map { ($0.path.string, $0.compressedSize) }
    return budget.sizeFindings(ofZip: bundle.zip.size, files: files).map { $0.with(.warning) }
  }

  /// Returns the project if it belongs to the app.
  private func project(of app: String, _ defaults: ReleaseDefaults) throws -> Project? {
    guard let project = try defaults.project else { return nil }
    return try [project.config.appName, project.config.channelApp].contains(app) ? project : nil
  }

  /// Returns the fingerprints of the native side in the app's project.
  private func surfaces(of project: Project) throws -> [Platform: String] {
    let parsed = try ParsedRegistry.read(project)
    guard parsed.isUsable else {
      options.output.warn(
        "'\(project.configPath.escapedForDisplay)' has errors, so `eros check --store` cannot compare the native side with this release"
      )
      return [:]
    }
    guard let registry = parsed.registry, !registry.isEmpty else { return [:] }
    return try Dictionary(
      uniqueKeysWithValues: Platform.allCases.map {
        ($0, try registry.surface(on: $0).fingerprint())
      })
  }
}
