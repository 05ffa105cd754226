import ArgumentParser

struct RoutesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "routes",
    abstract: "Build, check, install and try the route maps of Rexxar apps",
    discussion: """
      A route map says which page opens for which URI. From pages that are built to a page that opens:

        $ eros routes build dist --map map.json --base-url https://example.com/site --output out
        $ eros routes verify out
        $ eros routes install --sandbox routes --resource out
        $ eros routes resolve app://example.com/demo --sandbox routes
      """,
    subcommands: [
      RoutesBuild.self, RoutesVerify.self, RoutesInstall.self, RoutesResolve.self,
      RoutesDiff.self,
    ])
}
