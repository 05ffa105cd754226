import ArgumentParser
import ErosBundle
import ErosConfig
import ErosCore
import ErosFiles
import ErosPublish
import ErosRegistry
import ErosStore
import ErosTransport
import ErosTrust

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct PublishCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish",
    abstract: "Publish a bundle to a channel of a store",
    discussion: """
      Verifies the bundle, makes deltas from the last releases and applies each of them, sends \
      everything to the store, and signs the new metadata:

        $ eros publish build/bundle.zip --store store --channel my-app/production --keys keys

      Nothing is visible before the last write. After an interruption, run the same command again: it \
      sends only the missing files. Several publishers can use a store at the same time. If others are \
      faster five times, the command ends with 75; run it again.

      --embedded also makes a delta from a bundle that ships inside an app, and records the version of \
      the app:

        $ eros publish new.zip --store s3://releases/app --channel my-app/production \
      --key env:CHANNEL_KEY --online env:ONLINE_KEY --root root.json --embedded shipped.zip@1.2.0

      With --routes, publishes a route map and its pages, in a channel without bundles of apps:

        $ eros publish --routes out --store store --channel my-site/production --keys keys

      With --public-url, reads the release back from the web server or CDN, as a device does. Ends with \
      69 if a device would not install it; the same command then reads it back again and does not \
      publish a second release.

      Ends with 1 if the newest release has the same files.
      """)

  @Argument(help: "The bundle.", completion: .bundle)
  var bundle: String?

  @Option(
    help: "A folder with a route map and its pages, as `eros routes build` writes it, to publish.",
    completion: .directory)
  var routes: String?

  @Option(help: "The store: a folder, or s3://BUCKET/PREFIX.")
  var store: StoreLocation

  @Option(help: "The channel, such as my-app/production.")
  var channel: ChannelName

  @OptionGroup var release: ReleaseOptions
  @OptionGroup var verification: VerifyOptions
  @OptionGroup var options: EditorOptions

  @OptionGroup var updates: UpdateOptions

  @Option(
    name: .customLong("embedded"),
    help: ArgumentHelp(
      "A bundle that ships inside an app, with the version of the app; can be repeated.",
      valueName: "zip[@version]"))
  var embedded: [String] = []

  @Flag(help: "Publish although the newest release has the same files.")
  var allowIdentical = false

  @Flag(help: "Publish although the bundle runs on older apps than the newest release.")
  var allowNativeDowngrade = false

  @OptionGroup var project: ProjectOptions

  func validate() throws {
    guard (bundle == nil) != (routes == nil) else {
      throw ValidationError("pass a bundle, or --routes with a folder")
    }
    if routes != nil, updates.legacy || !embedded.isEmpty {
      throw ValidationError("--legacy and --embedded need a bundle")
    }
    for argument in embedded { _ = try EmbeddedArgument(argument) }
  }

  func run() throws {
    var settings = release.settings
    updates.apply(to: &settings)
    settings.allowsIdentical = allowIdentical
    settings.allowsNativeDowngrade = allowNativeDowngrade
    settings.embedded = try embedded.map { try EmbeddedArgument($0).open() }
    settings.surfaces = try surfaces()
    if routes != nil { settings.kind = .routes }
    let (final, source, channel) = (settings, self, channel)
    let verifier = verification.verifier
    try options.publish(to: store) { editor, scratch, progress in
      let request = PublishRequest(try source.bundle(in: scratch), to: channel, final)
      return try await editor.publish(
        request, verifier: verifier, scratch: scratch, progress: progress)
    }
  }

  /// Returns the bundle, which is packed first for routes.
  private func bundle(in scratch: Folder) throws -> ReadableFile {
    guard let routes else { return try ReadableFile(bundle ?? "") }
    return try RouteBundle.pack(routes, app: channel.app, in: scratch)
  }

  /// Returns the fingerprints of the project around the current folder, if it is that of the app.
  private func surfaces() throws -> [Platform: String] {
    let found: Project
    do {
      found = try project.find()
    } catch ProjectError.notFound where project.config == nil {
      return [:]
    }
    guard try found.config.appName == channel.app else { return [:] }
    let parsed = try ParsedRegistry.read(found)
    guard parsed.isUsable else {
      options.output.warn(
        "'\(found.configPath.escapedForDisplay)' has errors, so `eros check --store` cannot compare the native side with this release"
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

/// An argument `ZIP@VERSION` or `ZIP` of `--embedded`.
private struct EmbeddedArgument {
  let path: String
  /// The version of the app; `nil` if it is not known.
  let version: String?

  /// - Throws: `ValidationError` if neither a version follows the last `@`, nor the file exists.
  init(_ argument: String) throws {
    guard let sign = argument.lastIndex(of: "@") else {
      (path, version) = (argument, nil)
      return
    }
    let suffix = String(argument[argument.index(after: sign)...])
    if NativeVersion(suffix) != nil {
      (path, version) = (String(argument[..<sign]), suffix)
    } else if try FileStatus.ifExists(argument) != nil {
      (path, version) = (argument, nil)
    } else {
      throw ValidationError(
        "--embedded '\(argument.escapedForDisplay)': '\(suffix.escapedForDisplay)' is not a version; pass ZIP@VERSION, such as old.zip@1.2.0"
      )
    }
  }

  func open() throws -> PublishRequest.EmbeddedBundle {
    .init(try ReadableFile(path), native: version)
  }
}

/// The options of a new release.
struct ReleaseOptions: ParsableArguments {
  /// The maximum length of notes, which every device downloads.
  private static let maximumNotesLength = 1000

  @Option(help: "The share of devices that get the release, such as 5% or 0.25%.")
  var rollout = Rollout.full

  @Option(help: "Notes about the release.")
  var notes: String?

  @Option(help: "The URL at which devices read the store; the channel remembers it.")
  var publicURL: String?

  @Flag(help: "Remove the URL that the channel remembers; the release is not read back from it.")
  var noPublicURL = false

  func validate() throws {
    if let notes, notes.utf8.count > Self.maximumNotesLength {
      throw ValidationError("--notes must have at most \(Self.maximumNotesLength) bytes")
    }
    if publicURL != nil, noPublicURL {
      throw ValidationError("--public-url and --no-public-url cannot be combined")
    }
    if publicURL == "" {
      throw ValidationError(
        "--public-url is empty; to remove the URL that the channel remembers, pass --no-public-url")
    }
    if let url = publicURL, (try? WebAddress(url)) == nil {
      throw ValidationError("--public-url must be a URL such as https://example.org/releases")
    }
  }

  var settings: PublishRequest.Options {
    var settings = PublishRequest.Options()
    settings.rollout = rollout.value
    settings.notes = notes
    settings.publicURL = noPublicURL ? .remove : publicURL.map { .set($0) } ?? .keep
    return settings
  }
}

/// The options of the updates that are published with a bundle.
struct UpdateOptions: ParsableArguments {
  private static let maximumCount = 100

  @Option(help: "The maximum number of earlier releases from which deltas are made, up to 100.")
  var deltas = 10

  @Flag(help: "Also publish the zip and BSDIFF40 patches for clients in the field.")
  var legacy = false

  func validate() throws {
    guard (0...Self.maximumCount).contains(deltas) else {
      throw ValidationError("--deltas must be from 0 to \(Self.maximumCount)")
    }
  }

  func apply(to settings: inout PublishRequest.Options) {
    settings.deltaCount = deltas
    settings.isLegacy = legacy
  }
}

/// A share of devices on the command line, in steps of 0.01 %.
struct Rollout: ExpressibleByArgument, CustomStringConvertible {
  static let full = Rollout(ChannelRelease.fullRollout)

  /// The share in hundredths of a percent.
  let value: Int

  init(_ value: Int) { self.value = value }

  init?(argument: String) {
    guard argument.hasSuffix("%") else { return nil }
    let parts = argument.dropLast().split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), (1...3).contains(parts[0].utf8.count),
      parts.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) }), let percent = Int(parts[0])
    else { return nil }
    var hundredths = 0
    if parts.count == 2 {
      guard (1...2).contains(parts[1].utf8.count), let digits = Int(parts[1]) else { return nil }
      hundredths = parts[1].utf8.count == 1 ? digits * 10 : digits
    }
    value = percent * 100 + hundredths
    guard value <= ChannelRelease.fullRollout else { return nil }
  }

  var description: String {
    let (percent, rest) = value.quotientAndRemainder(dividingBy: 100)
    return rest == 0 ? "\(percent)%" : "\(percent).\(rest < 10 ? "0" : "")\(rest)%"
  }
}

/// The scratch folder of the commands that download bundles.
enum PublishScratch {
  /// The path beside which the folder is created, in the folder for temporary files.
  ///
  /// It is the same for each command of a user, so that a later command removes the folder of a killed
  /// one.
  static var path: String {
    let folder = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
    return "\(folder.isEmpty ? "/tmp" : folder)/eros-publish-\(getuid())"
  }
}

/// The progress bar of a publication.
struct PublishProgress {
  /// Runs `work`; the argument of `work` shows its steps.
  static func show<Result>(
    _ output: OutputOptions, _ work: (@escaping @Sendable (PublishStep) -> Void) throws -> Result
  ) throws -> Result {
    try ProgressBar.show("verifying", total: 1, unit: .share, output) { bar in
      try work { step in
        switch step {
        case .readingBundle: bar.update(0)
        case .makingDelta(let index, let count):
          bar.next("making deltas", total: UInt64(count), unit: .count)
          bar.update(UInt64(index - 1))
        case .uploading(let sent, let total):
          bar.next("sending", total: total, unit: .bytes)
          bar.update(sent)
        case .committing:
          bar.next("signing", total: 1, unit: .share)
          bar.update(0)
        case .readingBack:
          bar.next("reading back", total: 1, unit: .share)
          bar.update(0)
        }
      }
    }
  }
}
