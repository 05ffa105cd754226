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

  /// Writes the packages of a release, whose program prints its version, and returns their URL.
  private func writePackages(to folder: TemporaryFolder) async throws -> String {
    let version = try await Self.version
    let name = "eros-\(version)-linux-\(Self.architecture)"
    try folder.write("#!/bin/sh\necho packaged \"$@\"\n", to: "packages/\(name)/bin/eros")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("packages/\(name)/bin/eros"))
    let packed = try await runTool(
      "tar", ["-czf", name + ".tar.gz", name], in: folder.path("packages"))
    try #require(packed.status == 0)
    try folder.write("a package", to: "packages/\(Self.debianPackage(version))")
    return URL(filePath: folder.path("packages")).absoluteString
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
    let url = try await writePackages(to: folder)
    let run = try await run(Self.action, ["--input", "url=" + url], in: folder)
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.hasSuffix("packaged --version\n"), "\(run.output)")
    #expect(run.outputs["path"]?.hasSuffix("/eros/bin/eros") == true)
  }

  @Test(
    "the action installs the Debian package of the release with apt",
    .enabled(if: debianRelease != nil))
  func debianPackage() async throws {
    let folder = try TemporaryFolder.ofTest()
    let url = try await writePackages(to: folder)
    let stubs = try writeStubs("apt-get", "sudo", "eros", to: folder)
    let run = try await run(
      Self.action, ["--input", "url=" + url, "--input", "format=deb"], in: folder, path: [stubs])
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
    let url = try await writePackages(to: folder)
    let name = Self.debianPackage(try await Self.version, of: "eros-rehearse")
    try folder.write("a package", to: "packages/\(name)")
    let stubs = try writeStubs("apt-get", "sudo", to: folder)
    let run = try await run(
      Self.action, ["--input", "url=" + url, "--input", "rehearse=true"], in: folder, path: [stubs])
    #expect(run.status == 0, "\(run.output)")
    #expect(run.outputs["path"]?.hasSuffix("/eros/bin/eros") == true)
    let calls = String(decoding: try folder.read("calls"), as: UTF8.self)
    #expect(calls.contains("/\(name)\n") && !calls.contains("/eros_"), "\(calls)")
    let other = try await self.run(
      Self.action, ["--input", "url=" + url, "--input", "rehearse=yes"], in: folder, path: [stubs])
    #expect(other.output.contains("'yes', which is not true or false"), "\(other.output)")
  }

  @Test(
    "on another system than Debian, the action says that eros-rehearse needs a container of it",
    .enabled(if: debianRelease == nil))
  func rehearsalElsewhere() async throws {
    let folder = try TemporaryFolder.ofTest()
    let url = try await writePackages(to: folder)
    let run = try await run(
      Self.action, ["--input", "url=" + url, "--input", "rehearse=true"], in: folder)
    #expect(run.status == 1)
    #expect(run.output.contains("needs Debian; run the job in a container, "), "\(run.output)")
  }

  @Test("the action verifies the digest, and names what is missing")
  func failures() async throws {
    let folder = try TemporaryFolder.ofTest()
    let url = try await writePackages(to: folder)
    let digest = String(repeating: "0", count: 64)
    let wrong = try await run(
      Self.action, ["--input", "url=" + url, "--input", "sha256=" + digest], in: folder)
    #expect(wrong.status == 1)
    #expect(wrong.output.contains("::error title=eros::eros-"), "\(wrong.output)")
    #expect(wrong.output.contains(" has another SHA-256\n"), "\(wrong.output)")
    let missing = try await run(
      Self.action, ["--input", "url=" + url, "--input", "version=9.9.9"], in: folder)
    #expect(missing.status == 1)
    #expect(missing.output.contains("cannot download \(url)/eros"), "\(missing.output)")
    let malformed = try await run(
      Self.action, ["--input", "url=" + url, "--input", "sha256=abc"], in: folder)
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
    let stubs = try writeStubs("curl", "apt-get", "sudo", "eros", to: folder)
    let run = try await run(Self.action, ["--input", "format=deb"], in: folder, path: [stubs])
    #expect(run.status == 0, "\(run.output)")
    let version = try await Self.version
    let calls = String(decoding: try folder.read("calls"), as: UTF8.self)
    #expect(
      calls.contains(
        " https://example.com/owner/eros/releases/download/\(version)/eros_\(version)%2Bdeb"),
      "\(calls)")
  }

  @Test("the action, the jobs and the template name the current version")
  func versions() async throws {
    let version = try await Self.version
    for (file, text) in [
      ("action.yml", "    default: \(version)\n"), ("docs/ci.md", "OWNER/eros@\(version) "),
      ("docs/ci.md", "/eros-\(version)-linux-amd64.tar.gz "),
      ("templates/project/github/workflows/bundle.yml.stencil", "OWNER/eros@\(version)\n"),
    ] {
      let path = Tool.packageRoot.appending(path: file)
      #expect(try String(contentsOf: path, encoding: .utf8).contains(text), "\(file)")
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
      "EROS_ARCHIVE": "https://example.com/eros.tar.gz",
    ]
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
      path: [Self.builtFolder], environment: environment(folder))
    #expect(run.status == 0, "\(run.output)")
    #expect(run.uses.contains { $0.contains("/eros@") })
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
      path: [Self.builtFolder], environment: environment(folder))
    #expect(run.status == 1)
    #expect(run.output.contains("::error "), "\(run.output)")
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
