import ArgumentParser
import ErosCommandLine
import ErosCore
import ErosPublish
import ErosStore
import ErosTrust

struct BrakeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "brake",
    abstract: "Let a server pause releases that fail, without a key that can publish",
    discussion: """
      The brake is a role with a key of its own. It can pause a release, lower its rollout, and begin the \
      steps of a signed plan, and nothing else. `eros-server --brake-key` uses it when devices report \
      failures:

        $ eros keys new brake --output keys
        $ eros store brake add --store store --brake-key keys/brake.key --keys keys
        $ eros store brake show --store store --keys keys
        $ eros store brake lift 12 --store store --channel my-app/production --keys keys
      """,
    subcommands: [BrakeAdd.self, BrakeShow.self, BrakeSet.self, BrakeLift.self, BrakeRemove.self])
}

struct BrakeAdd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add the brake to a store",
    discussion: """
      The key of targets signs the role. With its private key, the empty brake is also signed; with its \
      public key, the first limit signs it:

        $ eros store brake add --store store --brake-key keys/brake.key --keys keys
      """)

  @OptionGroup var selection: StoreSelection

  @Option(
    name: .customLong("brake-key"),
    help: "A key of the brake, as a file or env:NAME; can be repeated.",
    completion: .file(extensions: ["key", "pub"]))
  var brakeKeys: [String]

  @OptionGroup var options: EditorOptions

  func run() throws {
    let keys = try brakeKeys.map { try KeyOptions.publicKey($0) }
    let access = try options.access(to: selection.selected())
    try access.edit(adding: brakeKeys) { try await $0.roles.addBrake(keys: keys) }
    try BrakeAddReport(
      store: "\(access.location)", keyIDs: try keys.map { try $0.trustKeyID() },
      dryRun: options.dryRun
    ).print(as: options.output)
  }
}

private struct BrakeAddReport: Report {
  let store: String
  let keyIDs: [String]
  let dryRun: Bool

  func text(_ style: TextStyle) -> String {
    TextTable(
      dryRun ? "would add" : "added", style.bold("the brake"), in: store, keyIDs: keyIDs
    ).text
  }
}

// MARK: - Reading

struct BrakeShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show the limits of the brake",
    discussion: """
      Exits with 0 whether or not there are limits, and with 66 if the store does not have a brake:

        $ eros store brake show --store store --keys keys
      """)

  @OptionGroup var selection: StoreSelection

  @OptionGroup var reader: StoreReaderOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let access = try reader.access(to: selection.selected(), output)
    let (state, delegation) = try access.read { reader, root in
      let state = try await StoreState.load(from: reader, pinnedRoot: root, channels: nil)
      guard let delegation = state.brakeDelegation else { throw PublishError.noBrake }
      return (state, delegation)
    }
    try BrakeReport(state, delegation).print(as: output)
  }
}

private struct BrakeReport: Report {
  struct Entry: Encodable {
    let channel: String
    let release: Int64
    let limit: Brake.Limit
  }

  let keyIDs: [String]
  /// The version of the metadata, or `nil` if it was never signed.
  let version: Int64?
  let expires: String?
  let limits: [Entry]

  init(_ state: StoreState, _ delegation: DelegatedRole) {
    let metadata = state.roles[Brake.role.text]
    keyIDs = delegation.keys.keyIDs
    version = metadata?.version
    expires = metadata?.header.expires.utc
    limits = state.brake.channels.flatMap { channel in
      channel.limits.map {
        Entry(channel: "\(channel.name)", release: $0.number, limit: $0)
      }
    }
  }

  func text(_ style: TextStyle) -> String {
    guard !limits.isEmpty else {
      return "the brake does not limit any release"
        + (version == nil ? "; it was never signed" : "")
    }
    var table = TextTable(numbers: [1])
    table.add(["channel", "release", "brake", "set", "reason"])
    for entry in limits {
      table.add([
        entry.channel, "\(entry.release)", "\(entry.limit)",
        Timestamp(milliseconds: entry.limit.time).utc,
        (entry.limit.reason ?? "").escapedForDisplay,
      ])
    }
    return table.text
  }
}

// MARK: - Changing

/// Names the release whose brake is changed.
struct BrakeEditorOptions: ParsableArguments {
  @Argument(help: "The number of the release.", completion: .releaseNumber)
  var number: Int64

  @OptionGroup var release: ReleaseEditorOptions

  /// Changes the release's brake and prints it.
  func change(
    _ body: @escaping (StoreEditor, ChannelName, Int64) async throws -> BrakeChange
  ) throws {
    let (access, channel) = try release.access()
    let change = try access.edit { try await body($0, channel, number) }
    try BrakeChangeReport(
      channel: "\(channel)", release: ReleaseSummary(change.release), changed: change.isChanged,
      dryRun: access.isDryRun
    ).print(as: access.output)
  }
}

struct BrakeChangeReport: Report {
  let channel: String
  let release: ReleaseSummary
  let changed: Bool
  let dryRun: Bool

  func text(_ style: TextStyle) -> String {
    release.change(in: channel, dryRun: dryRun, style) + (changed ? "" : " (unchanged)")
  }
}

struct BrakeSet: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Pause a release or lower its rollout with the key of the brake",
    discussion: """
      For monitoring without a key of the channel: the keys of the brake and online are enough. Without \
      --rollout, pauses the release. A limit only falls; `lift` ends it:

        $ eros store brake set 12 --store store --channel my-app/production --reason "crashes" --keys keys
      """)

  @OptionGroup var release: BrakeEditorOptions

  @Option(help: "The highest share of devices that get the release, such as 5%.")
  var rollout = Rollout(0)

  @Option(help: "The reason, which `show` and `eros store check` display.")
  var reason: String?

  func validate() throws {
    guard rollout.value < ChannelRelease.fullRollout else {
      throw ValidationError("--rollout must be less than 100%")
    }
    if let reason, reason.utf8.count > Brake.maximumReasonLength {
      throw ValidationError("--reason must have at most \(Brake.maximumReasonLength) bytes")
    }
  }

  func run() throws {
    try release.change {
      try await $0.releases.brake($2, in: $1, to: rollout.value, reason: reason)
    }
  }
}

struct BrakeLift: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lift",
    abstract: "End the limit of the brake on a release",
    discussion: """
      The rollout in the channel applies again. `eros-server` never brakes the same release twice, so it \
      does not set the limit again:

        $ eros store brake lift 12 --store store --channel my-app/production --keys keys
      """)

  @OptionGroup var release: BrakeEditorOptions

  func run() throws {
    try release.change { try await $0.releases.liftBrake(of: $2, in: $1) }
  }
}

struct BrakeRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove the brake, its limits and its steps from a store",
    discussion: """
      The key of targets signs the change. After that, the former key has no effect, and releases with a \
      plan return to the share of their first step:

        $ eros store brake remove --store store --keys keys
      """)

  @OptionGroup var selection: StoreSelection

  @OptionGroup var options: EditorOptions

  func run() throws {
    let access = try options.access(to: selection.selected())
    try access.edit { try await $0.roles.removeBrake() }
    try BrakeRemoveReport(store: "\(access.location)", dryRun: options.dryRun).print(
      as: options.output)
  }
}

private struct BrakeRemoveReport: Report {
  let store: String
  let dryRun: Bool

  func text(_ style: TextStyle) -> String {
    (dryRun ? "dry run: would remove" : "removed") + " the brake of \(store.escapedForDisplay)"
  }
}
