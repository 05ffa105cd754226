import ErosCore
import ErosNativeTestSupport
import ErosSources
import Testing

@testable import ErosRegistry

@Suite("Surface and fingerprint")
struct SurfaceTests {
  @Test(
    "the example has the published document and fingerprints",
    arguments: [
      (Platform.ios, 1080, "7020c5d51dc53291391a2aac471a50dd6eeb3fda9c40a5dcd36379ce6fce134c"),
      (.android, 1084, "83cf8be5e9cf5d57e69b0fbf859d9b5993bd150729984302927bd6658d3f8f56"),
    ])
  func vector(platform: Platform, size: Int, digest: String) throws {
    let surface = try #require(try acme().registry).surface(on: platform)
    if platform == .ios {
      let text = String(decoding: surface.canonicalText, as: UTF8.self) + "\n"
      #expect(text == String(decoding: try input("acme-surface-ios.json"), as: UTF8.self))
    }
    #expect(surface.canonicalText.count == size)
    #expect(try surface.fingerprint() == "sha256:" + digest)
  }

  static let method = #"{"name": "m", "args": ["a: {x: string, y?: number}"]}"#

  private static func members(
    _ method: String = method, name: String = "a", facts: String = #""ios": "A", "android": "a.A""#
  ) -> String {
    #""types": {"T": {"x": "string"}}, "modules": [{"name": ""# + name + #"", "# + facts
      + #", "methods": ["# + method + #"]}, {"name": "z", "ios": "Z", "android": "a.Z"}]"#
  }

  @Test(
    "parts that JavaScript cannot observe do not change the surface",
    arguments: [
      members(
        facts:
          #""doc": "d", "since": "1.0", "ios": {"class": "B", "header": "B.h"}, "android": {"class": "a.B", "global": true}"#
      ),
      members(
        #"{"doc": "d", "args": [{"type": "{ y?:number , x : string }", "name": "other"}], "name": "m", "deprecated": true}"#
      ),
      members(#"{"name": "m", "args": ["a: {x: string|string, y: number?}"]}"#),
    ])
  func invariant(members: String) throws {
    let plain = try registry(around: Self.members()).surface(on: .ios)
    #expect(try registry(around: members).surface(on: .ios).fingerprint() == plain.fingerprint())
  }

  @Test("the order, the object form and Booleans as strings do not change the surface")
  func forms() throws {
    let list = try registry(
      around:
        #""modules": [{"name": "a", "ios": "A", "android": "a.A", "methods": [{"name": "m", "sync": true, "returns": "string"}, {"name": "n"}]}, {"name": "b", "ios": "B", "android": "a.B"}]"#
    )
    let object = try registry(
      around:
        #""modules": {"b": {"ios": "B", "android": "a.B"}, "a": {"ios": "A", "android": "a.A", "methods": [{"name": "n"}, {"name": "m", "returns": "string", "sync": "true"}]}}"#
    )
    for platform in Platform.allCases {
      #expect(list.surface(on: platform) == object.surface(on: platform))
    }
  }

  @Test(
    "everything else changes the surface",
    arguments: [
      members(#"{"name": "n", "args": ["a: {x: string, y?: number}"]}"#),
      members(#"{"name": "m", "args": ["a: {x: string, y: number}"]}"#),
      members(#"{"name": "m", "sync": true, "args": ["a: {x: string, y?: number}"]}"#),
      members(#"{"name": "m"}"#), members(name: "b"), members(facts: #""android": "a.A""#),
    ])
  func sensitive(members: String) throws {
    let plain = try registry(around: Self.members()).surface(on: .ios)
    let changed = try registry(around: members).surface(on: .ios)
    #expect(try changed.fingerprint() != plain.fingerprint())
    #expect(changed.changes(since: plain).level >= .minor)
    #expect(plain.changes(since: changed).level >= .minor)
  }

  static let damaged = [
    ("modules", #"{"m": {"methods": {"f": {"args": ["string", 1]}}}}"#),
    ("modules", #"{"m": {"methods": {"f": {"returns": 1}}}}"#),
    ("modules", #"{"m": {"methods": {"f": {"sync": "yes"}}}}"#),
    ("modules", #"{"m": {"methods": [1]}}"#), ("modules", #"{"m": 1}"#), ("modules", "[]"),
    ("components", #"{"c": {"events": {"e": 1}}}"#),
    ("components", #"{"c": {"attributes": {"a": {"type": 1}}}}"#),
    ("components", #"{"c": {"attributes": {"a": {"required": 1}}}}"#),
    ("widgets", #"{"w": {"params": [1]}}"#), ("widgets", #"{"w": {"params": ["a"]}}"#),
    ("containerAPIs", #"{"c": {"returns": 1}}"#),
    ("embedViews", #"{"v": {"messages": {"m": {"data": 1}}}}"#), ("jsApis", #"{"j": 1}"#),
  ]

  @Test("a surface with a damaged field is refused", arguments: damaged)
  func damagedSurface(category: String, value: String) throws {
    func surface(_ members: String) throws -> RegistrySurface? {
      let text = "{\"format\": 1, \"platform\": \"ios\"\(members)}"
      return RegistrySurface(document: try JSONReader.read(Array(text.utf8), file: "lock").value)
    }
    #expect(try surface("") != nil)
    #expect(try surface(", \"\(category)\": \(value)") == nil)
  }

  @Test("a lock file survives a round trip, and a wrong fingerprint is rejected")
  func lock() throws {
    let registry = try #require(try acme().registry)
    var lock = RegistryRecord()
    for version in ["1.10", "1.2.0", "1.1.0"] {
      lock.record(.init(version: version, surface: registry.surface(on: .ios)))
      lock.record(
        .init(version: version, surface: registry.surface(on: .android), registration: "sha256:0"))
    }
    lock.record(.init(version: "1.2", surface: registry.surface(on: .ios)))
    let text = try lock.text()
    let again = try RegistryRecord.read(text, file: "lock")
    #expect(again.releases == lock.releases)
    #expect(try again.text() == text)
    #expect(
      lock.releases.map { "\($0.surface.platform) \($0.version)" } == [
        "android 1.1.0", "android 1.2.0", "android 1.10", "ios 1.1.0", "ios 1.2", "ios 1.10",
      ])
    #expect(again.newest(on: .ios)?.surface == registry.surface(on: .ios))
    let changed = String(decoding: text, as: UTF8.self).replacing("\"scan\"", with: "\"scam\"")
    #expect(throws: RegistryError.self) {
      try RegistryRecord.read(Array(changed.utf8), file: "lock")
    }
  }
}
