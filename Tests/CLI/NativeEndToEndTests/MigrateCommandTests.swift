import ErosTestSupport
import Foundation
import Testing

@Suite("eros migrate", .temporaryFolder)
struct MigrateCommandTests {
  /// A project whose configuration is `config`, with a module that the description lacks.
  private func writeProject(
    _ config: String, ignored: [UInt8]?, service: String?, to name: String
  ) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(config, to: name + "/config/eros.native.js")
    if let ignored { try folder.write(ignored, to: name + "/.gitignore") }
    if let service { try folder.write(service, to: name + "/.git/config") }
    try folder.write(
      """
      package com.demo;
      public class Start {
        void start() throws Exception { WXSDKEngine.registerModule("demoScan", ScanModule.class); }
      }
      """, to: name + "/platforms/android/Start.java")
  }

  private static let config = """
    module.exports = {
    \t// the name of the app
    \tappName: 'démo',
    \tappBoard: '/config/index.js',
    \tversion: { android: '1.0.0', iOS: '1.0.0' },
    }
    """

  @Test(
    "the printed diff makes the changes of the command", .needs("git"),
    arguments: [
      (config, nil, nil),
      (config + "\n", Array("node_modules\n".utf8), nil),
      (config, Array("node_modules".utf8), "[remote \"origin\"]\n\turl = git@gitlab.example:a/b"),
      (config + "\n", [], nil),
      // Line ends of Windows, and a name in Latin-1.
      (config.replacing("\n", with: "\r\n"), Array("b\r\n".utf8) + [0xFC, 0x0D, 0x0A], nil),
    ] as [(String, [UInt8]?, String?)])
  func diff(config: String, ignored: [UInt8]?, service: String?) async throws {
    let folder = try TemporaryFolder.ofTest()
    for name in ["changed", "patched"] {
      try writeProject(config, ignored: ignored, service: service, to: name)
    }
    let before = try folder.readTree("changed")
    let preview = try runProgram("migrate", "--dry-run", in: folder.path("changed"))
    #expect(try folder.readTree("changed") == before)
    try folder.write(preview, to: "all.patch")
    let applied = try await runTool(
      "git", ["apply", "--whitespace=nowarn", "../all.patch"], in: folder.path("patched"))
    #expect(applied.status == 0, "\(applied)\n\(String(decoding: preview, as: UTF8.self))")
    _ = try runProgram("migrate", in: folder.path("changed"))
    let after = try folder.readTree("changed")
    #expect(try folder.readTree("patched") == after)
    let created = after.files.keys.filter { before.files[$0] == nil }.sorted()
    let job = service == nil ? ".github/workflows/bundle.yml" : ".gitlab-ci.yml"
    #expect(created == [job] + (ignored == nil ? [".gitignore"] : []))
    let changed = before.files.keys.filter { before.files[$0] != after.files[$0] }.sorted()
    #expect(changed == (ignored == nil ? [] : [".gitignore"]) + ["config/eros.native.js"])

    let second = try runProgram("migrate", "--dry-run", in: folder.path("changed"))
    #expect(String(decoding: second, as: UTF8.self) == "nothing to change\n")
  }

  @Test(
    "git does not ignore the job", .needs("git"),
    arguments: [
      (".*\n", nil, 3), (".github/\n", nil, 3), ("*\n", nil, 3), (".github/*\n", nil, 2),
      ("workflows/\n", nil, 3), ("workflows\n", nil, 2), ("*.yml\n", nil, 1),
      (".github/**\n", nil, 2), ("*\n!.github\n", nil, 2), (".*", "gitlab", 1), ("*", "gitlab", 1),
      ("node_modules\n", nil, 0), (nil, nil, 0),
    ] as [(String?, String?, Int)])
  func ignoredJob(rules: String?, service: String?, count: Int) async throws {
    let folder = try TemporaryFolder.ofTest()
    try writeProject(
      Self.config, ignored: rules.map { Array($0.utf8) }, service: nil, to: "app")
    let app = folder.path("app")
    try #require(try await runTool("git", ["init", "--quiet"], in: app).status == 0)
    let options = service.map { ["--ci", $0] } ?? []
    let preview = try await runTool(
      Tool.built("eros"), ["migrate", "--dry-run"] + options, in: app)
    let migrated = try await runTool(Tool.built("eros"), ["migrate"] + options, in: app)
    #expect([preview.status, migrated.status] == [0, 0], "\(preview) \(migrated)")
    let written = String(decoding: try folder.read("app/.gitignore"), as: UTF8.self)
    let job = service == nil ? ".github/workflows/bundle.yml" : ".gitlab-ci.yml"
    let exceptions = written.split(separator: "\n").filter { $0.hasPrefix("!/") }.map { String($0) }
    let all = service == nil ? ["!/.github/", "!/.github/workflows/", "!/" + job] : ["!/" + job]
    #expect(exceptions == all.suffix(count))
    #expect(preview.standardOutput.contains("\n+!") == (count > 0))
    #expect(try await runTool("git", ["check-ignore", "-q", job], in: app).status == 1)
    let second = try await runTool(
      Tool.built("eros"), ["migrate", "--dry-run"] + options, in: app)
    #expect(second.standardOutput == "nothing to change\n")
  }

  @Test("a rule in a folder of the job is named", .needs("git"))
  func nestedRule() async throws {
    let folder = try TemporaryFolder.ofTest()
    try writeProject(Self.config, ignored: nil, service: nil, to: "app")
    try folder.write("*.yml\n", to: "app/.github/.gitignore")
    let app = folder.path("app")
    try #require(try await runTool("git", ["init", "--quiet"], in: app).status == 0)
    let result = try await runTool(Tool.built("eros"), ["migrate"], in: app)
    #expect(result.standardError.contains("'*.yml' in '.github/.gitignore'; add"), "\(result)")
    #expect(!String(decoding: try folder.read("app/.gitignore"), as: UTF8.self).contains("!"))
  }

  @Test(
    "the job of a project in a folder of a repository is in the top folder", .needs("git"),
    arguments: ["github", "gitlab"])
  func folderOfRepository(service: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    for name in ["changed", "patched"] {
      try writeProject(Self.config, ignored: nil, service: nil, to: name + "/apps/my: shop")
      try folder.write(".*\n", to: name + "/.gitignore")
      let git = try await runTool("git", ["init", "--quiet"], in: folder.path(name))
      try #require(git.status == 0)
    }
    let app = folder.path("changed/apps/my: shop")
    let preview = try runProgram("migrate", "--ci", service, "--dry-run", in: app)
    _ = try runProgram("migrate", "--ci", service, in: app)
    let path = service == "github" ? ".github/workflows/bundle-apps-my--shop.yml" : ".gitlab-ci.yml"
    let job = String(decoding: try folder.read("changed/" + path), as: UTF8.self)
    #expect(
      job.contains(
        service == "github"
          ? "working-directory: 'apps/my: shop'\n" : "- 'cd ''apps/my: shop'''\n"))
    #expect(job.contains(" 'apps/my: shop/build'\n"))
    let ignored = try await runTool(
      "git", ["check-ignore", "-q", path], in: folder.path("changed"))
    #expect(ignored.status == 1)
    #expect(String(decoding: preview, as: UTF8.self).hasPrefix("# run `git apply` in '../..', "))
    let result = try await runTool(
      Tool.built("eros"), ["migrate", "--ci", service, "--dry-run", "--json"],
      in: folder.path("patched/apps/my: shop"))
    #expect(try result.json()["patchFolder"] as? String == "../..", "\(result)")
    try folder.write(preview, to: "all.patch")
    let applied = try await runTool("git", ["apply", "../all.patch"], in: folder.path("patched"))
    #expect(applied.status == 0, "\(applied)")
    let (changed, patched) = try (folder.readTree("changed"), folder.readTree("patched"))
    let isOwn = { (path: String) in !path.hasPrefix(".git/") }
    #expect(
      changed.files.filter { isOwn($0.key) } == patched.files.filter { isOwn($0.key) })
    let second = try runProgram("migrate", "--ci", service, "--dry-run", in: app)
    #expect(String(decoding: second, as: UTF8.self) == "nothing to change\n")
  }

  @Test(
    "a folder or branch that GitHub would run is refused", .needs("git"), arguments: [true, false])
  func expression(isFolder: Bool) async throws {
    let folder = try TemporaryFolder.ofTest()
    let project = isFolder ? "all/apps/a${{github.token}}" : "all"
    try writeProject(Self.config, ignored: nil, service: nil, to: project)
    let branch = isFolder ? "main" : "${{github.token}}"
    let git = try await runTool("git", ["init", "--quiet", "-b", branch], in: folder.path("all"))
    try #require(git.status == 0)
    let before = try folder.readTree(project)
    for options in [["--ci", "github"], ["--ci", "github", "--dry-run"]] {
      let result = try await runTool(
        Tool.built("eros"), ["migrate"] + options, in: folder.path(project))
      #expect(result.status == 65, "\(result)")
      #expect(result.standardError.contains("{github.token}}', because GitHub"), "\(result)")
    }
    #expect(try folder.readTree(project) == before)
    let other = try await runTool(
      Tool.built("eros"), ["migrate", "--ci", "gitlab"], in: folder.path(project))
    #expect(other.status == 0, "\(other)")
  }

  @Test(
    "a folder whose name would break the lines of a job is refused", .needs("git"),
    arguments: ["github", "gitlab"])
  func controlInName(service: String) async throws {
    for (index, name) in ["a\nb", "a\u{85}b", "a\u{2028}b", "a\u{1B}b"].enumerated() {
      let folder = try TemporaryFolder.ofTest()
      let project = "\(index)/apps/\(name)"
      try writeProject(Self.config, ignored: nil, service: nil, to: project)
      let git = try await runTool("git", ["init", "--quiet"], in: folder.path("\(index)"))
      try #require(git.status == 0)
      let before = try folder.readTree(project)
      let result = try await runTool(
        Tool.built("eros"), ["migrate", "--ci", service], in: folder.path(project))
      #expect(result.status == 65, "\(result)")
      #expect(result.standardError.contains("b', because it has a line break"), "\(result)")
      #expect(try folder.readTree(project) == before)
    }
  }

  @Test("projects with Chinese names have different jobs", .needs("git"))
  func chineseNames() async throws {
    let folder = try TemporaryFolder.ofTest()
    for name in ["商城", "会员"] {
      try writeProject(Self.config, ignored: nil, service: nil, to: "all/apps/" + name)
    }
    let git = try await runTool("git", ["init", "--quiet"], in: folder.path("all"))
    try #require(git.status == 0)
    for name in ["商城", "会员"] {
      _ = try runProgram("migrate", "--ci", "github", in: folder.path("all/apps/" + name))
      let path = "all/.github/workflows/bundle-apps-\(name).yml"
      let job = String(decoding: try folder.read(path), as: UTF8.self)
      #expect(job.contains("working-directory: 'apps/\(name)'\n"), "\(job)")
    }
  }

  @Test("the job of a new project is in the top folder of its repository", .needs("git"))
  func newProject() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("", to: "repository/a.txt")
    let top = folder.path("repository")
    let git = try await runTool("git", ["init", "--quiet"], in: top)
    try #require(git.status == 0)
    for (path, template, file, readme) in [
      ("apps/shop", "weex", "bundle-apps-shop.yml", "../../"),
      ("pages", "rexxar", "bundle-pages.yml", "../"), (".", "eros", "bundle.yml", ""),
    ] {
      let create = ["init", path, "--name", "a", "--template", template, "--json"]
      let created = try await runTool(Tool.built("eros"), create, in: top)
      #expect(created.status == 0 && created.standardError == "", "\(created)")
      let wrote = try #require(try created.json()["wrote"] as? [String])
      #expect(wrote.contains(readme + ".github/workflows/" + file), "\(wrote)")
      let job = String(
        decoding: try folder.read("repository/.github/workflows/" + file), as: UTF8.self)
      #expect(job.contains("working-directory: \(path)\n") == (path != "."), "\(job)")
      let text = String(decoding: try folder.read("repository/\(path)/README.md"), as: UTF8.self)
      #expect(text.contains("`\(readme).github/workflows/\(file)` checks"), "\(text)")
      #expect(try path == "." || !folder.names(in: "repository/" + path).contains(".github"))
      let second = try await runTool(Tool.built("eros"), create, in: top)
      #expect(try second.json()["wrote"] as? [String] == [], "\(second)")
    }
    // `apps-shop` and `apps/shop` have the same name there.
    let other = try await runTool(Tool.built("eros"), ["init", "apps-shop"], in: top)
    #expect(other.status == 0, "\(other)")
    #expect(
      other.standardError.contains(
        "note: '../.github/workflows/bundle-apps-shop.yml' exists and is not changed"),
      "\(other)")
  }

  @Test(
    "a new project has no folder whose name would break its job", .needs("git"),
    arguments: ["a\nb", "a\u{85}b", "a${{b"])
  func newFolder(name: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    let git = try await runTool("git", ["init", "--quiet"], in: folder.path("."))
    try #require(git.status == 0)
    let before = try folder.names(in: ".")
    let result = try await runTool(Tool.built("eros"), ["init", name], in: folder.path("."))
    #expect(result.status == 65, "\(result)")
    #expect(result.standardError.contains("the job cannot contain the name"), "\(result)")
    #expect(try folder.names(in: ".") == before)
  }

  @Test("git need not be installed, and the job is then not checked")
  func withoutGit() async throws {
    let folder = try TemporaryFolder.ofTest()
    try writeProject(Self.config, ignored: Array(".*\n".utf8), service: "", to: "app")
    let result = try await runTool(
      Tool.built("eros"), ["migrate"], in: folder.path("app"), environment: ["PATH": "/nowhere"])
    #expect(result.status == 0, "\(result)")
    let written = String(decoding: try folder.read("app/.gitignore"), as: UTF8.self)
    #expect(written.contains("/build/\n") && !written.contains("!"))
  }

  /// Returns the bytes that `eros` writes to standard output; they need not be UTF-8.
  private func runProgram(_ arguments: String..., in folder: String) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(filePath: Tool.built("eros"))
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: folder)
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    try process.start()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let message = String(
      decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    try #require(process.terminationStatus == 0, "\(message)")
    return Array(bytes)
  }

  @Test("JSON has the lines of each difference")
  func json() async throws {
    let folder = try TemporaryFolder.ofTest()
    try writeProject(Self.config, ignored: nil, service: nil, to: "app")
    let result = try await eros("migrate", "--dry-run", "--json", "--config", "app", in: folder)
    #expect(try result.json()["patchFolder"] is NSNull)
    let changes = try #require(try result.json()["changes"] as? [[String: Any]])
    let ignored = try #require(changes.first { $0["path"] as? String == ".gitignore" })
    #expect(ignored["created"] as? Bool == true)
    #expect(
      ignored["difference"] as? [String] == [
        "--- /dev/null", "+++ b/.gitignore", "@@ -0,0 +1,5 @@", "+/build/",
        "+/dist/version.json", "+/platforms/**/bundle.zip", "+/platforms/**/bundle.config",
        "+/platforms/**/eros.native.json",
      ])
  }
}
