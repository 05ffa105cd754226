import ArgumentParser
import ErosCore
import ErosFiles
import ErosPublish
import ErosStore
import ErosTransport
import ErosTrust

struct ReleaseOptions: ParsableArguments {
  /// A file with notes may have this many bytes.
  private static let maximumFileLength = 1 << 18

  @Option(help: "The share of devices that get the release, such as 5% or 0.25%, or testers.")
  var rollout = ReleaseAudience.full

  @Option(
    help: """
      The steps by which the rollout rises, such as 1%:2h:200,5%:6h,100%; see `eros rollout simulate`.
      """)
  var plan: PlanSteps?

  @Option(
    help: """
      With --plan: the multiple of the failures of the release before at which the rollout stops \
      (default: 2x).
      """)
  var stopAt: StopFactor?

  @Option(help: "Notes about the release.")
  var notes: String?

  @Option(
    help: """
      A JSON file with notes in several languages, such as {"en": "Fixes", "zh-Hans": "修复"}.
      """,
    completion: .file(extensions: ["json"]))
  var notesFile: String?

  @Option(
    help: """
      How urgently apps should apply the release (default: normal; a promotion keeps the urgency).
      """)
  var urgency: ReleaseUrgency?

  @Option(help: "The URL at which devices read the store; the channel remembers it.")
  var publicURL: String?

  @Flag(help: "Remove the URL that the channel remembers; the release is not read back from it.")
  var noPublicURL = false

  func validate() throws {
    if let notes, notes.utf8.count > LocalizedNotes.maximumLength {
      throw ValidationError("--notes must have at most \(LocalizedNotes.maximumLength) bytes")
    }
    if plan != nil, rollout.value != Rollout.full.value {
      throw ValidationError(
        "--plan and --rollout cannot be combined; the first step of the plan is the share of devices"
      )
    }
    guard plan != nil || stopAt == nil else { throw ValidationError("--stop-at needs --plan") }
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

  /// Returns the release's settings, and reads the file with notes.
  func settings() throws -> PublishRequest.Options {
    var settings = PublishRequest.Options()
    settings.rollout = rollout.value
    settings.plan = plan?.plan(stopAt: stopAt ?? .standard)
    settings.needsTesters = rollout.isForTesters
    settings.urgency = urgency
    settings.notes = notes
    settings.localizedNotes = try notesFile.map { try Self.readNotes($0) }
    settings.publicURL = noPublicURL ? .remove : publicURL.map { .set($0) } ?? .keep
    return settings
  }

  private static func readNotes(_ path: String) throws -> LocalizedNotes {
    let file = try ReadableFile(path)
    guard file.status.size <= UInt64(maximumFileLength) else {
      throw CommandError.badNotes(path, reason: "larger than \(maximumFileLength) bytes")
    }
    let bytes = try file.read(at: 0, count: Int(file.status.size))
    let value = try JSONReader.read(bytes, file: path).value
    do throws(JSONFieldFailure) {
      return try LocalizedNotes(publishing: value)
    } catch {
      throw CommandError.badNotes(path, reason: error.clause)
    }
  }
}

/// Options for the updates that are published with a bundle.
struct UpdateOptions: ParsableArguments {
  private static let maximumCount = 100

  @Option(help: "The maximum number of earlier releases from which deltas are made, up to 100.")
  var deltas = 10

  @Flag(
    inversion: .prefixedNo,
    help: """
      Whether to publish the zip and BSDIFF40 patches for legacy clients (default: as for the newest \
      release).
      """)
  var legacy: Bool?

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

/// Allows a publication that repeats the newest release, or runs on older apps than it.
struct AllowanceOptions: ParsableArguments {
  @Flag(help: "Succeed if the newest release already has the same files and settings.")
  var allowUnchanged = false

  @Flag(help: "Publish although the bundle runs on older apps than the newest release.")
  var allowNativeDowngrade = false

  func apply(to settings: inout PublishRequest.Options) {
    settings.allowsUnchanged = allowUnchanged
    settings.allowsNativeDowngrade = allowNativeDowngrade
  }
}
