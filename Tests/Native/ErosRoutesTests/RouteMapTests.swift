import ErosCore
import ErosRoutes
import ErosTestSupport
import Foundation
import Testing

@Suite("Route maps")
struct RouteMapTests {
  static let text =
    #"{"version":"6.4.0","items":[{"uri":"^a$","remote_file":"https://x/s/r/d-c775298867.html","pack_in_app":"true","note":1}],"deploy_time":"Mon, 19 Feb 2018 14:08:49 GMT","other":null}"#

  @Test("keep unknown keys in their order")
  func roundTrip() throws {
    let map = try RouteMap.read(Array(Self.text.utf8), file: "routes.json")
    #expect(String(decoding: JSONWriter.write(.object(map.root)), as: UTF8.self) == Self.text)
    #expect(map.version == RouteVersion("6.4"))
    #expect(map.routes.map(\.isPackedInApp) == [true])
    #expect(try RouteMap.read(map.text, file: "again").routes == map.routes)
  }

  /// A map in the form of Rexxar's build: indented, without a version, with the hash in the name.
  private static let published = """
    {
      "items": [
        {
          "deploy_time": "Mon, 19 Feb 2018 14:08:49 GMT",
          "remote_file": "https://example.com/site/dist/pages/home-0a1b2c3d4e.html",
          "uri": "app://example.com/home[/]?.*"
        }
      ],
      "partial_items": [
        {
          "deploy_time": "Mon, 19 Feb 2018 14:08:49 GMT",
          "remote_file": "https://example.com/site/dist/pages/card-0a1b2c3d4e.html",
          "uri": "app://partial.example.com/home/_.*"
        }
      ],
      "deploy_time": "Mon, 19 Feb 2018 14:08:49 GMT"
    }
    """

  @Test("in the form of Rexxar's build is written as it was read")
  func published() throws {
    let map = try RouteMap.read(Array(Self.published.utf8), file: "routes.json")
    let text = String(decoding: map.text, as: UTF8.self)
    #expect(text.trimmingCharacters(in: .newlines) == Self.published)
    #expect(map.routes.map(\.list) == [.items, .partialItems])
    #expect(map.routes.allSatisfy { $0.remoteFile.contentHash == "0a1b2c3d4e" })
    #expect(map.routes[0].remoteFile.lastComponents == "pages/home-0a1b2c3d4e.html")
  }

  @Test(
    "report the position of an error",
    arguments: [
      ("[]", "1:1: the map must be an object"), ("{}", "1:1: missing 'items' and 'partial_items'"),
      (#"{"items":{}}"#, "1:10: 'items' must be an array"),
      (#"{"items":[1]}"#, "1:11: the entry must be an object"),
      (#"{"items":[{"uri":"a"}]}"#, "1:11: 'remote_file' is missing in the entry"),
      (#"{"items":[{"uri":"","remote_file":"a"}]}"#, "1:18: 'uri' is empty"),
      (#"{"items":[],"version":6.4}"#, "1:23: 'version' must be a string"),
      (
        #"{"items":[{"uri":"a","remote_file":"a","pack_in_app":1}]}"#, "1:54: 'pack_in_app' must be"
      ),
      (#"{"items":[],"items":[]}"#, "1:13: duplicate key 'items'"),
    ])
  func malformed(text: String, problem: String) throws {
    let error = #expect(throws: (any Error).self) {
      try RouteMap.read(Array(text.utf8), file: "routes.json")
    }
    let shown = (error as? any ErosError)?.problem ?? ""
    #expect(shown.hasPrefix("routes.json:" + problem), "\(shown)")
  }

  @Test(
    "compare versions part by part",
    arguments: [
      ("1.0", "1", 0), ("1.10", "1.9", 1), ("1.0.1", "1.0", 1), ("", "0", 0), ("1.x", "1.0", 0),
      ("1.x.1", "1.0.0", 1), ("2", "10", -1), ("1..1", "1.0.1", 0),
      ("99999999999999999999999", "1", 1),
      ("-1", "0", 0), ("1.-5", "1", 0), ("v2", "1", -1),
    ])
  func versions(left: String, right: String, order: Int) {
    let (left, right) = (RouteVersion(left), RouteVersion(right))
    #expect((left < right ? -1 : left == right ? 0 : 1) == order)
    #expect((right < left ? -1 : left == right ? 0 : 1) == -order)
  }

  @Test("are chosen by the table of versions")
  func choices() {
    let none = RouteChoice.Presence.present(version: nil)
    let version = { RouteChoice.Presence.present(version: RouteVersion($0)) }
    let table: [(RouteChoice.Presence, RouteChoice.Presence, RouteChoice.Source?, Bool)] = [
      (version("1.0"), version("1.1"), .resource, true),
      (version("1.1"), version("1.1"), .cache, false),
      (version("1.2"), version("1.1"), .cache, false), (none, version("0"), .resource, true),
      (none, none, .cache, false), (version("1"), none, .cache, false),
      (version("1"), .absent, .cache, false), (none, .absent, .cache, false),
      (.absent, none, .resource, false), (.absent, version("1"), .resource, false),
      (.absent, .absent, nil, false),
    ]
    for (cache, resource, source, empties) in table {
      let choice = RouteChoice(cache: cache, resource: resource)
      #expect(choice?.source == source, "\(cache) \(resource)")
      #expect(choice?.emptiesCache ?? false == empties, "\(cache) \(resource)")
    }
  }

  @Test("write times in the format of RFC 1123")
  func times() {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    #expect(DeployTime.text(secondsSince1970: 1_519_049_329) == "Mon, 19 Feb 2018 14:08:49 GMT")
    for seconds in stride(from: Int64(0), to: 20_000_000_000, by: 7_654_321) {
      let date = Date(timeIntervalSince1970: Double(seconds))
      #expect(DeployTime.text(secondsSince1970: seconds) == formatter.string(from: date))
    }
  }

  @Test("derive file names from addresses")
  func addresses() throws {
    let page = RouteAddress("https://example.com/site/rexxar/demo-c775298867.html?x#y")
    #expect(page.lastComponents == "rexxar/demo-c775298867.html")
    #expect(page.base == "https://example.com/site")
    #expect(page.contentHash == "c775298867" && page.pathExtension == "html")
    #expect(RouteAddress("rexxar/my-demo-c775298867.html").contentHash == nil)
    #expect(RouteAddress("js/a.min-c775298867.js").contentHash == "c775298867")
    #expect(RouteAddress("js/a-b.js").contentHash == nil)
    #expect(RouteAddress("rexxar/demo-.html").contentHash == nil)
    // The output of `md5sum` for the address.
    #expect(
      try RouteAddress("https://example.com/a/b.html").cacheName()
        == "fca748ec4c89c49cff4be1c716c47a97.html")
  }

  @Test(
    "contain a hash only if it has the length of a hash from Rexxar's tools",
    arguments: [
      ("demo-7.html", nil), ("demo-c77529886.html", nil), ("demo-C775298867.html", nil),
      ("demo-c775298867.html", "c775298867"), ("demo-c775298867a1.html", "c775298867a1"),
      ("demo-\(String(repeating: "c", count: 32)).html", String(repeating: "c", count: 32)),
      ("demo-\(String(repeating: "c", count: 33)).html", nil),
    ])
  func hashLength(name: String, hash: String?) {
    #expect(RouteAddress("rexxar/" + name).contentHash == hash)
  }

  @Test("compare addresses by their bytes")
  func bytes() throws {
    let composed = RouteAddress("https://x/r/\u{E9}-1.html")
    let decomposed = RouteAddress("https://x/r/e\u{301}-1.html")
    #expect(composed != decomposed)
    #expect(try composed.cacheName() != decomposed.cacheName())
    let map = RouteMap(
      version: nil, deployTime: "now",
      routes: [composed, decomposed, composed].map {
        Route(list: .items, uri: "a", remoteFile: $0, deployTime: nil, isPackedInApp: true)
      })
    #expect(map.packedFiles.count == 2)
  }

  @Test("parse hosts and paths as bytes")
  func nonASCII() throws {
    let page = RouteAddress("https://日本語日本語.jp/s/r/ä/d-c775298867.html?é#ü")
    #expect(page.lastComponents == "ä/d-c775298867.html")
    #expect(page.base == "https://日本語日本語.jp/s/r")
    #expect(page.contentHash == "c775298867" && page.pathExtension == "html")
    // To Swift, a slash, a hyphen or a dot before a combining mark is another character.
    #expect(
      RouteAddress("https://x/\u{301}a/\u{301}b.html").lastComponents == "\u{301}a/\u{301}b.html")
    #expect(RouteAddress("r/d-c775298867.\u{301}x.html").contentHash == "c775298867")
    #expect(RouteAddress("r/d-\u{301}c775298867.html").contentHash == nil)
  }

  @Test("are not reordered when a duplicate route is removed")
  func twice() {
    func map(_ uris: String...) -> RouteMap {
      RouteMap(
        version: nil, deployTime: "now",
        routes: uris.map {
          Route(
            list: .items, uri: $0, remoteFile: RouteAddress("r/a"), deployTime: nil,
            isPackedInApp: false)
        })
    }
    #expect(!RouteDifference(from: map("a", "b", "a"), to: map("a", "b")).isReordered)
    #expect(RouteDifference(from: map("a", "b", "a"), to: map("b", "a")).isReordered)
  }

  @Test("the differences of two route maps are listed")
  func difference() throws {
    func map(_ items: [(String, String, Bool)]) -> RouteMap {
      RouteMap(
        version: nil, deployTime: "now",
        routes: items.map {
          Route(
            list: .items, uri: $0.0, remoteFile: RouteAddress($0.1), deployTime: nil,
            isPackedInApp: $0.2)
        })
    }
    let old = map([
      ("a", "r/a-1.html", true), ("b", "r/b-1.html", true), ("c", "r/c-1.html", false),
    ])
    let new = map([("c", "r/c-1.html", true), ("b", "r/b-2.html", true), ("d", "r/b-2.html", true)])
    let difference = RouteDifference(from: old, to: new)
    #expect(difference.added.map(\.uri) == ["d"])
    #expect(difference.removed.map(\.uri) == ["a"])
    #expect(difference.changed.map(\.new.uri) == ["c", "b"])
    #expect(difference.isReordered)
    #expect(difference.fetches.map(\.description) == ["r/c-1.html", "r/b-2.html"])
    #expect(!RouteDifference(from: new, to: new).isReordered)
  }
}
