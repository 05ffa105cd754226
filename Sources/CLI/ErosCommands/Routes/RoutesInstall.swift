import ArgumentParser
import ErosCore
import ErosRoutes

struct RoutesInstall: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install",
    abstract: "Choose the active routes as an app does, and install an update",
    discussion: """
      Copies the folder that the app ships, chooses its routes or the downloaded ones by version, and \
      installs an update:

        $ eros routes install --sandbox routes --resource out

      --update names a folder that represents the server. Its routes become active only if all pages \
      that they pack in the app exist and are intact; otherwise nothing changes. After a kill at any \
      instant, the old or the new routes are active, with all their pages.
      """)

  @OptionGroup var sandboxOptions: SandboxOptions

  @Option(help: "The folder that the app ships; required at first start.", completion: .directory)
  var resource: String?

  @Option(help: "A built folder with new routes and their pages.", completion: .directory)
  var update: String?

  @Flag(help: "Install the update even if its version is not newer.")
  var anyVersion = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if anyVersion, update == nil {
      throw ValidationError("--any-version requires --update")
    }
  }

  func run() throws {
    for source in [resource, update].compactMap(\.self) {
      try OutputPath.check(sandboxOptions.sandbox, isOutside: source)
    }
    let installation = try RouteSandbox(
      sandboxOptions.sandbox, lockTimeout: sandboxOptions.lockTimeout
    ).install(
      resource: resource, update: update, allowingAnyVersion: anyVersion)
    try RoutesInstallReport(installation).print(as: output)
  }
}

private struct RoutesInstallReport: Report {
  let cacheEmptied: Bool
  let fetchedBytes: UInt64
  let fetchedPages: Int
  let newResource: Bool
  let routes: Int
  let source: String
  let update: String
  let version: String?

  init(_ installation: RouteSandbox.Installation) {
    cacheEmptied = installation.isCacheEmptied
    fetchedBytes = installation.fetchedBytes
    fetchedPages = installation.fetchedPages
    newResource = installation.hasNewResource
    routes = installation.map.routes.count
    source = installation.source.rawValue
    update = installation.update.rawValue
    version = installation.map.version?.description
  }

  func text(_ style: TextStyle) -> String {
    var table = TextTable()
    table.addRoutes(style.bold("\(routes)"), version)
    table.add(
      "from", source == "cache" ? "the cache (downloaded)" : "the resource folder (shipped)")
    if newResource { table.add("resource", "copied") }
    if cacheEmptied { table.add("cache", "emptied because the app ships newer routes") }
    let fetched = "\(Readable.count(fetchedPages, "page")), \(Readable.size(fetchedBytes))"
    switch update {
    case "taken": table.add("update", "installed, with \(fetched)")
    case "same" where fetchedPages > 0:
      table.add("update", "already active; fetched again: \(fetched)")
    case "same": table.add("update", "already active")
    case "not-newer":
      table.add("update", "ignored: its version is not newer (--any-version installs it)")
    case "gives-way":
      table.add("update", "ignored: the shipped routes would replace it at the next launch")
    default: break
    }
    return table.text
  }
}
