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

@Suite("Version locations", .temporaryFolder)
struct VersionLocationsTests {
  private func write(_ files: [String: String], _ folder: TemporaryFolder) throws {
    try folder.write(NativeFixture.fullConfig, to: "eros.native.json")
    try? FileManager.default.removeItem(atPath: folder.path("platforms"))
    for (name, text) in files { try folder.write(text, to: name) }
  }

  private func native(
    _ files: [String: String], on platform: Platform = .android
  ) throws -> [VersionLocation] {
    let folder = try TemporaryFolder.ofTest()
    try write(files, folder)
    return try folder.project().locations(on: platform).filter { $0.kind != .config }
  }

  /// Expects a computed version with `reason`, which cannot be raised.
  private func expectComputed(
    _ files: [String: String], on platform: Platform = .android, because reason: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let folder = try TemporaryFolder.ofTest()
    try write(files, folder)
    let project = try folder.project()
    let locations = project.locations(on: platform).filter { $0.kind != .config }
    let isComputed = locations.contains {
      guard case .computed(let why) = $0.content else { return false }
      return reason.map { why.contains($0) } ?? true
    }
    #expect(isComputed, "\(locations)", sourceLocation: sourceLocation)
    #expect(throws: VersionBumpError.self, sourceLocation: sourceLocation) {
      try VersionBump(project, to: .minor, on: [platform])
    }
  }

  // MARK: Gradle

  static let lookAlikes = [
    "dependencies { implementation group: 'a', name: 'b', version: \"1.2.0\" }",
    "dependencies {\n  implementation([group: 'a', name: 'b', version: '1.2.0'])\n}",
    "dependencies { implementation(group = \"a\", name = \"b\", version = \"1.2.0\") }",
    "publishing { publications { version = '1.2.0' } }",
    "def other = [version: '1.2.0']", "x = [a: [version: '1.2.0']]",
    "x = flag ? version : '1.2.0'", "upload.version = '1.2.0'", "if (version =~ '1.2.0') {}",
  ]

  @Test(
    "an argument or property named like a version is not a definition",
    arguments: lookAlikes)
  func lookAlike(text: String) throws {
    let script = NativeFixture.groovy("versionName version") + text + "\n"
    try expectComputed([NativeFixture.app: script], because: "'version' does not resolve")
    // It does not change together with the real definition.
    let dressed = script.replacing("1.2.0", with: "7.7.7")
    try expectRoundTrip(
      [
        "eros.native.json": NativeFixture.fullConfig,
        NativeFixture.app: "version = '1.2.0'\n" + dressed,
      ], in: TemporaryFolder.ofTest(), changes: ["eros.native.json": 2, NativeFixture.app: 1])
  }

  static let owners: [(String, String, Bool)] = [
    ("cfg.app", "ext.cfg = [app: '1.2.0']\next.other = [app: '9.9.9']", true),
    ("cfg.app", "ext.cfg = load()\next.other = [app: '9.9.9']", false),
    ("rootProject.ext.v.name", "ext.v = [name: '1.2.0', code: 3]\next.name = 'x'", true),
    ("cfg.name", "ext { cfg = [\n  code: 1,\n  name: '1.2.0',\n] }", true),
    ("rootProject.ext.a", "ext.a = '1.2.0'\next.b = [a: '9.9.9']", true),
    ("props['a']", "ext.a = '9.9.9'", false),
    ("rootProject.a", "ext.a = '1.2'\next.a += '.0'", false),
    ("rootProject.a b", "ext.b = '9.9.9'", false),
  ]

  @Test("resolves names with their qualifiers", arguments: owners)
  func owner(use: String, definition: String, isFound: Bool) throws {
    let files = [
      NativeFixture.app: NativeFixture.groovy("versionName \(use)"),
      "platforms/android/Demo/build.gradle": definition + "\n",
    ]
    if isFound {
      #expect(try native(files).map(\.text) == ["1.2.0"])
    } else {
      try expectComputed(files)
    }
  }

  @Test("resolves aliases in a script")
  func alias() throws {
    let script = "def cfg = rootProject.ext.android\n" + NativeFixture.groovy("versionName cfg.v")
    let files = [
      NativeFixture.app: script,
      "platforms/android/Demo/build.gradle": "ext { android = [v: '1.2.0'] }\n",
    ]
    #expect(try native(files).map(\.text) == ["1.2.0"])
  }

  @Test("distinguishes constants of two classes")
  func classes() throws {
    let classes = """
      object Libs { const val NAME = "9.9.9" }
      object Versions { const val NAME = "1.2.0" }

      """
    let path = "platforms/android/Demo/buildSrc/src/main/kotlin/All.kt"
    func files(_ text: String) -> [String: String] {
      [NativeFixture.app: NativeFixture.groovy("versionName Versions.NAME"), path: text]
    }
    #expect(try native(files(classes)).map(\.text) == ["1.2.0"])
    try expectComputed(files("object Libs { const val NAME = \"9.9.9\" }\n"))
  }

  static let catalogs: [(String, Bool)] = [
    ("[versions]\napp-name = \"1.2.0\"\n[libraries]\napp-name = { module = \"a:b\" }\n", true),
    ("[plugins]\napp-name = \"x:9.9.9\"\n[versions]\napp_name = '1.2.0' # ours\n", true),
    ("versions.app-name = \"1.2.0\"\n[bundles]\napp-name = [\"a\", \"b\"]\n", true),
    ("[versions]\nold = \"\"\"\napp-name = '9.9.9'\n\"\"\"\napp-name = '1.2.0'\n", true),
    ("[libraries]\napp-name = \"1.2.0\"\n", false),
    ("[versions]\napp-name = { strictly = \"1.2.0\" }\n", false),
    ("[versions.app-name]\nrequire = \"1.2.0\"\n", false),
    ("[versions]\napp-name.require = \"1.2.0\"\n", false),
    ("[versions]\napp-name = [\"1.2.0\"]\n", false), ("[versions]\napp-name = 1.2\n", false),
    ("[versions]\napp-name = \"\"\"1.2.0\"\"\"\n", false),
    ("[versions]\napp-name = \"1.2\\u002e0\"\n", false),
  ]

  @Test("reads plain strings in the versions table of a catalog", arguments: catalogs)
  func catalog(text: String, isFound: Bool) throws {
    let path = "platforms/android/Demo/gradle/libs.versions.toml"
    let files = [
      NativeFixture.app: NativeFixture.groovy("versionName libs.versions.app.name.get()"),
      path: text,
    ]
    guard isFound else { return try expectComputed(files) }
    try expectRoundTrip(
      files.merging(["eros.native.json": NativeFixture.fullConfig]) { $1 },
      in: TemporaryFolder.ofTest(), changes: ["eros.native.json": 2, path: 1])
  }

  @Test("an error in a catalog has a position")
  func brokenCatalog() throws {
    let texts = [
      ("[versions\na = \"1\"\n", "1:10: expected ']'"),
      ("[versions]\na = \"1\n", "2:5: missing a closing quote"),
      ("[versions]\na \"1\"\n", "2:3: expected '='"), ("[versions]\na = { b = 1\n", "3:1: "),
      ("[versions]\na = 1 2\n", "2:7: expected the end of the line"),
      ("a = " + String(repeating: "[", count: 100_000), "deeper than 64 levels"),
    ]
    for (text, message) in texts {
      let error = #expect(throws: SyntaxError.self) {
        try native([
          NativeFixture.app: NativeFixture.groovy("versionName libs.versions.a.get()"),
          "platforms/android/Demo/gradle/libs.versions.toml": text,
        ])
      }
      #expect(error?.problem.contains(message) == true, "\(error?.problem ?? "")")
    }
  }

  @Test("a version in one of two catalogs is found")
  func twoCatalogs() throws {
    let folder = "platforms/android/Demo/gradle/"
    let files = [
      NativeFixture.app: NativeFixture.groovy("versionName libs.versions.app.get()"),
      folder + "libs.versions.toml": "[versions]\napp = '1.2.0'\n",
      folder + "aaa.versions.toml": "[versions]\napp = '9.9.9'\n",
    ]
    #expect(try native(files).map(\.text) == ["1.2.0"])
  }

  static let unseen = [
    "", "if (ci) { versionName \"1.0.0\" } else { versionName \"1.2.0\" }",
    "if (ci) versionName \"1.2.0\"", "with { versionName \"1.2.0\" }", "it.versionName \"1.2.0\"",
    "versionName /1.2.0/", "// versionName \"1.2.0\"", "versionName = if (ci) \"1\" else \"2\"",
  ]

  @Test("reports an app without a readable version", arguments: unseen)
  func unseenVersion(line: String) throws {
    try expectComputed([NativeFixture.app: NativeFixture.groovy(line)])
  }

  @Test("reports an app whose version is set by another script")
  func elsewhere() throws {
    try expectComputed([
      NativeFixture.app: "apply from: '../version.gradle'\n" + NativeFixture.groovy(""),
      "platforms/android/Demo/version.gradle":
        "android { defaultConfig { versionName \"1.2.0\" } }\n",
    ])
  }

  @Test("a setter call sets the version", arguments: ["", ".kts"])
  func setter(ending: String) throws {
    let line = "setVersionName(\"1.2.0\")"
    let text = ending.isEmpty ? NativeFixture.groovy(line) : NativeFixture.kotlin(line)
    #expect(try native([NativeFixture.app + ending: text]).map(\.text) == ["1.2.0"])
  }

  static let noApps = [
    "plugins {\n  id 'com.android.application' version '8.1' apply false\n}\n",
    "plugins {\n  id(\"com.android.application\") version \"8.1\" apply false\n}\n",
    "plugins {\n  alias(libs.plugins.android.application) apply false\n}\n",
    "subprojects { if (plugins.hasPlugin('com.android.application')) { x() } }\n",
    "ext { applicationId = 'com.example' }\n", NativeFixture.library,
  ]

  @Test("a script that does not build an app has no location", arguments: noApps)
  func noApp(text: String) throws {
    let path = "platforms/android/Demo/build.gradle"
    #expect(try native([path: text]).isEmpty)
    // Nor beside an app.
    let files = [path: text, NativeFixture.app: NativeFixture.groovy()]
    #expect(try native(files).map(\.text) == ["1.2.0"])
  }

  @Test("skips slashy and dollar-slashy strings of Groovy")
  func slashes() throws {
    let text = """
      def parts = name.split /"/
      def page = $/ <a href="x">'{ $$ $/ /$
      def half = width / 2 / 1

      """
    let files = [NativeFixture.app: text + NativeFixture.groovy()]
    #expect(try native(files).map(\.text) == ["1.2.0"])
  }

  // MARK: Apps

  @Test("never uses another app's project for the bundle's app")
  func otherApp() throws {
    let other = "platforms/android/Other/app/build.gradle"
    try expectComputed([other: NativeFixture.groovy()], because: "zipFolder")
    // The app without a version is reported.
    let both = [other: NativeFixture.groovy(), NativeFixture.app: NativeFixture.groovy("")]
    try expectComputed(both, because: "contains no version")
    let project = "platforms/ios/Other/Other.xcodeproj/project.pbxproj"
    try expectComputed([project: NativeFixture.xcodeProject()], on: .ios, because: "zipFolder")
    // The app's property list counts without a project.
    let files = [
      project: NativeFixture.xcodeProject(), NativeFixture.plist: NativeFixture.infoPlist(),
    ]
    #expect(try native(files, on: .ios).map(\.text) == ["1.2.0"])
  }

  @Test("follows symlinks and reads each file once")
  func symlinks() throws {
    let folder = try TemporaryFolder.ofTest()
    try write(["elsewhere/Demo/app/build.gradle": NativeFixture.groovy()], folder)
    try folder.write("", to: "platforms/x")
    let manager = FileManager.default
    try manager.createSymbolicLink(
      atPath: folder.path("platforms/android"), withDestinationPath: "../elsewhere")
    try manager.createSymbolicLink(
      atPath: folder.path("platforms/again"), withDestinationPath: "../elsewhere")
    let locations = try folder.project().locations(on: .android)
    #expect(locations.count == 2 && locations.last?.text == "1.2.0", "\(locations)")
    try VersionBump(folder.project(), to: .minor, on: [.android]).write()
    #expect(
      String(decoding: try folder.read("elsewhere/Demo/app/build.gradle"), as: UTF8.self)
        .contains("\"1.3.0\""))
    try manager.createSymbolicLink(
      atPath: folder.path("platforms/up"), withDestinationPath: "..")
    let error = #expect(throws: NativeFolderError.self) { try folder.project() }
    #expect(error?.path == folder.path("platforms/up") && error?.reason == .cycle)
  }

  @Test("a folder that is nested too deeply is an error")
  func tooDeep() throws {
    let folder = try TemporaryFolder.ofTest()
    let deep = Array(repeating: "d", count: 70).joined(separator: "/")
    try write(["platforms/android/\(deep)/x": ""], folder)
    let error = #expect(throws: NativeFolderError.self) { try folder.project() }
    #expect(error?.reason == .tooDeep && error?.exitStatus == .inputNotFound)
  }

  // MARK: Xcode

  private static let reference = NativeFixture.infoPlist("$(MARKETING_VERSION)")

  private func xcode(
    target: String? = nil, targetFile: String? = nil, project: String? = nil,
    projectFile: String? = nil, plist: String = reference
  ) -> [String: String] {
    func setting(_ version: String?) -> String {
      version.map { "MARKETING_VERSION = \"\($0)\";\n\t\t\t\t" } ?? ""
    }
    let text = NativeFixture.xcodeProject(app: setting(target), project: setting(project))
    var files = [
      NativeFixture.project: NativeFixture.withSettings(
        text, app: targetFile.map { _ in "App.xcconfig" },
        project: projectFile.map { _ in "All.xcconfig" }),
      NativeFixture.plist: plist,
    ]
    files[NativeFixture.settings + "App.xcconfig"] = targetFile
    files[NativeFixture.settings + "All.xcconfig"] = projectFile
    return files
  }

  @Test("resolves settings in Xcode's order: target, its file, project, its file")
  func order() throws {
    let file = { (version: String) in "MARKETING_VERSION = \(version)\n" }
    func versions(_ files: [String: String]) throws -> Set<String?> {
      Set(try native(files, on: .ios).map(\.text))
    }
    #expect(
      try versions(
        xcode(target: "1.1", targetFile: file("1.2"), project: "1.3", projectFile: file("1.4")))
        == ["1.1"])
    #expect(
      try versions(xcode(targetFile: file("1.2"), project: "1.3", projectFile: file("1.4")))
        == ["1.2"])
    #expect(try versions(xcode(project: "1.3", projectFile: file("1.4"))) == ["1.3"])
    #expect(try versions(xcode(projectFile: file("1.4"))) == ["1.4"])
    // `$(inherited)` refers to the next level.
    #expect(
      try versions(xcode(target: "$(inherited)", targetFile: file("1.2"), project: "1.3"))
        == ["1.2"])
  }

  @Test("finds an .xcconfig through the project's groups, not by its name")
  func sameName() throws {
    var files = xcode(targetFile: "MARKETING_VERSION = 1.2.0\n")
    files["platforms/ios/Demo/Aaa/App.xcconfig"] = "MARKETING_VERSION = 9.9.9\n"
    #expect(try native(files, on: .ios).map(\.text) == ["1.2.0"])
    files[NativeFixture.settings + "App.xcconfig"] = nil
    try expectComputed(files, on: .ios, because: "Config/App.xcconfig' not found")
  }

  static let included: [(String, [String: String], String?)] = [
    ("#include \"Shared.xcconfig\"\n", ["Shared.xcconfig": "MARKETING_VERSION = 1.2.0\n"], "1.2.0"),
    (
      "MARKETING_VERSION = 9\n#include \"in/S.xcconfig\"\n",
      [
        "in/S.xcconfig": "#include \"../T.xcconfig\"\n",
        "T.xcconfig": "MARKETING_VERSION = 1.2.0\n",
      ],
      "1.2.0"
    ),
    (
      "#include \"S.xcconfig\"\nMARKETING_VERSION = 1.2.0\n",
      ["S.xcconfig": "MARKETING_VERSION = 9\n"], "1.2.0"
    ),
    ("MARKETING_VERSION = 1.2.0\n#include? \"None.xcconfig\"\n", [:], "1.2.0"),
    ("MARKETING_VERSION = 1.2.0\n#include \"Pods/Pods-Demo.xcconfig\"\n", [:], "1.2.0"),
    ("MARKETING_VERSION = 1.2.0\n#include \"App.xcconfig\"\n", [:], "1.2.0"),
    ("MARKETING_VERSION = 1.2.0\n#include \"None.xcconfig\"\n", [:], nil),
    ("MARKETING_VERSION = 1.2.0\n#include \"../../../../x.xcconfig\"\n", [:], nil),
    ("MARKETING_VERSION = 1.2.0\nMARKETING_VERSION[sdk=iphoneos*] = 0.9\n", [:], nil),
    ("MARKETING_VERSION = 1.\\\n2.0\n", [:], nil),
    ("MARKETING_VERSION = $(A).$(B)\nA = 1\nB = 2\n", [:], nil),
    ("MARKETING_VERSION = $(A)\n", [:], nil),
  ]

  @Test("settings of an included file count at its #include", arguments: included)
  func includes(text: String, others: [String: String], version: String?) throws {
    var files = xcode(targetFile: text)
    for (name, text) in others { files[NativeFixture.settings + name] = text }
    if version == nil { return try expectComputed(files, on: .ios) }
    #expect(try native(files, on: .ios).map(\.text) == [version])
  }

  @Test("an .xcconfig may set the property list, but not outside the native projects")
  func listSetting() throws {
    func files(_ line: String) -> [String: String] {
      [
        NativeFixture.project: NativeFixture.withSettings(
          NativeFixture.xcodeProject(infoPlist: nil), app: "App.xcconfig"),
        NativeFixture.settings + "App.xcconfig": line + "\n",
        NativeFixture.plist: NativeFixture.infoPlist(), "platforms/Info.plist": "",
      ]
    }
    let found = try native(files("INFOPLIST_FILE = $(SRCROOT)/$(TARGET_NAME)/Info.plist"), on: .ios)
    #expect(found.map(\.text) == ["1.2.0"] && found[0].kind == .infoPlist)
    try expectComputed(
      files("INFOPLIST_FILE = ../../../../Info.plist"), on: .ios, because: "is outside")
    try expectComputed(files("INFOPLIST_FILE = $(X)/Info.plist"), on: .ios, because: "$(X)")
    try expectComputed(
      files("INFOPLIST_FILE[sdk=*] = Demo/Info.plist"), on: .ios, because: "conditional")
  }

  @Test("a property list without the key has no version unless Xcode adds it")
  func noKey() throws {
    let plist = NativeFixture.infoPlist().replacing("ShortVersionString", with: "Other")
    let files = xcode(target: "1.2.0", plist: plist)
    let locations = try native(files, on: .ios)
    #expect(locations.map(\.content) == [.missing])
    let generating = files.mapValues {
      $0.replacing(
        "INFOPLIST_FILE = ", with: "GENERATE_INFOPLIST_FILE = YES;\n\t\t\t\tINFOPLIST_FILE = ")
    }
    #expect(Set(try native(generating, on: .ios).map(\.text)) == ["1.2.0"])
  }

  @Test("a property list may get its package type from Xcode")
  func packageType() throws {
    for type in ["$(PRODUCT_BUNDLE_PACKAGE_TYPE)", "${PRODUCT_BUNDLE_PACKAGE_TYPE}"] {
      let plist = NativeFixture.infoPlist().replacing("APPL", with: type)
      #expect(try native([NativeFixture.plist: plist], on: .ios).map(\.text) == ["1.2.0"])
    }
    let extensionList = NativeFixture.infoPlist().replacing("APPL", with: "XPC!")
    #expect(try native([NativeFixture.plist: extensionList], on: .ios).isEmpty)
  }

  // MARK: Property lists

  static let strings: [(String, String?)] = [
    ("1.2.0<!-- raised by hand -->", "1.13.0<!-- raised by hand -->"),
    ("<!-- a -->1.<!-- b -->2.0", "<!-- a -->1.13.0<!-- b -->"),
    ("<![CDATA[1.2.0]]>", "<![CDATA[1.13.0]]>"),
    ("1.2<![CDATA[.0]]>", "1.13.0<![CDATA[]]>"),
    ("<!-- set by the build -->", "<!-- set by the build -->1.13.0"), ("", "1.13.0"),
    ("&#49;.2.0", "1.13.0"),
  ]

  @Test("keeps comments around a changed string", arguments: strings)
  func comments(old: String, new: String?) throws {
    let folder = try TemporaryFolder.ofTest()
    try write([NativeFixture.plist: NativeFixture.infoPlist(old)], folder)
    try VersionBump(folder.project(), to: .exactly("1.13.0"), on: [.ios]).write()
    let text = String(decoding: try folder.read(NativeFixture.plist), as: UTF8.self)
    #expect(text == NativeFixture.infoPlist(new ?? ""))
    #expect(try folder.project().locations(on: .ios).last?.text == "1.13.0")
  }

  @Test("an element that cannot contain text is not written")
  func emptyElement() throws {
    let plist = NativeFixture.infoPlist().replacing(
      "<string>1.2.0</string>\n\t<key>CFBundleVersion", with: "<string/>\n\t<key>CFBundleVersion")
    let folder = try TemporaryFolder.ofTest()
    try write([NativeFixture.plist: plist], folder)
    let error = #expect(throws: VersionBumpError.self) {
      try VersionBump(folder.project(), to: .minor, on: [.ios])
    }
    #expect(error?.remedy == "add it once, such as 1.0.0")
  }

  @Test(
    "a merge conflict is an error",
    arguments: [
      NativeFixture.app, NativeFixture.plist, NativeFixture.settings + "App.xcconfig",
    ])
  func conflict(path: String) throws {
    var files = xcode(targetFile: "MARKETING_VERSION = 1.2.0\n")
    files[NativeFixture.app] = NativeFixture.groovy()
    let marks = "<<<<<<< ours\n1\n=======\n2\n>>>>>>> theirs\n"
    files[path] = (files[path] ?? "") + marks
    let error = #expect(throws: SyntaxError.self) { try native(files) }
    #expect(error?.problem.hasSuffix("unresolved merge conflict") == true)
  }
}
