import ErosTestSupport
import Foundation
import Testing

@Suite("eros version, bump and check", .temporaryFolder)
struct VersionCommandTests {
  private func writeProject(_ folder: TemporaryFolder) throws {
    try folder.writeApp(
      config: TemporaryFolder.config.replacing("\"iOS\": \"/ios/Demo\", ", with: ""))
    try folder.write(
      """
      apply plugin: 'com.android.application'
      android {
          defaultConfig {
              versionName "1.0.0" // by hand
          }
      }

      """, to: "platforms/android/Demo/app/build.gradle")
  }

  @Test("version prints all locations, and bump updates them together")
  func bump() async throws {
    let folder = try TemporaryFolder.ofTest()
    try writeProject(folder)
    let shown = try await eros("version", in: folder)
    #expect(
      shown.standardOutput == """
        iOS      1.0.0  eros.native.json:4  version.iOS
        android  1.0.0  eros.native.json:4  version.android
        android  1.0.0  platforms/android/Demo/app/build.gradle:4  versionName

        """)
    let dry = try await eros("bump", "minor", "--dry-run", in: folder)
    #expect(dry.standardOutput.hasSuffix("\n2 files would change\n"))
    #expect(try await eros("version", in: folder).standardOutput == shown.standardOutput)
    let bump = try await eros("bump", "minor", "--platform", "android", in: folder)
    #expect(
      bump.standardOutput == """
        android  1.0.0 -> 1.1.0  eros.native.json:4  version.android
        android  1.0.0 -> 1.1.0  platforms/android/Demo/app/build.gradle:4  versionName
        2 files changed

        """)
    let json = try await eros("version", "--json", in: folder).json()
    #expect((json["android"] as? [String: Any])?["version"] as? String == "1.1.0")
    #expect((json["iOS"] as? [String: Any])?["version"] as? String == "1.0.0")
    #expect((json["locations"] as? [[String: Any]])?.count == 3)
    let exact = try await eros("bump", "1.1.0", "--json", in: folder).json()
    #expect((exact["files"] as? [String]) == ["eros.native.json"])
    #expect((exact["versions"] as? [String: String]) == ["iOS": "1.1.0", "android": "1.1.0"])
    let lower = try await eros("bump", "1.0.9", in: folder)
    #expect(lower.status == 65, "\(lower)")
    #expect(lower.standardError.contains("the iOS app has a higher version than 1.0.9"))
    let forced = try await eros("bump", "1.0.9", "--force", in: folder)
    #expect(forced.status == 0, "\(forced)")
  }

  @Test("commands find the project from a subfolder, and print paths relative to it")
  func subfolder() async throws {
    let folder = try TemporaryFolder.ofTest()
    try writeProject(folder)
    func run(_ arguments: String...) async throws -> ToolResult {
      try await runTool(Tool.built("eros"), arguments, in: folder.path("dist/pages"))
    }
    let packed = try await run("pack", "--platform", "android")
    #expect(packed.status == 0, "\(packed)")
    #expect(packed.standardOutput.contains("../../platforms/android/Demo/app/src/main/assets"))
    let check = try await run("check", "--json")
    #expect(check.status == 0, "\(check)")
    #expect(
      (try check.json()["head"] as? [String: Any])?["config"] as? String
        == "../../eros.native.json")
    let version = try await run("version")
    #expect(version.standardOutput.contains("  ../../eros.native.json:4  version.iOS\n"))
    #expect(
      version.standardOutput.contains(
        "  ../../platforms/android/Demo/app/build.gradle:4  versionName\n"))
    #expect(try await run("config", "validate").status == 0)
    #expect(try await run("generate", "--dry-run").status == 0)
    #expect(try await run("doctor").standardOutput.contains("../../eros.native.json"))
    #expect(try await run("bump", "minor").status == 0)
    #expect(String(decoding: try folder.read("eros.native.json"), as: UTF8.self).contains("1.1.0"))
    try folder.makeFolder("dist/.git")
    let stopped = try await run("check")
    #expect(stopped.status == 66)
    #expect(
      stopped.standardError == """
        error: no configuration found: looked for 'eros.native.json', \
        'config/eros.native.json' and 'config/eros.native.js' in the current folder and its \
        parents up to '..'
        hint: start a project with `eros init DIR`, describe an existing app with \
        `eros adopt FOLDERS --output .`, or pass the path of a configuration with `--config`

        """)
  }

  @Test("a malformed file exits with 65, and the error contains its position")
  func malformed() async throws {
    let folder = try TemporaryFolder.ofTest()
    try writeProject(folder)
    try folder.write("<plist>\n<dict>\n</plist>", to: "platforms/ios/Demo/Info.plist")
    for command in ["version", "check"] {
      let result = try await eros(command, "--json", in: folder)
      #expect(result.status == 65)
      let error = try result.json()["error"] as? [String: Any]
      #expect(
        (error?["problem"] as? String)?.hasPrefix("platforms/ios/Demo/Info.plist:3:1: ") == true)
    }
    let bump = try await eros("bump", "minor", in: folder)
    #expect(bump.status == 65)
    #expect(bump.standardError.hasPrefix("error: platforms/ios/Demo/Info.plist:3:1: expected"))
  }

  @Test("check reports invalid settings of its own, and does not stop at the first")
  func invalidSettings() async throws {
    let folder = try TemporaryFolder.ofTest()
    try writeProject(folder)
    let config = String(decoding: try folder.read("eros.native.json"), as: UTF8.self)
    let settings = #"""
      { "check": { "budget": { "total": "2 melons", "totl": 1 } },
      "rehearsal": { "globals": { "this": 1 } },
      """#
    try folder.write(settings + config.dropFirst(), to: "eros.native.json")
    let result = try await eros("check", in: folder)
    #expect(result.status == 1, "\(result)")
    for code in ["sizeMalformed", "keyUnknown", "globalInvalid"] {
      #expect(result.standardOutput.contains("[\(code)]"), "\(result)")
    }
  }

  @Test("check reports findings as text and JSON")
  func check() async throws {
    let folder = try TemporaryFolder.ofTest()
    try writeProject(folder)
    let fine = try await eros("check", in: folder)
    #expect(fine.status == 0)
    #expect(fine.standardOutput == "ok: 4 files: 0 errors, 0 warnings\n")
    let json = try await eros("check", "--json", in: folder).json()
    #expect(json["ok"] as? Bool == true)
    #expect(json["base"] is NSNull && json["suggestion"] is NSNull)
    try breakProject(folder)
    let wrong = try await eros("check", in: folder)
    #expect(wrong.status == 1)
    #expect(
      wrong.standardOutput == """
        dist/mediator/index.js:1:7: error: 'bmlocal://assets/100%:&x.png' is not in 'dist' [assetMissing]
          hint: add the file, or correct the reference
        platforms/android/Demo/app/build.gradle:4:22: error: 'versionName' is 0.9, but \
        'version.android' in 'eros.native.json' is 1.0.0; this app never applies the bundle \
        [nativeVersionBehind]
          hint: change all version locations with `eros bump`
        not ok: 4 files: 2 errors, 0 warnings

        """)
    let lived = try await eros(
      "check", "--disable", "assetMissing", "--disable", "nativeVersionBehind", in: folder)
    #expect(lived.standardOutput == "ok: 4 files: 0 errors, 0 warnings\n")
    let findings = try await eros("check", "--json", in: folder).json()["findings"]
    let first = try #require((findings as? [[String: Any]])?.first)
    #expect(
      Set(first.keys) == [
        "code", "severity", "file", "line", "column", "subject", "message", "remedy",
      ])
  }

  /// Causes two errors, one of them with the characters that the formats escape.
  private func breakProject(_ folder: TemporaryFolder) throws {
    try folder.write("show(\"bmlocal://assets/100%:&x.png\")\n", to: "dist/mediator/index.js")
    let path = "platforms/android/Demo/app/build.gradle"
    let text = String(decoding: try folder.read(path), as: UTF8.self)
    try folder.write(text.replacing("1.0.0", with: "0.9"), to: path)
  }

  @Test("the JSON of check contains the base and a suggestion")
  func jsonShape() async throws {
    let folder = try TemporaryFolder.ofTest()
    try writeProject(folder)
    try await initialize(folder)
    _ = try await eros("bump", "0.9.0", "--force", in: folder)
    let result = try await eros("check", "--base", "main", "--json", in: folder)
    #expect(result.status == 1)
    let json = try result.json()
    #expect(
      Set(json.keys) == ["ok", "base", "findings", "head", "notes", "rehearsal", "suggestion"])
    #expect(json["rehearsal"] is NSNull)
    let base = try #require(json["base"] as? [String: Any])
    #expect(Set(base.keys) == ["name", "commit", "version"])
    #expect((base["commit"] as? String)?.count == 40)
    #expect(base["version"] as? [String: String] == ["iOS": "1.0.0", "android": "1.0.0"])
    #expect(
      json["suggestion"] as? [String: String]
        == ["iOS": "1.0.0", "android": "1.0.0", "level": "none"])
  }

  private func initialize(_ folder: TemporaryFolder) async throws {
    for arguments in [
      ["init", "--quiet", "--initial-branch", "main"], ["add", "--all"],
      [
        "-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false",
        "commit", "--quiet", "--message", "first",
      ],
    ] {
      let result = try await runTool("git", arguments, in: folder.path)
      try #require(result.status == 0, "\(result)")
    }
  }

  @Test("a missing base or missing git exits with 66")
  func noBase() async throws {
    let folder = try TemporaryFolder.ofTest()
    try writeProject(folder)
    let outside = try await eros("check", "--base", "main", in: folder)
    #expect(outside.status == 66)
    #expect(outside.standardError.hasPrefix("error: '.' is not in a git repository\nhint: "))
    try await initialize(folder)
    let missing = try await eros("check", "--base", "v1", "--json", in: folder)
    #expect(missing.status == 66)
    #expect(((try missing.json()["error"] as? [String: Any])?["exitStatus"] as? Int) == 66)
    let noGit = try await eros(
      "check", "--base", "main", in: folder, environment: ["PATH": folder.path("empty")])
    #expect(noGit.status == 66)
    #expect(
      noGit.standardError.hasPrefix("error: `git` not found, which is required to read the base"))
    for path in ["nowhere", "platforms"] {
      #expect(try await eros("check", "--against", path, in: folder).status == 66)
    }
    #expect(try await eros("check", "--source", "nowhere", in: folder).status == 66)
    #expect(try await eros("check", "--against", "dist/config/index.js", in: folder).status == 65)
  }

  @Test("check works in a git hook")
  func hook() async throws {
    let folder = try TemporaryFolder.ofTest()
    try writeProject(folder)
    try await initialize(folder)
    try folder.write(
      "#!/bin/sh\nexec \"\(Tool.built("eros"))\" check --base HEAD\n", to: ".git/hooks/pre-commit")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path(".git/hooks/pre-commit"))
    let commit = [
      "-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false",
      "commit", "--quiet", "--all", "--message", "next",
    ]
    _ = try await eros("bump", "0.9.0", "--force", in: folder)
    let refused = try await runTool("git", commit, in: folder.path)
    #expect(refused.status == 1)
    #expect("\(refused)".contains("[versionLowered]"))
    _ = try await eros("bump", "1.1.0", in: folder)
    #expect(try await runTool("git", commit, in: folder.path).status == 0)
  }

  // MARK: Formats

  @Test("annotations follow the grammar of GitHub")
  func github() async throws {
    let folder = try TemporaryFolder.ofTest()
    try writeProject(folder)
    let fine = try await eros("check", "--format", "github", in: folder)
    #expect(fine.status == 0 && fine.standardOutput.isEmpty)
    #expect(fine.standardError.contains("note: no bundle was compared, because"))
    let summarized = try await eros(
      "check", "--format", "github", in: folder,
      environment: ["GITHUB_STEP_SUMMARY": folder.path("summary.md")])
    #expect(summarized.status == 0)
    let summary = String(decoding: try folder.read("summary.md"), as: UTF8.self)
    #expect(summary.contains("no findings\n\nnote: no bundle was compared, because"), "\(summary)")
    let unwritten = try await eros(
      "check", "--format", "github", in: folder,
      environment: ["GITHUB_STEP_SUMMARY": folder.path("none/summary.md")])
    #expect(unwritten.status == 0)
    #expect(
      unwritten.standardError.contains("warning: the summary of the job was not written: "),
      "\(unwritten)")
    try breakProject(folder)
    let result = try await eros("check", "--format", "github", in: folder)
    #expect(result.status == 1)
    let lines = result.standardOutput.split(separator: "\n")
    #expect(lines.count == 2)
    // A severity, properties with escaped commas and colons, and a message on one line.
    let property = "(file|line|col|title)=([^%,:\\r\\n]|%25|%0A|%0D|%3A|%2C)+"
    let grammar = try Regex(
      "::(error|warning) \(property)(,\(property))*::([^%\\r\\n]|%25|%0A|%0D)+")
    for line in lines { #expect(try grammar.wholeMatch(in: line) != nil, "\(line)") }
    #expect(
      lines.first
        == "::error file=dist/mediator/index.js,line=1,col=7,title=assetMissing::'bmlocal://assets/100%25:&x.png' is not in 'dist'%0Ahint: add the file, or correct the reference"
    )
  }

  @Test(
    "JUnit reports are valid", .needs("xmllint")
  )
  func junit() async throws {
    let folder = try TemporaryFolder.ofTest()
    try writeProject(folder)
    try folder.write(Self.schema, to: "junit.xsd")
    for isBroken in [false, true] {
      if isBroken { try breakProject(folder) }
      let result = try await eros("check", "--format", "junit", in: folder)
      #expect(result.status == (isBroken ? 1 : 0))
      try folder.write(result.standardOutput, to: "report.xml")
      let lint = try await runTool(
        "xmllint", ["--noout", "--nonet", "--schema", "junit.xsd", "report.xml"], in: folder.path)
      #expect(lint.status == 0, "\(lint)")
      let failures = try await runTool(
        "xmllint",
        [
          "--xpath",
          "concat(/testsuites/@failures, ' ', count(//failure), ' ', /testsuites/@tests - count(//testcase), ' ', //testcase[failure]/failure/@message)",
          "report.xml",
        ],
        in: folder.path)
      let expected = isBroken ? "2 2 0 'versionName' is 0.9, but" : "0 0 0 "
      #expect(failures.standardOutput.hasPrefix(expected), "\(failures)")
      // The schema rejects invalid reports.
      try folder.write(
        result.standardOutput.replacing("<testcase ", with: "<case "), to: "report.xml")
      let wrong = try await runTool(
        "xmllint", ["--noout", "--schema", "junit.xsd", "report.xml"], in: folder.path)
      #expect(wrong.status != 0)
    }
  }

  @Test(
    "a check that fails writes its error into the report",
    .needs("xmllint"))
  func reportOfFailure() async throws {
    let folder = try TemporaryFolder.ofTest()
    try writeProject(folder)
    try folder.write(Self.schema, to: "junit.xsd")
    let result = try await eros("check", "--against", "a<b", "--format", "junit", in: folder)
    #expect(result.status == 66)
    try folder.write(result.standardOutput, to: "report.xml")
    let lint = try await runTool(
      "xmllint", ["--noout", "--nonet", "--schema", "junit.xsd", "report.xml"], in: folder.path)
    #expect(lint.status == 0, "\(lint)")
    let error = try await runTool(
      "xmllint",
      ["--xpath", "concat(/testsuites/@errors, ' ', //testcase/error/@message)", "report.xml"],
      in: folder.path)
    #expect(error.standardOutput.hasPrefix("1 cannot read 'a<b'"), "\(error)")
    #expect(result.standardOutput.contains("\nhint: check the path"))
    let lines = try await eros("check", "--against", "a", "--format", "github", in: folder)
    #expect(lines.standardOutput.hasPrefix("::error title=eros check::cannot read 'a'"))
    #expect(lines.standardOutput.split(separator: "\n").count == 1)
  }

  /// The elements and attributes that CI services accept in JUnit reports.
  private static let schema = """
    <?xml version="1.0" encoding="UTF-8"?>
    <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
      <xs:attributeGroup name="counts">
        <xs:attribute name="name" type="xs:string" use="required"/>
        <xs:attribute name="tests" type="xs:nonNegativeInteger" use="required"/>
        <xs:attribute name="failures" type="xs:nonNegativeInteger" use="required"/>
        <xs:attribute name="errors" type="xs:nonNegativeInteger" use="required"/>
        <xs:attribute name="time" type="xs:decimal"/>
      </xs:attributeGroup>
      <xs:complexType name="result">
        <xs:simpleContent>
          <xs:extension base="xs:string">
            <xs:attribute name="message" type="xs:string"/>
            <xs:attribute name="type" type="xs:string" use="required"/>
          </xs:extension>
        </xs:simpleContent>
      </xs:complexType>
      <xs:element name="testsuites">
        <xs:complexType>
          <xs:sequence>
            <xs:element name="testsuite" maxOccurs="unbounded">
              <xs:complexType>
                <xs:sequence>
                  <xs:element name="testcase" minOccurs="0" maxOccurs="unbounded">
                    <xs:complexType>
                      <xs:sequence>
                        <xs:choice minOccurs="0">
                          <xs:element name="failure" type="result"/>
                          <xs:element name="error" type="result"/>
                          <xs:element name="skipped"/>
                        </xs:choice>
                        <xs:element name="system-out" type="xs:string" minOccurs="0"/>
                      </xs:sequence>
                      <xs:attribute name="classname" type="xs:string" use="required"/>
                      <xs:attribute name="name" type="xs:string" use="required"/>
                      <xs:attribute name="time" type="xs:decimal"/>
                    </xs:complexType>
                  </xs:element>
                </xs:sequence>
                <xs:attributeGroup ref="counts"/>
                <xs:attribute name="skipped" type="xs:nonNegativeInteger"/>
              </xs:complexType>
            </xs:element>
          </xs:sequence>
          <xs:attributeGroup ref="counts"/>
        </xs:complexType>
      </xs:element>
    </xs:schema>
    """
}
