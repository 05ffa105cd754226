import ErosCore
import ErosNativeTestSupport
import ErosRegistry
import ErosSyntax
import ErosTestSupport
import Testing

@Suite("Tables of uni-app", .temporaryFolder)
struct PluginTableTests {
  private static let description = #"""
    "generate": {"host": "uni-app", "plugin": "nativeplugins/Acme-Scan",
      "ios": {"infoPlist": "ios/Info.plist"}, "android": {"out": "android"}},
    "modules": [{"name": "Acme-Scan-Reader", "ios": "AcmeReader", "android": "com.acme.Reader"},
      {"name": "Acme-Scan", "ios": "AcmeScan", "android": "com.acme.Scan"},
      {"name": "Acme-Scan-Old", "ios": {"class": "AcmeOld", "lookup": "none"}}],
    "components": [{"name": "acme-view", "aliases": ["Acme_view"], "android": "com.acme.View"}]
    """#

  private static let plist = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
    \t<key>CFBundleName</key>
    \t<string>Acme</string> <!-- kept -->
    </dict>
    </plist>

    """

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder.ofTest()
    try folder.write(Self.plist, to: "ios/Info.plist")
  }

  private func compare(_ description: String = description) throws -> OutputComparison {
    let parsed = try read(config(around: description))
    #expect(parsed.findings.filter { $0.severity == .error } == [])
    let files = try RegistryGenerator(parsed, source: "eros.native.json").files()
    return try OutputFolder(folder.path).compare(files, manifest: "eros.registry.json")
  }

  private func generate() throws {
    let comparison = try compare()
    #expect(comparison.notGenerated == [])
    try OutputFolder(folder.path).apply(comparison, manifest: "eros.registry.json")
    #expect(try compare().isUpToDate)
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try folder.read(path), as: UTF8.self)
  }

  /// Expects that generating fails with `reason`, and changes nothing.
  private func expectFailure(
    _ reason: String, _ path: String, _ contents: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try folder.write(contents, to: path)
    let error = try #require(throws: (any Error).self, sourceLocation: sourceLocation) {
      try compare()
    }
    let problem = (error as? any ErosError)?.problem.description ?? "\(error)"
    #expect(problem.contains(reason) && problem.contains(path), sourceLocation: sourceLocation)
    #expect(try text(path) == contents, sourceLocation: sourceLocation)
  }

  @Test("a new plugin gets a package with the classes of both platforms")
  func newPackage() throws {
    try generate()
    let package = try text("nativeplugins/Acme-Scan/package.json")
    #expect(package.hasPrefix("{\n  \"name\": \"demo\",\n  \"id\": \"Acme-Scan\",\n"), "\(package)")
    #expect(package.contains(#""integrateType": "aar""#))
    #expect(package.contains(#""integrateType": "framework""#))
    #expect(
      try text("android/assets/dcloud_uniplugins.json") == """
        {
          "nativePlugins": [
            {
              "plugins": [
                {
                  "type": "module",
                  "name": "Acme-Scan",
                  "class": "com.acme.Scan"
                },
                {
                  "type": "module",
                  "name": "Acme-Scan-Reader",
                  "class": "com.acme.Reader"
                },
                {
                  "type": "component",
                  "name": "Acme_view",
                  "class": "com.acme.View"
                },
                {
                  "type": "component",
                  "name": "acme-view",
                  "class": "com.acme.View"
                }
              ]
            }
          ]
        }

        """)
    #expect(try !folder.readTree(".").files.keys.contains { $0.contains("Registrant") })
  }

  @Test("the manifest lists no file that is generated only in part")
  func manifest() throws {
    try generate()
    let manifest = try text("eros.registry.json")
    #expect(manifest.contains("proguard-eros.pro"))
    #expect(!manifest.contains("package.json") && !manifest.contains("dcloud_uniplugins"))
  }

  @Test("a package keeps all that people write, and its indentation")
  func package() throws {
    let head = "{\n\t\"id\": \"Acme-Scan\",\n\t\"name\": \"扫码\",\n\t\"_dp_nativeplugin\": {\n"
    let android =
      "\t\t\"android\": {\n\t\t\t\"plugins\": [ {\"type\":\"module\",\"name\":\"old\",\"class\":\"a.B\"} ],\n\t\t\t\"hooksClass\": \"com.acme.Hooks\",\n\t\t\t\"dependencies\": []\n\t\t}"
    try folder.write(head + android + "\n\t}\n}", to: "nativeplugins/Acme-Scan/package.json")
    try generate()
    let package = try text("nativeplugins/Acme-Scan/package.json")
    #expect(
      package.hasPrefix(
        head
          + "\t\t\"android\": {\n\t\t\t\"plugins\": [\n\t\t\t\t{\n\t\t\t\t\t\"type\": \"module\","))
    #expect(
      package.contains(
        "\t\t\t],\n\t\t\t\"hooksClass\": \"com.acme.Hooks\",\n\t\t\t\"dependencies\": []\n\t\t},\n\t\t\"ios\": {\n\t\t\t\"plugins\": [\n"
      ))
    #expect(!package.contains("\"old\"") && package.hasSuffix("\n\t}\n}"))
  }

  @Test("a table in another order or layout is up to date")
  func equivalent() throws {
    try generate()
    let rows = [
      ("component", "acme-view", "View"), ("module", "Acme-Scan", "Scan"),
      ("component", "Acme_view", "View"), ("module", "Acme-Scan-Reader", "Reader"),
    ].map { #"{"class":"com.acme.\#($0.2)","name":"\#($0.1)","type":"\#($0.0)"}"# }
    try folder.write(
      #"{"nativePlugins":[{"plugins":[\#(rows.joined(separator: ","))]}]}"#,
      to: "android/assets/dcloud_uniplugins.json")
    #expect(try compare().isUpToDate)
  }

  @Test("a table keeps the plugins of others", arguments: ["Other", "Acme-Scanner"])
  func otherPlugins(name: String) throws {
    let other =
      #"{"hooksClass": "a.Hooks", "plugins": [{"type": "module", "name": "\#(name)", "class": "a.B"}]}"#
    try folder.write(
      #"{"nativePlugins": [\#(other)]}"#, to: "android/assets/dcloud_uniplugins.json")
    try folder.write(
      Self.plist.replacing(
        "</dict>",
        with:
          "\t<key>dcloud_uniplugins</key>\n\t<array>\n\t\t<dict>\n\t\t\t<key>hooksClass</key>\n\t\t\t<string>Hooks</string>\n\t\t</dict>\n\t</array>\n</dict>"
      ),
      to: "ios/Info.plist")
    try generate()
    let table = try text("android/assets/dcloud_uniplugins.json")
    #expect(table.hasPrefix(#"{"nativePlugins": [\#(other),"#) && table.contains("com.acme.Scan"))
    let list = try text("ios/Info.plist")
    #expect(
      list.contains("<string>Hooks</string>\n\t\t</dict>\n\t\t<dict>\n\t\t\t<key>plugins</key>"))
  }

  @Test("an Info.plist gets the array before its end, and keeps its other bytes")
  func propertyList() throws {
    try generate()
    let list = try text("ios/Info.plist")
    let row = { (name: String, type: String) in
      "\t\t\t\t<dict>\n\t\t\t\t\t<key>type</key>\n\t\t\t\t\t<string>module</string>\n\t\t\t\t\t<key>name</key>\n\t\t\t\t\t<string>\(name)</string>\n\t\t\t\t\t<key>class</key>\n\t\t\t\t\t<string>\(type)</string>\n\t\t\t\t</dict>\n"
    }
    let added =
      "\t<key>dcloud_uniplugins</key>\n\t<array>\n\t\t<dict>\n\t\t\t<key>plugins</key>\n\t\t\t<array>\n"
      + row("Acme-Scan", "AcmeScan") + row("Acme-Scan-Reader", "AcmeReader")
      + "\t\t\t</array>\n\t\t</dict>\n\t</array>\n"
    #expect(list == Self.plist.replacing("</dict>", with: added + "</dict>"))
    // A renamed class replaces the row, and nothing is added twice.
    let renamed = Self.description.replacing("AcmeScan\"", with: "AcmeScanner\"")
    let comparison = try compare(renamed)
    try OutputFolder(folder.path).apply(comparison, manifest: "eros.registry.json")
    #expect(
      try text("ios/Info.plist")
        == list.replacing("<string>AcmeScan</string>", with: "<string>AcmeScanner</string>"))
  }

  @Test("a list of the plugin is recognized by its id after all classes were renamed or removed")
  func renamed() throws {
    try generate()
    let other = Self.description.replacing("Acme-Scan-Reader", with: "Acme-Scan-Camera")
      .replacing("AcmeReader", with: "AcmeCamera").replacing("AcmeScan\"", with: "AcmeCode\"")
      .replacing(#""name": "Acme-Scan","#, with: #""name": "Acme-Scan-Code","#)
    for description in [other, other.replacing(#/"ios": "Acme\w+", /#, with: "")] {
      let comparison = try compare(description)
      try OutputFolder(folder.path).apply(comparison, manifest: "eros.registry.json")
      #expect(try text("ios/Info.plist").ranges(of: "<key>plugins</key>").count == 1)
    }
    #expect(try !text("ios/Info.plist").contains("Camera"))
  }

  @Test("entries stay in the lists that have them, and a package has no modules of other plugins")
  func severalPlugins() throws {
    let row = { (name: String, type: String) in
      #"{"type":"module","name":"\#(name)","class":"com.acme.\#(type)"}"#
    }
    let table =
      #"{"nativePlugins": [{"plugins": [\#(row("Sample", "Sample"))]}, {"plugins": [\#(row("Acme-Scan", "Old"))]}]}"#
    try folder.write(table, to: "android/assets/dcloud_uniplugins.json")
    let mixed = Self.description.replacing(
      #""modules": ["#, with: #""modules": [{"name": "Sample", "android": "com.acme.Sample"}, "#)
    let comparison = try compare(mixed)
    try OutputFolder(folder.path).apply(comparison, manifest: "eros.registry.json")
    let merged = try text("android/assets/dcloud_uniplugins.json")
    #expect(merged.hasPrefix(#"{"nativePlugins": [{"plugins": [\#(row("Sample", "Sample"))]}, "#))
    #expect(merged.contains("com.acme.Reader") && !merged.contains("com.acme.Old"))
    #expect(merged.ranges(of: "Sample").count == 2)
    let package = try text("nativeplugins/Acme-Scan/package.json")
    #expect(package.contains("Acme-Scan-Reader"))
    #expect(!package.contains("Sample") && !package.contains("acme-view"))
    #expect(try compare(mixed).isUpToDate)
  }

  @Test("lines end as in the file")
  func returns() throws {
    let list = Self.plist.replacing("\n", with: "\r\n")
    try folder.write(list, to: "ios/Info.plist")
    try folder.write(
      "{\r\n  \"id\": \"Acme-Scan\"\r\n}\r\n", to: "nativeplugins/Acme-Scan/package.json")
    try generate()
    for path in ["ios/Info.plist", "nativeplugins/Acme-Scan/package.json"] {
      let text = try text(path)
      #expect(!text.replacing("\r\n", with: "").contains("\n"), "\(path)")
    }
  }

  @Test("empty lists and objects get the classes")
  func empty() throws {
    try folder.write(
      Self.plist.replacing("</dict>", with: "\t<key>dcloud_uniplugins</key>\n\t<array/>\n</dict>"),
      to: "ios/Info.plist")
    try folder.write(
      #"{"id": "Acme-Scan", "_dp_nativeplugin": {"ios": {}, "android": {"plugins": []}}}"#,
      to: "nativeplugins/Acme-Scan/package.json")
    try folder.write(#"{"nativePlugins": []}"#, to: "android/assets/dcloud_uniplugins.json")
    try generate()
    #expect(try text("ios/Info.plist").contains("AcmeReader"))
    #expect(try text("nativeplugins/Acme-Scan/package.json").contains("AcmeReader"))
  }

  @Test("files that cannot get the classes are errors")
  func failures() throws {
    let package = "nativeplugins/Acme-Scan/package.json"
    try expectFailure("unexpected comment", package, "{ // id\n}")
    try expectFailure("'id' is missing", package, "{}")
    try expectFailure(
      "'id' is 'Acme', but the plugin's folder is named 'Acme-Scan'", package, #"{"id": "Acme"}"#)
    try expectFailure("'id' must be a string, not a number", package, #"{"id": 7}"#)
    try expectFailure("the document must be an object, not an array", package, "[]")
    try expectFailure(
      "'_dp_nativeplugin.android' must be an object, not a string", package,
      #"{"id": "Acme-Scan", "_dp_nativeplugin": {"android": ""}}"#)
    try folder.write(#"{"id": "Acme-Scan"}"#, to: package)
    let table = "android/assets/dcloud_uniplugins.json"
    try expectFailure(
      "'nativePlugins' must be an array, not an object", table, #"{"nativePlugins": {}}"#)
    try folder.write("{}", to: table)
    try expectFailure("the property list is not XML", "ios/Info.plist", "{ a = b; }")
    try expectFailure(
      "'dcloud_uniplugins' must be an array, not a string", "ios/Info.plist",
      Self.plist.replacing(
        "</dict>", with: "<key>dcloud_uniplugins</key><string></string></dict>"))
  }

  @Test("a missing Info.plist is an error, because only Xcode can create it")
  func missingList() throws {
    let error = try #require(throws: GeneratorError.self) {
      try compare(Self.description.replacing("ios/Info.plist", with: "ios/Nothing.plist"))
    }
    #expect(error.problem.description.contains("the file does not exist"))
  }

  @Test("one platform's part changes only the lists of the platform")
  func part() throws {
    let parsed = try read(config(around: Self.description))
    let files = try RegistryGenerator(parsed, source: "eros.native.json").files(only: .android)
    let folder = OutputFolder(folder.path)
    try folder.apply(
      folder.compare(files, manifest: "eros.registry.json"), manifest: "eros.registry.json")
    let package = try text("nativeplugins/Acme-Scan/package.json")
    #expect(package.contains("com.acme.Scan") && !package.contains("\"ios\""))
    #expect(try text("ios/Info.plist") == Self.plist)
  }
}
