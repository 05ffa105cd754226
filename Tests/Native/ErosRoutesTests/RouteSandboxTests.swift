import ErosCore
import ErosFiles
import ErosRoutes
import ErosTestSupport
import Foundation
import Testing

@Suite("Route sandbox", .temporaryFolder)
struct RouteSandboxTests {
  private static let uri = "app://example/demo"

  /// Builds a version of the site into the folder `name`.
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

  @Test("uses the shipped routes, then an update, then those of a newer app")
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
    #expect(updated.source == .cache && updated.update == .installed && !updated.hasNewResource)
    // The other page did not change.
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
    #expect(try box.install(update: second, allowingAnyVersion: true).update == .superseded)
    #expect(try site.folder.names(in: "box").contains("staging") == false)
  }

  @Test("keeps the pages of cached routes when the resource folder changes")
  func keeps() throws {
    let site = try SiteFixture()
    let box = sandbox(site)
    let first = try build(site, "first", version: "1.0")
    let second = try build(site, "second", version: "2.0")
    try box.install(resource: first, update: second)
    // The new resource folder lacks a page that the cached routes need from the old one.
    try site.folder.write(#"{"version":"1.5","items":[]}"#, to: "new/routes.json")
    let installed = try box.install(resource: site.folder.path("new"))
    #expect(installed.source == .cache)
    #expect(try box.resolve("app://partial.example/other", .ios).file?.source == .cache)
  }

  @Test("rejects an update with missing pages")
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

  @Test("accepts an update whose pages come from the network")
  func unpacked() throws {
    let site = try SiteFixture()
    let box = sandbox(site)
    let installed = try box.install(
      resource: try build(site, "first"), update: try build(site, "second", packed: false))
    #expect(installed.source == .cache && installed.fetchedPages == 0)
    let found = try box.resolve(Self.uri, .ios)
    #expect(found.route != nil && found.file == nil && !found.isPageLost)
  }

  @Test("fetches a damaged page again, and falls back if the map is damaged")
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
    // The page is fetched again, although the version is the same.
    let again = try box.install(update: second)
    #expect(again.update == .same && again.fetchedPages == 1)
    #expect(try page(box).text?.hasSuffix("second") == true)
    #expect(try box.install(update: second).fetchedPages == 0)

    try site.folder.write("damaged", to: "box/cache/routes.json")
    #expect(try page(box).text?.hasSuffix("first") == true)
    #expect(try box.install().source == .resource)
    #expect(try site.folder.names(in: "box/cache") == [])
  }

  @Test("fetches a page that is damaged in the resource folder")
  func damagedResource() throws {
    let site = try SiteFixture()
    let box = sandbox(site)
    let first = try build(site, "first", version: "1.0")
    try box.install(resource: first)
    let address = try #require(try box.resolve(Self.uri, .ios).route?.remoteFile)
    try site.folder.write("damaged", to: "box/resource/" + address.lastComponents)
    #expect(try box.install(update: first).fetchedPages == 1)
    #expect(try page(box).source == .cache)
    // The next launch keeps it.
    #expect(try box.install().update == .none)
    #expect(try page(box).text?.hasSuffix("first") == true)
  }

  @Test("checks an update before it changes the resource folder")
  func badUpdate() throws {
    let site = try SiteFixture()
    let box = sandbox(site)
    try box.install(resource: try build(site, "first", version: "1.0"))
    let second = try build(site, "second", version: "1.1")
    let third = try build(site, "third", version: "1.2")
    for file in try site.folder.names(in: "third/rexxar") where file.hasPrefix("demo") {
      try site.folder.write("damaged", to: "third/rexxar/" + file)
    }
    let before = try site.folder.readTree("box").files
    let error = #expect(throws: RouteSandboxError.self) {
      try box.install(resource: second, update: third)
    }
    #expect(error?.exitStatus == .inputNotFound)
    #expect(try site.folder.readTree("box").files == before)
    let nothing = try site.folder.makeFolder("nothing")
    #expect(throws: RouteSandboxError.noMap(folder: nothing)) {
      try box.install(resource: second, update: nothing)
    }
    try site.folder.write("{", to: "broken/routes.json")
    #expect(throws: JSONError.self) {
      try box.install(resource: second, update: site.folder.path("broken"))
    }
    #expect(try site.folder.readTree("box").files == before)
    // An update that is not installed may be incomplete.
    let newest = try build(site, "newest", version: "1.3")
    #expect(try box.install(resource: newest, update: third).update == .notNewer)
  }

  @Test(
    "accepts an update whose pages only the old resource folder has, if the cached routes name them"
  )
  func keptForUpdate() throws {
    let site = try SiteFixture()
    let box = sandbox(site)
    let first = try build(site, "first", version: "1.0")
    let second = try build(site, "second", version: "2.0")
    let third = try build(site, "third", version: "2.1")
    try box.install(resource: first, update: second)
    try site.folder.write(#"{"version":"1.5","items":[]}"#, to: "new/routes.json")
    // The server lacks the page that all three have in common.
    for file in try site.folder.names(in: "third/rexxar") where file.hasPrefix("other") {
      try FileManager.default.removeItem(atPath: site.folder.path("third/rexxar/" + file))
    }
    let installed = try box.install(resource: site.folder.path("new"), update: third)
    #expect(installed.update == .installed && installed.fetchedPages == 1)
    #expect(try box.resolve("app://partial.example/other", .ios).file?.source == .cache)
  }

  @Test("replaces a resource folder with an unknown entry")
  func unknownEntry() throws {
    let site = try SiteFixture()
    let box = sandbox(site)
    let first = try build(site, "first", version: "1.0")
    try box.install(resource: first)
    try FileManager.default.createSymbolicLink(
      atPath: site.folder.path("box/resource/link"), withDestinationPath: "/")
    #expect(try box.install(resource: first).hasNewResource)
    #expect(!(try site.folder.names(in: "box/resource")).contains("link"))
  }

  @Test("works if the cache is not a folder")
  func plainCache() throws {
    let site = try SiteFixture()
    let box = sandbox(site)
    let first = try build(site, "first", version: "1.0")
    try box.install(resource: first)
    try site.folder.write("not a folder", to: "box/cache")
    #expect(try page(box).source == .resource)
    #expect(try box.install().source == .resource)
    try site.folder.write("not a folder", to: "box/cache")
    let updated = try box.install(update: try build(site, "second", version: "1.1"))
    #expect(updated.update == .installed)
    #expect(try page(box).source == .cache)
  }

  @Test("rejects a page whose name in the cache would be too long")
  func longExtension() throws {
    let site = try SiteFixture()
    let box = sandbox(site)
    try box.install(resource: try build(site, "first", version: "1.0"))
    let name = "r/a." + String(repeating: "x", count: 240)
    try site.folder.write("x", to: "second/" + name)
    try site.folder.write(
      #"{"version":"2","items":[{"uri":"^a$","remote_file":"https://x/\#(name)","pack_in_app":true}]}"#,
      to: "second/routes.json")
    let second = site.folder.path("second")
    #expect(throws: RouteSandboxError.pagesMissing(folder: second, [name])) {
      try box.install(update: second)
    }
    #expect(try page(box).source == .resource)
  }

  @Test("finds a page by the bytes of its name")
  func decomposed() throws {
    let site = try SiteFixture()
    let box = sandbox(site)
    let names = ["r/e\u{301}.html", "r/\u{E9}.html"]
    for name in names { try site.folder.write(name, to: "first/" + name) }
    let routes = names.map {
      #"{"uri":"^\#($0.utf8.count)$","remote_file":"https://x/\#($0)","pack_in_app":true}"#
    }
    try site.folder.write(
      #"{"items":[\#(routes.joined(separator: ","))]}"#, to: "first/routes.json")
    try box.install(resource: site.folder.path("first"))
    for name in names {
      let found = try #require(try box.resolve("\(name.utf8.count)", .ios).file)
      #expect(try readWholeFile(found.path) == Array(name.utf8))
    }
    // A page with the other Unicode form is another page.
    try FileManager.default.removeItem(atPath: site.folder.path("first/" + names[0]))
    #expect(throws: RouteSandboxError.self) {
      try box.install(resource: site.folder.path("first"))
    }
  }

  @Test("does not copy the remains of an interrupted build")
  func leftovers() throws {
    let site = try SiteFixture()
    let box = sandbox(site)
    let first = try build(site, "first", version: "1.0")
    try site.folder.write("half", to: "first/rexxar/.demo.html.eros-staged")
    try box.install(resource: first)
    #expect(!(try site.folder.names(in: "box/resource/rexxar")).contains { $0.hasPrefix(".") })
    #expect(try !box.install(resource: first).hasNewResource)
  }

  @Test(
    "does not change a folder that is neither empty nor a sandbox",
    arguments: [
      ["staging/a": "1"], ["cache/a": "1"], ["resource/a": "1"], ["src/a.js": "1"],
      ["lock": "", "staging/1": "1", "resource/routes.json": #"{"my":1}"#],
      ["lock": "", "staging/1": "1", "cache/routes.json": "{}", "cache/a.html": "1"],
      ["lock": "", "resource/rexxar/demo-0123456789.html": "1"],
      // A site in a project.
      ["src/a.js": "1", "resource/routes.json": #"{"items":[]}"#, "staging/1": "1"],
      ["lock": "4711", "src/a.js": "1", "resource/routes.json": #"{"items":[]}"#],
    ])
  func unknownFolders(files: [String: String]) throws {
    let site = try SiteFixture()
    let box = sandbox(site)
    let first = try build(site, "first", version: "1.0")
    for (file, text) in files { try site.folder.write(text, to: "box/" + file) }
    let before = try site.folder.readTree("box").files
    let error = #expect(throws: RouteSandboxError.self) { try box.install(resource: first) }
    guard case .notEmpty(box.path, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.remedy?.contains("--sandbox \(box.path)/routes") == true)
    #expect(throws: RouteSandboxError.empty(path: box.path)) { try box.install() }
    #expect(try site.folder.readTree("box").files == before)
  }

  @Test("recognizes a sandbox by its contents, also without its lock or with damaged maps")
  func recognition() throws {
    let site = try SiteFixture()
    let box = sandbox(site)
    let first = try build(site, "first", version: "1.0")
    let second = try build(site, "second", version: "1.1")
    try box.install(resource: first, update: second)
    try FileManager.default.removeItem(atPath: site.folder.path("box/lock"))
    #expect(try box.install().source == .cache)
    #expect(try page(box).text?.hasSuffix("second") == true)
    try site.folder.write("", to: "box/.DS_Store")
    for map in ["cache", "resource"] {
      try site.folder.write("damaged", to: "box/\(map)/routes.json")
    }
    #expect(try box.install(resource: first).source == .resource)
    #expect(try page(box).text?.hasSuffix("first") == true)

    // Without a resource folder, only the names in the cache identify the sandbox.
    let other = RouteSandbox(site.folder.path("other"), lockTimeout: .zero)
    try other.install(update: first)
    try site.folder.write("damaged", to: "other/cache/routes.json")
    #expect(try other.install(update: second).update == .installed)
    #expect(try page(other).text?.hasSuffix("second") == true)
  }

  @Test("reports an empty sandbox and a missing map")
  func empty() throws {
    let site = try SiteFixture()
    let box = sandbox(site)
    #expect(throws: RouteSandboxError.empty(path: box.path)) { try box.install() }
    #expect(throws: RouteSandboxError.empty(path: box.path)) { try box.resolve("a", .ios) }
    let folder = try site.folder.makeFolder("nothing")
    #expect(throws: RouteSandboxError.noMap(folder: folder)) { try box.install(resource: folder) }
    #expect(throws: FileError.self) { try box.install(resource: folder + "/no") }
  }

  @Test("names the item that others can write")
  func writableItem() throws {
    let site = try SiteFixture()
    let box = sandbox(site)
    try box.install(resource: try build(site, "first"))
    let lock = box.path + "/lock"
    for (path, mode) in [(box.path, 0o755), (lock, 0o666)] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    let error = #expect(throws: RouteSandboxError.self) { try page(box) }
    #expect(error?.problem == "other users can write to '\(lock)' (mode 666)")
    #expect(error?.remedy?.contains("`chmod -R go-w \(box.path.shellQuoted)`") == true)
  }

  @Test("is not changed while another process holds the lock")
  func busy() throws {
    let site = try SiteFixture()
    let box = sandbox(site)
    try box.install(resource: try build(site, "first"))
    let lock = try Folder(box.path).lock(timeout: .zero)
    #expect(throws: RouteSandboxError.busy(path: box.path)) { try box.install() }
    #expect(try page(box).source == .resource)
    withExtendedLifetime(lock) {}
  }

  @Test("searches the cache, then the resource folder, then refers to the network")
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

  @Test("gives a verdict on every route")
  func verdicts() throws {
    let map = try RouteMap.read(
      Array(
        #"{"items":[{"uri":"(","remote_file":"r/a.html"},{"uri":"b","remote_file":"r/a.html"},{"uri":"app://a","remote_file":"r/a.html"},{"uri":"^app://a/b$","remote_file":"r/a.html"},{"uri":"(x)\\1","remote_file":"r/a.html"}],"partial_items":[{"uri":".*","remote_file":"r/a.html"}]}"#
          .utf8), file: "routes.json")
    let verdicts = { (platform: Platform) in
      RouteCandidate.all(for: "app://a/b", in: map, platform).map(\.verdict.name)
    }
    #expect(verdicts(.ios) == ["invalid", "chosen", "later", "later", "unknown", "later"])
    // Android searches partial pages in the second list only.
    #expect(
      verdicts(.android) == ["invalid", "part-only", "part-only", "chosen", "unknown", "chosen"])
  }

  @Test("limits the work on hostile routes")
  func hostile() throws {
    let long = "(?=a)" + String(repeating: "a{1000}", count: 9)
    let routes = (0..<20_000).map {
      Route(
        list: .items, uri: "\(long)\($0)", remoteFile: RouteAddress("r/a.html"), deployTime: nil,
        isPackedInApp: false)
    }
    let map = RouteMap(version: nil, deployTime: "now", routes: routes)
    var verdicts: [String] = []
    let time = processorTime {
      verdicts = RouteCandidate.all(for: "a", in: map, .ios).map(\.verdict.name)
    }
    #expect(time < .seconds(120))
    #expect(verdicts.count == routes.count && verdicts.first == "no-match")
    #expect(verdicts.last == "unknown")
  }

  @Test(
    "finds a page and a partial page for Android, and lists earlier routes that it cannot check")
  func lists() throws {
    let site = try SiteFixture()
    let box = sandbox(site)
    for name in ["a", "b"] { try site.folder.write(name, to: "first/r/\(name).html") }
    let route = { (uri: String, page: String) in
      #"{"uri":"\#(uri)","remote_file":"https://x/r/\#(page).html"}"#
    }
    try site.folder.write(
      #"{"items":[\#(route("(x)\\\\1", "a")),\#(route("^app://.*$", "a"))],"partial_items":[\#(route("^app://a$", "b")),\#(route("(y)\\\\1", "b"))]}"#,
      to: "first/routes.json")
    try box.install(resource: site.folder.path("first"))
    let files = { (platform: Platform) throws -> [String] in
      try box.resolve("app://a", platform).matches.map {
        try String(decoding: readWholeFile($0.file?.path ?? ""), as: UTF8.self)
      }
    }
    #expect(try files(.ios) == ["a"])
    #expect(try files(.android) == ["a", "b"])
    #expect(try box.resolve("app://a", .ios).unchecked.map(\.uri) == ["(x)\\1"])
    #expect(try box.resolve("none", .ios).unchecked.count == 2)
  }
}
