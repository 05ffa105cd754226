import ArgumentParser
import ErosCommandLine
import ErosCore
import ErosCrypto
import ErosFiles
import ErosPublish
import ErosStore
import ErosTrust

struct StoreRefresh: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "refresh",
    abstract: "Sign the snapshot and the timestamp again",
    discussion: """
      They are valid for 7 days. Without a publication in that time, devices get no updates until they \
      are signed again:

        $ eros store refresh --store store --keys keys

      A cron line runs it every day. Standard error then has only warnings and errors, for example \
      about a channel that expires within 30 days, which other keys must sign. If a channel has expired or \
      is damaged, the command exits with 1; if the root or the list of channels has expired, it signs nothing and \
      exits with 65:

        0 4 * * *  eros store refresh --store /srv/releases --keys /etc/eros >/dev/null

      If metadata is missing or damaged, --repair signs a new timestamp for the newest metadata that is \
      valid, and the command reports what is lost and exits with 1. With the keys of the channels, it also \
      takes lost files out of the channels, and creates a channel without valid metadata again. A \
      publication that was interrupted may become visible; check the releases afterwards. --repair needs \
      --root, or root.json in the key folder:

        $ eros store refresh --store store --keys keys --repair
      """)

  @OptionGroup var selection: StoreSelection
  @Flag(help: "Also replace missing or damaged metadata, and a lost page of the history.")
  var repair = false

  @OptionGroup var options: EditorOptions

  func run() throws {
    let access = try options.access(to: selection.selected())
    let outcome = try access.edit(isRepair: repair) {
      try await $0.maintenance.refresh(isRepair: repair)
    }
    let advised = access.advised.with(onlyOneOf: outcome.channels)
    let findings = outcome.findings.map { $0.naming(advised) }
    options.output.log(findings)
    options.output.explainPlaceholders(in: findings.remedies)
    try RefreshReport(
      store: "\(access.location)", outcome, findings: findings, dryRun: options.dryRun
    ).print(as: options.output)
    if findings.hasErrors { try ErosCore.ExitStatus.checkFailed.exit() }
  }
}

private struct RefreshReport: Report {
  struct Repair: Encodable {
    struct Loss: Encodable {
      let role: String
      let version: Int64
      let usedVersion: Int64?
    }

    struct Channel: Encodable {
      let name: String
      /// The newest release, or 0.
      ///
      /// `nil` if the metadata stays damaged.
      let newest: Int64?
    }

    private let damage: Message
    let reason: String
    let written: Bool
    let losses: [Loss]
    let channels: [Channel]

    private enum CodingKeys: String, CodingKey { case reason, written, losses, channels }

    init(_ repair: StoreRepair.Outcome) {
      damage = repair.damage
      reason = repair.damage.description
      written = repair.isWritten
      losses = repair.losses.map { Loss(role: $0.role, version: $0.lost, usedVersion: $0.used) }
      channels = repair.channels.map { Channel(name: "\($0.name)", newest: $0.newest) }
    }

    func lines(_ style: TextStyle, dryRun: Bool) -> [String] {
      let verb =
        !written ? "cannot be repaired" : dryRun ? "would repair" : "repaired"
      return ["\(verb): \(style.text(damage).escapedForDisplay)"]
        + channels.map {
          "\($0.name): "
            + ($0.newest.map { $0 == 0 ? "no release yet" : "newest release \($0)" } ?? "damaged")
        }
    }
  }

  let store: String
  let timestampVersion: Int64
  let dryRun: Bool
  let repair: Repair?
  /// The channels, and possibly the brake, that were repaired.
  let repairedRoles: [String]
  let findings: [Finding]

  init(store: String, _ outcome: RefreshOutcome, findings: [Finding], dryRun: Bool) {
    self.store = store
    self.findings = findings
    self.dryRun = dryRun
    timestampVersion = outcome.timestampVersion
    repair = outcome.repair.map { Repair($0) }
    repairedRoles = outcome.repairedRoles
  }

  func text(_ style: TextStyle) -> String {
    var lines = repair?.lines(style, dryRun: dryRun) ?? []
    lines += repairedRoles.map {
      "\(dryRun ? "would repair" : "repaired"): \($0.escapedForDisplay)"
    }
    if repair?.written ?? true || !repairedRoles.isEmpty {
      lines.append(
        "\(dryRun ? "dry run: " : "")\(store.escapedForDisplay): \(dryRun ? "would be " : "")signed again, valid for 7 days (timestamp \(timestampVersion))"
      )
    }
    return lines.joined(separator: "\n")
  }
}

struct StoreRotate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate",
    abstract: "Replace the keys of a role, or extend the validity of its metadata",
    discussion: """
      ROLE is root, targets, online, brake, or a channel. With --new-key, the new keys replace all keys of the \
      role; devices need no new app:

        $ eros store rotate online --store store --new-key new/online.key --keys keys

      Devices and publishers can go on during a rotation. It trusts the old keys of targets and online \
      until the new keys have signed, and if a channel has a public URL, for another 60 seconds, because \
      caches keep metadata for that time. --no-wait withdraws the old keys at once. If the command is \
      interrupted, the same command completes the rotation.

      New online keys also sign a missing or damaged timestamp, which a stolen key may have made \
      unusable. Without --new-key, the metadata is signed again with a new expiry. A change of root, targets or \
      online is signed by the root keys, and new root keys also sign themselves.
      """)

  @Argument(help: "The role: root, targets, online, brake, or a channel such as my-app/production.")
  var role: RotatedRole

  @OptionGroup var selection: StoreSelection

  @Option(
    name: .customLong("new-key"), help: "A new key, as a file or env:NAME; can be repeated.")
  var newKeys: [String] = []

  @Option(help: "The number of root keys that must sign.")
  var threshold: Int?

  @Flag(help: "Withdraw the old keys without waiting for caches.")
  var noWait = false

  @OptionGroup var options: EditorOptions

  func validate() throws {
    if threshold != nil, role != .root { throw ValidationError("--threshold is only for root") }
    if let threshold, threshold < 1 { throw ValidationError("--threshold must be at least 1") }
  }

  func run() throws {
    let keys = try newKeys.map { try KeyOptions.publicKey($0) }
    let access = try options.access(to: selection.selected())
    let repair = try access.edit(
      adding: newKeys, replacesOnlineKey: role == .online && !keys.isEmpty
    ) {
      if !keys.isEmpty, threshold == nil {
        try await $0.roles.check(keys, differFromKeysOf: role)
      }
      return try await $0.roles.rotate(
        role, to: keys.isEmpty ? nil : keys, threshold: threshold, waitingFor: cacheWait)
    }
    let advised = access.advised.with(onlyOneOf: repair?.channels.map(\.name) ?? [])
    let findings = (repair?.findings ?? []).map { $0.naming(advised) }
    options.output.log(findings)
    options.output.explainPlaceholders(in: findings.remedies)
    let report = RotateReport(
      store: "\(access.location)", role: role.name, keyIDs: try keys.map { try $0.trustKeyID() },
      threshold: threshold, dryRun: options.dryRun)
    try report.print(as: options.output)
    if findings.hasErrors { try ErosCore.ExitStatus.checkFailed.exit() }
  }
}

extension StoreRotate {
  /// Caches keep the timestamp for 30 seconds, and the absence of root metadata for 60 seconds.
  private static let cacheTime: TimeLength = .seconds(60)

  private var cacheWait: CacheWait {
    guard !noWait, !options.dryRun else { return .none }
    return CacheWait(Self.cacheTime) { [output = options.output] duration in
      output.note(
        "the new keys have signed; waiting \(Int(duration.seconds)) s for caches before the old keys are withdrawn"
      )
    }
  }
}

private struct RotateReport: Report {
  let store: String
  let role: String
  let keyIDs: [String]
  /// The number of root keys that must sign from now on.
  let threshold: Int?
  let dryRun: Bool

  func text(_ style: TextStyle) -> String {
    var lines = [
      keyIDs.isEmpty
        ? "\(role): \(dryRun ? "would be " : "")signed again with a new expiry"
        : "\(role): the keys \(dryRun ? "would be" : "are now")"
    ]
    lines += keyIDs.map { "  \($0)" }
    if let threshold {
      lines.append("signatures that root metadata \(dryRun ? "would need" : "needs"): \(threshold)")
    }
    return (dryRun ? "dry run: " : "") + lines.joined(separator: "\n")
  }
}

extension RotatedRole: ExpressibleByArgument {
  init?(argument: String) {
    switch argument {
    case "root": self = .root
    case "targets": self = .targets
    case "online": self = .online
    case "brake": self = .brake
    default:
      guard let channel = ChannelName(argument: argument) else { return nil }
      self = .channel(channel)
    }
  }
}

struct StoreCollect: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "collect",
    abstract: "Remove the files that neither devices nor publishers need",
    discussion: """
      Keeps the files that devices can install, the history, and the bundles of the last 20 releases of each \
      channel. Files that nothing needs stay for the time of --grace:

      - a snapshot, and each file that it names, until the next snapshot is older than that;
      - a file of an interrupted publication, until it is older than --grace.

      So a device that has just read an older timestamp can complete its update. It is safe while \
      others publish:

        $ eros store collect --store store --grace 90d --dry-run
      """)

  @OptionGroup var selection: StoreSelection
  @Option(
    help: "The time for which files stay after they were replaced, such as 90d, 12h or 30m.")
  var grace = TimeSpan(milliseconds: 90 * 86_400_000)

  @Flag(help: "Report the files, and remove nothing.")
  var dryRun = false

  @OptionGroup var reader: StoreReaderOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let collection = try reader.access(to: selection.selected(), output).write { store, root in
      try await StoreCollector(
        store, pinnedRoot: root, now: Timestamp.now().milliseconds, grace: grace.milliseconds
      ).run(isDryRun: dryRun)
    }
    try StoreCollectReport(collection, isDryRun: dryRun).print(as: output)
  }
}

private struct StoreCollectReport: Report {
  let removed: [String]
  let bytes: UInt64
  let remaining: Int
  let dryRun: Bool

  private enum CodingKeys: String, CodingKey {
    case removed, bytes
    case remaining = "kept"
    case dryRun
  }

  init(_ collection: CollectedObjects, isDryRun: Bool) {
    removed = collection.removed.map(\.key.text)
    bytes = collection.byteCount
    remaining = collection.keptCount
    dryRun = isDryRun
  }

  func text(_ style: TextStyle) -> String {
    (dryRun ? "would remove " : "removed ") + Readable.count(removed.count, "object")
      + " (\(Readable.size(bytes))), kept \(remaining)"
  }
}

/// A time span on the command line, such as `90d`, `12h` or `30m`.
struct TimeSpan: ExpressibleByArgument, CustomStringConvertible {
  private static let units: [Unicode.Scalar: Int64] = [
    "d": 86_400_000, "h": 3_600_000, "m": 60_000,
  ]

  let milliseconds: Int64

  init(milliseconds: Int64) { self.milliseconds = milliseconds }

  init?(argument: String) {
    guard let unit = argument.last.flatMap({ Self.units[$0] }),
      let number = Int64(argument.dropLast()), (0...100_000).contains(number)
    else { return nil }
    milliseconds = number * unit
  }

  var description: String {
    let unit = Self.units.filter { milliseconds > 0 && milliseconds % $0.value == 0 }
      .max { $0.value < $1.value }
    return unit.map { "\(milliseconds / $0.value)\($0.key)" } ?? "0m"
  }
}
