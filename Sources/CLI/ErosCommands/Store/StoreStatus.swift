import ArgumentParser
import ErosCommandLine
import ErosCore
import ErosFiles
import ErosPublish
import ErosStore
import ErosTrust

struct StoreStatus: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the channels, the newest releases, and what expires next",
    discussion: """
      Reads only metadata and the lists of testers, so it is quick for large stores. `eros store check` \
      also reads the files of the releases:

        $ eros store status --store store --keys keys

      Exits with 1 if devices get no updates, for example because metadata has expired. The last line says \
      whether this affects all devices or only those of a channel.
      """)

  @OptionGroup var selection: StoreSelection
  @OptionGroup var reader: StoreReaderOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let access = try reader.access(to: selection.selected(), output)
    let now = Timestamp.now().milliseconds
    let (check, testers) = try access.read { reader, root in
      let check = try await StoreCheck.run(
        on: reader, pinnedRoot: root, now: now, readsFiles: false)
      var testers: [ChannelName: TesterCount] = [:]
      for channel in check.channels {
        guard let contents = channel.contents else { continue }
        testers[channel.name] = try await TesterCount(of: contents, in: reader)
      }
      return (check, testers)
    }
    let report = StoreStatusReport(check, testers, access, now: now)
    output.log(report.findings)
    output.warnOfUnreadable(testers, of: access.advised)
    output.explainPlaceholders(in: report.expiries.map(\.command) + report.findings.remedies)
    try report.print(as: output)
    if !check.isGood { try ErosCore.ExitStatus.checkFailed.exit() }
  }
}

private struct StoreStatusReport: Report {
  struct Channel: Encodable {
    let name: String
    /// The newest release.
    ///
    /// `nil` before the first one, and if the metadata is damaged.
    let newest: ReleaseSummary?
    /// The releases that devices may choose.
    let offered: [Int64]
    /// The number of testers, or `null` without a readable list.
    let testers: TesterCount
    let damaged: Bool

    /// The newest release and its rollout as text.
    var release: (number: String, availability: String) {
      if damaged { return ("", "damaged") }
      guard let newest else { return ("", "no release yet") }
      return ("\(newest.number)", newest.availability(hasTesters: !testers.hasNoList))
    }
  }

  struct Expiry: Encodable {
    let role: String
    let expires: String
    /// The command that signs the metadata again.
    let command: String
  }

  let store: String
  let ok: Bool
  let channels: [Channel]
  let expiries: [Expiry]
  let findings: [Finding]
  /// The next times to sign, as the text shows them.
  ///
  /// Among the channels, only the next one and those that expire soon are listed.
  private let next: [(role: String, text: String)]
  /// The command that signs the most urgent metadata.
  private let signing: String?
  /// The command that repairs missing and damaged metadata.
  private let repair: String
  /// Channels whose devices get no updates, although other channels work.
  private let stoppedChannels: [String]
  /// `true` if missing or damaged metadata hides the channels.
  private let hasUnknownChannels: Bool

  private enum CodingKeys: String, CodingKey {
    case store, ok, channels, expiries, findings
  }

  init(
    _ check: StoreCheck, _ testers: [ChannelName: TesterCount], _ access: StoreAccess, now: Int64
  ) {
    let advised = access.advised
    let check = check.naming(advised)
    store = "\(access.location)"
    repair = advised.command("eros store refresh --store STORE --repair")
    ok = check.isGood
    channels = check.channels.map { channel in
      Channel(
        name: "\(channel.name)",
        newest: channel.contents?.releases.first.map { ReleaseSummary($0) },
        offered: channel.contents?.releases.map(\.number) ?? [],
        testers: testers[channel.name] ?? .noList, damaged: channel.contents == nil)
    }
    let names = Dictionary(
      check.channels.map { ($0.name.role, $0.name) }, uniquingKeysWith: { first, _ in first })
    func command(signing role: String) -> String {
      advised.command(
        MetadataLifetime.command(
          signing: role, of: names[role], hasNewerSnapshots: check.hasNewerSnapshots))
    }
    let sorted = check.expiries.sorted { $0.expires.milliseconds < $1.expires.milliseconds }
    expiries = sorted.map { role, expires in
      Expiry(
        role: names[role]?.description ?? role, expires: expires.utc,
        command: command(signing: role))
    }
    signing = MetadataLifetime.first(of: sorted, now: now).map { command(signing: $0.role) }
    let nextChannel = sorted.first { names[$0.role] != nil }?.role
    next = sorted.compactMap { role, expires in
      let left = expires.milliseconds - now
      guard names[role] == nil || role == nextChannel || left <= MetadataLifetime.warning(of: role)
      else { return nil }
      return (names[role]?.description ?? role, "\(Self.timeLeft(left)) (\(expires.utc))")
    }
    findings = check.findings
    let expired = Set(check.expiries.filter { $0.expires.milliseconds <= now }.map(\.role))
    let stopped = check.channels.filter { $0.contents == nil || expired.contains($0.name.role) }
    // Each of these channels has one error.
    stoppedChannels =
      stopped.count == check.findings.errors.count ? stopped.map { "\($0.name)" } : []
    let damage: Set<String> = [
      StoreFindingCode.metadataMissing.rawValue, StoreFindingCode.metadataDamaged.rawValue,
      StoreFindingCode.keyWithdrawn.rawValue,
    ]
    hasUnknownChannels =
      check.channels.isEmpty && check.findings.errors.contains { damage.contains($0.code) }
  }

  private static func timeLeft(_ milliseconds: Int64) -> String {
    let hours = milliseconds / 3_600_000
    if milliseconds <= 0 { return "expired" }
    if hours == 0 { return "in less than an hour" }
    return hours >= 48 ? "in \(hours / 24) days" : "in \(hours) hours"
  }

  private var table: String {
    // Most stores have no testers.
    let hasTesters = channels.contains { !$0.testers.hasNoList }
    var table = TextTable(numbers: hasTesters ? [1, 3] : [1])
    table.add(["channel", "release", "rollout"] + (hasTesters ? ["testers"] : []) + ["jsVersion"])
    for channel in channels {
      let release = channel.release
      table.add(
        [channel.name, release.number, release.availability]
          + (hasTesters ? [channel.testers.text] : []) + [channel.newest?.jsVersion ?? ""])
    }
    return table.text
  }

  func text(_ style: TextStyle) -> String {
    var lines: [String] = []
    if hasUnknownChannels {
      lines.append("the channels are unknown, because metadata is missing or damaged")
      lines.append("repair it: \(repair)")
    } else if channels.isEmpty {
      lines.append("the store does not have a channel yet")
    } else {
      lines.append(table)
    }
    if !hasUnknownChannels, let signing {
      let label = "expires next: "
      for (index, expiry) in next.enumerated() {
        let start = index == 0 ? label : String(repeating: " ", count: label.count)
        lines.append("\(start)\(expiry.role), \(expiry.text)")
      }
      lines.append("sign it again: \(signing)")
    }
    let scope = stoppedChannels.isEmpty ? "" : " from \(stoppedChannels.joined(separator: ", "))"
    lines.append(
      ok ? style.success("the metadata is valid") : style.failure("devices get no updates\(scope)"))
    return lines.joined(separator: "\n")
  }
}
