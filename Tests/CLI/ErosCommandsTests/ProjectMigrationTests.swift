import ErosConfig
import ErosCore
import ErosTestSupport
import Foundation
import Testing

@testable import ErosCommands

@Suite("The migration of a project", .temporaryFolder)
struct ProjectMigrationTests {
  private static let config = """
    module.exports = {
      // the name of the app
      appName: 'demo',
      appBoard: '/config/index.js',
      version: { android: '1.0.0', iOS: '1.0.0' },
    }
    """

  private func migrate(
    _ service: ProjectMigration.Service? = nil, sources: [String] = []
  ) throws -> ProjectMigration {
    let folder = try TemporaryFolder.ofTest()
    let project = try Project.find(folder.path("config/eros.native.js"))
    return try ProjectMigration(
      project, nativeFolders: sources.map { folder.path($0) }, service: service)
  }

  private func text(_ migration: ProjectMigration, _ path: String) throws -> String {
    let change = try #require(migration.changes.first { $0.path == path })
    return String(decoding: change.new, as: UTF8.self)
  }

  @Test("adds presets, ignored files and a job, and a second run changes nothing")
  func complete() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(Self.config, to: "config/eros.native.js")
    try folder.write("node_modules\nbuild", to: ".gitignore")
    let migration = try migrate()
    #expect(
      migration.changes.map(\.path) == [
        "config/eros.native.js", ".gitignore", ".github/workflows/bundle.yml",
      ])
    let description = try text(migration, "config/eros.native.js")
    #expect(description.contains("// the name of the app\n"))
    #expect(description.contains(#""generate": { "presets": ["eros-android", "eros-ios"] }"#))
    let ignored = try text(migration, ".gitignore")
    #expect(
      ignored.hasPrefix("node_modules\nbuild\n/dist/version.json\n/platforms/**/bundle.zip\n"))
    #expect(
      try text(migration, ".github/workflows/bundle.yml").contains("eros pack --output build"))
    #expect(migration.changes.allSatisfy { !$0.reason.isEmpty })

    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: folder.path(".gitignore"))
    try migration.write()
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(".gitignore"))
    #expect((attributes[.posixPermissions] as? NSNumber)?.uint16Value == 0o600)
    #expect(try migrate().changes.isEmpty)
  }

  @Test("describes the registrations of the native sources")
  func registrations() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(Self.config, to: "config/eros.native.js")
    try folder.write(
      """
      package com.demo;
      public class Start {
        void start() throws Exception { WXSDKEngine.registerModule("demoScan", ScanModule.class); }
      }
      """, to: "platforms/android/Start.java")
    let migration = try migrate(ProjectMigration.Service.none, sources: ["platforms"])
    let description = try text(migration, "config/eros.native.js")
    #expect(description.contains("demoScan") && description.contains("com.demo.ScanModule"))
    #expect(description.contains("eros-android"))
    #expect(migration.changes.first?.reason.contains("1 registration ") == true)
  }

  @Test("reports a class that the host cannot use")
  func wrongBase() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(Self.config, to: "config/eros.native.js")
    try folder.write(
      """
      package com.demo;
      class Start { void f() { WXSDKEngine.registerModule("demoScan", ScanModule.class); } }
      public class ScanModule extends Activity { }
      """, to: "platforms/android/Start.java")
    let migration = try migrate(ProjectMigration.Service.none, sources: ["platforms"])
    let finding = try #require(migration.findings.first { $0.code == "D02" })
    // The app works as before, and the description is written.
    #expect(finding.severity == .warning)
    #expect(finding.message.contains("'demoScan'") && !finding.message.contains("eros.native.js"))
  }

  @Test("chooses the build service by the files, and never changes a job")
  func services() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(Self.config, to: "config/eros.native.js")
    try folder.write("[remote \"origin\"]\n\turl = git@gitlab.example:a/b", to: ".git/config")
    try folder.write("f()\n", to: "src/index.js")
    let migration = try migrate()
    let job = try text(migration, ".gitlab-ci.yml")
    #expect(job.contains("- eros generate --check --format junit > eros-generate.xml\n"))
    #expect(job.contains("- eros check --js src ${CI_MERGE_REQUEST_TARGET_BRANCH_NAME:+--base "))
    #expect(job.contains(" --format junit > eros-check.xml\n"))
    #expect(!job.contains("eros sources") && !job.contains("eros-sources.xml"))
    try folder.write("job: {}\n", to: ".gitlab-ci.yml")
    let second = try migrate()
    #expect(!second.changes.contains { $0.path == ".gitlab-ci.yml" })
    #expect(second.notes.contains { $0.hasPrefix("'.gitlab-ci.yml' exists") })
    let paths = try migrate(ProjectMigration.Service.none).changes.map(\.path)
    #expect(!paths.contains { $0.hasPrefix(".git") && $0 != ".gitignore" })
  }

  @Test("a job compares the native sources, if there are any")
  func nativeSources() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(Self.config, to: "config/eros.native.js")
    for path in ["platforms/ios", "my ios", "android"] {
      try folder.write("", to: path + "/A.swift")
    }
    let (github, gitlab) = (".github/workflows/bundle.yml", ".gitlab-ci.yml")
    let standard = try migrate(.gitlab, sources: ["platforms"])
    let job = try text(standard, gitlab)
    #expect(job.contains("\n    - eros sources --format junit > eros-sources.xml\n"))
    #expect(job.contains("- eros-generate.xml\n        - eros-sources.xml\n"))
    // The configuration has other folders, so that all commands read the same.
    let others = try migrate(.github, sources: ["my ios", "android"])
    #expect(try text(others, github).contains("eros sources --format github\n"))
    #expect(
      try text(others, "config/eros.native.js").replacing(/\s+/, with: "")
        .contains(#""sources":["platforms","myios","android"]"#))
    try others.write()
    let project = try Project.find(folder.path("config/eros.native.js"))
    #expect(
      try project.defaultSourceFolders
        == ["platforms", "my ios", "android"].map { folder.path($0) })
    try folder.write("", to: "other/A.swift")
    let again = try migrate(ProjectMigration.Service.none, sources: ["android", "other"])
    #expect(
      again.notes.contains { $0.hasPrefix("'generate.sources' does not contain 'other'") })
    #expect(try !text(migrate(.gitlab), gitlab).contains("eros sources"))
  }

  @Test("a job names native folders that the configuration lacks")
  func configuredSources() throws {
    let folder = try TemporaryFolder.ofTest()
    let config = Self.config.replacing(
      "version:", with: "generate: { sources: ['./native/'] }, version:")
    try folder.write(config, to: "config/eros.native.js")
    for path in ["platforms", "native"] { try folder.write("", to: path + "/A.swift") }
    for (sources, arguments) in [("platforms", " platforms"), ("native", ""), ("./native/", "")] {
      let migration = try migrate(.gitlab, sources: [sources])
      let job = try text(migration, ".gitlab-ci.yml")
      #expect(job.contains("- eros sources\(arguments) --format junit"), "\(job)")
      #expect(
        migration.notes.contains { $0.contains("does not contain") } == !arguments.isEmpty)
    }
  }

  /// The files of a project, and the arguments of the job that name its JavaScript.
  static let scriptFolders: [(files: [String: String], option: String)] = [
    (["src/index.js": "f()", "dist/index.js": "f()"], " --js src"),
    (["dist/index.js": "f()"], " --js dist"),
    (["src/index.js": "f()", "dist/index.js": "__webpack_require__(1)"], " --js src"),
    (["src/style.css": "", "dist/index.js": "f()"], " --js dist"),
    (["dist/index.js": "__webpack_require__(1)"], ""), ([:], ""),
  ]

  @Test("a job compares the JavaScript of the source", arguments: scriptFolders)
  func sourceScripts(files: [String: String], option: String) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(Self.config, to: "config/eros.native.js")
    try folder.write("", to: "platforms/ios/A.swift")
    for (path, text) in files { try folder.write(text, to: path) }
    for (service, end) in [(ProjectMigration.Service.github, "github"), (.gitlab, "junit")] {
      let migration = try migrate(service, sources: ["platforms"])
      let job = String(decoding: try #require(migration.changes.last).new, as: UTF8.self)
      #expect(job.contains("eros sources\(option) --format \(end)"), "\(job)")
      #expect(job.contains("eros check\(option) "), "\(job)")
      #expect(migration.notes.contains { $0.contains("--js FOLDER") } == option.isEmpty)
    }
  }

  @Test("keeps the byte-order mark and the line ends of changed files")
  func textFormat() throws {
    let folder = try TemporaryFolder.ofTest()
    let config = "\u{FEFF}" + Self.config.replacing("\n", with: "\r\n")
    try folder.write(config, to: "config/eros.native.js")
    try folder.write("\u{FEFF}a\r\nb", to: ".gitignore")
    let migration = try migrate(ProjectMigration.Service.none)
    try #require(migration.changes.map(\.path) == ["config/eros.native.js", ".gitignore"])
    for change in migration.changes {
      let text = String(decoding: change.new, as: UTF8.self).unicodeScalars
      #expect(text.first == "\u{FEFF}" && text.dropFirst().first != "\u{FEFF}")
      let lines = text.split(separator: "\n").map { String($0) }
      #expect(lines.count > 3 && lines.dropLast().allSatisfy { $0.hasSuffix("\r") }, "\(lines)")
    }
    try migration.write()
    #expect(try migrate(ProjectMigration.Service.none).changes.isEmpty)
  }

  @Test("a job builds the pages unless git tracks them", .needs("git"))
  func build() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(Self.config, to: "config/eros.native.js")
    try folder.write("", to: "dist/config/index.js")
    try folder.write(#"{ "scripts": { "build": "webpack" } }"#, to: "package.json")
    try folder.write("dist\n", to: ".gitignore")
    try await git("init -q")
    for service in [ProjectMigration.Service.github, .gitlab] {
      let job = try #require(try migrate(service).changes.last)
      let text = String(decoding: job.new, as: UTF8.self)
      #expect(text.contains("npm install && npm run build\n"), "\(text)")
      try folder.write("{}", to: "package-lock.json")
      let locked = try #require(try migrate(service).changes.last)
      #expect(
        String(decoding: locked.new, as: UTF8.self).contains("npm ci && npm run build\n"))
      try FileManager.default.removeItem(atPath: folder.path("package-lock.json"))
    }
    // These files are not pages.
    try folder.write("", to: "dist/.gitkeep")
    try folder.write("{}", to: "dist/version.json")
    try await git("add -f dist/.gitkeep dist/version.json")
    #expect(try text(migrate(.github), ".github/workflows/bundle.yml").contains("run build"))
    try folder.write("{}", to: "package.json")
    #expect(try migrate(.github).notes.contains { $0.hasPrefix("the job does not build") })
    try await git("add -f dist")
    let committed = try migrate(.github)
    #expect(try !text(committed, ".github/workflows/bundle.yml").contains("npm"))
    #expect(!committed.notes.contains { $0.hasPrefix("the job does not build") })
  }

  /// The scripts of `package.json`, and whether the job can run `build`.
  static let scripts: [(text: String, works: Bool)] = [
    (#""build": "webpack && eros-lint""#, true), (#""build": "eros build -d""#, false),
    (#""build": "NODE_ENV=x ./node_modules/.bin/eros pack""#, false),
    (#""build": "npm run a", "a": "npx eros-cli@2 build""#, false),
    (#""build": "npm run a", "a": "yarn build""#, true),
    // The first word of a command is its program, and only some of its arguments are scripts.
    (#""build": "webpack --mode dev", "dev": "eros dev""#, true),
    (#""build": "cd eros && webpack && cp -r dist ../eros""#, true),
    (#""build": "echo 'eros build'""#, true),
    (#""build": "npm run a -- dev", "a": "webpack", "dev": "eros dev""#, true),
    (#""build": "webpack && eros pack --platform all""#, true),
    (#""build": "webpack && eros pack dist --output out""#, true),
    (#""build": "webpack && eros verify dist""#, true),
    (#""build": "webpack && eros pack all""#, false),
    (#""build": "if [ -d a ]; then eros build; fi""#, false),
    (#""build": "npm start", "start": "eros dev""#, false),
    (#""build": "webpack && eros install ios""#, false),
    (#""build": "webpack", "prebuild": "eros update""#, false),
    (#""build": "webpack", "postbuild": "eros build""#, false),
    (#""build": "sh -c 'A=1 eros build'""#, false), (#""build": "npx \"eros\" build""#, false),
    (#""build": "cross-env A=b yarn eros build""#, false),
    (#""build": "run-s clean pack", "pack": "eros pack ios""#, false),
    (#""build": "npm-run-all 'build:*'", "build:ios": "eros pack ios""#, false),
    (#""build": "concurrently -k -n a,b \"eros dev\" 'webpack -w'""#, false),
    (#""build": "npx concurrently npm:a:*", "a:b": "eros build""#, false),
    (#""build": "concurrently 'webpack -w' npm:a", "a": "eros pack -h""#, true),
    (#""build": "pnpm run --silent a", "a": "npm exec -- eros-cli build""#, false),
  ]

  @Test("a job does not call the old Eros CLI", arguments: scripts)
  func oldScripts(text: String, works: Bool) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(Self.config, to: "config/eros.native.js")
    try folder.write("{ \"scripts\": { \(text) } }", to: "package.json")
    let migration = try migrate(.github)
    let job = try self.text(migration, ".github/workflows/bundle.yml")
    #expect(job.contains("npm run build") == works)
    #expect(migration.notes.contains { $0.contains("calls the old Eros CLI") } == !works)
  }

  @Test("a job for GitHub runs on the default branch", .needs("git"))
  func branches() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(Self.config, to: "config/eros.native.js")
    let branches = {
      try text(migrate(.github), ".github/workflows/bundle.yml")
        .split(separator: "\n").first { $0.contains("branches:") }
    }
    #expect(try branches() == "    branches: [main]")
    try await git("init -q --initial-branch work/1.0")
    #expect(try branches() == "    branches: ['work/1.0']")
    try await git("add .")
    try await git("-c user.name=a -c user.email=a@example.com commit -qm first")
    try await git("branch master")
    #expect(try branches() == "    branches: [master]")
    try await git("update-ref refs/remotes/origin/dev HEAD")
    try await git("symbolic-ref refs/remotes/origin/HEAD refs/remotes/origin/dev")
    #expect(try branches() == "    branches: [dev]")
  }

  @Test("names the packed files that git tracks", .needs("git"))
  func trackedFiles() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(Self.config, to: "app/config/eros.native.js")
    for path in ["a/bundle.zip", "a/bundle.config", "a/eros.native.json", "a/Start.java"] {
      try folder.write("", to: "app/platforms/" + path)
    }
    try await git("init -q && git add app/platforms/a")
    let project = try Project.find(folder.path("app"))
    let migration = try ProjectMigration(
      project, nativeFolders: [], service: ProjectMigration.Service.none)
    let files = ["bundle.config", "bundle.zip", "eros.native.json"].map { "platforms/a/" + $0 }
    let command = "`git rm --cached \(files.joined(separator: " "))`"
    #expect(migration.notes.contains { $0.contains(command) }, "\(migration.notes)")
  }

  private func git(_ arguments: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    let result = try await runTool("/bin/sh", ["-c", "git " + arguments], in: folder.path("."))
    try #require(result.status == 0, "\(result)")
  }
}
