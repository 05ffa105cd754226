import ErosBundle
import ErosCore
import ErosCrypto
import ErosFiles
import ErosPack
import ErosTestSupport
import Foundation
import Testing

@testable import ErosDevice

/// The names of the state files.
private let stateNames = ["state.a.json", "state.b.json"]

extension SandboxWorld {
  /// Deletes both state files.
  func loseState() throws {
    for name in stateNames where FileManager.default.fileExists(atPath: path(name)) {
      try FileManager.default.removeItem(atPath: path(name))
    }
  }

  /// Writes a state file with a valid digest, the body of another one, and any sequence number.
  func forge(_ name: String, sequence: Int64, bodyOf source: String) throws {
    let text = try folder.read("sandbox/" + source)
    var root = try #require(try JSONReader.read(text, file: "state").value.object)
    root["sha256"] = nil
    root["sequence"] = .number(String(sequence))
    let digest = try SHA256Digest.of(JSONWriter.write(.object(root)).span)
    root["sha256"] = .string(digest.description)
    try folder.write(JSONWriter.write(.object(root)), to: "sandbox/" + name)
  }

  /// Returns the sequence number of a state file.
  func sequence(of name: String) throws -> Int64? {
    let text = try folder.read("sandbox/" + name)
    return try JSONReader.read(text, file: "state").value.object?["sequence"]?.integer
  }

  /// Returns the absolute path of an item in the sandbox.
  func path(_ name: String) -> String { folder.path("sandbox/" + name) }
}

@Suite("Which folder is a sandbox", .temporaryFolder)
struct SandboxIdentityTests {
  @Test(
    "without state files, a start finds the releases beside unknown names",
    arguments: [
      [".DS_Store"], ["notes.txt", "v1.0"], [String(repeating: "ab", count: 32)], [],
    ], [true, false])
  func strayNames(names: [String], hasLock: Bool) throws {
    let world = try SandboxWorld()
    try world.start()
    try world.update(to: "second.zip")
    try world.loseState()
    for name in names { try world.folder.write("mine", to: "sandbox/releases/\(name)/keep") }
    // Neither the lock nor the links are necessary to recognize a release.
    for name in ["current", "bundle", "bundle.config", "bundle.zip"] {
      try FileManager.default.removeItem(atPath: world.path(name))
    }
    if !hasLock { try FileManager.default.removeItem(atPath: world.path("lock")) }
    let launch = try world.start(nil)
    #expect(launch.failure == nil)
    #expect([world.own, world.second].map(\.manifest.treeHash).contains(launch.release))
    #expect(try world.sandbox.status().state != nil)
    for name in names where TreeHash(name) == nil {
      #expect(try world.folder.read("sandbox/releases/\(name)/keep") == Array("mine".utf8))
    }
  }

  @Test(
    "a folder is not a sandbox because of the name of a file",
    arguments: [
      ["state.b.json", "staging/1/draft.txt"], ["state.a.json", "lock", "staging/site/index.html"],
      ["package.json"], [".git/HEAD"], ["lock"], ["staging/1/draft.txt"],
      ["releases/\(String(repeating: "ab", count: 32))/bundle.zip"], ["bundle/index.html"],
      ["lock", "releases/v1/app.apk"],
    ])
  func unknownFolder(names: [String]) throws {
    let world = try SandboxWorld()
    let text = #"{"my":1}"#
    for name in names { try world.folder.write(text, to: "sandbox/" + name) }
    let before = try FileManager.default.subpathsOfDirectory(atPath: world.path("."))
    for call: () throws -> Void in [
      { try world.start() }, { try world.start(nil) }, { _ = try world.sandbox.collect() },
      { _ = try world.sandbox.stage(world.delivered("own.zip")) },
      { _ = try world.sandbox.rollBack() }, { _ = try world.sandbox.status() },
    ] {
      #expect(throws: SandboxError.self) { try call() }
    }
    let error = #expect(throws: SandboxError.self) { try world.start() }
    #expect(error?.exitStatus == .cannotCreate)
    #expect(error?.problem.contains("neither empty nor a sandbox") == true)
    #expect(error?.remedy?.contains("sandbox/sandbox") == true)
    let other = #expect(throws: SandboxError.self) { try world.sandbox.status() }
    #expect(other?.exitStatus == .inputNotFound)
    #expect(other?.problem.contains("is not a sandbox: it contains '") == true)
    #expect(other?.remedy?.contains("sandbox/sandbox --bundle") == true)
    #expect(try FileManager.default.subpathsOfDirectory(atPath: world.path(".")) == before)
    for name in names { #expect(try world.folder.read("sandbox/" + name) == Array(text.utf8)) }
  }

  @Test("a first installation works after one whose cleanup was interrupted")
  func interruptedCleanup() throws {
    let world = try SandboxWorld()
    try world.folder.write("", to: "sandbox/lock")
    try world.folder.write("half", to: "sandbox/staging/.3.eros-removed/home/index.js")
    let launch = try world.start()
    #expect(launch.reason == .firstRun)
    try world.expect(launch, runs: world.own)
  }

  @Test("a sandbox with invalid state files and no release is installed again")
  func onlyLinks() throws {
    let world = try SandboxWorld()
    try world.start()
    try world.update(to: "second.zip")
    for name in stateNames { try world.folder.write("{}", to: "sandbox/" + name) }
    try FileManager.default.removeItem(atPath: world.path("releases"))
    let launch = try world.start()
    #expect(launch.reason == .firstRun)
    try world.expect(launch, runs: world.own)
  }

  @Test(
    "a state file with a sequence number that counting cannot reach is damaged",
    arguments: [
      (1 << 52) - 2, (1 << 52) - 1, 1 << 52, Int64.max, (1 << 32) + 1, (1 << 32) - 1, 0, -1,
    ] as [Int64])
  func absurdSequence(sequence: Int64) throws {
    let world = try SandboxWorld()
    try world.start()
    try world.update(to: "second.zip")
    let sequences = try stateNames.map { try #require(try world.sequence(of: $0)) }
    let (newer, older) = sequences[0] > sequences[1] ? (0, 1) : (1, 0)
    let state = try world.sandbox.status().state
    try world.forge(stateNames[older], sequence: sequence, bodyOf: stateNames[older])
    #expect(try world.sandbox.status().state == state)
    #expect(try world.sandbox.damagedFiles() == [stateNames[older]])
    try world.expect(world.start(), runs: world.second)
    // Both files are valid and consecutive again.
    #expect(try world.sandbox.status(verifying: true).findings.isEmpty)
    #expect(try world.sequence(of: stateNames[older]) == sequences[newer] + 1)
    try world.update(to: "third.zip")
    try world.expect(world.start(), runs: world.third)
  }

  @Test("after the last sequence number, the first one follows")
  func lastSequence() throws {
    let world = try SandboxWorld()
    try world.start()
    let last = Int64(1 << 32)
    try world.forge(stateNames[0], sequence: last, bodyOf: stateNames[0])
    try world.update(to: "second.zip")
    try world.update(to: "third.zip")
    try world.expect(world.start(), runs: world.third)
    #expect(try world.sandbox.status(verifying: true).findings.isEmpty)
    #expect(try Set(stateNames.map { try world.sequence(of: $0) ?? 0 }).max() ?? 0 < 10)
  }
}

@Suite("The lock of a sandbox", .temporaryFolder)
struct SandboxLockTests {
  @Test("a lock whose file was deleted does not count")
  func deletedLock() throws {
    let world = try SandboxWorld()
    try world.start()
    let folder = try Folder(world.path("."))
    let first = try #require(try folder.lock(timeout: .zero))
    try FileManager.default.removeItem(atPath: world.path("lock"))
    // A process that opened the deleted file before waits for it, and then needs the new file.
    let second = try #require(try folder.lock(timeout: .zero))
    #expect(try folder.lock(timeout: .zero) == nil)
    withExtendedLifetime((first, second)) {}
  }

  @Test("a folder or a link with the name of the lock is reported", arguments: [true, false])
  func occupiedLock(isFolder: Bool) throws {
    let world = try SandboxWorld()
    try world.start()
    let lock = world.path("lock")
    try FileManager.default.removeItem(atPath: lock)
    if isFolder {
      try FileManager.default.createDirectory(atPath: lock, withIntermediateDirectories: false)
    } else {
      try FileManager.default.createSymbolicLink(
        atPath: lock, withDestinationPath: world.folder.path("other"))
    }
    let error = #expect(throws: SandboxError.self) { try world.sandbox.collect() }
    #expect(error?.problem == "'\(lock)' does not belong to the sandbox, which needs this name")
    #expect(error?.exitStatus == .cannotCreate)
    let launch = try world.start()
    #expect(launch.failure?.problem == error?.problem)
    try world.expect(launch, runs: world.own)
  }

  @Test("a process that waits for a replaced lock waits for the new one")
  func replacedWhileWaiting() async throws {
    let world = try SandboxWorld()
    try world.start()
    let path = world.path(".")
    var first = try Folder(path).lock(timeout: .zero)
    #expect(first != nil)
    let waiting = Task.detached { try Folder(path).lock(timeout: .milliseconds(600)) != nil }
    // The time in which it tries several times to lock the first file.
    try await Task.sleep(for: .milliseconds(200))
    try world.folder.makeFolder("other")
    let second = try #require(try Folder(world.folder.path("other")).lock(timeout: .zero))
    _ = unsafe rename(world.folder.path("other/lock"), world.path("lock"))
    first = nil
    #expect(try await !waiting.value)
    withExtendedLifetime(second) {}
  }

  @Test("only the owner can open the lock")
  func mode() throws {
    let world = try SandboxWorld()
    try world.start()
    func mode() throws -> Int? {
      let attributes = try FileManager.default.attributesOfItem(atPath: world.path("lock"))
      return attributes[.posixPermissions] as? Int
    }
    #expect(try mode() == 0o600)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o666], ofItemAtPath: world.path("lock"))
    try world.start()
    #expect(try mode() == 0o600)
  }

  @Test("while another process holds the lock, a start runs the confirmed release")
  func hangingWriter() throws {
    let world = try SandboxWorld()
    try world.start()
    try world.update(to: "second.zip")
    _ = try world.sandbox.stage(world.delivered("third.zip"))
    let before = try world.sandbox.status().state
    let sandbox = Sandbox.ofTest(world.folder, lockTimeout: .milliseconds(50))
    var lock = try Folder(world.path(".")).lock(timeout: .zero)
    #expect(lock != nil)
    for bundle in [nil, "own.zip"] {
      let launch = try sandbox.launch(
        embedded: bundle.map { try world.delivered($0) }, app: SandboxWorld.app,
        now: Timestamp(milliseconds: 1))
      try world.expect(launch, runs: world.second)
      #expect(launch.failure?.exitStatus == .busy)
      #expect(launch.token == nil)
    }
    #expect(try sandbox.status().state == before)
    let error = #expect(throws: SandboxError.self) { try sandbox.rollBack() }
    #expect(error?.exitStatus == .busy)
    lock = nil
    #expect(try world.start().reason == .trial)
  }
}
