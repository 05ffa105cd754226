import ArgumentParser

struct ReleaseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "release",
    abstract: "List, roll out, pause, promote and roll back releases",
    discussion: """
      Each release of a channel has a number:

        $ eros release list --store store --channel my-app/production --keys keys
        $ eros release pause 12 --store store --channel my-app/production --keys keys
        $ eros release rollback --store store --channel my-app/production --keys keys
      """,
    subcommands: [
      ReleaseList.self, ReleaseShow.self, ReleaseRollout.self, ReleasePause.self,
      ReleaseResume.self, ReleaseRetry.self, ReleasePromote.self, ReleaseRollback.self,
      ReleaseTesters.self,
    ])
}
