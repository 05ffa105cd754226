import Dispatch
import ErosDevice
import ErosReleaseTestSupport
import ErosTestSupport
import Foundation
import Synchronization
import Testing

@Suite("A host in Swift", .temporaryFolder)
struct DeviceTests {
  /// A transport that reads the files of a store, and calls `waiting` before each response.
  private func device(_ world: DeviceWorld, _ limits: Device.Limits = .init()) -> Device {
    Device(
      world.folder.path("releases"), appVersion: NativeVersion("2.1.0"), platform: .android,
      limits: limits)
  }

  private func bundle(_ world: DeviceWorld, _ zip: String) throws -> DeliveredBundle {
    try DeliveredBundle(zip: world.folder.path(zip), config: world.folder.path(zip + ".config"))
  }

  private func options(_ world: DeviceWorld) throws -> FetchOptions {
    FetchOptions(
      store: try WebAddress("http://store"), channel: "demo/production",
      root: try world.folder.read("keys/root.json"))
  }

  @Test("launches, stages, confirms, rolls back, and reads the status")
  func life() throws {
    let world = try DeviceWorld()
    let device = device(world)
    let first = try device.launch(embedded: bundle(world, "first.zip"))
    #expect(first.reason == .firstRun && first.token == nil)
    let staging = try device.stage(bundle(world, "second.zip"))
    #expect(staging.outcome == .pending)
    #expect(try device.launch(kind: .background).release == first.release)
    let trial = try device.launch()
    #expect(trial.release == staging.release && trial.reason == .trial)
    let token = try #require(trial.token)
    #expect(try device.confirm(token: token + "x") == .staleToken)
    #expect(try device.confirm(token: token) == .confirmed(trial.release))
    let status = try device.status(verifying: true)
    #expect(status.findings.isEmpty && status.next?.release == trial.release)
    let app = try #require(status.state?.app)
    #expect(app.version.description == "2.1.0" && app.platform == .android)
    let (release, previous) = try device.rollBack()
    #expect(release == first.release && previous == trial.release)
  }

  @Test("applies a staged release without a launch, and keeps open pages")
  func applyNow() throws {
    let world = try DeviceWorld()
    let device = device(world)
    let first = try device.launch(embedded: bundle(world, "first.zip"))
    let pages = try world.folder.readTree("releases/releases/\(first.release)/bundle")
    #expect(try device.applyNow() == nil)
    let second = try device.stage(bundle(world, "second.zip")).release
    let applied = try #require(try device.applyNow())
    #expect(applied.release == second && applied.reason == .trial)
    #expect(try device.applyNow() == nil)
    // A failure ends the trial; open pages of both releases keep their files.
    let newPages = try world.folder.readTree("releases/releases/\(second)/bundle")
    #expect(pages != newPages && applied.path.hasSuffix("releases/\(second)/bundle"))
    let token = try #require(applied.token)
    #expect(try device.failed(token: token, reason: "no root") == .blocked(second))
    #expect(try world.folder.readTree("releases/releases/\(first.release)/bundle") == pages)
    #expect(try world.folder.readTree("releases/releases/\(second)/bundle") == newPages)
    #expect(try device.launch().release == first.release)
    #expect(device.decisions().decisions.map(\.outcome) == [.firstRun, .staged, .trial, .blocked])
  }

  @Test("a damaged release is not applied, and the app continues")
  func damagedApplication() throws {
    let world = try DeviceWorld()
    let device = device(world)
    let first = try device.launch(embedded: bundle(world, "first.zip")).release
    let second = try device.stage(bundle(world, "second.zip")).release
    let release = "releases/releases/\(second)"
    try world.folder.write(Array("damaged".utf8), to: release + "/bundle.zip")
    try world.folder.write(Array("damaged".utf8), to: release + "/bundle/pages/home/index.js")
    #expect(throws: SandboxError.self) { try device.applyNow() }
    #expect(try device.applyNow() == nil)
    #expect(try device.status().state?.pending == nil)
    #expect(try device.status().state?.active == first)
    #expect(try device.launch().release == first)
  }

  @Test("unblocks a release that failed, and records it")
  func unblock() throws {
    let world = try DeviceWorld()
    let device = device(world)
    let first = try device.launch(embedded: bundle(world, "first.zip")).release
    let second = try device.stage(bundle(world, "second.zip")).release
    let token = try #require(try device.launch().token)
    #expect(try device.failed(token: token, reason: "no root") == .blocked(second))
    #expect(try device.unblock(first) == [])
    #expect(try device.unblock() == [second])
    #expect(try device.stage(bundle(world, "second.zip")).outcome == .pending)
    let decisions = device.decisions().decisions.filter { $0.event == .unblock }
    #expect(decisions.map(\.outcome) == [.noted, .unblocked])
    #expect(decisions.last?.release == second)
  }

  @Test("the time of a trial is the passed one, or the system's")
  func time() throws {
    let world = try DeviceWorld()
    let device = device(world)
    let past = Timestamp(milliseconds: 1_500_000_000_000)
    _ = try device.launch(embedded: bundle(world, "first.zip"), at: past)
    try device.stage(bundle(world, "second.zip"))
    _ = try device.launch(at: past)
    #expect(try device.status().state?.trial?.startedAt == past)
    try device.rollBack()
    try world.packThird()
    try device.stage(bundle(world, "third.zip"))
    let before = Int64(Date().timeIntervalSince1970 * 1000)
    _ = try device.launch()
    let after = Int64(Date().timeIntervalSince1970 * 1000)
    let started = try #require(try device.status().state?.trial?.startedAt.milliseconds)
    #expect((before - 1...after + 1).contains(started))
  }

  @Test("the limits apply to releases and trials")
  func limits() throws {
    let world = try DeviceWorld()
    var limits = Device.Limits()
    limits.trialLaunches = 1
    let device = device(world, limits)
    let first = try device.launch(embedded: bundle(world, "first.zip"))
    limits.maximumFiles = 1
    #expect(throws: SandboxError.self) {
      try self.device(world, limits).stage(bundle(world, "second.zip"))
    }
    limits = Device.Limits()
    limits.maximumSize = 10
    #expect(throws: SandboxError.self) {
      try self.device(world, limits).stage(bundle(world, "second.zip"))
    }
    try device.stage(bundle(world, "second.zip"))
    #expect(try device.launch().reason == .trial)
    #expect(try device.launch().release == first.release)
  }

  @Test("calls from several threads run one after the other")
  func threads() throws {
    let world = try DeviceWorld()
    // Without its own turn, a call would fail because it waits for the lock of the folder.
    var limits = Device.Limits()
    limits.lockTimeout = .milliseconds(1)
    let device = device(world, limits)
    let bundle = try bundle(world, "first.zip")
    let failures = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      do {
        let launch = try device.launch(embedded: bundle)
        if let failure = launch.failure { failures.withLock { $0.append(failure.description) } }
      } catch {
        failures.withLock { $0.append("\(error)") }
      }
    }
    #expect(failures.withLock { $0 } == [])
  }

  // MARK: - Fetching

  @Test("checks a channel, and fetches an update for the next launch")
  func fetch() async throws {
    let world = try DeviceWorld()
    try await world.makeStore()
    let device = device(world)
    let first = try device.launch(embedded: bundle(world, "first.zip"))
    let transport = FolderTransport(world.folder.path("store"))
    let checked = try await device.check(options(world), over: transport)
    #expect(checked.outcome == .available && checked.release?.number == 1)
    let steps = Mutex(0)
    let result = try await device.fetch(options(world), over: transport) { _ in
      steps.withLock { $0 += 1 }
    }
    #expect(result.outcome == .staged && steps.withLock { $0 } > 1)
    #expect(result.expires > Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)))
    let trial = try device.launch()
    #expect(trial.reason == .trial && trial.previous == first.release)
  }

  @Test("a clock in the future is the reason of a failed check")
  func expired() async throws {
    let world = try DeviceWorld()
    try await world.makeStore()
    let device = device(world)
    let transport = FolderTransport(world.folder.path("store"))
    let now = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    let later = Timestamp(milliseconds: now.milliseconds + 40 * 365 * 86_400_000)
    _ = try await device.check(options(world), over: transport, at: now)
    await #expect {
      _ = try await device.check(options(world), over: transport, at: later)
    } throws: {
      let failure = ($0 as? FetchError)?.checkFailure
      return failure?.reason == .expired && failure?.since == now
    }
  }

  /// The two ways to cancel a fetch.
  enum Cancellation: CaseIterable { case device, task }

  @Test(
    "other calls do not wait for a fetch, which can be cancelled", arguments: Cancellation.allCases)
  func cancel(_ cancellation: Cancellation) async throws {
    let world = try DeviceWorld()
    try await world.makeStore()
    let device = device(world)
    let (requests, request) = AsyncStream.makeStream(of: Void.self)
    let transport = FolderTransport(
      world.folder.path("store"),
      delay: {
        request.yield()
        try await Task.sleep(for: .seconds(600))
      })
    let options = try options(world)
    let fetch = Task { try await device.fetch(options, over: transport) }
    for await _ in requests { break }
    _ = try device.launch(embedded: bundle(world, "first.zip"))
    switch cancellation {
    case .device: device.cancel()
    case .task: fetch.cancel()
    }
    await #expect(throws: CancellationError.self) { try await fetch.value }
    // A cancelled fetch does not end later ones.
    let next = FolderTransport(world.folder.path("store"))
    #expect(try await device.fetch(options, over: next).outcome == .staged)
  }
}

extension DeviceWorld {
  /// Packs the bundle `third.zip`, which is newer than the others.
  fileprivate func packThird() throws {
    try pack("third.zip", page: "render(3);\n", second: 2)
  }
}
