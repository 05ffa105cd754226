import ErosConfig
import ErosCore
import ErosNativeTestSupport
import ErosSyntax
import ErosTestSupport
import ErosVersions
import Foundation
import Testing

@Suite("Versions of other build tools", .temporaryFolder)
struct BuildToolTests {
  private static let folder = "platforms/ios/Demo/"

  private func locations(_ files: [String: String]) throws -> [VersionLocation] {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(NativeFixture.fullConfig, to: "eros.native.json")
    for (name, text) in files { try folder.write(text, to: name) }
    return try folder.project().locations.filter(\.kind.isNative)
  }

  // MARK: XcodeGen

  private static func generator(settings: String, target: String = "") -> String {
    """
    # Written by hand; "MARKETING_VERSION: 0.0.1" is a comment.
    name: Demo
    options: { bundleIdPrefix: com.example }
    settings:
      base:
        SWIFT_VERSION: 5.9
    \(settings)
    targets:
      Demo:
        type: application
        platform: iOS
        sources:
          - path: Demo
            excludes: ["*.md"]
        scripts:
        - name: Note
          script: |
            MARKETING_VERSION: 0.0.2
            echo "version: 0.0.3"
    \(target)
      DemoTests:
        type: bundle.unit-test
        settings:
          MARKETING_VERSION: 0.1

    """
  }

  @Test(
    "versions of a target that refer to themselves are those of the project",
    arguments: [
      "settings:\n      MARKETING_VERSION: $(MARKETING_VERSION)",
      "settings:\n      base:\n        MARKETING_VERSION: ${MARKETING_VERSION}",
      "settings:\n      MARKETING_VERSION: $(inherited)",
      "info:\n      path: Info.plist\n      properties:\n        CFBundleShortVersionString: $(MARKETING_VERSION)\n    settings:\n      MARKETING_VERSION: $(MARKETING_VERSION)",
    ])
  func inherited(target: String) throws {
    let path = Self.folder + "project.yml"
    try expectRoundTrip(
      [
        "eros.native.json": NativeFixture.fullConfig,
        path: Self.generator(settings: "    MARKETING_VERSION: 1.2.0", target: "    " + target),
      ], in: TemporaryFolder.ofTest(), changes: ["eros.native.json": 2, path: 1])
  }

  @Test("in files that a configuration of an included target includes are found from project.yml")
  func includedConfiguration() throws {
    let shared = Self.folder + "Config/Shared.xcconfig"
    try expectRoundTrip(
      [
        "eros.native.json": NativeFixture.fullConfig,
        Self.folder + "project.yml": "name: Demo\ninclude: [App/target.yml]\n",
        Self.folder + "App/target.yml": """
        targets:
          Demo:
            type: application
            platform: iOS
            configFiles:
              Release: Demo.xcconfig

        """,
        Self.folder + "App/Demo.xcconfig": "#include \"Config/Shared.xcconfig\"\n",
        shared: "MARKETING_VERSION = 1.2.0\n",
      ], in: TemporaryFolder.ofTest(), changes: ["eros.native.json": 2, shared: 1])
  }

  /// The lines in the project or the target, and the number of versions in them.
  static let generators: [(settings: String, target: String)] = [
    ("    MARKETING_VERSION: 1.2.0 # ours", ""), ("    MARKETING_VERSION: \"1.2.0\"", ""),
    ("    'MARKETING_VERSION': '1.2.0'", ""), ("  MARKETING_VERSION: 1.2.0", ""),
    ("", "    settings:\n      base:\n        MARKETING_VERSION: 1.2.0"),
    ("    MARKETING_VERSION: $(APP)\n    APP: 1.2.0", ""),
    (
      "",
      "    info:\n      path: Demo/Info.plist\n      properties:\n"
        + "        CFBundleShortVersionString: \"1.2.0\""
    ),
    (
      "    MARKETING_VERSION: 1.2.0",
      "    info:\n      path: Demo/Info.plist\n      properties:\n"
        + "        CFBundleShortVersionString: $(MARKETING_VERSION)"
    ),
  ]

  @Test("are raised in project.yml of XcodeGen", arguments: generators)
  func xcodeGen(settings: String, target: String) throws {
    try expectRoundTrip(
      [
        "eros.native.json": NativeFixture.fullConfig,
        Self.folder + "project.yml": Self.generator(settings: settings, target: target),
        Self.folder + "Demo/Info.plist": NativeFixture.infoPlist("$(MARKETING_VERSION)"),
      ], in: TemporaryFolder.ofTest(),
      changes: ["eros.native.json": 2, Self.folder + "project.yml": 1])
  }

  @Test("are raised in the .xcconfig of a project of XcodeGen, and in each configuration")
  func xcodeGenSettings() throws {
    try expectRoundTrip(
      [
        "eros.native.json": NativeFixture.fullConfig,
        Self.folder + "project.yml": Self.generator(settings: "")
          + "configFiles:\n  Debug: Config/Debug.xcconfig\n  Release: Config/Debug.xcconfig\n",
        Self.folder + "Config/Debug.xcconfig": "#include \"Version.xcconfig\"\n",
        Self.folder + "Config/Version.xcconfig": "MARKETING_VERSION = 1.2.0\n",
      ], in: TemporaryFolder.ofTest(),
      changes: ["eros.native.json": 2, Self.folder + "Config/Version.xcconfig": 1])
    let configurations =
      "  configs:\n    debug:\n      MARKETING_VERSION: 1.2.0\n"
      + "    release:\n      MARKETING_VERSION: 1.2.0"
    try expectRoundTrip(
      [
        "eros.native.json": NativeFixture.fullConfig,
        Self.folder + "project.yml": Self.generator(settings: configurations),
      ], in: TemporaryFolder.ofTest(),
      changes: ["eros.native.json": 2, Self.folder + "project.yml": 2])
  }

  @Test(
    "a version that XcodeGen computes has a reason",
    arguments: [
      ("", "", "neither the target 'Demo' nor its project sets it"),
      ("    MARKETING_VERSION: 1.10", "", "YAML reads 1.10 as a number"),
      ("    MARKETING_VERSION: ${A}.$(B)", "", "combines several settings"),
      ("    MARKETING_VERSION: *version", "", "the value is not a string on one line"),
      ("    MARKETING_VERSION: >\n      1.2.0", "", "the value is not a string on one line"),
      ("include: base.yml", "", "the file or template 'base.yml' is not found"),
      ("", "    templates: [Base]", "the file or template 'Base' is not found"),
      ("", "    info:\n      path: Demo/Info.plist", "XcodeGen writes 1.0"),
    ])
  func xcodeGenReasons(settings: String, target: String, reason: String) throws {
    let found = try locations(
      [Self.folder + "project.yml": Self.generator(settings: settings, target: target)])
    #expect(found.count == 1 && found.first?.reason.contains(reason) == true, "\(found)")
  }

  private static let template = """
    name: Demo
    include:
      - path: shared/base.yml
    targetTemplates:
      App:
        templates:
        - Base
        platform: iOS
    targets:
      Demo:
        templates: [App]

    """
  private static let base = """
    settingGroups:
      release:
        base:
          MARKETING_VERSION: 1.2.0
    targetTemplates:
      Base:
        type: application
        settings:
          groups: [release]

    """

  @Test("are raised in the templates, groups and included files of XcodeGen")
  func templates() throws {
    try expectRoundTrip(
      [
        "eros.native.json": NativeFixture.fullConfig,
        Self.folder + "project.yml": Self.template,
        Self.folder + "shared/base.yml": Self.base,
      ], in: TemporaryFolder.ofTest(),
      changes: ["eros.native.json": 2, Self.folder + "shared/base.yml": 1])
    // The target overrides its templates.
    let own = Self.template + "    settings:\n      MARKETING_VERSION: 1.2.0\n"
    try expectRoundTrip(
      [
        "eros.native.json": NativeFixture.fullConfig, Self.folder + "project.yml": own,
        Self.folder + "shared/base.yml": Self.base.replacing("1.2.0", with: "$(X)"),
      ], in: TemporaryFolder.ofTest(),
      changes: ["eros.native.json": 2, Self.folder + "project.yml": 1])
  }

  @Test("of a generated Xcode project are raised with those of project.yml")
  func generatedProject() throws {
    let project = Self.folder + "Demo.xcodeproj/project.pbxproj"
    try expectRoundTrip(
      [
        "eros.native.json": NativeFixture.fullConfig,
        Self.folder + "project.yml": Self.generator(settings: "    MARKETING_VERSION: 1.2.0"),
        project: NativeFixture.xcodeProject(app: "MARKETING_VERSION = 1.2.0;"),
        NativeFixture.plist: NativeFixture.infoPlist("$(MARKETING_VERSION)"),
      ], in: TemporaryFolder.ofTest(),
      changes: ["eros.native.json": 2, Self.folder + "project.yml": 1, project: 2])
  }

  @Test("a version that cannot be located is an error of a bump, never ignored")
  func unlocated() throws {
    for (path, text) in [
      ("platforms/ios/Lib.xcodeproj/project.pbxproj", "{ rootObject = A; objects = { A = {}; }; }"),
      ("platforms/android/settings.gradle", "include ':lib'"),
    ] {
      let found = try locations([path: text])
      #expect(found.last?.reason.contains("that builds an app") == true, "\(found)")
      let folder = try TemporaryFolder.ofTest()
      #expect(throws: VersionBumpError.self) {
        try VersionBump(folder.project(), to: .minor, on: [.ios, .android])
      }
    }
  }

  @Test("of native projects are known without a configuration")
  func native() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(NativeFixture.groovy("versionName '1.0.2'"), to: "app/build.gradle")
    #expect(try ProjectVersions.nativeVersions(below: folder.path) == [.android: "1.0.2"])
    try folder.write(NativeFixture.groovy("versionName '1.0.3'"), to: "other/build.gradle")
    #expect(try ProjectVersions.nativeVersions(below: folder.path).isEmpty)
  }

  @Test("the version of a platform without version and project is not required")
  func leftover() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(
      #"{"version": {"android": "1.0.0"}, "zipFolder": {"iOS": "/platforms/ios/x"}}"#,
      to: "eros.native.json")
    #expect(try folder.project().platforms == [.android])
    try folder.write(
      #"{"version": {"android": "1.0.0", "ioS": "1"}, "zipFolder": {"iOS": "/x"}}"#,
      to: "eros.native.json")
    #expect(try folder.project().platforms == [.ios, .android])
  }

  @Test("get quotes in YAML if it would read them as another number")
  func yamlNumbers() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(
      NativeFixture.fullConfig.replacing("1.2.0", with: "7.79"), to: "eros.native.json")
    let project = Self.folder + "project.yml"
    try folder.write(Self.generator(settings: "    MARKETING_VERSION: 7.79"), to: project)
    try VersionBump(folder.project(), to: .minor, on: [.ios]).write()
    #expect(
      try String(decoding: folder.read(project), as: UTF8.self)
        == Self.generator(settings: "    MARKETING_VERSION: \"7.80\""))
    try VersionBump(folder.project(), to: .minor, on: [.ios]).write()
    #expect(
      try String(decoding: folder.read(project), as: UTF8.self).contains("VERSION: \"7.81\""))
  }

  @Test("are not in a project.yml of another tool, or of a library")
  func otherYAML() throws {
    for text in ["name: x\ntargets:\n  - a\n", "targets:\n  Lib:\n    type: framework\n"] {
      #expect(try locations([Self.folder + "project.yml": text]).isEmpty)
    }
  }

  // MARK: Settings without an Xcode project

  @Test("are found in an included .xcconfig, also without an Xcode project")
  func settingsFiles() throws {
    try expectRoundTrip(
      [
        "eros.native.json": NativeFixture.fullConfig,
        NativeFixture.plist: NativeFixture.infoPlist("$(MARKETING_VERSION)"),
        NativeFixture.settings + "App.xcconfig": "\u{FEFF}#include \"Version.xcconfig\"\n",
        NativeFixture.settings + "Version.xcconfig": "MARKETING_VERSION = 1.2.0 // ours\n",
      ], in: TemporaryFolder.ofTest(),
      changes: ["eros.native.json": 2, NativeFixture.settings + "Version.xcconfig": 1])
    let several = try locations([
      NativeFixture.plist: NativeFixture.infoPlist("$(MARKETING_VERSION)"),
      NativeFixture.settings + "A.xcconfig": "MARKETING_VERSION = 1.2.0\n",
      NativeFixture.settings + "B.xcconfig": "MARKETING_VERSION = 1.3.0\n",
    ])
    #expect(!several.isEmpty)
    #expect(several.map(\.reason).allSatisfy { $0.contains("several .xcconfig files set") })
  }

  @Test("need no optional include, and a path in the wrong case gets a hint")
  func includes() throws {
    let project = NativeFixture.withSettings(NativeFixture.xcodeProject(), app: "App.xcconfig")
    let found = try locations([
      NativeFixture.plist: NativeFixture.infoPlist("$(MARKETING_VERSION)"),
      NativeFixture.project: project,
      NativeFixture.settings + "App.xcconfig":
        "#include? \"Gone.xcconfig\"\n#include? \"/etc/x.xcconfig\"\n"
        + "#include \"version.xcconfig\"\n",
      NativeFixture.settings + "Version.xcconfig": "MARKETING_VERSION = 1.2.0\n",
    ])
    #expect(
      found.contains { $0.reason.contains("Version.xcconfig' differs only in case") }, "\(found)")
  }

  @Test("are found in an .xcconfig that is included by its path from the project")
  func includedFromProject() throws {
    try expectRoundTrip(
      [
        "eros.native.json": NativeFixture.fullConfig,
        NativeFixture.plist: NativeFixture.infoPlist("$(MARKETING_VERSION)"),
        NativeFixture.project: NativeFixture.withSettings(
          NativeFixture.xcodeProject(), app: "App.xcconfig"),
        NativeFixture.settings + "App.xcconfig": "#include \"Config/Base/Version.xcconfig\"\n",
        NativeFixture.settings + "Base/Version.xcconfig": "MARKETING_VERSION = 1.2.0\n",
      ], in: TemporaryFolder.ofTest(),
      changes: ["eros.native.json": 2, NativeFixture.settings + "Base/Version.xcconfig": 1])
  }

  // MARK: uni-app

  private static let uniManifest = """
    {
      // HBuilderX writes comments.
      "name" : "demo",
      "appid" : "__UNI__0123456",
      "versionName" : "1.2.0", /* shown */
      "versionCode" : 100
    }

    """

  @Test(
    "are raised in manifest.json of uni-app, without its build number", arguments: ["", "src/"])
  func uniApp(folderName: String) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(NativeFixture.fullConfig, to: "eros.native.json")
    try? FileManager.default.removeItem(atPath: folder.path("platforms"))
    let path = folderName + "manifest.json"
    try folder.write(Self.uniManifest, to: path)
    let project = try folder.project()
    for platform in [Platform.ios, .android] {
      let location = try #require(project.locations(on: platform).first { $0.kind.isNative })
      #expect(location.kind == .uniManifest && location.text == "1.2.0")
      #expect(location.position?.line == 5)
    }
    try VersionBump(project, to: .exactly("1.3.0"), on: [.ios, .android]).write()
    #expect(
      String(decoding: try folder.read(path), as: UTF8.self)
        == Self.uniManifest.replacing("1.2.0", with: "1.3.0"))
  }

  @Test("a manifest.json of another tool states no version, even a malformed one")
  func otherManifest() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(NativeFixture.fullConfig, to: "eros.native.json")
    for text in [#"{"name": "a", "version": "1"}"#, "{", "[]"] {
      try folder.write(text, to: "manifest.json")
      #expect(
        try !folder.project().locations(on: .ios).contains { $0.kind == .uniManifest }, "\(text)")
    }
  }

  // MARK: Flutter

  private static let pubspec = """
    name: demo
    description: "A page that says version: 9.9.9"
    version: 1.2.0+45 # shown in stores
    environment:
      sdk: ">=3.0.0 <4.0.0"
    dependencies:
      path: ^1.2.0

    """

  @Test(
    "are raised in pubspec.yaml of Flutter, without the build number",
    arguments: ["versionName flutterVersionName", "versionName = flutter.versionName"])
  func flutter(line: String) throws {
    let folder = try TemporaryFolder.ofTest()
    let app = "platforms/demo/android/app/build.gradle"
    try folder.write(
      NativeFixture.fullConfig.replacing("/ios/Demo/Demo", with: "/demo/ios/Runner")
        .replacing("/android/Demo/app", with: "/demo/android/app"), to: "eros.native.json")
    try folder.write(Self.pubspec, to: "platforms/demo/pubspec.yaml")
    try folder.write(NativeFixture.groovy(line), to: app)
    try folder.write(
      NativeFixture.infoPlist("$(FLUTTER_BUILD_NAME)"), to: "platforms/demo/ios/Runner/Info.plist")
    // Flutter writes this file.
    try folder.write(
      "FLUTTER_BUILD_NAME=1.2.0\n", to: "platforms/demo/ios/Flutter/Generated.xcconfig")
    let found = try folder.project().locations.filter(\.kind.isNative)
    #expect(found.map(\.kind) == [.pubspec, .pubspec] && found.allSatisfy { $0.text == "1.2.0" })
    try VersionBump(folder.project(), to: .minor, on: [.ios, .android]).write()
    #expect(
      try String(decoding: folder.read("platforms/demo/pubspec.yaml"), as: UTF8.self)
        == Self.pubspec.replacing("1.2.0+45", with: "1.3.0+45"))
    #expect(try String(decoding: folder.read(app), as: UTF8.self) == NativeFixture.groovy(line))
    // Both apps have the same location, so they cannot get different versions.
    let config = String(decoding: try folder.read("eros.native.json"), as: UTF8.self)
    try folder.write(
      config.replacing("\"iOS\" : \"1.3.0\"", with: "\"iOS\" : \"2.0.0\""), to: "eros.native.json")
    #expect(throws: VersionBumpError.self) {
      try VersionBump(folder.project(), to: .minor, on: [.ios, .android])
    }
    let exact = try VersionBump(folder.project(), to: .exactly("2.1.0"), on: [.ios, .android])
    #expect(exact.paths.count == 2)
  }

  @Test("a version of Flutter has a reason without pubspec.yaml")
  func withoutPubspec() throws {
    let found = try locations([
      NativeFixture.app: NativeFixture.groovy("versionName flutterVersionName"),
      NativeFixture.plist: NativeFixture.infoPlist("$(FLUTTER_BUILD_NAME)"),
    ])
    #expect(found.count == 2)
    #expect(found.allSatisfy { $0.reason.contains("Flutter sets the value from 'pubspec.yaml'") })
  }

  // MARK: Gradle

  private static let loading = """
    def versionProps = new Properties()
    file('version.properties').withInputStream { versionProps.load(it) }

    """

  @Test(
    "are raised in a properties file that a script loads",
    arguments: [
      "versionName versionProps['VERSION_NAME']",
      "versionName versionProps.getProperty('VERSION_NAME')",
      "versionName versionProps.VERSION_NAME",
      "versionName versionProps['VERSION_NAME'].toString()",
    ])
  func properties(line: String) throws {
    let properties = "platforms/android/Demo/app/version.properties"
    try expectRoundTrip(
      [
        "eros.native.json": NativeFixture.fullConfig,
        NativeFixture.app: Self.loading + NativeFixture.groovy(line),
        properties: "# raised by CI\r\nVERSION_CODE=120\r\nVERSION_NAME = 1.2.0\r\n",
        // No script mentions this file.
        "platforms/android/Demo/app/other.properties": "VERSION_NAME=1.1.0\n",
      ], in: TemporaryFolder.ofTest(), changes: ["eros.native.json": 2, properties: 1])
  }

  static let plugins: [[String: String]] = [
    ["src/main/kotlin/acme.app.gradle.kts": "plugins { id(\"com.android.application\") }"],
    [
      "src/main/kotlin/AppPlugin.kt":
        "class AppPlugin { fun f() { apply(\"com.android.application\") } }",
      "build.gradle.kts":
        "gradlePlugin { plugins { create(\"a\") { id = \"acme.app\"\n implementationClass = \"AppPlugin\" } } }",
    ],
    [
      "src/main/groovy/a/AppPlugin.groovy": "apply plugin: 'com.android.application'",
      "src/main/resources/META-INF/gradle-plugins/acme.app.properties":
        "implementation-class=a.AppPlugin",
    ],
  ]

  @Test("are raised in a module with a plugin of buildSrc", arguments: plugins)
  func buildPlugin(files: [String: String]) throws {
    let root = "platforms/android/Demo/buildSrc/"
    var all = files.reduce(into: [:]) { $0[root + $1.key] = $1.value }
    all["eros.native.json"] = NativeFixture.fullConfig
    all[NativeFixture.app] =
      "plugins { id 'acme.app' }\nandroid { defaultConfig { versionName '1.2.0' } }\n"
    try expectRoundTrip(
      all, in: TemporaryFolder.ofTest(),
      changes: ["eros.native.json": 2, NativeFixture.app: 1])
  }

  /// Blocks that set a version after the blocks of the app, with § before its name.
  static let variants: [String] = [
    "androidComponents { onVariants(selector().all()) { variant -> variant.outputs.forEach { it.§versionName.set(\"2\") } } }",
    "androidComponents.onVariants { v -> v.outputs.each { it.§versionName = provider { '2' } } }",
    "androidComponents {\n onVariants {\n it.outputs.single().§versionName.set(provider { \"2\" })\n}\n}",
    "android.applicationVariants.all { variant ->\n variant.outputs.all { §versionNameOverride = '2' }\n}",
    "android { applicationVariants.configureEach { outputs.each { it.§versionNameOverride = name() } } }",
    "android.applicationVariants.all { it.mergedFlavor.§versionName = '2' }",
    "android.applicationVariants.all { it.mergedFlavor.§setVersionName(\"2\") }",
    "extensions.configure<Any> { onVariants { for (o in it.outputs) { o.§versionName.set(\"2\") } } }",
  ]

  @Test("versions for each variant are computed", arguments: variants)
  func variant(block: String) throws {
    let script =
      "plugins { id 'com.android.application' }\nandroid { defaultConfig { versionName '1.2.0' } }\n"
    let found = try locations([NativeFixture.app: script + block.replacing("§", with: "") + "\n"])
    #expect(found.map(\.text) == ["1.2.0", nil])
    #expect(found.last?.reason == "a block of the build sets the value for each variant")
    let lines = (script + block).split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(lines.firstIndex { $0.contains("§") })
    let column = lines[line].prefix { $0 != "§" }.count
    #expect(found.last?.position == TextPosition(line: line + 1, column: column + 1))
    let folder = try TemporaryFolder.ofTest()
    #expect(throws: VersionBumpError.self) {
      try VersionBump(folder.project(), to: .minor, on: [.android])
    }
  }

  @Test(
    "versions that are only read for each variant are not changes",
    arguments: [
      "android.applicationVariants.all { v -> v.outputs.all { outputFileName = \"a-${v.versionName}.apk\" } }",
      "android.applicationVariants.all { println(it.versionName) }",
      "android.applicationVariants.all { if (it.versionName == '2') { println(1) } }",
      "androidComponents { onVariants { v -> def name = v.outputs.first().versionName.get() } }",
      "androidComponents { onVariants { v -> v.outputs.each { log(it.versionName.get()) } } }",
    ])
  func readVariant(block: String) throws {
    let found = try locations([
      NativeFixture.app: NativeFixture.groovy("versionName '1.2.0'") + "\n" + block + "\n"
    ])
    #expect(found.map(\.text) == ["1.2.0"])
  }

  /// An included build, with the script that includes it and the plugins of the app.
  static let includedPlugins: [(settings: String, plugins: String, files: [String: String])] = [
    (
      "includeBuild(\"build-logic\")", "id 'acme.app'",
      ["src/main/kotlin/acme.app.gradle.kts": "plugins { id(\"com.android.application\") }"]
    ),
    (
      "pluginManagement { includeBuild 'build-logic' }", "id 'com.acme.app'",
      [
        "convention/src/main/groovy/com/acme/app.gradle":
          "package com.acme\nplugins { id 'com.android.application' }"
      ]
    ),
    (
      "pluginManagement { includeBuild(\"./build-logic\") { name = \"logic\" } }",
      "alias(libs.plugins.acme.app)",
      [
        "convention/src/main/kotlin/Plugins.kt":
          "class AppPlugin : Plugin<Project> { fun f() { apply(\"com.android.application\") } }",
        "convention/build.gradle.kts":
          "gradlePlugin { plugins { register(\"app\") {\n id = libs.plugins.acme.app.get().pluginId\n implementationClass = \"com.acme.AppPlugin\"\n} } }",
      ]
    ),
    (
      "includeBuild('build-logic')", "alias(libs.plugins.acme.app) version \"1\"",
      [
        "src/main/java/AppPlugin.java":
          "class AppPlugin { void f() { apply(\"com.android.application\"); } }",
        "build.gradle":
          "plugins { id 'java-gradle-plugin' }\ngradlePlugin { plugins { app { id = 'acme.app'; implementationClass = 'AppPlugin' } } }",
      ]
    ),
  ]

  @Test("are raised in a module with a plugin of an included build", arguments: includedPlugins)
  func includedPlugin(settings: String, plugins: String, files: [String: String]) throws {
    let root = "platforms/android/Demo/"
    var all = files.reduce(into: [:]) { $0[root + "build-logic/" + $1.key] = $1.value }
    all["eros.native.json"] = NativeFixture.fullConfig
    all[root + "settings.gradle"] = settings + "\ninclude ':app'\n"
    all[root + "gradle/libs.versions.toml"] =
      "[versions]\nagp = \"8.1.0\"\n[plugins]\nacme-app = { id = \"acme.app\", version = \"1\" }\n"
    all[NativeFixture.app] =
      "plugins { \(plugins) }\nandroid { defaultConfig { versionName '1.2.0' } }\n"
    try expectRoundTrip(
      all, in: TemporaryFolder.ofTest(), changes: ["eros.native.json": 2, NativeFixture.app: 1])
  }

  @Test(
    "are raised in the plugin of an included build that sets them, and an included build is no app")
  func versionOfPlugin() throws {
    let root = "platforms/android/Demo/"
    let plugin = root + "build-logic/src/main/kotlin/acme.app.gradle.kts"
    try expectRoundTrip(
      [
        "eros.native.json": NativeFixture.fullConfig,
        root + "settings.gradle.kts": "includeBuild(\"build-logic\")\n",
        root + "build-logic/build.gradle": "// com.android.application\napplicationId 'x'\n",
        plugin: """
        plugins { id("com.android.application") }
        android { defaultConfig { versionName = "1.2.0" } }

        """,
        NativeFixture.app: "plugins { id 'acme.app' }\n",
      ], in: TemporaryFolder.ofTest(), changes: ["eros.native.json": 2, plugin: 1])
  }

  @Test("a version that only the build computes names the function or the definitions")
  func places() throws {
    let root = try TemporaryFolder.ofTest().path("platforms/android/Demo/")
    let ofFunction = try locations([
      NativeFixture.app: NativeFixture.groovy("versionName readVersion()"),
      "platforms/android/Demo/version.gradle":
        "\ndef readVersion() { 'git describe'.execute().text }\n",
    ])
    #expect(
      ofFunction.map(\.reason) == [
        "only the build can compute the value: 'readVersion' (\(root)version.gradle:2:5)"
      ])
    let ofNames = try locations([
      NativeFixture.app: NativeFixture.groovy("versionName appVersion"),
      "platforms/android/Demo/version.gradle":
        "ext.appVersion = '1.2.0'\next.appVersion = '1.2.1'\n",
    ])
    #expect(
      ofNames.map(\.reason) == [
        "'appVersion' does not resolve to one string literal: \(root)version.gradle:1:5, \(root)version.gradle:2:5"
      ])
  }

  @Test("versions in two properties files with the same key are ambiguous")
  func ambiguousProperties() throws {
    let found = try locations([
      NativeFixture.app: Self.loading
        + NativeFixture.groovy("versionName versionProps['VERSION_NAME']"),
      "platforms/android/Demo/app/version.properties": "VERSION_NAME=1.2.0\n",
      "platforms/android/Demo/version.properties": "VERSION_NAME=1.2.0\n",
    ])
    #expect(found.map(\.text) == [nil])
  }

  @Test(
    "are raised in gradle.properties for a provider with a default",
    arguments: [
      "versionName = providers.gradleProperty(\"VERSION_NAME\").get()",
      "versionName = providers.gradleProperty(\"VERSION_NAME\").orNull",
      "versionName = providers.gradleProperty(\"VERSION_NAME\").getOrElse(\"0.1\")",
      "versionName = providers.gradleProperty(\"VERSION_NAME\").orElse(\"0.1\").get()",
    ])
  func provider(line: String) throws {
    let app = NativeFixture.app + ".kts"
    let properties = "platforms/android/Demo/gradle.properties"
    try expectRoundTrip(
      [
        "eros.native.json": NativeFixture.fullConfig, app: NativeFixture.kotlin(line),
        properties: "VERSION_NAME=1.2.0\n",
      ], in: TemporaryFolder.ofTest(), changes: ["eros.native.json": 2, properties: 1])
  }
}
