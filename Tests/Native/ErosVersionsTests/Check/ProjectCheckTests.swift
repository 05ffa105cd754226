import ErosConfig
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

@Suite("Checking a project", .temporaryFolder)
struct ProjectCheckTests {
  @Test("a valid project has no findings, with and without a base")
  func inOrder() async throws {
    let fixture = try await CheckFixture.make()
    for base in [CheckBaseRequest.none, .git(reference: "HEAD"), .git(reference: "main")] {
      let check = try fixture.check(base)
      #expect(check.short == [])
      #expect(check.status == .success)
      #expect(check.suggestion == nil)
      #expect(check.fileCount == 3)
    }
    let commit = try await fixture.git("rev-parse", "HEAD")
    #expect(try fixture.check(.git(reference: "HEAD")).base?.commit == commit)
  }

  // MARK: Bundles

  @Test("a manifest is stale if contents, versions or app name differ")
  func stale() async throws {
    let fixture = try await CheckFixture.make()
    try await fixture.pack(timestamp: 1_000)
    #expect(try fixture.check().short == [])
    try fixture.write("new", to: "dist/pages/home/new.txt")
    let check = try fixture.check()
    #expect(check.short == ["bundleStale bundle.config", "bundleStale bundle.config"])
    #expect(check.findings.first?.message.hasSuffix("'pages/home/new.txt' is new") == true)
    try await fixture.pack(timestamp: 1_500)
    try FileManager.default.removeItem(atPath: fixture.root + "/dist/pages/home/new.txt")
    #expect(
      try fixture.check().findings.first?.message.hasSuffix("'pages/home/new.txt' is missing")
        == true)
    try fixture.write("new", to: "dist/pages/home/new.txt")
    try await fixture.pack(timestamp: 1_000)
    try fixture.write("newer", to: "dist/pages/home/new.txt")
    #expect(
      try fixture.check().findings.first?.message.hasSuffix("'pages/home/new.txt' differs") == true)
    #expect(check.status == .checkFailed)
    try fixture.write("// other\n", to: "dist/pages/home/index.js")
    #expect(
      try fixture.check().findings.first?.message.contains(
        "'pages/home/index.js' and 1 more differ") == true)
    try FileManager.default.removeItem(atPath: fixture.root + "/dist/assets")
    #expect(try fixture.check().findings.contains { $0.message.contains("'assets/a.png'") })
    try await fixture.pack(timestamp: 2_000)
    #expect(try fixture.check().short == [])
    try VersionBump(fixture.project(), to: .minor, on: [.ios, .android]).write()
    #expect(
      try fixture.check().findings.first?.message.contains(
        "'android' is 1.2.0, not 1.3.0; 'iOS' is 1.2.0, not 1.3.0") == true)
  }

  @Test("a bundle without framework lines, or packed by the old tool, is not stale")
  func otherPackers() async throws {
    let fixture = try await CheckFixture.make()
    try fixture.write("\u{89}PNG", to: "dist/assets/b.png")
    try fixture.folder.write([0x89, 0xFF, 0x00, 0xC3], to: "app/dist/assets/c.png")
    let result = try await runTool(
      Tool.built("eros"), ["pack", "--framework", "none", "--output", "out"], in: fixture.root)
    #expect(result.status == 0)
    let out = fixture.root + "/out/bundle.config"
    #expect(try fixture.check(.path(out)).short == [])
    // The old tool wrote no SHA-256, and computed MD5s of binary files differently.
    let old = try await runTool(
      "python3",
      [
        "-c",
        """
        import json, sys, hashlib
        m = json.load(open(sys.argv[1]))
        m.pop("treeHash")
        for f in m["filesMd5"]:
            f.pop("sha256"); f.pop("size")
            if f["page"].endswith("c.png"):
                text = bytes([0x89, 0xFF, 0x00, 0xC3]).decode("utf-8", "replace").encode()
                f["md5"] = hashlib.md5(text).hexdigest()
        m["filesMd5"] = [f for f in m["filesMd5"] if not f["page"].endswith("b.png")]
        json.dump(m, open(sys.argv[1], "w"))
        """, out,
      ])
    #expect(old.status == 0, "\(old)")
    #expect(try fixture.check(.path(out)).short == [])
    try fixture.folder.write([0x89, 0xFE, 0x00, 0xC3, 0x41], to: "app/dist/assets/c.png")
    #expect(try fixture.check(.path(out)).short == ["bundleStale bundle.config"])
  }

  @Test("compares a project without bundles with a given bundle")
  func against() async throws {
    let fixture = try await CheckFixture.make()
    let packed = try await runTool(
      Tool.built("eros"), ["pack", "--output", "out"], in: fixture.root)
    #expect(packed.status == 0)
    for path in ["out", "out/bundle.zip", "out/bundle.config"] {
      #expect(try fixture.check(.path(fixture.root + "/" + path)).short == [])
    }
    try fixture.write("// new\n", to: "dist/config/index.js")
    for path in ["out", "out/bundle.zip", "out/bundle.config"] {
      let check = try fixture.check(.path(fixture.root + "/" + path))
      #expect(check.short.count == 1 && check.short[0].hasPrefix("bundleStale "), "\(path)")
    }
  }

  @Test("compares two project folders")
  func projectFolder() async throws {
    let fixture = try await CheckFixture.make()
    let other = fixture.folder.path("other")
    try FileManager.default.copyItem(atPath: fixture.root, toPath: other)
    #expect(try fixture.check(.path(other)).short == [])
    try VersionBump(fixture.project(), to: .patch, on: [.ios]).write()
    #expect(try fixture.check(.path(other)).short == ["versionRaisedForNothing eros.native.json:4"])
    try fixture.write("// new\n", to: "dist/config/index.js")
    #expect(try fixture.check(.path(other)).short == [])
    try VersionBump(fixture.project(), to: .exactly("1.1.0"), on: [.ios]).write()
    #expect(try fixture.check(.path(other)).short == ["versionLowered eros.native.json:4"])
  }

  @Test("reports an old timestamp only for new content")
  func timestamps() async throws {
    let fixture = try await CheckFixture.make()
    try await fixture.pack(timestamp: 5_000)
    try await fixture.commit("bundle")
    try await fixture.pack(timestamp: 4_000)
    #expect(try fixture.check(.git(reference: "HEAD")).short == [], "the same content")
    try fixture.write("// new\n", to: "dist/config/index.js")
    for (timestamp, isFound) in [(4_000, true), (5_000, true), (5_001, false)] {
      try await fixture.pack(timestamp: timestamp)
      let short = try fixture.check(.git(reference: "HEAD")).short
      #expect(
        short == (isFound ? Array(repeating: "timestampNotNewer bundle.config", count: 2) : []))
    }
  }

  @Test("warns of a raised version without changes")
  func raised() async throws {
    let fixture = try await CheckFixture.make()
    try VersionBump(fixture.project(), to: .minor, on: [.ios, .android]).write()
    let check = try fixture.check(.git(reference: "HEAD"))
    #expect(
      check.short
        == [
          "versionRaisedForNothing eros.native.json:4",
          "versionRaisedForNothing eros.native.json:4",
        ])
    #expect(check.isOK)
    // A file that packing omits does not count.
    try fixture.write("{}", to: "dist/pages/home/index.js.map")
    #expect(try fixture.check(.git(reference: "HEAD")).short.count == 2)
    // An untracked page counts.
    try fixture.write("// new\n", to: "dist/pages/new.js")
    #expect(try fixture.check(.git(reference: "HEAD")).short == [])
    try FileManager.default.removeItem(atPath: fixture.root + "/dist/pages/new.js")
    try fixture.edit(
      "eros.native.json", "\"name\": \"scan\"", "\"name\": \"scan\" }, { \"name\": \"stop\"")
    #expect(try fixture.check(.git(reference: "HEAD")).short == [])
  }

  // MARK: Versions

  static let badVersions: [(String, String)] = [
    ("", "versionMissing"), ("eros-template-version", "versionPlaceholder"),
    ("1.2.x", "versionMalformed"), ("1.2.3.4.5", "versionMalformed"), ("1..2", "versionMalformed"),
    ("v1.2.0", "versionMalformed"), ("abc", "versionMalformed"),
  ]

  @Test("an invalid version has a position", arguments: badVersions)
  func malformed(text: String, code: String) async throws {
    let fixture = try await CheckFixture.make()
    try fixture.edit("eros.native.json", "\"iOS\": \"1.2.0\"", "\"iOS\": \"\(text)\"")
    let check = try fixture.check(.git(reference: "HEAD"))
    #expect(check.short == ["\(code) eros.native.json:4"])
    #expect(check.findings.first?.position?.column == 43)
    #expect(check.status == .checkFailed)
  }

  @Test("a version may have one number or four", arguments: ["1.2", "1.2.0.0"])
  func shortVersions(text: String) async throws {
    let fixture = try await CheckFixture.make()
    try fixture.edit("eros.native.json", "\"1.2.0\"", "\"\(text)\"")
    #expect(try fixture.check(.git(reference: "HEAD")).short == [])
  }

  @Test("reports a missing key")
  func missingKey() async throws {
    let fixture = try await CheckFixture.make()
    try fixture.edit("eros.native.json", ", \"iOS\": \"1.2.0\"", "")
    #expect(try fixture.check().short == ["versionMissing eros.native.json:4"])
    try fixture.edit("eros.native.json", "\"1.2.0\" }", "\"1.2.0\", \"ios\": \"1.2.0\" }")
    let finding = try #require(try fixture.check().findings.first)
    #expect(finding.message == "'version.iOS' is missing, but 'ios' is present")
    #expect(finding.remedy == "write 'iOS' instead of 'ios'")
  }

  @Test("reports a version that is lower than the base's")
  func lowered() async throws {
    let fixture = try await CheckFixture.make()
    try VersionBump(fixture.project(), to: .exactly("1.1.9"), on: [.android]).write()
    let check = try fixture.check(.git(reference: "HEAD"))
    #expect(check.short == ["versionLowered eros.native.json:4"])
    #expect(check.suggestion?.versions == [.ios: "1.2.0", .android: "1.2.0"])
    #expect(check.suggestion?.level == ChangeLevel.none)
  }

  @Test("a change of the native side requires a higher version")
  func surface() async throws {
    let fixture = try await CheckFixture.make()
    try fixture.edit(
      "eros.native.json", "\"name\": \"scan\"", "\"name\": \"scan\" }, { \"name\": \"stop\"")
    for (version, isFound) in [("1.2.0", true), ("1.2.9", true), ("1.3.0", false)] {
      try VersionBump(fixture.project(), to: .exactly(version), on: [.ios, .android]).write()
      let check = try fixture.check(.git(reference: "HEAD"))
      let tooLow = "versionTooLow eros.native.json:4"
      #expect(check.short == (isFound ? [tooLow, tooLow] : []))
      #expect(check.suggestion?.versions == (isFound ? [.ios: "1.3.0", .android: "1.3.0"] : nil))
      #expect(check.suggestion?.level == (isFound ? .minor : nil))
    }
    try fixture.edit("eros.native.json", "\"name\": \"scan\" }, ", "\"name\": \"look\" }, ")
    let check = try fixture.check(.git(reference: "HEAD"))
    #expect(check.suggestion?.versions == [.ios: "2.0.0", .android: "2.0.0"])
    #expect(check.findings.first?.message.contains("module acmeScan: method scan removed") == true)
    // Pages cannot observe the class of a name.
    try await fixture.git("checkout", "--quiet", ".")
    try fixture.edit("eros.native.json", "AcmeScan\"", "AcmeScanner\"")
    #expect(try fixture.check(.git(reference: "HEAD")).short == [])
  }

  @Test("a recorded release takes precedence over the base")
  func lock() async throws {
    let fixture = try await CheckFixture.make()
    let generated = try await runTool(
      Tool.built("eros"), ["generate", "--release"], in: fixture.root)
    #expect(generated.status == 0, "\(generated)")
    try fixture.edit(
      "eros.native.json", "\"name\": \"scan\"", "\"name\": \"scan\" }, { \"name\": \"stop\"")
    try VersionBump(fixture.project(), to: .minor, on: [.ios, .android]).write()
    try await fixture.commit("next, not released yet")
    try fixture.edit(
      "eros.native.json", "\"name\": \"stop\"", "\"name\": \"stop\" }, { \"name\": \"pause\"")
    #expect(try fixture.check(.git(reference: "HEAD")).short == [])
    // The base keeps its record; without a base, the comparison has no reference.
    try FileManager.default.removeItem(atPath: fixture.root + "/eros.registry.lock.json")
    #expect(try fixture.check(.git(reference: "HEAD")).short == [])
    try await fixture.git("commit", "--quiet", "--all", "--message", "no records")
    try fixture.edit(
      "eros.native.json", "\"name\": \"pause\"", "\"name\": \"pause\" }, { \"name\": \"go\"")
    #expect(try fixture.check(.git(reference: "HEAD")).short.count == 2)
  }

  @Test("does not compare a branch with a release that it records itself")
  func ownRecord() async throws {
    let fixture = try await CheckFixture.make()
    func release() async throws {
      let result = try await runTool(
        Tool.built("eros"), ["generate", "--release"], in: fixture.root)
      #expect(result.status == 0, "\(result)")
    }
    try await release()
    try await fixture.commit("released")
    try fixture.edit(
      "eros.native.json", "\"name\": \"scan\"", "\"name\": \"scan\" }, { \"name\": \"stop\"")
    try FileManager.default.removeItem(atPath: fixture.root + "/eros.registry.lock.json")
    try await release()
    let tooLow = "versionTooLow eros.native.json:4"
    #expect(try fixture.check().short == [], "by its own record nothing is wrong")
    var check = try fixture.check(.git(reference: "HEAD"))
    #expect(check.short == [tooLow, tooLow])
    // The changed record of 1.2.0 does not count.
    try fixture.write(
      "weex.requireModule('acmeScan').stop()\n", to: "src/page.js")
    check.compare(with: try JSUses(folders: [fixture.root + "/src"]))
    #expect(check.codes.count { $0 == .nativeSideLacks } == 1)
    // A version that is raised and recorded together has a reason.
    try VersionBump(fixture.project(), to: .minor, on: [.ios, .android]).write()
    try await release()
    #expect(try fixture.check(.git(reference: "HEAD")).short == [])
  }

  @Test("an unreadable native side of the base is an error")
  func unreadableBase() async throws {
    let fixture = try await CheckFixture.make(commits: false)
    try fixture.edit("eros.native.json", "\"name\": \"scan\"", "\"nome\": \"scan\"")
    try await fixture.git("init", "--quiet", "--initial-branch", "main")
    try await fixture.commit("broken")
    try fixture.edit("eros.native.json", "\"nome\": \"scan\"", "\"name\": \"scan\"")
    #expect(try fixture.check().short == [])
    let check = try fixture.check(.git(reference: "HEAD"))
    #expect(Set(check.codes) == [.registryUnreadable])
    #expect(check.findings.allSatisfy { $0.file == "HEAD:" + fixture.root + "/eros.native.json" })
    #expect(check.status == .badData)
  }

  @Test("does not judge a raised version against a bundle, which lacks the native side")
  func raisedAgainstBundle() async throws {
    let fixture = try await CheckFixture.make()
    let packed = try await runTool(
      Tool.built("eros"), ["pack", "--output", "out"], in: fixture.root)
    #expect(packed.status == 0)
    try VersionBump(fixture.project(), to: .minor, on: [.ios, .android]).write()
    let check = try fixture.check(.path(fixture.root + "/out"))
    #expect(Set(check.codes) == [.bundleStale])
  }

  @Test(
    "what is there but cannot be looked at ends the check",
    arguments: [
      "eros.registry.lock.json", CheckFixture.manifest, "platforms",
      "platforms/ios/Other/Info.plist",
    ])
  func obstacles(path: String) async throws {
    let fixture = try await CheckFixture.make(commits: false)
    try? FileManager.default.removeItem(atPath: fixture.root + "/" + path)
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    try FileManager.default.createDirectory(
      atPath: fixture.root + "/" + folder, withIntermediateDirectories: true)
    // A symlink to itself exists but cannot be resolved.
    try FileManager.default.createSymbolicLink(
      atPath: fixture.root + "/" + path, withDestinationPath: fixture.root + "/" + path)
    let error = #expect(throws: FileError.self) { try fixture.check() }
    #expect(error?.exitStatus == .inputNotFound)
  }

  @Test("reports a missing app of `zipFolder`")
  func noApp() async throws {
    let fixture = try await CheckFixture.make(commits: false)
    try FileManager.default.removeItem(atPath: fixture.root + "/platforms/ios")
    let check = try fixture.check()
    #expect(check.short == ["nativeVersionUnknown eros.native.json:6"])
    #expect(check.status == .success)
    // A project may consist of pages only.
    try FileManager.default.removeItem(atPath: fixture.root + "/platforms")
    #expect(try fixture.check().short == [])
  }

  @Test("reports JavaScript uses that the lowest version does not offer")
  func scripts() async throws {
    let fixture = try await CheckFixture.make(commits: false)
    func short() throws -> [String] {
      var check = try fixture.check()
      check.compare(with: try JSUses(folders: [fixture.root + "/src"]))
      return check.short
    }
    let page = """
      const scan = weex.requireModule('acmeScan')
      scan.scan()

      """
    try fixture.write(page, to: "src/page.js")
    #expect(try short() == [])
    try fixture.write(
      "weex.requireModule(name).x()\nexport default weex.requireModule('acmeScan')\n",
      to: "src/b.js")
    var untracked = try fixture.check()
    let uses = try JSUses(folders: [fixture.root + "/src"])
    untracked.compare(with: uses)
    #expect(uses.untrackedModules.map { $0.position?.line } == [1, 2])
    #expect(
      untracked.notes.contains {
        $0.contains("tracked, first at '") && $0.contains("b.js:1:6")
      })
    try fixture.write("", to: "src/b.js")
    try fixture.write(page + "scan.stop()\nscan.stop()\n", to: "src/page.js")
    #expect(try short() == ["nativeSideLacks page.js:3"], "once for both platforms")
    try fixture.write(page + "if (scan.stop) { scan.stop() }\n", to: "src/page.js")
    #expect(try short() == [])
    try fixture.write(page + "if (isIOS) { scan.stop() }\n", to: "src/page.js")
    #expect(try short() == ["nativeSideLacks page.js:3"], "no platform offers it")
    let stop = "{ \"name\": \"stop\", \"platforms\": [\"ios\"] }"
    let scan = "{ \"name\": \"scan\""
    try fixture.edit("eros.native.json", scan, stop + ", " + scan)
    #expect(try short() == [], "the code checks the platform")
    try fixture.edit("eros.native.json", stop + ", " + scan, scan)

    // A method that was added after the release of that version is missing too.
    try fixture.write(page + "scan.stop()\n", to: "src/page.js")
    let released = try await runTool(
      Tool.built("eros"), ["generate", "--release"], in: fixture.root)
    #expect(released.status == 0, "\(released)")
    try fixture.edit(
      "eros.native.json", "\"name\": \"scan\"", "\"name\": \"scan\" }, { \"name\": \"stop\"")
    #expect(try short().filter { $0 == "nativeSideLacks page.js:3" }.count == 1)
    try VersionBump(fixture.project(), to: .minor, on: [.ios, .android]).write()
    #expect(try short() == [])
  }

  @Test("the order of build times is unchecked without a bundle or without one in the base")
  func uncheckedOrder() async throws {
    let fixture = try await CheckFixture.make()
    let base = CheckBaseRequest.git(reference: "HEAD")
    #expect(
      try fixture.check(base).unchecked[.timestampNotNewer]
        == "the native projects do not contain a bundle")
    try await fixture.pack(timestamp: 1_700_000_000_000)
    #expect(
      try fixture.check(base).unchecked[.timestampNotNewer]
        == "the base does not contain a manifest")
    try await fixture.commit("packed")
    #expect(try fixture.check(base).unchecked[.timestampNotNewer] == nil)
  }

  @Test("the order of versions is unchecked without older versions")
  func uncheckedVersions() async throws {
    let fixture = try await CheckFixture.make(commits: false)
    func unchecked(_ base: CheckBaseRequest = .none) throws -> Set<CheckFindingCode> {
      Set(try fixture.check(base).unchecked.keys)
        .intersection([.versionLowered, .versionTooLow, .versionRaisedForNothing])
    }
    #expect(try unchecked() == [.versionLowered, .versionTooLow, .versionRaisedForNothing])
    // A bundle contains the versions, but no description of the native side.
    try await fixture.pack(timestamp: 1_700_000_000_000)
    let bundle = fixture.root + "/" + CheckFixture.manifest
    #expect(try unchecked(.path(bundle)) == [.versionTooLow, .versionRaisedForNothing])
    try await fixture.git("init", "--quiet", "--initial-branch", "main")
    try await fixture.commit("first")
    #expect(try unchecked(.git(reference: "HEAD")) == [])
    // Without a base, a recorded release is compared.
    let generated = try await runTool(
      Tool.built("eros"), ["generate", "--release"], in: fixture.root)
    try #require(generated.status == 0, "\(generated)")
    #expect(try unchecked() == [.versionRaisedForNothing])
  }

  @Test("a limit that the base has and the project lacks is a note")
  func removedLimit() async throws {
    let fixture = try await CheckFixture.make(commits: false)
    try await fixture.git("init", "--quiet", "--initial-branch", "main")
    try fixture.edit(
      "eros.native.json", "\"appName\"",
      #""check": { "budget": { "total": "2MB", "page": "20KB" } }, "appName""#)
    try await fixture.commit("first")
    var check = try fixture.check(.git(reference: "HEAD"))
    check.compare(with: try check.config.sizeBudget())
    #expect(!check.notes.contains { $0.contains("limits") }, "\(check.notes)")
    check.compare(with: SizeBudget([.total: 9_000_000]))
    #expect(check.notes.filter { $0.contains("limits") }.count == 1)
    #expect(check.notes.last?.hasPrefix("'HEAD' limits 'page' to 20.0 KB, but ") == true)
  }

  @Test("without a description, the uses of JavaScript are not judged, and a note says so")
  func undescribedScripts() async throws {
    let fixture = try await CheckFixture.make(commits: false)
    try fixture.edit("eros.native.json", "\"modules\"", "\"ownModules\"")
    try fixture.write("weex.requireModule('acmeScan').scan()\n", to: "src/page.js")
    var check = try fixture.check()
    check.compare(with: try JSUses(folders: [fixture.root + "/src"]))
    #expect(check.short == [])
    #expect(check.unchecked[.nativeSideLacks] != nil)
    #expect(check.notes.contains { $0.contains("`eros migrate`") }, "\(check.notes)")
  }

  @Test("a missing module is one finding, without its methods")
  func missingModule() async throws {
    let fixture = try await CheckFixture.make(commits: false)
    try fixture.write(
      "const other = weex.requireModule('acmeOther')\nother.go()\nother.stop()\n",
      to: "src/page.js")
    var check = try fixture.check()
    check.compare(with: try JSUses(folders: [fixture.root + "/src"]))
    #expect(check.short == ["nativeSideLacks page.js:1"])
  }

  @Test("findings about the configuration are added, except at positions of other findings")
  func configuration() async throws {
    let fixture = try await CheckFixture.make(commits: false)
    try fixture.edit("eros.native.json", "\"/pages/home/index.js\"", "\"pages/home/index.js\"")
    try fixture.edit(
      "eros.native.json", "\"iOS\": \"1.2.0\"", "\"iOS\": \"eros-template-version\"")
    func codes() throws -> [String] {
      var check = try fixture.check()
      check.addConfiguration(check.config.validate())
      #expect(check.status == .checkFailed)
      return check.findings.filter { $0.file?.hasSuffix("/eros.native.json") == true }
        .map(\.code).sorted()
    }
    #expect(try codes() == ["pagePathMalformed", "versionPlaceholder"])
    // The path of a page that is also missing is malformed first.
    try fixture.edit("eros.native.json", "\"pages/home/index.js\"", "\"pages/hom.js\"")
    #expect(try codes() == ["pagePathMalformed", "versionPlaceholder"])
  }

  @Test("unreadable JavaScript is an error")
  func unreadableScripts() async throws {
    let fixture = try await CheckFixture.make(commits: false)
    func check() throws -> ProjectCheck {
      var check = try fixture.check()
      check.compare(with: try JSUses(folders: [fixture.root + "/src"]))
      return check
    }
    try fixture.write("no script", to: "src/readme.txt")
    #expect(try check().short == ["scriptUnreadable src:1"])
    #expect(try check().status == .badData)
    try fixture.folder.write([0xFF, 0xFE, 0x41], to: "app/src/page.js")
    // The file, and that nothing else could be read.
    #expect(try Set(check().codes) == [.scriptUnreadable])
    try fixture.write("__webpack_require__(1)\n", to: "src/page.js")
    #expect(try check().short == ["scriptUnreadable src:1"])
    try fixture.write("x()\n", to: "src/page.js")
    #expect(try check().short == [])
  }

  @Test("a duplicate key of a property list is a warning, and its last value counts")
  func duplicateKey() async throws {
    let fixture = try await CheckFixture.make(commits: false)
    let key = "<key>CFBundleShortVersionString</key>"
    try fixture.edit(
      NativeFixture.plist, "\t" + key, "\t\(key)\n\t<string>9.9.9</string>\n\t\(key)")
    let check = try fixture.check()
    #expect(check.short == ["duplicateKey Info.plist:13"])
    #expect(check.status == .success)
    #expect(check.findings.first?.message.hasPrefix("duplicate key 'CFBundleShort") == true)
    try fixture.write(
      NativeFixture.xcodeProject(app: "MARKETING_VERSION = 9.0.0;\nMARKETING_VERSION = 1.2.0;\n"),
      to: NativeFixture.project)
    try fixture.write(NativeFixture.infoPlist("$(MARKETING_VERSION)"), to: NativeFixture.plist)
    #expect(Set(try fixture.check().codes) == [.duplicateKey])
  }

  @Test("omits only the disabled codes")
  func leftOut() async throws {
    let fixture = try await CheckFixture.make(commits: false)
    try fixture.edit(NativeFixture.app, "versionName \"1.2.0\"", "versionName gitVersion()")
    try fixture.write(NativeFixture.infoPlist("1.1.0"), to: NativeFixture.plist)
    var check = try fixture.check()
    #expect(check.status == .badData)
    check.omit([FindingFilter.Rule("nativeVersionUnknown")].compactMap(\.self))
    #expect(check.short == ["nativeVersionBehind Info.plist:11"])
    #expect(check.status == .checkFailed)
  }

  @Test("a missing or empty source is an error")
  func noSource() async throws {
    let fixture = try await CheckFixture.make(commits: false)
    try FileManager.default.removeItem(atPath: fixture.root + "/dist")
    let dist = fixture.root + "/dist"
    for expected in [CheckError.noSource(dist, "No such file or directory"), .emptySource(dist)] {
      let error = #expect(throws: expected) { try fixture.check() }
      #expect(error?.exitStatus == .inputNotFound)
      try FileManager.default.createDirectory(atPath: dist, withIntermediateDirectories: true)
    }
    // The configuration names pages, so they are missing.
    try fixture.write("text", to: "dist/a.txt")
    #expect(try fixture.check().short.contains { $0.hasPrefix("pageMissing") })
    // Rexxar and mPaaS have no keys for pages.
    try fixture.write(#"{"appName": "shop", "version": {"iOS": "1.0.0"}}"#, to: "eros.native.json")
    let error = #expect(throws: CheckError.noPages(dist)) { try fixture.check() }
    #expect(error?.exitStatus == .inputNotFound)
    for page in ["rexxar/a.html", "pages/a/a.axml", "B.JS"] {
      try fixture.write("", to: "dist/" + page)
      _ = try fixture.check()
      try FileManager.default.removeItem(atPath: dist + "/" + page)
    }
  }

  @Test("a description with errors is an error")
  func brokenRegistry() async throws {
    let fixture = try await CheckFixture.make()
    try fixture.edit("eros.native.json", "\"name\": \"scan\"", "\"nome\": \"scan\"")
    let check = try fixture.check()
    #expect(Set(check.short) == ["registryUnreadable eros.native.json:9"])
    #expect(check.status == .badData)
  }

  // MARK: Native apps

  @Test("an app version below the configuration is an error, above it a warning")
  func nativeVersions() async throws {
    let fixture = try await CheckFixture.make()
    try fixture.edit(NativeFixture.app, "versionName \"1.2.0\"", "versionName \"1.1.0\"")
    #expect(try fixture.check().short == ["nativeVersionBehind build.gradle:10"])
    #expect(try fixture.check().status == .checkFailed)
    try fixture.edit(NativeFixture.app, "versionName \"1.1.0\"", "versionName \"1.2\"")
    #expect(try fixture.check().short == [])
    try fixture.write(NativeFixture.infoPlist("1.2.1"), to: NativeFixture.plist)
    #expect(try fixture.check().short == ["nativeVersionDiffers Info.plist:11"])
    #expect(try fixture.check().status == .success)
    try fixture.write(NativeFixture.infoPlist("$(MARKETING_VERSION)"), to: NativeFixture.plist)
    try fixture.write(
      NativeFixture.xcodeProject(app: "MARKETING_VERSION = 1.1;\n\t\t\t\t"),
      to: NativeFixture.project)
    let behind = try fixture.check()
    #expect(behind.codes == [.nativeVersionBehind, .nativeVersionBehind])
    #expect(behind.findings.allSatisfy { $0.file?.hasSuffix("project.pbxproj") == true })
    try fixture.write(
      NativeFixture.xcodeProject(app: "MARKETING_VERSION = 1.2.0;\n\t\t\t\t"),
      to: NativeFixture.project)
    #expect(try fixture.check().short == [])
  }

  @Test("a computed version is an error with its own code")
  func unknownVersions() async throws {
    let fixture = try await CheckFixture.make()
    try fixture.edit(NativeFixture.app, "versionName \"1.2.0\"", "versionName gitVersion()")
    let check = try fixture.check()
    #expect(check.short == ["nativeVersionUnknown build.gradle:10"])
    #expect(check.status == .badData)
    try fixture.edit(NativeFixture.app, "versionName gitVersion()", "versionName 'beta'")
    #expect(try fixture.check().short == ["nativeVersionUnknown build.gradle:10"])
    for text in ["1.2", "null"] {
      try fixture.write(NativeFixture.groovy("versionName \(text)"), to: NativeFixture.app)
      let message = try #require(try fixture.check().findings.first?.message)
      #expect(message.hasSuffix("expected a quoted string, found \(text)"), "\(message)")
    }
    // Quotes in properties are part of the version.
    try fixture.write(NativeFixture.groovy("versionName APP_VERSION"), to: NativeFixture.app)
    let properties = "platforms/android/Demo/gradle.properties"
    try fixture.write("APP_VERSION=1.2.0\n", to: properties)
    #expect(try fixture.check().short == [])
    try fixture.write("APP_VERSION=\"1.2.0\"\n", to: properties)
    #expect(try fixture.check().short == ["nativeVersionUnknown gradle.properties:1"])
    try VersionBump(fixture.project(), to: .exactly("1.2.0"), on: [.android]).write()
    #expect(try fixture.read(properties) == "APP_VERSION=1.2.0\n")
  }

  @Test("an unreadable native project ends the check")
  func unreadable() async throws {
    let fixture = try await CheckFixture.make()
    try fixture.write("<plist>", to: NativeFixture.plist)
    let error = #expect(throws: SyntaxError.self) { try fixture.check() }
    #expect(error?.exitStatus == .badData)
  }

  // MARK: Pages and assets

  @Test("reports pages of the configuration that are missing")
  func pages() async throws {
    let fixture = try await CheckFixture.make()
    try fixture.edit("eros.native.json", "/pages/home/index.js", "/pages/home/index.js?a=1")
    #expect(try fixture.check().short == [])
    try fixture.edit("eros.native.json", "/pages/home/index.js?a=1", "/pages/home/other.js")
    let check = try fixture.check()
    #expect(check.short == ["pageMissing eros.native.json:5"])
    #expect(
      check.findings.first?.message.contains("'/pages/home/other.js' ('page.homePage')") == true)
  }

  @Test("reports pages of a mini program that are missing")
  func miniProgram() async throws {
    let fixture = try await CheckFixture.make(commits: false)
    try fixture.write(
      """
      {
        "pages": ["pages/home/index", "pages/view/index"],
        "subPackages": [{ "root": "more", "pages": ["a"] }],
        "tabBar": { "items": [{ "pagePath": "pages/home/index" }, { "pagePath": "pages/tab" }] }
      }
      """, to: "dist/app.json")
    for file in ["pages/home/index.axml", "pages/view/index.axml", "more/a.js", "pages/tab.axml"] {
      try fixture.write("", to: "dist/" + file)
    }
    try fixture.write("", to: "dist/pages/tab.ts")
    let check = try fixture.check()
    #expect(check.short == ["pageMissing app.json:2", "pageMissing app.json:3"])
    #expect(check.findings.map(\.subject) == ["pages/view/index.js", "more/a.axml"])
    let message = try #require(check.findings.first?.message)
    #expect(message.hasPrefix("the page 'pages/view/index.js' ('pages[1]')"), "\(message)")
    #expect(check.status == .checkFailed)
    for file in ["pages/view/index.js", "more/a.axml"] {
      try fixture.write("", to: "dist/" + file)
    }
    #expect(try fixture.check().short == [])
  }

  static let references: [(String, Bool)] = [
    ("a('bmlocal://assets/a.png')", false), ("a('bmlocal://assets/b.png')", true),
    ("a(\"bmlocal://assets/b.png\")", true), ("a(`bmlocal://assets/b.png`)", true),
    ("style='background:url(bmlocal://assets/b.png)'", true),
    ("eval('x(\\'bmlocal://assets/b.png\\')')", true),
    ("a('bmlocal://assets/a.png?v=2#top')", false), ("a('bmlocal://assets/' + name)", false),
    ("a('bmlocal://assets/icon-' + n + '.png')", false),
    ("a(\"bmlocal://assets/icon-\".concat(n, \".png\"))", false),
    ("a(`bmlocal://assets/${name}.png`)", false), ("// see bmlocal://assets/b.png\n", false),
    ("a('http://bmlocal://x')", false), ("a('bmlocal://')", false),
    ("a('bmlocal://assets/%61.png')", false), ("u.indexOf('bmlocal://assets') == 0", false),
    ("a('bmlocal://assets/\\u0061.png')", false), ("a('bmlocal://assets/\\u0062.png')", true),
    ("a('bmlocal:\\/\\/assets/b.png')", false), ("a('bmlocal://assets\\/b.png')", true),
    ("a('bmlocal://assets/icon-{0}.png')", false), ("// 'bmlocal://assets/b.png", false),
    ("a('bmlocal://assets/a.png 2x, bmlocal://assets/a.png 3x')", false),
  ]

  static let oddNames = [
    "a b.png", "a,b.png", "a;b.png", "a(1).png", "a#b.png", "a?b.png", "a<b.png", "图.png",
    "a@2x.png", "a+b.png", "a[1].png", "100%.png", "it's.png",
  ]

  @Test("finds references with special characters in file names", arguments: oddNames)
  func oddAssets(name: String) async throws {
    let fixture = try await CheckFixture.make(commits: false)
    try fixture.write("a(\"bmlocal://assets/\(name)\")\n", to: "dist/pages/x.js")
    #expect(try fixture.check().short == ["assetMissing x.js:1"])
    try fixture.write("png", to: "dist/assets/" + name)
    #expect(try fixture.check().short == [])
  }

  @Test("reports files that pages refer to and that are missing", arguments: references)
  func assets(script: String, isFound: Bool) async throws {
    let fixture = try await CheckFixture.make(commits: false)
    try fixture.write("\n" + script + "\n" + script + "\n", to: "dist/pages/x.js")
    let check = try fixture.check()
    #expect(check.short == (isFound ? ["assetMissing x.js:2"] : []))
    if isFound {
      #expect(check.findings[0].message.hasPrefix("'bmlocal://assets/b.png' is not in"))
    }
  }

  @Test("reports files that the configuration refers to and that are missing")
  func configAssets() async throws {
    let fixture = try await CheckFixture.make(commits: false)
    func icon(_ name: String) -> String {
      "\"image\": \"bmlocal://assets/\(name).png\", \"appBoard\""
    }
    try fixture.edit("eros.native.json", "\"appBoard\"", icon("a"))
    #expect(try fixture.check().short == [])
    try fixture.edit("eros.native.json", icon("a"), icon("b"))
    #expect(try fixture.check().short == ["assetMissing eros.native.json:3"])
  }
}
