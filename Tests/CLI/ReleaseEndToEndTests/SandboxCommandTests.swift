import ErosTestSupport
import Foundation
import Testing

@Suite("Sandbox commands", .temporaryFolder)
struct SandboxCommandTests {
  /// Packs two versions of an app; the second one requires the Android app version `secondNeeds`.
  private func packVersions(in folder: TemporaryFolder, secondNeeds: String = "1.0.0") async throws
  {
    try folder.writeApp()
    #expect(try await eros("pack", "--output", "v1", "--timestamp", "1000", in: folder).status == 0)
    try folder.write("// the second one\n", to: "dist/pages/home/index.js")
    try folder.write(
      TemporaryFolder.config.replacing(
        #""version": { "android": "1.0.0""#, with: #""version": { "android": "\#(secondNeeds)""#),
      to: "eros.native.json")
    #expect(try await eros("pack", "--output", "v2", "--timestamp", "2000", in: folder).status == 0)
  }

  /// Packs both versions, installs the first one, and returns the folder of its pages.
  private func installFirstVersion(in folder: TemporaryFolder) async throws -> String {
    try await packVersions(in: folder)
    return try #require(
      try await eros(
        "install", "--sandbox", "box", "--bundle", "v1/bundle.zip", "--json", in: folder
      ).json()["path"] as? String)
  }

  @Test("a staged release is applied without a launch, and the pages before it stay")
  func apply() async throws {
    let folder = try TemporaryFolder.ofTest()
    let path = try await installFirstVersion(in: folder)
    let nothing = try await eros("sandbox", "apply", "--sandbox", "box", "--json", in: folder)
    let fields = try nothing.json()
    #expect(nothing.status == 0 && fields["release"] is NSNull)
    _ = try await eros("stage", "v2/bundle.zip", "--sandbox", "box", in: folder)
    let applied = try await eros("sandbox", "apply", "--sandbox", "box", "--json", in: folder)
      .json()
    #expect(applied["reason"] as? String == "trial" && Set(applied.keys) == Set(fields.keys))
    let token = try #require(applied["token"] as? String)
    #expect(
      try await eros("confirm", "--sandbox", "box", "--token", token, in: folder).status == 0)
    #expect(try folder.read(path + "/pages/home/index.js").count > 0)
    let again = try await eros("sandbox", "apply", "--sandbox", "box", in: folder)
    #expect(again.standardOutput == "no release can be applied\n")
    let missing = try await eros("sandbox", "apply", "--sandbox", "other", in: folder)
    #expect(missing.status == 66)
  }

  @Test("an update is staged, tried, confirmed and rolled back")
  func lifecycle() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    let first = try await eros(
      "install", "--sandbox", "box", "--bundle", "v1/bundle.zip", "--json", in: folder
    ).json()
    #expect(Set(first.keys) == ["release", "path", "token", "reason", "previous", "error"])
    #expect(first["reason"] as? String == "first-run")
    #expect(first["token"] is NSNull && first["previous"] is NSNull)
    let path = try #require(first["path"] as? String)
    #expect(try folder.read(path + "/pages/home/index.js").count > 0)

    let staged = try await eros("stage", "v2/bundle.zip", "--sandbox", "box", in: folder)
    #expect(staged.status == 0 && staged.standardOutput.contains("tried on the next launch"))
    let trial = try await eros("install", "--sandbox", "box", "--json", in: folder).json()
    #expect(trial["reason"] as? String == "trial")
    #expect(trial["previous"] as? String == first["release"] as? String)
    let token = try #require(trial["token"] as? String)

    let stale = try await eros("confirm", "--sandbox", "box", "--token", "0", in: folder)
    #expect(stale.status == 1)
    #expect(stale.standardError.contains("not that of the current trial"))
    for _ in 1...2 {
      #expect(
        try await eros("confirm", "--sandbox", "box", "--token", token, in: folder).status == 0)
    }

    let status = try await eros("status", "--sandbox", "box", "--verify", "--json", in: folder)
      .json()
    #expect(status["active"] as? String == trial["release"] as? String)
    #expect((status["confirmed"] as? [Any])?.count == 2)
    #expect(status["intact"] as? Bool == true)
    #expect((status["next"] as? [String: Any])?["reason"] as? String == "confirmed")
    #expect((status["embedded"] as? [String: Any])?["appVersion"] is NSNull)

    let back = try await eros("rollback", "--sandbox", "box", "--json", in: folder).json()
    #expect(back["release"] as? String == first["release"] as? String)
    let prefix = try #require(trial["release"] as? String).prefix(12)
    let rolledBack = try await eros("status", "--sandbox", "box", in: folder)
    #expect(rolledBack.standardOutput.contains("\nrolled back  \(prefix), "), "\(rolledBack)")
    let none = try await eros("rollback", "--sandbox", "box", in: folder)
    #expect(none.status == 66 && none.standardError.contains("--to \(prefix)`"), "\(none)")
    let forward = try await eros("rollback", "--sandbox", "box", "--to", String(prefix), in: folder)
    #expect(forward.status == 0)
    #expect(try await eros("sandbox", "collect", "--sandbox", "box", in: folder).status == 0)
  }

  @Test("staging a blocked release exits with 1")
  func blocked() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    for arguments in [
      // The output folder of `eros pack` stands for its zip.
      ["install", "--bundle", "v1"], ["stage", "v2"],
      ["install", "--attempts", "1"], ["install", "--attempts", "1"],
    ] {
      let result = try await runTool(
        Tool.built("eros"), arguments + ["--sandbox", "box"], in: folder.path("."))
      #expect(result.status == 0, "\(arguments)")
    }
    let again = try await eros("stage", "v2/bundle.zip", "--sandbox", "box", in: folder)
    #expect(again.status == 1)
    #expect(again.standardError.contains("not confirmed in 1 launch"))
    #expect(again.standardError.contains("`eros sandbox unblock "), "\(again)")
    let text = try await eros("status", "--sandbox", "box", in: folder)
    #expect(text.standardOutput.contains(", kept as a base of patches\n"), "\(text)")
    let hint = try await eros(
      "stage", "v2/bundle.zip", "--manifest", "v1/bundle.config", "--sandbox", "box", in: folder)
    #expect(hint.standardError.contains("`eros verify v2/bundle.zip --manifest v1/bundle.config`"))

    let other = try await eros("sandbox", "unblock", "123456", "--sandbox", "box", in: folder)
    #expect(other.status == 66 && other.standardError.contains("blocked releases are "), "\(other)")
    let status = try await eros("status", "--sandbox", "box", "--json", in: folder).json()
    let blocked = try #require((status["blocked"] as? [[String: Any]])?.first)
    let release = try #require(blocked["release"] as? String)
    let prefix = String(release.prefix(12))
    let unblocked = try await eros(
      "sandbox", "unblock", prefix, "--sandbox", "box", "--json", in: folder)
    #expect(try unblocked.json()["unblocked"] as? [String] == [release])
    let nothing = try await eros("sandbox", "unblock", "--all", "--sandbox", "box", in: folder)
    #expect(nothing.status == 0 && nothing.standardOutput == "no release is blocked\n")
    #expect(
      try await eros("stage", "v2/bundle.zip", "--sandbox", "box", in: folder).status == 0)
  }

  @Test("status prints why a release waits")
  func waits() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder, secondNeeds: "2.1.0")
    _ = try await eros(
      "install", "--sandbox", "box", "--bundle", "v1/bundle.zip", "--app-version", "1.5",
      "--platform", "android", in: folder)
    let staged = try await eros("stage", "v2/bundle.zip", "--sandbox", "box", "--json", in: folder)
    #expect(try staged.json()["waitsForAppVersion"] as? String == "2.1.0")
    let status = try await eros("status", "--sandbox", "box", in: folder)
    #expect(
      status.standardOutput.contains("requires app version 2.1.0; the current version is 1.5"))
    // Without a version, the app is that of the last start.
    let same = try await eros("install", "--sandbox", "box", "--json", in: folder).json()
    #expect(same["reason"] as? String == "confirmed")
    let newer = try await eros(
      "install", "--sandbox", "box", "--app-version", "2.1.0", "--json", in: folder)
    #expect(try newer.json()["reason"] as? String == "trial")
  }

  @Test("status --verify reports damage and exits with 1")
  func damage() async throws {
    let folder = try TemporaryFolder.ofTest()
    let path = try await installFirstVersion(in: folder)
    try folder.write("changed", to: path + "/pages/home/index.js")
    #expect(try await eros("status", "--sandbox", "box", in: folder).status == 0)
    let result = try await eros("status", "--sandbox", "box", "--verify", in: folder)
    #expect(result.status == 1)
    #expect(
      result.standardOutput.reports(
        "fileChanged", "bundle/pages/home/index.js: error: differs from the installed file"))
    let launch = try await eros("install", "--sandbox", "box", "--json", in: folder).json()
    #expect(launch["reason"] as? String == "recovered")
  }

  @Test("status warns of damaged and lost state files without --verify, and exits with 0")
  func stateDamage() async throws {
    let folder = try TemporaryFolder.ofTest()
    _ = try await installFirstVersion(in: folder)
    func warnings() async throws -> [String] {
      let report = try await eros("status", "--sandbox", "box", "--json", in: folder)
      #expect(report.status == 0, "\(report)")
      #expect(try report.json()["intact"] is NSNull)
      let findings = try #require(try report.json()["findings"] as? [[String: Any]])
      #expect(findings.allSatisfy { $0["severity"] as? String == "warning" })
      return findings.compactMap { $0["code"] as? String }
    }
    #expect(try await warnings() == [])
    try folder.write("{", to: "box/state.b.json")
    #expect(try await warnings() == ["stateDamaged"])
    try folder.write("", to: "box/state.a.json")
    #expect(try await warnings() == ["stateDamaged", "stateDamaged", "stateLost"])
    for name in ["a", "b"] {
      try FileManager.default.removeItem(atPath: folder.path("box/state.\(name).json"))
    }
    #expect(try await warnings() == ["stateLost"])
    let text = try await eros("status", "--sandbox", "box", in: folder)
    #expect(
      text.standardOutput.reports("stateLost", "warning: no valid state file found"), "\(text)")
    let verified = try await eros("status", "--sandbox", "box", "--verify", in: folder)
    #expect(verified.status == 1)
    #expect(verified.standardOutput.reports("stateLost", "error: no valid state file found"))
    _ = try await eros("install", "--sandbox", "box", in: folder)
    #expect(try await warnings() == [])
  }

  @Test(
    "a release without read permission is not damaged",
    .enabled(if: Permissions.canBeEnforced, "not installed: setpriv"))
  func unreadable() async throws {
    let folder = try TemporaryFolder.ofTest()
    let path = try await installFirstVersion(in: folder)
    func restricted(_ arguments: String...) async throws -> ToolResult {
      try await restrictedEros(arguments + ["--sandbox", "box"], in: folder)
    }
    for item in [path + "/pages/home", path, "box/releases", "box/state.a.json"] {
      let before = try await runTool("stat", ["-c", "%a", folder.path(item)]).standardOutput
      #expect(try await runTool("chmod", ["000", folder.path(item)]).status == 0)
      for result in [
        try await restricted("install"),
        try await restricted("install", "--bundle", "v1/bundle.zip"),
        try await restricted("status", "--verify"),
      ] {
        #expect(result.status == 66, "\(item): \(result)")
        #expect(result.standardError.contains("ermission denied"), "\(item): \(result)")
      }
      let mode = before.trimmingCharacters(in: .newlines)
      #expect(try await runTool("chmod", [mode, folder.path(item)]).status == 0)
      #expect(try await restricted("status", "--verify").status == 0, "\(item)")
    }
    let launch = try await restricted("install", "--json").json()
    #expect(launch["reason"] as? String == "confirmed")
  }

  @Test(
    "the previous release runs if a release is unreadable or the sandbox is read-only",
    .enabled(if: Permissions.canBeEnforced, "not installed: setpriv"))
  func fallback() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    func restricted(_ arguments: String...) async throws -> ToolResult {
      try await restrictedEros(arguments + ["--sandbox", "box", "--json"], in: folder)
    }
    func change(_ mode: String, _ item: String) async throws {
      #expect(try await runTool("chmod", [mode, folder.path(item)]).status == 0)
    }
    let first = try await restricted("install", "--bundle", "v1/bundle.zip").json()
    #expect(try await restricted("stage", "v2/bundle.zip").status == 0)

    // A trial cannot start because it cannot be recorded.
    try await change("555", "box")
    let readOnly = try await restricted("install")
    #expect(readOnly.status == 73, "\(readOnly)")
    #expect(try readOnly.json()["release"] as? String == first["release"] as? String)
    #expect(try readOnly.json()["token"] is NSNull)
    #expect(try (readOnly.json()["error"] as? [String: Any])?["exitStatus"] as? Int == 73)
    #expect(readOnly.standardError.contains("runs for this launch only"))
    try await change("755", "box")

    let second = try await restricted("install").json()
    #expect(second["reason"] as? String == "trial")
    #expect(try await restricted("confirm").status == 0)
    let page = try #require(second["path"] as? String) + "/pages/home/index.js"
    try await change("000", page)
    for _ in 1...3 {
      let other = try await restricted("install")
      #expect(other.status == 66, "\(other)")
      #expect(other.standardError.contains("ermission denied"))
      #expect(try other.json()["release"] as? String == first["release"] as? String)
      #expect(try other.json()["reason"] as? String == "recovered")
    }
    try await change("644", page)
    let again = try await restricted("install")
    #expect(again.status == 0)
    #expect(try again.json()["release"] as? String == second["release"] as? String)
  }

  @Test("a project's folder is not a sandbox, and the hint names an alternative")
  func projectFolder() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    let before = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    let result = try await eros(
      "install", "--sandbox", ".", "--bundle", "v1/bundle.zip", in: folder)
    #expect(result.status == 73)
    #expect(result.standardError.contains("'.' is neither empty nor a sandbox: it contains 'dist'"))
    #expect(result.standardError.contains("such as `--sandbox ./sandbox`"))
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path) == before)
  }

  @Test(
    "collect reports what it cannot delete and why",
    .enabled(if: Permissions.canBeEnforced, "not installed: setpriv"))
  func collectFailure() async throws {
    let folder = try TemporaryFolder.ofTest()
    _ = try await installFirstVersion(in: folder)
    let stray = "box/releases/" + String(repeating: "ab", count: 32)
    try folder.write("1", to: stray + "/bundle/page.js")
    let kept = try await restrictedEros(["sandbox", "collect", "--sandbox", "box"], in: folder)
    #expect(kept.status == 0 && kept.standardOutput.contains("deleted abab"), "\(kept)")

    for name in ["bundle", "a", "a/b", "c"] {
      try folder.write("1", to: "\(stray)/\(name)/page.js")
    }
    #expect(try await runTool("chmod", ["555", folder.path(stray + "/bundle")]).status == 0)
    for _ in 1...2 {
      let result = try await restrictedEros(["sandbox", "collect", "--sandbox", "box"], in: folder)
      #expect(result.status == 74, "\(result)")
      #expect(result.standardOutput == "nothing was deleted\n")
      #expect(result.standardError.contains("cannot remove 'box/staging/1/bundle"), "\(result)")
      #expect(result.standardError.contains("ermission denied"))
    }
    // All other files of the release are deleted.
    #expect(try folder.names(in: "box/staging/1") == ["bundle"])
    let report = try await restrictedEros(
      ["sandbox", "collect", "--sandbox", "box", "--json"], in: folder)
    #expect(report.status == 74)
    #expect((try report.json()["errors"] as? [Any])?.count == 1)
    #expect((try report.json()["deleted"] as? [Any])?.isEmpty == true)
    let start = try await restrictedEros(["install", "--sandbox", "box"], in: folder)
    #expect(start.status == 0)
  }

  @Test(
    "the permissions of a sandbox do not depend on the mask", arguments: ["0", "0777"])
  func umask(mask: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    for patch in ["old.erosdelta", "patch"] {
      let made = try await eros(
        "diff", "v1/bundle.zip", "v2/bundle.zip", "--output", patch, in: folder)
      #expect(made.status == 0, "\(made)")
    }
    for arguments in [
      ["install", "--bundle", "v1/bundle.zip"], ["stage", "v2/bundle.zip"], ["install"],
      ["confirm"], ["rollback"], ["stage", "old.erosdelta"], ["stage", "patch"],
      ["sandbox", "collect"],
    ] {
      let result = try await masked(mask, arguments + ["--sandbox", "box"], in: folder)
      #expect(result.status == 0, "\(arguments): \(result)")
    }
    for (type, mode) in [("d", "700"), ("f", "600")] {
      let others = try await runTool(
        "find", [folder.path("box"), "-type", type, "!", "-perm", mode])
      #expect(others.standardOutput == "", "\(others)")
    }
  }

  @Test("after a loss of the state, a rollback does not claim that the release was active")
  func rollbackAfterLoss() async throws {
    let folder = try TemporaryFolder.ofTest()
    _ = try await installFirstVersion(in: folder)
    try FileManager.default.removeItem(atPath: folder.path("box/state.a.json"))
    let result = try await eros("rollback", "--sandbox", "box", in: folder)
    #expect(result.status == 0, "\(result)")
    #expect(result.standardOutput.contains("unknown: the state was lost"), "\(result)")
  }

  @Test(
    "every command that creates files works under the mask 0777, also for an ordinary user",
    .enabled(if: Permissions.canBeEnforced, "not installed: setpriv"))
  func maskOfOtherCommands() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    for arguments in [
      ["pack", "--output", "out"], ["pack", "--output", "out"],
      ["diff", "v1/bundle.zip", "v2/bundle.zip", "--output", "patch"],
      ["diff", "v1/bundle.zip", "v2/bundle.zip", "--output", "old.erosdelta"],
      ["diff", "v2/bundle.zip", "--against", "v1", "--output", "patches"],
      ["report", "v1/bundle.zip", "--output", "report.html"],
      ["init", "app"],
    ] {
      let result = try await masked("0777", arguments, in: folder)
      #expect(result.status == 0, "\(arguments): \(result)")
    }
    // The mask makes the outputs unreadable, which is what it demands.
    let readable = try await runTool("chmod", ["-R", "u+rwX", folder.path(".")])
    try #require(readable.status == 0, "\(readable)")
    for file in try folder.readTree("app").files.keys where file.contains("ErosRegistrant") {
      try FileManager.default.removeItem(atPath: folder.path("app/" + file))
    }
    for arguments in [
      ["patch", "v1/bundle.zip", "patch", "--output", "new.zip"],
      ["patch", "v1/bundle.zip", "old.erosdelta", "--output", "new.zip"],
      ["generate", "--config", "app/eros.native.json"],
      ["bump", "minor", "--config", "app/eros.native.json"],
    ] {
      let result = try await masked("0777", arguments, in: folder)
      #expect(result.status == 0, "\(arguments): \(result)")
    }
  }

  @Test("on a read-only disk, a rollback reports the disk", .needsMount)
  func readOnlyDisk() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await packVersions(in: folder)
    let disk = try folder.makeFolder("disk")
    try await SmallDisk.withMounted(kilobytes: 4096, at: disk) {
      for arguments in [
        ["install", "--bundle", "v1/bundle.zip"], ["stage", "v2/bundle.zip"], ["install"],
        ["confirm"],
      ] {
        let result = try await runTool(
          Tool.built("eros"), arguments + ["--sandbox", "disk/box"], in: folder.path("."))
        #expect(result.status == 0, "\(arguments): \(result)")
      }
      #expect(try await runTool("mount", ["-o", "remount,ro", disk]).status == 0)
      let back = try await eros("rollback", "--sandbox", "disk/box", in: folder)
      #expect(back.status == 73, "\(back)")
      #expect(back.standardError.contains("ead-only file system"))
      #expect(!back.standardError.contains("cannot remove"))
      let collected = try await eros("sandbox", "collect", "--sandbox", "disk/box", in: folder)
      #expect(collected.status == 0, "\(collected)")
      let start = try await eros("install", "--sandbox", "disk/box", "--json", in: folder)
      #expect(try start.json()["reason"] as? String == "confirmed", "\(start)")
    }
  }

  /// Runs `eros` under a mask, with file permissions enforced.
  private func masked(
    _ mask: String, _ arguments: [String], in folder: TemporaryFolder
  ) async throws -> ToolResult {
    try await runToolWithPermissions(
      "/bin/sh", ["-c", "umask \(mask) && exec \"$0\" \"$@\"", Tool.built("eros")] + arguments,
      in: folder.path("."))
  }

  /// Runs `eros` with file permissions enforced.
  private func restrictedEros(
    _ arguments: [String], in folder: TemporaryFolder
  ) async throws -> ToolResult {
    try await runToolWithPermissions(Tool.built("eros"), arguments, in: folder.path("."))
  }
}
