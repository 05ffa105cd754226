import ErosConfig
import ErosCore
import ErosFiles
import ErosNativeTestSupport
import ErosRegistry
import ErosSources
import ErosSyntax
import ErosTestSupport
import Foundation
import Testing

@testable import ErosVersions

@Suite("Raising versions", .temporaryFolder)
struct VersionBumpTests {
  private func project(_ folder: TemporaryFolder) throws -> ProjectVersions {
    try folder.project()
  }

  @Test("changes only the versions in a project with one file of each kind")
  func wholeProject() throws {
    try expectRoundTrip(
      [
        "eros.native.json": NativeFixture.fullConfig,
        NativeFixture.plist: NativeFixture.infoPlist(),
        NativeFixture.project: NativeFixture.xcodeProject(),
        NativeFixture.app: NativeFixture.groovy(),
        "platforms/android/Demo/sdk/build.gradle": NativeFixture.library,
      ], in: TemporaryFolder.ofTest(),
      changes: ["eros.native.json": 2, NativeFixture.plist: 1, NativeFixture.app: 1])
  }

  @Test("raises locations that share a definition together")
  func sharedText() throws {
    let script = NativeFixture.groovy("versionName v").replacing(
      "buildTypes {", with: "productFlavors { free { versionName v } }\n    buildTypes {")
    try expectRoundTrip(
      [
        "eros.native.json": NativeFixture.fullConfig,
        NativeFixture.app: "def v = \"1.2.0\"\n" + script,
      ], in: TemporaryFolder.ofTest(), changes: ["eros.native.json": 2, NativeFixture.app: 1])
  }

  @Test("reports apps with different versions, but not a differing configuration")
  func differing() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(NativeFixture.fullConfig, to: "eros.native.json")
    try folder.write(NativeFixture.groovy("versionName \"1.1.0\""), to: NativeFixture.app)
    let platforms = [Platform.ios, .android]
    #expect(try VersionBump(project(folder), to: .minor, on: platforms).differing == [:])
    let flavors = NativeFixture.groovy().replacing(
      "buildTypes {", with: "productFlavors { world { versionName \"3.4.0\" } }\n    buildTypes {")
    try folder.write(flavors, to: NativeFixture.app)
    let bump = try VersionBump(project(folder), to: .minor, on: platforms)
    #expect(bump.differing == [.android: ["1.2.0", "3.4.0"]])
    #expect(bump.versions[.android] == "3.5.0")
  }

  @Test("keeps comments, quotes and trailing commas of a JavaScript module")
  func module() throws {
    try expectRoundTrip(
      ["config/eros.native.js": NativeFixture.moduleConfig], config: "config/eros.native.js",
      in: TemporaryFolder.ofTest(), changes: ["config/eros.native.js": 2])
  }

  @Test("keeps byte-order marks and line endings")
  func lineEndings() throws {
    let module = "\u{FEFF}" + NativeFixture.moduleConfig.replacing("\n", with: "\r\n")
    try expectRoundTrip(
      [
        "config/eros.native.js": module,
        NativeFixture.plist: "\u{FEFF}" + NativeFixture.infoPlist().replacing("\n", with: "\r\n"),
        NativeFixture.app: NativeFixture.groovy().replacing("\n", with: "\r\n"),
      ], config: "config/eros.native.js", in: TemporaryFolder.ofTest(),
      changes: ["config/eros.native.js": 2, NativeFixture.plist: 1, NativeFixture.app: 1])
  }

  @Test("changes the setting that a property list refers to")
  func marketingVersion() throws {
    for reference in ["$(MARKETING_VERSION)", "${MARKETING_VERSION}"] {
      let folder = try TemporaryFolder.ofTest()
      try expectRoundTrip(
        [
          "eros.native.json": NativeFixture.fullConfig,
          NativeFixture.plist: NativeFixture.infoPlist(reference),
          NativeFixture.project: NativeFixture.xcodeProject(
            app: "MARKETING_VERSION = 1.2.0;\n\t\t\t\t"),
        ], in: folder, changes: ["eros.native.json": 2, NativeFixture.project: 2])
    }
  }

  @Test(
    "finds a setting in Xcode's order",
    arguments: [
      ("", "MARKETING_VERSION = \"1.2.0\";\n\t\t\t\t", 2),
      (
        "MARKETING_VERSION = \"$(APP_VERSION)\";\n\t\t\t\t", "APP_VERSION = 1.2.0;\n\t\t\t\t", 2
      ),
    ])
  func inheritedSetting(app: String, project: String, count: Int) throws {
    try expectRoundTrip(
      [
        "eros.native.json": NativeFixture.fullConfig,
        NativeFixture.plist: NativeFixture.infoPlist("$(MARKETING_VERSION)"),
        NativeFixture.project: NativeFixture.xcodeProject(app: app, project: project),
      ], in: TemporaryFolder.ofTest(),
      changes: ["eros.native.json": 2, NativeFixture.project: count])
  }

  @Test("finds the version in the settings if Xcode generates the Info.plist")
  func generatedList() throws {
    try expectRoundTrip(
      [
        "eros.native.json": NativeFixture.fullConfig,
        NativeFixture.project: NativeFixture.xcodeProject(
          app: "GENERATE_INFOPLIST_FILE = YES;\n\t\t\t\tMARKETING_VERSION = 1.2.0;\n\t\t\t\t",
          infoPlist: nil),
      ], in: TemporaryFolder.ofTest(),
      changes: ["eros.native.json": 2, NativeFixture.project: 2])
  }

  @Test("changes a setting in an .xcconfig")
  func settingsFile() throws {
    let project = NativeFixture.withSettings(NativeFixture.xcodeProject(), app: "Demo.xcconfig")
    try expectRoundTrip(
      [
        "eros.native.json": NativeFixture.fullConfig,
        NativeFixture.plist: NativeFixture.infoPlist("$(MARKETING_VERSION)"),
        NativeFixture.project: project,
        "platforms/ios/Demo/Config/Demo.xcconfig":
          "// settings\nMARKETING_VERSION = 1.2.0; // raised by hand\nOTHER = 1\n",
      ], in: TemporaryFolder.ofTest(),
      changes: ["eros.native.json": 2, "platforms/ios/Demo/Config/Demo.xcconfig": 1])
  }

  static let scripts: [(String, [String: String], Int)] = [
    ("versionName '1.2.0'", [:], 1),
    ("versionName = \"1.2.0\"", [:], 1),
    ("versionName(\"1.2.0\")", [:], 1),
    ("versionName \"\"\"1.2.0\"\"\" // the last one", [:], 1),
    (
      "versionName rootProject.ext.appVersion", ["build.gradle": "ext { appVersion = '1.2.0' }\n"],
      0
    ),
    (
      "versionName rootProject.ext.android[\"versionName\"]",
      [
        "config.gradle":
          "ext {\n  android = [\n    versionCode: 3,\n    versionName: \"1.2.0\",\n  ]\n}\n"
      ],
      0
    ),
    (
      "versionName \"${rootProject.ext.appVersion}\"", ["build.gradle": "ext.appVersion='1.2.0'\n"],
      0
    ),
    ("versionName project.VERSION_NAME", ["gradle.properties": "# app\nVERSION_NAME = 1.2.0\n"], 0),
    (
      "versionName project.property('VERSION_NAME')",
      ["gradle.properties": "VERSION_NAME=1.2.0\nOLD_VERSION_NAME=0.1\n"], 0
    ),
    (
      "versionName Config.VERSION",
      [
        "buildSrc/src/main/java/Config.java":
          "class Config { static final String VERSION = \"1.2.0\"; }\n"
      ], 0
    ),
    (
      "versionName cfg.name", ["versions.gradle": "ext.base = '1.2.0'\next.cfg = [name: base]\n"], 0
    ),
  ]

  @Test("reads the notations of Groovy", arguments: scripts)
  func groovy(line: String, others: [String: String], count: Int) throws {
    var files = others.reduce(into: [:]) { $0["platforms/android/Demo/\($1.key)"] = $1.value }
    var changes = files.mapValues { _ in 1 }
    files[NativeFixture.app] = NativeFixture.groovy(line)
    files["eros.native.json"] = NativeFixture.fullConfig
    changes[NativeFixture.app] = count
    changes["eros.native.json"] = 2
    try expectRoundTrip(files, in: TemporaryFolder.ofTest(), changes: changes)
  }

  static let kotlinScripts: [(String, [String: String], Int)] = [
    ("versionName = \"1.2.0\"", [:], 1),
    (
      "versionName = rootProject.extra[\"appVersion\"] as String",
      ["build.gradle.kts": "val appVersion by extra(\"1.2.0\")\n"], 0
    ),
    (
      "versionName = rootProject.extra.get(\"v\").toString()",
      ["build.gradle.kts": "extra[\"v\"] = \"1.2.0\"\n"], 0
    ),
    (
      "versionName = rootProject.extra[\"v\"] as String",
      ["build.gradle.kts": "extra.set(\"v\", \"1.2.0\")\n"], 0
    ),
    (
      "versionName = libs.versions.app.name.get()",
      ["gradle/libs.versions.toml": "[versions]\nkotlin = \"2.0\"\napp-name = \"1.2.0\" # ours\n"],
      0
    ),
    (
      "versionName = providers.gradleProperty(\"VERSION_NAME\").get()",
      ["gradle.properties": "VERSION_NAME=1.2.0\n"], 0
    ),
    (
      "versionName = AppConfig.versionName",
      [
        "buildSrc/src/main/kotlin/AppConfig.kt":
          "object AppConfig {\n  const val versionName: String = \"1.2.0\"\n}\n"
      ], 0
    ),
  ]

  @Test("reads the notations of Kotlin", arguments: kotlinScripts)
  func kotlin(line: String, others: [String: String], count: Int) throws {
    let app = NativeFixture.app + ".kts"
    var files = others.reduce(into: [:]) { $0["platforms/android/Demo/\($1.key)"] = $1.value }
    var changes = files.mapValues { _ in 1 }
    files[app] = NativeFixture.kotlin(line)
    files["eros.native.json"] = NativeFixture.fullConfig
    changes[app] = count
    changes["eros.native.json"] = 2
    try expectRoundTrip(files, in: TemporaryFolder.ofTest(), changes: changes)
  }

  @Test("each flavour has its own location")
  func flavors() throws {
    let folder = try TemporaryFolder.ofTest()
    let flavors = """
      versionName "1.2.0"
              }
              productFlavors {
                  free { dimension "kind"; versionName "1.2.0" }
                  paid { dimension "kind" }
                  create("beta") { versionName = '1.2.0' }
      """
    try expectRoundTrip(
      [
        "eros.native.json": NativeFixture.fullConfig,
        NativeFixture.app: NativeFixture.groovy(flavors),
      ], in: folder, changes: ["eros.native.json": 2, NativeFixture.app: 3])
    #expect(
      try project(folder).locations(on: .android).map(\.key)
        == ["version.android", "versionName", "versionName (free)", "versionName (beta)"])
  }

  @Test(
    "a computed version is not raised",
    arguments: [
      "versionName gitVersion()", "versionName \"1.${build}\"", "versionName MISSING",
      "versionName a ? '1.2.0' : '1.3.0'", "versionName twice",
    ])
  func computed(line: String) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(NativeFixture.fullConfig, to: "eros.native.json")
    try folder.write(NativeFixture.groovy(line), to: NativeFixture.app)
    try folder.write(
      "ext.twice = '1'\nif (x) { ext.twice = '2' }\n", to: "platforms/android/Demo/build.gradle")
    let location = try #require(project(folder).locations(on: .android).last)
    guard case .computed = location.content else {
      Issue.record("\(location)")
      return
    }
    #expect(location.position?.line == 10)
    let error = #expect(throws: VersionBumpError.self) {
      try VersionBump(project(folder), to: .minor, on: [.ios, .android])
    }
    #expect(error?.problem.contains("app/build.gradle:10:9: 'versionName' cannot") == true)
    #expect(error?.exitStatus == .badData)
    // The other platform can be raised.
    try VersionBump(project(folder), to: .minor, on: [.ios]).write()
    #expect(try project(folder).locations(on: .ios).map(\.text) == ["1.3.0"])
    #expect(try project(folder).locations(on: .android).first?.text == "1.2.0")
  }

  @Test(
    "a step starts from the highest version of each app",
    arguments: [
      (VersionStep.major, "3.0", "2.0.0"), (.minor, "2.2", "1.3.0"), (.patch, "2.2", "1.2.1"),
    ])
  func steps(step: VersionStep, ios: String, android: String) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(NativeFixture.fullConfig, to: "eros.native.json")
    try folder.write(NativeFixture.infoPlist("2.1"), to: NativeFixture.plist)
    try folder.write(NativeFixture.xcodeProject(), to: NativeFixture.project)
    let bump = try VersionBump(project(folder), to: step, on: [.ios, .android])
    #expect(bump.versions == [.ios: ios, .android: android])
    #expect(bump.lowered.isEmpty)
    #expect(try VersionBump(project(folder), to: .exactly("2.0"), on: [.ios]).lowered == [.ios])
  }

  @Test("a step cannot start from a template placeholder, but an exact version can replace it")
  func placeholder() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(
      NativeFixture.fullConfig.replacing("1.2.0", with: "eros-template-version"),
      to: "eros.native.json")
    let error = #expect(throws: VersionBumpError.self) {
      try VersionBump(project(folder), to: .minor, on: [.ios])
    }
    #expect(
      error?.problem.hasSuffix(
        "'version.iOS' is 'eros-template-version', which is not a version") == true)
    #expect(
      error?.remedy == "pass an exact version, such as `eros bump 1.0.0 --platform ios`")
    try VersionBump(project(folder), to: .exactly("1.0.0"), on: [.ios, .android]).write()
    #expect(try project(folder).locations.map(\.text) == ["1.0.0", "1.0.0"])
  }

  @Test("the hint about a malformed version corrects it, and leaves the other app")
  func malformedVersion() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(
      #"{"appName": "demo", "version": {"android": "3.0.0", "iOS": "v1.2.0"}}"#,
      to: "eros.native.json")
    let error = #expect(throws: VersionBumpError.self) {
      try VersionBump(project(folder), to: .minor, on: [.ios, .android])
    }
    #expect(error?.remedy == "pass an exact version, such as `eros bump 1.2.0 --platform ios`")
    let bump = try VersionBump(project(folder), to: .exactly("1.2.0"), on: [.ios])
    #expect(bump.lowered == [])
    try bump.write()
    #expect(
      String(decoding: try folder.read("eros.native.json"), as: UTF8.self)
        == #"{"appName": "demo", "version": {"android": "3.0.0", "iOS": "1.2.0"}}"#)
  }

  @Test("the hint about a shared location names the higher version")
  func sharedHint() {
    let location = VersionLocation(
      platform: .ios, kind: .gradle, file: "a", key: "b", content: .text("1.0"), position: nil)
    #expect(
      VersionBumpError.shared(location, ["10.0.0", "9.0.0"]).remedy
        == "pass one version for both, such as `eros bump 10.0.0`")
  }

  @Test("replaces all files or none")
  func allOrNone() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(NativeFixture.fullConfig, to: "eros.native.json")
    try folder.write(NativeFixture.groovy(), to: NativeFixture.app)
    let bump = try VersionBump(project(folder), to: .minor, on: [.ios, .android])
    // The second file changes between reading and replacing.
    try folder.write(NativeFixture.groovy("versionName '1.2.9'"), to: NativeFixture.app)
    #expect(throws: FileError.self) { try bump.write() }
    #expect(
      String(decoding: try folder.read("eros.native.json"), as: UTF8.self)
        == NativeFixture.fullConfig)
    #expect(try folder.names(in: ".") == ["eros.native.json", "platforms"])
  }

  @Test(
    "does not overwrite a file that has changed since it was read",
    arguments: ["eros.native.json", NativeFixture.plist])
  func changedMeanwhile(path: String) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(NativeFixture.fullConfig, to: "eros.native.json")
    try folder.write(NativeFixture.infoPlist(), to: NativeFixture.plist)
    let bump = try VersionBump(folder.project(), to: .minor, on: [.ios])
    let other = String(decoding: try folder.read(path), as: UTF8.self)
      .replacing("1.2.0", with: "5.5.5")
    try folder.write(other, to: path)
    let error = #expect(throws: FileError.self) { try bump.write() }
    #expect(error?.exitStatus == .busy)
    #expect(String(decoding: try folder.read(path), as: UTF8.self) == other)
  }

  // MARK: Interruptions

  /// Writes a project whose `bump minor` was killed between its two files.
  private func halfDone(_ folder: TemporaryFolder, step: String = "minor") throws {
    try folder.write(
      NativeFixture.fullConfig.replacing("\"1.2.0\"", with: "\"1.3.0\""), to: "eros.native.json")
    try folder.write(NativeFixture.groovy(), to: NativeFixture.app)
    try folder.write(
      """
      {"step": "\(step)", "versions": {"android": "1.3.0", "ios": "1.3.0"},
       "files": ["\(folder.path("eros.native.json"))", "\(folder.path(NativeFixture.app))"]}
      """, to: ".eros-bump.json")
    try folder.write(NativeFixture.fullConfig, to: ".eros.native.json.eros-staged")
  }

  @Test(
    "a damaged record is refused, because its files would be forgotten",
    arguments: [
      #"{"step": "minor", "versions": {"ios": "1.3.0"}, "files": ["a", 7]}"#,
      #"{"step": "minor", "versions": {"ios": "1.3.0", "android": 2}, "files": []}"#,
      #"{"step": "minor", "versions": {}, "files": []}"#,
    ])
  func damagedRecord(record: String) throws {
    let folder = try TemporaryFolder.ofTest()
    try halfDone(folder)
    try folder.write(record, to: ".eros-bump.json")
    let error = #expect(throws: (any Error).self) {
      try VersionBump(folder.project(), to: .minor, on: [.ios, .android]).write()
    }
    let problem = (error as? any ErosError)?.problem ?? ""
    #expect(problem.contains("expected the record of an interrupted bump"), "\(problem)")
  }

  @Test("the same bump completes an interrupted one and deletes its record")
  func finish() throws {
    for step in [VersionStep.minor, .exactly("1.3.0"), .exactly("1.4.0")] {
      let folder = try TemporaryFolder.ofTest()
      try halfDone(folder)
      try VersionBump(folder.project(), to: step, on: [.ios, .android]).write()
      let expected = step == .exactly("1.4.0") ? "1.4.0" : "1.3.0"
      #expect(try folder.project().locations.map(\.text) == [expected, expected, expected])
      let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      #expect(!names.contains { $0.contains(".eros-") }, "\(names)")
      // The next bump starts from the new version.
      try VersionBump(folder.project(), to: .minor, on: [.ios, .android]).write()
      let next = step == .exactly("1.4.0") ? "1.5.0" : "1.4.0"
      #expect(try folder.project().locations.first?.text == next)
    }
  }

  @Test("another bump reports how to complete the interrupted one")
  func unfinished() throws {
    for (step, platforms) in [
      (VersionStep.major, [Platform.ios, .android]), (.minor, [.ios]), (.exactly("1.3.0"), [.ios]),
    ] {
      let folder = try TemporaryFolder.ofTest()
      try halfDone(folder)
      let error = #expect(throws: VersionBumpError.self) {
        try VersionBump(folder.project(), to: step, on: platforms)
      }
      #expect(
        error?.problem
          == "an earlier bump was interrupted: Android to 1.3.0, iOS to 1.3.0"
      )
      #expect(error?.remedy == "complete it with `eros bump minor`")
      #expect(error?.exitStatus == .busy)
    }
  }

  @Test("keeps permissions and symlinks")
  func permissions() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(NativeFixture.fullConfig, to: "shared/real.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("eros.native.json"), withDestinationPath: "shared/real.json")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("shared/real.json"))
    try VersionBump(project(folder), to: .minor, on: [.ios, .android]).write()
    #expect(String(decoding: try folder.read("shared/real.json"), as: UTF8.self).contains("1.3.0"))
    let target = try FileManager.default.destinationOfSymbolicLink(
      atPath: folder.path("eros.native.json"))
    #expect(target == "shared/real.json")
    let attributes = try FileManager.default.attributesOfItem(
      atPath: folder.path("shared/real.json"))
    #expect(attributes[.posixPermissions] as? Int == 0o755)
  }
}
