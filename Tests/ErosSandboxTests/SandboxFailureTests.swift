import ErosBundle
import ErosCore
import ErosFiles
import ErosSandbox
import ErosTestSupport
import Foundation
import Testing

@Suite("A start that cannot do all that it should", .temporaryFolder)
struct SandboxFailureTests {
  @Test("an app whose own bundle is broken runs what was installed, also an update of that")
  func brokenBundle() throws {
    let world = try SandboxWorld()
    try world.start()
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

  @Test("what an interrupted exchange took away is put back")
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

  @Test("a name that is no text is cleaned up like any other")
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

  @Test("going back during a trial keeps the pages that are on the screen until the next start")
  func rollbackDuringTrial() throws {
    let world = try SandboxWorld()
    try world.start()
    _ = try world.sandbox.stage(world.delivered("second.zip"))
    let trial = try world.start()
    #expect(try world.sandbox.rollBack().release == world.own.manifest.treeHash)
    _ = try world.sandbox.collect()
    try world.start(nil, .background)
    #expect(try world.folder.names(in: "sandbox/releases").count == 2)
    for file in world.second.files {
      #expect(FileManager.default.fileExists(atPath: "\(trial.path)/\(file.path)"))
    }
    try world.expect(world.start(), runs: world.own)
    #expect(try world.folder.names(in: "sandbox/releases").count == 1)
  }

  @Test("releases that lie elsewhere behind a link are not believed")
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
    "a file that has become huge is not read to see that it is another one",
    arguments: [
      "bundle.zip", "bundle.config", "bundle/pages/home/index.js",
    ])
  func hugeFile(name: String) throws {
    let world = try SandboxWorld()
    try world.start()
    let path = try "\(world.place(of: world.own))/\(name)"
    let file = try FileHandle(forWritingTo: URL(filePath: world.folder.path("sandbox/\(path)")))
    try file.truncate(atOffset: 1 << 40)
    try file.close()
    // One thread hashes about a gigabyte in this time; this is a thousand times as much.
    let verifier = BundleVerifier(threads: 1)
    let sandbox = Sandbox(world.folder.path("sandbox"), verifier: verifier)
    let time = try processorTime {
      let findings = try sandbox.status(verifying: true).findings
      #expect(findings.map(\.path).contains { path.hasPrefix($0) })
    }
    #expect(time < .seconds(5))
    try world.expect(world.start(), runs: world.own)
  }
}
