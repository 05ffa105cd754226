import ArgumentParser
import ErosCommandLine
import ErosCore
import ErosFiles
import ErosPublish
import ErosStore
import ErosTrust

struct ChannelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "channel",
    abstract: "Add, list and remove the channels of a store",
    discussion: """
      A channel is one line of releases of an app, such as my-app/production or my-app/beta. Each has a \
      key of its own:

        $ eros keys new my-app-beta --output keys
        $ eros channel add my-app/beta --store store --channel-key keys/my-app-beta.key --keys keys
        $ eros channel list --store store --keys keys
      """,
    subcommands: [ChannelAdd.self, ChannelList.self, ChannelRemove.self])
}

struct ChannelAdd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a channel",
    discussion: """
      The key of targets signs the list of channels. With its private key, the channel is also signed, \
      without releases; with its public key, the first publication signs it:

        $ eros channel add my-app/beta --store store --channel-key keys/my-app-beta.key --keys keys
      """)

  @Argument(help: "The channel, such as my-app/production.")
  var channel: ChannelName

  @OptionGroup var selection: StoreSelection

  @Option(
    name: .customLong("channel-key"),
    help: "A key of the channel, as a file or env:NAME; can be repeated.",
    completion: .file(extensions: ["key", "pub"]))
  var channelKeys: [String]

  @OptionGroup var options: EditorOptions

  func run() throws {
    let keys = try channelKeys.map { try KeyOptions.publicKey($0) }
    let access = try options.access(to: selection.selected())
    try access.edit(adding: channelKeys) {
      try await $0.roles.addChannel(channel, keys: keys)
    }
    try ChannelReport(
      store: "\(access.location)", channel: "\(channel)",
      keyIDs: try keys.map { try $0.trustKeyID() },
      dryRun: options.dryRun
    ).print(as: options.output)
  }
}

struct ChannelRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove a channel",
    discussion: """
      The key of targets signs the list of channels without the channel. Devices that follow it keep \
      their release and get no updates, so let the app follow another channel first:

        $ eros channel remove my-app/beta --store store --keys keys

      The files of the channel stay in the store. `eros channel add` with the same key restores the channel \
      with its releases.
      """)

  @Argument(help: "The channel, such as my-app/production.")
  var channel: ChannelName

  @OptionGroup var selection: StoreSelection

  @OptionGroup var options: EditorOptions

  func run() throws {
    let access = try options.access(to: selection.selected())
    try access.edit { try await $0.roles.removeChannel(channel) }
    try RemovalReport(
      store: "\(access.location)", channel: "\(channel)", dryRun: options.dryRun
    ).print(as: options.output)
  }
}

private struct RemovalReport: Report {
  let store: String
  let channel: String
  let dryRun: Bool

  func text(_ style: TextStyle) -> String {
    TextTable(dryRun ? "would remove" : "removed", style.bold(channel), in: store).text
  }
}

private struct ChannelReport: Report {
  let store: String
  let channel: String
  let keyIDs: [String]
  let dryRun: Bool

  func text(_ style: TextStyle) -> String {
    TextTable(dryRun ? "would add" : "channel", style.bold(channel), in: store, keyIDs: keyIDs).text
  }
}

extension TextTable {
  /// Creates a table about a role that was changed.
  init(_ change: String, _ role: String, in store: String, keyIDs: [String]? = nil) {
    self.init()
    add(change, role)
    add("store", store.escapedForDisplay)
    if let keyIDs { add("keys", keyIDs.joined(separator: ", ")) }
  }
}

struct ChannelList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the channels, their testers and their keys",
    discussion: """
      `eros store status` also shows the newest release of each channel:

        $ eros channel list --store store --keys keys

      A warning says if devices get no updates because metadata has expired.
      """)

  @OptionGroup var selection: StoreSelection
  @OptionGroup var reader: StoreReaderOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let access = try reader.access(to: selection.selected(), output)
    let (state, testers) = try access.read { reader, root in
      let state = try await StoreState.load(
        from: reader, pinnedRoot: root, channels: nil, skippingDamagedChannels: true)
      var testers: [ChannelName: TesterCount] = [:]
      for channel in state.channels {
        testers[channel] = try await TesterCount(of: state.contents(of: channel), in: reader)
      }
      return (state, testers)
    }
    let expired = ExpiredMetadata.all(in: state, of: access.advised, at: .now())
    output.warn(of: expired)
    output.warnOfUnreadable(testers, of: access.advised)
    try ChannelListReport(state, testers, expired).print(as: output)
  }
}

private struct ChannelListReport: Report {
  struct Channel: Encodable {
    let name: String
    let keyIDs: [String]
    /// `true` if the channel was signed, as its first publication does.
    let signed: Bool
    /// `true` if the channel's metadata is missing or damaged.
    let damaged: Bool
    /// The number of testers, or `null` without a readable list.
    let testers: TesterCount

    /// The keys and their condition, as text.
    var keys: String {
      keyIDs.joined(separator: ", ") + (signed ? "" : ", never signed")
        + (damaged ? ", damaged" : "")
    }
  }

  let channels: [Channel]
  let expired: [ExpiredMetadata]

  init(
    _ state: StoreState, _ testers: [ChannelName: TesterCount], _ expired: [ExpiredMetadata]
  ) {
    self.expired = expired
    channels = state.channels.map { name in
      let isSigned = state.snapshot[name.role] != nil
      return Channel(
        name: "\(name)", keyIDs: state.channelDelegation(name)?.keys.keyIDs ?? [],
        signed: isSigned, damaged: isSigned && state.roles[name.role] == nil,
        testers: testers[name] ?? .noList)
    }
  }

  func text(_ style: TextStyle) -> String {
    guard !channels.isEmpty else { return "the store does not have a channel yet" }
    // Most stores have no testers.
    let hasTesters = channels.contains { !$0.testers.hasNoList }
    var table = TextTable(numbers: hasTesters ? [1] : [])
    table.add(["channel"] + (hasTesters ? ["testers"] : []) + ["keys"])
    for channel in channels {
      table.add([channel.name] + (hasTesters ? [channel.testers.text] : []) + [channel.keys])
    }
    return table.text
  }
}
