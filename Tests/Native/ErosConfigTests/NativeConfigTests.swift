import ErosConfig
import ErosCore
import ErosTestSupport
import Testing

@Suite("Reading a native configuration")
struct NativeConfigTests {
  static let plain = """
    {
      "appName": "demo",
      "umeng": { "enabled": "true", "nested": [1, { "deep": 1.50 }] },
      "appBoard": "/config/index.js",
      "androidIsListenHomeBack": "true",
      "customBundleUpdate": "false",
      "version": { "android": "1.0.2", "iOS": "1.0.1" },
      "page": {
        "homePage": "tabBar", "mediatorPage": "/mediator/index.js",
        "navBarColor": "#1DA1F2", "navItemColor": "#fff"
      },
      "url": { "image": "https://example.com/i", "bundleUpdate": "https://example.com/app/check" },
      "zipFolder": { "iOS": "/ios/App/App", "android": "/android/App/app/src/main/assets" },
      "getui": { "enabled": "true", "appId": "i", "appKey": "k", "appSecret": "s" },
      "tabBar": {
        "color": "#777777", "selectedColor": "#00b4cb", "backgroundColor": "#fafafa",
        "borderColor": "#dfe1eb",
        "list": [
          { "pagePath": "/pages/a.js?tab=1", "text": "一", "navShow": "true", "navTitle": "A" },
          { "pagePath": "/pages/b.js", "text": "二", "navShow": "false" }
        ]
      },
      "zzz": null
    }
    """

  static let module = """
    'use strict'
    // The app's configuration
    module.exports = {
      appName: 'demo', /* the name */
      'version': { android: '1.0.2', iOS: `1.0.1`, },
      aKeyOfTheApp: [0x10, .5],
    };
    """

  @Test("detects and records the form")
  func forms() throws {
    let plain = try readConfig(Self.plain)
    #expect(plain.form == .json)
    let module = try readConfig(Self.module)
    #expect(module.form == .javaScript)
    let shipped = try NativeConfig.read(try plain.shippedCopy(), file: "eros.native.json")
    #expect(shipped.form == .encrypted)
    #expect(shipped.file == "eros.native.json (decrypted)")
    for config in [plain, module, shipped] {
      #expect(config.appName == "demo")
      #expect(config.version == ("1.0.1", "1.0.2"))
    }
    #expect(try readConfig("\"use strict\"; module.exports = {}").form == .javaScript)
    #expect(try readConfig("\u{FEFF}{}").form == .json)
    #expect(try readConfig("\n\t {}").form == .json)
  }

  @Test("reads the values of known keys")
  func values() throws {
    let config = try readConfig(Self.plain)
    #expect(config.appBoard == "/config/index.js")
    #expect(config.androidIsListenHomeBack == true)
    #expect(config.customBundleUpdate == false)
    #expect(config.homePage == "tabBar")
    #expect(config.mediatorPage == "/mediator/index.js")
    #expect(config.navBarColor == "#1DA1F2")
    #expect(config.navItemColor == "#fff")
    #expect(config.url("bundleUpdate") == "https://example.com/app/check")
    #expect(config.zipFolder.ios == "/ios/App/App")
    #expect(config.zipFolder.android == "/android/App/app/src/main/assets")
    #expect(config.zipFolder.server == nil)
    let getui = try #require(config.getui)
    #expect(getui.isEnabled)
    #expect([getui.appID, getui.appKey, getui.appSecret] == ["i", "k", "s"])
    let tabBar = try #require(config.tabBar)
    #expect(tabBar.selectedColor == "#00b4cb")
    #expect(tabBar.list.map(\.text) == ["一", "二"])
    #expect(tabBar.list.map(\.navShow) == [true, false])
    #expect(config.jsPath == nil)
  }

  @Test("returns nil for missing keys")
  func empty() throws {
    let config = try readConfig("{}")
    #expect(config.appName == nil && config.getui == nil && config.tabBar == nil)
    #expect(config.version == (nil, nil))
    #expect(config.referencedPages.isEmpty)
  }

  @Test("reads the base URL of zips from an old project's second file")
  func jsPath() throws {
    let config = try readConfig("module.exports = { diff: { proxy: 'https://example.com/js/' } }")
    #expect(config.jsPath == "https://example.com/js/")
  }

  @Test("lists referenced pages with their positions")
  func pages() throws {
    let pages = try readConfig(Self.plain).referencedPages
    #expect(
      pages.map(\.key) == [
        "appBoard", "page.mediatorPage", "tabBar.list[0].pagePath", "tabBar.list[1].pagePath",
      ])
    #expect(
      pages.map(\.file) == ["config/index.js", "mediator/index.js", "pages/a.js", "pages/b.js"])
    #expect(pages.map(\.path).contains("/pages/a.js?tab=1"))
    #expect(pages.first?.position == TextPosition(line: 4, column: 15))
  }

  @Test("a combining mark after a slash or question mark does not hide it")
  func marks() throws {
    let config = try readConfig(
      "{\"appBoard\":\"/\u{301}a.js?\u{301}\",\"page\":{\"mediatorPage\":\"http://\u{301}\"}}")
    #expect(
      config.referencedPages.map(\.file).map { Array($0.utf8) } == [Array("\u{301}a.js".utf8)])
    #expect(config.validate().filter { $0.has(ConfigFindingCode.pagePathMalformed) } == [])
  }

  @Test("an unused tab bar does not reference pages")
  func unusedTabBar() throws {
    let config = try readConfig(
      #"{"page":{"homePage":"/pages/a.js"},"tabBar":{"list":[{"pagePath":"/pages/b.js"}]}}"#)
    #expect(config.referencedPages.map(\.path) == ["/pages/a.js"])
  }

  // MARK: Errors

  static let refused = [
    ("", "eros.native.json:1:1: the document is empty"),
    ("{\n \"appName\": }", "eros.native.json:2:13: expected a value, found '}'"),
    ("[]", "eros.native.json:1:1: expected an object, found an array"),
    ("PK\u{3}\u{4}", "eros.native.json:1:1: this is a zip, not a configuration"),
    (
      "hello",
      "eros.native.json:1:1: expected a JSON object or `module.exports = {…}`, found 'hello'"
    ),
    ("\n  7", "eros.native.json:2:3: expected an object, found a number"),
    ("module.exports = require('x')", "eros.native.json:1:18: 'require' is not a literal"),
    ("\n\"no Base64\"", "eros.native.json:2:1: the string is not valid Base64"),
    (
      "{\"version\":1,\n  \"version\":2}",
      "eros.native.json:2:3: duplicate key 'version' (first at line 1)"
    ),
  ]

  @Test("every error has file, line and column", arguments: refused)
  func refuses(text: String, problem: String) throws {
    let error = try #require(throws: (any Error).self) { try readConfig(text) }
    let erosError = try #require(error as? any ErosError)
    #expect(erosError.problem == problem)
    #expect(erosError.exitStatus == .badData)
  }

  @Test("an error in an encrypted file has a position in the decrypted document")
  func encryptedError() throws {
    let bytes = try ShippedConfigCipher.encrypt(Array("{\n\"a\":1,}".utf8))
    let error = try #require(throws: JSONError.self) { try NativeConfig.read(bytes, file: "f") }
    #expect(error.problem.hasPrefix("f (decrypted):2:6: "))
  }

  @Test("a missing, empty or mistyped required key is an error with a position")
  func required() throws {
    let config = try readConfig("{\"appName\": \"demo\",\n\"appBoard\": \"\", \"ip\": 1}")
    #expect(try config.requiredString(at: "appName") == "demo")
    let problems = try ["version.iOS", "appBoard", "ip"].map { key in
      try #require(throws: ConfigError.self) { try config.requiredString(at: key) }.problem
    }
    #expect(
      problems == [
        "eros.native.json:1:1: the key 'version.iOS' is missing",
        "eros.native.json:2:13: the key 'appBoard' is empty",
        "eros.native.json:2:23: the key 'ip' must be a string, found a number",
      ])
  }
}

/// Reads `text` as `eros.native.json`.
func readConfig(_ text: String) throws -> NativeConfig {
  try NativeConfig.read(Array(text.utf8), file: "eros.native.json")
}
