import ErosCore
import ErosFiles
import ErosRoutes
import ErosTestSupport
import Testing

@Suite("A sandbox of routes", .temporaryFolder)
struct RouteSandboxTests {
  private static let uri = "app://example/demo"

  /// Builds a site of its own version into a folder of its own.
  private func build(
    _ site: SiteFixture, _ name: String, version: String? = nil, packed: Bool = true
  ) throws -> String {
    try site.writeSource("dist-" + name, mark: name)
    try site.build(
      "dist-" + name, into: name, plan: SiteFixture.plan(packed: packed), version: version)
    return site.folder.path(name)
  }

  private func sandbox(_ site: SiteFixture) -> RouteSandbox {
    RouteSandbox(site.folder.path("box"), lockTimeout: .zero)
  }

  private func page(_ box: RouteSandbox) throws -> (source: RouteChoice.Source?, text: String?) {
    let found = try box.resolve(Self.uri, .ios)
    let text = try found.file.map { String(decoding: try readWholeFile($0.path), as: UTF8.self) }
    return (found.file?.source, text)
  }

  @Test("runs what the app ships, then an update, then a newer app")
  func life() throws {
    let site = try SiteFixture()
    let box = sandbox(site)
    let first = try build(site, "first", version: "1.0")
    let second = try build(site, "second", version: "1.1")
    let third = try build(site, "third", version: "1.2")
    let installed = try box.install(resource: first)
    #expect(installed.source == .resource && installed.hasNewResource)
    #expect(try page(box).text?.hasSuffix("first") == true)

    let updated = try box.install(resource: first, update: second)
    #expect(updated.source == .cache && updated.update == .taken && !updated.hasNewResource)
    // The other page is the one that the app ships.
    #expect(updated.fetchedPages == 1)
    #expect(try page(box).source == .cache)
    #expect(try page(box).text?.hasSuffix("second") == true)
    #expect(try box.resolve("app://partial.example/other", .ios).file?.source == .resource)
    #expect(try box.install(update: second).update == .same)
    #expect(try box.install(update: first).update == .notNewer)

    let newer = try box.install(resource: third)
    #expect(newer.source == .resource && newer.isCacheEmptied)
    #expect(try site.folder.names(in: "box/cache") == [])
    #expect(try page(box).text?.hasSuffix("third") == true)
    #expect(try box.install(update: second, takingAnyVersion: true).update == .givesWay)
    #expect(try site.folder.names(in: "box").contains("staging") == false)
  }

  @Test("keeps the pages of cached routes when the app ships others")
  func keeps() throws {
    let site = try SiteFixture()
    let box = sandbox(site)
    let first = try build(site, "first", version: "1.0")
    let second = try build(site, "second", version: "2.0")
    try box.install(resource: first, update: second)
    // The new app knows nothing of the page that the cached routes have from the old one.
    try site.folder.write(#"{"version":"1.5","items":[]}"#, to: "new/routes.json")
    let installed = try box.install(resource: site.folder.path("new"))
    #expect(installed.source == .cache)
    #expect(try box.resolve("app://partial.example/other", .ios).file?.source == .cache)
  }

  @Test("does not take an update without all of its pages")
  func incomplete() throws {
    let site = try SiteFixture()
    let box = sandbox(site)
    try box.install(resource: try build(site, "first", version: "1.0"))
    let before = try site.folder.readTree("box")
    let second = try build(site, "second", version: "1.1")
    for file in try site.folder.names(in: "second/rexxar") {
      try site.folder.write("damaged", to: "second/rexxar/" + file)
    }
    let error = #expect(throws: RouteSandboxError.self) { try box.install(update: second) }
    #expect(error?.exitStatus == .inputNotFound)
    #expect(try site.folder.readTree("box").files == before.files)
    #expect(throws: RouteSandboxError.self) { try box.install(resource: second) }
    #expect(try site.folder.readTree("box").files == before.files)
  }

  @Test("takes an update whose pages come from the network")
  func unpacked() throws {
    let site = try SiteFixture()
    let box = sandbox(site)
    let installed = try box.install(
      resource: try build(site, "first"), update: try build(site, "second", packed: false))
    #expect(installed.source == .cache && installed.fetchedPages == 0)
    let found = try box.resolve(Self.uri, .ios)
    #expect(found.route != nil && found.file == nil && !found.isPageLost)
  }

  @Test("fetches a page anew that is damaged, and falls back when the routes are")
  func damage() throws {
    let site = try SiteFixture()
    let box = sandbox(site)
    let first = try build(site, "first", version: "1.0")
    let second = try build(site, "second", version: "1.1")
    try box.install(resource: first, update: second)
    let cached = try #require(try box.resolve(Self.uri, .ios).file)
    try site.folder.write(
      "damaged", to: String(cached.path.dropFirst(site.folder.path("").utf8.count)))
    #expect(try box.resolve(Self.uri, .ios).isPageLost)
    let third = try build(site, "second", version: "1.2")
    #expect(try box.install(update: third).fetchedPages == 1)
    #expect(try page(box).text?.hasSuffix("second") == true)

    try site.folder.write("damaged", to: "box/cache/routes.json")
    #expect(try page(box).text?.hasSuffix("first") == true)
    #expect(try box.install().source == .resource)
    #expect(try site.folder.names(in: "box/cache") == [])
    #expect(second == third)
  }

  @Test("says why there is nothing")
  func empty() throws {
    let site = try SiteFixture()
    let box = sandbox(site)
    #expect(throws: RouteSandboxError.empty(path: box.path)) { try box.install() }
    #expect(throws: RouteSandboxError.empty(path: box.path)) { try box.resolve("a", .ios) }
    let folder = try site.folder.makeFolder("nothing")
    #expect(throws: RouteSandboxError.noMap(folder: folder)) { try box.install(resource: folder) }
    #expect(throws: FileError.self) { try box.install(resource: folder + "/no") }
  }

  @Test("is left to the process that holds it")
  func busy() throws {
    let site = try SiteFixture()
    let box = sandbox(site)
    try box.install(resource: try build(site, "first"))
    let lock = try Folder(box.path).lock(timeout: .zero)
    #expect(throws: RouteSandboxError.busy(path: box.path)) { try box.install() }
    #expect(try page(box).source == .resource)
    withExtendedLifetime(lock) {}
  }

  @Test("looks in the cache, then in the resource folder, then says the network")
  func order() throws {
    let site = try SiteFixture()
    let box = sandbox(site)
    let first = try build(site, "first", version: "1.0")
    try box.install(resource: first)
    let resolution = try box.resolve(Self.uri, .ios)
    let address = try #require(resolution.route?.remoteFile)
    #expect(resolution.file?.source == .resource)
    let bytes = try readWholeFile(try #require(resolution.file?.path))
    try site.folder.write(bytes, to: "box/cache/" + address.cacheName())
    #expect(try page(box).source == .cache)
    try site.folder.write("damaged", to: "box/resource/" + address.lastComponents)
    #expect(try page(box).source == .cache)
    try site.folder.write("damaged", to: "box/cache/" + address.cacheName())
    #expect(try page(box).source == nil)
    try site.folder.write(bytes, to: "box/resource/" + address.lastComponents)
    #expect(try page(box).source == .resource)
  }

  @Test("says of every route what became of it")
  func verdicts() throws {
    let map = try RouteMap.read(
      Array(
        #"{"items":[{"uri":"(","remote_file":"r/a.html"},{"uri":"b","remote_file":"r/a.html"},{"uri":"app://a","remote_file":"r/a.html"},{"uri":"^app://a/b$","remote_file":"r/a.html"},{"uri":"(x)\\1","remote_file":"r/a.html"}],"partial_items":[{"uri":".*","remote_file":"r/a.html"}]}"#
          .utf8), file: "routes.json")
    let verdicts = { (platform: RoutePlatform) in
      RouteCandidate.all(for: "app://a/b", in: map, platform).map(\.verdict.name)
    }
    #expect(verdicts(.ios) == ["invalid", "chosen", "later", "later", "unknown", "later"])
    #expect(
      verdicts(.android) == ["invalid", "part-only", "part-only", "chosen", "unknown", "later"])
  }
}
