import ErosTestSupport
import Foundation
import Testing

@Suite("eros init", .temporaryFolder)
struct InitCommandTests {
  @Test(
    "every command accepts a new project",
    arguments: [
      [], ["--platform", "ios"], ["--platform", "android"],
      ["--ios-language", "swift", "--android-language", "kotlin"],
      ["--name", "new", "--platform", "android", "--android-language", "kotlin"],
      ["--name", "Old_shop-2", "--platform", "ios", "--ios-language", "swift"],
      ["--name", String(repeating: "a", count: 64)], ["--name", String(repeating: "b", count: 58)],
    ])
  func accepted(options: [String]) async throws {
    let folder = try TemporaryFolder.ofTest()
    let start = try await runTool(
      Tool.built("eros"), ["init", "app"] + options, in: folder.path("."))
    #expect(start.status == 0, "\(start)")
    let commands = [
      ["config", "validate"], ["generate", "--check", "--strict"],
      ["sources", "--js", "dist"], ["requires", "dist"], ["check", "--js", "dist"],
      ["pack", "--output", "build"],
      ["verify", "--strict", "build/bundle.zip"], ["doctor"],
    ]
    for command in commands {
      let result = try await runTool(Tool.built("eros"), command, in: folder.path("app"))
      #expect(result.status == 0, "\(command): \(result)")
      // The native projects do not exist yet, which causes notes.
      #expect(!result.description.contains("warning: "), "\(command): \(result)")
    }
  }

  @Test(
    "every command accepts a new project of each host",
    arguments: ["eros", "weex", "rexxar", "mpaas"],
    [[], ["--platform", "ios", "--ios-language", "swift"], ["--platform", "android"]])
  func hosts(template: String, options: [String]) async throws {
    let folder = try TemporaryFolder.ofTest()
    let start = try await runTool(
      Tool.built("eros"), ["init", "my-app", "--template", template] + options,
      in: folder.path("."))
    #expect(start.status == 0, "\(start)")
    // The commands of the guide, too.
    let guide = String(decoding: try folder.read("my-app/README.md"), as: UTF8.self)
    let documented = guide.split(separator: "\n").filter { $0.hasPrefix("    eros ") }
      .map { $0.split(separator: " ").dropFirst().map(String.init) }
    #expect(documented.count >= 5)
    #expect(
      start.standardOutput.contains(
        "\n  " + (documented.first.map { "eros " + $0.joined(separator: " ") } ?? "?") + "\n"))
    let commands = [
      ["config", "validate"], ["generate", "--check", "--strict"],
      ["generate", "--check", "--sources", "platforms"], ["sources"], ["check"],
    ]
    for command in commands + documented + [["verify", "--strict", "build"], ["doctor"]] {
      let result = try await runTool(Tool.built("eros"), command, in: folder.path("my-app"))
      #expect(result.status == 0, "\(command): \(result)")
      #expect(!result.description.contains("warning: "), "\(command): \(result)")
    }
  }

  @Test("the page of a Rexxar project reaches its widget, and the app ships the page")
  func rexxarPage() async throws {
    let folder = try TemporaryFolder.ofTest()
    let start = try await eros("init", "app", "--template", "rexxar", "--name", "shop", in: folder)
    #expect(start.status == 0, "\(start)")
    let script = String(decoding: try folder.read("app/dist/js/welcome.js"), as: UTF8.self)
    let url = try #require(script.firstMatch(of: #/'([^']+?)://([^']+?)(/widget/\w+)\?/#)).output
    let config = try #require(
      try JSONSerialization.jsonObject(with: Data(folder.read("app/eros.native.json")))
        as? [String: Any])
    let routes = try #require(config["routes"] as? [String: Any])
    // Rexxar has these defaults on both platforms.
    #expect(url.1 == routes["scheme"] as? String ?? "douban")
    #expect(url.2 == routes["host"] as? String ?? "rexxar-container")
    let widgets = try #require(config["widgets"] as? [[String: Any]])
    #expect(widgets.map { $0["path"] as? String } == [String(url.3)])
    let ios = String(
      decoding: try folder.read("app/platforms/ios/Shop/Shop/Generated/ShopRexxarRegistrant.m"),
      as: UTF8.self)
    #expect(ios.contains(#"setRoutesResourcePath:@"rexxar"]"#), "\(ios)")
    // The guide builds the map that an app has in its resources; `generate` leaves it alone.
    let assets = "app/platforms/android/Shop/app/src/main/assets/rexxar"
    let build = try await eros(
      "routes", "build", "app/dist", "--config", "app", "--base-url",
      "https://pages.example.com/shop", "--output", assets, in: folder)
    #expect(build.status == 0, "\(build)")
    let map = try folder.read(assets + "/routes.json")
    #expect(String(decoding: map, as: UTF8.self).contains(#/rexxar/welcome-[0-9a-f]{10}\.html"/#))
    #expect(try await eros("generate", "--config", "app", in: folder).status == 0)
    #expect(try folder.read(assets + "/routes.json") == map)
    let guide = String(decoding: try folder.read("app/README.md"), as: UTF8.self)
    #expect(guide.contains("`[ShopRexxarRegistrant configure]`"), "\(guide)")
    #expect(guide.contains("`platforms/android/Shop/app/src/main/assets/rexxar`"), "\(guide)")
  }

  @Test("init says which name it chooses and why")
  func derivedName() async throws {
    let folder = try TemporaryFolder.ofTest()
    let derived = try await eros("init", "你好", in: folder)
    #expect(derived.status == 0)
    #expect(
      derived.standardError == """
        note: the app's name in code is 'my-app', because '你好' is not a name of ASCII letters, \
        digits, '-' and '_' that starts with a letter; choose another with --name

        """)
    #expect(try await eros("init", "shop", in: folder).standardError == "")
    let named = try await eros("init", "2048", "--name", "game", in: folder)
    #expect(named.standardError == "")
  }

  @Test("the files contain the app's name and no placeholders")
  func names() async throws {
    let folder = try TemporaryFolder.ofTest()
    let result = try await eros("init", "shop", "--name", "my-shop", "--json", in: folder)
    #expect(result.status == 0, "\(result)")
    let wrote = try #require(try result.json()["wrote"] as? [String])
    let tree = try folder.readTree("shop").files
    #expect(Set(wrote) == Set(tree.keys))
    let files = [
      ".github/workflows/bundle.yml", ".gitignore", "eros.native.schema.json",
      "platforms/ios/MyShop/MyShop/Modules/MyShopGreeterModule.m",
      "platforms/android/MyShop/app/src/main/java/com/example/myshop/module/GreeterModule.java",
    ]
    for path in files { #expect(tree[path] != nil, "\(path)") }
    for (path, bytes) in tree {
      // The expressions of GitHub in the workflow.
      let text = String(decoding: bytes, as: UTF8.self).replacing("${{ vars.", with: "")
      #expect(!text.contains("{%") && !text.contains("{{ "), "\(path)")
    }
    let page = String(decoding: try folder.read("shop/dist/pages/home/home.js"), as: UTF8.self)
    #expect(page.contains("requireModule('myShopGreeter')"))
  }

  @Test("existing files are not replaced, and a second run writes missing files")
  func again() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("keep\n", to: "app/LICENSE")
    #expect(try await eros("init", "app", in: folder).status == 0)
    try FileManager.default.removeItem(atPath: folder.path("app/types/eros-native.d.ts"))
    let second = try await eros("init", "app", "--json", in: folder)
    #expect(second.status == 0, "\(second)")
    #expect(try second.json()["wrote"] as? [String] == ["types/eros-native.d.ts"])
    try folder.write("mine\n", to: "app/README.md")
    try FileManager.default.removeItem(atPath: folder.path("app/types/eros-native.d.ts"))
    let before = try folder.readTree("app")
    let refused = try await eros("init", "app", in: folder)
    #expect(refused.status == 73)
    #expect(
      refused.standardError == """
        error: 'app' already contains other files with these names: README.md
        hint: choose another folder, or move the files away; nothing was written

        """)
    #expect(try folder.readTree("app") == before)
  }

  @Test(
    "the next steps change to the folder, as a shell needs it",
    arguments: [(".", ""), ("-a", "  cd ./-a\n"), ("b c", "  cd 'b c'\n")])
  func nextSteps(name: String, change: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    let result = try await eros("init", "--", name, in: folder)
    #expect(result.status == 0, "\(result)")
    let steps = "Next steps:\n" + change + "  eros pack --output build\n"
    #expect(result.standardOutput.contains(steps), "\(result)")
  }

  private static let refusals: [([String], Int32)] = [
    (["app", "--name", "1st"], 64), (["app", "--name", ""], 64), (["app", "--name", "a b"], 64),
    (["app", "--name", String(repeating: "a", count: 65)], 64), (["app", "--name", "é"], 64),
    ([""], 64), (["file"], 73), (["app", "--platform", "web"], 64),
    (["app", "--platform", "ios", "--android-language", "kotlin"], 64),
  ]

  @Test("invalid names and folders are errors", arguments: refusals)
  func refused(arguments: [String], status: Int32) async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("text", to: "file")
    let result = try await runTool(Tool.built("eros"), ["init"] + arguments, in: folder.path("."))
    #expect(result.status == status, "\(result)")
    #expect(result.standardError.hasPrefix("error: "), "\(result)")
    #expect(try folder.names(in: ".") == ["file"])
  }

  @Test(
    "the default app name is a valid identifier from the folder name",
    arguments: [
      ("Meine Äpfel", "Meine-pfel"), ("2048", "my-app"), ("7-eleven", "eleven"), ("app", "app"),
    ])
  func suggested(folderName: String, name: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    #expect(try await eros("init", folderName, "--quiet", in: folder).status == 0)
    let config = try folder.read(folderName + "/eros.native.json")
    #expect(String(decoding: config, as: UTF8.self).contains("\"appName\": \"\(name)\","))
  }

  @Test("a symlink counts as an existing file")
  func links() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("keep\n", to: "app/LICENSE")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("app/README.md"), withDestinationPath: "nowhere")
    let result = try await eros("init", "app", in: folder)
    #expect(result.status == 73, "\(result)")
    #expect(try folder.names(in: "app") == ["LICENSE", "README.md"])
  }

  @Test(
    "on a terminal, init prompts for missing options",
    .needs("script"))
  func asks() async throws {
    let folder = try TemporaryFolder.ofTest()
    let command =
      "printf '1st\\nshop\\nvue\\neros\\nweb\\nios\\n' | script -qec \"'$0' init app\" /dev/null"
    let result = try await runTool(
      "/bin/sh", ["-c", command, Tool.built("eros")], in: folder.path("."))
    #expect(result.status == 0, "\(result)")
    #expect(result.standardOutput.contains("name of the app [app]: "), "\(result)")
    // Invalid answers are prompted for again.
    let questions = result.standardOutput.ranges(of: "platforms: ios, android or all [all]: ")
    #expect(questions.count == 2, "\(result)")
    #expect(result.standardOutput.contains("enter 'ios', 'android' or 'all'"), "\(result)")
    #expect(result.standardOutput.ranges(of: "name of the app [app]: ").count == 2, "\(result)")
    #expect(try folder.names(in: "app/platforms") == ["ios"])
    let config = String(decoding: try folder.read("app/eros.native.json"), as: UTF8.self)
    #expect(config.contains("\"appName\": \"shop\""))
  }
}

@Suite("eros doctor", .temporaryFolder)
struct DoctorCommandTests {
  private func findings(_ result: ToolResult) throws -> [String: String] {
    let findings = try #require(try result.json()["findings"] as? [[String: Any]])
    return Dictionary(
      findings.map { ($0["code"] as? String ?? "", $0["severity"] as? String ?? "") }
    ) { first, _ in first }
  }

  @Test("without a project, doctor prints the machine and a hint")
  func machine() async throws {
    let folder = try TemporaryFolder.ofTest()
    let result = try await eros("doctor", in: folder)
    #expect(result.status == 0, "\(result)")
    let tool = try await eros("--version", in: folder).standardOutput
    #expect(result.standardOutput.hasPrefix("eros           \(tool)"))
    #expect(result.standardOutput.contains("`eros init DIR`"))
    let json = try await eros("doctor", "--json", in: folder).json()
    let machine = try #require(json["machine"] as? [String: Any])
    let libraries = try #require(machine["libraries"] as? [[String: String]])
    #expect(libraries.count == 7)
    for library in libraries { #expect(library["version"]?.first?.isNumber == true, "\(library)") }
    #expect(json["config"] is NSNull)
  }

  @Test("doctor reports the findings of several commands")
  func allFindings() async throws {
    let folder = try TemporaryFolder.ofTest()
    #expect(try await eros("init", "app", "--platform", "ios", in: folder).status == 0)
    let config = String(decoding: try folder.read("app/eros.native.json"), as: UTF8.self)
    try folder.write(
      config.replacing("\"#2f6fed\"", with: "\"blue\"").replacing("\"greet\"", with: "\"hail\"")
        .replacing("\"homePage\": \"/pages/home", with: "\"homePage\": \"/pages/gone"),
      to: "app/eros.native.json")
    try folder.write(
      "{\"CFBundleShortVersionString\"",
      to: "app/platforms/ios/App/App.xcodeproj/project.pbxproj")
    let result = try await eros("doctor", "--config", "app/eros.native.json", "--json", in: folder)
    #expect(result.status == 1, "\(result)")
    let found = try findings(result)
    #expect(found["colorMalformed"] != nil, "\(found)")
    #expect(found["generatedStale"] == "error", "\(found)")
    // The invalid Xcode project does not hide other findings.
    #expect(found["checkFailed"] == "error", "\(found)")
    try FileManager.default.removeItem(
      atPath: folder.path("app/platforms/ios/App/App.xcodeproj"))
    let pages = try findings(
      try await eros("doctor", "--config", "app/eros.native.json", "--json", in: folder))
    #expect(pages["pageMissing"] != nil, "\(pages)")
    #expect(try await eros("doctor", "--config", "none.json", in: folder).status == 66)
  }

  @Test("versions are checked without pages, once per location")
  func versions() async throws {
    let folder = try TemporaryFolder.ofTest()
    #expect(try await eros("init", "app", "--platform", "ios", in: folder).status == 0)
    try FileManager.default.removeItem(atPath: folder.path("app/dist"))
    let config = String(decoding: try folder.read("app/eros.native.json"), as: UTF8.self)
    try folder.write(
      config.replacing("\"iOS\": \"1.0.0\"", with: "\"iOS\": \"eros-template\""),
      to: "app/eros.native.json")
    let result = try await eros("doctor", "--config", "app/eros.native.json", "--json", in: folder)
    let findings = try #require(try result.json()["findings"] as? [[String: Any]])
    let versions = findings.filter { $0["line"] as? Int == 9 }
    #expect(versions.count == 1, "\(result)")
    #expect(versions.first?["severity"] as? String == "error")
    #expect(findings.contains { $0["code"] as? String == "pagesNotBuilt" }, "\(result)")
    // The app has one platform, so a missing project of the other one is not a finding.
    #expect(!result.standardOutput.contains("platforms/android"), "\(result)")
  }

  @Test("an invalid configuration is one finding with its position")
  func broken() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("{ \"appName\": }", to: "eros.native.json")
    let result = try await eros("doctor", in: folder)
    #expect(result.status == 1)
    #expect(
      result.standardOutput.contains("eros.native.json:1:14: "), "\(result)")
    #expect(result.standardOutput.hasSuffix("1 error\n"), "\(result)")
  }
}
