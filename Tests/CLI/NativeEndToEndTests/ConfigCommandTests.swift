import ErosTestSupport
import Testing

@Suite("eros config", .temporaryFolder)
struct ConfigCommandTests {
  @Test("decrypt restores the encrypted configuration, including unknown keys")
  func roundTrip() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(
      "module.exports = { appName: 'demo', umeng: { key: 'k', }, // theirs\n }", to: "a.js")
    let encrypted = try await eros(
      "config", "encrypt", "a.js", "--output", "shipped.json", "--json", in: folder)
    #expect(encrypted.status == 0)
    #expect(try encrypted.json()["output"] as? String == "shipped.json")
    let plain = try await eros(
      "config", "decrypt", "shipped.json", "--output", "b.json", in: folder)
    #expect(plain.status == 0)
    #expect(
      String(decoding: try folder.read("b.json"), as: UTF8.self) == """
        {
          "appName": "demo",
          "umeng": {
            "key": "k"
          }
        }

        """)
  }

  @Test("a second configuration of the project is named")
  func second() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(#"{ "appName": "first" }"#, to: "eros.native.json")
    try folder.write("module.exports = { appName: 'second' }", to: "config/eros.native.js")
    let note =
      "note: the configuration 'eros.native.json' is used, and 'config/eros.native.js' is not read\n"
    for arguments in [["config", "show"], ["generate", "--dry-run"], ["version"]] {
      let result = try await runTool(Tool.built("eros"), arguments, in: folder.path("."))
      #expect(result.standardError.contains(note), "\(arguments) \(result)")
    }
    let other = try await eros("config", "show", "config/eros.native.js", in: folder)
    #expect(other.standardOutput.contains("second") && other.standardError.isEmpty)
    #expect(try await eros("config", "show", "--json", in: folder).standardError.isEmpty)
  }

  @Test("findings have a position, and validate exits with 1")
  func validate() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("{\n  \"appName\": 5\n}\n", to: "eros.native.json")
    let result = try await eros("config", "validate", in: folder)
    #expect(result.status == 1)
    #expect(result.standardOutput.contains("eros.native.json:2:14: error: "))
  }

  @Test("a JUnit report says which rules neither validate nor doctor checks")
  func unchecked() async throws {
    let folder = try TemporaryFolder.ofTest()
    #expect(try await eros("init", "app", in: folder).status == 0)
    for (command, warning) in [("config validate", true), ("doctor", false)] {
      let arguments = command.split(separator: " ").map(String.init)
      let report = try await runTool(
        Tool.built("eros"), arguments + ["--format", "junit"], in: folder.path("app")
      ).standardOutput
      for (code, reason) in [
        ("E020", nil), ("D01", "eros sources"), ("J01", "eros sources"), ("W091", "eros adopt"),
        ("W020", warning ? "eros generate --check" : nil),
      ] as [(String, String?)] {
        let test = report.split(separator: "\n").first { $0.contains(".\(code)\"") }
        let skipped = reason.map { "not checked: needs `\($0)`" }
        #expect(test?.contains(skipped ?? "\"/>") == true, "\(command): \(test ?? "-")")
      }
    }
  }

  @Test("validate reports what generate refuses, in the order of the text")
  func generation() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(
      """
      {
        "appName": 5, "version": { "android": "1.0.0" },
        "modules": [
          { "name": "pay", "methods": ["a", "a"], "ios": "PayModule", "android": "com.acme.PayModule" }
        ]
      }
      """, to: "eros.native.json")
    let generate = try await eros("generate", "--dry-run", in: folder)
    #expect(generate.status == 65)
    let validate = try await eros("config", "validate", in: folder)
    #expect(validate.status == 1)
    let lines = generate.standardError.split(separator: "\n").filter { $0.contains(": error: ") }
    try #require(!lines.isEmpty)
    for line in lines { #expect(validate.standardOutput.contains(line), "\(validate)") }
    let places = validate.standardOutput.split(separator: "\n").map { $0.prefix(19) }
    #expect(places.prefix(2) == ["eros.native.json:2:", "eros.native.json:4:"], "\(places)")
  }

  @Test("a leftover 'zipFolder' of a platform without a folder requires no version")
  func leftover() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(
      """
      {
        "appName": "demo", "version": { "android": "1.0.0" }, "url": { "jsServer": "https://a.example" },
        "zipFolder": { "iOS": "/ios/Demo", "android": "/android/app/src/main/assets" },
        "page": { "homePage": "/index.js" }
      }
      """, to: "eros.native.json")
    try folder.write("", to: "platforms/android/app/src/main/assets/a")
    try folder.write("//{ \"framework\": \"Vue\" }\n", to: "dist/index.js")
    let result = try await eros("config", "validate", in: folder)
    #expect(result.status == 0, "\(result)")
    #expect(try await eros("pack", "--output", "out", in: folder).status == 0)
    try folder.makeFolder("platforms/ios")
    let other = try await eros("config", "validate", in: folder)
    #expect(other.status == 1)
    #expect(other.standardOutput.contains("the key 'version.iOS' is missing"), "\(other)")
  }

  @Test("code is not executed, and malformed text exits with 65")
  func malformed() async throws {
    let folder = try TemporaryFolder.ofTest()
    for (text, position) in [
      ("module.exports = {\n  a: require('fs')\n}", ":2:6: "),
      ("{ \"a\": 1, \"a\": 2 }", ":1:11: "),
    ] {
      try folder.write(text, to: "eros.native.js")
      let result = try await eros("config", "show", "eros.native.js", in: folder)
      #expect(result.status == 65)
      #expect(result.standardError.contains("eros.native.js" + position), "\(result)")
    }
  }
}
