import ErosTestSupport
import Foundation
import Testing

/// Runs `scripts/lib/changed-suites`, which selects the tests of `scripts/check --changed`, in a small repository.
@Suite("scripts/check --changed", .temporaryFolder, .needs("git", "python3"))
struct ChangedSuitesTests {
  @Test(
    "runs the tests of the changed targets and of those that depend on them",
    arguments: [
      ("Sources/Core/a.swift", "AppTests|CoreTests"), ("Sources/App/a.swift", "AppTests"),
      ("Sources/App/Deep/new.json", "AppTests"), ("Tests/CoreTests/a.swift", "CoreTests"),
      ("Package.swift", "AppTests|CoreTests|OtherTests"), ("docs/guide.md", "CoreTests"),
      ("scripts/format", "OtherTests"), ("scripts/lib/messages.py", "OtherTests"), ("LICENSE", ""),
      ("Tests/Slow/store/race", "AppTests"), ("Tests/Slow/pages/console-test", ""),
    ])
  func selected(file: String, tests: String) async throws {
    let folder = try await repository()
    try folder.write("changed", to: "clone/" + file)
    let result = try await changedSuites(in: folder)
    #expect(result.status == 0, "\(result)")
    let names = ["DocumentationTests"] + tests.split(separator: "|").map(String.init)
    #expect(result.standardOutput == "^(\(names.sorted().joined(separator: "|")))\\.\n")
    #expect(result.standardError.hasPrefix("1 changed files since HEAD ("), "\(result)")
  }

  @Test("counts deleted files, and what was committed since the branch left the revision")
  func committed() async throws {
    let folder = try await repository()
    try await git("branch", "base", in: folder)
    try FileManager.default.removeItem(atPath: folder.path("clone/Sources/App/a.swift"))
    try await git("commit", "-qam", "remove", in: folder)
    let result = try await changedSuites("base", in: folder)
    #expect(result.standardOutput == "^(AppTests|DocumentationTests)\\.\n", "\(result)")
    // Changes of others in the revision are not changes of this branch.
    try await git("checkout", "-q", "base", in: folder)
    try folder.write("theirs", to: "clone/Sources/Core/a.swift")
    try await git("commit", "-qam", "theirs", in: folder)
    try await git("checkout", "-q", "main", in: folder)
    let same = try await changedSuites("base", in: folder)
    #expect(same.standardOutput == "^(AppTests|DocumentationTests)\\.\n", "\(same)")
  }

  @Test("runs nothing if nothing changed")
  func unchanged() async throws {
    let result = try await changedSuites(in: repository())
    #expect(result.status == 0 && result.standardOutput == "", "\(result)")
    #expect(result.standardError.hasPrefix("Nothing changed since HEAD ("), "\(result)")
  }

  @Test("an unknown revision and a folder without git are errors")
  func errors() async throws {
    let folder = try await repository()
    for revision in ["no-branch", "--all", ""] {
      let unknown = try await changedSuites("--", revision, in: folder)
      #expect(unknown.status == 1, "\(revision): \(unknown)")
      #expect(
        unknown.standardError.hasPrefix("error: unknown revision '\(revision)'\nhint: "),
        "\(unknown)")
    }
    try FileManager.default.removeItem(atPath: folder.path("clone/.git"))
    let outside = try await changedSuites(in: folder)
    #expect(outside.status == 1)
    #expect(
      outside.standardError.hasPrefix("error: this folder is not a clone of the repository"),
      "\(outside)")
  }

  // MARK: - Running

  /// Creates a repository with the targets of ``package``, a page and scripts that tests use.
  private func repository() async throws -> TemporaryFolder {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(Self.package, to: "package.json")
    for (path, text) in [
      ("Package.swift", ""), ("LICENSE", ""), ("docs/guide.md", ""),
      ("Sources/Core/a.swift", ""), ("Sources/App/a.swift", ""),
      ("Tests/CoreTests/a.swift", "docs/guide.md"),
      ("Tests/AppTests/a.swift", "Tests/Slow/store/race"), ("Tests/Slow/store/race", ""),
      ("Tests/OtherTests/a.swift", "scripts/format"), ("Tests/DocumentationTests/a.swift", ""),
      ("scripts/format", "uses scripts/lib/messages.py"), ("scripts/lib/messages.py", ""),
    ] {
      try folder.write(text, to: "clone/" + path)
    }
    try await git("init", "-qb", "main", in: folder)
    try await git("add", ".", in: folder)
    try await git("commit", "-qm", "first", in: folder)
    return folder
  }

  /// The part of `swift package dump-package` that the script reads.
  private static let package = """
    {"targets": [
      {"name": "Core", "type": "regular", "path": "Sources/Core", "dependencies": []},
      {"name": "App", "type": "regular", "dependencies": [{"byName": ["Core", null]}]},
      {"name": "CoreTests", "type": "test", "dependencies": [{"byName": ["Core", null]}]},
      {"name": "AppTests", "type": "test",
       "dependencies": [{"target": ["App", null]}, {"product": ["Parser", "parser", null, null]}]},
      {"name": "OtherTests", "type": "test", "dependencies": []},
      {"name": "DocumentationTests", "type": "test", "dependencies": []}
    ]}
    """

  private func git(_ arguments: String..., in folder: TemporaryFolder) async throws {
    let result = try await runTool(
      "git", ["-c", "user.name=a", "-c", "user.email=a@example.com"] + arguments,
      in: folder.path("clone"))
    try #require(result.status == 0, "\(result)")
  }

  private func changedSuites(
    _ arguments: String..., in folder: TemporaryFolder
  ) async throws -> ToolResult {
    let script = Tool.packageRoot.appending(path: "scripts/lib/changed-suites")
    return try await runTool(
      "python3",
      [script.path(percentEncoded: false), "--package", folder.path("package.json")] + arguments,
      in: folder.path("clone"),
      // The temporary folder can be inside another repository.
      environment: ["GIT_CEILING_DIRECTORIES": folder.path(".")])
  }
}
