import ErosTestSupport
import Foundation
import Testing

/// Executes `docs/publishing.md` and `docs/operating-a-store.md`: their commands, the configurations
/// of nginx, the crontab line and the jobs for CI.
@Suite("Pages about publishing", .phase(.servers), .temporaryFolder, .needs("python3"))
struct PublishingPageTests {
  @Test("commands print the output shown", .needs("nginx"), .needsSeaweedFS)
  func session() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.copyExample(to: "session")
    let seaweed = try await SeaweedFS.shared()
    try await withServers(of: folder.path("session/store"), in: folder) { store, _ in
      let pages = try Pages(onSeaweedFS: seaweed).replacing("http://localhost:8000", with: store)
      // The second page continues the session of the first one.
      for (name, text) in zip(Pages.names, pages.texts) {
        try folder.write(text, to: name)
        let result = try await runTool(
          Tool.packageRoot.appending(path: "scripts/manual/session").path(percentEncoded: false),
          [name, "--folder", folder.path("session")], in: folder.path("."),
          environment: Self.environment.merging(seaweed.environment) { $1 }, seconds: 300)
        let log = String(decoding: try folder.read("nginx/error.log"), as: UTF8.self)
        #expect(result.status == 0, "\(result)\nnginx: \(log)")
        #expect(result.standardOutput.hasSuffix("commands is as shown\n"))
      }
    }
    try checkFields(folder)
  }

  @Test("the commands of the Chinese page succeed in its order", .needs("nginx"))
  func chinese() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.copyExample(to: "session")
    try await withServers(of: folder.path("session/store"), in: folder) { store, _ in
      let page = try Pages(["publishing.zh-CN.md"])
        .replacing("http://localhost:8000", with: store)
      let commands = page.text.split(separator: "\n").filter { $0.hasPrefix("$ ") }
      #expect(commands.count > 30)
      for command in commands.map({ String($0.dropFirst(2)) }) {
        let result = try await runTool(
          "sh", ["-c", command], in: folder.path("session"), environment: Self.environment,
          seconds: 300)
        #expect(result.status == 0, "\(command): \(result)")
      }
    }
  }

  /// Compares the fields in the metadata of the channel with the tables of the format page.
  private func checkFields(_ folder: TemporaryFolder) throws {
    let names = try folder.names(in: "session/store/metadata").filter {
      $0.hasSuffix(".hello-eros-production.json")
    }
    func version(_ name: String) -> Int { Int(name.prefix { $0 != "." }) ?? 0 }
    let newest = try #require(names.max { version($0) < version($1) })
    let metadata = try JSONSerialization.jsonObject(
      with: Data(folder.read("session/store/metadata/\(newest)")))
    let signed = (metadata as? [String: Any])?["signed"] as? [String: Any]
    let targets = try #require(signed?["targets"] as? [String: [String: Any]])
    var found: Set<String> = []
    for (path, target) in targets where path.hasSuffix("/bundle.zip") {
      let custom = target["custom"] as? [String: [String: Any]]
      found.formUnion(custom?["eros"]?.keys.map { $0 } ?? [])
    }
    let format = try Pages(["store-format.md"])
    let documented = format.fields(of: "## Metadata of a channel").prefix(18)
    let optional = [
      "notes", "surface", "kind", "restores", "retries", "plan", "urgency", "localizedNotes",
    ]
    #expect(found.union(optional) == Set(documented))
  }

  @Test("nginx serves what devices need, with the cache headers of the pages", .needs("nginx"))
  func webServer() async throws {
    let folder = try TemporaryFolder.ofTest()
    let files = [
      "metadata/timestamp.json", "metadata/1.root.json", "targets/a/b/1/d.bundle.zip",
      "legacy/a/1.zip", "legacy/a/index.json", "probe.json", "lock",
    ]
    for file in files { try folder.write("contents", to: "store/" + file) }
    try await withServers(of: folder.path("store"), in: folder) { store, cache in
      let year = "public, max-age=31536000, immutable"
      let expected = [
        "metadata/timestamp.json 200 public, max-age=30", "metadata/1.root.json 200 \(year)",
        "targets/a/b/1/d.bundle.zip 200 \(year)", "legacy/a/1.zip 200 \(year)",
        "legacy/a/index.json 200 public, max-age=30", "probe.json 404 None", "lock 404 None",
        "metadata/2.root.json 404 None",
      ]
      for server in [store, cache] {
        #expect(try await get(files + ["metadata/2.root.json"], from: server) == expected)
      }
      // The cache answers what it has, also that a file does not exist.
      let again = try await get(
        ["metadata/1.root.json", "metadata/2.root.json"], from: cache, header: "X-Cache")
      // On a busy machine the minute may be over.
      #expect(
        again.map { $0.replacing("EXPIRED", with: "HIT") }
          == ["metadata/1.root.json 200 HIT", "metadata/2.root.json 404 HIT"])
    }
  }

  @Test("the crontab line and the jobs for CI publish", .needsSeaweedFS)
  func jobs() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.copyExample(to: ".")
    let seaweed = try await SeaweedFS.shared()
    let pages = try Pages(onSeaweedFS: seaweed).replacing("/etc/eros", with: folder.path("keys"))
    let store = try #require(pages.text.firstMatch(of: #/s3:\/\/eros-test\/[0-9a-f-]+/#)?.output)
    // The section of the configuration that the page shows, with the store of the test.
    let release = try #require(
      try Pages().block("json").first { $0.hasPrefix("\"release\"") }?
        .replacing("s3://example-releases/app", with: store)
        .replacing("https://s3.example.org", with: seaweed.endpoint))
    let config = String(decoding: try folder.read("eros.native.json"), as: UTF8.self)
    try folder.write(
      "{ \(release)," + config.drop { $0 != "{" }.dropFirst(), to: "eros.native.json")
    // Stands for the build of the app.
    try folder.write(
      """
      #!/bin/sh
      [ "$1" = run ] || exit 0
      rm -rf dist && cp -R Examples/hello-eros/dist dist && cp -R more/. dist
      """, to: "bin/npm")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("bin/npm"))
    try folder.write("// more\n", to: "more/more.js")
    var environment = Self.environment.merging(seaweed.environment) { $1 }
    environment["PATH"] = folder.path("bin") + ":" + (environment["PATH"] ?? "")
    func run(_ command: String) async throws -> ToolResult {
      let result = try await runTool(
        "sh", ["-e", "-c", command], in: folder.path("."), environment: environment, seconds: 120)
      #expect(result.status == 0, "\(command): \(result)")
      return result
    }
    _ = try await run(
      "eros store init --store \(store) --new-keys keys --channel hello-eros/production")
    _ = try await run("cp keys/root.json .")
    environment["CHANNEL_KEY"] = String(
      decoding: try folder.read("keys/hello-eros-production.key"), as: UTF8.self)
    environment["ONLINE_KEY"] = String(
      decoding: try folder.read("keys/online.key"), as: UTF8.self
    ).replacing("\n", with: "\\n")
    environment["GITHUB_REF_NAME"] = "v1"
    environment["CI_COMMIT_TAG"] = "v2"
    let github = pages.steps(#/(?m)^ +- run: (.*)$/#)
    let gitlab = pages.steps(#/(?m)^    - ((?:npm|eros) .*)$/#)
    try #require(github.count == 3 && gitlab.count == 3)
    for step in github { _ = try await run(step) }
    // The same files again: the job does not fail.
    for step in gitlab { _ = try await run(step) }
    try folder.write("// more files\n", to: "more/more.js")
    for step in gitlab { _ = try await run(step) }
    let line = try #require(pages.text.firstMatch(of: #/0 4 \* \* \* (eros .*)/#)?.1)
    _ = try await run(String(line).replacing("/srv/releases", with: store))
    let list = try await run(
      "eros release list --store \(store) --channel hello-eros/production --keys keys")
    #expect(list.standardOutput.contains(#/ 2 .* 10% .* v2\n/#))
    #expect(list.standardOutput.contains(#/ 1 .* 10% .* v1/#))
    #expect(!list.standardOutput.contains("\n      3 "))
  }

  @Test("the bucket policy is JSON, and gives devices only the files that they need")
  func policy() throws {
    let text = try #require(Pages().block("json").first { $0.contains("Statement") })
    let policy = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let statements = try #require(policy?["Statement"] as? [[String: Any]])
    let open = statements.filter { $0["Principal"] as? String == "*" }
    #expect(open.count == 1)
    #expect(open.first?["Action"] as? String == "s3:GetObject")
    let resources = try #require(open.first?["Resource"] as? [String])
    let store = "arn:aws:s3:::example-releases/app"
    #expect(resources == ["metadata", "targets", "legacy"].map { "\(store)/\($0)/*" })
  }

  // MARK: - Running

  /// The variables with which `eros` is the one that was built with the tests.
  private static var environment: [String: String] {
    let tools = URL(filePath: Tool.built("eros")).deletingLastPathComponent()
      .path(percentEncoded: false)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return ["PATH": tools + ":" + path, "HOME": "/nonexistent"]
  }

  /// Runs nginx with the two configurations of the pages: a web server of a folder, and a cache.
  private func withServers(
    of store: String, in folder: TemporaryFolder,
    _ body: (_ store: String, _ cache: String) async throws -> Void
  ) async throws {
    try folder.write("", to: "nginx/empty")
    let servers = try Pages().block("nginx").joined(separator: "\n")
      .replacing("/srv/releases", with: store)
      .replacing("/var/cache/nginx/releases", with: folder.path("nginx/cache"))
    try await Nginx.run(servers, ports: [8000, 8001], in: folder.path("nginx")) { ports in
      try await body("http://127.0.0.1:\(ports[0])", "http://127.0.0.1:\(ports[1])")
    }
  }

  /// Returns for each path its status and a header field.
  private func get(
    _ paths: [String], from server: String, header: String = "Cache-Control"
  ) async throws -> [String] {
    let script = """
      import sys, time, urllib.error, urllib.request
      server, header, *paths = sys.argv[1:]
      for path in paths:
          for _ in range(100):
              try:
                  answer = urllib.request.urlopen(server + "/" + path)
              except urllib.error.HTTPError as error:
                  answer = error
              except urllib.error.URLError:  # nginx has just started
                  time.sleep(0.05)
                  continue
              print(path, answer.status, answer.headers[header])
              break
      """
    let result = try await runTool("python3", ["-c", script, server, header] + paths)
    return result.standardOutput.split(separator: "\n").map(String.init)
  }
}

/// Pages of `docs/`, of which parts are replaced for a test.
private struct Pages {
  /// The pages that share a session, in its order.
  static let names = ["publishing.md", "operating-a-store.md"]

  private(set) var texts: [String]

  var text: String { texts.joined(separator: "\n") }

  init(_ names: [String] = Self.names) throws {
    texts = try names.map { name in
      try String(contentsOf: Tool.packageRoot.appending(path: "docs/" + name), encoding: .utf8)
    }
  }

  /// The pages with another bucket and endpoint.
  init(onSeaweedFS store: SeaweedFS) throws {
    self = try Pages()
      .replacing(
        "s3://example-releases/app", with: "s3://\(store.bucket)/\(SeaweedFS.uniquePrefix())"
      )
      .replacing("http://localhost:9000", with: store.endpoint)
  }

  func replacing(_ old: String, with new: String) -> Pages {
    #expect(text.contains(old))
    var pages = self
    pages.texts = texts.map { $0.replacing(old, with: new) }
    return pages
  }

  /// Returns the code blocks of a language.
  func block(_ language: String) -> [String] {
    text.components(separatedBy: "\n```\(language)\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```\n").first }
  }

  /// Returns the commands in the jobs for CI.
  func steps(_ pattern: Regex<(Substring, Substring)>) -> [String] {
    block("yaml").flatMap { $0.matches(of: pattern).map { String($0.1) } }
  }

  /// Returns the first column of the tables of a section.
  func fields(of heading: String) -> [String] {
    let section = text.components(separatedBy: "\n\(heading)\n").dropFirst().first ?? ""
    return section.matches(of: #/(?m)^\| `(\w+)` \|/#).map { String($0.1) }
  }
}

extension TemporaryFolder {
  /// Copies the example app of this repository.
  fileprivate func copyExample(to folder: String) throws {
    try write("", to: folder + "/.empty")
    for name in ["Examples", "eros.native.json"] {
      try FileManager.default.copyItem(
        at: Tool.packageRoot.appending(path: name),
        to: URL(filePath: path(folder)).appending(path: name))
    }
  }
}
