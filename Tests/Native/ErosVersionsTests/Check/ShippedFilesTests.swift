import ErosCore
import ErosFiles
import ErosNativeTestSupport
import ErosRegistry
import ErosSources
import ErosSyntax
import ErosTestSupport
import ErosVersions
import Foundation
import Testing

@Suite("Checking shipped files", .temporaryFolder)
struct ShippedFilesTests {
  private static let folder = "platforms/ios/Demo/Demo/"

  private func packed() async throws -> CheckFixture {
    let fixture = try await CheckFixture.make(commits: false)
    try await fixture.pack(timestamp: 1_000)
    #expect(try fixture.check().short == [])
    return fixture
  }

  /// Rewrites the iOS zip with Python; `body` is a statement that changes the dictionary `files`.
  private func rewriteZip(_ fixture: CheckFixture, _ body: String) async throws {
    let result = try await runTool(
      "python3",
      [
        "-c",
        """
        import sys, zipfile
        with zipfile.ZipFile(sys.argv[1]) as old:
            files = {name: old.read(name) for name in old.namelist()}
        \(body)
        with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as new:
            for name, data in files.items():
                new.writestr(name, data)
        """, fixture.root + "/" + Self.folder + "bundle.zip",
      ])
    try #require(result.status == 0, "\(result)")
  }

  @Test("reports a zip without its manifest, and the reverse")
  func together() async throws {
    let fixture = try await packed()
    let (zip, manifest) = (Self.folder + "bundle.zip", Self.folder + "bundle.config")
    let bytes = try fixture.folder.read("app/" + zip)
    try FileManager.default.removeItem(atPath: fixture.root + "/" + zip)
    let check = try fixture.check()
    #expect(check.short == ["bundleMissing bundle.config"])
    #expect(check.status == .success, "the zip may be packed where the app is built")
    try fixture.folder.write(bytes, to: "app/" + zip)
    #expect(try fixture.check().short == [])
    try FileManager.default.removeItem(atPath: fixture.root + "/" + manifest)
    #expect(try fixture.check().short == ["bundleMissing bundle.zip"])
    #expect(try fixture.check().status == .checkFailed)
    try FileManager.default.removeItem(atPath: fixture.root + "/" + zip)
    #expect(try fixture.check().short == [], "nothing is packed for this platform")
  }

  @Test("reports an invalid zip or another manifest without unpacking")
  func damaged() async throws {
    let fixture = try await packed()
    let manifest = Self.folder + "bundle.config"
    let text = try fixture.read(manifest)
    try fixture.write(text.replacing("{\"", with: "{ \""), to: manifest)
    #expect(try fixture.check().short == [], "the same values in another notation")
    try fixture.write(text.replacing("1000", with: "1001"), to: manifest)
    let check = try fixture.check()
    #expect(check.short == ["bundleDamaged bundle.zip"])
    #expect(check.findings.first?.message.hasSuffix("'md5.json' in the zip differ") == true)
    try fixture.write(text, to: manifest)
    try fixture.write("garbage", to: Self.folder + "bundle.zip")
    #expect(try fixture.check().short == ["bundleDamaged bundle.zip"])
    #expect(try fixture.check().status == .checkFailed)
  }

  static let rewrites: [(String, String?)] = [
    ("pass", nil),
    (
      "del files['assets/a.png']",
      "'assets/a.png': the manifest lists it, but it is not in the zip"
    ),
    ("files['assets/a.png'] += b'g'", "'assets/a.png': it has 4 bytes, but the manifest says 3"),
    ("del files['md5.json']", "'md5.json' not found in the zip"),
  ]

  @Test("reports a zip whose files differ from its manifest", arguments: rewrites)
  func files(change: String, message: String?) async throws {
    let fixture = try await packed()
    try await rewriteZip(fixture, change)
    #expect(try fixture.check().findings.map(\.message.description) == [message].compactMap(\.self))
  }

  @Test("compares the shipped configuration with the one that packing writes")
  func config() async throws {
    let fixture = try await packed()
    let shipped = Self.folder + "eros.native.json"
    try fixture.edit("eros.native.json", "\"name\": \"scan\"", "\"name\": \"other\"")
    #expect(try fixture.check().short == [], "keys that only `eros generate` reads are not shipped")
    try fixture.edit("eros.native.json", "\"page\": {", "\"page\": { \"mediatorPage\": \"\",")
    let check = try fixture.check()
    #expect(check.short.filter { $0 == "shippedConfigStale eros.native.json" }.count == 2)
    #expect(check.findings.first?.message.hasSuffix(": 'page' differs") == true)
    try await fixture.pack(timestamp: 2_000)
    #expect(try fixture.check().short == [])
    for text in ["\"x\"", "", try fixture.read("eros.native.json")] {
      try fixture.write(text, to: shipped)
      #expect(try fixture.check().short == ["shippedConfigStale eros.native.json"], "\(text)")
    }
    try FileManager.default.removeItem(atPath: fixture.root + "/" + shipped)
    #expect(try fixture.check().short == [])
  }

  @Test("accepts a configuration for a development server")
  func developmentServer() async throws {
    let fixture = try await packed()
    let result = try await runTool(
      Tool.built("eros"),
      ["pack", "--platform", "all", "--dev-server", "http://192.0.2.1:8889", "--quiet"],
      in: fixture.root)
    #expect(result.status == 0, "\(result)")
    #expect(try fixture.check().short == [])
  }

  @Test("warns of another app name")
  func appName() async throws {
    let fixture = try await CheckFixture.make()
    try fixture.edit("eros.native.json", "\"demo\"", "\"demo2\"")
    let check = try fixture.check(.git(reference: "HEAD"))
    #expect(check.short == ["appNameChanged eros.native.json:2"])
    #expect(check.status == .success)
    #expect(try fixture.check().short == [])
  }

  @Test("notes files that could not be compared")
  func notes() async throws {
    let fixture = try await packed()
    #expect(try fixture.check().notes == [])
    try FileManager.default.removeItem(atPath: fixture.root + "/platforms")
    let check = try fixture.check()
    #expect(check.status == .success)
    #expect(check.notes.count == 2)
    #expect(check.notes.first?.hasPrefix("no app version was compared") == true)
    #expect(check.notes.last?.contains("no bundle was compared") == true)
  }
}
