import ErosCore
import ErosFiles
import ErosPublish
import ErosReleaseTestSupport
import ErosStore
import ErosTestSupport
import ErosTransport
import ErosTrust
import Foundation
import Testing

@testable import ErosDevice

@Suite("Fetching a correction of a failed release", .phase(.servers), .temporaryFolder)
struct FixForwardTests {
  /// A store whose release 3 corrects release 2: it has one image of each of the releases before.
  private struct World {
    let store: TestStore
    let transport: FolderTransport
    let device: TestDevice
    let first: ChannelRelease
    let second: ChannelRelease

    init() async throws {
      store = try await TestStore()
      transport = FolderTransport(store.path)
      device = try store.device(over: transport)
      first = try await store.publish(
        store.bundle(TestStore.pages(1, photo: 1, map: 1), second: 1)
      ).release
      try await device.fetch()
      try device.launch()
      second = try await store.publish(
        store.bundle(TestStore.pages(2, photo: 2, map: 2), second: 2)
      ).release
    }

    /// Installs release 2, which fails its trial.
    func fail() async throws {
      #expect(try await device.fetch().outcome == .staged)
      for _ in 0..<3 { try device.launch(confirming: false) }
      #expect(try device.sandbox.currentState().active == first.tree)
      #expect(try releases() == [first.tree, second.tree])
    }

    /// Publishes release 3 with the photo of release 1 and the map of release 2.
    func correct() async throws -> ChannelRelease {
      try await store.publish(store.bundle(TestStore.pages(3, photo: 1, map: 2), second: 3)).release
    }

    /// The releases on the disk.
    func releases() throws -> Set<TreeHash> {
      Set(try store.folder.names(in: "sandbox/releases").compactMap { TreeHash($0) })
    }

    /// Publishes release 3 with the images of release 2, so that the delta from it is the smallest.
    func correctLine() async throws -> ChannelRelease {
      try await store.publish(store.bundle(TestStore.pages(3, photo: 2, map: 2), second: 3)).release
    }

    /// The length of the delta from a release.
    func length(of release: ChannelRelease, from base: ChannelRelease) throws -> UInt64 {
      let delta = release.deltas.first { $0.from == base.tree }
      return UInt64(clamping: try #require(delta).file.length)
    }
  }

  @Test("a device with the failed release downloads the smaller of two deltas, in five requests")
  func correction() async throws {
    let world = try await World()
    try await world.fail()
    let third = try await world.correct()
    let length = min(
      try world.length(of: third, from: world.first),
      try world.length(of: third, from: world.second))
    let response = try await world.device.fetch()
    #expect(response.outcome == .staged && response.bytes == length)
    #expect(response.artifact?.form == .delta && response.artifact?.result == .applied)
    #expect(response.requests == 5)
    // The correction can fail as well, so both releases stay until it is confirmed.
    #expect(try world.releases() == [world.first.tree, world.second.tree, third.tree])
    #expect(try world.device.launch().release == third.tree)
    #expect(try world.releases() == [world.first.tree, third.tree])
    #expect(try world.device.sandbox.currentState().failed == nil)
  }

  @Test("a release that the publisher retries is staged from the disk, without a download")
  func retry() async throws {
    let world = try await World()
    try await world.fail()
    _ = try await world.store.editor.releases.retry(2, in: world.store.channel)
    let check = try await world.device.check()
    #expect(check.outcome == .available && check.artifact == nil)
    let response = try await world.device.fetch()
    #expect(response.outcome == .staged && response.artifact == nil && response.bytes == 0)
    #expect(response.release?.tree == world.second.tree)
    #expect(try world.device.launch().release == world.second.tree)
  }

  @Test(
    "a retried release that cannot be read now is not downloaded, but staged later",
    .needsFilePermissions)
  func retryOfLocked() async throws {
    let world = try await World()
    try await world.fail()
    let path = world.store.folder.path("sandbox/releases/\(world.second.tree)/bundle.zip")
    _ = try await world.store.editor.releases.retry(2, in: world.store.channel)
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
    let error = await #expect(throws: FileError.self) { try await world.device.fetch() }
    #expect(error?.problem.hasSuffix(": Permission denied") == true)
    #expect(try world.device.downloads().isEmpty)
    #expect(world.device.sandbox.decisions.log().decisions.last?.reason == .permission)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    let response = try await world.device.fetch()
    #expect(response.outcome == .staged && response.bytes == 0)
  }

  @Test("a retried release whose zip is damaged or of another build is downloaded")
  func retryOfDamaged() async throws {
    let world = try await World()
    try await world.fail()
    let path = "sandbox/releases/\(world.second.tree)/bundle.zip"
    var bytes = try world.store.folder.read(path)
    let built = Timestamp(milliseconds: world.second.built)
    let sandbox = world.device.sandbox
    #expect(try sandbox.keptBundle(of: world.second.tree, built: built) != nil)
    let other = Timestamp(milliseconds: world.second.built + 1)
    #expect(try sandbox.keptBundle(of: world.second.tree, built: other) == nil)
    bytes[5_000] ^= 1
    try world.store.folder.write(bytes, to: path)
    _ = try await world.store.editor.releases.retry(2, in: world.store.channel)
    let response = try await world.device.fetch()
    #expect(response.outcome == .staged && response.bytes > 100_000)
    #expect(response.artifact?.result == .applied)
    #expect(try world.device.launch().release == world.second.tree)
  }

  @Test("a correction with a new line is a delta from the failed release alone")
  func smallCorrection() async throws {
    let world = try await World()
    try await world.fail()
    let third = try await world.correctLine()
    let response = try await world.device.fetch()
    let length = try world.length(of: third, from: world.second)
    #expect(response.bytes == length && length * 50 <= UInt64(clamping: third.bundle.length))
    #expect(try world.device.launch().release == third.tree)
    #expect(try world.releases() == [world.first.tree, third.tree])
  }

  @Test("a damaged failed release costs no request, and another delta is used")
  func damaged() async throws {
    let world = try await World()
    try await world.fail()
    let path = "sandbox/releases/\(world.second.tree)/bundle/images/map.png"
    var bytes = try world.store.folder.read(path)
    bytes[500] ^= 1
    try world.store.folder.write(bytes, to: path)
    let third = try await world.correctLine()
    let response = try await world.device.fetch()
    #expect(response.outcome == .staged && response.requests == 5)
    #expect(response.artifact?.form == .delta && response.artifact?.result == .fallback)
    #expect(response.artifact?.reason?.contains("\(world.second.tree)") == true)
    #expect(response.bytes == (try world.length(of: third, from: world.first)))
    #expect(try world.device.launch().release == third.tree)
  }

  @Test("a delta that the device cannot download is replaced by another one")
  func missingDelta() async throws {
    let world = try await World()
    try await world.fail()
    let third = try await world.correctLine()
    let missing = ChannelRelease.Delta.name(from: world.second.tree)
    let transport = FolderTransport(world.store.path) { request, response in
      if request.address.path.hasSuffix(missing) { response = .init(status: 404) }
    }
    var device = world.device
    device.transport = transport
    let response = try await device.fetch()
    #expect(response.outcome == .staged && response.artifact?.result == .fallback)
    #expect(response.bytes == (try world.length(of: third, from: world.first)))
  }

  @Test("a device that never had the failed release uses the delta from its release")
  func otherDevice() async throws {
    let world = try await World()
    let third = try await world.correct()
    let response = try await world.device.fetch()
    #expect(response.outcome == .staged && response.artifact?.result == .applied)
    #expect(response.bytes == (try world.length(of: third, from: world.first)))
    #expect(response.requests == 5)
  }

  @Test("a confirmed release that the publisher rolled back is also a base")
  func rolledBack() async throws {
    let world = try await World()
    #expect(try await world.device.fetch().outcome == .staged)
    #expect(try world.device.launch().release == world.second.tree)
    let restored = try await world.store.rollBack(to: 1).release
    try await world.device.fetch()
    #expect(try world.device.launch().release == restored.tree)
    let fourth = try await world.store.publish(
      world.store.bundle(TestStore.pages(4, photo: 1, map: 2), second: 4)
    ).release
    let response = try await world.device.fetch()
    let length = min(
      try world.length(of: fourth, from: restored), try world.length(of: fourth, from: world.second)
    )
    #expect(response.bytes == length)
  }

  @Test("only the release that failed last is kept")
  func failedAgain() async throws {
    let world = try await World()
    try await world.fail()
    let third = try await world.correct()
    #expect(try await world.device.fetch().outcome == .staged)
    for _ in 0..<3 { try world.device.launch(confirming: false) }
    #expect(try world.releases() == [world.first.tree, third.tree])
    let fourth = try await world.store.publish(
      world.store.bundle(TestStore.pages(4, photo: 1, map: 2), second: 4)
    ).release
    #expect(
      try await world.device.fetch().bytes == (try world.length(of: fourth, from: third)))
  }

  @Test("the failed release stays if the update does not fit without it either")
  func space() async throws {
    let world = try await World()
    try await world.fail()
    _ = try await world.correct()
    try await world.store.sign { $0.releases[0].pagesSize = 1 << 50 }
    await expectError(74, "the update needs ") { try await world.device.fetch() }
    #expect(try world.releases() == [world.first.tree, world.second.tree])
    #expect(try world.device.sandbox.currentState().failed == world.second.tree)
  }

  @Test("the full bundle is used if a patch does not fit on the disk", .needsMount)
  func fullBundle() async throws {
    let disk = try TemporaryFolder.ofTest().makeFolder("sandbox")
    try await SmallDisk.withMounted(kilobytes: 16_384, at: disk) {
      let world = try await World()
      try await world.fail()
      let third = try await world.correct()
      // A patch needs twice the size of the pages.
      let free = try Folder(disk).availableSpace()
      try await world.store.sign { $0.releases[0].pagesSize = Int64(free / 3 * 2) }
      let response = try await world.device.fetch()
      #expect(response.outcome == .staged)
      #expect(response.artifact?.form == .full && response.artifact?.result == .fallback)
      #expect(response.artifact?.reason?.contains("the update needs ") == true)
      #expect(response.bytes == UInt64(clamping: third.bundle.length))
      #expect(try world.releases() == [world.first.tree, world.second.tree, third.tree])
    }
  }

  @Test("the update continues if the space of the failed release is enough", .needsMount)
  func freedSpace() async throws {
    let disk = try TemporaryFolder.ofTest().makeFolder("sandbox")
    try await SmallDisk.withMounted(kilobytes: 16_384, at: disk) {
      let world = try await World()
      try await world.fail()
      let third = try await world.correct()
      // The failed release occupies more than 300,000 bytes.
      let free = try Folder(disk).availableSpace()
      try await world.store.sign { $0.releases[0].pagesSize = Int64(free + 60_000) / 2 }
      let response = try await world.device.fetch()
      #expect(response.outcome == .staged)
      #expect(response.bytes == (try world.length(of: third, from: world.first)))
      #expect(try world.releases() == [world.first.tree, third.tree])
    }
  }
}
