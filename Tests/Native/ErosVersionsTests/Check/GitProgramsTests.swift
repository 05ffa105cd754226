import ErosCore
import ErosTestSupport
import Foundation
import Testing

@testable import ErosVersions

@Suite("Programs that a git repository names", .temporaryFolder)
struct GitProgramsTests {
  /// A setting, an attribute or a hook that makes git run a program.
  ///
  /// The list follows git-config(1), gitattributes(5), githooks(5) and gitremote-helpers(7) of git 2.39
  /// to 2.52.
  struct Way: Sendable, CustomTestStringConvertible {
    /// The settings, in which `RUN` is the program and `ROOT` the repository.
    let config: String
    /// The attributes of all files.
    let attributes: String
    /// A command of git that runs the program, or `nil` if it needs a terminal or another repository.
    let control: [String]?
    /// The parts of the repository besides its settings.
    let extra: Extra?

    enum Extra { case hooks, missingBlob, alternates, worktreeConfig, include, attributesInTree }

    init(_ config: String, _ control: [String]?, attributes: String = "", _ extra: Extra? = nil) {
      self.config = config
      self.attributes = attributes
      self.control = control
      self.extra = extra
    }

    var testDescription: String { config + attributes }
  }

  private static let promisor =
    "\n[extensions] partialClone = evil\n"
    + "[remote \"evil\"] promisor = true\n[remote \"evil\"] "
  private static let missing = ["cat-file", "-p", "HEAD^:eros.native.json"]
  private static let hash = [
    "hash-object", "--path", "dist/config/index.js", "dist/config/index.js",
  ]

  static let ways = [
    Way("[core] fsmonitor = RUN", ["status"]),
    Way("[core] hooksPath = ROOT/hooks", ["hook", "run", "pre-commit"], .hooks),
    Way("", ["hook", "run", "pre-commit"], .hooks),
    Way("[hook \"x\"] command = RUN\n[hook \"x\"] event = post-index-change", nil),
    Way("[filter \"x\"] clean = RUN", hash, attributes: "* filter=x"),
    Way("[filter \"x\"] clean = RUN", hash, attributes: "* filter=x", .attributesInTree),
    Way("[filter \"x\"] process = RUN", hash, attributes: "* filter=x"),
    Way(
      "[filter \"lfs\"] process = RUN\n[filter \"lfs\"] clean = RUN", hash,
      attributes: "* filter=lfs"),
    Way(
      "[filter \"x\"] smudge = RUN", ["cat-file", "--filters", "HEAD:eros.native.json"],
      attributes: "* filter=x"),
    Way("[diff] external = RUN", ["diff"]),
    Way("[diff \"x\"] command = RUN", ["diff"], attributes: "* diff=x"),
    Way("[diff \"x\"] textconv = RUN", ["diff"], attributes: "* diff=x"),
    Way("[merge \"x\"] driver = RUN", nil, attributes: "* merge=x"),
    Way("[core] pager = RUN\n[pager] ls-tree = RUN\n[pager] config = RUN", nil),
    Way("[core] editor = RUN\n[sequence] editor = RUN", ["config", "--edit"]),
    Way("[core] askPass = RUN\n[credential] helper = RUN", nil),
    Way("[core] sshCommand = RUN", ["ls-remote", "ssh://host.invalid/x"]),
    Way("[core] gitProxy = RUN", ["ls-remote", "git://host.invalid/x"]),
    Way(promisor + "url = file://ROOT\n[remote \"evil\"] uploadpack = RUN", missing, .missingBlob),
    Way(promisor + "url = ext::RUN\n[protocol \"ext\"] allow = always", missing, .missingBlob),
    Way(
      promisor + "url = ssh://host.invalid/x\n[core] sshCommand = RUN\n[protocol] allow = always",
      missing,
      .missingBlob),
    Way("[core] alternateRefsCommand = RUN", nil, .alternates),
    Way("[gpg] program = RUN\n[gpg \"ssh\"] program = RUN\n[log] showSignature = true", nil),
    Way("[alias] x = !RUN\n[alias] ls-tree = !RUN", ["x"]),
    Way("[submodule \"x\"] update = !RUN", nil),
    Way("[uploadpack] packObjectsHook = RUN", nil),
    Way("[difftool \"x\"] cmd = RUN\n[diff] tool = x", ["difftool", "--no-prompt"]),
    Way("[tar \"x\"] command = RUN", ["archive", "--format", "x", "HEAD"]),
    Way("[include] path = ROOT/more", ["status"], .include),
    Way(
      "[core] repositoryFormatVersion = 1\n[extensions] worktreeConfig = true", ["status"],
      .worktreeConfig),
  ]

  /// A repository whose base differs from the working tree, so that the check compares files.
  private func repository() async throws -> CheckFixture {
    let fixture = try await CheckFixture.make()
    // Ends by itself: where git runs it as a transport, nobody closes its input.
    let run = """
      #!/bin/sh
      echo "$0 $*" >> '\(fixture.folder.path("ran"))'
      (sleep 2; kill -9 $$) > /dev/null 2>&1 &
      exec cat

      """
    try fixture.folder.write(run, to: "run")
    try setMode(0o755, of: fixture.folder.path("run"))
    try VersionBump(fixture.project(), to: .patch, on: [.ios]).write()
    try await fixture.commit("raised")
    try fixture.write("// config\r\n", to: "dist/config/index.js")
    return fixture
  }

  private func place(_ way: Way, in fixture: CheckFixture) async throws {
    let run = fixture.folder.path("run")
    func text(_ config: String) -> String {
      config.replacing("RUN", with: run).replacing("ROOT", with: fixture.root) + "\n"
    }
    try fixture.write(try fixture.read(".git/config") + text(way.config), to: ".git/config")
    let file = way.extra == .attributesInTree ? ".gitattributes" : ".git/info/attributes"
    try fixture.write(way.attributes + "\n", to: file)
    switch way.extra {
    case .hooks:
      for folder in [".git/hooks/", "hooks/"] {
        for name in ["pre-commit", "post-index-change", "reference-transaction", "post-checkout"] {
          try fixture.write("#!/bin/sh\nexec '\(run)'\n", to: folder + name)
          try setMode(0o755, of: fixture.root + "/" + folder + name)
        }
      }
    case .missingBlob:
      let blob = try await fixture.git("rev-parse", "HEAD^:eros.native.json")
      let path = ".git/objects/\(blob.prefix(2))/\(blob.dropFirst(2))"
      try FileManager.default.removeItem(atPath: fixture.root + "/" + path)
    case .alternates:
      try await fixture.git("init", "--quiet", "--bare", "other", in: fixture.folder.path("."))
      try fixture.write(
        fixture.folder.path("other/objects") + "\n", to: ".git/objects/info/alternates")
    case .worktreeConfig:
      try fixture.write("[core]\n" + text("fsmonitor = RUN"), to: ".git/config.worktree")
    case .include: try fixture.write("[core]\n" + text("fsmonitor = RUN"), to: "more")
    case .attributesInTree, nil: break
    }
  }

  private func setMode(_ mode: Int, of path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  private func ran(_ fixture: CheckFixture) -> String? {
    (try? fixture.folder.read("ran")).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("a check runs no program that the repository names", arguments: ways)
  func way(_ way: Way) async throws {
    let fixture = try await repository()
    try await place(way, in: fixture)
    if way.extra == .missingBlob {
      let error = #expect(throws: GitError.self) { try fixture.check(.git(reference: "HEAD^")) }
      #expect(error == .partialClone(fixture.root, remote: "evil"))
    } else {
      _ = try fixture.check(.git(reference: "HEAD^"))
      // A configuration that the base lacks is searched among the renamed files.
      try FileManager.default.copyItem(
        atPath: fixture.root + "/eros.native.json", toPath: fixture.root + "/other.json")
      _ = try fixture.check(.git(reference: "HEAD^"), config: "other.json")
    }
    _ = try GitRepository.ignored(["dist", "eros.native.json"], in: fixture.root)
    _ = try GitRepository.tracked(below: ["dist"], in: fixture.root)
    _ = try GitRepository.mainBranch(around: fixture.root)
    #expect(ran(fixture) == nil)
    // Proves that the program is where git finds it.
    if let control = way.control {
      _ = try await runTool(
        "git", control, in: fixture.root,
        environment: [
          "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "TERM": "vt100",
        ])
      #expect(ran(fixture) != nil, "git \(control) does not run the program")
    }
  }

  @Test("a submodule with pages runs no program that it names")
  func submodule() async throws {
    let pages = try await CheckFixture.make("pages", commits: false)
    try await pages.git("init", "--quiet", "--initial-branch", "main")
    try await pages.commit("pages")
    let fixture = try await repository()
    try await fixture.git("submodule", "--quiet", "add", pages.root, "dist/inner")
    try await fixture.commit("with a submodule")
    try VersionBump(fixture.project(), to: .minor, on: [.ios]).write()
    #expect(
      try fixture.check(.git(reference: "HEAD")).short == [
        "versionRaisedForNothing eros.native.json:4"
      ])
    let run = fixture.folder.path("run")
    let config = ".git/modules/dist/inner/config"
    try fixture.write(
      try fixture.read(config) + "[core] fsmonitor = \(run)\n[filter \"x\"] clean = \(run)\n",
      to: config)
    try fixture.write("* filter=x\n", to: ".git/modules/dist/inner/info/attributes")
    try fixture.write("// changed\n", to: "dist/inner/dist/config/index.js")
    let check = try fixture.check(.git(reference: "HEAD"))
    #expect(check.short == [])
    #expect(check.notes.contains { $0.contains("'filter=x'") }, "\(check.notes)")
    #expect(ran(fixture) == nil)
    try await fixture.git("status")
    #expect(ran(fixture) != nil, "git status does not run the program")
  }

  @Test("a partial clone opens no connection, and its hint fetches the objects")
  func partialClone() async throws {
    let fixture = try await repository()
    try await fixture.git("config", "uploadpack.allowFilter", "true")
    let parent = fixture.folder.path(".")
    for filter in ["blob:none", "tree:0"] {
      let name = "clone " + filter.prefix(4)
      try await fixture.git(
        "clone", "--quiet", "--filter", filter, "file://" + fixture.root, name, in: parent)
      let clone = CheckFixture(folder: fixture.folder, path: name)
      let server = try SilentListener()
      let url = try await clone.git("remote", "get-url", "origin")
      try await clone.git("remote", "set-url", "origin", "http://127.0.0.1:\(server.port)/")
      let error = #expect(throws: GitError.self) { try clone.check(.git(reference: "HEAD^")) }
      #expect(error == .partialClone(clone.root, remote: "origin"))
      #expect(!server.hasConnection)
      try await clone.git("remote", "set-url", "origin", url)
      let command = try #require(error?.remedy?.description.split(separator: "`").dropFirst().first)
      let result = try await runTool("sh", ["-c", String(command)], in: parent)
      try #require(result.status == 0, "\(result)")
      #expect(
        try clone.check(.git(reference: "HEAD^")).short == [
          "versionRaisedForNothing eros.native.json:4"
        ])
    }
  }

  @Test("another failure in a partial clone is not blamed on a missing object")
  func otherFailure() async throws {
    let fixture = try await repository()
    try fixture.write(
      try fixture.read(".git/config") + Self.promisor + "url = file:///nowhere\n", to: ".git/config"
    )
    try fixture.write("broken", to: ".git/index")
    let error = #expect(throws: GitError.self) {
      try GitRepository.tracked(below: ["dist"], in: fixture.root)
    }
    guard case .failed(command: "ls-files", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(
    "a pipe in the folder of git is named, and git does not wait for it",
    arguments: ["config", "HEAD", "packed-refs"])
  func pipe(name: String) async throws {
    let fixture = try await repository()
    let path = fixture.root + "/.git/" + name
    try? FileManager.default.removeItem(atPath: path)
    try #require(mkfifo(path, 0o600) == 0)
    var repository = try GitRepository.around(fixture.root)
    repository.timeLimit = .seconds(1)
    let error = #expect(throws: GitError.self) { try repository.commit("HEAD") }
    #expect(error == .timedOut(command: "rev-parse", special: ".git/" + name))
    #expect(error?.remedy?.contains("restore '.git/\(name)'") == true)
    #expect(GitRepository.timeLimit == .seconds(60))
  }

  @Test("the hint of a partial clone takes the name of the remote for no option")
  func nameOfRemote() {
    let remedy = GitError.partialClone("app", remote: "--upload-pack=x").remedy ?? ""
    #expect(remedy.contains(" --no-filter -- "), "\(remedy)")
  }

  @Test(
    "a git that fetches missing objects runs no transport, whatever its name is",
    arguments: ["ext::RUN", "none::x"])
  func transport(url: String) async throws {
    let fixture = try await repository()
    let settings = "\n[protocol] allow = always\n[alias] remote-none = !RUN"
    let way = Way(Self.promisor + "url = " + url + settings, Self.missing, .missingBlob)
    try await place(way, in: fixture)
    let git = try #require(Tool.find("git"))
    // Versions before 2.44 have no such variable.
    let wrapper = "#!/bin/sh\nunset GIT_NO_LAZY_FETCH\nexec \(git) \"$@\"\n"
    try fixture.folder.write(wrapper, to: "bin/git")
    try setMode(0o755, of: fixture.folder.path("bin/git"))
    _ = try await runTool(
      Tool.built("eros"), ["check", "--base", "HEAD^"], in: fixture.root,
      environment: ["PATH": fixture.folder.path("bin") + ":/usr/bin:/bin"])
    #expect(ran(fixture) == nil)
    _ = try await runTool(
      fixture.folder.path("bin/git"), Self.missing, in: fixture.root,
      environment: ["GIT_ALLOW_PROTOCOL": "ext:none"])
    #expect(ran(fixture) != nil, "git does not run the program")
  }

  @Test("git gets neither secrets nor the programs of variables, and is not taken from the project")
  func environment() async throws {
    let fixture = try await repository()
    let git = try #require(Tool.find("git"))
    let run = fixture.folder.path("run")
    try fixture.folder.write(
      "#!/bin/sh\nenv >> '\(fixture.folder.path("env"))'\nexec \(git) \"$@\"\n", to: "bin/git")
    try setMode(0o755, of: fixture.folder.path("bin/git"))
    try fixture.write("#!/bin/sh\nexec '\(run)'\n", to: "tools/git")
    try setMode(0o755, of: fixture.root + "/tools/git")
    let names = [
      "GIT_EXTERNAL_DIFF", "GIT_SSH_COMMAND", "GIT_SSH", "GIT_PAGER", "PAGER", "GIT_EDITOR",
      "GIT_ASKPASS",
      "SSH_ASKPASS", "GIT_PROXY_COMMAND", "GIT_TRACE", "GIT_TRACE2_EVENT",
    ]
    var environment = Dictionary(uniqueKeysWithValues: names.map { ($0, run) })
    environment["CHANNEL_KEY"] = "hidden-key"
    environment["EROS_KEY_PASSPHRASE"] = "hidden-passphrase"
    environment["PATH"] = "tools:.:" + fixture.folder.path("bin") + ":/usr/bin:/bin"
    let result = try await runTool(
      Tool.built("eros"), ["check", "--base", "HEAD^", "--json"], in: fixture.root,
      environment: environment)
    #expect(result.status == 0, "\(result)")
    let seen = String(decoding: try fixture.folder.read("env"), as: UTF8.self)
    #expect(seen.contains("GIT_NO_LAZY_FETCH=1"))
    #expect(!seen.contains("hidden") && !seen.contains(run), "\(seen)")
    #expect(ran(fixture) == nil)
  }
}

/// A socket that accepts connections and never answers.
private final class SilentListener {
  private let descriptor: Int32
  let port: UInt16

  init() throws {
    let opened = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(opened, address, length) == 0 && listen(opened, 4) == 0
          && getsockname(opened, address, &length) == 0
      }
    }
    descriptor = opened
    port = UInt16(bigEndian: address.sin_port)
    try #require(isOpen)
  }

  deinit { close(descriptor) }

  /// Whether a client has connected.
  var hasConnection: Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) > 0
  }
}
