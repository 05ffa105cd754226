import ErosFiles
import ErosPublish
import ErosReleaseTestSupport
import ErosStore
import ErosTestSupport
import ErosTrust
import Foundation
import Testing

@Suite("A host in C", .temporaryFolder, .enabled(if: Tool.isInstalled("cc")))
struct CHostTests {
  @Test("launches, stages, confirms and rolls back, without a finding of AddressSanitizer")
  func life() async throws {
    let world = try DeviceWorld()
    try await world.makeHost()
    let first = try await world.run("launch", "first.zip")
    #expect(first["reason"] == "first-run" && first["token"] == nil)
    #expect(try await world.run("stage", "second.zip").keys.contains("staged"))
    let trial = try await world.run("launch", "first.zip")
    #expect(trial["reason"] == "trial" && trial["previous"] == first["release"])
    let pages = try #require(trial["path"])
    #expect(try world.folder.read(pages + "/pages/home/index.js") == Array("render(2);\n".utf8))
    #expect(try await world.run("confirm", "another").keys.contains("stale"))
    #expect(try await world.run("confirm", #require(trial["token"])).keys.contains("confirmed"))
    // Nothing is on trial.
    #expect(try await world.run("confirm", "another").keys.contains("stale"))
    #expect(try await world.run("launch", "first.zip")["reason"] == "confirmed")
    #expect(try await world.host("rollback").status == 0)
    #expect(try await world.run("launch", "first.zip")["release"] == first["release"])
    let release = try #require(first["release"])
    #expect(try await world.run("unblock", release)["unblocked"] == "0")
    #expect(try await world.run("unblock")["unblocked"] == "1")
  }

  @Test("applies a staged release without a launch")
  func apply() async throws {
    let world = try DeviceWorld()
    try await world.makeHost()
    let first = try await world.run("launch", "first.zip")
    #expect(try await world.run("apply").keys.contains("nothing"))
    _ = try await world.run("stage", "second.zip")
    let applied = try await world.run("apply")
    #expect(applied["previous"] == first["release"] && applied["reason"] == "trial")
    let token = try #require(applied["token"])
    #expect(try await world.run("confirm", token).keys.contains("confirmed"))
    let pages = try #require(first["path"]) + "/pages/home/index.js"
    #expect(try world.folder.read(pages) == Array("render(1);\n".utf8))
  }

  @Test("stages a content delta")
  func delta() async throws {
    let world = try DeviceWorld()
    try world.makeDelta("update")
    try await world.makeHost()
    _ = try await world.run("launch", "first.zip")
    #expect(try await world.run("stage", "update").keys.contains("staged"))
    let trial = try await world.run("launch")
    let pages = try #require(trial["path"])
    #expect(try world.folder.read(pages + "/pages/home/index.js") == Array("render(2);\n".utf8))
  }

  /// Returns the last successful check in the error of a check that failed for `reason`.
  private func checkFailure(_ result: ToolResult, _ reason: Int) throws -> Int64 {
    let pattern = try Regex(
      "note: check failure \(reason), last check (\\d+)\n", as: (Substring, Substring).self)
    let note = try #require(result.standardError.firstMatch(of: pattern), "\(result)")
    return try #require(Int64(note.1))
  }

  @Test("gets a release for testers with the identifier of one", .needs("python3"))
  func tester() async throws {
    let world = try DeviceWorld()
    try await world.makeHost()
    let store = try await world.makeEmptyStore()
    let ada = try #require(TesterID("ada@example.org"))
    try await store.editor.releases.setTesters([ada], in: store.channel)
    try await store.publish(ReadableFile(world.folder.path("second.zip"))) {
      $0.options.rollout = 0
    }
    _ = try await world.run("launch", "first.zip")
    try await store.withHTTPServer { address in
      let other = try json(await world.host(["fetch", address], ["TESTER": "bob@example.org"]))
      #expect(other["outcome"] as? String == "not-included" && other["tester"] as? Bool == false)
      let found = try json(await world.host(["fetch", address], ["TESTER": "ada@example.org"]))
      #expect(found["outcome"] as? String == "staged" && found["tester"] as? Bool == true)
    }
  }

  @Test("fetches from a release store, and cannot be given other bytes", .needs("python3"))
  func fetch() async throws {
    let world = try DeviceWorld()
    try await world.makeHost()
    let store = try await world.makeStore()
    _ = try await world.run("launch", "first.zip")
    try await store.withHTTPServer { address in
      let fetched = try await world.host(["fetch", address], ["PROGRESS": "1"])
      let staged = try json(fetched)
      #expect(staged["outcome"] as? String == "staged", "\(staged)")
      let bytes = try #require(staged["bytes"] as? Int)
      let steps = fetched.standardError.split(separator: "\n").filter { $0.hasPrefix("progress: ") }
      #expect(steps.first == "progress: check 0 of 0" && steps.last == "progress: stage 0 of 0")
      #expect(steps.dropLast().last == "progress: download \(bytes) of \(bytes)", "\(steps)")
      let trial = try await world.run("launch")
      let pages = try #require(trial["path"])
      #expect(try world.folder.read(pages + "/pages/home/index.js") == Array("render(2);\n".utf8))
      _ = try await world.run("confirm", #require(trial["token"]))
      let upToDate = try json(await world.host("fetch", address))
      #expect(upToDate["outcome"] as? String == "up-to-date")
      // The app version is that of the last launch.
      let command = try await runTool(
        Tool.built("eros"),
        [
          "fetch", "--store", address, "--channel", "demo/production", "--sandbox", "releases",
          "--json",
        ], in: world.folder.path)
      #expect(try json(command) == upToDate, "\(command)")

      let timestamp = "store/metadata/timestamp.json"
      try world.folder.write("<html></html>", to: timestamp)
      let refused = try await world.host("fetch", address)
      #expect(refused.status == 65 && refused.standardError.contains("\nhint: "), "\(refused)")
      #expect(!refused.standardError.contains("Sanitizer"), "\(refused)")
      #expect(try checkFailure(refused, 3) > 1_700_000_000_000)
    }
    // No server listens on this port.
    let offline = try await world.host("fetch", "http://127.0.0.1:1")
    #expect(offline.status == 69 && !offline.standardError.contains("Sanitizer"), "\(offline)")
    #expect(try checkFailure(offline, 1) > 1_700_000_000_000)
    #expect(try await world.run("launch")["reason"] == "confirmed")
  }

  @Test("sends reports of updates to a server", .needs("python3"))
  func reports() async throws {
    let world = try DeviceWorld()
    try await world.makeHost()
    let store = try await world.makeStore()
    _ = try await world.run("launch", "first.zip")
    try await TestReportServer.run(in: world.folder.path) { server in
      try await store.withHTTPServer { address in
        let variables = ["REPORT": server.url("500,204")]
        let staged = try json(await world.host(["fetch", address], variables))
        #expect(staged["reports"] as? [String: Int] == ["sent": 0, "waiting": 1], "\(staged)")
        let trial = try await world.run("launch")
        _ = try await world.run("confirm", #require(trial["token"]))
        let confirmed = try json(await world.host(["fetch", address], variables))
        #expect(confirmed["reports"] as? [String: Int] == ["sent": 2, "waiting": 0])
      }
      let body = try #require(server.bodies.last)
      #expect(
        body.contains(#""event":"staged""#) && body.contains(#""event":"confirmed""#), "\(body)")
    }
  }

  @Test("reports each error with its code, problem and remedy")
  func errors() async throws {
    let world = try DeviceWorld()
    try await world.makeHost()
    let missing = try await world.host("launch", "missing.zip")
    #expect(missing.status == 66 && missing.standardError.contains("missing.zip"), "\(missing)")
    let empty = try await world.host("status")
    #expect(empty.status == 66 && empty.standardError.contains("\nhint: "), "\(empty)")
    _ = try await world.run("launch", "first.zip")
    try world.folder.write("not a zip", to: "damaged.zip")
    let damaged = try await world.host("stage", "damaged.zip")
    #expect(damaged.status == 65 && damaged.standardError.contains("damaged.zip"), "\(damaged)")
    let other = try await world.host("rollback", "x")
    #expect(other.status == 64 && other.standardError.contains("not a tree hash"), "\(other)")
    let name = try await world.host("unblock", "x")
    #expect(name.status == 64 && name.standardError.contains("not a tree hash"), "\(name)")
    let nothing = try await world.host("rollback")
    #expect(nothing.status == 66, "\(nothing)")
    for result in [missing, empty, damaged, other, name, nothing] {
      #expect(!result.standardError.contains("Sanitizer"), "\(result)")
    }
  }

  @Test("reports the state like `eros status --json`", arguments: [false, true])
  func status(verify: Bool) async throws {
    let world = try DeviceWorld()
    try await world.makeHost()
    _ = try await world.run("launch", "first.zip")
    _ = try await world.run("stage", "second.zip")
    _ = try await world.run("launch")
    try world.pack("third.zip", page: "render(3);\n", second: 2)
    _ = try await world.run("stage", "third.zip")
    let host = try await verify ? world.host("status", "verify") : world.host("status")
    let arguments = ["status", "--sandbox", "releases", "--json"] + (verify ? ["--verify"] : [])
    let command = try await runTool(Tool.built("eros"), arguments, in: world.folder.path)
    #expect(try json(host) == json(command), "\(host)\n\(command)")
  }

  @Test("reports a failed trial, and its decisions like `eros status --decisions --json`")
  func decisions() async throws {
    let world = try DeviceWorld()
    try await world.makeHost()
    _ = try await world.run("launch", "first.zip")
    _ = try await world.run("stage", "second.zip")
    let launch = try await world.run("launch")
    let token = try #require(launch["token"])
    let noted = try await world.host(["failed", "x"], ["REASON": "too late"])
    #expect(noted.status == 0 && noted.standardOutput == "noted\n", "\(noted)")
    let blocked = try await world.host(
      ["failed", token],
      [
        "REASON": "TypeError: x", "CLASS": "TypeError",
        "STACK": "TypeError: x\n  at run (a.js:1:2)",
      ])
    #expect(blocked.status == 0 && blocked.standardOutput == "blocked\n", "\(blocked)")
    let host = try json(try await world.host("decisions"))
    let command = try json(
      try await runTool(
        Tool.built("eros"), ["status", "--sandbox", "releases", "--decisions", "--json"],
        in: world.folder.path))
    #expect(host["decisions"] as? NSArray == command["decisions"] as? NSArray)
    let decisions = try #require(host["decisions"] as? [[String: Any]])
    #expect(
      decisions.map { $0["event"] as? String } == [
        "launch", "stage", "launch", "failure", "failure",
      ])
    #expect(decisions.last?["detail"] as? String == "TypeError: x")
    #expect(decisions.last?["errorClass"] as? String == "TypeError")
    #expect((decisions.last?["stackHash"] as? String)?.count == 16)
    #expect(decisions.dropLast().last?["errorClass"] == nil)
    #expect(decisions.last?["outcome"] as? String == "blocked")
    #expect(!"\(host)".contains(token))
  }

  private func json(_ result: ToolResult) throws -> NSDictionary {
    let value = try JSONSerialization.jsonObject(with: Data(result.standardOutput.utf8))
    return try #require(value as? NSDictionary)
  }

  @Test("runs without findings of valgrind", .enabled(if: Tool.isInstalled("valgrind")))
  func valgrind() async throws {
    let world = try DeviceWorld()
    try await world.makeHost(flags: [])
    for arguments in [["launch", "first.zip"], ["stage", "second.zip"], ["launch"], ["status"]] {
      let result = try await world.hostInValgrind(arguments)
      #expect(result.status == 0, "\(arguments): \(result)")
    }
  }

  @Test(
    "fetches and adopts without findings of valgrind", .needs("python3"),
    .enabled(if: Tool.isInstalled("valgrind")))
  func valgrindOfFetch() async throws {
    let world = try DeviceWorld()
    try await world.makeHost(flags: [])
    let store = try await world.makeStore()
    try world.unpackOld("first.zip", into: "old")
    try await TestReportServer.run(in: world.folder.path) { server in
      try await store.withHTTPServer { address in
        let variables = ["REPORT": server.url("204")]
        for (arguments, status) in [
          (["adopt", "old"], 0), (["launch"], 0), (["fetch", address], 0), (["launch"], 0),
          (["fetch", address], 0), (["fetch", address + "/missing"], 69),
        ] {
          let result = try await world.hostInValgrind(arguments, variables)
          #expect(result.status == status, "\(arguments): \(result)")
        }
      }
      #expect(server.bodies.last?.contains(#""event":"staged""#) == true, "\(server.bodies)")
    }
  }

  @Test(
    "the header is valid C11 and C++17", arguments: [("cc", "c11", "c"), ("c++", "c++17", "cpp")])
  func header(compiler: String, standard: String, suffix: String) async throws {
    let world = try DeviceWorld()
    try world.folder.write(
      "#include <eros_device.h>\n#include <eros_device.h>\nint main(void) { return 0; }\n",
      to: "empty." + suffix)
    let result = try await world.compile(
      "empty." + suffix, with: compiler, ["-std=" + standard, "-fsyntax-only"])
    #expect(result.status == 0, "\(result)")
  }
}
