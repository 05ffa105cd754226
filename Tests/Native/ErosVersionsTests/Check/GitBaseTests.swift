import ErosCore
import ErosRegistry
import ErosSources
import ErosSyntax
import ErosTestSupport
import ErosVersions
import Foundation
import Testing

@Suite("Bases in git", .temporaryFolder)
struct GitBaseTests {
  private func head(_ fixture: CheckFixture) async throws -> String {
    try await fixture.git("status", "--porcelain=v2", "--branch", "--untracked-files=all")
  }

  @Test("does not change the working tree or the index")
  func readsOnly() async throws {
    let fixture = try await CheckFixture.make()
    try fixture.write("// changed\n", to: "dist/config/index.js")
    // The same bytes with another modification time, which git would record in its index.
    try fixture.write("png", to: "dist/assets/a.png")
    let index = fixture.root + "/.git/index"
    let before = try Data(contentsOf: URL(filePath: index))
    let status = try FileManager.default.subpathsOfDirectory(atPath: fixture.root).sorted()
    try VersionBump(fixture.project(), to: .patch, on: [.ios]).write()
    #expect(try fixture.check(.git(reference: "HEAD")).short == [])
    #expect(try Data(contentsOf: URL(filePath: index)) == before)
    #expect(
      try FileManager.default.subpathsOfDirectory(atPath: fixture.root).sorted() == status)
  }

  @Test("compares with the merge base, not with later commits of the base")
  func branches() async throws {
    let fixture = try await CheckFixture.make()
    try await fixture.git("checkout", "--quiet", "-b", "feature")
    try fixture.write("// feature\n", to: "dist/pages/new.js")
    try await fixture.commit("feature")
    try await fixture.git("checkout", "--quiet", "main")
    try VersionBump(fixture.project(), to: .exactly("2.0.0"), on: [.ios, .android]).write()
    try await fixture.commit("release")
    try await fixture.git("checkout", "--quiet", "feature")
    #expect(
      try fixture.check(.git(reference: "main")).short == [], "1.2.0 is not lower: 2.0.0 came later"
    )
    // After a merge, the branch contains the release and must not revert it.
    try await fixture.git("merge", "--quiet", "--no-edit", "main")
    #expect(try fixture.check(.git(reference: "main")).short == [])
    try VersionBump(fixture.project(), to: .exactly("1.9.0"), on: [.ios]).write()
    #expect(
      try fixture.check(.git(reference: "main")).short == ["versionLowered eros.native.json:4"])
    #expect(try fixture.check(.git(reference: "main")).base?.versions[.ios] == "2.0.0")
    // The merge commit, as CI services check it out.
    #expect(
      try fixture.check(.git(reference: "HEAD^2")).short == ["versionLowered eros.native.json:4"])
    #expect(try fixture.check(.git(reference: "HEAD^1")).isOK)
  }

  @Test("compares histories without a common commit directly")
  func unrelated() async throws {
    let fixture = try await CheckFixture.make()
    try await fixture.git("checkout", "--quiet", "--orphan", "other")
    try VersionBump(fixture.project(), to: .exactly("1.1.0"), on: [.ios]).write()
    try await fixture.commit("other")
    #expect(
      try fixture.check(.git(reference: "main")).short == ["versionLowered eros.native.json:4"])
  }

  @Test("reports how to fetch a base that is missing in a shallow clone")
  func shallow() async throws {
    let fixture = try await CheckFixture.make()
    try await fixture.git("tag", "v1")
    try VersionBump(fixture.project(), to: .minor, on: [.ios, .android]).write()
    try await fixture.commit("second")
    try await fixture.git("branch", "side", "v1")
    let url = "file://" + fixture.root
    try await fixture.git(
      "clone", "--quiet", "--depth", "1", "--no-tags", url, "clone", in: fixture.folder.path)
    let clone = CheckFixture(folder: fixture.folder, path: "clone")
    for reference in ["v1", "HEAD^"] {
      let error = #expect(throws: GitError.self) { try clone.check(.git(reference: reference)) }
      #expect(error == .noSuchCommit(reference, isShallow: true))
      #expect(error?.exitStatus == .inputNotFound)
      #expect(error?.remedy?.contains("fetch-depth: 0") == true)
    }
    // Commits in the clone can be compared with.
    #expect(try clone.check(.git(reference: "HEAD")).short == [])
    // The clone contains both commits, but not their merge base.
    try await clone.git("fetch", "--quiet", "--depth", "1", "origin", "side:side")
    let error = #expect(throws: GitError.self) { try clone.check(.git(reference: "side")) }
    #expect(error == .noCommonCommit("side"))
    try await clone.git("fetch", "--quiet", "--unshallow", "origin")
    #expect(try clone.check(.git(reference: "side")).base?.versions[.ios] == "1.2.0")
  }

  @Test(
    "the hint of a base that is not fetched works in a clone of one branch",
    arguments: [true, false])
  func unfetched(isShallow: Bool) async throws {
    let fixture = try await CheckFixture.make()
    try await fixture.git("checkout", "--quiet", "-b", "topic/a")
    try VersionBump(fixture.project(), to: .minor, on: [.ios, .android]).write()
    try await fixture.commit("second")
    try await fixture.git(
      "clone", "--quiet", "--single-branch", "--branch", "topic/a",
      "--depth", isShallow ? "1" : "9", "file://" + fixture.root, "clone", in: fixture.folder.path)
    let clone = CheckFixture(folder: fixture.folder, path: "clone")
    let error = #expect(throws: GitError.self) { try clone.check(.git(reference: "origin/main")) }
    #expect(error == .noSuchCommit("origin/main", remote: "origin", isShallow: isShallow))
    let hint = try #require(error?.remedy?.description)
    let command = try #require(hint.split(separator: "`").dropFirst().first)
    try await clone.git(command.split(separator: " ").dropFirst().map(String.init))
    #expect(try clone.check(.git(reference: "origin/main")).base?.versions[.ios] == "1.2.0")
    // The name of a local branch may also contain a slash.
    let branch = #expect(throws: GitError.self) { try clone.check(.git(reference: "topic/b")) }
    #expect(branch == .noSuchCommit("topic/b", isShallow: false))
  }

  @Test("an unknown reference is an error and never an option of git")
  func noSuchCommit() async throws {
    let fixture = try await CheckFixture.make()
    for reference in ["nowhere", "--all", "main:eros.native.json", ""] {
      let error = #expect(throws: GitError.self) {
        try fixture.check(.git(reference: reference))
      }
      #expect(error == .noSuchCommit(reference, isShallow: false))
    }
  }

  @Test("returns the rules that ignore paths with special characters")
  func ignoredPaths() async throws {
    let fixture = try await CheckFixture.make("a:b \"c\"\tä")
    try fixture.write("*.log\n!b.log\nout:*/\n", to: "sub:1/.gitignore")
    let rules = try GitRepository.ignored(
      ["a.log", "b.log", "out:1/x\ty:z.h", "kept.h"], in: fixture.root + "/sub:1")
    #expect(
      rules.map { "\($0.file)|\($0.line)|\($0.pattern)|\($0.path)" } == [
        "sub:1/.gitignore|1|*.log|a.log", "sub:1/.gitignore|3|out:*/|out:1/x\ty:z.h",
      ])
  }

  @Test("ignores the environment of another repository's hook")
  func hookVariables() async throws {
    let fixture = try await CheckFixture.make()
    let result = try await runTool(
      Tool.built("eros"), ["check", "--base", "HEAD", "--json"], in: fixture.root,
      environment: [
        "GIT_DIR": "/nowhere", "GIT_INDEX_FILE": "/nowhere", "GIT_COMMON_DIR": "/nowhere",
        "GIT_OBJECT_DIRECTORY": "/nowhere", "GIT_ICASE_PATHSPECS": "1",
      ])
    #expect(result.status == 0, "\(result)")
  }

  @Test("a folder outside a repository is an error")
  func noRepository() async throws {
    let fixture = try await CheckFixture.make(commits: false)
    let error = #expect(throws: GitError.self) { try fixture.check(.git(reference: "main")) }
    #expect(error == .notARepository(fixture.root))
    #expect(error?.exitStatus == .inputNotFound)
  }

  @Test("a repository without commits is an error")
  func noCommits() async throws {
    let fixture = try await CheckFixture.make(commits: false)
    try await fixture.git("init", "--quiet")
    let error = #expect(throws: GitError.self) { try fixture.check(.git(reference: "HEAD")) }
    #expect(error == .noSuchCommit("HEAD", isShallow: false))
    #expect(error?.remedy?.contains("`git commit --no-verify`") == true)
  }

  @Test("finds a renamed configuration by its old name", arguments: [true, false])
  func renamed(isCommitted: Bool) async throws {
    let fixture = try await CheckFixture.make()
    try await fixture.git("mv", "eros.native.json", "settings.json")
    try VersionBump(fixture.project("settings.json"), to: .exactly("1.1.0"), on: [.android]).write()
    if isCommitted { try await fixture.commit("renamed") }
    let base = CheckBaseRequest.git(reference: isCommitted ? "HEAD^" : "HEAD")
    #expect(
      try fixture.check(base, config: "settings.json").short == ["versionLowered settings.json:4"])
  }

  @Test("finds a configuration that became JSON by a default name")
  func otherForm() async throws {
    let fixture = try await CheckFixture.make()
    let json = try fixture.read("eros.native.json")
    try await fixture.git("rm", "--quiet", "eros.native.json")
    try fixture.write("module.exports = " + json, to: "config/eros.native.js")
    try await fixture.commit("as it was once")
    try FileManager.default.removeItem(atPath: fixture.root + "/config")
    try fixture.write(json.replacing("1.2.0", with: "1.1.0"), to: "eros.native.json")
    let check = try fixture.check(.git(reference: "HEAD"))
    #expect(check.codes.contains(.versionLowered))
  }

  @Test("a base without a configuration is a note, because the change adds it")
  func noConfig() async throws {
    let fixture = try await CheckFixture.make()
    try await fixture.git("checkout", "--quiet", "--orphan", "empty")
    try await fixture.git("rm", "--quiet", "-r", "--cached", ".")
    try await fixture.git("commit", "--quiet", "--allow-empty", "--message", "nothing")
    let check = try fixture.check(.git(reference: "HEAD"))
    #expect(check.base == nil)
    #expect(check.status == .success)
    #expect(check.notes.contains { $0.hasPrefix("nothing is compared with 'HEAD'") })
  }

  @Test("reads a project in a subfolder of the repository")
  func below() async throws {
    let fixture = try await CheckFixture.make("repository/apps/demo", commits: false)
    let top = fixture.folder.path("repository")
    try await fixture.git("init", "--quiet", "--initial-branch", "main", in: top)
    try await fixture.commit("first")
    try VersionBump(fixture.project(), to: .exactly("1.1.0"), on: [.ios]).write()
    let check = try fixture.check(.git(reference: "main"))
    #expect(check.short == ["versionLowered eros.native.json:4"])
  }

  @Test("compares a source in a submodule with the commit that the base uses")
  func submodule() async throws {
    let pages = try await CheckFixture.make("pages", commits: false)
    try await pages.git("init", "--quiet", "--initial-branch", "main")
    try await pages.commit("pages")
    let fixture = try await CheckFixture.make()
    try FileManager.default.removeItem(atPath: fixture.root + "/dist")
    try await fixture.git("submodule", "--quiet", "add", pages.root, "web")
    try await fixture.commit("with pages")
    let source = fixture.root + "/web/dist"
    try VersionBump(fixture.project(), to: .patch, on: [.ios]).write()
    let unchanged = try fixture.check(.git(reference: "HEAD"), source: source)
    #expect(unchanged.short == ["versionRaisedForNothing eros.native.json:4"])
    let inner = CheckFixture(folder: fixture.folder, path: "app/web")
    try inner.write("// new\n", to: "dist/config/index.js")
    try await inner.commit("new page")
    #expect(try fixture.check(.git(reference: "HEAD"), source: source).short == [])
    // A shallow clone of the submodule without the commit of the base.
    try await pages.git("fetch", "--quiet", inner.root, "HEAD:new")
    try FileManager.default.removeItem(atPath: fixture.root + "/web")
    try await fixture.git(
      "clone", "--quiet", "--depth", "1", "--branch", "new", "file://" + pages.root, "web")
    let error = #expect(throws: GitError.self) {
      try fixture.check(.git(reference: "HEAD"), source: source)
    }
    guard case .noSubmoduleCommit = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("compares a project in a submodule with the history of the submodule")
  func insideSubmodule() async throws {
    let app = try await CheckFixture.make()
    let outer = CheckFixture(folder: app.folder, path: "outer")
    try outer.write("x", to: "x")
    try await outer.git("init", "--quiet")
    try await outer.git("submodule", "--quiet", "add", app.root, "app")
    try await outer.commit("first")
    let inner = CheckFixture(folder: app.folder, path: "outer/app")
    try VersionBump(inner.project(), to: .exactly("1.1.0"), on: [.ios]).write()
    #expect(try inner.check(.git(reference: "main")).short == ["versionLowered eros.native.json:4"])
  }

  @Test("compares committed bundles with those of the base")
  func committedBundles() async throws {
    let fixture = try await CheckFixture.make()
    try fixture.write("/dist/\n", to: ".gitignore")
    try await fixture.git("rm", "-r", "--quiet", "--cached", "dist")
    try await fixture.pack(timestamp: 1_000)
    try await fixture.commit("bundle")
    try VersionBump(fixture.project(), to: .patch, on: [.ios]).write()
    try await fixture.pack(timestamp: 2_000)
    #expect(
      try fixture.check(.git(reference: "HEAD")).short
        == ["versionRaisedForNothing eros.native.json:4"])
    try fixture.write("// new\n", to: "dist/config/index.js")
    try await fixture.pack(timestamp: 3_000)
    #expect(try fixture.check(.git(reference: "HEAD")).short == [])
  }
}
