import ErosConfig
import ErosCore
import ErosTestSupport
import ErosVersions
import Foundation
import Testing

@Suite("References to files of the bundle", .temporaryFolder)
struct AssetReferenceTests {
  /// Text in quotes, and whether it refers to a missing file.
  static let texts = [
    ("bmlocal:// is the scheme of files in the bundle", false), ("bmlocal://...", false),
    ("bmlocal://…", false), ("bmlocal://是本地资源的协议", false),
    ("bmlocal://协议，例如 bmlocal://assets/x.png", false),
    ("bmlocal://assets is the folder of images", false),
    ("bmlocal://<name>.png", false), ("bmlocal://assets/x.png is shown at the start", false),
    ("bmlocal://assets are images. See readme.md", false), ("bmlocal://assets/", false),
    // Near misses: file names with spaces or other letters, and lists of images.
    ("bmlocal://assets/my logo.png", true), ("bmlocal://图片/新.png", true),
    ("bmlocal://assets/x.png 2x, bmlocal://assets/y.png 3x", true),
    ("bmlocal://pages/none", true), ("bmlocal://assets/x.png?v=1", true),
    ("bmlocal://assets/v1.2 beta/x.png", true),
  ]

  @Test("a page that is not UTF-8 is a warning, and a file of macOS is not a page")
  func encoding() async throws {
    let fixture = try await CheckFixture.make(commits: false)
    try fixture.write("var a = 1\n", to: "dist/pages/x.js")
    try fixture.folder.write([0x00, 0x05, 0xFF], to: "app/dist/pages/._x.js")
    #expect(try fixture.check().short == [])
    try fixture.folder.write([0x61, 0xD6, 0xD0], to: "app/dist/pages/x.js")
    let findings = try fixture.check().short
    #expect(findings == ["pageNotUTF8 x.js:1"])
  }

  @Test("are not found in prose about the scheme", arguments: texts)
  func prose(text: String, isReference: Bool) async throws {
    let fixture = try await CheckFixture.make(commits: false)
    try fixture.write("var item = { desc: \"\(text)\" }\n", to: "dist/pages/x.js")
    #expect(try fixture.check().short == (isReference ? ["assetMissing x.js:1"] : []))
    try fixture.write("// x\n", to: "dist/pages/x.js")
    try fixture.edit("eros.native.json", "\"appBoard\"", "\"desc\": \"\(text)\", \"appBoard\"")
    #expect(try fixture.check().short == (isReference ? ["assetMissing eros.native.json:3"] : []))
  }

  @Test("have a hint if a file differs only in upper and lower case")
  func letterCase() async throws {
    let fixture = try await CheckFixture.make(commits: false)
    try fixture.write("x", to: "dist/assets/Pay.png")
    try fixture.write(
      "a('bmlocal://assets/pay.png')\nb('bmlocal://assets/pax.png')\n", to: "dist/pages/x.js")
    let remedies = try fixture.check().findings.map { $0.remedy ?? "" }
    #expect(
      remedies.map { $0.contains("the file is 'assets/Pay.png'") } == [true, false], "\(remedies)")
  }

  @Test("of a tab bar count only if the app shows it")
  func tabBar() async throws {
    let fixture = try await CheckFixture.make(commits: false)
    let tab = #"{ "pagePath": "/pages/home/index.js", "icon": "bmlocal://assets/none.png" }"#
    try fixture.edit(
      "eros.native.json", "\"appBoard\"", "\"tabBar\": { \"list\": [\(tab), \(tab)] }, \"appBoard\""
    )
    #expect(try fixture.check().short == [])
    try fixture.edit(
      "eros.native.json", "\"/pages/home/index.js\" },\n  \"zip", "\"tabBar\" },\n  \"zip")
    let code = "assetMissing eros.native.json:3"
    #expect(try fixture.check().short == [code, code])
  }
}

@Suite("Omitted findings", .temporaryFolder)
struct FindingFilterTests {
  private static let page = "dist/pages/x.js"

  /// A project with two missing files in one page, and one of them in another page.
  private static func fixture() async throws -> CheckFixture {
    let fixture = try await CheckFixture.make(commits: false)
    try fixture.write("a('bmlocal://assets/x.png')\nb('bmlocal://assets/y.png')\n", to: page)
    try fixture.write("a('bmlocal://assets/x.png')\n", to: "dist/pages/z.js")
    return fixture
  }

  private func rules(_ texts: [String]) -> [FindingFilter.Rule] {
    texts.compactMap(FindingFilter.Rule.init)
  }

  @Test(
    "are those of a code, of a file, or about a missing file",
    arguments: [
      (["assetMissing"], []), (["assetMissing:dist/pages/x.js"], ["z.js:1"]),
      (["assetMissing:assets/y.png"], ["x.js:1", "z.js:1"]),
      (["assetMissing:dist/assets/y.png"], ["x.js:1", "z.js:1"]),
      (["assetMissing:assets/x.png", "assetMissing:assets/y.png"], []),
      // Near misses: another code, another file, a part of a path.
      (["pageMissing:dist/pages/x.js"], ["x.js:1", "x.js:2", "z.js:1"]),
      (["assetMissing:pages/x.js"], ["x.js:1", "x.js:2", "z.js:1"]),
      (["assetMissing:dist/pages"], ["x.js:1", "x.js:2", "z.js:1"]),
    ])
  func options(texts: [String], left: [String]) async throws {
    var check = try await Self.fixture().check()
    check.omit(rules(texts))
    #expect(check.short == left.map { "assetMissing " + $0 })
    let isUseless = left.count == 3
    #expect(check.notes.contains { $0.contains("'\(texts[0])' does not occur") } == isUseless)
    #expect(check.status == (left.isEmpty ? .success : .checkFailed))
  }

  @Test("are also named in the configuration, which apps do not ship")
  func configuration() async throws {
    let fixture = try await Self.fixture()
    let list = #""check": { "disable": ["assetMissing:\#(Self.page)", "assetMising", 7] }, "#
    try fixture.edit("eros.native.json", "\"appBoard\"", list + "\"appBoard\"")
    var check = try fixture.check()
    check.omit()
    #expect(check.short == ["assetMissing z.js:1"])
    #expect(
      check.notes.contains { $0.contains("'assetMising' does not start with a finding code") })
    let shipped = try NativeConfig.read(check.config.shippedCopy(), file: "shipped")
    #expect(shipped.node(at: "check") == nil)
    #expect(check.config.keysThatDiffer(inShipped: shipped) == [])
    // An app may have a key of this name.
    try fixture.edit("eros.native.json", list, #""check": { "disable": "no", "x": 1 }, "#)
    let own = try NativeConfig.read(fixture.project().config.shippedCopy(), file: "shipped")
    #expect(own.node(at: "check.disable") != nil)
  }

  @Test("need a code, and a path after the colon", arguments: ["", ":", "a:", ":a"])
  func malformed(text: String) {
    #expect(FindingFilter.Rule(text) == nil)
  }
}
