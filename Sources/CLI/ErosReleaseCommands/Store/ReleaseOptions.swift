import ArgumentParser
import ErosPublish
import ErosTransport
import ErosTrust

/// The options of a new release.
struct ReleaseOptions: ParsableArguments {
  /// The maximum length of notes; every device downloads them.
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

  @Flag(
    inversion: .prefixedNo,
    help: """
      Also publish the zip and BSDIFF40 patches for legacy clients (default: as for the newest \
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
