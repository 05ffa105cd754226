import ArgumentParser
import ErosCommandLine
import ErosCore
import ErosFiles
import ErosPublish
import ErosStore
import ErosTrust

/// The store and the channel, for commands that read releases.
struct ReleaseReaderOptions: ParsableArguments {
  @OptionGroup var selection: ChannelSelection
  @OptionGroup var reader: StoreReaderOptions
  @OptionGroup var output: OutputOptions

  func access() throws -> (StoreAccess, ChannelName) {
    let (store, channel) = try selection.selected()
    return (try reader.access(to: store, of: channel, output), channel)
  }
}

extension StoreAccess {
  /// Runs `body` with what a channel contains and what has expired, and waits for its result.
  ///
  /// Warns of expired metadata.
  func read<Result>(
    _ channel: ChannelName,
    _ body:
      @escaping (any ObjectReader, ChannelContents, [ExpiredMetadata]) async throws -> Result
  ) throws -> Result {
    let (expired, result) = try read { reader, root in
      let state = try await StoreState.load(from: reader, pinnedRoot: root, channels: [channel])
      let expired = ExpiredMetadata.all(in: state, of: advised, at: .now())
      return (expired, try await body(reader, state.contents(of: channel), expired))
    }
    output.warn(of: expired)
    return result
  }
}

struct ReleaseList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the releases of a channel",
    discussion: """
      Lists the newest releases first, at most 100 on a page. Releases that devices may still choose \
      have a rollout:

        $ eros release list --store store --channel my-app/production --root keys/root.json
      """)

  @Option(help: "The page; 1 has the newest releases.")
  var page = 1

  @OptionGroup var options: ReleaseReaderOptions

  func validate() throws {
    guard page >= 1 else { throw ValidationError("--page must be at least 1") }
  }

  func run() throws {
    let (access, channel) = try options.access()
    let (report, isLost) = try access.read(channel) { reader, contents, expired in
      if page == 1 {
        let (first, isLost) = try await reader.firstPage(of: contents)
        return (ReleaseListReport(contents, first, page: page, expired), isLost)
      }
      guard let historyPage = try await reader.page(page - 1, of: contents) else {
        throw CommandError.noPage(page)
      }
      return (ReleaseListReport(contents, historyPage, page: page, expired), false)
    }
    if isLost {
      options.output.warn(
        access.advised.naming(
          in:
            "the history is lost: only releases that devices may choose are listed, with their build times; `eros store check --store STORE` names the remedy"
        ))
    }
    try report.print(as: options.output)
  }
}

/// A release in the history, for reports.
private struct PublishedEntry: Encodable {
  private(set) var release: ReleaseSummary
  let published: String
  /// `true` if devices may still choose the release.
  let offered: Bool
  /// Deltas that lead to the release.
  ///
  /// Empty if devices no longer choose it.
  let deltas: [ChannelRelease.Delta]
  private let hasTesters: Bool

  private enum CodingKeys: String, CodingKey {
    case release, published, offered
  }

  init(_ entry: HistoryPage.Entry, _ contents: ChannelContents) {
    let current = contents.releases.first { $0.number == entry.release.number }
    release = ReleaseSummary(current ?? entry.release)
    if current == nil { release.isLegacy = entry.isLegacy }
    published = Timestamp(milliseconds: entry.published).utc
    offered = current != nil
    deltas = current?.deltas ?? []
    hasTesters = contents.testers != nil
  }

  /// The rollout as text.
  var availability: String {
    offered ? release.availability(hasTesters: hasTesters) : "replaced"
  }
}

private struct ReleaseListReport: Report {
  let channel: String
  let page: Int
  let hasOlder: Bool
  let releases: [PublishedEntry]
  let expired: [ExpiredMetadata]

  init(
    _ contents: ChannelContents, _ historyPage: HistoryPage, page: Int, _ expired: [ExpiredMetadata]
  ) {
    self.expired = expired
    channel = "\(contents.name)"
    self.page = page
    hasOlder = historyPage.older != nil
    releases = historyPage.entries.map { PublishedEntry($0, contents) }
  }

  func text(_ style: TextStyle) -> String {
    guard !releases.isEmpty else { return "\(channel) does not have a release yet" }
    // Most channels have no rollback.
    let hasRollback = releases.contains { $0.release.restores != nil }
    var table = TextTable(numbers: hasRollback ? [0, 3, 4] : [0, 3])
    let isRehearsed = releases.contains { $0.release.rehearsal != nil }
    let isLegacy = releases.contains { $0.release.isLegacy == true }
    let columns =
      (hasRollback ? ["restores"] : []) + (isRehearsed ? ["rehearsal"] : [])
      + (isLegacy ? ["legacy"] : [])
    table.add(["release", "published", "rollout", "size"] + columns + ["jsVersion", "notes"])
    for entry in releases {
      let release = entry.release
      let restores = release.restores.map { "\($0)" } ?? ""
      let legacy = release.isLegacy.map { $0 ? "yes" : "no" } ?? ""
      table.add(
        ["\(release.number)", entry.published, entry.availability]
          + [Readable.size(UInt64(clamping: release.bytes))] + (hasRollback ? [restores] : [])
          + (isRehearsed ? [release.rehearsalWord] : [])
          + (isLegacy ? [legacy] : [])
          + [release.jsVersion, release.notesLine.escapedForDisplay])
    }
    let more = hasOlder ? "\nolder releases: --page \(page + 1)" : ""
    return table.text + more
  }
}

struct ReleaseShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a release and its deltas",
    discussion: """
      Reads the history until the release is found:

        $ eros release show 12 --store store --channel my-app/production --root keys/root.json
      """)

  @Argument(help: "The number of the release.", completion: .releaseNumber)
  var number: Int64

  @OptionGroup var options: ReleaseReaderOptions

  func run() throws {
    let (access, channel) = try options.access()
    let report = try access.read(channel) { reader, contents, _ in
      guard let entry = try await reader.release(number, of: contents) else {
        throw PublishError.noRelease(channel, number)
      }
      return ReleaseShowReport(
        PublishedEntry(entry, contents), of: channel,
        testers: try await reader.testers(of: contents)?.count)
    }
    try report.print(as: options.output)
  }
}

private struct ReleaseShowReport: Report {
  struct Delta: Encodable {
    let from: String
    let bytes: Int64

    init(_ delta: ChannelRelease.Delta) {
      from = "\(delta.from)"
      bytes = delta.file.length
    }
  }

  let channel: String
  let release: ReleaseSummary
  let published: String
  let offered: Bool
  let deltas: [Delta]
  /// The number of testers in the channel, or `null` without a list.
  let testers: Int?
  private let availability: String

  private enum CodingKeys: String, CodingKey {
    case channel, release, published, offered, deltas, testers
  }

  init(_ entry: PublishedEntry, of channel: ChannelName, testers: Int?) {
    self.channel = "\(channel)"
    self.testers = testers
    release = entry.release
    published = entry.published
    offered = entry.offered
    availability = entry.availability
    deltas = entry.deltas.map { Delta($0) }
  }

  func text(_ style: TextStyle) -> String {
    var table = TextTable()
    table.add("release", style.bold("\(channel) \(release.number)"))
    table.add("published", published)
    table.add("built", "\(release.built)")
    table.add("rollout", availability)
    if offered, let testers {
      table.add("testers", "\(Readable.count(testers, "tester")) of the channel")
    }
    if let plan = release.planText { table.add("plan", plan) }
    if let restored = release.restores { table.add("restores", "release \(restored)") }
    table.add("tree", style.hash("\(release.tree)"))
    table.add("jsVersion", release.jsVersion)
    for (platform, version) in release.native.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      table.add(platform.rawValue, version.escapedForDisplay + " or later")
    }
    if let rehearsal = release.rehearsalText { table.add("rehearsal", rehearsal) }
    if release.isLegacy == true { table.add("legacy", "also published for legacy clients") }
    if release.urgency != .normal { table.add("urgency", release.urgency.rawValue) }
    if let notes = release.notes { table.add("notes", notes.escapedForDisplay) }
    for (language, notes) in release.localizedNotes.texts.sorted(by: { $0.key < $1.key }) {
      table.add("notes (\(language))", notes.escapedForDisplay)
    }
    table.add("bundle", Readable.size(UInt64(clamping: release.bytes)))
    for delta in deltas {
      table.add(
        "delta", "from \(style.hash(delta.from)) (\(Readable.size(UInt64(clamping: delta.bytes))))")
    }
    return table.text
  }
}
