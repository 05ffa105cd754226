import ArgumentParser

struct KeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys",
    abstract: "Create and show the keys that sign releases",
    discussion: """
      A key pair is two files: NAME.key is secret and signs, NAME.pub verifies:

        $ eros keys new channel --output keys --passphrase
        $ eros keys show keys/channel.pub

      A key can also be in a key management service or a smart card: `eros keys show --signer` tests the \
      command that signs with it.
      """,
    subcommands: [KeysNew.self, KeysShow.self])
}
