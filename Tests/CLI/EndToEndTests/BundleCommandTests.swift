import ErosTestSupport
import Foundation
import Testing

@Suite("eros pack", .temporaryFolder)
struct PackCommandTests {
  @Test("pack writes all four files and prints a summary")
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

  @Test("--json prints one document with the bundle's metadata")
  func json() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    try folder.write("x", to: "dist/.DS_Store")
    let result = try await eros("pack", "--output", "out", "--json", in: folder)
    let report = try result.json()
    #expect(report["files"] as? Int == 4)
    #expect(report["timestamp"] as? String == "2023-11-14T22:13:20.000Z")
    #expect(report["skipped"] as? [String] == [".DS_Store"])
    #expect((report["treeHash"] as? String)?.count == 64)
  }

  @Test("the configuration names the framework, and --verbose the pages that get its line")
  func framework() async throws {
    let folder = try TemporaryFolder.ofTest()
    let added = "added the line of the framework to 'pages/home/index.js'\n"
    for (start, options, adds) in [
      ("{", [], true), (#"{ "pack": { "framework": "none" },"#, [], false),
      (#"{ "pack": { "framework": "none" },"#, ["--framework", "Vue"], true),
    ] {
      try folder.writeApp(config: start + TemporaryFolder.config.dropFirst())
      let result = try await runTool(
        Tool.built("eros"), ["pack", "--output", "out", "--verbose"] + options, in: folder.path(".")
      )
      #expect(result.status == 0, "\(result)")
      #expect(result.standardError.contains(added) == adds, "\(result)")
    }
    try folder.writeApp(
      config: #"{ "pack": { "framework": "React" },"# + TemporaryFolder.config.dropFirst())
    let unknown = try await eros("pack", "--output", "out", in: folder)
    #expect(unknown.status == 65, "\(unknown)")
    #expect(unknown.standardError.contains("must be 'Vue' or 'none', found 'React'"), "\(unknown)")
  }

  @Test("--wgt packs the build of a uni-app, which verify checks by its name")
  func wgt() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(
      #"{ "appName": "demo", "version": { "android": "1.0.0", "iOS": "1.0.0" } }"#,
      to: "eros.native.json")
    let build = "unpackage/dist/build/app-plus"
    let manifest = #"{"@platforms":["android"],"id":"__UNI__1234567","version":{"name":"1.0.1"}}"#
    let missing = try await eros("pack", "--wgt", "--output", "out", in: folder)
    #expect(missing.status == 66, "\(missing)")
    #expect(missing.standardError.contains(build), "\(missing)")
    try folder.write("run()", to: build + "/app-service.js")
    try folder.write("run()", to: build + "/pages/home/index.js")
    let refused = try await eros("pack", "--wgt", "--output", "out", in: folder)
    #expect(refused.status == 65, "\(refused)")
    #expect(refused.standardError.contains("'manifest.json' not found at the top"), "\(refused)")
    try folder.write(manifest, to: build + "/manifest.json")
    let packed = try await eros("pack", "--wgt", "--output", "out", in: folder)
    #expect(packed.status == 0, "\(packed)")
    #expect(packed.standardOutput.contains("__UNI__1234567 1.0.1"))
    #expect(
      try folder.names(in: "out").sorted() == [
        "__UNI__1234567.wgt", "bundle.config", "bundle.zip", "eros.native.json", "version.json",
      ])
    #expect(try folder.read("out/__UNI__1234567.wgt") == folder.read("out/bundle.zip"))
    let verified = try await eros(
      "verify", "out/__UNI__1234567.wgt", "--manifest", "out", in: folder)
    #expect(verified.status == 0, "\(verified)")
    let combined = try await eros("pack", "--wgt", "--platform", "all", in: folder)
    #expect(combined.status == 64, "\(combined)")
  }

  @Test("the build time is --timestamp, or else SOURCE_DATE_EPOCH")
  func time() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    for (arguments, expected) in [
      ([], "2023-11-14T22:13:20.000Z"), (["--timestamp", "5"], "1970-01-01T00:00:00.005Z"),
    ] {
      let result = try await runTool(
        Tool.built("eros"), ["pack", "--output", "out", "--json"] + arguments,
        in: folder.path("."), environment: ["SOURCE_DATE_EPOCH": "1700000000"])
      #expect(try result.json()["timestamp"] as? String == expected)
      let shown = try await eros("inspect", "out/bundle.zip", "--json", in: folder)
      #expect(try shown.json()["timestamp"] as? String == expected)
    }
  }

  @Test("--platform all writes to the configured folders and updates the Gradle block")
  func platforms() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    let before = "a=1\r\n#start\r\nGETUI_APPID=1\r\nGETUI_APPKEY=2\r\n#end\r\nb=2"
    try folder.write(before, to: "platforms/android/Demo/gradle.properties")
    let result = try await eros("pack", "--platform", "all", in: folder)
    #expect(result.status == 0, "\(result)")
    for output in ["ios/Demo", "android/Demo/app/src/main/assets"] {
      #expect(
        try folder.names(in: "platforms/" + output).sorted()
          == ["bundle.config", "bundle.zip", "eros.native.json"])
    }
    let after = String(
      decoding: try folder.read("platforms/android/Demo/gradle.properties"), as: UTF8.self)
    #expect(
      after
        == "a=1\r\n#start\r\nGETUI_APPID=ID\r\nGETUI_APPKEY=KEY\r\nGETTUI_APPSECRET=SECRET\r\n#end\r\nb=2"
    )
    #expect(try folder.names(in: "dist").contains("version.json"))
    // version.json in the source folder is not packed.
    let again = try await eros("pack", "--platform", "ios", "--json", in: folder)
    #expect(try again.json()["files"] as? Int == 4)
  }

  @Test(
    "other lines between the markers of the Gradle file remain",
    arguments: [
      ("", "@"), ("GETTUI_APPSECRET=1\nGETUI_APPID = 2\nGETUI_APPKEY:3\n", "@"),
      ("UMENG_APPKEY=\n", "UMENG_APPKEY=STATISTICS\n@"),
      (
        "UMENG_APPKEY=a\nGETUI_APPID=1\nMINE=\u{E9} b\n",
        "UMENG_APPKEY=STATISTICS\n@MINE=\u{E9} b\n"
      ),
      ("# mine\n\nGETUI_APPID_2=1\n", "# mine\n\nGETUI_APPID_2=1\n@"),
    ])
  func gradleBlock(block: String, expected: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp(
      config: TemporaryFolder.config.replacing(
        "\"getui\"", with: "\"umeng\": {\"androidAppKey\": \"STATISTICS\"}, \"getui\""))
    let path = "platforms/android/Demo/gradle.properties"
    let written = expected.replacing(
      "@", with: "GETUI_APPID=ID\nGETUI_APPKEY=KEY\nGETTUI_APPSECRET=SECRET\n")
    try folder.write("#start\n\(block)#end\n", to: path)
    // The second run changes nothing.
    for _ in 1...2 {
      let result = try await eros("pack", "--platform", "android", in: folder)
      #expect(result.status == 0, "\(result)")
      #expect(
        String(decoding: try folder.read(path), as: UTF8.self) == "#start\n\(written)#end\n")
    }
  }

  @Test("a key for statistics that the configuration lacks remains")
  func gradleStatistics() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    let path = "platforms/android/Demo/gradle.properties"
    try folder.write("#start\nUMENG_APPKEY=a\n#end\n", to: path)
    #expect(try await eros("pack", "--platform", "android", in: folder).status == 0)
    #expect(
      String(decoding: try folder.read(path), as: UTF8.self).hasPrefix(
        "#start\nUMENG_APPKEY=a\nGETUI"))
  }

  @Test("a Gradle file that is missing or has no markers is a warning")
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

  @Test(
    "an account that does not fit into one line of the Gradle file is an error with its position",
    arguments: [
      #"ID\nandroid.useAndroidX=false"#, #"ID\r"#, #"ID\\"#, " ID", "ID\u{E9}", #"\u0000"#,
    ])
  func gradleLines(value: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp(
      config: TemporaryFolder.config.replacing("\"ID\"", with: "\"\(value)\""))
    let before = "#start\n#end\n"
    try folder.write(before, to: "platforms/android/Demo/gradle.properties")
    let result = try await eros("pack", "--platform", "android", in: folder)
    #expect(result.status == 65, "\(result)")
    #expect(
      result.standardError.hasPrefix("error: eros.native.json:12:42: the key 'getui.appId' must be")
    )
    #expect(try folder.read("platforms/android/Demo/gradle.properties") == Array(before.utf8))
    #expect(try folder.names(in: "platforms/android/Demo") == ["gradle.properties"])
    // Only Android uses the account.
    #expect(try await eros("pack", "--platform", "ios", in: folder).status == 0)
  }

  @Test("each missing page of the configuration is an error with its position")
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

  @Test("a store is not an output folder, because its files are public")
  func store() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    try folder.write("{}", to: "store/metadata/timestamp.json")
    let result = try await eros("pack", "--output", "store", in: folder)
    #expect(result.status == 73, "\(result)")
    #expect(result.standardError.contains("'store' is a release store, whose files are public"))
    #expect(try folder.names(in: "store") == ["metadata"])
  }

  @Test("an output folder inside the source folder is an error")
  func outputInside() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    let result = try await eros("pack", "--output", "dist/out", in: folder)
    #expect(result.status == 73)
    #expect(try !folder.names(in: "dist").contains("out"))
  }

  @Test("a folder that is an output twice is written once")
  func sameFolder() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp(
      config: TemporaryFolder.config.replacing(
        "\"/android/Demo/app/src/main/assets\"", with: "\"/ios//Demo/\""))
    let both = try await eros("pack", "--platform", "all", "--json", in: folder)
    #expect(both.status == 0, "\(both)")
    #expect((try both.json()["outputs"] as? [String])?.count == 4)
    let same = try await eros(
      "pack", "--platform", "ios", "--output", "none/../platforms/ios/Demo", in: folder)
    #expect(same.status == 0, "\(same)")
  }

  @Test("if packing fails, only created folders are removed")
  func noFolders() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    try folder.makeFolder("out")
    // A folder at the path of the manifest is detected only after the folders are created.
    try folder.makeFolder("platforms/ios/Demo/bundle.config")
    let result = try await eros(
      "pack", "--platform", "all", "--output", "out/deep/er", in: folder)
    #expect(result.status == 73, "\(result)")
    #expect(try folder.names(in: "out") == [])
    #expect(try folder.names(in: "platforms") == ["ios"])
    #expect(try folder.names(in: "platforms/ios/Demo") == ["bundle.config"])
  }

  @Test("the zip is renamed last", .needs("strace"))
  func order() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    let traced = try await runTool(
      "strace",
      [
        "-f", "-e", "trace=?rename,?renameat,?renameat2", "-o", folder.path("trace"),
        Tool.built("eros"), "pack",
        "--output", "out",
      ], in: folder.path("."))
    try #require(traced.status == 0, "\(traced)")
    let renames = String(decoding: try folder.read("trace"), as: UTF8.self)
      .split(separator: "\n").filter { $0.contains("rename") }
    #expect(renames.count == 4)
    #expect(renames.last?.contains("bundle.zip") == true)
  }

  @Test("the shipped configuration contains a developer's addresses only on request")
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
  @Test("a packed bundle can be verified, inspected and installed")
  func happyPath() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    _ = try await eros("pack", "--output", "out", in: folder)
    let verified = try await eros(
      "verify", "out/bundle.zip", "--manifest", "out/bundle.config", "--json", in: folder)
    #expect(verified.status == 0)
    let report = try verified.json()
    #expect(report["verified"] as? Bool == true)
    #expect(report["digestRules"] as? [String: Int] == ["raw": 4])
    #expect((report["findings"] as? [Any])?.count == 0)
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

  @Test("status prints times in the format of pack")
  func sandboxTimes() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    _ = try await eros("pack", "--output", "out", "--timestamp", "1699999999999", in: folder)
    _ = try await eros("install", "--bundle", "out/bundle.zip", "--sandbox", "box", in: folder)
    let status = try await eros("status", "--sandbox", "box", "--json", in: folder)
    let embedded = try status.json()["embedded"] as? [String: Any]
    #expect(embedded?["timestamp"] as? String == "2023-11-14T22:13:19.999Z")
  }

  @Test("a bundle that does not match exits with 1, and an invalid zip with 65")
  func verdicts() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    _ = try await eros("pack", "--output", "one", in: folder)
    try folder.write("other\n", to: "dist/pages/home/index.js")
    _ = try await eros("pack", "--output", "two", in: folder)
    let mismatch = try await eros(
      "verify", "one/bundle.zip", "--manifest", "two/bundle.config", "--json", in: folder)
    #expect(mismatch.status == 1)
    let findings = try mismatch.json()["findings"] as? [[String: Any]]
    #expect(findings?.compactMap { $0["code"] as? String } == ["manifestMismatch"])
    try folder.write("<html>", to: "page.zip")
    for command in ["verify", "inspect"] {
      #expect(try await eros(command, "page.zip", in: folder).status == 65)
    }
    let refused = try await eros(
      "install", "--bundle", "page.zip", "--sandbox", "box", in: folder)
    #expect(refused.status == 65)
    #expect(refused.standardError.contains("hint: "))
  }

  /// The keys of `verify --json`.
  static let verifyKeys = [
    "bundle", "bytes", "digestRules", "entries", "findings", "jsVersion", "treeHash", "verified",
  ]

  @Test("--json contains all keys, with null for unknown values")
  func nulls() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    try folder.write("<html>", to: "page.zip")
    _ = try await eros("pack", "--output", "out", in: folder)
    let good = try await eros("verify", "out/bundle.zip", "--json", in: folder).json()
    #expect(good.keys.sorted() == Self.verifyKeys)
    let bad = try await eros("verify", "page.zip", "--json", in: folder).json()
    #expect(bad.keys.sorted() == Self.verifyKeys)
    #expect(bad["jsVersion"] is NSNull && bad["treeHash"] is NSNull)
    let finding = try #require((bad["findings"] as? [[String: Any]])?.first)
    #expect(
      finding.keys.sorted() == [
        "code", "column", "file", "line", "message", "remedy", "severity", "subject",
      ])
    #expect(finding["file"] as? String == "page.zip" && finding["subject"] is NSNull)
    let shown = try await eros("inspect", "out/bundle.zip", "--json", in: folder).json()
    #expect(shown["jsPath"] is NSNull)
    let config = try await eros("config", "show", "--json", in: folder).json()
    #expect(config["jsPath"] is NSNull)
    let usage =
      try await eros("inspect", "a", "b", "--json", in: folder).json()["error"] as? [String: Any]
    #expect(usage?["remedy"] is NSNull)
  }

  @Test(
    "a terminal shows a progress bar, which is erased at the end",
    .needs("script", "strace"))
  func progress() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    // Larger than the read buffer.
    var random = SeededGenerator(seed: 2)
    try folder.write(random.noise(17 << 20), to: "dist/assets/video.bin")
    // Delays each read like a slow disk.
    func call(_ command: String, delay: Int) -> String {
      "strace -f -qq -o /dev/null -e trace=pread64 -e inject=pread64:delay_enter=\(delay) "
        + "\(Tool.built("eros")) \(command)"
    }
    for (command, delay, label) in [
      ("pack --store --output out", 100_000, "packing"),
      ("verify out/bundle.zip", 20_000, "verifying"),
      ("inspect out/bundle.zip", 20_000, "verifying"),
      ("install --sandbox box --bundle out/bundle.zip", 20_000, "unpacking"),
    ] {
      let call = call(command, delay: delay)
      let shown = try await runTool("script", ["-qec", call, "/dev/null"], in: folder.path("."))
      try #require(shown.status == 0, "\(shown)")
      #expect(shown.standardOutput.hasPrefix("\r\(label) ["), "\(shown)")
      let lines = shown.standardOutput.components(separatedBy: "\u{1B}[K")
      #expect(lines.last?.contains("\(label) [") == false, "\(shown)")
      #expect(lines.dropLast().last == "\r", "\(shown)")
    }
    for quiet in ["--quiet", "--json"] {
      let call = call("verify out/bundle.zip \(quiet)", delay: 20_000)
      let shown = try await runTool("script", ["-qec", call, "/dev/null"], in: folder.path("."))
      #expect(!shown.standardOutput.contains("verifying ["))
    }
  }

  @Test("options raise the limits")
  func limits() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    _ = try await eros("pack", "--output", "out", in: folder)
    let low = try await eros("verify", "out/bundle.zip", "--max-size", "10", in: folder)
    #expect(low.status == 65)
    #expect(low.standardOutput.contains("limitSize"))
    #expect(low.standardOutput.contains("\n  hint: if you trust the source, raise `--max-size`"))
    let entries = try await eros("verify", "out/bundle.zip", "--max-entries", "2", in: folder)
    #expect(entries.status == 65)
    let raised = try await eros("verify", "out/bundle.zip", "--max-size", "1G", in: folder)
    #expect(raised.status == 0)
  }
}

@Suite("eros verify with an oversized bundle.config", .temporaryFolder)
struct OversizedConfigTests {
  @Test("a bundle.config of more than 64 MiB is an error")
  func refused() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    _ = try await eros("pack", "--output", "out", in: folder)
    let file = try #require(FileHandle(forWritingAtPath: folder.path("out/bundle.config")))
    try file.truncate(atOffset: 64 << 20 + 1)
    let result = try await eros(
      "verify", "out/bundle.zip", "--manifest", "out/bundle.config", in: folder)
    #expect(result.status == 65)
    #expect(result.standardError.contains("out/bundle.config"))
    #expect(result.standardError.contains("the file exceeds the size limit for its kind"))
  }

  @Test(
    "a configuration of OpenSSL that disables MD5 and SHA-256 does not apply to digests",
    .needs("openssl"))
  func opensslPolicy() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    _ = try await eros("pack", "--output", "out", in: folder)
    let config = """
      openssl_conf = settings
      [settings]
      alg_section = algorithms
      [algorithms]
      default_properties = fips=yes

      """
    try folder.write(config, to: "openssl.cnf")
    let environment = ["OPENSSL_CONF": folder.path("openssl.cnf")]
    let digest = try await runTool(
      "openssl", ["sha256", "openssl.cnf"], in: folder.path("."), environment: environment)
    #expect(digest.status != 0, "\(digest)")
    let result = try await eros("verify", "out/bundle.zip", in: folder, environment: environment)
    #expect(result.status == 0, "\(result)")
  }
}

@Suite("Common behavior of all commands", .temporaryFolder)
struct CommonCommandTests {
  @Test(
    "a missing input exits with 66 and prints nothing to stdout",
    arguments: [
      ["pack"], ["verify", "no.zip"], ["inspect", "no.zip"],
      ["report", "no.zip", "--output", "no.html"],
      ["install", "--sandbox", "box", "--bundle", "no.zip"], ["config", "show", "no.json"],
      ["install", "--sandbox", "no"], ["stage", "no.zip", "--sandbox", "no"],
      ["confirm", "--sandbox", "no"], ["rollback", "--sandbox", "no"],
      ["status", "--sandbox", "no"],
      ["sandbox", "collect", "--sandbox", "no"],
      ["routes", "build", "no", "--map", "no.json", "--base-url", "https://a", "--output", "out"],
      ["routes", "verify", "no"], ["routes", "install", "--sandbox", "no", "--resource", "no"],
      ["routes", "install", "--sandbox", "no"], ["routes", "resolve", "a", "--sandbox", "no"],
      ["routes", "diff", "no", "no"],
      ["generate"], ["templates", "show", "no"],
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

  @Test("--color controls colors, and --quiet suppresses the output")
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

  @Test("a full disk exits with 74 and leaves no files", .needsMount)
  func fullDisk() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    var random = SeededGenerator(seed: 1)
    try folder.write(random.noise(300_000), to: "dist/assets/noise.bin")
    let small = try folder.makeFolder("small")
    try await SmallDisk.withMounted(kilobytes: 128, at: small) {
      let packed = try await eros("pack", "--output", "small", in: folder)
      #expect(packed.status == 74, "\(packed)")
      #expect(try folder.names(in: "small") == [])
      _ = try await eros("pack", "--output", "out", in: folder)
      let installed = try await eros(
        "install", "--bundle", "out/bundle.zip", "--sandbox", "small/box", in: folder)
      #expect(installed.status == 74, "\(installed)")
      #expect(try folder.names(in: "small/box").filter { $0 != "decisions" } == ["lock"])
    }
  }

  /// Calls that write to standard output, with their normal exit status.
  static let writers: [([String], status: Int32)] = [
    (["pack", "--output", "out"], 0), (["pack", "--output", "out", "--json"], 0),
    (["verify", "page.zip"], 65), (["verify", "page.zip", "--json"], 65),
    (["inspect", "no.zip", "--json"], 66), (["config", "show"], 0),
    (["config", "validate"], 0), (["config", "encrypt"], 0), (["verify", "--json"], 64),
    (["--help"], 0), (["help", "pack"], 0), (["--version"], 0), (["--help-hidden"], 0),
    (["completion", "bash"], 0),
  ]

  @Test(
    "a failed write to standard output exits with 74",
    .enabled(if: access("/dev/full", W_OK) == 0, "the system has no /dev/full"),
    arguments: writers)
  func outputFails(arguments: [String], status: Int32) async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    try folder.write("<html>", to: "page.zip")
    let result = try await runTool(
      "/bin/sh", ["-c", "exec \"$0\" \"$@\" > /dev/full", Tool.built("eros")] + arguments,
      in: folder.path("."))
    #expect(result.status == 74, "\(result)")
    #expect(
      result.standardError.contains(
        "error: cannot write 'standard output': No space left on device\nhint: "), "\(result)")
  }

  @Test("a closed pipe does not change the exit status", arguments: writers)
  func readerGone(arguments: [String], status: Int32) async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    try folder.write("<html>", to: "page.zip")
    // Writes until the reader is gone, then runs the command.
    let script = """
      ( ( trap '' PIPE; while echo; do :; done ) 2> /dev/null; "$0" "$@"; echo "status $?" >&2 ) | true
      """
    let result = try await runTool(
      "/bin/sh", ["-c", script, Tool.built("eros")] + arguments, in: folder.path("."))
    #expect(result.standardError.hasSuffix("status \(status)\n"), "\(result)")
    #expect(status != 0 || result.standardError == "status 0\n", "\(result)")
  }

  @Test("the examples of this repository are valid and can be packed")
  func examples() async throws {
    let folder = try TemporaryFolder.ofTest()
    let root = Tool.packageRoot.path(percentEncoded: false)
    for (config, source) in [
      ("eros.native.json", "Examples/hello-eros/dist"),
      ("Examples/hello-eros/eros.native.json", "Examples/hello-eros/dist"),
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
