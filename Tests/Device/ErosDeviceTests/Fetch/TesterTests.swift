import ErosPublish
import ErosReleaseTestSupport
import ErosStore
import ErosTestSupport
import ErosTrust
import Testing

@testable import ErosDevice

@Suite("Testers", .phase(.servers), .temporaryFolder)
struct TesterTests {
  private let testers: Set<TesterID>

  init() throws { testers = [try #require(TesterID("ada@example.org"))] }

  /// Returns a store whose second release is for the testers only, and a device with the first one.
  private func makeStore() async throws -> (TestStore, TestDevice, FolderTransport) {
    let store = try await TestStore()
    try await store.publish(1)
    let transport = FolderTransport(store.path)
    let device = try store.device(over: transport)
    try await device.fetch()
    try device.launch()
    try await store.editor.releases.setTesters(testers, in: store.channel)
    try await store.publish(2) {
      $0.options.rollout = 0
      $0.options.needsTesters = true
    }
    return (store, device, transport)
  }

  @Test("a tester gets a release outside its share, and other devices do not")
  func tester() async throws {
    let (store, other, _) = try await makeStore()
    var device = other
    #expect(try await device.fetch().outcome == .notIncluded)
    device.tester = "bob@example.org"
    let refused = try await device.fetch()
    #expect(refused.outcome == .notIncluded && refused.isTester == false)
    device.tester = " Ada@Example.org "
    let found = try await device.fetch()
    #expect(found.outcome == .staged && found.isTester == true && found.release?.number == 2)
    // A pause and a release for all devices are the same for testers.
    try await store.publish(3) { $0.options.rollout = 0 }
    _ = try await store.editor.releases.setPaused(true, 3, in: store.channel)
    #expect(try await device.fetch().outcome == .paused)
    _ = try await store.editor.releases.setPaused(false, 3, in: store.channel)
    #expect(try await device.fetch().outcome == .staged)
  }

  @Test("the list is downloaded once, and only by devices with a tester during a rollout")
  func downloads() async throws {
    let (store, other, transport) = try await makeStore()
    var device = other
    func lists() -> Int { transport.records.filter { $0.path.contains("testers.json") }.count }
    try await device.fetch()
    #expect(lists() == 0)
    device.tester = "bob@example.org"
    for _ in 0..<2 { #expect(try await device.fetch().isTester == false) }
    #expect(lists() == 1)
    try await store.editor.releases.setTesters(testers, in: store.channel)
    try await device.fetch()
    #expect(lists() == 2)
    _ = try await store.editor.releases.setRollout(10_000, of: 2, in: store.channel)
    #expect(try await device.fetch().isTester == nil)
    #expect(lists() == 2)
  }

  @Test("a removed list ends the membership, and a release for testers needs one")
  func removed() async throws {
    let (store, other, _) = try await makeStore()
    var device = other
    device.tester = "ada@example.org"
    try await store.editor.releases.setTesters([], in: store.channel)
    let result = try await device.fetch()
    #expect(result.outcome == .notIncluded && result.isTester == nil)
    let error = PublishError.noTesters(store.channel)
    await #expect(throws: error) {
      try await store.publish(3) { $0.options.needsTesters = true }
    }
    await #expect(throws: error) {
      try await store.editor.releases.setRollout(0, of: 2, in: store.channel, needsTesters: true)
    }
  }

  @Test("more testers than devices read are not signed")
  func tooMany() async throws {
    let store = try await TestStore()
    let testers = try Set(
      (0...TesterList.maximumCount).map { try #require(TesterID("tester \($0)")) })
    await #expect(throws: PublishError.tooManyTesters(testers.count)) {
      try await store.editor.releases.setTesters(testers, in: store.channel)
    }
    #expect(try await store.contents().testers == nil)
  }

  @Test("a list that differs from its signed digest is refused")
  func damaged() async throws {
    let (store, other, _) = try await makeStore()
    var device = other
    let path = try #require(try await store.contents().testers?.path)
    let folder = "store/targets/" + path.dropLast(TesterList.fileName.count)
    let names = try store.folder.readTree(String(folder)).files.keys
    let name = try #require(names.first { $0.hasSuffix(TesterList.fileName) })
    let bytes = try TesterList([try #require(TesterID("eve"))], salt: "salt").bytes
    try store.folder.write(bytes, to: folder + name)
    device.tester = "eve"
    await expectError(65, "differs from the signed metadata") { try await device.fetch() }
    #expect(try device.pending() == nil)
  }

  @Test("an invalid identifier is in no list, and the device gets its updates")
  func invalidTester() async throws {
    let (store, other, _) = try await makeStore()
    var device = other
    for identifier in ["", "a\nb", String(repeating: "x", count: 257)] {
      device.tester = identifier
      let result = try await device.fetch()
      #expect(result.outcome == .notIncluded && result.isTester == nil)
    }
    try await store.publish(3)
    #expect(try await device.fetch().outcome == .staged)
  }

  @Test("a limit of the brake is the same for testers")
  func brake() throws {
    var release = try DecisionModel.release(1, rollout: 0)
    var device = FetchDevice(
      state: .init(), app: nil, id: try #require(DeviceID("device")), now: DecisionModel.now)
    device.isTester = true
    for (limit, isOffered) in [(nil, true), (500, false), (10_000, true)] as [(Int?, Bool)] {
      release.limit = limit.map { .init(number: 1, rollout: $0, time: 0, reason: nil) }
      let decision = try device.decide(try DecisionModel.contents([release]))
      #expect(decision.summary.hasPrefix("install") == isOffered, "\(decision.summary)")
    }
  }
}
