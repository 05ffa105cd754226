import ArgumentParser

struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Create and maintain a store of signed releases",
    discussion: """
      A store is a folder, or a bucket of an S3-compatible store. Any HTTP server can serve it:

        $ eros store init --store store --new-keys keys --channel my-app/production
        $ eros publish build/bundle.zip --store store --channel my-app/production --keys keys

      Devices verify every file, so neither the server nor the network has to be trusted.
      """,
    subcommands: [
      StoreInit.self, StoreStatus.self, StoreCheckCommand.self, StoreRefresh.self, StoreRotate.self,
      StoreCollect.self, StoreImport.self, BrakeCommand.self,
    ])
}
