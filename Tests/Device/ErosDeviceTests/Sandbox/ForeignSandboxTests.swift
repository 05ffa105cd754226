import ErosBundle
import ErosCore
import ErosFiles
import ErosTestSupport
import Foundation
import Testing

@testable import ErosDevice

@Suite("Sandboxes that another user controls", .temporaryFolder)
struct ForeignSandboxTests {
  private static let other = 4_242

  private func attempt(_ sandbox: Sandbox, _ zip: String) throws {
    _ = try sandbox.launch(
      embedded: DeliveredBundle(ReadableFile(zip), config: nil), now: Timestamp(milliseconds: 0))
  }

  /// Returns the error of every kind of access.
  private func errors(_ sandbox: Sandbox, _ zip: String) -> [String] {
    let calls: [() throws -> Void] = [
      { try attempt(sandbox, zip) },
      { _ = try sandbox.stage(DeliveredBundle(ReadableFile(zip), config: nil)) },
      { _ = try sandbox.status() }, { _ = try sandbox.confirm(token: nil) },
      { _ = try sandbox.rollBack() },
      { _ = try sandbox.collect() }, { _ = try sandbox.currentState() },
    ]
    return calls.map { call in
      do {
        try call()
        return "none"
      } catch SandboxError.foreignOwner {
        return "owner"
      } catch SandboxError.writableByOthers(_, _, let permissions) {
        return String(permissions, radix: 8)
      } catch {
        return "\(error)"
      }
    }
  }

  private func setMode(_ mode: Int, of path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  @Test(
    "a folder that others can write is refused, and nothing in it changes",
    arguments: [0o777, 0o1777, 0o702])
  func writable(mode: Int) throws {
    let folder = try TemporaryFolder.ofTest()
    let zip = try packApp(in: folder).path
    let sandbox = Sandbox.ofTest(folder)
    try attempt(sandbox, zip)
    try setMode(mode, of: folder.path("sandbox"))
    let before = try folder.readTree("sandbox")
    #expect(Set(errors(sandbox, zip)) == [String(mode, radix: 8)])
    #expect(try folder.readTree("sandbox") == before)
    try setMode(0o755, of: folder.path("sandbox"))
    try attempt(sandbox, zip)
  }

  @Test("an item that others reach and can write is refused, and the printed command mends it")
  func writableItem() async throws {
    let folder = try TemporaryFolder.ofTest()
    let zip = try packApp(in: folder).path
    let sandbox = Sandbox.ofTest(folder)
    try attempt(sandbox, zip)
    try setMode(0o777, of: folder.path("sandbox/releases"))
    // Others cannot reach it.
    try attempt(sandbox, zip)
    for (name, mode) in [("releases", 0o777), ("lock", 0o666)] {
      try setMode(0o777, of: folder.path("sandbox"))
      try setMode(mode, of: folder.path("sandbox/" + name))
      let error = #expect(throws: SandboxError.self) { try sandbox.status() }
      let path = folder.path("sandbox")
      #expect(error?.problem == "other users can write to the sandbox '\(path)' (mode 777)")
      let command = try #require(error?.remedy?.description.split(separator: "`").dropFirst().first)
      let result = try await runTool("sh", ["-c", String(command)], in: folder.path("."))
      #expect(result.status == 0, "\(result)")
      try attempt(sandbox, zip)
      try setMode(0o755, of: folder.path("sandbox"))
      try setMode(mode, of: folder.path("sandbox/" + name))
      #expect(Set(errors(sandbox, zip)) == [String(mode, radix: 8)])
      let ofItem = #expect(throws: SandboxError.self) { try sandbox.status() }
      #expect(
        ofItem?.problem
          == "other users can write to '\(path)/\(name)' (mode \(String(mode, radix: 8)))")
      #expect(ofItem?.remedy == error?.remedy)
      try setMode(mode & 0o755, of: folder.path("sandbox/" + name))
    }
  }

  @Test("the printed command mends all items, also if others cannot write to the folder itself")
  func writableItems() async throws {
    let folder = try TemporaryFolder.ofTest()
    let zip = try packApp(in: folder).path
    let sandbox = Sandbox.ofTest(folder)
    try attempt(sandbox, zip)
    try setMode(0o755, of: folder.path("sandbox"))
    for name in ["releases", "lock"] { try setMode(0o777, of: folder.path("sandbox/" + name)) }
    let error = #expect(throws: SandboxError.self) { try sandbox.status() }
    let command = try #require(error?.remedy?.description.split(separator: "`").dropFirst().first)
    let result = try await runTool("sh", ["-c", String(command)], in: folder.path("."))
    #expect(result.status == 0, "\(result)")
    try attempt(sandbox, zip)
  }

  @Test(
    "an item of another user that others reach is refused",
    .enabled(if: geteuid() == 0, "needs root"))
  func ownerOfItem() async throws {
    let folder = try TemporaryFolder.ofTest()
    let zip = try packApp(in: folder).path
    try attempt(Sandbox.ofTest(folder), zip)
    let result = try await runTool("chown", ["\(Self.other)", folder.path("sandbox/releases")])
    try #require(result.status == 0, "\(result)")
    try setMode(0o755, of: folder.path("sandbox"))
    #expect(Set(errors(Sandbox.ofTest(folder), zip)) == ["owner"])
  }

  @Test("storage without owners is an option of the library")
  func withoutOwners() throws {
    let folder = try TemporaryFolder.ofTest()
    let zip = try packApp(in: folder).path
    try folder.makeFolder("sandbox")
    try setMode(0o777, of: folder.path("sandbox"))
    #expect(Set(errors(Sandbox.ofTest(folder), zip)) == ["777"])
    let sandbox = Sandbox(
      folder.path("sandbox"), verifier: BundleVerifier(threads: 1), storageHasOwners: false)
    try attempt(sandbox, zip)
  }

  @Test(
    "a group can write only if it is that of the owner", .enabled(if: geteuid() == 0, "needs root"))
  func group() async throws {
    let folder = try TemporaryFolder.ofTest()
    let zip = try packApp(in: folder).path
    try attempt(Sandbox.ofTest(folder), zip)
    try setMode(0o770, of: folder.path("sandbox"))
    // The group of root.
    try attempt(Sandbox.ofTest(folder), zip)
    let result = try await runTool("chgrp", ["\(Self.other)", folder.path("sandbox")])
    try #require(result.status == 0, "\(result)")
    try setMode(0o770, of: folder.path("sandbox"))
    #expect(Set(errors(Sandbox.ofTest(folder), zip)) == ["770"])
  }

  @Test("a folder of another user is refused", .enabled(if: geteuid() == 0, "needs root"))
  func owner() async throws {
    let folder = try TemporaryFolder.ofTest()
    let zip = try packApp(in: folder).path
    try attempt(Sandbox.ofTest(folder), zip)
    let result = try await runTool("chown", ["\(Self.other)", folder.path("sandbox")])
    try #require(result.status == 0, "\(result)")
    #expect(Set(errors(Sandbox.ofTest(folder), zip)) == ["owner"])
  }

  @Test("root uses a folder that its owner has mounted, but only in a container", .needsMount)
  func mounted() async throws {
    let folder = try TemporaryFolder.ofTest()
    let mount = try folder.makeFolder("a mount")
    try await SmallDisk.withMounted(kilobytes: 1000, at: mount) {
      try folder.makeFolder("a mount/below")
      func control(_ path: String, inContainer: Bool) throws -> ForeignControl? {
        try Folder(folder.path(path)).foreignControl(inContainer: inContainer)
      }
      for path in ["a mount", "a mount/below"] {
        let result = try await runTool("chown", ["\(Self.other)", folder.path(path)])
        try #require(result.status == 0, "\(result)")
        #expect(try control(path, inContainer: true) == nil)
        #expect(try control(path, inContainer: false) == .owner(path: folder.path(path)))
      }
      let result = try await runTool("chown", ["\(Self.other + 1)", folder.path("a mount/below")])
      try #require(result.status == 0, "\(result)")
      #expect(try control("a mount/below", inContainer: true) != nil)
    }
  }

  @Test(
    "a lock or a log with a second name outside does not change the outside file",
    arguments: ["lock", "decisions"])
  func hardLinks(name: String) throws {
    let folder = try TemporaryFolder.ofTest()
    let zip = try packApp(in: folder).path
    let sandbox = Sandbox.ofTest(folder)
    try attempt(sandbox, zip)
    try folder.write("", to: "outside")
    try setMode(0o644, of: folder.path("outside"))
    try? FileManager.default.removeItem(atPath: folder.path("sandbox/" + name))
    try FileManager.default.linkItem(
      atPath: folder.path("outside"), toPath: folder.path("sandbox/" + name))
    try attempt(sandbox, zip)
    let file = try Folder(folder.path("sandbox")).partialFile("decisions")
    let bytes: [UInt8] = [1, 2, 3]
    try file.append(bytes.span)
    #expect(try folder.read("outside").isEmpty)
    let mode = try FileManager.default.attributesOfItem(atPath: folder.path("outside"))[
      .posixPermissions]
    #expect(mode as? Int == 0o644)
  }
}
