import ErosProcess
import ErosPublish
import ErosStore
import ErosTestSupport
import ErosTrust
import Foundation
import Testing

@Suite("Store commands", .phase(.servers), .temporaryFolder)
struct StoreCommandTests {
  private static let channel = ["--store", "store", "--channel", "demo/production"]

  private func run(_ arguments: [String]) async throws -> ToolResult {
    let folder = try TemporaryFolder.ofTest()
    return try await runTool(
      Tool.built("eros"), arguments, in: folder.path("."), environment: ["COLUMNS": "80"])
  }

  /// Runs a command in a folder with the environment variables for defaults.
  private func run(
    _ arguments: [String], in folder: String, store: String = "", keys: String = ""
  ) async throws -> ToolResult {
    try await runTool(
      Tool.built("eros"), arguments, in: TemporaryFolder.ofTest().path(folder),
      environment: ["COLUMNS": "80", "EROS_STORE": store, "EROS_KEYS": keys])
  }

  /// Runs a command, which must end with 0, and returns its JSON.
  @discardableResult
  private func json(_ arguments: String...) async throws -> [String: Any] {
    try await json(arguments)
  }

  @discardableResult
  private func json(_ arguments: [String]) async throws -> [String: Any] {
    let result = try await run(arguments + ["--json"])
    try #require(result.status == 0, "\(arguments): \(result)")
    return try result.json()
  }

  /// Runs a command, which must fail, and checks its message.
  private func fails(
    _ status: Int32, _ message: String, _ arguments: String...,
    location: SourceLocation = #_sourceLocation
  ) async throws {
    try await fails(status, message, arguments, location: location)
  }

  private func fails(
    _ status: Int32, _ message: String, _ arguments: [String],
    location: SourceLocation = #_sourceLocation
  ) async throws {
    let result = try await run(arguments)
    #expect(result.status == status, "\(result)", sourceLocation: location)
    #expect(result.standardError.contains(message), "\(result)", sourceLocation: location)
    #expect(result.standardOutput == "", sourceLocation: location)
  }

  /// Packs the app with a text on its page.
  private func pack(_ number: Int, native: String = "1.0.0") async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp(
      config: TemporaryFolder.config.replacing("\"1.0.0\"", with: "\"\(native)\""))
    try folder.write("// release \(number)\n", to: "dist/pages/home/index.js")
    try await json("pack", "--output", "v\(number)", "--timestamp", "\(number)000")
  }

  private func makeStore() async throws -> TemporaryFolder {
    try await json(
      "store", "init", "--store", "store", "--new-keys", "keys", "--channel", "demo/production")
    return try TemporaryFolder.ofTest()
  }

  private func publish(_ number: Int) async throws -> [String: Any] {
    try await json(
      // The folder of a bundle is accepted like the bundle.
      "publish", number == 2 ? "v2" : "v\(number)/bundle.zip", "--store", "store", "--channel",
      "demo/production",
      "--keys", "keys")
  }

  /// Creates a store whose metadata has expired, except that of root and targets.
  private func makeExpiredStore() async throws {
    let folder = try TemporaryFolder.ofTest()
    let keys = try ["root", "targets", "online", "channel"].map {
      try KeyPair.create($0, in: folder.path("keys"), passphrase: nil)
    }
    let ring = try KeyRing(
      keys.map { key in
        let file = try KeyFile(.file(key.privatePath), environment: [:])
        return try file.signingKey { [] }
      })
    let hundredDays: Int64 = 100 * 86_400_000
    let editor = try await StoreCreation.create(
      FolderStore(folder.path("store"), creating: true),
      StoreKeys(
        root: [keys[0].publicKey], threshold: 1, targets: [keys[1].publicKey],
        online: [keys[2].publicKey]),
      channel: (ChannelName("demo/production"), [keys[3].publicKey]), keys: ring,
      now: Int64(Date().timeIntervalSince1970 * 1000) - hundredDays)
    try folder.write(editor.pinnedRoot, to: "keys/root.json")
  }

  @Test("a refresh exits with 1 when metadata that other keys sign has expired")
  func refreshOfExpiredChannel() async throws {
    try await makeExpiredStore()
    let refresh = ["store", "refresh", "--store", "store", "--keys", "keys"]
    let result = try await run(refresh)
    #expect(result.status == 1, "\(result)")
    #expect(result.standardError.contains("error: 'demo/production': the metadata expired at"))
    let document = try await run(refresh + ["--json"])
    #expect(document.status == 1, "\(document)")
    let findings = try #require(document.json()["findings"] as? [[String: Any]])
    #expect(findings.map { $0["code"] as? String } == ["metadataExpired"])
  }

  @Test("a refresh signs again, reports a damaged channel, and exits with 1")
  func refreshOfDamagedChannel() async throws {
    let folder = try await makeStore()
    try await pack(1)
    _ = try await publish(1)
    let name = try #require(
      try folder.names(in: "store/metadata").filter { $0.hasSuffix("demo-production.json") }.max())
    try folder.write("{}", to: "store/metadata/" + name)
    let result = try await run(["store", "refresh", "--store", "store", "--keys", "keys"])
    #expect(result.status == 1, "\(result)")
    #expect(result.standardError.contains("error: 'metadata/\(name)'"), "\(result)")
    #expect(
      result.standardError.contains("`eros store refresh --store store --repair --keys keys`"))
    #expect(result.standardOutput.contains("signed again, valid for 7 days"), "\(result)")
    try FileManager.default.removeItem(atPath: folder.path("store/metadata/" + name))
    let missing = try await run([
      "store", "refresh", "--store", "store", "--keys", "keys", "--json",
    ])
    #expect(missing.status == 1, "\(missing)")
    let findings = try #require(missing.json()["findings"] as? [[String: Any]])
    #expect(findings.map { $0["code"] as? String } == ["metadataMissing"])
  }

  @Test("init creates keys and a store, which check accepts")
  func initialization() async throws {
    let folder = try TemporaryFolder.ofTest()
    let created = try await json(
      "store", "init", "--store", "store", "--new-keys", "keys", "--channel", "demo/production")
    #expect(Set(created.keys) == ["store", "root", "channel", "keys", "dryRun"])
    #expect(created["root"] as? String == "keys/root.json")
    let keys = try #require(created["keys"] as? [[String: Any]])
    #expect(
      keys.map { $0["role"] as? String } == [
        "root", "root", "root", "targets", "online", "channel",
      ])
    let root = try folder.read("keys/root.json")
    #expect(try folder.read("store/metadata/1.root.json") == root)
    let check = try await json("store", "check", "--store", "store", "--root", "keys/root.json")
    #expect(check["ok"] as? Bool == true)
    #expect((check["findings"] as? [Any])?.count == 0)
    let channels = try #require(check["channels"] as? [[String: Any]])
    #expect(channels.map { $0["name"] as? String } == ["demo/production"])
    #expect(channels.map { $0["newest"] as? Int } == [0])

    try await fails(
      73, "is a release store already", "store", "init", "--store", "store", "--new-keys", "keys")
    try await fails(64, "pass --new-keys, or --root", "store", "init", "--store", "other")
    try await fails(
      64, "cannot be changed", "store", "init", "--store", "https://example.org/store",
      "--new-keys", "new")
    #expect(try !folder.names(in: ".").contains("new"))
  }

  @Test("a dry run of init creates nothing, and a store out of reach leaves no keys")
  func plannedInitialization() async throws {
    let folder = try TemporaryFolder.ofTest()
    let planned = try await json(
      "store", "init", "--store", "store", "--new-keys", "keys", "--channel", "demo/production",
      "--dry-run")
    #expect(planned["dryRun"] as? Bool == true)
    #expect((planned["keys"] as? [Any])?.count == 6)
    #expect(try folder.names(in: ".") == [])
    try await fails(
      66, "no credentials found", "store", "init", "--store", "s3://releases/app", "--new-keys",
      "keys",
      "--endpoint", "http://127.0.0.1:1")
    #expect(try folder.names(in: ".") == [])
  }

  @Test("an interrupted init keeps its keys, says so, and is completed by the same command")
  func interruptedInitialization() async throws {
    let folder = try TemporaryFolder.ofTest()
    // A folder has the name of the first file.
    try folder.makeFolder("store/metadata/1.root.json")
    try await fails(
      65, "its keys are in 'keys', where the same command finds them again", "store", "init",
      "--store", "store", "--new-keys", "keys")
    let keys = try folder.readTree("keys")
    #expect(keys.files.count == 10)
    try FileManager.default.removeItem(atPath: folder.path("store/metadata/1.root.json"))
    try await json("store", "init", "--store", "store", "--new-keys", "keys")
    let completed = try folder.readTree("keys").files
    #expect(completed.filter { $0.key != "root.json" } == keys.files)
    #expect(
      try await json("store", "status", "--store", "store", "--keys", "keys")["ok"] as? Bool == true
    )
  }

  @Test("a wrong key is reported with its option, and a key of another role is refused")
  func wrongKeys() async throws {
    _ = try await makeStore()
    let root = ["--root", "keys/root.json"]
    try await fails(
      66,
      "the role 'snapshot' must be signed by 1 of its keys, but none was given: --online "
        + "'keys/targets.key' is the key ", "store", "refresh", "--store", "store", "--online",
      "keys/targets.key", root[0], root[1])
    try await json("keys", "new", "other", "--output", "other")
    try await fails(
      66, "none was given: --keys 'other' has other keys", "store", "refresh", "--store", "store",
      "--keys",
      "other", root[0], root[1])
    let command = ["--store", "store", "--channel", "demo/production"]
    try await json("store", "init", "--store", "second", "--new-keys", "second-keys")
    for arguments in [["release", "list"], ["release", "show", "1"]] {
      try await fails(
        65, "'second-keys/root.json' of --root is not the root metadata of the store 'store'",
        arguments + command + ["--root", "second-keys/root.json"])
    }
    try await fails(
      65, "is a key of 'online', and cannot also sign 'root'", "store", "rotate", "root", "--store",
      "store",
      "--new-key", "keys/online.key", "--keys", "keys")
    try await fails(
      65, "is a key of 'targets', and cannot also sign 'online'", "store", "init", "--store",
      "third",
      "--root", "keys/root-1.key", "--targets", "keys/online.key", "--online", "keys/online.key")
  }

  @Test("publish, pause, rollout, promote and roll back")
  func lifecycle() async throws {
    _ = try await makeStore()
    for number in 1...2 { try await pack(number) }
    _ = try await publish(1)
    let second = try await publish(2)
    try await fails(
      65, "with `eros release rollback --to 1 --channel demo/production --store store --keys keys`",
      ["publish", "v1/bundle.zip", "--keys", "keys"] + Self.channel)
    #expect(second["dryRun"] as? Bool == false)
    let release = try #require(second["release"] as? [String: Any])
    #expect(release["number"] as? Int == 2)
    #expect(release["rollout"] as? String == "100%")
    #expect(release["paused"] as? Bool == false)
    let objects = try #require(second["objects"] as? [[String: Any]])
    #expect(objects.contains { $0["origin"] as? String == "uploaded" })
    let requests = try #require(second["requests"] as? [String: Any])
    #expect((requests["puts"] as? Int ?? 99) <= objects.count - 1 + 4)

    func change(_ arguments: String...) async throws -> [String: Any] {
      let result = try await run(
        ["release"] + arguments + Self.channel + ["--keys", "keys", "--json"])
      try #require(result.status == 0, "\(result)")
      return try #require(try result.json()["release"] as? [String: Any])
    }
    #expect(try await change("pause", "2")["paused"] as? Bool == true)
    #expect(try await change("resume", "2")["paused"] as? Bool == false)
    #expect(try await change("retry", "2")["retries"] as? Int == 1)
    #expect(try await change("rollout", "2", "12.5%")["rollout"] as? String == "12.50%")
    try await json("keys", "new", "beta", "--output", "keys")
    try await json(
      "channel", "add", "demo/beta", "--store", "store", "--channel-key", "keys/beta.key", "--keys",
      "keys")
    #expect(try await change("promote", "2", "--to", "demo/beta")["number"] as? Int == 1)
    #expect(try await change("rollback")["number"] as? Int == 3)
    let folder = try TemporaryFolder.ofTest()
    try folder.write(
      #"{"appName": "demo", "release": {"store": "../store", "channel": "demo/production"}}"#,
      to: "other/eros.native.json")
    let list = try await run([
      "release", "list", "--config", "other", "--root", "keys/root.json", "--json",
    ])
    let releases = try #require(try list.json()["releases"] as? [[String: Any]])
    let numbers = releases.map { ($0["release"] as? [String: Any])?["number"] as? Int }
    #expect(numbers == [3, 2, 1])
    let check = try await json("store", "check", "--store", "store", "--root", "keys/root.json")
    #expect(check["ok"] as? Bool == true)

    let again = try await run(["release", "rollback"] + Self.channel + ["--keys", "keys"])
    #expect(again.status == 1)
    #expect(again.standardError.contains("is already a rollback to release 1"), "\(again)")
  }

  @Test("a rollback names the release that it restores, everywhere")
  func restoredRelease() async throws {
    _ = try await makeStore()
    for number in 1...3 { try await pack(number) }
    for number in 1...3 { _ = try await publish(number) }
    let root = ["--root", "keys/root.json"]
    try await json(
      "release", "rollout", "2", "25%", "--store", "store", "--channel", "demo/production",
      "--keys", "keys")
    let rollback = ["release", "rollback", "--to", "2"] + Self.channel + ["--keys", "keys"]
    let planned = try await run(rollback + ["--dry-run"])
    #expect(planned.standardOutput.contains(#/restores +release 2/#), "\(planned)")
    let done = try await run(rollback + ["--json"])
    #expect((try done.json()["release"] as? [String: Any])?["restores"] as? Int == 2, "\(done)")
    #expect(
      done.standardError.contains("release 2 was only for 25% of the devices"), "\(done)")
    let shown = try await run(["release", "show", "4"] + Self.channel + root)
    #expect(shown.standardOutput.contains(#/restores +release 2/#), "\(shown)")
    let list = try await run(["release", "list"] + Self.channel + root)
    let lines = list.standardOutput.split(separator: "\n")
    #expect(lines.first?.contains(" restores ") == true, "\(list)")
    #expect(lines[1].contains(#/ KB +2 /#), "\(list)")
    #expect(lines[2].hasPrefix("      3"), "\(list)")
  }

  @Test("the list says of a replaced release whether it was published for legacy clients")
  func legacyColumn() async throws {
    _ = try await makeStore()
    let options = Self.channel + ["--keys", "keys", "--no-rehearsal"]
    for number in 1...4 {
      try await pack(number)
      try await json(["publish", "v\(number)", number == 1 ? "--legacy" : "--no-legacy"] + options)
    }
    let list = try await run(["release", "list", "--root", "keys/root.json"] + Self.channel)
    #expect(list.standardOutput.contains(#/\n +4 .* 100% .* no /#), "\(list)")
    #expect(list.standardOutput.contains(#/\n +1 .* replaced .* yes /#), "\(list)")
    let shown = try await json(
      ["release", "show", "1", "--root", "keys/root.json"] + Self.channel)
    #expect((shown["release"] as? [String: Any])?["legacy"] as? Bool == true)
  }

  /// The fields of the timestamp on port 8080, and the message of `store check`, or `nil` without one.
  private static let cachingFields: [(fields: String, message: String?)] = [
    (#"add_header Cache-Control "public, max-age=30";"#, nil),
    (#"add_header Cache-Control "no-cache";"#, nil),
    (#"add_header Cache-Control "max-age=600, s-maxage=0";"#, nil),
    ("", "the response has no Cache-Control"),
    (#"add_header Cache-Control "public, max-age=600";"#, "may keep the timestamp for 600 seconds"),
    (#"add_header Cache-Control "public";"#, "does not say how long"),
    (
      #"add_header Cache-Control "public, max-age=30"; add_header Age 120;"#,
      "a copy that is 120 seconds old"
    ),
  ]

  @Test("a web server or a CDN that keeps the timestamp is a warning", .needs("nginx"))
  func keptTimestamp() async throws {
    let folder = try await makeStore()
    let store = folder.path("store")
    let servers = Self.cachingFields.enumerated().map { index, server in
      "server { listen \(8080 + index); root \(store); location = /metadata/timestamp.json { \(server.fields) } }"
    }
    let cache = """
      proxy_cache_path \(folder.path("cache")) keys_zone=kept:1m;
      server {
        listen 8090;
        location / {
          proxy_pass http://localhost:8080;
          proxy_cache kept;
          proxy_cache_valid 200 10m;
          proxy_ignore_headers Cache-Control;
          proxy_cache_bypass $http_cache_control;
          proxy_no_cache $http_cache_control;
        }
      }

      """
    let ports = Array(8080..<(8080 + servers.count)) + [8090]
    let work = try folder.makeFolder("nginx")
    try await Nginx.run(
      servers.joined(separator: "\n") + "\n" + cache, ports: ports, in: work
    ) { found in
      func messages(_ port: Int) async throws -> [String] {
        let check = try await run([
          "store", "check", "--store", "http://127.0.0.1:\(port)/", "--root", "keys/root.json",
          "--json",
        ])
        #expect(check.status == 0, "\(check)")
        let findings = try #require(try check.json()["findings"] as? [[String: Any]])
        return findings.filter { $0["code"] as? String == "timestampCached" }.compactMap {
          #expect(($0["remedy"] as? String)?.contains("max-age=30") == true)
          return $0["message"] as? String
        }
      }
      for (port, server) in zip(found, Self.cachingFields) {
        let shown = try await messages(port)
        #expect(shown.count == (server.message == nil ? 0 : 1), "\(server): \(shown)")
        #expect(server.message.map { shown.first?.contains($0) == true } ?? true, "\(shown)")
      }
      let kept = try #require(found.last)
      #expect(try await messages(kept) == [])
      _ = try await run(["store", "refresh", "--store", "store", "--keys", "keys"])
      #expect(
        try await messages(kept) == ["a cache delivers an earlier timestamp than the origin"])
    }
  }

  @Test("the status of a store lists channels, releases, and what expires next")
  func storeStatus() async throws {
    _ = try await makeStore()
    let new = try await run(["store", "status", "--store", "store", "--keys", "keys"])
    #expect(new.status == 0, "\(new)")
    #expect(new.standardOutput.contains(#/demo\/production +no release yet/#), "\(new)")
    try await pack(1)
    _ = try await publish(1)
    try await json(
      "release", "rollout", "1", "25%", "--store", "store", "--channel", "demo/production",
      "--keys", "keys")
    try await json("keys", "new", "demo-beta", "--output", "other")
    try await json(
      "channel", "add", "demo/beta", "--store", "store", "--channel-key", "other/demo-beta.pub",
      "--keys",
      "keys")
    let text = try await run(["store", "status", "--store", "store", "--keys", "keys"])
    #expect(text.standardOutput.contains(#/demo\/production +1 +25% /#), "\(text)")
    #expect(
      text.standardOutput.contains(#/expires next: (timestamp|snapshot), in 6 days/#), "\(text)")
    for role in ["timestamp", "snapshot", "demo/production", "targets", "root"] {
      #expect(text.standardOutput.contains(" \(role), in "), "\(role): \(text)")
    }
    let refresh = try await advised(#/sign it again: eros (.*)/#, in: text.standardOutput)
    #expect(refresh == "store refresh --store store --keys keys")
    let status = try await json("store", "status", "--store", "store", "--keys", "keys")
    let channels = try #require(status["channels"] as? [[String: Any]])
    #expect(channels.map { $0["name"] as? String } == ["demo/production", "demo/beta"])
    let list = try await run(["channel", "list", "--store", "store", "--keys", "keys"])
    #expect(list.standardOutput.contains(#/demo\/beta +[0-9a-f]{64}, never signed/#), "\(list)")
    #expect(!list.standardOutput.contains("testers") && channels[0]["testers"] is NSNull)
    try FileManager.default.removeItem(
      atPath: TemporaryFolder.ofTest().path("store/metadata/timestamp.json"))
    let lost = try await run(["store", "status", "--store", "store", "--keys", "keys"])
    #expect(lost.status == 1 && lost.standardOutput.contains("the channels are unknown"), "\(lost)")
    #expect(!lost.standardOutput.contains("expires next"), "\(lost)")
    let repair = try await advised(#/repair it: eros (.*)/#, in: lost.standardOutput)
    #expect(repair == "store refresh --store store --repair --keys keys")
  }

  /// Runs the command that a text advises, and returns its words.
  private func advised(
    _ command: Regex<(Substring, Substring)>, in text: String
  ) async throws -> String {
    let words = String(try #require(text.firstMatch(of: command)).1)
    let result = try await run(words.split(separator: " ").map(String.init))
    #expect(result.status == 0, "\(result)")
    return words
  }

  @Test("the status of a web server advises commands for the store behind it", .needs("python3"))
  func statusOfWebServer() async throws {
    let folder = try await makeStore()
    try await ToolServer.run(
      "python3", ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1"], in: folder.path("store")
    ) { server in
      let url = try #require(server.firstLine.firstMatch(of: #/http:\/\/[0-9.:]+/#)).output
      let status = try await run([
        "store", "status", "--store", String(url), "--root", "keys/root.json",
      ])
      #expect(
        status.standardOutput.contains(
          "sign it again: eros store refresh --store STORE --keys KEYS --root keys/root.json\n"),
        "\(status)")
      for note in ["STORE is the folder or the bucket that the web server", "KEYS is the folder"] {
        #expect(status.standardError.contains(note), "\(status)")
      }
    }
  }

  @Test("the commands about an older copy of the timestamp work as they are printed")
  func olderTimestamp() async throws {
    let folder = try await makeStore()
    let timestamp = "store/metadata/timestamp.json"
    let first = try folder.read(timestamp)
    for number in [1, 2] {
      try await pack(number)
      _ = try await publish(number)
    }
    try folder.write(first, to: timestamp)
    for command in ["check", "status"] {
      let result = try await run(["store", command, "--store", "store", "--keys", "keys"])
      #expect(result.status == 1, "\(result)")
      let text = result.standardOutput + result.standardError
      #expect(text.contains("`eros store refresh --store store --repair --keys keys`"), "\(result)")
      let list = try await advised(#/compare `eros (.*?)`/#, in: text)
      #expect(list == "release list --channel demo/production --store store --keys keys")
    }
    let unnamed = try await run(["store", "check", "--store", "store"])
    #expect(
      unnamed.standardOutput.contains(
        "`eros store refresh --store store --repair --keys KEYS --root ROOT`"), "\(unnamed)")
    // This command needs no key, so it works as it is printed.
    let list = try await advised(#/compare `eros (.*?)`/#, in: unnamed.standardOutput)
    #expect(list == "release list --channel demo/production --store store")
    for note in ["KEYS is the folder", "ROOT is the root.json"] {
      #expect(unnamed.standardError.contains(note), "\(unnamed)")
    }
    let status = try await run(["store", "status", "--store", "store", "--keys", "keys"])
    let repair = try await advised(#/sign it again: eros (.*)/#, in: status.standardOutput)
    #expect(repair == "store refresh --store store --repair --keys keys")
    let repaired = try await run(["store", "status", "--store", "store", "--keys", "keys"])
    #expect(repaired.status == 0, "\(repaired)")
    #expect(
      repaired.standardOutput.contains(
        "sign it again: eros store refresh --store store --keys keys\n"),
      "\(repaired)")
  }

  @Test("the list of releases leaves the channel to the user if the store has several")
  func severalChannels() async throws {
    let folder = try await makeStore()
    let timestamp = "store/metadata/timestamp.json"
    try await json("keys", "new", "demo-beta", "--output", "other")
    try await json(
      "channel", "add", "demo/beta", "--store", "store", "--channel-key", "other/demo-beta.pub",
      "--keys",
      "keys")
    let first = try folder.read(timestamp)
    for number in [1, 2] {
      try await pack(number)
      _ = try await publish(number)
    }
    try folder.write(first, to: timestamp)
    let check = try await run(["store", "check", "--store", "store", "--keys", "keys"])
    #expect(
      check.standardOutput.contains(
        "`eros release list --channel APP/CHANNEL --store store --keys keys`"),
      "\(check)")
    #expect(check.standardError.contains("APP/CHANNEL is a channel of the store"), "\(check)")
  }

  @Test("errors of commands that only read name the store and the channel")
  func errorsOfReaders() async throws {
    let folder = try await makeStore()
    let brake = try await run(["store", "brake", "show", "--store", "store", "--keys", "keys"])
    #expect(brake.status == 66, "\(brake)")
    #expect(
      brake.standardError.contains(
        "`eros store brake add --store store --brake-key KEY --keys keys`"),
      "\(brake)")
    let show = try await run(["release", "show", "3", "--keys", "keys"] + Self.channel)
    #expect(show.status == 66, "\(show)")
    let list = try await advised(#/list the releases with `eros (.*?)`/#, in: show.standardError)
    #expect(list == "release list --channel demo/production --store store --keys keys")
    try folder.write("{}", to: "store/metadata/timestamp.json")
    let collect = try await run(["store", "collect", "--store", "store", "--keys", "keys"])
    #expect(collect.status == 65, "\(collect)")
    #expect(
      collect.standardError.contains("`eros store refresh --store store --repair --keys keys`"),
      "\(collect)")
  }

  @Test("the status of a store and the list of channels have the number of testers")
  func testersOfChannels() async throws {
    let folder = try await makeStore()
    try folder.write("ada@example.org\nbob@example.org\n", to: "testers.txt")
    try await json(
      ["release", "testers", "testers.txt", "--keys", "keys"] + Self.channel)
    try await json("keys", "new", "demo-beta", "--output", "other")
    try await json(
      "channel", "add", "demo/beta", "--store", "store", "--channel-key", "other/demo-beta.key",
      "--keys",
      "keys")
    for command in [["store", "status"], ["channel", "list"]] {
      let arguments = command + ["--store", "store", "--keys", "keys"]
      let text = try await run(arguments)
      #expect(
        text.standardOutput.contains(#/demo\/production +(no release yet +)?2 */#), "\(text)")
      let channels = try #require(try await json(arguments)["channels"] as? [[String: Any]])
      #expect(channels.map { $0["testers"] as? Int } == [2, nil])
      #expect(channels.allSatisfy { $0["testers"] != nil })
    }
    let names = try folder.names(in: "store/targets/demo/production/1")
    let list = try #require(names.first { $0.hasSuffix("testers.json") })
    try FileManager.default.removeItem(
      atPath: folder.path("store/targets/demo/production/1/" + list))
    for command in [["store", "status"], ["channel", "list"]] {
      let lost = try await run(command + ["--store", "store", "--keys", "keys"])
      #expect(lost.status == 0 && lost.standardOutput.contains("unreadable"), "\(lost)")
      #expect(
        lost.standardError.contains(
          "the list of testers of 'demo/production' is missing or damaged"), "\(lost)")
      #expect(
        lost.standardError.contains(
          "`eros release testers FILE --channel demo/production --store store --keys keys`"),
        "\(lost)")
    }
  }

  @Test("a removed channel is no longer in the list, and the same key restores it")
  func removedChannel() async throws {
    _ = try await makeStore()
    try await pack(1)
    _ = try await publish(1)
    let remove = ["channel", "remove", "demo/production", "--store", "store", "--keys", "keys"]
    let planned = try await run(remove + ["--dry-run"])
    #expect(planned.status == 0 && planned.standardOutput.contains("would remove"), "\(planned)")
    #expect(try await run(remove).status == 0)
    let status = try await run(["store", "status", "--store", "store", "--keys", "keys"])
    #expect(
      status.status == 0 && status.standardOutput.contains("does not have a channel"), "\(status)")
    let list = ["release", "list", "--root", "keys/root.json"] + Self.channel
    try await fails(66, "does not have the channel 'demo/production'", list)
    try await fails(66, "does not have the channel 'demo/production'", remove)
    try await json(
      "channel", "add", "demo/production", "--store", "store", "--channel-key",
      "keys/demo-production.key", "--keys", "keys")
    #expect(try await run(list).standardOutput.contains(#/\n +1 +2/#))
    #expect(try await run(["store", "check", "--store", "store", "--keys", "keys"]).status == 0)
  }

  @Test("a command without a store says how to name one")
  func missingStore() async throws {
    _ = try await makeStore()
    let hint =
      "pass --store with a folder, s3://BUCKET/PREFIX or a URL, set EROS_STORE, or set 'release.store'"
    try await fails(64, hint, "store", "rotate", "online", "--keys", "keys")
    try await fails(64, hint, ["release", "list", "--channel", "demo/production"])
  }

  @Test("keys are not created in the store, and a rotation needs other keys")
  func keyFolders() async throws {
    let folder = try await makeStore()
    try await fails(
      73, "is inside the store 'other', whose files are public", "store", "init", "--store",
      "other",
      "--new-keys", "other/keys")
    #expect(!FileManager.default.fileExists(atPath: folder.path("other")))
    try await fails(
      73, "is inside the store 'keys', whose files are public", "store", "init", "--store", "keys",
      "--new-keys", "other")
    #expect(!FileManager.default.fileExists(atPath: folder.path("keys/metadata")))
    for options in [["--dry-run"], []] {
      let result = try await run(
        ["store", "init", "--store", "other", "--new-keys", "keys"] + options)
      #expect(result.status == 73, "\(result)")
      #expect(result.standardError.contains("'keys/root.json'"), "\(result)")
      #expect(!FileManager.default.fileExists(atPath: folder.path("other")))
    }
    try await fails(
      1, "the role 'online' already has exactly these keys", "store", "rotate", "online", "--store",
      "store",
      "--new-key", "keys/online.key", "--keys", "keys")
  }

  @Test("the status of a store and a list of releases report expired metadata")
  func expiredStatus() async throws {
    try await makeExpiredStore()
    let status = try await run(["store", "status", "--store", "store", "--keys", "keys"])
    #expect(status.status == 1, "\(status)")
    #expect(
      status.standardError.contains("error: 'timestamp': the metadata expired at"), "\(status)")
    #expect(status.standardOutput.contains(", expired ("), "\(status)")
    let releases = try await run(["release", "list", "--keys", "keys"] + Self.channel)
    #expect(releases.status == 0, "\(releases)")
    #expect(releases.standardError.contains("warning: devices get no updates"), "\(releases)")
    let json = try await run(["release", "list", "--keys", "keys", "--json"] + Self.channel)
    let expired = try #require(json.json()["expired"] as? [[String: Any]])
    // In the order in which the commands work.
    #expect(expired.map { $0["role"] as? String } == ["demo/production", "snapshot", "timestamp"])
    #expect(
      expired.compactMap { $0["command"] as? String }
        == ["eros store rotate demo/production --store store --keys keys"]
        + Array(repeating: "eros store refresh --store store --keys keys", count: 2))
    for more in [[], ["--json"]] {
      let list = try await run(["channel", "list", "--store", "store", "--keys", "keys"] + more)
      #expect(list.status == 0, "\(list)")
      for role in [
        ": the metadata of the role 'timestamp'", " from 'demo/production': its metadata",
      ] {
        #expect(
          list.standardError.contains("warning: devices get no updates\(role) expired at"),
          "\(list)")
      }
    }
    _ = try await run(["store", "refresh", "--store", "store", "--keys", "keys"])
    let channel = try await run(["store", "status", "--store", "store", "--keys", "keys"])
    #expect(
      channel.status == 1
        && channel.standardOutput.hasSuffix("devices get no updates from demo/production\n"),
      "\(channel)")
  }

  @Test("a folder of keys that does not exist, or without root.json, is named")
  func missingKeyFolder() async throws {
    let folder = try await makeStore()
    try await fails(66, "'nokeys'", "channel", "list", "--store", "store", "--keys", "nokeys")
    _ = try folder.makeFolder("empty")
    let result = try await run(["channel", "list", "--store", "store", "--keys", "empty"])
    #expect(result.status == 0, "\(result)")
    #expect(
      result.standardError.contains("because 'empty' does not have root.json; pass --root"),
      "\(result)")
  }

  @Test("the configuration and the environment name the store, the channel and the keys")
  func defaults() async throws {
    let folder = try await makeStore()
    try folder.writeApp()
    let config = String(decoding: try folder.read("eros.native.json"), as: UTF8.self)
    let release = """
      { "store": "store", "channel": "demo/production", "root": "keys/root.json" }
      """
    try folder.write("{ \"release\": \(release)," + config.dropFirst(), to: "eros.native.json")
    let missing = try await run(["publish"], in: "dist", keys: "../keys")
    #expect(missing.status == 64, "\(missing)")
    #expect(missing.standardError.contains("run `eros pack --output build`"), "\(missing)")
    try await json("pack", "--output", "build", "--timestamp", "1000")
    // The paths are relative to the configuration.
    let published = try await run(["publish"], in: "dist", keys: "../keys")
    #expect(published.status == 0, "\(published)")
    let rollout = try await run(["release", "rollout", "1", "10%"], in: ".", keys: "keys")
    #expect(rollout.status == 0, "\(rollout)")
    let status = try await run(["store", "status"], in: "dist")
    #expect(status.standardOutput.contains(#/demo\/production +1 +10% /#), "\(status)")
    #expect(!status.standardError.contains("trusted"), "\(status)")
    // The environment has priority.
    let other = try await run(["store", "status"], in: ".", store: "none")
    #expect(other.status == 66, "\(other)")
    let malformed = try await run(["store", "status"], in: ".", store: "ftp://a")
    #expect(malformed.status == 64, "\(malformed)")
    #expect(
      malformed.standardError.contains("EROS_STORE: 'ftp://a' is not a folder"), "\(malformed)")
    let wrong = release.replacing(#""keys/root.json""#, with: "7")
    try folder.write("{ \"release\": \(wrong)," + config.dropFirst(), to: "eros.native.json")
    let pin = try await run(["release", "list"], in: ".")
    #expect(pin.status == 65, "\(pin)")
    #expect(pin.standardError.contains("'release.root' must be a string"), "\(pin)")
    // The configuration is not needed for a store that an argument names.
    let explicit = ["release", "list", "--store", "store", "--channel", "demo/production"]
    #expect(try await run(explicit, in: ".").status == 0)
    try folder.write(config, to: "eros.native.json")
    let none = try await run(["release", "list"], in: ".")
    #expect(none.status == 64, "\(none)")
    #expect(none.standardError.contains("error: no channel is given"), "\(none)")
  }

  @Test("the region of the configuration is only for its own store, and an option replaces it")
  func configuredRegion() async throws {
    let folder = try await makeStore()
    try folder.writeApp()
    let config = String(decoding: try folder.read("eros.native.json"), as: UTF8.self).dropFirst()
    let release = #"{ "release": { "store": "s3://releases/app", "region": "no region" },"#
    try folder.write(release + config, to: "eros.native.json")
    // Without credentials, no command gets further than the region.
    func isRegionRefused(_ store: String, _ options: String...) async throws -> Bool {
      let arguments = ["store", "status", "--store", store, "--root", "keys/root.json"]
      let result = try await run(arguments + ["--endpoint", "http://127.0.0.1:1"] + options)
      #expect(result.status != 0, "\(result)")
      return result.standardError.contains("'no region' is not a region")
    }
    #expect(try await isRegionRefused("s3://releases/app"))
    #expect(try await !isRegionRefused("s3://releases/other"))
    #expect(try await !isRegionRefused("s3://releases/app", "--region", "us-east-1"))
  }

  @Test("a folder with only private keys suffices")
  func privateKeysOnly() async throws {
    let folder = try await makeStore()
    try await pack(1)
    for name in ["online.key", "demo-production.key", "root.json"] {
      try folder.write(folder.read("keys/" + name), to: "ci/" + name)
    }
    for name in ["online.key", "demo-production.key"] {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600], ofItemAtPath: folder.path("ci/" + name))
    }
    let published = try await run(
      ["publish", "v1/bundle.zip", "--keys", "ci"] + Self.channel)
    #expect(published.status == 0, "\(published)")
  }

  @Test("--config selects the project whose store and channel are used")
  func configuredProject() async throws {
    let folder = try await makeStore()
    let release = #"{ "release": { "store": "STORE", "channel": "demo/production" },"#
    try folder.writeApp()
    let config = String(decoding: try folder.read("eros.native.json"), as: UTF8.self).dropFirst()
    try folder.write(
      release.replacing("STORE", with: "none") + config, to: "eros.native.json")
    try folder.write(
      release.replacing("STORE", with: "../store") + config, to: "other/eros.native.json")
    try folder.write("// other\n", to: "other/dist/pages/home/index.js")
    let pack = ["pack", "dist", "--output", "other/build", "--timestamp", "1000"]
    #expect(try await run(pack).status == 0)
    let published = try await run(["publish", "--config", "other"], in: ".", keys: "keys")
    #expect(published.status == 0, "\(published)")
    let unknown = try await run(["publish", "--config", "missing"], in: ".", keys: "keys")
    #expect(unknown.status == 66, "\(unknown)")
  }

  @Test("--config names the store and the channel of each command")
  func configuredCommands() async throws {
    let folder = try TemporaryFolder.ofTest()
    let release = """
      { "release": { "store": "../store", "channel": "demo/production", "root": "../keys/root.json" },
      """
    try folder.writeApp()
    let config = String(decoding: try folder.read("eros.native.json"), as: UTF8.self).dropFirst()
    try folder.write(release + config, to: "app/eros.native.json")
    try FileManager.default.removeItem(atPath: folder.path("eros.native.json"))
    @discardableResult
    func succeeds(_ words: String...) async throws -> String {
      let result = try await run(words, in: ".", keys: "keys")
      try #require(result.status == 0, "\(words): \(result)")
      return result.standardOutput
    }
    let app = ["--config", "app"]
    let created = try await succeeds("store", "init", "--new-keys", "keys", "--config", "app")
    #expect(created.contains(#/channel +demo/production/#), "\(created)")
    // The channel of the configuration is not for the store of the environment.
    let other = try await run(
      ["store", "init", "--new-keys", "other-keys", "--config", "app"], in: ".", store: "other")
    #expect(other.status == 0, "\(other)")
    #expect(!other.standardOutput.contains("demo/production"), "\(other)")
    for name in ["brake", "beta", "other"] { try await succeeds("keys", "new", name, "-o", "keys") }
    try await succeeds("store", "brake", "add", "--brake-key", "keys/brake.key", "--config", "app")
    try await succeeds(
      "channel", "add", "demo/beta", "--channel-key", "keys/beta.key", app[0], "app")
    try await succeeds("pack", "dist", "--output", "build", "--config", "app")
    try await succeeds("publish", "build", "--config", "app")
    try await succeeds("store", "brake", "set", "1", "--reason", "crash", "--config", "app")
    #expect(try await succeeds("store", "brake", "show", "--config", "app").contains("crash"))
    for command in ["resume", "retry"] {
      let stopped = try await run(
        ["release", command, "1", "--config", "app"], in: ".", keys: "keys")
      #expect(
        stopped.status == 0 && stopped.standardError.contains("the brake pauses release 1"),
        "\(stopped)")
      #expect(
        stopped.standardError.contains(
          #/`eros store brake lift 1 --channel demo\/production --store \S+`/#))
    }
    try await succeeds(
      "store", "brake", "lift", "1", "--channel", "demo/production", "--config", "app")
    try await succeeds(
      "store", "brake", "set", "1", "--channel", "demo/production", "--store", "store", "--config",
      "app")
    try await succeeds("store", "brake", "remove", "--config", "app")
    try await succeeds("store", "rotate", "demo/production", "--config", "app")
    try await succeeds("store", "rotate", "targets", "--store", "store")
    let channels = try await succeeds("channel", "list", "--config", "app")
    #expect(channels.contains("demo/beta") && channels.contains("demo/production"))
    try await succeeds(
      "install", "--sandbox", "box", "--bundle", "build/bundle.zip", "--app-version", "1.0.0")
    #expect(
      try await succeeds("fetch", "--sandbox", "box", "--config", "app").contains("demo/production")
    )
    let decisions = try await succeeds("status", "--sandbox", "box", "--decisions", "--json")
    try folder.write(decisions, to: "decisions.json")
    try await succeeds("explain", "decisions.json", "--config", "app")

    for (message, words) in [
      ("'store' is not a role", ["store", "rotate", "store"]),
      ("run `eros store rotate online --store store`", ["store", "rotate", "store", "online"]),
      ("missing expected argument '<role>'", ["store", "rotate"]),
      (
        "'store' is not the name of a channel",
        ["channel", "add", "store", "--channel-key", "keys/other.key"]
      ),
      (
        "'demo/production' is not the number of a release",
        ["store", "brake", "set", "demo/production"]
      ),
      (
        "--channel: 'x' is not the name of a channel",
        ["store", "brake", "lift", "1", "--channel", "x", "--store", "store"]
      ),
      ("no channel is given", ["store", "brake", "lift", "1", "--keys", "keys"]),
      (
        "pass --channel APP/NAME, such as my-app/production, or set",
        ["store", "brake", "set", "1", "--keys", "keys"]
      ),
    ] { try await fails(64, message, words) }
  }

  @Test("a build time in the future is refused, and a JSON report has milliseconds")
  func buildTimes() async throws {
    _ = try await makeStore()
    try await pack(1)
    let seconds = try #require(try await publish(1)["seconds"] as? Double)
    #expect("\(seconds)".count <= 7, "\(seconds)")
    let future = Int64(Date().timeIntervalSince1970 + 2 * 86_400) * 1000
    try TemporaryFolder.ofTest().write("// later\n", to: "dist/pages/home/index.js")
    try await json("pack", "--output", "later", "--timestamp", "\(future)")
    try await fails(
      65, "or with `eros pack --timestamp`", "publish", "later/bundle.zip", "--store", "store",
      "--channel", "demo/production", "--keys", "keys")
  }

  @Test("a bundle that cannot be published is refused with the reason")
  func refusals() async throws {
    let folder = try await makeStore()
    for number in 1...2 { try await pack(number) }
    _ = try await publish(2)
    func fails(
      _ status: Int32, _ message: String, _ bundle: String, store: String = "store",
      channel: String = "demo/production", keys: [String] = ["--keys", "keys"],
      location: SourceLocation = #_sourceLocation
    ) async throws {
      let result = try await run(
        ["publish", bundle, "--store", store, "--channel", channel, "--root", "keys/root.json"]
          + keys)
      #expect(result.status == status, "\(result)", sourceLocation: location)
      #expect(result.standardError.contains(message), "\(result)", sourceLocation: location)
    }
    try await fails(1, "release 1, the newest of the channel, has the same files", "v2/bundle.zip")
    try await fails(65, "was built at", "v1/bundle.zip")
    try await fails(66, "v9/bundle.zip", "v9/bundle.zip")
    try await fails(65, "eros.native.json", "eros.native.json")
    try await fails(66, "missing", "v2/bundle.zip", store: "missing")
    try await fails(
      66, "does not have the channel 'demo/missing'", "v2/bundle.zip", channel: "demo/missing")
    try await fails(64, "channel", "v2/bundle.zip", channel: "demo")
    try await fails(64, "cannot be changed", "v2/bundle.zip", store: "https://example.org/store")
    try await fails(
      66, "keys are missing for the roles 'demo-production', 'snapshot'", "v2/bundle.zip", keys: [])
    try await fails(
      66, "'demo-production' must be signed", "v2/bundle.zip",
      keys: ["--online", "keys/online.key"])
    try folder.makeFolder("empty")
    try await fails(66, "is not a release store", "v2/bundle.zip", store: "empty")
    #expect(try folder.names(in: "empty") == [])
    let check = try await json("store", "check", "--store", "store", "--root", "keys/root.json")
    #expect((check["channels"] as? [[String: Any]])?.first?["newest"] as? Int == 1)
  }

  @Test("check reports damage with 1, and another root with 65")
  func damage() async throws {
    let folder = try await makeStore()
    try await pack(1)
    let objects = try #require(try await publish(1)["objects"] as? [[String: Any]])
    let path = try #require(objects.first?["path"] as? String)
    let parent = "store/targets/" + path.split(separator: "/").dropLast().joined(separator: "/")
    let name = try #require(try folder.names(in: parent).first { $0.hasSuffix(".bundle.zip") })
    try folder.write("damaged", to: parent + "/" + name)
    let check = try await run([
      "store", "check", "--store", "store", "--root", "keys/root.json", "--json",
    ])
    #expect(check.status == 1)
    let findings = try #require(try check.json()["findings"] as? [[String: Any]])
    #expect(findings.map { $0["code"] as? String } == ["fileDamaged", "objectsUnreferenced"])
    #expect(try check.json()["ok"] as? Bool == false)

    try await json("store", "init", "--store", "other", "--new-keys", "other-keys")
    try await fails(
      65, "'other-keys/root.json' of --root is not the root metadata of the store 'store'",
      "store", "check", "--store", "store", "--root", "other-keys/root.json")
    try await fails(
      65, "'eros.native.json' of --root is not root metadata", "store", "check", "--store", "store",
      "--root",
      "eros.native.json")
    try await fails(
      66, "missing", "store", "check", "--store", "missing", "--root", "keys/root.json")
    try await fails(
      66, "missing.json", "store", "check", "--store", "store", "--root", "missing.json")
  }

  @Test("a lost timestamp is a finding, and refresh --repair signs a new one")
  func repair() async throws {
    let folder = try await makeStore()
    try await pack(1)
    _ = try await publish(1)
    try FileManager.default.removeItem(atPath: folder.path("store/metadata/timestamp.json"))
    let check = try await run(["store", "check", "--store", "store", "--keys", "keys"])
    #expect(check.status == 1, "\(check)")
    #expect(check.standardOutput.contains("'metadata/timestamp.json': the file is missing"))
    #expect(
      check.standardOutput.contains("`eros store refresh --store store --repair --keys keys`"))
    let quiet = try await run(["store", "check", "--store", "store", "--keys", "keys", "--quiet"])
    #expect(quiet.status == 1)
    #expect(quiet.standardOutput == "")
    #expect(quiet.standardError.contains("'metadata/timestamp.json': the file is missing"))
    try await fails(
      65, "without 'metadata/timestamp.json'", "store", "refresh", "--store", "store", "--keys",
      "keys")
    let planned = try await json(
      "store", "refresh", "--store", "store", "--keys", "keys", "--repair", "--dry-run")
    #expect(planned["dryRun"] as? Bool == true)
    #expect(try !folder.names(in: "store/metadata").contains("timestamp.json"))
    let repaired = try await run([
      "store", "refresh", "--store", "store", "--keys", "keys", "--repair",
    ])
    #expect(repaired.status == 0, "\(repaired)")
    #expect(
      repaired.standardOutput.hasPrefix("repaired: 'metadata/timestamp.json' is missing\n"))
    #expect(
      try await json("store", "check", "--store", "store", "--keys", "keys")["ok"] as? Bool == true)
    try await fails(
      66, "is not a release store", "store", "refresh", "--store", "keys", "--keys", "keys",
      "--repair")
  }

  @Test("missing keys and a missing channel are reported before the pages run")
  func keysBeforeRehearsal() async throws {
    let folder = try await makeStore()
    try await pack(1)
    try folder.write("throw new Error('fails')\n", to: "dist/pages/home/index.js")
    try await json("pack", "--output", "failing", "--timestamp", "2000")
    _ = try folder.makeFolder("empty")
    let publish = ["publish", "failing", "--root", "keys/root.json"]
    for (options, message) in [
      (["--keys", "empty"] + Self.channel, "keys are missing for the roles 'demo-production'"),
      (
        ["--keys", "keys", "--store", "store", "--channel", "demo/beta"],
        "the store does not have the channel 'demo/beta'"
      ),
    ] {
      let result = try await run(publish + options)
      #expect(result.status == 66 && result.standardError.contains(message), "\(result)")
      #expect(!result.standardError.contains("index.js"), "\(result)")
    }
  }

  @Test("a dry run writes nothing, and a refresh only the online metadata")
  func dryRun() async throws {
    let folder = try await makeStore()
    try await pack(1)
    let before = try folder.readTree("store")
    let planned = try await json(
      "publish", "v1/bundle.zip", "--store", "store", "--channel", "demo/production", "--keys",
      "keys", "--dry-run")
    #expect(planned["dryRun"] as? Bool == true)
    #expect(try folder.readTree("store") == before)
    let refreshed = try await json(
      "store", "refresh", "--store", "store", "--online", "keys/online.key", "--root",
      "keys/root.json")
    #expect(refreshed["timestampVersion"] as? Int == 2)
    let files = Set(try folder.readTree("store").files.keys).subtracting(before.files.keys)
    #expect(files == ["metadata/2.snapshot.json"])
    let collected = try await json(
      "store", "collect", "--store", "store", "--grace", "0d", "--root", "keys/root.json")
    #expect(collected["removed"] as? [String] == ["metadata/1.snapshot.json"])
  }

  @Test("a failed read-back is repeated by the same command", .needs("python3"))
  func readBack() async throws {
    let folder = try await makeStore()
    try await pack(1)
    var publish = [
      "publish", "v1/bundle.zip", "--store", "store", "--channel", "demo/production", "--keys",
      "keys",
    ]
    for url in [["--public-url", "http://127.0.0.1:9"], []] {
      let result = try await run(publish + url)
      #expect(result.status == 69, "\(result)")
      #expect(result.standardError.contains("the release is published, but"), "\(result)")
    }
    try await ToolServer.run(
      "python3", ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1"], in: folder.path("store")
    ) { server in
      let url = try #require(server.firstLine.firstMatch(of: #/http:\/\/[0-9.:]+/#)).output
      let result = try await run(publish + ["--public-url", String(url), "--json"])
      #expect(result.status == 0, "\(result)")
      let report = try result.json()
      #expect(report["alreadyPublished"] as? Bool == true)
      #expect(report["publicURL"] as? String == String(url))
      #expect((report["release"] as? [String: Any])?["number"] as? Int == 1)
      let again = try await run(publish)
      #expect(again.status == 0, "\(again)")
      #expect(again.standardOutput.contains("already published"))
      try await pack(2)
      let second = try await run(["publish", "v2/bundle.zip"] + publish.dropFirst(2))
      #expect(second.standardOutput.contains(#/read back +a device would install it/#))
    }
    publish[1] = "v2/bundle.zip"
    #expect(try await run(publish).status == 69)
    #expect(try await run(publish + ["--no-public-url"]).status == 0)
    #expect(try await run(publish).status == 1)
    let unchanged = try await run(publish + ["--allow-unchanged"])
    #expect(unchanged.status == 0 && unchanged.standardOutput.contains("already published"))
    let changed = try await run(publish + ["--allow-unchanged", "--rollout", "5%"])
    #expect(changed.status == 1 && changed.standardError.contains("differs in 'rollout'"))
    try await fails(64, "pass --no-public-url", publish + ["--public-url", ""])
  }

  @Test(
    "a repeated rollback without --to is an error, and one with --to is read back again",
    .needs("python3"))
  func repeatedRollback() async throws {
    let folder = try await makeStore()
    for number in 1...2 {
      try await pack(number)
      _ = try await publish(number)
    }
    let rollback = ["release", "rollback"] + Self.channel + ["--keys", "keys"]
    try await ToolServer.run(
      "python3", ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1"], in: folder.path("store")
    ) { server in
      let url = try #require(server.firstLine.firstMatch(of: #/http:\/\/[0-9.:]+/#)).output
      #expect(try await run(rollback + ["--public-url", String(url)]).status == 0)
      try await fails(1, "is already a rollback to release 1", rollback)
      let named = try await run(rollback + ["--to", "1"])
      #expect(named.status == 0 && named.standardOutput.contains("already published"), "\(named)")
    }
    try await fails(69, "the release is published, but", rollback)
  }

  @Test("--embedded accepts only a version after the '@', and only bundles of the app")
  func embedded() async throws {
    let folder = try await makeStore()
    for number in 1...2 { try await pack(number) }
    let config = TemporaryFolder.config.replacing("\"demo\"", with: "\"other-app\"")
    try folder.writeApp(config: config)
    try await json("pack", "--output", "other", "--timestamp", "5000")
    let publish = [
      "publish", "v2/bundle.zip", "--store", "store", "--channel", "demo/production", "--keys",
      "keys", "--embedded",
    ]
    try await fails(
      64, "--embedded 'v1/bundle.zip@abc': 'abc' is not a version; pass ZIP@VERSION",
      publish + ["v1/bundle.zip@abc"])
    try await fails(
      65,
      "'other/bundle.zip' is a bundle of the app 'other-app', but the channel is 'demo/production'",
      publish + ["other/bundle.zip@1.0"])
    try folder.write(folder.read("v1/bundle.zip"), to: "v1@old.zip")
    let named = try await run(publish + ["v1@old.zip", "--json"])
    #expect(named.status == 0, "\(named)")
    #expect((try named.json()["release"] as? [String: Any])?["deltas"] as? Int == 1)
  }

  @Test("a pause of the only release warns that devices keep the release they have")
  func pauseOfAll() async throws {
    _ = try await makeStore()
    try await pack(1)
    _ = try await publish(1)
    let paused = try await run(
      ["release", "pause", "1"] + Self.channel + ["--keys", "keys", "--json"])
    #expect(paused.status == 0, "\(paused)")
    #expect(try paused.json()["offersRelease"] as? Bool == false)
    #expect(paused.standardError.contains("devices keep the release they have"), "\(paused)")
  }

  @Test("a pause says if the earlier release has no deltas that can be listed again")
  func pauseWithoutDeltas() async throws {
    _ = try await makeStore()
    for number in 1...3 {
      try await pack(number)
      _ = try await publish(number)
    }
    func pause(_ number: Int) async throws -> String {
      let result = try await run(
        ["release", "pause", "\(number)"] + Self.channel + ["--keys", "keys"])
      try #require(result.status == 0, "\(result)")
      return result.standardError
    }
    let channel = Self.channel + ["--keys", "keys"]
    #expect(try await pause(3) == "")
    let shown = try await run(["release", "show", "2"] + channel)
    #expect(shown.standardOutput.contains(#/delta +from [0-9a-f]{12} /#), "\(shown)")
    // No device has a release before the first.
    #expect(try await pause(2) == "")
    try await pack(4)
    try await json(["publish", "v4", "--deltas", "0"] + channel)
    try await pack(5)
    try await json(["publish", "v5"] + channel)
    #expect(try await pause(5).contains("does not list deltas to release 4"))
  }

  @Test("the next command removes the scratch folder of a killed one")
  func killed() async throws {
    let folder = try await makeStore()
    try await pack(1)
    try folder.makeFolder("tmp")
    let name = ".eros-scratch-\(getuid())"
    let used = "\(name)-2.eros-scratch"
    for leftover in ["\(name)-1.eros-scratch", used] {
      try folder.write("", to: "tmp/\(leftover)/base.zip")
    }
    let lock = open(folder.path("tmp/\(used)"), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try #require(flock(lock, LOCK_EX | LOCK_NB) == 0)
    defer { close(lock) }
    let result = try await runTool(
      Tool.built("eros"),
      ["publish", "v1/bundle.zip", "--keys", "keys"] + Self.channel, in: folder.path("."),
      environment: ["TMPDIR": folder.path("tmp")])
    #expect(result.status == 0, "\(result)")
    // A folder in use is kept.
    #expect(try folder.names(in: "tmp") == [used])
  }

  @Test("releases that do not exist are refused")
  func unknownReleases() async throws {
    _ = try await makeStore()
    let keys = Self.channel + ["--keys", "keys"]
    for (arguments, message) in [
      (["release", "pause", "1"], "does not have a release 1"),
      (["release", "rollback"], "does not have an earlier release"),
      (["release", "promote", "3", "--to", "demo/beta"], "does not have the channel 'demo/beta'"),
    ] {
      let result = try await run(arguments + keys)
      #expect(result.status == 66, "\(result)")
      #expect(result.standardError.contains(message), "\(result)")
    }
    let badShare = try await run(["release", "rollout", "1", "101%"] + keys)
    #expect(badShare.status == 64)
    #expect(badShare.standardError.contains("in steps of 0.01%"), "\(badShare)")
    let list = try await run(
      ["release", "list"] + Self.channel + ["--root", "keys/root.json", "--page", "2"])
    #expect(list.status == 66, "\(list)")
  }

  @Test("publishers, rollbacks and a collection at the same time", .needs("bash", "python3"))
  func race() async throws {
    let result = try await runTool(
      Tool.packageRoot.appending(path: "Tests/Slow/store/race").path(percentEncoded: false),
      ["folder", "3"], environment: ["EROS": Tool.built("eros")], seconds: 300)
    #expect(result.status == 0, "\(result)")
    #expect(result.standardOutput.contains(" 0 violations"))
  }
}
