import ErosBundle
import ErosCore
import ErosFiles
import ErosPack
import ErosTestSupport
import Testing

@testable import ErosDevice

@Suite("The release that failed last", .temporaryFolder)
struct FailedReleaseTests {
  private let world: SandboxWorld

  /// Starts the embedded bundle, and lets `second.zip` fail its trial.
  init() throws {
    world = try SandboxWorld()
    try world.start()
    _ = try world.sandbox.stage(world.delivered("second.zip"))
    for _ in 1...3 { try world.start() }
  }

  /// The releases on the disk.
  private func releases() throws -> Set<TreeHash> {
    Set(try world.folder.names(in: "sandbox/releases").compactMap { TreeHash($0) })
  }

  private func trees(_ bundles: PackedBundle...) throws -> Set<TreeHash> {
    Set(try bundles.map { try #require($0.manifest.treeHash) })
  }

  /// Writes the delta to `third.zip`, and returns it as a delivered bundle.
  private func delta(from old: String) throws -> DeliveredBundle {
    let folder = world.folder
    let maker = UpdateMaker(.delta, level: .standard, verifier: BundleVerifier(threads: 2))
    let update = try Folder.withScratchFolder(beside: folder.path("delta")) { scratch in
      try maker.make(
        from: maker.read(ReadableFile(folder.path(old))),
        to: maker.read(ReadableFile(folder.path("third.zip"))), scratch: scratch)
    }
    try folder.write(update.bytes, to: "third.erosdelta")
    return try world.delivered("third.erosdelta")
  }

  @Test("the failed release stays until another release is confirmed, and never runs")
  func untilConfirmed() throws {
    let second = try #require(world.second.manifest.treeHash)
    #expect(try world.sandbox.status().state?.failed == second)
    #expect(try releases() == trees(world.own, world.second))
    #expect(try world.sandbox.collect().deleted.isEmpty)
    for kind in [LaunchKind.foreground, .background] {
      try world.expect(world.start(nil, kind), runs: world.own)
    }
    _ = try world.sandbox.stage(world.delivered("third.zip"))
    let trial = try world.start()
    #expect(try releases() == trees(world.own, world.second, world.third))
    _ = try world.sandbox.confirm(token: trial.token)
    #expect(try releases() == trees(world.own, world.third))
    let state = try #require(try world.sandbox.status().state)
    #expect(state.failed == nil && state.blocked.map(\.release) == [second])
  }

  @Test("the failed release is kept after the loss of the state, and does not run even alone")
  func lostState() throws {
    try world.loseState()
    try world.expect(world.start(nil), runs: world.own)
    #expect(try releases() == trees(world.own, world.second))
    let state = try #require(try world.sandbox.status().state)
    #expect(state.failed == world.second.manifest.treeHash)
    #expect(state.blocked.map(\.release) == [state.failed])
  }

  @Test("the failed release is deleted when its space is needed, once")
  func discard() throws {
    let zip = try ReadableFile(world.folder.path("second.zip")).size
    #expect(try world.sandbox.sizeOfFailedRelease() > zip)
    #expect(try world.sandbox.discardFailedRelease())
    #expect(try world.sandbox.sizeOfFailedRelease() == 0)
    #expect(try !world.sandbox.discardFailedRelease())
    #expect(try releases() == trees(world.own))
    #expect(try world.sandbox.status().state?.avoided.count == 1)
  }

  @Test("the failed release can be staged again after it is unblocked")
  func unblocked() throws {
    #expect(try world.sandbox.unblock().count == 1)
    #expect(try releases() == trees(world.own))
    #expect(try world.sandbox.stage(world.delivered("second.zip")).outcome == .pending)
    try world.expect(world.start(), runs: world.second)
  }

  @Test("the failed release is a base of deltas")
  func base() throws {
    let delta = try delta(from: "second.zip")
    #expect(try world.sandbox.stage(delta).release == world.third.manifest.treeHash)
    try world.expect(world.start(), runs: world.third)
  }

  @Test("the zip of the failed release is the base of a delta if its pages are damaged")
  func damagedPages() throws {
    let delta = try delta(from: "second.zip")
    let path = try world.path(of: world.second)
    try world.flip(path + "/bundle/pages/home/index.js")
    let tree = try #require(world.second.manifest.treeHash)
    #expect(try !world.sandbox.isFailedReleaseIntact(tree))
    #expect(try world.sandbox.status(verifying: true).findings.isEmpty)
    #expect(try world.sandbox.stage(delta).release == world.third.manifest.treeHash)
    try world.flip(path + "/bundle.zip", at: 100)
    let before = try world.folder.readTree("sandbox")
    let error = #expect(throws: DeltaError.self) { try world.sandbox.stage(delta) }
    #expect(error?.problem.contains("/releases/\(tree)/bundle.zip' ") == true, "\(error as Any)")
    #expect(error?.exitStatus == .badData)
    // The release that was staged before stays, and the base is not deleted.
    #expect(try world.folder.readTree("sandbox") == before)
    let state = try #require(try world.sandbox.status().state)
    #expect(state.active == world.own.manifest.treeHash && state.failed == tree)
    #expect(state.pending?.tree == world.third.manifest.treeHash)
  }

  @Test("a delta whose base is not in the sandbox is refused")
  func missing() throws {
    let delta = try delta(from: "second.zip")
    let tree = try #require(world.second.manifest.treeHash)
    _ = try world.sandbox.discardFailedRelease()
    let error = #expect(throws: DeltaError.self) { try world.sandbox.stage(delta) }
    #expect(error?.problem.contains("applies to release \(tree)") == true)
  }
}
