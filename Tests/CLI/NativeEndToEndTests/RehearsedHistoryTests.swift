import ErosTestSupport
import Foundation
import Testing

/// The releases of a small app against two versions of its native app.
@Suite("a history of releases, rehearsed", .temporaryFolder, .needsJavaScriptCore)
struct RehearsedHistoryTests {
  /// A release: the changed files, and the findings against the native versions 1.0.0 and 1.1.0.
  struct Release: Sendable, CustomStringConvertible {
    let name: String
    var detail = ""
    var home: String?
    var older: [String] = []
    var newer: [String] = []

    var description: String { name }
  }

  private static let start = "// { \"framework\": \"Vue\" }\n"
  private static let board = start + "Vue.prototype.$title = 'Shop';\n"
  private static let home =
    start + """
      const shop = weex.requireModule('acmeShop');
      new Vue({
        el: '#root',
        data: { items: [], logo: 'bmlocal://assets/logo.png' },
        created() { shop.load('new', (items) => { this.items = items }) },
        render(h) {
          return h('div', [h('image', { attrs: { src: this.logo } }), h('text', [this.$title])]);
        }
      });

      """

  /// The page of an item; `created` is its third line.
  private static func detail(_ created: String) -> String {
    start + """
      const shop = weex.requireModule('acmeShop');
      const page = { created() { \(created) } };
      new Vue(Object.assign(page, { el: '#root', render: (h) => h('text', ['item']) }));

      """
  }

  static let history = [
    Release(name: "the first release works"),
    Release(
      name: "a module that only the newer app has", detail: "weex.requireModule('acmePay').ready()",
      older: [
        "moduleMissing pages/detail/index.js:3", "pageThrows pages/detail/index.js:3",
      ]),
    Release(
      name: "the module behind a check",
      detail: "const pay = weex.requireModule('acmePay'); if (pay) pay.ready()",
      older: ["moduleMissing pages/detail/index.js:3"]),
    Release(
      name: "a method that only the newer app has", detail: "shop.share('item')",
      older: ["methodMissing pages/detail/index.js:3"]),
    Release(
      name: "a hook that throws", detail: "this.item.price.toFixed(2)",
      older: ["pageThrows pages/detail/index.js:3"], newer: ["pageThrows pages/detail/index.js:3"]),
    Release(
      name: "a failed step of the build",
      home: start + "throw new Error('Module build failed: ENOENT: loader.js');\n",
      older: ["pageThrows pages/home/index.js:2"], newer: ["pageThrows pages/home/index.js:2"]),
    Release(
      name: "a missing image",
      home: home.replacing("assets/logo.png", with: "assets/logo@2x.png"),
      older: ["resourceMissing pages/home/index.js:5"],
      newer: ["resourceMissing pages/home/index.js:5"]),
    Release(
      name: "a rejected promise", detail: "Promise.reject(new Error('no session'))",
      older: ["rejectionUnhandled pages/detail/index.js:3"],
      newer: ["rejectionUnhandled pages/detail/index.js:3"]),
    Release(
      name: "an argument of another type", detail: "shop.load(1)",
      older: ["argumentsInvalid pages/detail/index.js:3"],
      newer: ["argumentsInvalid pages/detail/index.js:3"]),
    Release(
      name: "the corrected release", detail: "Promise.reject(1).catch(() => shop.load('item'))"),
  ]

  /// Records the releases 1.0.0 and 1.1.0 of the native app.
  private func recordNativeReleases(in folder: TemporaryFolder) async throws {
    let share = #", { "name": "share", "args": [{ "name": "item", "type": "string" }] }"#
    let pay = #"""
      , { "name": "acmePay", "ios": "AcmePay", "android": "com.acme.Pay", "methods": [{ "name": "ready" }] }
      """#
    let engines = #""engines": { "iOS": "14.0", "android": "85" }"#
    for (version, method, module) in [("1.0.0", "", ""), ("1.1.0", share, pay)] {
      let modules = #"""
        "modules": [
          {
            "name": "acmeShop", "ios": "AcmeShop", "android": "com.acme.Shop",
            "methods": [
              {
                "name": "load",
                "args": [{ "name": "list", "type": "string" }, { "name": "done", "type": "callback?" }]
              }\#(method)
            ]
          }\#(module)
        ]
        """#
      let config = TemporaryFolder.config.replacing("1.0.0", with: version).dropLast(1)
      try folder.writeApp(config: config + ", \(engines), \(modules) }")
      let recorded = try await eros("generate", "--release", in: folder)
      try #require(recorded.status == 0, "\(recorded)")
      #expect(recorded.standardOutput.contains("recorded ios \(version)\n"), "\(recorded)")
    }
  }

  /// Builds and packs a release; returns its zip.
  private func pack(_ release: Release, in folder: TemporaryFolder) async throws -> String {
    try folder.write(Self.board, to: "dist/config/index.js")
    try folder.write(Self.start, to: "dist/mediator/index.js")
    try folder.write(release.home ?? Self.home, to: "dist/pages/home/index.js")
    try folder.write(Self.detail(release.detail), to: "dist/pages/detail/index.js")
    let packed = try await eros("pack", "--output", "out", in: folder)
    try #require(packed.status == 0, "\(packed)")
    return "out/bundle.zip"
  }

  @Test("has exactly the findings of each release against each native version", arguments: history)
  func findings(release: Release) async throws {
    let folder = try TemporaryFolder.ofTest()
    try await recordNativeReleases(in: folder)
    let zip = try await pack(release, in: folder)
    for (version, expected) in [("1.0.0", release.older), ("1.1.0", release.newer)] {
      let result = try await eros("rehearse", zip, "--app-version", version, "--json", in: folder)
      let document = try result.json()
      let findings = try #require(document["findings"] as? [[String: Any]])
      let found = findings.map { finding in
        "\(finding["code"] as? String ?? "") \(finding["file"] as? String ?? "")"
          + ((finding["line"] as? Int).map { ":\($0)" } ?? "")
      }
      #expect(found.sorted() == expected.sorted(), "\(version)\n\(findings)")
      let hasErrors = findings.contains { $0["severity"] as? String == "error" }
      #expect(result.status == (hasErrors ? 1 : 0))
      #expect((document["pages"] as? [Any])?.count == 6)
    }
    let unknown = try await eros("rehearse", zip, "--app-version", "0.9.0", in: folder)
    #expect(unknown.status == 66, "\(unknown)")
    #expect(unknown.standardError.contains("no release '0.9.0'"), "\(unknown)")
  }
}
