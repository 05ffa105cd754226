import ErosBundle
import ErosCore
import ErosPack
import ErosTestSupport
import Foundation
import Testing

@testable import ErosDevice
@testable import ErosFiles

@Suite("Starts with failures", .temporaryFolder)
struct SandboxFailureTests {
  @Test("with a missing or invalid embedded bundle, an installed release runs")
  func brokenBundle() throws {
    let world = try SandboxWorld()
    try world.start()
    let missing = try world.start("missing.zip")
    try world.expect(missing, runs: world.own)
    #expect(missing.failure?.exitStatus == .inputNotFound)
    try world.folder.write("no zip", to: "broken.zip")
    let launch = try world.start("broken.zip")
    try world.expect(launch, runs: world.own)
    #expect(launch.failure?.exitStatus == .badData)
    _ = try world.sandbox.stage(world.delivered("second.zip"))
    let trial = try world.start("broken.zip")
    #expect(trial.reason == .trial)
    try world.expect(trial, runs: world.second)
    #expect(
      try world.sandbox.confirm(token: trial.token)
        == .confirmed(#require(world.second.manifest.treeHash)))
    #expect(try world.start().failure == nil)
  }

  @Test("a release that an interrupted exchange moved is restored")
  func interruptedExchange() throws {
    let world = try SandboxWorld()
    try world.start()
    let tree = try #require(world.own.manifest.treeHash).description
    try world.folder.makeFolder("sandbox/staging/1")
    try FileManager.default.moveItem(
      atPath: world.folder.path("sandbox/releases/\(tree)"),
      toPath: world.folder.path("sandbox/staging/\(Folder.asideName(of: tree))"))
    let launch = try world.start(nil)
    #expect(launch.reason == .confirmed)
    try world.expect(launch, runs: world.own)
    #expect(!FileManager.default.fileExists(atPath: world.folder.path("sandbox/staging")))
  }

  @Test("unexpected names in staging are deleted", arguments: [".aside", "mine.aside"])
  func unexpectedNames(name: String) throws {
    let world = try SandboxWorld()
    try world.start()
    try world.folder.write("", to: "sandbox/staging/" + name)
    try world.expect(world.start(nil), runs: world.own)
    #expect(!FileManager.default.fileExists(atPath: world.folder.path("sandbox/staging")))
    #expect(try world.folder.names(in: "sandbox/releases").count == 1)
  }

  @Test("deeply nested folders are deleted with few descriptors and little memory")
  func deepFolders() async throws {
    let world = try SandboxWorld()
    try world.start()
    let staging = try world.folder.makeFolder("sandbox/staging")
    let script = #"""
      import os, sys
      os.chdir(sys.argv[1])
      for _ in range(3000):
          os.mkdir("d" * 200); open("f", "w").close(); os.chdir("d" * 200)
      """#
    #expect(try await runTool("python3", ["-c", script, staging]).status == 0)
    try world.start()
    #expect(!FileManager.default.fileExists(atPath: staging))
  }

  @Test("staging equal pages with another manifest does not replace a working release")
  func equalPages() throws {
    let world = try SandboxWorld()
    try world.start()
    try world.update(to: "second.zip")
    var files = appFiles
    files["pages/home/index.js"] = Array("render(2);\n".utf8)
    _ = try packApp(files, into: "later.zip", in: world.folder, timestamp: 99, android: "9.0.0")
    let before = try world.sandbox.status().state
    #expect(try world.sandbox.stage(world.delivered("later.zip")).outcome == .alreadyActive)
    #expect(try world.sandbox.status().state == before)
    try world.expect(world.start(), runs: world.second)
  }

  @Test("clocks before 1970 and in the far future are accepted")
  func invalidClock() throws {
    let world = try SandboxWorld()
    try world.start()
    _ = try world.sandbox.stage(world.delivered("second.zip"))
    for now in [.min, -1, .max] as [Int64] {
      let launch = try world.sandbox.launch(
        app: SandboxWorld.app, attempts: 9, now: Timestamp(milliseconds: now))
      #expect(launch.token != nil)
      #expect(try world.sandbox.status(verifying: true).findings.isEmpty)
    }
  }

  @Test("after the loss of the state, no release is deleted until a start has chosen one")
  func lostState() throws {
    let world = try SandboxWorld()
    try world.start()
    try world.flip("\(world.path(of: world.own))/bundle.zip", at: 60)
    for name in ["state.a.json", "state.b.json"] {
      try? FileManager.default.removeItem(atPath: world.folder.path("sandbox/" + name))
    }
    _ = try world.sandbox.confirm(token: nil)
    #expect(try world.sandbox.collect().deleted.isEmpty)
    #expect(try world.folder.names(in: "sandbox/releases").count == 1)
    try world.expect(world.start(), runs: world.own)
  }

  @Test("the last started app counts, even without an embedded bundle")
  func newestApp() throws {
    let world = try SandboxWorld()
    try world.start()
    var files = appFiles
    files["pages/home/index.js"] = Array("render(4);\n".utf8)
    let demanding = try packApp(
      files, into: "fourth.zip", in: world.folder, timestamp: 4, android: "2.0.0")
    #expect(try world.sandbox.stage(world.delivered("fourth.zip")).waitsFor != nil)
    let newer = try #require(NativeVersion("2.0.0"))
    let trial = try world.sandbox.launch(
      app: NativeApp(version: newer, platform: .android), now: Timestamp(milliseconds: 1))
    _ = try world.sandbox.confirm(token: trial.token)
    _ = try world.sandbox.rollBack()
    let tree = try #require(demanding.bundle.manifest.treeHash)
    #expect(try world.sandbox.rollBack(to: .release(tree)).release == tree)
  }

  @Test("the next launch rewrites a damaged state file even if the state is unchanged")
  func damagedState() throws {
    let world = try SandboxWorld()
    try world.start()
    try world.update(to: "second.zip")
    try world.start()
    let state = try world.sandbox.status().state
    for name in ["state.a.json", "state.b.json"] {
      try world.folder.write("{", to: "sandbox/" + name)
      #expect(try world.sandbox.damagedFiles() == [name])
      try world.start()
      #expect(try world.sandbox.status(verifying: true).findings.isEmpty)
    }
    let now = try world.sandbox.status().state
    #expect(now?.active == state?.active && now?.confirmed == state?.confirmed)
  }

  @Test("a file name that is not UTF-8 is deleted from staging")
  func rawNames() async throws {
    let world = try SandboxWorld()
    try world.start()
    try world.folder.makeFolder("sandbox/staging/1")
    let script =
      #"mkdir -p "$1/$(printf '\377')/a" && touch "$1/$(printf '\377')/a/$(printf '\200')""#
    let made = try await runTool(
      "sh", ["-c", script, "sh", world.folder.path("sandbox/staging/1")])
    #expect(made.status == 0, "\(made)")
    try world.start()
    #expect(!FileManager.default.fileExists(atPath: world.folder.path("sandbox/staging")))
  }

  @Test("a rollback during a trial keeps the displayed pages until the next launch")
  func rollbackDuringTrial() throws {
    let world = try SandboxWorld()
    try world.start()
    _ = try world.sandbox.stage(world.delivered("second.zip"))
    let trial = try world.start()
    #expect(try world.sandbox.rollBack().release == world.own.manifest.treeHash)
    // Otherwise the release is also kept as a base of deltas.
    #expect(try world.sandbox.discardFailedRelease())
    _ = try world.sandbox.collect()
    try world.start(nil, .background)
    #expect(try world.folder.names(in: "sandbox/releases").count == 2)
    for file in world.second.files {
      #expect(FileManager.default.fileExists(atPath: "\(trial.path)/\(file.path)"))
    }
    try world.expect(world.start(), runs: world.own)
    #expect(try world.folder.names(in: "sandbox/releases").count == 1)
  }

  @Test(
    "the release that failed last is deleted if the disk is too full for another bundle",
    .needsMount, arguments: [true, false])
  func fullDisk(isEmbedded: Bool) async throws {
    let world = try SandboxWorld()
    var random = SeededGenerator(seed: 1)
    let bundles = try (1...2).map { number in
      var files = appFiles
      files["photo.png"] = random.noise(400_000)
      return try packApp(
        files, into: "large-\(number).zip", in: world.folder, timestamp: Int64(number + 3)
      ).bundle
    }
    // The disk has space for one of the large releases.
    let disk = try world.folder.makeFolder("sandbox")
    try await SmallDisk.withMounted(kilobytes: 1300, at: disk) {
      try world.start()
      _ = try world.sandbox.stage(world.delivered("large-1.zip"))
      for _ in 1...3 { try world.start() }
      #expect(try world.sandbox.status().state?.failed == bundles[0].manifest.treeHash)
      if isEmbedded {
        let launch = try world.start("large-2.zip")
        #expect(launch.failure == nil)
        try world.expect(launch, runs: bundles[1])
      } else {
        #expect(try world.sandbox.stage(world.delivered("large-2.zip")).outcome == .pending)
      }
      let state = try #require(try world.sandbox.status().state)
      #expect(state.failed == nil && state.blocked.count == 1)
      #expect(try world.folder.names(in: "sandbox/releases").count == 2)
    }
  }

  @Test("a link in place of the releases folder is an error")
  func linkedReleases() throws {
    let world = try SandboxWorld()
    try world.start()
    try FileManager.default.moveItem(
      atPath: world.folder.path("sandbox/releases"), toPath: world.folder.path("elsewhere"))
    try FileManager.default.createSymbolicLink(
      atPath: world.folder.path("sandbox/releases"), withDestinationPath: "../elsewhere")
    for call in [{ try world.start() as Any }, { try world.sandbox.status(verifying: true) }] {
      let error = #expect(throws: SandboxError.self) { try call() }
      #expect(error?.exitStatus == .cannotCreate)
    }
  }

  @Test(
    "a huge file is rejected by its size without reading it",
    arguments: [
      "bundle.zip", "bundle.config", "bundle/pages/home/index.js",
    ])
  func hugeFile(name: String) throws {
    let world = try SandboxWorld()
    try world.start()
    let path = try "\(world.path(of: world.own))/\(name)"
    let file = try FileHandle(forWritingTo: URL(filePath: world.folder.path("sandbox/\(path)")))
    try file.truncate(atOffset: 1 << 40)
    try file.close()
    // One thread hashes about 1 GB in this time; the file is a thousand times as large.
    let verifier = BundleVerifier(threads: 1)
    let sandbox = Sandbox(world.folder.path("sandbox"), verifier: verifier)
    let time = try processorTime {
      let damaged = try sandbox.damagedFiles()
      #expect(damaged.contains { path.hasPrefix($0) })
    }
    #expect(time < .seconds(5))
    try world.expect(world.start(), runs: world.own)
  }
}
