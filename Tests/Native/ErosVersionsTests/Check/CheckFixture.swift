import ErosConfig
import ErosCore
import ErosNativeTestSupport
import ErosRegistry
import ErosSources
import ErosSyntax
import ErosTestSupport
import ErosVersions
import Foundation
import Testing

/// A project in its own git repository.
struct CheckFixture {
  let folder: TemporaryFolder
  /// The folder of the repository and the project, relative to the test's folder.
  let path: String

  static let config = """
    {
      "appName": "demo",
      "appBoard": "/config/index.js",
      "version": { "android": "1.2.0", "iOS": "1.2.0" },
      "page": { "homePage": "/pages/home/index.js" },
      "zipFolder": { "iOS": "/ios/Demo/Demo", "android": "/android/Demo/app/src/main/assets" },
      "modules": [
        { "name": "acmeScan", "ios": "AcmeScan", "android": "com.acme.Scan",
          "methods": [{ "name": "scan" }] }
      ]
    }

    """

  static let manifest = "platforms/ios/Demo/Demo/bundle.config"

  /// Writes the project and commits it if `commits` is `true`.
  static func make(_ path: String = "app", commits: Bool = true) async throws -> CheckFixture {
    let fixture = CheckFixture(folder: try TemporaryFolder.ofTest(), path: path)
    try fixture.write(config, to: "eros.native.json")
    try fixture.write("// config\n", to: "dist/config/index.js")
    try fixture.write("show('bmlocal://assets/a.png')\n", to: "dist/pages/home/index.js")
    try fixture.write("png", to: "dist/assets/a.png")
    try fixture.write(NativeFixture.infoPlist(), to: NativeFixture.plist)
    try fixture.write(NativeFixture.groovy(), to: NativeFixture.app)
    if commits {
      try await fixture.git("init", "--quiet", "--initial-branch", "main")
      try await fixture.commit("first")
    }
    return fixture
  }

  var root: String { folder.path(path) }

  func write(_ text: String, to name: String) throws {
    try folder.write(text, to: path + "/" + name)
  }

  func read(_ name: String) throws -> String {
    String(decoding: try folder.read(path + "/" + name), as: UTF8.self)
  }

  /// Replaces text in a file, which must contain it.
  func edit(_ name: String, _ old: String, _ new: String) throws {
    let text = try read(name)
    try #require(text.contains(old), "'\(old)' in \(name)")
    try write(text.replacing(old, with: new), to: name)
  }

  @discardableResult
  func git(_ arguments: String..., in other: String? = nil) async throws -> String {
    try await git(arguments, in: other)
  }

  @discardableResult
  func git(_ arguments: [String], in other: String? = nil) async throws -> String {
    let settings = [
      "-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false",
      "-c", "protocol.file.allow=always", "-c", "advice.detachedHead=false",
    ]
    let result = try await runTool(
      "git", settings + arguments, in: other ?? root,
      environment: ["GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null"])
    try #require(result.status == 0, "git \(arguments): \(result)")
    return result.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  func commit(_ message: String) async throws {
    try await git("add", "--all")
    try await git("commit", "--quiet", "--allow-empty", "--message", message)
  }

  func project(_ config: String = "eros.native.json") throws -> ProjectVersions {
    try ProjectVersions(Project.find(root + "/" + config))
  }

  func check(
    _ base: CheckBaseRequest = .none, config: String = "eros.native.json", source: String? = nil
  ) throws -> ProjectCheck {
    let versions = try project(config)
    return try ProjectCheck(
      versions, ParsedRegistry.read(versions.project), source: source, against: base, threads: 2)
  }

  /// Packs the source with `eros` into both native projects.
  func pack(timestamp: Int) async throws {
    let result = try await runTool(
      Tool.built("eros"), ["pack", "--timestamp", "\(timestamp)", "--platform", "all", "--quiet"],
      in: root)
    try #require(result.status == 0, "\(result)")
  }
}

extension ProjectCheck {
  /// The codes of the findings.
  var codes: [CheckFindingCode?] { findings.map { CheckFindingCode(rawValue: $0.code) } }

  /// The codes with file name and line, such as `pageMissing index.js:3`.
  var short: [String] {
    findings.map { finding in
      let file = finding.file.map { " " + ($0.split(separator: "/").last.map(String.init) ?? "") }
      let line = finding.position.map { ":\($0.line)" }
      return finding.code + (file ?? "") + (line ?? "")
    }
  }
}
