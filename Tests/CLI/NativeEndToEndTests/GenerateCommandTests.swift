import ErosTestSupport
import Foundation
import Testing

@Suite("eros generate", .temporaryFolder)
struct GenerateCommandTests {
  private static let description = """
    {
      "appName": "demo",
      "version": { "android": "1.0.0", "iOS": "1.0.0" },
      "generate": {
        "ios": { "out": "platforms/ios" },
        "android": { "out": "platforms/android", "package": "com.acme.eros" },
        "js": { "out": "types" }
      },
      "modules": [
        { "name": "acmeScan", "ios": "AcmeScan", "android": "com.acme.Scan",
          "methods": [{ "name": "scan" }] }
      ]
    }
    """

  private func write(_ folder: TemporaryFolder, replacing old: String = "", with new: String = "")
    throws
  {
    let text = old.isEmpty ? Self.description : Self.description.replacing(old, with: new)
    #expect(old.isEmpty || text != Self.description)
    try folder.write(text, to: "eros.native.json")
  }

  private func modified(_ path: String) throws -> Date? {
    try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
  }

  @Test("generated files are up to date and are not rewritten")
  func twice() async throws {
    let folder = try TemporaryFolder.ofTest()
    try write(folder)
    let first = try await eros("generate", "--json", in: folder)
    #expect(first.status == 0, "\(first)")
    #expect((try first.json()["wrote"] as? [String])?.count == 8)
    let header = folder.path("platforms/ios/ErosRegistrant.h")
    let time = try modified(header)
    let second = try await eros("generate", in: folder)
    #expect(second.standardOutput == "Wrote 0, unchanged 8, removed 0.\n")
    #expect(try modified(header) == time)
    #expect(try await eros("generate", "--check", in: folder).status == 0)
    let elsewhere = try await eros("generate", "--output", "out", in: folder)
    #expect(elsewhere.status == 0)
    #expect(try folder.readTree("out").files.count == 8)
  }

  @Test("--check reports changed, missing and orphaned files, and generate repairs them")
  func check() async throws {
    let folder = try TemporaryFolder.ofTest()
    try write(folder)
    _ = try await eros("generate", in: folder)
    let header = "platforms/ios/ErosRegistrant.h"
    let text = String(decoding: try folder.read(header), as: UTF8.self)
    try folder.write(text.replacing("@end", with: "@ends"), to: header)
    try FileManager.default.removeItem(atPath: folder.path("types/eros-native.names.js"))
    try write(folder, replacing: "\"js\": { ", with: "\"js\": { \"emit\": [\"dts\", \"names\"], ")
    let check = try await eros("generate", "--check", in: folder)
    #expect(check.status == 1)
    for line in [
      "different \(header)", "  -@ends", "  +@end", "missing types/eros-native.names.js",
      "orphaned types/eros-native.meta.js",
    ] { #expect(check.standardOutput.contains(line + "\n"), "\(check)") }
    #expect(try folder.names(in: "types") == ["eros-native.d.ts", "eros-native.meta.js"])
    let repaired = try await eros("generate", in: folder)
    #expect(repaired.standardOutput.hasSuffix("removed 1.\n"), "\(repaired)")
    #expect(try await eros("generate", "--check", in: folder).status == 0)
    #expect(try folder.names(in: "types") == ["eros-native.d.ts", "eros-native.names.js"])
  }

  @Test("of many files, only the first differences are printed without --verbose")
  func manyDifferences() async throws {
    let folder = try TemporaryFolder.ofTest()
    try write(
      folder, replacing: "\"js\": { ",
      with: "\"docs\": { \"out\": \"docs\", \"html\": true }, \"js\": { ")
    _ = try await eros("generate", in: folder)
    let manifest = "eros.registry.json"
    let paths = try folder.readTree(".").files.keys.filter {
      $0 != "eros.native.json" && $0 != manifest
    }.sorted()
    try #require(paths.count > 6)
    for path in paths { try folder.write("", to: path) }
    let check = try await eros("generate", "--check", in: folder)
    let lines = check.standardOutput.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("different ") }.count == paths.count, "\(check)")
    #expect(lines.count < 60, "\(check)")
    #expect(
      lines.suffix(2) == [
        "`--verbose` prints the differences of all files, and `--diff full` all lines",
        "\(paths.count) files to update.",
      ], "\(check)")
    for option in [["--verbose"], ["--diff", "full"]] {
      let all = try await runTool(
        Tool.built("eros"), ["generate", "--check"] + option, in: folder.path("."))
      #expect(all.standardOutput.split(separator: "\n").count > lines.count, "\(all)")
      #expect(!all.standardOutput.contains("prints the differences"))
    }
  }

  @Test("different line endings are a note")
  func lineEndings() async throws {
    let folder = try TemporaryFolder.ofTest()
    try write(folder)
    _ = try await eros("generate", in: folder)
    let header = "platforms/ios/ErosRegistrant.h"
    let text = String(decoding: try folder.read(header), as: UTF8.self)
    try folder.write(text.replacing("\n", with: "\r\n"), to: header)
    let check = try await eros("generate", "--check", in: folder)
    #expect(check.status == 0)
    #expect(check.standardError.contains("[N093]"), "\(check)")
  }

  @Test("a file that was not generated is replaced only with --force")
  func unknownFile() async throws {
    let folder = try TemporaryFolder.ofTest()
    try write(folder)
    try folder.write("mine\n", to: "types/eros-native.d.ts")
    let refused = try await eros("generate", in: folder)
    #expect(refused.status == 65)
    #expect(refused.standardError.reports("E092", "types/eros-native.d.ts: error: "))
    #expect(try folder.names(in: ".") == ["eros.native.json", "types"])
    #expect(try await eros("generate", "--force", in: folder).status == 0)
  }

  @Test("errors have a position and a code, and no file is written")
  func errors() async throws {
    let folder = try TemporaryFolder.ofTest()
    try write(folder, replacing: "\"acmeScan\"", with: "\"storage\"")
    let result = try await eros("generate", in: folder)
    #expect(result.status == 65)
    #expect(result.standardOutput == "")
    #expect(
      result.standardError.reports(
        "E021", "eros.native.json:10:15: error: the module 'storage' belongs to "), "\(result)")
    #expect(try folder.names(in: ".") == ["eros.native.json"])
    let json = try await eros("generate", "--json", in: folder)
    let findings = try json.json()["findings"] as? [[String: Any]]
    #expect(findings?.first?["code"] as? String == "E021")
    #expect(findings?.first?["subject"] as? String == "/modules/0/name")
    try write(folder, replacing: "{ \"name\": \"scan\" }", with: "{ \"name\": \"onscan\" }")
    #expect(try await eros("generate", in: folder).status == 0)
    #expect(try await eros("generate", "--strict", in: folder).status == 65)
  }

  @Test("a breaking change requires a higher version")
  func release() async throws {
    let folder = try TemporaryFolder.ofTest()
    try write(folder)
    let recorded = try await eros("generate", "--release", in: folder)
    #expect(recorded.standardOutput.contains("recorded ios 1.0.0\n"), "\(recorded)")
    #expect(try await eros("generate", "--check", in: folder).status == 0)
    try write(folder, replacing: "\"name\": \"scan\"", with: "\"name\": \"scam\"")
    _ = try await eros("generate", in: folder)
    let check = try await eros("generate", "--check", in: folder)
    #expect(check.status == 1)
    #expect(
      check.standardOutput.contains(
        """
        ios 1.0.0 -> 1.0.0: major change, the version must be at least 2.0.0
          module acmeScan: method scam added
          module acmeScan: method scan removed
        """), "\(check)")
  }

  @Test("a released version is recorded again only with --force")
  func releasedTwice() async throws {
    let folder = try TemporaryFolder.ofTest()
    try write(folder)
    _ = try await eros("generate", "--release", in: folder)
    let lock = try folder.read("eros.registry.lock.json")
    try write(folder, replacing: "\"name\": \"scan\"", with: "\"name\": \"scam\"")
    let refused = try await eros("generate", "--release", in: folder)
    #expect(refused.status == 1)
    #expect(refused.standardOutput.contains("Nothing was written or recorded"), "\(refused)")
    #expect(try folder.read("eros.registry.lock.json") == lock)
    let ios = try await eros("generate", "--release", "--force", "--platform", "ios", in: folder)
    #expect(ios.standardOutput.contains("recorded ios 1.0.0\n"), "\(ios)")
    #expect(!ios.standardOutput.contains("recorded android"))
    let check = try await eros("generate", "--check", in: folder)
    #expect(check.standardOutput.contains("ios 1.0.0 -> 1.0.0: nothing changed\n"), "\(check)")
    #expect(check.standardOutput.contains("android 1.0.0 -> 1.0.0: major change"), "\(check)")
  }

  @Test("an unreadable lock file is an error")
  func brokenLock() async throws {
    let folder = try TemporaryFolder.ofTest()
    try write(folder)
    _ = try await eros("generate", in: folder)
    let lock = folder.path("eros.registry.lock.json")
    try FileManager.default.createSymbolicLink(
      atPath: lock, withDestinationPath: "eros.registry.lock.json")
    let looped = try await eros("generate", "--check", in: folder)
    #expect(looped.status != 0 && looped.standardError.contains("eros.registry.lock.json"))
    try FileManager.default.removeItem(atPath: lock)
    try folder.write("{}\n<<<<<<< ours\n", to: "eros.registry.lock.json")
    let merged = try await eros("generate", "--check", in: folder)
    #expect(merged.status == 65)
    #expect(merged.standardError.contains("hint: restore the file"), "\(merged)")
  }

  @Test("a file in the manifest that was not generated is not removed")
  func hostileManifest() async throws {
    let folder = try TemporaryFolder.ofTest()
    try write(folder)
    _ = try await eros("generate", in: folder)
    try folder.write("mine\n", to: "mine.txt")
    let manifest = String(decoding: try folder.read("eros.registry.json"), as: UTF8.self)
    let digest = "fcbc800db3f1867000b852f1ce0044b8f1584f76ade1ed6e65189824f95c3cda"
    let start = try #require(manifest.range(of: "\"files\": ["))
    let entry = "{\"path\": \"mine.txt\", \"sha256\": \"\(digest)\"},"
    try folder.write(
      manifest.replacingCharacters(in: start, with: "\"files\": [" + entry),
      to: "eros.registry.json")
    let result = try await eros("generate", in: folder)
    #expect(result.standardOutput.hasSuffix("removed 0.\n"), "\(result)")
    #expect(try folder.read("mine.txt") == Array("mine\n".utf8))
  }

  @Test("generate new rejects the options of generate")
  func optionsOfNew() async throws {
    let folder = try TemporaryFolder.ofTest()
    try write(folder)
    for option in ["--dry-run", "--check", "--strict"] {
      let result = try await eros("generate", "new", "module", "acmeScan", option, in: folder)
      #expect(result.status == 64)
      #expect(result.standardError.contains(option), "\(result)")
    }
    #expect(try folder.names(in: ".") == ["eros.native.json"])
  }

  @Test("custom templates are used, and invalid ones are errors")
  func templates() async throws {
    let folder = try TemporaryFolder.ofTest()
    try write(folder)
    let shown = try await eros("templates", "show", "eros-native.names.js", in: folder)
    #expect(shown.standardOutput.hasPrefix("{% for line in header %}// {{ line|comment }}\n"))
    try folder.write(shown.standardOutput + "// mine\n", to: "t/eros-native.names.js.stencil")
    #expect(try await eros("generate", "--templates", "t", in: folder).status == 0)
    let names = String(decoding: try folder.read("types/eros-native.names.js"), as: UTF8.self)
    #expect(names.hasSuffix("};\n// mine\n"))
    for folderName in ["d", "d/more"] {
      try folder.write(shown.standardOutput, to: folderName + "/eros-native.names.js.stencil")
    }
    let both = try await eros("generate", "--templates", "d", in: folder)
    #expect(
      both.status == 65 && both.standardError.contains("replaces the same template"), "\(both)")
    try folder.write([0xFF], to: "u/eros-native.names.js.stencil")
    let bytes = try await eros("generate", "--templates", "u", in: folder)
    #expect(bytes.status == 65 && bytes.standardError.contains("is not UTF-8"), "\(bytes)")
    try folder.write("", to: "t/eros-native.name.js.stencil")
    let refused = try await eros("generate", "--templates", "t", in: folder)
    #expect(refused.status == 65)
    #expect(
      refused.standardError.contains("hint: rename it to 'eros-native.names.js.stencil'"),
      "\(refused)")
    let list = try await eros("templates", "list", "--json", in: folder)
    #expect((try list.json()["templates"] as? [String])?.contains("ErosRegistrant.kt") == true)
  }

  @Test("every file in a folder of templates must replace a template")
  func templateFolder() async throws {
    let folder = try TemporaryFolder.ofTest()
    try write(folder)
    let name = "eros-native.names.js.stencil"
    let generate = { (templates: String) in
      try await eros("generate", "--templates", templates, in: folder)
    }
    for (path, content, status, message) in [
      ("empty/.DS_Store", "", 66, "the folder 'empty' does not contain a template"),
      ("zero/\(name)", "", 65, "invalid template 'zero/\(name)': it is empty"),
      ("suffix/eros-native.names.js", "a", 65, "hint: rename it to '\(name)'"),
      ("guide/README.md", "a", 65, "'guide/README.md' does not have the name of a template"),
      (
        "long/\(name)", String(repeating: "a", count: 1 << 20 + 1), 65,
        "invalid template 'long/\(name)': it is larger than 1 MiB"
      ),
    ] as [(String, String, Int32, String)] {
      try folder.write(content, to: path)
      let result = try await generate(String(path.prefix { $0 != "/" }))
      #expect(result.status == status && result.standardError.contains(message), "\(result)")
    }
    try folder.makeFolder("link")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link/\(name)"), withDestinationPath: "missing")
    let link = try await generate("link")
    #expect(link.status == 65, "\(link)")
    #expect(link.standardError.contains("it is a symlink to a missing file"), "\(link)")
    #expect(try !folder.names(in: ".").contains("types"))
    // Files of the system are ignored.
    try folder.write("\u{FEFF}// mine\n", to: "good/\(name)")
    try folder.write("a", to: "good/._\(name)")
    try folder.write("a", to: "good/.git/HEAD")
    let good = try await generate("good")
    #expect(good.status == 0, "\(good)")
    #expect(try folder.read("types/eros-native.names.js") == Array("// mine\n".utf8))
  }

  @Test("the configuration can name a folder of templates, which --templates overrides")
  func configuredTemplates() async throws {
    let folder = try TemporaryFolder.ofTest()
    try write(
      folder, replacing: "\"generate\": {", with: "\"generate\": { \"templates\": \"own/native\",")
    try folder.write("// configured\n", to: "own/native/eros-native.names.js.stencil")
    try folder.write("// option\n", to: "t/eros-native.names.js.stencil")
    try folder.write("class {{ class|code }}\n", to: "own/native/Module.kt.stencil")
    try folder.makeFolder("sub")
    let names = { String(decoding: try folder.read("types/eros-native.names.js"), as: UTF8.self) }
    let first = try await runTool(Tool.built("eros"), ["generate"], in: folder.path("sub"))
    #expect(first.status == 0, "\(first)")
    #expect(try names() == "// configured\n")
    #expect(try await eros("generate", "--check", in: folder).status == 0)
    let doctor = try await eros("doctor", "--json", in: folder)
    #expect(!doctor.standardOutput.contains("generatedStale"), "\(doctor)")
    _ = try await eros(
      "generate", "new", "module", "acmeScan", "--platform", "android", "--android-language",
      "kotlin", in: folder)
    let kotlin = try folder.read("platforms/android/kotlin/com/acme/Scan.kt")
    #expect(kotlin == Array("class Scan\n".utf8))
    #expect(try await eros("generate", "--templates", "t", in: folder).status == 0)
    #expect(try names() == "// option\n")
    #expect(try await eros("generate", "--check", in: folder).status == 1)
    let stale = try await eros("doctor", "--json", in: folder)
    #expect(stale.standardOutput.contains("generatedStale"), "\(stale)")
    try FileManager.default.removeItem(atPath: folder.path("own"))
    #expect(try await eros("generate", in: folder).status == 66)
  }

  @Test("an error in a template has a position, also as an annotation and for doctor")
  func templateErrors() async throws {
    let folder = try TemporaryFolder.ofTest()
    try write(folder, replacing: "\"generate\": {", with: "\"generate\": { \"templates\": \"t\",")
    // The description has no component, and Kotlin is not generated.
    try folder.write(
      "//\n{% for item in attributes %}{{ item.nmae|code }}{% endfor %}",
      to: "t/Component.kt.stencil")
    let message = "invalid template: unknown value 'item.nmae'; did you mean 'name'?"
    let text = try await eros("generate", "--check", in: folder)
    #expect(text.status == 65)
    #expect(
      text.standardError.hasPrefix("error: t/Component.kt.stencil:2:32: \(message)\n"), "\(text)")
    let github = try await eros("generate", "--check", "--format", "github", in: folder)
    #expect(github.status == 65)
    #expect(
      github.standardOutput.hasPrefix(
        "::error file=t/Component.kt.stencil,line=2,col=32,title=eros generate::\(message)"),
      "\(github)")
    let doctor = try await eros("doctor", "--format", "github", in: folder)
    #expect(doctor.status == 1)
    #expect(
      doctor.standardOutput.contains("::error file=t/Component.kt.stencil,line=2,col=32,"),
      "\(doctor)")
  }

  @Test("templates show suggests the name of a template")
  func templateNames() async throws {
    let folder = try TemporaryFolder.ofTest()
    for (name, nearest) in [
      ("AcmeErosRegistrant.h", "ErosRegistrant.h"), ("ErosRegistrnat.kt", "ErosRegistrant.kt"),
    ] {
      let result = try await eros("templates", "show", name, in: folder)
      #expect(result.status == 66)
      #expect(result.standardError.contains("hint: did you mean '\(nearest)'?"), "\(result)")
    }
    let missing = try await eros("templates", "show", in: folder)
    #expect(missing.status == 64)
    #expect(missing.standardError.contains("`eros templates list`"), "\(missing)")
  }

  @Test("'config schema' prints the schema")
  func schema() async throws {
    let folder = try TemporaryFolder.ofTest()
    let schema = try await eros("config", "schema", in: folder)
    #expect(schema.status == 0)
    #expect(try schema.json()["title"] as? String == "eros.native.json")
  }

  // MARK: Flags

  @Test("--platform generates and checks one platform")
  func part() async throws {
    let folder = try TemporaryFolder.ofTest()
    try write(folder)
    let first = try await eros("generate", "--platform", "ios", "--json", in: folder)
    #expect(
      try first.json()["wrote"] as? [String] == [
        "eros.registry.json", "platforms/ios/ErosRegistrant.h",
        "platforms/ios/ErosRegistrant.m",
      ])
    #expect(try await eros("generate", "--check", "--platform", "ios", in: folder).status == 0)
    #expect(try await eros("generate", "--check", "--platform", "js", in: folder).status == 1)
    #expect(try await eros("generate", "--check", in: folder).status == 1)
    #expect(try await eros("generate", in: folder).status == 0)
    // An orphaned file of another platform stays until the next complete run.
    try write(folder, replacing: "\"js\": { ", with: "\"js\": { \"emit\": [\"dts\"], ")
    let ios = try await eros("generate", "--platform", "ios", in: folder)
    #expect(ios.standardOutput == "Wrote 0, unchanged 3, removed 0.\n", "\(ios)")
    let complete = try await eros("generate", in: folder)
    #expect(complete.standardOutput.contains("removed types/eros-native.names.js\n"), "\(complete)")
    #expect(try await eros("generate", "--check", in: folder).status == 0)
  }

  @Test("a dry run lists the files without writing them")
  func dryRun() async throws {
    let folder = try TemporaryFolder.ofTest()
    try write(folder)
    let dry = try await eros("generate", "--dry-run", in: folder)
    #expect(dry.status == 0)
    #expect(dry.standardOutput.contains("would write types/eros-native.d.ts\n"), "\(dry)")
    #expect(dry.standardOutput.hasSuffix("Would write 8, unchanged 0, would remove 0.\n"))
    #expect(try folder.names(in: ".") == ["eros.native.json"])
  }

  @Test("--diff full prints complete differences")
  func fullDifference() async throws {
    let folder = try TemporaryFolder.ofTest()
    try write(folder)
    _ = try await eros("generate", "--root", "out", in: folder)
    let path = "out/platforms/ios/ErosRegistrant.h"
    let text = String(decoding: try folder.read(path), as: UTF8.self)
    let added = (1...60).map { "line \($0)\n" }.joined()
    try folder.write(text.replacing("@end", with: added + "@end"), to: path)
    let short = try await eros("generate", "--check", "--root", "out", in: folder)
    #expect(short.standardOutput.contains("… ") && !short.standardOutput.contains("-line 60"))
    let full = try await eros("generate", "--check", "--diff", "full", "-o", "out", in: folder)
    #expect(full.standardOutput.contains("  -line 60\n"), "\(full)")
  }

  @Test("findings are printed as GitHub annotations, and --disable suppresses codes")
  func annotations() async throws {
    let folder = try TemporaryFolder.ofTest()
    try write(folder, replacing: "{ \"name\": \"scan\" }", with: "{ \"name\": \"on%n\" }")
    let bad = try await eros("generate", "--format", "github", in: folder)
    #expect(bad.status == 65)
    #expect(
      bad.standardOutput.hasPrefix(
        "::error file=eros.native.json,line=11,col=29,title=E023::'on%25n' contains '%25', but must be "
      ),
      "\(bad)")
    try write(folder, replacing: "{ \"name\": \"scan\" }", with: "{ \"name\": \"onscan\" }")
    let warning = try await eros("generate", "--format", "github", "--check", in: folder)
    #expect(warning.status == 1)
    #expect(
      warning.standardOutput.contains("::warning file=eros.native.json,line=11,col=29,title=W038::")
    )
    #expect(
      warning.standardOutput.contains(
        "::error title=generatedStale::types/eros-native.d.ts: the file is missing"))
    #expect(warning.standardError == "", "\(warning)")
    let strict = try await eros("generate", "--strict", "--disable", "W038", in: folder)
    #expect(strict.status == 0 && strict.standardError == "", "\(strict)")
    let json = try await eros("generate", "--json", in: folder)
    #expect((try json.json()["findings"] as? [[String: Any]])?.first?["code"] as? String == "W038")
    try FileManager.default.removeItem(atPath: folder.path("eros.native.json"))
    let failed = try await eros("generate", "--json", in: folder)
    #expect(failed.status == 66)
    #expect(try failed.json()["error"] != nil)
  }

  @Test("a missing version is an error with --require-version")
  func requireVersion() async throws {
    let folder = try TemporaryFolder.ofTest()
    try write(folder, replacing: "\"iOS\": \"1.0.0\"", with: "\"iOS\": \"eros-template-version\"")
    #expect(try await eros("generate", in: folder).status == 0)
    let required = try await eros("generate", "--require-version", in: folder)
    #expect(required.status == 65)
    #expect(required.standardError.reports("W016", "error: "), "\(required)")
  }

  @Test("'config surface' prints the input of the fingerprint")
  func printSurface() async throws {
    let folder = try TemporaryFolder.ofTest()
    try write(folder)
    let surface = try await eros("config", "surface", "ios", in: folder)
    #expect(
      surface.standardOutput == """
        {"format":1,"modules":{"acmeScan":{"methods":{"scan":{"args":[],"returns":"void","sync":false}}}},"platform":"ios"}

        """)
    #expect(try folder.names(in: ".") == ["eros.native.json"])
  }

  // MARK: Classes

  @Test("a class is written for each platform, and no file is replaced")
  func new() async throws {
    let folder = try TemporaryFolder.ofTest()
    try write(folder)
    let first = try await eros("generate", "new", "module", "acmeScan", in: folder)
    #expect(
      first.standardOutput == """
        wrote platforms/android/java/com/acme/Scan.java
        wrote platforms/ios/AcmeScan.h
        wrote platforms/ios/AcmeScan.m

        """, "\(first)")
    #expect(try await eros("generate", in: folder).status == 0)
    #expect(try await eros("generate", "--check", in: folder).status == 0)
    try folder.write("mine\n", to: "platforms/ios/AcmeScan.m")
    try FileManager.default.removeItem(atPath: folder.path("platforms/ios/AcmeScan.h"))
    let again = try await eros("generate", "new", "module", "acmeScan", "--json", in: folder)
    #expect(again.status == 73)
    #expect(again.standardError.contains("hint: move the file away"), "\(again)")
    #expect(try again.json()["error"] != nil)
    #expect(
      String(decoding: try folder.read("platforms/ios/AcmeScan.m"), as: UTF8.self) == "mine\n")
    #expect(!(try folder.names(in: "platforms/ios").contains("AcmeScan.h")))
  }

  @Test("a class can have another language, another folder and a custom template")
  func newElsewhere() async throws {
    let folder = try TemporaryFolder.ofTest()
    try write(folder)
    try folder.write("class {{ class|code }}\n", to: "t/Module.kt.stencil")
    let result = try await eros(
      "generate", "new", "module", "acmeScan", "--output", "out", "--ios-language", "swift",
      "--ios-folder", "native/", "--android-language", "kotlin", "--templates", "t", "--json",
      in: folder)
    #expect(
      try result.json()["wrote"] as? [String] == [
        "platforms/android/kotlin/com/acme/Scan.kt", "native/AcmeScan.swift",
      ], "\(result)")
    let kotlin = try folder.read("out/platforms/android/kotlin/com/acme/Scan.kt")
    #expect(String(decoding: kotlin, as: UTF8.self) == "class Scan\n")
    let swift = String(decoding: try folder.read("out/native/AcmeScan.swift"), as: UTF8.self)
    #expect(swift.contains("@objc static func wx_export_method_eros_scan()"))
  }

  @Test(
    "invalid arguments of generate new are errors",
    arguments: [
      (["widget", "acmeScan"], 66), (["thing", "acmeScan"], 64),
      (["module", "acmeScan", "--platform", "js"], 64),
      (["module", "acmeScan", "--ios-folder", "../x"], 64),
      (["module", "acmeScan", "--ios-language", "java"], 64),
    ] as [([String], Int32)])
  func newRefused(arguments: [String], status: Int32) async throws {
    let folder = try TemporaryFolder.ofTest()
    try write(folder)
    let result = try await runTool(
      Tool.built("eros"), ["generate", "new"] + arguments, in: folder.path("."))
    #expect(result.status == status, "\(result)")
    #expect(try folder.names(in: ".") == ["eros.native.json"])
  }

  @Test("the generated files of this repository's example are up to date")
  func example() async throws {
    let root = Tool.packageRoot.path(percentEncoded: false)
    let result = try await runTool(
      Tool.built("eros"), ["generate", "--check", "--disable", "W031", "--strict"], in: root)
    #expect(result.status == 0, "\(result)")
    let text = try String(contentsOfFile: root + "/eros.native.json", encoding: .utf8)
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let sections = [
      "generate", "types", "modules", "components", "handlers", "widgets", "containerAPIs",
      "decorators", "proxies", "embedViews", "jsApis", "routes",
    ]
    #expect(sections.filter { object?[$0] == nil } == [])
  }

  // MARK: Output paths

  @Test(
    "an output outside the project through a symlink is an error, and no file is written",
    arguments: ["platforms", "types", "eros.registry.lock.json", "eros.registry.json"])
  func leadsOutside(link: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    try write(folder)
    try folder.write("{}\n", to: "outside/file")
    try folder.makeFolder("app")
    try FileManager.default.moveItem(
      atPath: folder.path("eros.native.json"), toPath: folder.path("app/eros.native.json"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("app/" + link),
      withDestinationPath: link.hasSuffix(".json") ? "../outside/file" : "../outside")
    for options in [[], ["--check"], ["--dry-run"], ["--force"], ["--release"]] {
      let result = try await runTool(
        Tool.built("eros"), ["generate"] + options, in: folder.path("app"))
      #expect(result.status == 65, "\(result)")
      #expect(
        result.standardError.contains("resolves to a location outside the project"), "\(result)")
    }
    #expect(try folder.names(in: "app").sorted() == ["eros.native.json", link].sorted())
    #expect(try folder.names(in: "outside") == ["file"])
    #expect(String(decoding: try folder.read("outside/file"), as: UTF8.self) == "{}\n")
  }

  @Test("a symlink inside the project is followed, and one to the outside is an error")
  func symlinkInside() async throws {
    let folder = try TemporaryFolder.ofTest()
    try write(folder)
    try folder.makeFolder("native")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("platforms"), withDestinationPath: "native")
    #expect(try await eros("generate", in: folder).status == 0)
    #expect(try folder.names(in: "native").sorted() == ["android", "ios"])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("away"), withDestinationPath: "..")
    let result = try await eros(
      "generate", "new", "module", "acmeScan", "--ios-folder", "away", "--platform", "ios",
      in: folder)
    #expect(result.status == 65, "\(result)")
  }

  @Test("an orphaned file outside the project is not removed")
  func orphanOutside() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.makeFolder("app")
    let description = Self.description.replacing("platforms/ios", with: "i")
    try folder.write(description, to: "app/eros.native.json")
    #expect(
      try await runTool(Tool.built("eros"), ["generate"], in: folder.path("app")).status == 0)
    try FileManager.default.moveItem(
      atPath: folder.path("app/i"), toPath: folder.path("outside"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("app/i"), withDestinationPath: "../outside")
    try folder.write(Self.description, to: "app/eros.native.json")
    let result = try await runTool(Tool.built("eros"), ["generate"], in: folder.path("app"))
    #expect(result.status == 0, "\(result)")
    #expect(
      try folder.names(in: "outside").sorted() == ["ErosRegistrant.h", "ErosRegistrant.m"])
  }

  @Test("a folder at the path of an output file is an error, and no file is written")
  func folderAsOutput() async throws {
    let folder = try TemporaryFolder.ofTest()
    try write(folder)
    try folder.makeFolder("types/eros-native.d.ts")
    let result = try await eros("generate", in: folder)
    #expect(result.status == 73, "\(result)")
    #expect(result.standardError.contains("'types/eros-native.d.ts' is a folder"), "\(result)")
    #expect(try folder.names(in: ".").sorted() == ["eros.native.json", "types"])
  }

  // MARK: Sizes

  @Test("all commands have the same size limit for the configuration")
  func limit() async throws {
    let folder = try TemporaryFolder.ofTest()
    let commands = [
      ["generate", "--check"], ["config", "validate", "eros.native.json"], ["version"],
      ["config", "show", "eros.native.json"],
    ]
    for (size, isAccepted) in [(2 << 20, true), (9 << 20, false)] {
      try write(
        folder, replacing: "\"appName\": \"demo\",",
        with: "\"appName\": \"demo\", \"own\": [\"\(String(repeating: "x", count: size))\"],")
      for command in commands {
        let result = try await runTool(Tool.built("eros"), command, in: folder.path("."))
        let isLong = result.standardError.contains("longer than 8388608 bytes")
        #expect(isLong != isAccepted, "\(command) \(size) \(result.standardError.prefix(500))")
        #expect((result.status == 65) != isAccepted, "\(command) \(result.status)")
      }
    }
  }

  @Test("of many notes with one code, the first ten and the remaining number are printed")
  func manyNotes() async throws {
    let folder = try TemporaryFolder.ofTest()
    let modules = (0..<30).map { "{ \"name\": \"only\($0)\", \"ios\": \"Only\($0)\" }, " }
    try write(
      folder, replacing: "\"modules\": [", with: "\"modules\": [" + modules.joined())
    let result = try await eros("generate", "--dry-run", in: folder)
    #expect(result.status == 0, "\(result)")
    #expect(result.standardError.ranges(of: "[N018]\n").count == 10)
    #expect(
      result.standardError.hasSuffix("20 more notes [N018]; `--json` prints all\n"), "\(result)")
    let json = try await eros("generate", "--dry-run", "--json", in: folder)
    #expect((try json.json()["findings"] as? [Any])?.count == 30)
  }

  @Test("all platforms without a folder of classes are named at once")
  func noFolders() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(
      #"{ "appName": "a", "version": { "iOS": "1.0.0", "android": "1.0.0" }, "generate": { "presets": ["weex-ios"] } }"#,
      to: "eros.native.json")
    let refused = try await eros("generate", "new", "module", "acmeScan", in: folder)
    #expect(refused.status == 64)
    #expect(
      refused.standardError.contains("no folder is set for iOS and Android classes"), "\(refused)")
    #expect(refused.standardError.contains("--ios-folder DIR --android-folder DIR"), "\(refused)")
    let one = try await eros(
      "generate", "new", "module", "acmeScan", "--ios-folder", "i", in: folder)
    #expect(one.standardError.contains("no folder is set for Android classes"), "\(one)")
    let both = try await eros(
      "generate", "new", "module", "acmeScan", "--ios-folder", "i", "--android-folder", "a",
      in: folder)
    #expect(both.status == 0, "\(both)")
  }

  @Test("a class that exists in another language is not written")
  func otherLanguage() async throws {
    let folder = try TemporaryFolder.ofTest()
    try write(folder)
    for path in [
      "platforms/android/kotlin/com/acme/Scan.kt", "platforms/android/java/com/acme/Scan.kt",
      "platforms/ios/AcmeScan.swift",
    ] {
      try folder.write("mine\n", to: path)
      let result = try await eros("generate", "new", "module", "acmeScan", in: folder)
      #expect(result.status == 73, "\(result)")
      #expect(result.standardError.contains("'\(path)' already exists"), "\(result)")
      try FileManager.default.removeItem(atPath: folder.path(path))
    }
    #expect(try await eros("generate", "new", "module", "acmeScan", in: folder).status == 0)
  }

  @Test("a class can be written for an alias of a component")
  func alias() async throws {
    let folder = try TemporaryFolder.ofTest()
    try write(
      folder, replacing: "\"modules\": [",
      with: """
        "components": [{ "name": "acme-a", "aliases": ["acme-b"], "ios": "A", "android": "com.acme.A" }],
          "modules": [
        """)
    let result = try await eros("generate", "new", "component", "acme-b", in: folder)
    #expect(result.status == 0, "\(result)")
    #expect(try folder.names(in: "platforms/ios").sorted() == ["A.h", "A.m"])
  }
}
