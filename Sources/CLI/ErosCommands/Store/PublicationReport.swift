import ErosCore
import ErosPublish
import ErosRepository
import ErosTrust

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The result of a publication, a promotion or a rollback.
struct PublicationReport: Report {
  struct Object: Encodable {
    let path: String
    let bytes: Int64
    let origin: String
  }

  struct Skipped: Encodable {
    let base: String
    let reason: String
  }

  let channel: String
  let release: ReleaseReport
  /// Whether an earlier command has published the release.
  let alreadyPublished: Bool
  let objects: [Object]
  let skippedDeltas: [Skipped]
  let requests: StoreTraffic.Counts
  @OrNull var publicURL: String?
  let dryRun: Bool
  let seconds: Double

  init(_ publication: Publication, _ traffic: StoreTraffic, dryRun: Bool, since start: Date) {
    channel = "\(publication.channel)"
    release = ReleaseReport(publication.release)
    alreadyPublished = !publication.isNew
    objects = publication.contents.objects.map {
      Object(path: $0.path, bytes: $0.file.length, origin: $0.origin.rawValue)
    }
    skippedDeltas = publication.contents.skipped.map {
      Skipped(base: $0.name, reason: $0.reason.sentence)
    }
    requests = traffic.counts
    publicURL = publication.publicURL
    self.dryRun = dryRun
    seconds = (-start.timeIntervalSinceNow * 1000).rounded() / 1000
  }

  func text(_ style: TextStyle) -> String {
    var table = TextTable()
    let title =
      alreadyPublished ? "already published" : dryRun ? "would publish" : "published"
    table.add(title, style.bold("\(channel) release \(release.seq)"))
    table.add("rollout", release.rollout)
    if let restored = release.restores { table.add("restores", "release \(restored)") }
    if !dryRun, let publicURL {
      table.add("read back", "a device would install it from \(publicURL.escapedForDisplay)")
    }
    for object in objects {
      let size = Readable.size(UInt64(clamping: object.bytes))
      table.add(
        dryRun ? "would be \(object.origin)" : object.origin,
        "\(object.path.escapedForDisplay) (\(size))")
    }
    for skipped in skippedDeltas {
      table.add("no delta", "from \(skipped.base.escapedForDisplay): \(skipped.reason)")
    }
    table.add(
      "requests",
      "\(requests.gets) GET, \(requests.heads) HEAD, \(requests.puts) PUT, \(Readable.size(requests.sentBytes)) sent"
    )
    return table.text
  }
}

extension Publication.SkippedBase.Reason {
  /// The reason as readable text.
  fileprivate var sentence: String {
    switch self {
    case .notSmaller: "it is not smaller than the bundle"
    case .removed: "the store no longer has its bundle"
    case .unusable(let problem): problem
    }
  }
}

/// A release in reports.
struct ReleaseReport: Encodable {
  let seq: Int64
  let tree: String
  let jsVersion: String
  let built: String
  let native: [String: String]
  let rollout: String
  let paused: Bool
  /// The limit of the brake.
  @OrNull var brake: LimitReport?
  @OrNull var notes: String?
  /// The release whose files a rollback has published again.
  @OrNull var restores: Int64?
  let bytes: Int64
  let deltas: Int

  /// The rollout as readable text.
  var availability: String {
    let limit = brake.flatMap { $0.active ? ", \($0.text) by the brake" : nil }
    return rollout + (paused ? ", paused" : "") + (limit ?? "")
  }

  /// The line of a command that has changed the release.
  func change(in channel: String, dryRun: Bool, _ style: TextStyle) -> String {
    (dryRun ? "dry run: " : "") + "\(channel) release \(seq): " + style.bold(availability)
  }

  init(_ release: ChannelRelease) {
    seq = release.number
    tree = "\(release.tree)"
    jsVersion = "\(release.jsVersion)"
    built = "\(Timestamp(milliseconds: release.built))"
    native = release.nativeVersions
    rollout = "\(Rollout(release.rollout))"
    paused = release.isPaused
    brake = release.limit.map { LimitReport($0) }
    notes = release.notes
    restores = release.restores
    bytes = release.bundle.length
    deltas = release.deltas.count
  }
}

extension ChannelRelease {
  /// The lowest version of the app on each platform, for JSON.
  var nativeVersions: [String: String] {
    Dictionary(uniqueKeysWithValues: native.map { ($0.key.rawValue, $0.value) })
  }
}
