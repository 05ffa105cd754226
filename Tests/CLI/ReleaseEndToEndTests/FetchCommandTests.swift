import ErosTestSupport
import Foundation
import Testing

@Suite("eros fetch", .phase(.servers), .temporaryFolder)
struct FetchCommandTests {
  private static let channel = ["--store", "store", "--channel", "demo/production"]

  private func run(
    _ arguments: [String], environment: [String: String] = [:]
  ) async throws -> ToolResult {
    try await runTool(
      Tool.built("eros"), arguments, in: TemporaryFolder.ofTest().path("."),
      environment: environment.merging(["COLUMNS": "80"]) { $1 })
  }

  private func succeed(_ arguments: String..., location: SourceLocation = #_sourceLocation)
    async throws
  {
    let result = try await run(arguments)
    try #require(result.status == 0, "\(result)", sourceLocation: location)
  }

  private func fetch(_ arguments: String...) async throws -> ToolResult {
    try await run(["fetch"] + Self.channel + ["--sandbox", "device"] + arguments)
  }

  /// Creates a store and packs two versions of an app.
  private func makeStore() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await succeed(
      "store", "init", "--store", "store", "--new-keys", "keys", "--channel", "demo/production")
    try folder.writeApp()
    for number in 1...2 {
      try folder.write("// release \(number)\n", to: "dist/pages/home/index.js")
      try await succeed("pack", "--output", "v\(number)", "--timestamp", "\(number)000")
    }
  }

  private func publish(_ number: Int) async throws {
    try await succeed(
      "publish", "v\(number)/bundle.zip", "--store", "store", "--channel", "demo/production",
      "--keys", "keys")
  }

  @Test("the proxy of the environment is used, except for hosts in NO_PROXY", .needs("python3"))
  func proxy() async throws {
    try await succeed(
      "store", "init", "--store", "store", "--new-keys", "keys", "--channel", "demo/production")
    let script = Tool.packageRoot.appending(path: "Tests/Base/ErosHTTPTests/connect-proxy.py")
    let arguments = [
      "fetch", "--store", "https://store.invalid", "--channel", "demo/production", "--sandbox",
      "device", "--root", "keys/root.json",
    ]
    try await ToolServer.run("python3", [script.path(percentEncoded: false), "407"]) { server in
      let proxy = "http://127.0.0.1:\(server.firstLine)"
      let secret = proxy.replacing("http://", with: "http://user:secret@")
      let refused = try await run(arguments, environment: ["HTTPS_PROXY": secret, "NO_PROXY": ""])
      #expect(refused.status == 69)
      #expect(
        refused.standardError.contains(
          "cannot connect through the proxy \(proxy): it responded with status 407"), "\(refused)")
      #expect(!refused.standardError.contains("secret"))
      let other = try await run(
        arguments, environment: ["ALL_PROXY": "socks5h://127.0.0.1:\(server.firstLine)"])
      #expect(other.status == 69)
      #expect(
        other.standardError.contains("it does not allow connections to https://store.invalid"),
        "\(other)")
      let malformed = try await run(arguments, environment: ["ALL_PROXY": "ftp://user:secret@p"])
      #expect(malformed.status == 64)
      #expect(malformed.standardError.contains("'ALL_PROXY' is not the URL of a proxy"))
      #expect(!malformed.standardError.contains("secret"), "\(malformed)")
      let excluded = try await run(
        arguments + ["--verbose"], environment: ["HTTPS_PROXY": secret, "NO_PROXY": ".invalid"])
      #expect(excluded.status == 69)
      #expect(excluded.standardError.contains("cannot resolve the host 'store.invalid'"))
      let retries = excluded.standardError.split(separator: "\n").filter { $0.hasPrefix("retry: ") }
      #expect(retries.count == 4, "\(excluded)")
    }
  }

  @Test("a device checks, fetches, starts, and fetches a patch")
  func session() async throws {
    try await makeStore()
    try await publish(1)
    let checked = try await fetch("--root", "keys/root.json", "--check")
    #expect(checked.status == 0 && checked.standardOutput.contains("an update is available"))
    let first = try await fetch("--json")
    #expect(first.status == 0, "\(first)")
    let report = try first.json()
    #expect(
      Set(report.keys) == [
        "outcome", "channel", "release", "artifact", "requiresAppVersion", "skipped", "requests",
        "metadataBytes", "bytes", "expires", "tester", "waitsForTrial", "reports",
      ])
    #expect(report["outcome"] as? String == "staged")
    let artifact = try #require(report["artifact"] as? [String: Any])
    #expect(Set(artifact.keys) == ["form", "result", "reason", "bytes"])
    #expect(artifact["form"] as? String == "full" && artifact["result"] as? String == "applied")
    let release = try #require(report["release"] as? [String: Any])
    #expect(
      Set(release.keys) == [
        "number", "tree", "jsVersion", "built", "kind", "native", "rollout", "paused", "brake",
        "notes", "plan", "localizedNotes", "urgency", "rehearsal", "restores", "retries", "bytes",
        "deltas", "legacy",
      ])
    #expect(report["waitsForTrial"] as? Bool == false)
    try await succeed("install", "--sandbox", "device")
    try await publish(2)
    let second = try await fetch()
    #expect(second.standardOutput.contains(/patch \([^)]+\) from [0-9a-f]{12}\n/), "\(second)")
    let again = try await fetch()
    #expect(again.status == 0 && again.standardOutput.contains("up to date"))
    try await succeed("install", "--sandbox", "device")
  }

  @Test("a tester gets a release that other devices do not get")
  func testers() async throws {
    try await makeStore()
    let folder = try TemporaryFolder.ofTest()
    let command = ["--keys", "keys"] + Self.channel
    let none = try await run(["publish", "v1/bundle.zip", "--rollout", "testers"] + command)
    #expect(none.status == 66 && none.standardError.contains("eros release testers"), "\(none)")
    try folder.write("\u{FEFF}ada@example.org\r\n\r\n  # QA\nBob\n", to: "testers.txt")
    let set = try await run(["release", "testers", "testers.txt"] + command)
    #expect(set.standardOutput == "demo/production has 2 testers\n", "\(set)")
    let published = try await run(["publish", "v1/bundle.zip", "--rollout", "testers"] + command)
    #expect(published.status == 0, "\(published)")
    let other = try await fetch("--root", "keys/root.json", "--json").json()
    #expect(other["outcome"] as? String == "not-included" && other["tester"] is NSNull)
    let tester = try await fetch("--tester", "bob", "--json").json()
    #expect(tester["outcome"] as? String == "staged" && tester["tester"] as? Bool == true)
    try await succeed("store", "check", "--store", "store", "--root", "keys/root.json")
    let shown = try await run(["release", "show", "1"] + command)
    #expect(shown.standardOutput.contains(#/testers +2 testers of the channel/#), "\(shown)")
    #expect(published.standardOutput.contains(#/rollout +testers only/#), "\(published)")
    for reading in [
      ["release", "list"] + command, ["store", "status", "--store", "store", "--keys", "keys"],
    ] {
      let listed = try await run(reading)
      #expect(listed.standardOutput.contains(" testers only "), "\(listed)")
    }
    let share = try await run(["release", "rollout", "1", "testers"] + command)
    #expect(share.standardOutput == "demo/production release 1: testers only\n", "\(share)")

    try folder.write("ada,bob\ncleo\n", to: "testers.txt")
    let comma = try await run(["release", "testers", "testers.txt", "--dry-run"] + command)
    #expect(comma.standardOutput == "demo/production would have 2 testers\n", "\(comma)")
    #expect(
      comma.standardError.contains(
        "warning: line 1 of 'testers.txt' has a comma, and is one identifier"), "\(comma)")
    let list = try await run(["release", "testers", "ada,bob"] + command)
    #expect(
      list.status == 64 && list.standardError.contains("one on each line, and pass the file"),
      "\(list)")

    try folder.write("ada\n\u{1}\n", to: "testers.txt")
    let malformed = try await run(["release", "testers", "testers.txt"] + command)
    #expect(malformed.status == 65 && malformed.standardError.contains("line 2 "), "\(malformed)")
    try folder.write(Array("ada\nM".utf8) + [0xFC] + Array("ller\n".utf8), to: "testers.txt")
    let latin1 = try await run(["release", "testers", "testers.txt"] + command)
    #expect(
      latin1.status == 65 && latin1.standardError.contains("line 2 is not UTF-8"), "\(latin1)")
    let removed = try await run(["release", "testers", "--remove", "--json"] + command)
    #expect(try removed.json()["testers"] as? Int == 0)
    #expect(removed.standardError.contains("no further device gets release 1"), "\(removed)")
    let without = try await run(["release", "show", "1", "--json"] + command).json()
    #expect(without["testers"] is NSNull)
    let both = try await run(["release", "testers", "testers.txt", "--remove"] + command)
    #expect(both.status == 64)
  }

  @Test("a device's decisions are explained")
  func explain() async throws {
    try await makeStore()
    try await publish(1)
    #expect(try await fetch("--root", "keys/root.json").status == 0)
    try await succeed("install", "--sandbox", "device")
    try await publish(2)
    let folder = try TemporaryFolder.ofTest()
    let text = try await run(["status", "--sandbox", "device", "--decisions"])
    #expect(text.status == 0 && text.standardOutput.contains("staged demo/production 1"), "\(text)")
    let decisions = try await run(["status", "--sandbox", "device", "--decisions", "--json"])
    try folder.write(decisions.standardOutput, to: "decisions.json")
    let question = ["explain", "decisions.json", "--store", "store", "--root", "keys/root.json"]
    let result = try await run(question)
    #expect(result.status == 0, "\(result)")
    #expect(result.standardOutput.contains("(notChecked)"), "\(result)")
    let chinese = try await run(question, environment: ["LANG": "zh_CN.UTF-8"])
    let labels = chinese.standardOutput.split(separator: "\n").map { $0.prefix { $0 != " " } }
    #expect(labels == ["版本", "原因", "证据", "证据", "建议"], "\(chinese)")
    let json = try await run(question + ["--json", "--release", "1"]).json()
    #expect(json["hasRelease"] as? Bool == true && json["number"] as? Int == 1, "\(json)")
    let missing = try await run(question + ["--release", "9"])
    #expect(missing.status == 66, "\(missing)")
    let unknown = try await run(question + ["--channel", "demo/prodution"])
    #expect(
      unknown.status == 66
        && unknown.standardError.contains("the store does not have the channel 'demo/prodution'"),
      "\(unknown)")
    try folder.write("{}", to: "decisions.json")
    let damaged = try await run(question)
    #expect(damaged.status == 65 && damaged.standardError.contains("\nhint: "), "\(damaged)")
    for path in ["absent", "store"] {
      let other = try await run(["status", "--sandbox", path, "--decisions"])
      #expect(other.status == 66, "\(other)")
    }
  }

  @Test(
    "a fetch replaces the old release although its base is not readable",
    .enabled(if: Tool.isInstalled("strace")))
  func unreadableBase() async throws {
    try await makeStore()
    try await publish(1)
    #expect(try await fetch("--root", "keys/root.json").status == 0)
    try await succeed("install", "--sandbox", "device")
    try await publish(2)
    let folder = try TemporaryFolder.ofTest()
    let base = try "device/releases/" + #require(folder.names(in: "device/releases").first)
    // Without its pages, the zip of the base is read.
    try folder.write("damaged", to: base + "/bundle/pages/home/index.js")
    let result = try await runTool(
      "strace",
      [
        "-f", "-qq", "-o", "trace", "-P", folder.path(base + "/bundle.zip"), "-e",
        "inject=read,pread64,preadv:error=EIO", Tool.built("eros"), "fetch",
      ] + Self.channel + ["--sandbox", "device", "--json"], in: folder.path("."))
    #expect(try String(decoding: folder.read("trace"), as: UTF8.self).contains("EIO"))
    #expect(result.status == 0, "\(result)")
    let artifact = try #require(try result.json()["artifact"] as? [String: Any])
    #expect(artifact["result"] as? String == "fallback", "\(result)")
    #expect((artifact["reason"] as? String)?.contains("missing or unreadable") == true)
  }

  @Test("an app that is too old waits, and a text decides about a rollout")
  func options() async throws {
    try await makeStore()
    try await succeed(
      "publish", "v1/bundle.zip", "--store", "store", "--channel", "demo/production", "--keys",
      "keys", "--rollout", "0%")
    let root = ["--root", "keys/root.json"]
    let waiting = try await run(
      ["fetch"] + Self.channel + ["--sandbox", "device", "--json", "--app-version", "0.9.0"]
        + ["--platform", "ios"] + root)
    #expect(try waiting.json()["outcome"] as? String == "waits-for-app")
    #expect(try waiting.json()["requiresAppVersion"] as? String == "1.0.0")
    let outside = try await fetch("--json", "--id", "a")
    #expect(try outside.json()["outcome"] as? String == "not-included")
    #expect(try await fetch("--platform", "ios").status == 64)
  }

  @Test("a device reports its update to a server, also from a store in a folder")
  func reports() async throws {
    try await makeStore()
    try await publish(1)
    try await TestReportServer.run(in: TemporaryFolder.ofTest().path) { server in
      let staged = try await fetch("--root", "keys/root.json", "--report", server.url("500,204"))
      #expect(staged.standardOutput.contains("0 sent, 1 wait for the next fetch"), "\(staged)")
      let again = try await fetch("--json", "--report", server.url("500,204"))
      #expect(try again.json()["reports"] as? [String: Int] == ["sent": 1, "waiting": 0])
    }
    for arguments in [["--report", "reports"], ["--report", "http://127.0.0.1:1/", "--check"]] {
      let refused = try await run(["fetch"] + Self.channel + ["--sandbox", "device"] + arguments)
      #expect(refused.status == 64)
    }
  }

  @Test("errors have the exit statuses of the design")
  func errors() async throws {
    try await makeStore()
    let rootless = try await fetch()
    #expect(rootless.status == 66 && rootless.standardError.contains("no trusted root metadata"))
    let key = try await fetch("--root", "keys/online.pub")
    #expect(key.status == 65 && key.standardError.contains("'keys/online.pub'"), "\(key)")
    #expect(key.standardError.contains("is not root metadata: it is a key"), "\(key)")
    let version = try await fetch("--app-version", "abc")
    #expect(version.status == 64, "\(version)")
    #expect(
      version.standardError.contains(
        "hint: write one to four numbers of up to nine digits with dots, such as 1.2.0 or 1.2.0-beta.1"
      ),
      "\(version)")
    let empty = try await fetch("--root", "keys/root.json", "--json")
    #expect(empty.status == 66)
    #expect(try empty.json()["error"] != nil)
    let unreachable = try await run([
      "fetch", "--store", "http://127.0.0.1:1/store", "--channel", "demo/production", "--sandbox",
      "device",
    ])
    #expect(unreachable.status == 69, "\(unreachable)")
    let wrong = try await run([
      "fetch", "--store", "v1", "--channel", "demo/production", "--sandbox", "other", "--root",
      "keys/root.json",
    ])
    #expect(wrong.status == 69, "\(wrong)")
    #expect(wrong.standardError.contains("'v1' does not have 'metadata/timestamp.json'"))
    #expect(wrong.standardError.contains("hint: check the address"), "\(wrong)")
    let folder = try TemporaryFolder.ofTest()
    try folder.write("<html>Log in</html>", to: "store/metadata/timestamp.json")
    let portal = try await fetch()
    #expect(portal.status == 65 && portal.standardError.contains("the last successful check"))
    let failed = try await fetch("--json")
    let error = try #require(try failed.json()["error"] as? [String: Any])
    #expect(error["reason"] as? String == "refused")
    #expect((error["since"] as? String)?.hasSuffix("Z") == true, "\(failed)")
  }

  @Test("a bucket is read with its credentials", .needsSeaweedFS)
  func bucket() async throws {
    let server = try await SeaweedFS.shared()
    let store = "s3://\(server.bucket)/\(SeaweedFS.uniquePrefix())"
    try await makeStore()
    let session = [
      ["store", "init", "--store", store, "--new-keys", "other", "--channel", "demo/production"],
      [
        "publish", "v1/bundle.zip", "--store", store, "--channel", "demo/production", "--keys",
        "other",
      ],
      [
        "fetch", "--store", store, "--channel", "demo/production", "--sandbox", "device", "--root",
        "other/root.json",
      ],
    ]
    for arguments in session {
      let result = try await run(arguments, environment: server.environment)
      try #require(result.status == 0, "\(result)")
    }
    let again = try await run(session[2] + ["--json"], environment: server.environment)
    #expect(try again.json()["outcome"] as? String == "up-to-date")
    #expect(try again.json()["metadataBytes"] as? Int == 0)
  }
}
