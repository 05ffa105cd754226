import ErosTestSupport
import Foundation
import Testing

@Suite("eros pack", .temporaryFolder)
struct PackCommandTests {
  @Test("writes all four files, and says what it made")
  func output() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    let result = try await eros("pack", "--output", "out/deep", in: folder)
    #expect(result.status == 0, "\(result)")
    #expect(
      try folder.names(in: "out/deep").sorted()
        == ["bundle.config", "bundle.zip", "eros.native.json", "version.json"])
    #expect(result.standardOutput.contains("files      4, "))
    #expect(result.standardError == "")
  }

  @Test("--json is one document with what scripts need")
  func json() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    try folder.write("x", to: "dist/.DS_Store")
    let result = try await eros("pack", "--output", "out", "--json", in: folder)
    let report = try result.json()
    #expect(report["files"] as? Int == 4)
    #expect(report["timestamp"] as? Int == 1_700_000_000_000)
    #expect(report["skipped"] as? [String] == [".DS_Store"])
    #expect((report["treeHash"] as? String)?.count == 64)
  }

  @Test("time comes from --timestamp, else from SOURCE_DATE_EPOCH")
  func time() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    for (arguments, expected) in [([], 1_700_000_000_000), (["--timestamp", "5"], 5)] {
      let result = try await runTool(
        Tool.built("eros"), ["pack", "--output", "out", "--json"] + arguments,
        in: folder.path("."), environment: ["SOURCE_DATE_EPOCH": "1700000000"])
      #expect(try result.json()["timestamp"] as? Int == expected)
    }
    let bad = try await eros(
      "pack", "--output", "out", in: folder, environment: ["SOURCE_DATE_EPOCH": "soon"])
    #expect(bad.status == 64)
  }

  @Test("--platform all goes where the configuration says, with the Gradle block")
  func platforms() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    let before = "a=1\r\n#start\r\nold=1\r\nold=2\r\n#end\r\nb=2"
    try folder.write(before, to: "platforms/android/Demo/gradle.properties")
    let result = try await eros("pack", "--platform", "all", in: folder)
    #expect(result.status == 0, "\(result)")
    for place in ["ios/Demo", "android/Demo/app/src/main/assets"] {
      #expect(
        try folder.names(in: "platforms/" + place).sorted()
          == ["bundle.config", "bundle.zip", "eros.native.json"])
    }
    let after = String(
      decoding: try folder.read("platforms/android/Demo/gradle.properties"), as: UTF8.self)
    #expect(
      after
        == "a=1\r\n#start\r\nGETUI_APPID=ID\r\nGETUI_APPKEY=KEY\r\nGETTUI_APPSECRET=SECRET\r\n#end\r\nb=2"
    )
    #expect(try folder.names(in: "dist").contains("version.json"))
    // What it left in the source folder is not packed the next time.
    let again = try await eros("pack", "--platform", "ios", "--json", in: folder)
    #expect(try again.json()["files"] as? Int == 4)
  }

  @Test("a Gradle file that is missing or has no marks is a warning")
  func gradleWarnings() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    let missing = try await eros("pack", "--platform", "android", in: folder)
    #expect(missing.status == 0)
    #expect(missing.standardError.contains("gradle.properties"))
    try folder.write("a=1\n", to: "platforms/android/Demo/gradle.properties")
    let unmarked = try await eros("pack", "--platform", "android", in: folder)
    #expect(unmarked.standardError.contains("#start"))
    #expect(try folder.read("platforms/android/Demo/gradle.properties") == Array("a=1\n".utf8))
  }

  @Test("pages that the configuration names must be there, and each place is told")
  func missingPages() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    try FileManager.default.removeItem(atPath: folder.path("dist/pages"))
    let result = try await eros("pack", "--output", "out", in: folder)
    #expect(result.status == 65)
    #expect(result.standardError.contains("eros.native.json:5:"))
    #expect(result.standardError.contains("/pages/home/index.js"))
    #expect(try !folder.names(in: ".").contains("out"))
  }

  @Test("an output inside the source is refused")
  func outputInside() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    let result = try await eros("pack", "--output", "dist/out", in: folder)
    #expect(result.status == 73)
    #expect(try !folder.names(in: "dist").contains("out"))
  }

  @Test("the shipped configuration has no developer's addresses, unless one is given")
  func shipped() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    _ = try await eros("pack", "--output", "out", in: folder)
    let plain = try await eros("config", "decrypt", "out/eros.native.json", in: folder)
    #expect(plain.status == 0)
    #expect(!plain.standardOutput.contains("192.0.2.1"))
    #expect(plain.standardOutput.contains("images.example.com"))
    _ = try await eros(
      "pack", "--output", "out", "--dev-server", "http://192.0.2.7:8889", in: folder)
    let developer = try await eros("config", "decrypt", "out/eros.native.json", in: folder)
    #expect(developer.standardOutput.contains("http://192.0.2.7:8889"))
  }
}

@Suite("eros verify, inspect and install", .temporaryFolder)
struct BundleCommandTests {
  @Test("a packed bundle is verified, shown and installed")
  func happyPath() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    _ = try await eros("pack", "--output", "out", in: folder)
    let verified = try await eros(
      "verify", "out/bundle.zip", "--config", "out/bundle.config", "--json", in: folder)
    #expect(verified.status == 0)
    let report = try verified.json()
    #expect(report["verified"] as? Bool == true)
    #expect(report["digestRules"] as? [String: Int] == ["raw": 4])
    #expect((report["problems"] as? [Any])?.count == 0)
    let shown = try await eros("inspect", "out/bundle.zip", in: folder)
    #expect(shown.status == 0)
    #expect(shown.standardOutput.contains("assets/logo.png"))
    let installed = try await eros(
      "install", "--bundle", "out/bundle.zip", "--sandbox", "box", "--json", in: folder)
    #expect(installed.status == 0)
    #expect(try installed.json()["reason"] as? String == "first-run")
    #expect(
      try folder.read("box/bundle/assets/logo.png") == folder.read("dist/assets/logo.png"))
  }

  @Test("a bundle that does not match ends with 1, one that is no zip with 65")
  func verdicts() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    _ = try await eros("pack", "--output", "one", in: folder)
    try folder.write("other\n", to: "dist/pages/home/index.js")
    _ = try await eros("pack", "--output", "two", in: folder)
    let mismatch = try await eros(
      "verify", "one/bundle.zip", "--config", "two/bundle.config", "--json", in: folder)
    #expect(mismatch.status == 1)
    let problems = try mismatch.json()["problems"] as? [[String: Any]]
    #expect(problems?.compactMap { $0["code"] as? String } == ["manifestMismatch"])
    try folder.write("<html>", to: "page.zip")
    for command in ["verify", "inspect"] {
      #expect(try await eros(command, "page.zip", in: folder).status == 65)
    }
    let refused = try await eros(
      "install", "--bundle", "page.zip", "--sandbox", "box", in: folder)
    #expect(refused.status == 65)
    #expect(refused.standardError.contains("hint: "))
  }

  @Test("a limit can be raised")
  func limits() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    _ = try await eros("pack", "--output", "out", in: folder)
    let low = try await eros("verify", "out/bundle.zip", "--max-size", "10", in: folder)
    #expect(low.status == 65)
    #expect(low.standardOutput.contains("limitSize"))
    let entries = try await eros("verify", "out/bundle.zip", "--max-entries", "2", in: folder)
    #expect(entries.status == 65)
    let raised = try await eros("verify", "out/bundle.zip", "--max-size", "1G", in: folder)
    #expect(raised.status == 0)
  }
}

@Suite("eros verify with an oversized bundle.config", .temporaryFolder)
struct OversizedConfigTests {
  @Test("a bundle.config of more than 64 MiB is bad data, and the error says so")
  func refused() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    _ = try await eros("pack", "--output", "out", in: folder)
    let file = try #require(FileHandle(forWritingAtPath: folder.path("out/bundle.config")))
    try file.truncate(atOffset: 64 << 20 + 1)
    let result = try await eros(
      "verify", "out/bundle.zip", "--config", "out/bundle.config", in: folder)
    #expect(result.status == 65)
    #expect(result.standardError.contains("out/bundle.config"))
    #expect(result.standardError.contains("no such file needs to be that large"))
  }
}

@Suite("Habits of all commands", .temporaryFolder)
struct CommandHabitTests {
  static let commands = [
    [], ["pack"], ["verify"], ["inspect"], ["install"], ["config"], ["config", "show"],
    ["config", "validate"], ["config", "encrypt"], ["config", "decrypt"],
  ]

  @Test("help says what it said", arguments: commands)
  func help(command: [String]) async throws {
    let folder = try TemporaryFolder.ofTest()
    let result = try await runTool(
      Tool.built("eros"), ["help"] + command, in: folder.path("."),
      environment: ["COLUMNS": "80"])
    #expect(result.status == 0)
    try expectSnapshot(
      result.standardOutput,
      named: "help/" + (["eros"] + command).joined(separator: "-") + ".txt")
  }

  @Test(
    "an input that is not there ends with 66, and stdout stays empty",
    arguments: [
      ["pack"], ["verify", "no.zip"], ["inspect", "no.zip"],
      ["install", "--sandbox", "box", "--bundle", "no.zip"], ["config", "show", "no.json"],
    ])
  func missing(arguments: [String]) async throws {
    let folder = try TemporaryFolder.ofTest()
    let result = try await runTool(Tool.built("eros"), arguments, in: folder.path("."))
    #expect(result.status == 66)
    #expect(result.standardOutput == "")
    #expect(result.standardError.hasPrefix("error: "))
    #expect(result.standardError.contains("\nhint: "))
    let json = try await runTool(
      Tool.built("eros"), arguments + ["--json"], in: folder.path("."))
    let error = try json.json()["error"] as? [String: Any]
    #expect(error?["exitStatus"] as? Int == 66)
  }

  @Test(
    "wrong usage ends with 64",
    arguments: [
      ["pack", "--level", "11"], ["pack", "--timestamp", "9223372036854775807"], ["verify"], ["no"],
      ["verify", "a.zip", "--max-entries", "99999999999999999"],
    ])
  func usage(arguments: [String]) async throws {
    let folder = try TemporaryFolder.ofTest()
    let result = try await runTool(
      Tool.built("eros"), arguments + ["--json"], in: folder.path("."))
    #expect(result.status == 64)
    #expect(result.standardError.hasPrefix("error: "))
    #expect(try result.json()["error"] != nil)
  }

  @Test("colour only where it is asked for")
  func color() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    for (choice, isColored) in [("always", true), ("never", false), ("auto", false)] {
      let result = try await eros("pack", "--output", "out", "--color", choice, in: folder)
      #expect(result.standardOutput.contains("\u{1B}[") == isColored, "\(choice)")
    }
    let quiet = try await eros("pack", "--output", "out", "--quiet", in: folder)
    #expect(quiet.standardOutput + quiet.standardError == "")
  }

  @Test("a full disk ends with 74 and leaves nothing", .enabled(if: geteuid() == 0))
  func fullDisk() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    var random = SeededGenerator(seed: 1)
    try folder.write(random.noise(300_000), to: "dist/assets/noise.bin")
    try folder.makeFolder("small")
    let mounted = try await runTool(
      "mount", ["-t", "tmpfs", "-o", "size=128k", "tmpfs", folder.path("small")])
    try #require(mounted.status == 0)
    let packed = try await eros("pack", "--output", "small", in: folder)
    #expect(packed.status == 74, "\(packed)")
    #expect(try folder.names(in: "small") == [])
    _ = try await eros("pack", "--output", "out", in: folder)
    let installed = try await eros(
      "install", "--bundle", "out/bundle.zip", "--sandbox", "small/box", in: folder)
    #expect(installed.status == 74, "\(installed)")
    #expect(try folder.names(in: "small/box") == ["lock"])
    #expect(try await runTool("umount", [folder.path("small")]).status == 0)
  }

  @Test("the examples of this repository are valid, and pack")
  func examples() async throws {
    let folder = try TemporaryFolder.ofTest()
    let root = Tool.packageRoot.path(percentEncoded: false)
    for (config, source) in [
      ("eros.native.json", "Examples/hello-eros/dist"),
      ("Examples/hello-eros/eros.native.json", "Examples/hello-eros/dist"),
      ("templates/project/eros.native.json", "templates/project/dist"),
    ] {
      let validated = try await eros("config", "validate", root + config, in: folder)
      #expect(validated.status == 0, "\(validated)")
      let packed = try await eros(
        "pack", root + source, "--config", root + config, "--output", "out", in: folder)
      #expect(packed.status == 0, "\(packed)")
      let verified = try await eros("verify", "--strict", "out/bundle.zip", in: folder)
      #expect(verified.status == 0, "\(verified)")
    }
  }
}
