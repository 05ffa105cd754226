import ErosBundle
import ErosCore
import ErosPack
import ErosTestSupport
import Foundation
import Testing

@testable import ErosDevice

@Suite("Marks of releases", .temporaryFolder)
struct ReleaseMarkTests {
  /// Returns the contents of a release's mark, or `nil` if it has none.
  private func mark(_ bundle: String, in world: SandboxWorld) -> String? {
    (try? world.folder.read("sandbox/" + bundle + "/mark.json")).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test("a release has a mark until it is confirmed")
  func untilConfirmed() throws {
    let world = try SandboxWorld()
    try world.start()
    #expect(mark(try world.path(of: world.own), in: world) == nil)
    _ = try world.sandbox.stage(world.delivered("second.zip"))
    let second = try world.path(of: world.second)
    #expect(mark(second, in: world) == "{\"mark\":\"unconfirmed\"}\n")
    let trial = try world.start()
    #expect(mark(second, in: world) != nil)
    _ = try world.sandbox.confirm(token: trial.token)
    #expect(mark(second, in: world) == nil)
  }

  @Test("a release that was rolled back during its trial stays blocked after the loss of the state")
  func blocked() throws {
    let world = try SandboxWorld()
    try world.start()
    _ = try world.sandbox.stage(world.delivered("second.zip"))
    try world.start()
    _ = try world.sandbox.rollBack()
    let text = "{\"mark\":\"blocked\",\"reason\":\"rolled-back\",\"count\":1}\n"
    #expect(mark(try world.path(of: world.second), in: world) == text)
    let blocked = try world.sandbox.status().state?.blocked
    try world.loseState()
    #expect(try world.sandbox.collect().deleted.isEmpty)
    #expect(try world.sandbox.status().state?.blocked == blocked)
    let error = #expect(throws: SandboxError.self) {
      try world.sandbox.stage(world.delivered("second.zip"))
    }
    #expect(error?.exitStatus == .checkFailed)
    for _ in 1...4 { try world.expect(world.start(nil), runs: world.own) }
    #expect(try world.sandbox.status().state?.blocked == blocked)
  }

  @Test(
    "an unblocked release whose pages are still shown is not blocked after the loss of the state")
  func unblocked() throws {
    let world = try SandboxWorld()
    try world.start()
    _ = try world.sandbox.stage(world.delivered("second.zip"))
    try world.start()
    _ = try world.sandbox.rollBack()
    let second = try #require(world.second.manifest.treeHash)
    #expect(try world.sandbox.unblock(second) == [second])
    #expect(try world.sandbox.unblock() == [])
    let path = try world.path(of: world.second)
    #expect(mark(path, in: world) == "{\"mark\":\"unconfirmed\"}\n")
    try world.loseState()
    let trial = try world.start()
    try world.expect(trial, runs: world.second)
    #expect(trial.token != nil)
  }

  @Test("a blocked release is unblocked after the loss of the state")
  func unblockedLater() throws {
    let world = try SandboxWorld()
    try world.start()
    _ = try world.sandbox.stage(world.delivered("second.zip"))
    try world.start()
    _ = try world.sandbox.rollBack()
    try world.loseState()
    #expect(try world.sandbox.unblock().count == 1)
    #expect(try world.sandbox.stage(world.delivered("second.zip")).outcome == .pending)
    try world.expect(world.start(), runs: world.second)
  }

  @Test("a blocked release does not run even if no other release is left")
  func onlyBlocked() throws {
    let world = try SandboxWorld()
    try world.start()
    _ = try world.sandbox.stage(world.delivered("second.zip"))
    try world.start()
    _ = try world.sandbox.rollBack()
    try world.loseState()
    try FileManager.default.removeItem(atPath: world.path(world.path(of: world.own)))
    #expect(throws: SandboxError.self) { try world.start(nil) }
    try world.expect(world.start(), runs: world.own)
  }

  @Test("a rollback stays in effect after the loss of the state", arguments: [true, false])
  func withdrawn(fromEmbedded: Bool) throws {
    let world = try SandboxWorld()
    try world.start()
    try world.update(to: "second.zip")
    if fromEmbedded { try world.start("third.zip") } else { try world.update(to: "third.zip") }
    _ = try world.sandbox.rollBack()
    let embedded = fromEmbedded ? "third.zip" : "own.zip"
    try world.start(embedded)
    try world.loseState()
    for bundle in [nil, embedded, nil] {
      try world.expect(world.start(bundle), runs: world.second)
    }
    let third = try #require(world.third.manifest.treeHash)
    _ = try world.sandbox.rollBack(to: .release(third))
    #expect(mark(try world.path(of: world.third), in: world) == nil)
    try world.expect(world.start(embedded), runs: world.third)
  }

  @Test("a staged release needs a trial after the loss of the state", arguments: [0, 1])
  func unconfirmed(starts: Int) throws {
    let world = try SandboxWorld()
    try world.start()
    try world.update(to: "second.zip")
    _ = try world.sandbox.stage(world.delivered("third.zip"))
    for _ in 0..<starts { try world.start() }
    try world.loseState()
    try world.expect(world.start(nil, .background), runs: world.second)
    for _ in 1...2 {
      let trial = try world.start(nil)
      try world.expect(trial, runs: world.third)
      #expect(trial.token != nil)
    }
    try world.expect(world.start(nil), runs: world.second)
  }

  @Test("a repaired release keeps its mark")
  func repaired() throws {
    let world = try SandboxWorld()
    try world.start()
    _ = try world.sandbox.stage(world.delivered("second.zip"))
    let second = try world.path(of: world.second)
    try world.flip(second + "/bundle/pages/home/index.js")
    #expect(try world.start().token != nil)
    #expect(mark(second, in: world) == "{\"mark\":\"unconfirmed\"}\n")
  }

  @Test(
    "an invalid mark counts as unconfirmed",
    arguments: ["", "{", "{}", #"{"mark":"blocked"}"#, #"{"mark":"later"}"#, "[1]"])
  func invalid(text: String) throws {
    let world = try SandboxWorld()
    try world.start()
    try world.update(to: "second.zip")
    try world.folder.write(text, to: "sandbox/\(world.path(of: world.second))/mark.json")
    try world.loseState()
    #expect(try world.start(nil).token != nil)
    _ = try world.sandbox.confirm(token: nil)
    // Only the state counts if it is valid; its marks are restored.
    #expect(mark(try world.path(of: world.second), in: world) == nil)
  }

  @Test("a folder with the name of a mark is replaced")
  func folderAsMark() throws {
    let world = try SandboxWorld()
    try world.start()
    _ = try world.sandbox.stage(world.delivered("second.zip"))
    let second = try world.path(of: world.second)
    try FileManager.default.removeItem(atPath: world.path(second + "/mark.json"))
    try world.folder.write("mine", to: "sandbox/\(second)/mark.json/file")
    try world.start()
    try world.start()
    let launch = try world.start()
    #expect(launch.failure == nil)
    try world.expect(launch, runs: world.own)
    let blocked = try world.sandbox.status().state?.blocked.first
    #expect(blocked?.release == world.second.manifest.treeHash)
  }

  @Test("without another release, one that was never confirmed runs")
  func onlyUnconfirmed() throws {
    let world = try SandboxWorld()
    try world.start()
    _ = try world.sandbox.stage(world.delivered("second.zip"))
    try world.loseState()
    try FileManager.default.removeItem(atPath: world.path(world.path(of: world.own)))
    let launch = try world.start(nil)
    #expect(launch.failure == nil)
    try world.expect(launch, runs: world.second)
  }

  @Test("an embedded bundle is trusted even if it was blocked before")
  func embeddedLater() throws {
    let world = try SandboxWorld()
    try world.start()
    _ = try world.sandbox.stage(world.delivered("second.zip"))
    try world.start()
    _ = try world.sandbox.rollBack()
    try world.expect(world.start("second.zip"), runs: world.second)
    #expect(mark(try world.path(of: world.second), in: world) == nil)
  }
}
