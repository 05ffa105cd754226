package import ArgumentParser
import ErosCommandSupport
import ErosCore
import ErosPublish
import ErosRepository
import ErosStore
import ErosTrust

package struct ChannelCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "channel",
    abstract: "Add channels to a store",
    discussion: """
      A channel is one line of releases of an app, such as my-app/production or my-app/beta. Each has a \
      key of its own:

        $ eros keys new my-app-beta --output keys
        $ eros channel add store my-app/beta --channel-key keys/my-app-beta.key --keys keys
      """,
    subcommands: [ChannelAdd.self])

  package init() {}
}

struct ChannelAdd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a channel",
    discussion: """
      The key of targets signs the list of channels. With its private key, the channel is also signed, \
      without releases; with its public key, the first publication signs it:

        $ eros channel add store my-app/beta --channel-key keys/my-app-beta.key --keys keys
      """)

  @Argument(help: "The store: a folder, or s3://BUCKET/PREFIX.")
  var store: StoreLocation

  @Argument(help: "The channel, such as my-app/production.")
  var channel: ChannelName

  @Option(
    name: .customLong("channel-key"),
    help: "A key of the channel, as a file or env:NAME; can be repeated.",
    completion: .file(extensions: ["key", "pub"]))
  var channelKeys: [String]

  @OptionGroup var options: EditorOptions

  func run() throws {
    let keys = try channelKeys.map { try KeyOptions.publicKey($0) }
    let channel = channel
    try options.edit(store, adding: channelKeys) {
      try await $0.roles.addChannel(channel, keys: keys)
    }
    try ChannelReport(
      store: "\(store)", channel: "\(channel)", keyIDs: try keys.map { try $0.trustKeyID() },
      dryRun: options.dryRun
    ).print(as: options.output)
  }
}

private struct ChannelReport: Report {
  let store: String
  let channel: String
  let keyIDs: [String]
  let dryRun: Bool

  func text(_ style: TextStyle) -> String {
    var table = TextTable()
    table.add(dryRun ? "would add" : "channel", style.bold(channel))
    table.add("store", store.escapedForDisplay)
    table.add("keys", keyIDs.joined(separator: ", "))
    return table.text
  }
}
