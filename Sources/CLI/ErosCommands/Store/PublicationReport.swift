import ErosCore
import ErosFiles
import ErosPublish
import ErosStore
import ErosTrust

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
  let release: ReleaseSummary
  /// `true` if an earlier command has published the release.
  let alreadyPublished: Bool
  let objects: [Object]
  let skippedDeltas: [Skipped]
  /// `true` if the command has only restored lost files of an earlier release.
  let restoredFiles: Bool
  /// The first and the last numbers of releases that `eros release list` no longer lists.
  ///
  /// A page of the history was lost.
  let unlistedReleases: [[Int64]]
  let requests: StoreTraffic.Counts
  let publicURL: String?
  /// Warnings about the bundle's sizes and source maps, and what the rehearsal found.
  let findings: [Finding]
  let sourceMaps: PublishSourceMaps.Outcome?
  let dryRun: Bool
  let seconds: Double
  private let rollout: String
  private let unlisted: String

  private enum CodingKeys: String, CodingKey {
    case channel, release, alreadyPublished, objects, skippedDeltas, restoredFiles, unlistedReleases
    case requests, publicURL, findings, sourceMaps, dryRun, seconds
  }

  init(
    _ publication: Publication, _ traffic: StoreTraffic,
    after preparation: PublishPreparation.Outcome?, dryRun: Bool, since start: ClockTime
  ) {
    sourceMaps = preparation?.sourceMaps
    findings = (preparation?.findings ?? []) + (preparation?.sourceMaps?.findings ?? [])
    channel = "\(publication.channel)"
    release = ReleaseSummary(publication.release)
    rollout =
      publication.hasTesters && publication.release.rollout == 0
      ? "testers only" : "\(Rollout(publication.release.rollout))"
    alreadyPublished = !publication.isNew
    objects = publication.contents.objects.map {
      Object(path: $0.path, bytes: $0.file.length, origin: $0.origin.rawValue)
    }
    skippedDeltas = publication.contents.skipped.map {
      Skipped(base: $0.name, reason: $0.reason.sentence.description)
    }
    restoredFiles = publication.hasRestoredFiles
    unlistedReleases = publication.contents.unlisted.map { [$0.lowerBound, $0.upperBound] }
    unlisted = publication.contents.unlisted.numbers
    requests = traffic.counts
    publicURL = publication.publicURL
    self.dryRun = dryRun
    seconds = ((.now - start).seconds * 1000).rounded() / 1000
  }

  func text(_ style: TextStyle) -> String {
    var table = TextTable()
    let title =
      restoredFiles
      ? (dryRun ? "would restore files of" : "restored files of")
      : alreadyPublished ? "already published" : dryRun ? "would publish" : "published"
    table.add(title, style.bold("\(channel) release \(release.number)"))
    table.add("rollout", rollout)
    if let plan = release.planText { table.add("plan", plan) }
    if release.urgency != .normal { table.add("urgency", release.urgency.rawValue) }
    if release.isLegacy == true { table.add("legacy", "also published for legacy clients") }
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
    if !unlisted.isEmpty {
      table.add(
        "no longer listed", "releases \(unlisted), because a page of the history was lost")
    }
    if let sourceMaps {
      table.add(
        dryRun ? "would keep" : "kept",
        "source maps of \(sourceMaps.maps) of \(Readable.count(sourceMaps.scripts, "script")) in '\(sourceMaps.folder.escapedForDisplay)'"
      )
    }
    table.add(
      "requests",
      "\(requests.gets) GET, \(requests.heads) HEAD, \(requests.puts) PUT, \(Readable.size(requests.sentBytes)) sent"
    )
    return table.text
  }
}

extension Publication.SkippedBase.Reason {
  fileprivate var sentence: Message {
    switch self {
    case .notSmaller: "it is not smaller than the bundle"
    case .removed: "the store no longer has its bundle"
    case .unusable(let problem): problem
    case .notPromoted(let channel):
      "a promotion copies only the deltas of '\(channel)'"
    }
  }
}
