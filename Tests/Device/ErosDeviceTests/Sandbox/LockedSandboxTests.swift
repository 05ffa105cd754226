import ErosCore
import ErosPack
import ErosTestSupport
import Foundation
import Testing

@testable import ErosDevice
@testable import ErosFiles

extension TemporaryFolder {
  /// Calls `body` while the files below the folder `name` cannot be opened, as on a locked phone.
  ///
  /// Their names, sizes and folders can still be read and changed.
  func withLockedFiles<Result>(in name: String, _ body: () throws -> Result) throws -> Result {
    let manager = FileManager.default
    var modes: [String: Any] = [:]
    for item in try manager.subpathsOfDirectory(atPath: path(name)) {
      let item = path(name) + "/" + item
      let attributes = try manager.attributesOfItem(atPath: item)
      guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
      modes[item] = attributes[.posixPermissions]
      try manager.setAttributes([.posixPermissions: 0], ofItemAtPath: item)
    }
    defer {
      for (item, mode) in modes {
        try? manager.setAttributes([.posixPermissions: mode], ofItemAtPath: item)
      }
    }
    return try body()
  }
}

@Suite("A sandbox on a locked phone", .temporaryFolder, .needsFilePermissions)
struct LockedSandboxTests {
  private let denied = ": Permission denied"

  /// Returns what a call throws.
  private func error(_ call: () throws -> Void) -> String {
    do {
      try call()
      return "no error"
    } catch let error as FileError {
      return error.problem.hasSuffix(denied) ? "permission" : "\(error)"
    } catch {
      return "\(error)"
    }
  }

  @Test(
    "a locked phone does not change a sandbox, whose trial continues afterwards",
    arguments: [true, false])
  func calls(hasLinks: Bool) throws {
    let world = try SandboxWorld()
    try world.start()
    _ = try world.sandbox.stage(world.delivered("second.zip"))
    let trial = try world.start()
    // The links could not be written, for example because the phone was already locked then.
    for name in ["current", "bundle", "bundle.config", "bundle.zip"] where !hasLinks {
      try FileManager.default.removeItem(atPath: world.path(name))
    }
    let old = try world.folder.makeFolder("old/bundle")
    try world.folder.write("{}", to: "old/bundle.config")
    try world.folder.write("1", to: "old/bundle/a.js")
    let before = try world.folder.readTree("sandbox").files
    let sandbox = world.sandbox
    let built = Timestamp(milliseconds: world.second.manifest.timestamp)
    let calls: [(String, () throws -> Void)] = [
      ("launch", { _ = try world.start() }),
      ("background launch", { _ = try world.start("third.zip", .background) }),
      ("launch without a bundle", { _ = try world.start(nil) }),
      ("stage", { _ = try sandbox.stage(world.delivered("third.zip")) }),
      ("confirm", { _ = try sandbox.confirm(token: trial.token) }),
      ("fail", { _ = try sandbox.fail(token: trial.token ?? "") }),
      ("roll back", { _ = try sandbox.rollBack() }),
      ("unblock", { _ = try sandbox.unblock() }),
      ("apply", { _ = try sandbox.applyNow(now: Timestamp(milliseconds: 1)) }),
      ("collect", { _ = try sandbox.collect() }),
      ("status", { _ = try sandbox.status(verifying: true) }),
      ("state", { _ = try sandbox.currentState() }),
      ("kept bundle", { _ = try sandbox.keptBundle(of: trial.release, built: built) }),
    ]
    let errors = try world.folder.withLockedFiles(in: "sandbox") {
      calls.map { "\($0.0): \(error($0.1))" }
    }
    #expect(errors == calls.map { "\($0.0): permission" })
    if !hasLinks {
      let adoption = try world.folder.withLockedFiles(in: "sandbox") {
        error { _ = try sandbox.adopt(String(old.dropLast("/bundle".count)), now: .now()) }
      }
      #expect(adoption == "permission")
    }
    #expect(try world.folder.readTree("sandbox").files == before)

    let next = try world.start()
    #expect(next.reason == .trial && next.failure == nil)
    #expect(try sandbox.status().state?.trial?.attempts == 2)
    #expect(try sandbox.confirm(token: trial.token) == .confirmed(trial.release))
    #expect(try sandbox.status(verifying: true).findings.isEmpty)
  }

  @Test("a locked phone does not lose the release that an interrupted exchange left in staging")
  func interruptedExchange() throws {
    let world = try SandboxWorld()
    try world.start()
    try world.update(to: "second.zip")
    let tree = try #require(world.second.manifest.treeHash).description
    let staging = try world.folder.makeFolder("sandbox/staging")
    try FileManager.default.moveItem(
      atPath: world.path("releases/\(tree)"),
      toPath: world.path("staging/\(Folder.asideName(of: tree))"))
    let manager = FileManager.default
    // A folder that cannot be listed, and one whose items cannot be moved.
    for mode in [0o300, 0o500] {
      try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: staging)
      defer { try? manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: staging) }
      let launch = try world.start(nil)
      #expect(launch.release == world.own.manifest.treeHash && launch.token == nil)
      #expect(launch.failure?.problem.hasSuffix(denied) == true)
    }
    try world.expect(world.start(nil), runs: world.second)
    #expect(try world.sandbox.status(verifying: true).findings.isEmpty)
  }
}
