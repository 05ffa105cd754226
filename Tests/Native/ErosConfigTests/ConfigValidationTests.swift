import ErosConfig
import ErosCore
import ErosTestSupport
import Testing

@Suite("Checking a native configuration")
struct ConfigValidationTests {
  @Test("a valid configuration has no findings")
  func success() throws {
    #expect(try readConfig(NativeConfigTests.plain).validate() == [])
    #expect(try readConfig(NativeConfigTests.module).validate() == [])
  }

  typealias Row = (text: String, code: ConfigFindingCode, key: String, position: String)

  /// Members that are added to a valid configuration.
  static let errors: [Row] = [
    (#""ip": 1"#, .typeWrong, "ip", "2:7"),
    (#""url": "x""#, .typeWrong, "url", "2:8"),
    (#""tabBar": {"list": {}}"#, .typeWrong, "tabBar.list", "2:20"),
    (#""page": {"homePage": null}"#, .typeWrong, "page.homePage", "2:22"),
    (#""getui": {"enabled": 1}"#, .typeWrong, "getui.enabled", "2:22"),
    (#""getui": {"enabled": "yes"}"#, .flagWrong, "getui.enabled", "2:22"),
    (#""page": {"navBarColor": "blue"}"#, .colorMalformed, "page.navBarColor", "2:25"),
    (##""page": {"navBarColor": "#12345"}"##, .colorMalformed, "page.navBarColor", "2:25"),
    (##""page": {"navBarColor": "#12345g"}"##, .colorMalformed, "page.navBarColor", "2:25"),
    (#""page": {"homePage": "pages/a.js"}"#, .pagePathMalformed, "page.homePage", "2:22"),
    (#""appBoard": "/../a.js""#, .pagePathMalformed, "appBoard", "2:13"),
    (#""page": {"homePage": "tabBar"}"#, .tabBarMissing, "tabBar", "2:22"),
    (#""url": {"image": "example.com"}"#, .urlMalformed, "url.image", "2:18"),
    (#""url": {"image": "http://a b"}"#, .urlMalformed, "url.image", "2:18"),
    (#""url": {"socketServer": "http://a"}"#, .urlMalformed, "url.socketServer", "2:25"),
    (#""zipFolder": {"iOS": "ios"}"#, .folderNotAbsolute, "zipFolder.iOS", "2:22"),
    (#""zipFolder": {"android": "/a/../../b"}"#, .folderEscapes, "zipFolder.android", "2:26"),
    (
      "\"zipFolder\": {\"android\": \"/../\u{301}b\"}", .folderEscapes, "zipFolder.android", "2:26"
    ),
    (#""diff": {"proxy": "zips/"}"#, .urlMalformed, "diff.proxy", "2:19"),
    (
      #""check": {"budget": {"total": "2KB", "totl": 3}}"#, .keyUnknown, "check.budget.totl", "2:38"
    ),
    (#""check": {"bugdet": {"total": "2KB"}}"#, .keyUnknown, "check.bugdet", "2:11"),
    (#""chekc": {"budget": {"total": "2KB"}}"#, .keyUnknown, "chekc", "2:1"),
    (#""check": {"budget": "2KB", "disable": []}"#, .typeWrong, "check.budget", "2:21"),
    (#""check": {"disable": ["a", 1]}"#, .typeWrong, "check.disable[1]", "2:28"),
    (#""pack": {"framework": "vue"}"#, .typeWrong, "pack.framework", "2:23"),
    (#""pack": {"framework": 1}"#, .typeWrong, "pack.framework", "2:23"),
    (#""engines": "weex""#, .typeWrong, "engines", "2:12"),
    (#""engines": {"iOS": "nine"}"#, .typeWrong, "engines.iOS", "2:20"),
    (#""engines": {"android": "chrome"}"#, .typeWrong, "engines.android", "2:24"),
    (#""engines": {"android": 69}"#, .typeWrong, "engines.android", "2:24"),
    (#""rehearsal": {"globals": ["x"]}"#, .typeWrong, "rehearsal.globals", "2:26"),
    (#""rehearsal": {"globals": {"a-b": 1}}"#, .globalInvalid, "rehearsal.globals.a-b", "2:27"),
    (#""rehearsal": {"globals": {"this": 1}}"#, .globalInvalid, "rehearsal.globals.this", "2:27"),
    (#""rehearsal": {"globals": {"Vue": null}}"#, .globalInvalid, "rehearsal.globals.Vue", "2:27"),
    (
      #""rehearsal": {"globals": {"a": 1, "Object": null}}"#, .globalInvalid,
      "rehearsal.globals.Object", "2:35"
    ),
    (
      #""page": {"homePage": "tabBar"}, "tabBar": {"list": [{"pagePath": "/a.js"}]}"#,
      .tabCountWrong, "tabBar.list", "2:52"
    ),
    (
      #""page": {"homePage": "tabBar"}, "tabBar": {}"#, .keyMissing, "tabBar.list", "2:43"
    ),
    (
      #""page": {"homePage": "tabBar"}, "tabBar": {"list": [{"pagePath": "/a.js"}, {}]}"#,
      .keyMissing, "tabBar.list[1].pagePath", "2:76"
    ),
    (
      #""page": {"homePage": "tabBar"}, "tabBar": {"list": [{"pagePath": "/a.js"}, 1]}"#,
      .typeWrong, "tabBar.list[1]", "2:76"
    ),
  ]

  @Test("errors have the position of the value", arguments: errors)
  func error(_ row: Row) throws {
    try expectOnly(.error, row)
  }

  static let warnings: [Row] = [
    (#""customBundleUpdate": true"#, .flagNotText, "customBundleUpdate", "2:23"),
    (#""diff": {"proxy": "https://example.com/js"}"#, .urlWithoutSlash, "diff.proxy", "2:19"),
    (#""appBord": "/a.js""#, .keyMisspelled, "appBord", "2:1"),
    (#""zipfolder": {}"#, .keyMisspelled, "zipfolder", "2:1"),
    (#""zipFolder": {"ios": "/a"}"#, .keyMisspelled, "zipFolder.ios", "2:15"),
    (#""tabBar": {"list": []}"#, .tabCountWrong, "tabBar.list", "2:20"),
    (#""release": {"store": "a", "note": 1}"#, .keyNotShipped, "release.note", "2:27"),
    (#""release": {"store": "a", "chanel": "b"}"#, .keyMisspelled, "release.chanel", "2:27"),
    (#""check": {"budget": {}, "mine": 1}"#, .keyNotShipped, "check.mine", "2:25"),
    (#""check": {"budjet": {}}"#, .keyMisspelled, "check.budjet", "2:11"),
    (#""chekc": {"disable": []}"#, .keyMisspelled, "chekc", "2:1"),
    (#""rehearsals": {"globals": {}}"#, .keyMisspelled, "rehearsals", "2:1"),
    (#""rehearsal": {"global": {}}"#, .keyMisspelled, "rehearsal.global", "2:15"),
  ]

  @Test("warnings have the position of the value or key", arguments: warnings)
  func warning(_ row: Row) throws {
    try expectOnly(.warning, row)
  }

  @Test("optional keys may have empty values")
  func emptyValues() throws {
    let members = #""url": {"request": ""}, "getui": {"enabled": "", "appId": ""}, "appBoard": """#
    #expect(try config(around: members).validate() == [])
  }

  @Test("an app may have keys of its own")
  func unknownKeys() throws {
    let members = #"""
      "wechat": {"enabled": true}, "amap": 1, "url": {"mine": 1}, "check": {"y": 1},
      "pages": 2
      """#
    #expect(try config(around: members).validate().map(\.subject) == ["pages"])
  }

  static let versions = [
    ("1", true), ("1.0", true), ("1.0.0", true), ("10.20.30.40", true), ("1.2.3.4.5", false),
    ("1.", false), (".1", false), ("1..2", false), ("v1", false), ("1.0-beta", true),
    ("1.0-beta.1", true),
    ("1.0-", false), ("1.2.3.4.5-beta", false), ("1.0+5", false),
    ("eros-template-version", false), ("1234567890", false),
  ]

  @Test("a version is one to four numbers with an optional suffix", arguments: versions)
  func version(version: String, isValid: Bool) throws {
    let text = #"{"appName":"a","version":{"android":"1.0.0","iOS":"\#(version)"}}"#
    let findings = try readConfig(text).validate()
    #expect(findings.map(\.code) == (isValid ? [] : ["versionMalformed"]))
    if !isValid {
      #expect(
        findings.first?.message == NativeVersion.problem(of: version, at: "version.iOS"))
      #expect(findings.first?.remedy == NativeVersion.remedy)
    }
  }

  @Test("lists all findings in document order")
  func all() throws {
    let findings = try readConfig(
      "{\n\"url\": {\"image\": \"x\"},\n\"version\": {\"iOS\": 1},\n\"appName\": \"\"\n}"
    ).validate()
    #expect(
      findings.map(\.description) == [
        "eros.native.json:2:18: error: 'url.image' must be a URL with http:// or https://, "
          + "found 'x' [urlMalformed]",
        "eros.native.json:3:12: error: the key 'version.android' is missing [keyMissing]",
        "eros.native.json:3:20: error: 'version.iOS' must be a string, found a number [typeWrong]",
        "eros.native.json:4:12: error: the key 'appName' is empty [keyMissing]",
      ])
    #expect(findings.map(\.remedy?.description).first == .some(nil))
    #expect(findings.last?.remedy == "set 'appName'")
  }

  @Test("required keys of an empty configuration are reported at its start")
  func empty() throws {
    let findings = try readConfig("\n {}").validate()
    #expect(findings.map(\.subject) == ["appName", "version"])
    #expect(findings.allSatisfy { $0.position == TextPosition(line: 2, column: 2) })
  }

  @Test("no changed byte crashes the checks, and findings stay in document order")
  func mutations() throws {
    let sample = Array(NativeConfigTests.plain.utf8)
    for index in sample.indices {
      for replacement in [UInt8(ascii: "\""), UInt8(ascii: "x"), UInt8(ascii: "0")] {
        var changed = sample
        changed[index] = replacement
        guard let config = try? NativeConfig.read(changed, file: "f") else { continue }
        let positions = config.validate().compactMap(\.position)
        #expect(positions == positions.sorted(), "byte \(index) changed to \(replacement)")
        _ = config.referencedPages
      }
    }
  }

  @Test("checks 2,000 tabs in bounded time")
  func manyTabs() throws {
    let tabs = Array(repeating: #"{"pagePath":"/a","navsho":"true"}"#, count: 2_000)
    let config = try config(
      around: #""page":{"homePage":"tabBar"},"tabBar":{"list":[\#(tabs.joined(separator: ","))]}"#)
    let elapsed = processorTime {
      #expect(config.validate().count == 2_001)
      #expect(config.referencedPages.count == 2_000)
    }
    #expect(elapsed < .seconds(10))
  }

  private func config(around members: String) throws -> NativeConfig {
    try readConfig(
      "{\"appName\": \"a\", \"version\": {\"iOS\": \"1.0.0\", \"android\": \"1.0.0\"},\n\(members)}"
    )
  }

  private func expectOnly(_ severity: Finding.Severity, _ row: Row) throws {
    let findings = try config(around: row.text).validate()
    let finding = try #require(findings.first)
    #expect(findings.count == 1)
    #expect(finding.has(row.code))
    #expect(finding.severity == severity)
    #expect(finding.subject == row.key)
    #expect(finding.position?.description == row.position)
  }
}
