import ErosTestSupport
import Foundation
import Testing

/// The GitHub action, and the jobs in `docs/ci.md` and in new projects.
///
/// `workflow.py` reads the YAML and runs the shell steps. Programs that record their arguments replace
/// package managers, and packages are downloaded from a local HTTP server.
@Suite("Build services", .temporaryFolder, .needsPythonPackages)
struct BuildServiceTests {
  private struct Run: Decodable {
    let uses: [String]
    let ran: [String]
    let output: String
    let status: Int32
    let outputs: [String: String]
  }

  private func run(
    _ file: String, _ options: [String] = [], in folder: TemporaryFolder, path: [String] = [],
    environment: [String: String] = [:]
  ) async throws -> Run {
    let script = Tool.packageRoot.appending(path: "Tests/ErosTestSupport/workflow.py")
    let search = (path + [ProcessInfo.processInfo.environment["PATH"] ?? ""])
    let result = try await runTool(
      Tool.testPython, [script.path(percentEncoded: false), file] + options,
      in: folder.path("."),
      environment: ["PATH": search.joined(separator: ":")].merging(environment) { $1 })
    try #require(result.status == 0, "\(result)")
    return try JSONDecoder().decode(Run.self, from: Data(result.standardOutput.utf8))
  }

  /// Writes programs that record their arguments in `calls`.
  private func writeStubs(_ names: String..., to folder: TemporaryFolder) throws -> String {
    for name in names {
      // Steps pipe checksums to sha256sum. If it ended without reading them, SIGPIPE could end the step.
      let input = name == "sha256sum" ? "cat >/dev/null\n" : ""
      try folder.write(
        "#!/bin/sh\necho \(name) \"$@\" >>'\(folder.path("calls"))'\n" + input, to: "stubs/" + name)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: folder.path("stubs/" + name))
    }
    return folder.path("stubs")
  }

  private static var version: String {
    get async throws {
      try await runTool(Tool.built("eros"), ["--version"]).standardOutput.trimmingCharacters(
        in: .newlines)
    }
  }

  // MARK: - The action

  private static let action = Tool.packageRoot.appending(path: "action.yml")
    .path(percentEncoded: false)

  /// Writes the packages of a release, whose program prints its version, and returns the inputs of the
  /// action with their URL and digests.
  private func writePackages(
    to folder: TemporaryFolder, format: String = "archive"
  ) async throws -> [String] {
    let version = try await Self.version
    let name = "eros-\(version)-linux-\(Self.architecture)"
    try folder.write("#!/bin/sh\necho packaged \"$@\"\n", to: "packages/\(name)/bin/eros")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("packages/\(name)/bin/eros"))
    let packed = try await runTool(
      "tar", ["-czf", name + ".tar.gz", name], in: folder.path("packages"))
    try #require(packed.status == 0)
    let package = Self.debianPackage(version)
    try folder.write("a package", to: "packages/\(package)")
    let digest = try await digest(
      of: "packages/" + (format == "deb" ? package : name + ".tar.gz"), in: folder)
    let url = URL(filePath: folder.path("packages")).absoluteString
    return ["url=" + url, "sha256=" + digest, "format=" + format].flatMap { ["--input", $0] }
  }

  private func digest(of path: String, in folder: TemporaryFolder) async throws -> String {
    let result = try await runTool("sha256sum", [folder.path(path)], in: folder.path("."))
    return String(try #require(result.standardOutput.split(separator: " ").first))
  }

  private static func debianPackage(_ version: String, of program: String = "eros") -> String {
    "\(program)_\(version)+deb\(debianRelease ?? "")u1_\(architecture).deb"
  }

  private static var architecture: String {
    #if arch(arm64)
    "arm64"
    #else
    "amd64"
    #endif
  }

  @Test("the action installs the archive on any system, and puts eros on the PATH")
  func archive() async throws {
    let folder = try TemporaryFolder.ofTest()
    let run = try await run(Self.action, writePackages(to: folder), in: folder)
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.hasSuffix("packaged --version\n"), "\(run.output)")
    #expect(run.outputs["path"]?.hasSuffix("/eros/bin/eros") == true)
  }

  @Test(
    "the action installs the Debian package of the release with apt",
    .enabled(if: debianRelease != nil))
  func debianPackage() async throws {
    let folder = try TemporaryFolder.ofTest()
    let stubs = try writeStubs("apt-get", "sudo", "eros", to: folder)
    let run = try await run(
      Self.action, writePackages(to: folder, format: "deb"), in: folder, path: [stubs])
    #expect(run.status == 0, "\(run.output)")
    #expect(run.outputs["path"] == "/usr/bin/eros")
    let calls = String(decoding: try folder.read("calls"), as: UTF8.self)
    #expect(calls.contains("apt-get -o DPkg::Lock::Timeout=600 install -y"), "\(calls)")
    #expect(calls.contains("/\(Self.debianPackage(try await Self.version))\n"), "\(calls)")
    #expect(calls.hasSuffix("eros --version\n"))
  }

  @Test(
    "the action installs eros-rehearse beside the archive", .enabled(if: debianRelease != nil))
  func rehearsalPackage() async throws {
    let folder = try TemporaryFolder.ofTest()
    let inputs = try await writePackages(to: folder) + ["--input"]
    let name = Self.debianPackage(try await Self.version, of: "eros-rehearse")
    try folder.write("another package", to: "packages/\(name)")
    let stubs = try writeStubs("apt-get", "sudo", to: folder)
    let unverified = try await run(
      Self.action, inputs + ["rehearse=true"], in: folder, path: [stubs])
    #expect(unverified.status == 1)
    #expect(unverified.output.contains("the input rehearse-sha256 is missing"), "\(unverified)")
    let digest = try await digest(of: "packages/" + name, in: folder)
    let run = try await run(
      Self.action, inputs + ["rehearse=true", "--input", "rehearse-sha256=" + digest], in: folder,
      path: [stubs])
    #expect(run.status == 0, "\(run.output)")
    #expect(run.outputs["path"]?.hasSuffix("/eros/bin/eros") == true)
    let calls = String(decoding: try folder.read("calls"), as: UTF8.self)
    #expect(calls.contains("/\(name)\n") && !calls.contains("/eros_"), "\(calls)")
    let other = try await self.run(
      Self.action, inputs + ["rehearse=yes"], in: folder, path: [stubs])
    #expect(other.output.contains("'yes', which is not true or false"), "\(other.output)")
  }

  @Test(
    "on another system than Debian, the action says that eros-rehearse needs a container of it",
    .enabled(if: debianRelease == nil))
  func rehearsalElsewhere() async throws {
    let folder = try TemporaryFolder.ofTest()
    let run = try await run(
      Self.action, writePackages(to: folder) + ["--input", "rehearse=true"], in: folder)
    #expect(run.status == 1)
    #expect(run.output.contains("needs Debian; run the job in a container, "), "\(run.output)")
  }

  @Test("the action verifies the digest, and names what is missing")
  func failures() async throws {
    let folder = try TemporaryFolder.ofTest()
    let inputs = try await writePackages(to: folder) + ["--input"]
    let unverified = try await run(Self.action, inputs + ["sha256="], in: folder)
    #expect(unverified.status == 1)
    #expect(unverified.output.contains("the input sha256 is missing; pass"), "\(unverified)")
    let digest = String(repeating: "0", count: 64)
    let wrong = try await run(Self.action, inputs + ["sha256=" + digest], in: folder)
    #expect(wrong.status == 1)
    #expect(wrong.output.contains("::error title=eros::eros-"), "\(wrong.output)")
    #expect(wrong.output.contains(" has another SHA-256\n"), "\(wrong.output)")
    let missing = try await run(Self.action, inputs + ["version=9.9.9"], in: folder)
    #expect(missing.status == 1)
    #expect(missing.output.contains("cannot download file://"), "\(missing.output)")
    let malformed = try await run(Self.action, inputs + ["sha256=abc"], in: folder)
    #expect(malformed.status == 1)
    #expect(malformed.output.contains("'abc' is not a SHA-256"), "\(malformed.output)")
    let format = try await run(Self.action, ["--input", "format=rpm"], in: folder)
    #expect(format.output.contains("'rpm' is not archive or deb"), "\(format.output)")
  }

  @Test(
    "without a URL, the action downloads the release of its repository",
    .enabled(if: debianRelease != nil))
  func release() async throws {
    let folder = try TemporaryFolder.ofTest()
    let stubs = try writeStubs("curl", "sha256sum", "apt-get", "sudo", "eros", to: folder)
    let digest = "sha256=" + String(repeating: "0", count: 64)
    let run = try await run(
      Self.action, ["--input", "format=deb", "--input", digest], in: folder, path: [stubs])
    #expect(run.status == 0, "\(run.output)")
    let version = try await Self.version
    let calls = String(decoding: try folder.read("calls"), as: UTF8.self)
    #expect(
      calls.contains(
        " https://example.com/owner/eros/releases/download/\(version)/eros_\(version)%2Bdeb"),
      "\(calls)")
  }

  @Test("the action names the current version")
  func versions() async throws {
    let action = try String(contentsOfFile: Self.action, encoding: .utf8)
    #expect(action.contains("    default: \(try await Self.version)\n"))
  }

  /// The pages and files that users copy from.
  private static var copiedFiles: [URL] {
    get throws {
      let pages = try FileManager.default.contentsOfDirectory(
        at: Tool.packageRoot.appending(path: "docs"), includingPropertiesForKeys: nil
      ).filter { $0.pathExtension == "md" }
      let others = [
        "README.md", "README.zh-CN.md", "action.yml",
        "templates/project/github/workflows/bundle.yml.stencil",
        "templates/project/README.md.stencil", "templates/hosts/host-readme.md.stencil",
      ]
      return pages + others.map { Tool.packageRoot.appending(path: $0) }
    }
  }

  @Test("what users copy has no placeholder that looks like a value, and pins actions by commit")
  func placeholders() throws {
    let files = try Self.copiedFiles
    #expect(files.count > 30)
    for file in files {
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(!text.contains("OWNER"), "\(file.lastPathComponent)")
      #expect(!text.contains("123456789012"), "\(file.lastPathComponent)")
      for match in text.matches(of: /uses: +(\S+)@(\S+)/) where match.1 != "<owner>/eros" {
        #expect(
          match.2.wholeMatch(of: /[0-9a-f]{40}/) != nil, "\(file.lastPathComponent): \(match.0)")
      }
    }
  }

  // MARK: - Jobs

  /// Commits all files of a project as the branch `main`, also as `origin/main`.
  private func commit(_ project: String, in folder: TemporaryFolder) async throws {
    let script = """
      git init -q -b main && git add -A && \
      git -c user.name=a -c user.email=a@example.com commit -qm first && \
      git update-ref refs/remotes/origin/main HEAD && git remote add origin .
      """
    let result = try await runTool("/bin/sh", ["-c", script], in: folder.path(project))
    try #require(result.status == 0, "\(result)")
  }

  private func environment(_ folder: TemporaryFolder) -> [String: String] {
    [
      "GITHUB_BASE_REF": "main", "GITHUB_WORKSPACE": folder.path("app"), "HOME": folder.path("."),
      "CI_PROJECT_DIR": folder.path("app"), "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
      "EROS_ARCHIVE": "https://example.com/eros.tar.gz", "EROS_SHA256": "digest",
    ]
  }

  /// Returns the variables of a job that installs an archive with this program.
  private func variables(_ folder: TemporaryFolder) async throws -> [String: String] {
    try folder.write(
      "#!/bin/sh\nexec '\(Tool.built("eros"))' \"$@\"\n", to: "release/eros-linux/bin/eros")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("release/eros-linux/bin/eros"))
    let packed = try await runTool(
      "tar", ["-czf", "eros.tar.gz", "eros-linux"], in: folder.path("release"))
    try #require(packed.status == 0)
    return environment(folder).merging([
      "EROS_ARCHIVE": URL(filePath: folder.path("release/eros.tar.gz")).absoluteString,
      "EROS_SHA256": try await digest(of: "release/eros.tar.gz", in: folder),
    ]) { $1 }
  }

  private static var builtFolder: String {
    URL(filePath: Tool.built("eros")).deletingLastPathComponent().path(percentEncoded: false)
  }

  @Test(
    "the workflow of a new project passes", .needs("git"),
    arguments: ["eros", "weex", "rexxar", "mpaas"], ["push", "pull_request"])
  func newProject(template: String, event: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    let created = try await eros("init", "app", "--template", template, in: folder)
    try #require(created.status == 0, "\(created)")
    try await commit("app", in: folder)
    let run = try await run(
      "app/.github/workflows/bundle.yml", ["--event", event, "--folder", "app"], in: folder,
      environment: variables(folder))
    #expect(run.status == 0, "\(run.output)")
    #expect(run.uses.allSatisfy { $0.wholeMatch(of: /actions\/[a-z-]+@[0-9a-f]{40}/) != nil })
    let workflow = String(
      decoding: try folder.read("app/.github/workflows/bundle.yml"), as: UTF8.self)
    #expect(workflow.contains("\npermissions:\n  contents: read\njobs:"))
    #expect(run.ran.contains { $0.hasPrefix("eros verify build/bundle.zip") }, "\(run.ran)")
    #expect(!run.output.contains("::error"), "\(run.output)")
    #expect(run.ran.contains("Check against the target branch") == (event == "pull_request"))
    #expect(run.ran.contains { $0.hasPrefix("eros routes verify") } == (template == "rexxar"))
  }

  @Test("the workflow of a new project fails if a generated file was edited")
  func drift() async throws {
    let folder = try TemporaryFolder.ofTest()
    _ = try await eros("init", "app", in: folder)
    try FileManager.default.removeItem(atPath: folder.path("app/types/eros-native.d.ts"))
    let run = try await run(
      "app/.github/workflows/bundle.yml", ["--folder", "app"], in: folder,
      environment: variables(folder))
    #expect(run.status == 1)
    #expect(run.output.contains("::error "), "\(run.output)")
    #expect(run.ran.last?.hasPrefix("eros generate --check") == true, "\(run.ran)")
  }

  @Test(
    "the workflow of a new project installs only a release with the given digest",
    arguments: [("EROS_ARCHIVE", ""), ("EROS_SHA256", ""), ("EROS_SHA256", "0")])
  func variables(name: String, value: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    _ = try await eros("init", "app", in: folder)
    var environment = try await variables(folder)
    environment[name] = String(repeating: value, count: 64)
    let run = try await run(
      "app/.github/workflows/bundle.yml", ["--folder", "app"], in: folder, environment: environment)
    #expect(run.status == 1)
    #expect(run.ran == ["Install eros"])
    #expect(run.output.contains("set the variables EROS_ARCHIVE") == value.isEmpty, "\(run.output)")
  }

  @Test("the jobs in docs/ci.md pass in a new project", .needs("git"), arguments: [0, 1])
  func documentedJobs(index: Int) async throws {
    let folder = try TemporaryFolder.ofTest()
    let page = Tool.packageRoot.appending(path: "docs/ci.md")
    let blocks = try String(contentsOf: page, encoding: .utf8)
      .split(separator: "```yaml\n").dropFirst()
      .map { block in block.split(separator: "```", maxSplits: 1).first ?? "" }
      .filter { $0.contains("runs-on:") || $0.contains("image:") }
    let job = try #require(blocks.dropFirst(index).first)
    try folder.write(String(job), to: "job.yml")
    _ = try await eros("init", "app", in: folder)
    try await commit("app", in: folder)
    let stubs = try writeStubs("curl", "sha256sum", "tar", "npm", to: folder)
    let run = try await run(
      "job.yml", ["--event", "pull_request", "--folder", "app"], in: folder,
      path: [stubs, Self.builtFolder], environment: environment(folder))
    #expect(run.status == 0, "\(run.output)")
    #expect(run.ran.contains { $0.hasPrefix("eros check --base") }, "\(run.ran)")
  }

  @Test(
    "the job of a migrated project builds the pages and passes", .needs("git"),
    arguments: ["github", "gitlab"], ["app", "app/apps/shop"])
  func migratedProject(service: String, project: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(
      """
      module.exports = {
        appName: 'demo',
        appBoard: '/config/index.js',
        version: { android: '1.0.0', iOS: '1.0.0' },
        page: { homePage: '/pages/home/index.js' },
      }
      """, to: "\(project)/config/eros.native.js")
    for page in ["config", "pages/home"] {
      try folder.write("// { \"framework\": \"Vue\" }\n", to: "\(project)/dist/\(page)/index.js")
    }
    try folder.write("dist/\n", to: "\(project)/.gitignore")
    try folder.write(#"{ "scripts": { "build": "webpack" } }"#, to: "\(project)/package.json")
    try folder.write("{}", to: "\(project)/package-lock.json")
    try folder.write("class Empty {}\n", to: "\(project)/platforms/android/Empty.java")
    let git = try await runTool("git", ["init", "-q", "-b", "main"], in: folder.path("app"))
    try #require(git.status == 0)
    let migrated = try await eros("migrate", "--config", project, "--ci", service, in: folder)
    try #require(migrated.status == 0, "\(migrated)")
    #expect(migrated.standardError.contains("run `eros generate`"), "\(migrated)")
    let generated = try await eros("generate", "--config", project, in: folder)
    try #require(generated.status == 0, "\(generated)")
    try await commit("app", in: folder)
    let stubs = try writeStubs("curl", "sha256sum", "tar", "npm", to: folder)
    let name = project == "app" ? "bundle" : "bundle-apps-shop"
    let job = service == "github" ? ".github/workflows/\(name).yml" : ".gitlab-ci.yml"
    let run = try await run(
      "app/" + job, ["--event", "pull_request", "--folder", "app"], in: folder,
      path: [stubs, Self.builtFolder], environment: environment(folder))
    #expect(run.status == 0, "\(run.output)")
    #expect(run.ran.contains("npm ci && npm run build"), "\(run.ran)")
    #expect(run.ran.contains { $0.hasPrefix("eros generate --check") }, "\(run.ran)")
  }
}
