import ErosTestSupport
import Foundation
import Testing

@Suite("eros sources, adopt and requires", .temporaryFolder)
struct SourcesCommandTests {
  private static let module = """
    @interface AcmeScan : NSObject <WXModuleProtocol>
    @end
    @implementation AcmeScan
    WX_EXPORT_METHOD(@selector(scan:))
    - (void)scan:(NSDictionary *)options {}
    @end
    void start() { [WXSDKEngine registerModule:@"acmeScan" withClass:[AcmeScan class]]; }
    """

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(Self.module, to: "native/AcmeScan.m")
    try folder.write("weex.requireModule('acmeScan').scan({})\n", to: "src/a.js")
    return folder
  }

  /// Returns a folder with a registry adopted from its sources.
  private func adoptedFolder() async throws -> TemporaryFolder {
    let folder = try folder()
    _ = try await eros("adopt", "native", "-o", ".", in: folder)
    return folder
  }

  @Test("an adopted registry matches the sources until they change")
  func adopt() async throws {
    let folder = try folder()
    let printed = try await eros("adopt", "native", in: folder)
    #expect(printed.status == 0, "\(printed)")
    #expect(printed.standardOutput.contains("\"name\": \"acmeScan\""))
    let written = try await eros("adopt", "native", "--output", ".", "--json", in: folder)
    #expect(try written.json()["added"] as? Int == 1)
    #expect(
      String(decoding: try folder.read("eros.native.json"), as: UTF8.self) == printed.standardOutput
    )
    let again = try await eros("adopt", "native", "-o", ".", in: folder)
    #expect(again.status == 0, "\(again)")
    #expect(again.standardOutput == "nothing to change\n")
    #expect(again.standardError.contains("note: found no registration to add\n"), "\(again)")
    let shown = try await eros("adopt", "native", in: folder)
    #expect(shown.standardOutput == printed.standardOutput)
    #expect(shown.standardError.contains("note: found no registration to add\n"), "\(shown)")
    #expect(!printed.standardError.contains("note: found no registration"), "\(printed)")
    let unchanged = try await eros("adopt", "native", "-o", ".", "--json", in: folder)
    #expect(try unchanged.json()["wrote"] is NSNull)
    #expect(
      String(decoding: try folder.read("eros.native.json"), as: UTF8.self) == printed.standardOutput
    )

    let good = try await eros("generate", "--sources", "native", "--json", in: folder)
    #expect(good.status == 0, "\(good)")
    #expect((try good.json()["sources"] as? [String: Int])?["ios"] == 1)
    try folder.write(Self.module.replacing("scan:", with: "scam:"), to: "native/AcmeScan.m")
    let drift = try await eros("generate", "--sources", "native", "--force", in: folder)
    #expect(drift.status == 1)
    #expect(drift.standardError.reports("D03", "error: "), "\(drift)")
    #expect(drift.standardError.reports("D04", "native/AcmeScan.m:4:1: warning: "), "\(drift)")
    #expect(drift.standardOutput.contains("\nNothing was written"), "\(drift)")
  }

  @Test("with --exhaustive, undeclared methods are errors")
  func exhaustive() async throws {
    let folder = try await adoptedFolder()
    let more = "WX_EXPORT_METHOD(@selector(stop))\n- (void)stop {}\n@end\nvoid start"
    try folder.write(Self.module.replacing("@end\nvoid start", with: more), to: "native/AcmeScan.m")
    let standard = try await eros("sources", "native", in: folder)
    #expect(
      standard.standardError.reports("D04", "native/AcmeScan.m:6:1: warning: "), "\(standard)")
    let strict = try await eros(
      "sources", "native", "--exhaustive", "--format", "github", in: folder)
    #expect(strict.standardOutput.contains("::error file=native/AcmeScan.m,line=6"), "\(strict)")
    #expect(strict.status == 1)
  }

  @Test("'requires' prints the modules that JavaScript uses, and missing ones exit with 1")
  func requires() async throws {
    let folder = try await adoptedFolder()
    let needs = try await eros("requires", "src", "--json", in: folder)
    #expect((try needs.json()["modules"] as? [String: [String]]) == ["acmeScan": ["scan"]])
    #expect((try needs.json()["ios"] as? [String: Any])?["minVersion"] as? String == "1.0.0")
    // The sources are those of an app for iOS only.
    #expect(needs.status == 0)
    let config = String(decoding: try folder.read("eros.native.json"), as: UTF8.self)
    let both = config.replacing(#""iOS": "1.0.0""#, with: #""iOS": "1.0.0", "android": "1.0.0""#)
    #expect(both != config)
    try folder.write(both, to: "eros.native.json")
    #expect(try await eros("requires", "src", "--json", in: folder).status == 1)
    let report = try await eros("requires", "src", "--format", "github", in: folder)
    #expect(
      report.standardOutput == """
        ::error file=src/a.js,line=1,col=1,title=nativeSideLacks::the newest version of the Android app \
        does not offer the module acmeScan%0Ahint: add it to the app and to the configuration, or \
        correct the name

        """, "\(report)")
    #expect(report.status == 1)
    let drift = try await eros("sources", "--js", "src", in: folder)
    #expect(drift.standardError.reports("J03", "src/a.js:1:1: error: "), "\(drift)")
    #expect(drift.status == 1)
  }

  @Test("an unreadable file is a finding, and a missing folder an error")
  func unreadable() async throws {
    let folder = try await adoptedFolder()
    try folder.write([0x2F, 0x2F, 0xB4, 0xF3], to: "native/B.m")
    try folder.write([UInt8](repeating: 0x20, count: (4 << 20) + 1), to: "native/C.m")
    let result = try await eros("sources", "native", in: folder)
    #expect(result.standardError.reports("W095", "native/B.m:1:3: warning: "), "\(result)")
    #expect(result.standardError.reports("N095", "native/C.m:1:1: note: "), "\(result)")
    #expect(try await eros("sources", "none", in: folder).status == 66)
  }

  @Test("a comparison of nothing ends with 66, and a folder without sources is a finding")
  func nothingToRead() async throws {
    let folder = try await adoptedFolder()
    try folder.write("text", to: "empty/a.txt")
    let check = try await eros("sources", "empty", "--js", "empty", in: folder)
    #expect(check.standardError.reports("W097", "empty:1:1: error: no native source found"))
    #expect(check.standardError.reports("W097", "empty:1:1: error: no JavaScript found"))
    #expect(
      check.standardOutput
        == "Compared with no iOS files, no Android files, no JavaScript files: 2 errors, 0 warnings\n",
      "\(check)")
    #expect(check.status == 66)
    let some = try await eros(
      "sources", "native", "empty", "--js", "src", "--js", "empty", in: folder)
    #expect(some.status == 0, "\(some)")
    #expect(some.standardError.reports("W097", "empty:1:1: warning: "), "\(some)")
    let file = try await eros("sources", "empty/a.txt", in: folder)
    #expect(file.standardError.reports("W097", "empty/a.txt:1:1: error: "), "\(file)")
  }

  @Test(
    "commands that read no source do not succeed",
    arguments: [
      "sources empty", "sources native --js empty", "sources empty --js src", "sources gradle",
      "sources latin1", "sources --js latin1", "sources empty --strict", "requires empty",
      "requires latin1", "generate --sources empty", "generate --check --sources empty",
      "requires empty --disable W097",
    ])
  func comparedNothing(command: String) async throws {
    let folder = try await adoptedFolder()
    _ = try await eros("generate", "--quiet", in: folder)
    try folder.write("text", to: "empty/a.txt")
    try folder.write("android {}\n", to: "gradle/build.gradle")
    for name in ["a.js", "a.m"] {
      try folder.write([0x2F, 0x2F, 0xB4, 0xF3], to: "latin1/" + name)
    }
    let run = { (more: [String]) in
      let words = command.split(separator: " ").map(String.init)
      return try await runTool(Tool.built("eros"), words + more, in: folder.path("."))
    }
    let result = try await run([])
    #expect(result.status == 66, "\(result)")
    #expect(command.contains("--disable") || result.standardError.contains("[W097]"), "\(result)")
    let json = try await run(["--json"])
    #expect(json.status == 66)
    let findings = try #require(try json.json()["findings"] as? [[String: Any]])
    let folders = findings.filter { $0["code"] as? String == "W097" }.map { $0["file"] as? String }
    #expect(folders.allSatisfy { $0.map(command.contains) == true }, "\(json)")
    guard !command.hasPrefix("requires") else { return }
    let accepted = try await run(["--disable", "W097"])
    #expect(accepted.status == 0, "\(accepted)")
  }

  @Test("skipped JavaScript is not compared")
  func onlyBundles() async throws {
    let folder = try await adoptedFolder()
    try folder.write("__webpack_require__(1)\n", to: "dist/a.js")
    let compared = try await eros("sources", "native", "--js", "dist", in: folder)
    #expect(compared.standardOutput.contains(", no JavaScript files: "), "\(compared)")
    #expect(compared.standardError.reports("W097", "dist:1:1: error: "), "\(compared)")
    let needs = try await eros("requires", "dist", in: folder)
    #expect(needs.status == 66)
    #expect(needs.standardOutput == "ios requires an unknown version\n", "\(needs)")
    try folder.write("f()\n", to: "dist/b.js")
    let some = try await eros("requires", "dist", in: folder)
    #expect(some.status == 0)
    #expect(some.standardOutput == "ios requires 1.0.0\n", "\(some)")
  }

  @Test("adopted folders outside 'platforms' are read by the next comparison")
  func adoptedFolders() async throws {
    let folder = try folder()
    try folder.write(
      Self.module.replacing("acmeScan", with: "acmePay").replacing("AcmeScan", with: "AcmePay"),
      to: "plugins/pay/AcmePay.m")
    try folder.write("", to: "platforms/ios/A.m")
    let adopted = try await eros(
      "adopt", "platforms", "native", "plugins/pay", "-o", ".", in: folder)
    #expect(adopted.status == 0, "\(adopted)")
    let compared = try await eros("sources", "--json", in: folder)
    #expect((try compared.json()["sources"] as? [String: Int])?["ios"] == 3)
    #expect(!compared.standardOutput.contains("D01"), "\(compared)")
    try folder.write("", to: "other/B.m")
    let more = try await eros("adopt", "native", "other", "-o", ".", in: folder)
    #expect(more.standardError.contains("does not contain 'other'"), "\(more)")
  }

  @Test("folders that are adopted later do not replace 'platforms'")
  func laterFolders() async throws {
    let folder = try folder()
    let module = Self.module
      .replacing("acmeScan", with: "acmePay").replacing("AcmeScan", with: "AcmePay")
    try folder.write(module, to: "platforms/ios/App/AcmePay.m")
    try folder.write("", to: "platforms/ios/Other/B.m")
    let first = try await eros("adopt", "-o", ".", in: folder)
    #expect(first.status == 0, "\(first)")
    let second = try await eros("adopt", "platforms/ios/Other", "native", "-o", ".", in: folder)
    #expect(second.status == 0, "\(second)")
    let compared = try await eros("sources", "--json", in: folder)
    #expect((try compared.json()["sources"] as? [String: Int])?["ios"] == 3, "\(compared)")
  }

  @Test("'platforms' can be a symlink")
  func linkedFolder() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(Self.module, to: "real/ios/A.m")
    try folder.write(#"{ "appName": "a" }"#, to: "app/eros.native.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("app/platforms"), withDestinationPath: "../real")
    for sources in [[], ["platforms/ios"]] {
      let described = try await runTool(
        Tool.built("eros"), ["adopt"] + sources, in: folder.path("app"))
      #expect(described.standardOutput.contains("\"acmeScan\""), "\(described)")
      #expect(!described.standardOutput.contains("\"sources\""), "\(described)")
    }
  }

  @Test("folders in 'platforms', and folders without sources, are not recorded")
  func unrecordedFolders() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("text", to: "empty/a.txt")
    try folder.write(Self.module, to: "platforms/ios/A.m")
    for sources in ["empty", "platforms/ios"] {
      let described = try await eros("adopt", sources, in: folder)
      #expect(described.standardOutput.contains("\"appName\""), "\(described)")
      #expect(!described.standardOutput.contains("\"sources\""), "\(described)")
    }
  }

  @Test("the line ends and the byte-order mark of a description are kept")
  func descriptionFormat() async throws {
    let folder = try folder()
    try folder.write("\u{FEFF}{\r\n  \"appName\": \"a\"\r\n}\r\n", to: "eros.native.json")
    let adopted = try await eros("adopt", "native", "-o", ".", in: folder)
    #expect(adopted.status == 0, "\(adopted)")
    let text = String(decoding: try folder.read("eros.native.json"), as: UTF8.self).unicodeScalars
    #expect(text.starts(with: "\u{FEFF}{".unicodeScalars) && String(text).contains("acmeScan"))
    #expect(text.split(separator: "\n").allSatisfy { $0.last == "\r" })
    let again = try await eros("adopt", "native", "-o", ".", in: folder)
    #expect(again.standardOutput == "nothing to change\n", "\(again)")
  }

  @Test("nested folders are read once, and folders nested too deeply are a finding")
  func folders() async throws {
    let folder = try await adoptedFolder()
    let twice = try await eros(
      "sources", ".", "native", "--js", "src", "--js", ".", "--json", in: folder)
    #expect((try twice.json()["sources"] as? [String: Int]) == ["ios": 1, "android": 0, "js": 1])
    let deep = "native" + String(repeating: "/d", count: 70)
    try folder.write(Self.module, to: deep + "/Deep.m")
    let check = try await eros("sources", "native", in: folder)
    #expect(
      check.standardError.reports("W095", "warning: skipped a folder that is nested too deeply"),
      "\(check)")
  }

  @Test("unresolved uses in JavaScript are notes")
  func notFollowed() async throws {
    let folder = try await adoptedFolder()
    try folder.write(
      "x.y = weex.requireModule('acmeScan')\nweex.requireModule(z)\n", to: "src/a.js")
    let needs = try await eros("requires", "src", in: folder)
    for position in ["src/a.js:1:7", "src/a.js:2:6"] {
      #expect(needs.standardError.reports("N098", "\(position): note: "), "\(needs)")
    }
  }

  @Test("an empty configuration is replaced, and one in another folder is an error")
  func presentDescription() async throws {
    let folder = try folder()
    try folder.write("", to: "eros.native.json")
    let printed = try await eros("adopt", "native", in: folder)
    #expect(printed.status == 0, "\(printed)")
    try FileManager.default.removeItem(atPath: folder.path("eros.native.json"))
    try folder.write("module.exports = { appName: 'a', version: {} }", to: "config/eros.native.js")
    let second = try await eros("adopt", "native", "-o", ".", in: folder)
    #expect(second.status == 0, "\(second)")
    let merged = String(decoding: try folder.read("config/eros.native.js"), as: UTF8.self)
    #expect(merged.hasPrefix("module.exports = { appName: 'a', version: {},\n"), "\(merged)")
    #expect(merged.contains("\"acmeScan\""))
    let other = try await eros("adopt", "native", "-o", "x", in: folder)
    let third = try await eros("adopt", "native", "-o", "x", in: folder)
    #expect([other.status, third.status] == [0, 73])
  }

  @Test("--verbose names the folders that are not read, and the reasons")
  func skippedFolders() async throws {
    let folder = try TemporaryFolder.ofTest()
    for path in [
      "native/A.java", "native/Pods/B.m", "native/src/test/C.java", "native/build/D.java",
    ] {
      try folder.write("class A {}", to: path)
    }
    try folder.write("x()", to: "src/a.js")
    try folder.write("x()", to: "src/node_modules/b/b.js")
    let check = { (option: String) in
      try await eros("sources", "native", "--js", "src", option, in: folder)
    }
    let result = try await check("--verbose")
    let lines = result.standardError.split(separator: "\n").filter { $0.hasPrefix("skipped") }
    #expect(
      lines == [
        "skipped 'native/Pods': code of other projects", "skipped 'native/build': build output",
        "skipped 'native/src/test': tests", "skipped 'src/node_modules': code of other projects",
      ])
    #expect(try await !check("--strict").standardError.contains("skipped '"))
  }

  @Test("the code of a known host is left out with a note, and a name in it is not an error")
  func otherProject() async throws {
    let folder = try TemporaryFolder.ofTest()
    func module(_ name: String) -> String {
      "class A { void f() { WXSDKEngine.registerModule(\"\(name)\", Pay.class); } }"
    }
    try folder.write(module("own"), to: "native/A.java")
    try folder.write(module("hosts"), to: "native/app/eeui/framework/B.java")
    try folder.write(
      "weex.requireModule('hosts').a()\nweex.requireModule('absent').a()", to: "src/a.js")
    let result = try await eros("sources", "native", "--js", "src", in: folder)
    let output = result.standardOutput + result.standardError
    #expect(
      output.contains("the code of another project in 'native/app/eeui/framework' is left out"),
      "\(result)")
    #expect(output.contains("error: unknown module 'absent'"), "\(result)")
    #expect(!output.contains("error: unknown module 'hosts'"), "\(result)")
    #expect(output.contains("unknown module 'hosts', unless"), "\(result)")
  }

  @Test("the patch of an adopted app calls the generated code")
  func patch() async throws {
    let folder = try await adoptedFolder()
    let patch = try await eros("adopt", "native", "--patch", "--json", in: folder)
    #expect(patch.status == 0, "\(patch)")
    #expect(try patch.json()["removed"] as? Int == 1)
    #expect((try patch.json()["files"] as? [String]) == ["native/AcmeScan.m"])
    #expect((try patch.json()["patch"] as? String)?.contains("+++ b/native/AcmeScan.m\n") == true)
    try folder.write("class Empty {}\n", to: "empty/Empty.java")
    let empty = try await eros("adopt", "empty", "--patch", in: folder)
    #expect(empty.status == 0 && empty.standardOutput.isEmpty, "\(empty)")
    #expect(empty.standardError.contains("note: found no registration to replace\n"), "\(empty)")
    let written = try await eros("adopt", "native", "--patch", "--output", ".", in: folder)
    #expect(written.status == 64)
  }

  @Test("adopting warns about outputs that git ignores", .needs("git"))
  func ignoredOutputs() async throws {
    let folder = try folder()
    _ = try await runTool("git", ["init", "--quiet"], in: folder.path("."))
    let adopt = { try await eros("adopt", "native", "--output", ".", in: folder) }
    let unaffected = try await adopt()
    #expect(unaffected.status == 0, "\(unaffected)")
    #expect(!unaffected.standardError.contains("[W091]"), "\(unaffected)")
    try folder.write("*.log\nGenerated/\n", to: ".gitignore")
    let ignored = try await adopt()
    #expect(ignored.status == 0, "\(ignored)")
    #expect(
      ignored.standardError.contains(
        ".gitignore:2:1: warning: git ignores the output 'native/Generated/ErosRegistrant.h' and "
          + "1 other output because of 'Generated/' [W091]"), "\(ignored)")
    try folder.write("*.log\nGenerated/*\n!Generated/*Registrant.*\n", to: ".gitignore")
    let readded = try await adopt()
    #expect(readded.status == 0, "\(readded)")
    #expect(!readded.standardError.contains("[W091]"), "\(readded)")
  }

  @Test("adopting reports classes that the host cannot use, and the version of the native project")
  func adoptedFacts() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(
      """
      package a;
      class App extends Application { void f() { WXSDKEngine.registerModule("pay", Pay.class); } }
      """, to: "platforms/android/app/src/main/java/a/App.java")
    try folder.write(
      "package a;\npublic class Pay extends Activity { @JSMethod public void go() {} }\n",
      to: "platforms/android/app/src/main/java/a/Pay.java")
    try folder.write(
      "apply plugin: 'com.android.application'\nandroid { defaultConfig { versionName '1.0.2' } }\n",
      to: "platforms/android/app/build.gradle")
    let adopted = try await eros("adopt", in: folder)
    #expect(adopted.standardOutput.contains(#""android": "1.0.2""#), "\(adopted)")
    #expect(adopted.standardError.contains("[D02]"), "\(adopted)")
  }

  @Test("errors of the description are reported, and nothing is compared")
  func invalidDescription() async throws {
    let folder = try folder()
    try folder.write(
      #"{"appName": "a", "version": {"iOS": "1.0.0"}, "modules": [{"name": "storage", "ios": "A"}]}"#,
      to: "eros.native.json")
    let result = try await eros("sources", "native", in: folder)
    #expect(result.status == 65)
    #expect(result.standardOutput == "")
    #expect(result.standardError.contains(" [E021]\n"), "\(result)")
    let json = try await eros("sources", "native", "--json", in: folder)
    #expect(json.status == 65)
    #expect(try json.json()["sources"] is NSNull)
  }

  @Test("an app without a description compares its JavaScript with its native code")
  func undescribed() async throws {
    let folder = try folder()
    let good = try await eros("sources", "native", "--js", "src", in: folder)
    #expect(good.status == 0, "\(good)")
    #expect(good.standardError == "")
    try folder.write("weex.requireModule('acmeScan').stop()\n", to: "src/a.js")
    let bad = try await eros("sources", "native", "--js", "src", "--json", in: folder)
    #expect(bad.status == 1)
    #expect(try bad.json()["config"] is NSNull)
    #expect(try await eros("sources", "native", in: folder).status == 66)
    #expect(try await eros("sources", in: folder).status == 64)
  }
}
