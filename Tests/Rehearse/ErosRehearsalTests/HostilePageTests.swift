import ErosCore
import ErosTestSupport
import Foundation
import Testing

@testable import ErosRehearsal

@Suite("pages that attack the rehearsal", .temporaryFolder, .needsJavaScriptCore)
struct HostilePageTests {
  private static let start = "// { \"framework\": \"Vue\" }\n"
  private static let limits = Rehearsal.Limits(milliseconds: 200, bytes: 64 << 20)

  /// Scripts with the code of the finding that they cause.
  static let pages: [(String, String)] = [
    ("for (;;);", "pageTooSlow"),
    ("new Vue({ el: '#root', render(h) { for (;;); } });", "pageTooSlow"),
    ("setTimeout(() => { for (;;); });", "pageTooSlow"),
    ("Promise.resolve().then(function f() { return Promise.resolve().then(f) });", "pageTooSlow"),
    ("setInterval(() => { for (let i = 0; i < 1e5; i++); }, 1);", "pageTooSlow"),
    ("try { for (;;); } finally { for (;;); }", "pageTooSlow"),
    ("/^(a+)+$/.test('a'.repeat(40) + '!');", "pageTooSlow"),
    ("new Array(3e7).fill(0).sort(() => Math.random() - 0.5);", "pageTooLarge"),
    ("const a = []; for (;;) a.push(new Array(1000).fill(1));", "pageTooLarge"),
    ("new Uint8Array(2e8).fill(1);", "pageTooLarge"),
    (
      "let s = 'x'; const a = []; for (let i = 0; ; i++) a.push((s + i).repeat(1e6) + a.length);",
      "pageTooLarge"
    ),
    ("for (let i = 0; i < 1e6; i++) setTimeout(() => {}, i);", "pageTooLarge"),
    ("(function f() { f() })();", "pageThrows"),
    ("'x'.repeat(2 ** 30) + 'y'.repeat(2 ** 30) + 'z'.repeat(2 ** 30);", "pageTooLarge"),
    ("new SharedArrayBuffer(1024);", "pageThrows"),
    ("throw { toString() { throw 1 } };", "pageThrows"),
    ("throw { get stack() { for (;;); }, toString() { return 'x' } };", "pageTooSlow"),
    ("throw new Proxy({}, { get() { throw 1 } });", "pageThrows"),
    (
      "Array.prototype.push = Object.keys = JSON.parse = Object.assign = null; none();",
      "pageThrows"
    ),
    ("Object.prototype.get = () => { throw 1 }; none();", "pageThrows"),
    (
      "Object.defineProperty(Object.prototype, 'children', { get() { for (;;); } }); none();",
      "pageThrows"
    ),
    ("Error.stackTraceLimit = 0; none();", "pageThrows"),
    (
      "String.prototype.replace = function () { throw new Error('no') }; weex.requireModule('dom'); none();",
      "pageThrows"
    ),
    ("globalThis.Vue = null; new Vue({});", "pageThrows"),
    ("delete globalThis.setTimeout; setTimeout(1);", "pageThrows"),
  ]

  @Test("get a finding, and never exceed the limits")
  func hostile() throws {
    let scripts = Dictionary(
      uniqueKeysWithValues: Self.pages.enumerated().map { index, page in
        ("pages/\(100 + index).js", Self.start + page.0)
      })
    let clock = ContinuousClock()
    var pages: RehearsedPages?
    let time = try clock.measure {
      pages = try RehearsedPages(scripts, limits: Self.limits, platforms: [.ios])
    }
    let findings = try #require(pages).findings
    for (index, page) in Self.pages.enumerated() {
      let own = findings.filter { $0.file?.hasSuffix("/\(100 + index).js") == true }
      // A script that needs too much memory may exceed the limit of time first.
      let codes = page.1 == "pageTooLarge" ? [page.1, "pageTooSlow"] : [page.1]
      #expect(!Set(codes).isDisjoint(with: own.errors.map(\.code)), "\(page.0)\n\(own)")
    }
    #expect(time < .seconds(60))
  }

  @Test("do not stop the pages after them")
  func others() throws {
    let good = Self.start + "new Vue({ el: '#root', render: (h) => h('div') });"
    let pages = try RehearsedPages(
      [
        "pages/1.js": good, "pages/2.js": Self.start + "new Uint8Array(2e8).fill(1);",
        "pages/3.js": good, "pages/4.js": Self.start + "(function loop() {\nfor (;;);\n})();",
        "pages/5.js": good,
      ], limits: Self.limits)
    #expect(pages.findings.summaries == ["pageTooLarge", "pageTooSlow:3"])
    #expect(pages.results.filter { $0.verdict == .passed }.count == 6)
  }

  @Test("cannot open files, start programs or use the network")
  func confined() throws {
    let pages = try RehearsedPages(page: "new Vue({ el: '#root', render: (h) => h('div') });")
    #expect(pages.results.map(\.isConfined) == [true, true])
  }

  /// Programs that pretend to be `eros-rehearse`, as a page that has broken out of the engine could.
  static let liars = [
    "cat >/dev/null; echo nonsense; exit 0",
    "cat >/dev/null; printf '{\"event\":\"ready\",\"format\":4,\"confined\":true,\"engine\":\"\"}\\n{\"event\":\"begin\",\"run\":7}\\n'",
    "cat >/dev/null; printf '{\"event\":\"ready\",\"format\":1,\"confined\":true,\"engine\":\"\"}\\n'",
    "cat >/dev/null; head -c 100000000 /dev/zero",
  ]

  @Test("cannot make the parent accept other output", arguments: liars)
  func liar(script: String) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(Array("#!/bin/sh\n\(script)\n".utf8), to: "liar")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("liar"))
    #expect(throws: (any Error).self) {
      try RehearsedPages(["pages/a.js": ""], program: folder.path("liar"))
    }
  }

  @Test("a program that does not print its version in time")
  func silentVersion() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(Array("#!/bin/sh\nexec sleep 60\n".utf8), to: "silent")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("silent"))
    let path = folder.path("silent")
    #expect(throws: RehearsalError.programTimedOut(path, seconds: 1)) {
      try RehearsalProgram(path: path, spareTime: .seconds(1)).version()
    }
  }

  @Test("cannot make the parent wait", arguments: ["sleep 60", "while :; do sleep 1; done"])
  func silent(script: String) throws {
    let folder = try TemporaryFolder.ofTest()
    let ready =
      #"printf '{"event":"ready","format":7,"confined":true,"engine":""}\n{"event":"begin","run":0}\n'"#
    try folder.write(Array("#!/bin/sh\n\(ready)\n\(script)\n".utf8), to: "silent")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("silent"))
    let pages = try RehearsedPages(
      ["pages/a.js": ""], limits: Rehearsal.Limits(milliseconds: 1, bytes: 1 << 20),
      program: folder.path("silent"))
    #expect(pages.findings.summaries == ["pageTooSlow"])
  }
}
