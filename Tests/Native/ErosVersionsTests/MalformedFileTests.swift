import ErosConfig
import ErosCore
import ErosNativeTestSupport
import ErosSyntax
import ErosTestSupport
import ErosVersions
import Testing

@Suite("Malformed native files", .temporaryFolder)
struct MalformedFileTests {
  private func read(_ folder: TemporaryFolder) throws -> ProjectVersions {
    try folder.write(NativeFixture.fullConfig, to: "eros.native.json")
    return try ProjectVersions(Project.find(folder.path("eros.native.json")))
  }

  static let plists: [(String, String)] = [
    (
      "<?xml version=\"1.0\"?>\n<plist>\n<dict>\n<key>a</key>\n</dict></plist>",
      "5:1: expected a value"
    ),
    ("<plist><dict><key>a</key><string>x</strin></dict></plist>", "1:35: expected </string>"),
    ("<plist><dict><key>a</key><string>x</string>\n", "2:1: missing </dict>"),
    ("<plist><dict>\n  <string>a</string></dict></plist>", "2:3: expected <key>"),
    ("<plist><dict><key>a</key><what/></dict></plist>", "1:26: expected a value, found <what>"),
    (
      "<!DOCTYPE plist [\n<!ENTITY a \"aaaa\">]><plist><dict/></plist>",
      "1:17: the document type contains declarations"
    ),
    (
      "<plist><dict><key>a</key>\n<string>&lol;</string></dict></plist>",
      "2:9: unknown entity 'lol'"
    ),
    ("<plist><array/></plist>", "1:8: expected a dictionary, found an array"),
    ("<plist><dict/></plist> more", "1:24: expected the end of the file"),
    ("<plist><dict><!-- \n", "1:18: missing '-->'"),
    ("{ a = b; c = (1, 2 }", "1:20: expected ',' or ')', found '}'"),
    ("{\n  a = \"b;\n}\n", "2:7: missing a closing quote"),
    ("{ a b; }", "1:5: expected '=', found 'b'"),
    ("", "1:1: missing a value"),
  ]

  @Test("an error in a property list has a position", arguments: plists)
  func propertyList(text: String, message: String) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(text, to: "platforms/ios/Demo/Demo/Info.plist")
    let error = #expect(throws: SyntaxError.self) { try read(folder) }
    #expect(error?.exitStatus == .badData)
    #expect(error?.problem.contains("Info.plist:\(message)") == true, "\(error?.problem ?? "")")
  }

  @Test("values that are nested too deeply are an error", arguments: ["xml", "openStep"])
  func deep(form: String) throws {
    let depth = 100_000
    let folder = try TemporaryFolder.ofTest()
    let text =
      form == "xml"
      ? "<plist>" + String(repeating: "<array>", count: depth)
      : String(repeating: "(", count: depth)
    try folder.write(text, to: "platforms/ios/Demo/Demo/Info.plist")
    let error = #expect(throws: SyntaxError.self) { try read(folder) }
    #expect(error?.problem.contains("deeper than 64 levels") == true)
  }

  @Test("bytes that are not UTF-8 are an error with a position")
  func encoding() throws {
    let folder = try TemporaryFolder.ofTest()
    for path in ["platforms/ios/Demo/Demo/Info.plist", NativeFixture.app] {
      let text = "// application\n// versionName \n"
      try folder.write(Array(text.utf8) + [0xFF, 0xFE], to: path)
      let error = #expect(throws: SyntaxError.self) { try read(folder) }
      #expect(
        error?.problem.hasSuffix("\(path):3:1: invalid UTF-8") == true)
      try folder.write(NativeFixture.infoPlist(), to: path)
    }
  }

  @Test("UTF-16 is named, and files of macOS and of editors are not read")
  func wide() throws {
    let folder = try TemporaryFolder.ofTest()
    let text = "// application versionName\n"
    try folder.write([0xFF, 0xFE] + text.utf8.flatMap { [$0, 0] }, to: NativeFixture.app)
    let error = #expect(throws: SyntaxError.self) { try read(folder) }
    #expect(error?.kind == .wideCharacters)
    try folder.write(NativeFixture.groovy(), to: NativeFixture.app)
    let name = NativeFixture.app.lastPathComponent
    try folder.write([0x00, 0x05, 0x16, 0x07], to: "platforms/android/Demo/app/._\(name)")
    try folder.write([0xFF], to: "platforms/android/Demo/gradle.properties~")
    _ = try read(folder)
  }

  @Test("a byte-order mark does not hide the first setting")
  func mark() throws {
    for text in ["versionName=1", "\u{FEFF}versionName=1"] {
      let file = try SettingsFile(Array(text.utf8), file: "a.properties", .properties)
      #expect(file.settings.map(\.name) == ["versionName"])
    }
  }

  static let scripts: [(String, String)] = [
    (
      "android {\n  defaultConfig {\n    versionName \"1.0\n  }\n}\n",
      "3:17: missing a closing quote"
    ),
    (
      "android {\n  defaultConfig { versionName '1.0' }\n",
      "1:9: missing a closing bracket for '{'"
    ),
    ("/* android {\n versionName\n", "1:1: missing '*/'"),
    ("a(]\n", "1:3: expected the closing bracket of '(', found ']'"),
    ("}\n", "1:1: expected a statement, found '}'"),
    ("x = \"${a\n", "1:6: missing '}'"),
  ]

  @Test("an error in a script has a position", arguments: scripts)
  func script(text: String, message: String) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(text + "// application versionName\n", to: NativeFixture.app)
    let error = #expect(throws: SyntaxError.self) { try read(folder) }
    #expect(
      error?.problem.contains("app/build.gradle:\(message)") == true, "\(error?.problem ?? "none")")
  }

  @Test("an Xcode project without its root object is an error")
  func noProject() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("{ a = b; }", to: NativeFixture.project)
    let error = #expect(throws: SyntaxError.self) { try read(folder) }
    #expect(error?.problem.contains("expected an Xcode project") == true)
  }

  @Test("resolves chains of names in bounded time")
  func manyNames() throws {
    let folder = try TemporaryFolder.ofTest()
    let lines = ["a = b\n", "b = c\n", "c = d\n", "d = e\n"].map {
      String(repeating: $0, count: 200)
    }
    try folder.write(
      "apply plugin: 'com.android.application'\n" + lines.joined()
        + "android { defaultConfig { versionName a } }\n", to: NativeFixture.app)
    let time = processorTime { _ = try? read(folder) }
    #expect(time < .seconds(5))
  }

  @Test("reads many names, brackets and locations in bounded time")
  func manyBrackets() throws {
    let count = 20_000
    let nested = String(repeating: "(", count: count) + String(repeating: ")", count: count)
    let blocks = String(repeating: "(", count: count) + String(repeating: "){}", count: count)
    let names = (0..<count).map { "a = b\($0)\n" }.joined()
    let flavors = (0..<count).map { "f\($0) { versionName '1.2.0' }\n" }.joined()
    let line = String(repeating: "a = ", count: count) + "b\n"
    let scripts = [
      "versionName \(nested)", "versionName a\n}\n}\n\(blocks)\nx { y {",
      "versionName a\n}\n}\n\(names)\nx { y {", "}\nproductFlavors {\n\(flavors)",
      "versionName a\n}\n}\n\(line)\nx { y {",
    ]
    for (index, script) in scripts.enumerated() {
      let folder = try TemporaryFolder.ofTest()
      try folder.write(NativeFixture.groovy(script), to: NativeFixture.app)
      let time = processorTime { _ = try? read(folder) }
      #expect(time < .seconds(10), "\(index): \(time)")
    }
  }

  @Test("reads repeated references to objects in bounded time")
  func repeatedObjects() throws {
    let count = 3_000
    let folder = try TemporaryFolder.ofTest()
    let project = NativeFixture.xcodeProject(infoPlist: nil)
      .replacing("\t\t\t\tA1 /* Demo */,\n", with: String(repeating: "A1,", count: count))
      .replacing("C11 /* Debug */,", with: String(repeating: "C11,", count: count))
    try folder.write(project, to: NativeFixture.project)
    var locations = 0
    let time = processorTime { locations = (try? read(folder).locations.count) ?? 0 }
    #expect(time < .seconds(5), "\(time)")
    #expect(locations == 4)
    // Targets and shared configurations multiply.
    let targets = (0..<200).map {
      "T\($0) = { isa = PBXNativeTarget; buildConfigurationList = L1; productType = \"com.apple.product-type.application\"; };"
    }
    let configurations = (0..<200).map { "D\($0) = { buildSettings = { }; name = n; };" }
    let shared = NativeFixture.xcodeProject(infoPlist: nil)
      .replacing("\t\tP0 /*", with: (targets + configurations).joined() + "\t\tP0 /*")
      .replacing(
        "\t\t\t\tA1 /* Demo */,\n", with: (0..<200).map { "T\($0)," }.joined()
      )
      .replacing("C11 /* Debug */,", with: (0..<200).map { "D\($0)," }.joined())
    try folder.write(shared, to: NativeFixture.project)
    let error = #expect(throws: SyntaxError.self) { try read(folder) }
    #expect(error?.problem.hasSuffix("more than 10000 configurations") == true)
  }

  @Test("truncated files never crash and take bounded time")
  func cuts() throws {
    let folder = try TemporaryFolder.ofTest()
    let files = [
      (NativeFixture.app, Array(NativeFixture.groovy().utf8)),
      (NativeFixture.app + ".kts", Array(NativeFixture.kotlin().utf8)),
      (NativeFixture.plist, Array(NativeFixture.infoPlist().utf8)),
      (NativeFixture.project, Array(NativeFixture.xcodeProject().utf8)),
    ]
    for (path, bytes) in files {
      for length in stride(from: 0, to: bytes.count, by: 7) {
        try folder.write(Array(bytes[..<length]), to: path)
        do {
          _ = try read(folder)
        } catch {
          #expect((error as? any ErosError)?.exitStatus == .badData, "\(path) \(length): \(error)")
        }
      }
      try folder.write(bytes, to: path)
    }
    try folder.write(
      "// application versionName\n" + String(repeating: "/*", count: 500_000),
      to: NativeFixture.app)
    let time = processorTime {
      #expect(throws: SyntaxError.self) { try read(folder) }
    }
    #expect(time < .seconds(10))
  }
}
