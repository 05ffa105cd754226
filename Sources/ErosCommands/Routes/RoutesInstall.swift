import ArgumentParser
import ErosCore
import ErosRoutes

struct RoutesInstall: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install",
    abstract: "Choose which routes count, as an app does, and take new ones in",
    discussion: """
      Takes over the folder that the app ships, chooses between its routes and downloaded ones by their \
      versions, and takes an update:

        $ eros routes install --sandbox routes --resource out

      --update names a folder that stands for the server. Its routes count only when every page that \
      they pack in the app is there and whole; otherwise nothing of it is taken. A kill at any instant leaves \
      the old routes or the new ones, with all their pages.
      """)

  @OptionGroup var folder: SandboxFolderOptions

  @Option(help: "The folder that the app ships; needed at the first start.", completion: .directory)
  var resource: String?

  @Option(help: "A built folder with new routes and their pages.", completion: .directory)
  var update: String?

  @Flag(help: "Take the update even when its version is not newer.")
  var anyVersion = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if anyVersion, update == nil {
      throw ValidationError("--any-version belongs to an --update, and there is none")
    }
  }

  func run() throws {
    for source in [resource, update].compactMap(\.self) {
      try OutputPath.check(folder.sandbox, isOutside: source)
    }
    let installation = try RouteSandbox(folder.sandbox, lockTimeout: folder.lockTimeout).install(
      resource: resource, update: update, takingAnyVersion: anyVersion)
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
  @OrNull var version: String?

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
    table.add(
      "routes",
      style.bold("\(routes)") + (version.map { ", version \($0.escapedForDisplay)" } ?? ""))
    table.add(
      "from", source == "cache" ? "the cache (downloaded)" : "the resource folder (shipped)")
    if newResource { table.add("resource", "taken over") }
    if cacheEmptied { table.add("cache", "emptied, because the app ships newer routes") }
    switch update {
    case "taken":
      table.add(
        "update",
        "taken, with \(Readable.count(fetchedPages, "page")), \(Readable.size(fetchedBytes))")
    case "same" where fetchedPages > 0:
      table.add(
        "update",
        "these are the routes that count already; fetched again: \(Readable.count(fetchedPages, "page")), \(Readable.size(fetchedBytes))"
      )
    case "same": table.add("update", "these are the routes that count already")
    case "not-newer":
      table.add("update", "ignored: its version is not newer (--any-version takes it)")
    case "gives-way":
      table.add("update", "ignored: the routes that the app ships would count at the next start")
    default: break
    }
    return table.text
  }
}
