import ArgumentParser
import ErosCore

struct RoutesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "routes",
    abstract: "Build, verify, install and resolve the route maps of Rexxar apps",
    discussion: """
      A route map assigns pages to URIs. For example, build pages and open one of them:

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

extension TextTable {
  mutating func addRoutes(_ routes: String, _ version: String?) {
    add("routes", routes + (version.map { ", version \($0.escapedForDisplay)" } ?? ""))
  }
}
