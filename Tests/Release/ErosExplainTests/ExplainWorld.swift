import ErosBundle
import ErosCore
import ErosDevice
import ErosExplain
import ErosPublish
import ErosReleaseTestSupport
import ErosStore
import ErosTestSupport
import ErosTransport
import ErosTrust
import Synchronization
import Testing

/// A store, a device, and the person who asks why the device lacks a release.
struct ExplainWorld {
  /// Changes responses of the store.
  final class Fault: Sendable {
    typealias Change = @Sendable (TransportRequest, inout FolderTransport.Response) -> Void
    let change = Mutex<Change?>(nil)
  }

  struct Updater: Sendable {
    var sandbox: Sandbox
    var transport: any Transport
    var address: String
    var channel: String
    var root: [UInt8]?
    var settings = TestDevice.settings

    func fetcher() throws -> Fetcher {
      try Fetcher(
        sandbox, store: WebAddress(address), channel: channel, root: root,
        transport: transport, settings: settings)
    }
  }

  var store: TestStore
  var device: Updater
  let fault: Fault
  /// Version of the app.
  var app: String? = "1.0.0"
  /// Day of the document and of the question, counted from the creation of the store.
  var askedOn = 1.0
  /// Day of the document on the device's clock, if it differs.
  var documentDay: Double?
  var channel: String?
  var number: Int64?
  /// Root metadata of the person who asks.
  var root: [UInt8]
  /// Changes the document.
  var change: (inout DecisionRecord) -> Void = { _ in }

  /// Creates a world whose device reads the folder of a new store.
  init() async throws {
    let store = try await TestStore()
    let fault = Fault()
    let transport = FolderTransport(store.path) { request, response in
      fault.change.withLock { $0 }?(request, &response)
    }
    self.init(store, over: transport, at: "http://store.test/", fault)
  }

  /// Creates a world whose device reads a store from a server.
  init(
    _ store: TestStore, over transport: any Transport, at address: String, _ fault: Fault = Fault()
  ) {
    self.store = store
    self.fault = fault
    device = Updater(
      sandbox: Sandbox(
        store.folder.path("sandbox"), verifier: BundleVerifier(threads: 1)),
      transport: transport, address: address, channel: "\(store.channel)", root: store.pinnedRoot)
    root = store.pinnedRoot
  }

  static func time(_ day: Double) -> Int64 {
    TestStore.now + Int64(day * Double(TestStore.day))
  }

  var host: Device {
    Device(
      device.sandbox,
      app: app.flatMap { NativeVersion($0) }.map { NativeApp(version: $0, platform: .ios) })
  }

  mutating func at(_ day: Double) throws { store.editor = try store.editor(at: Self.time(day)) }

  /// Publishes the release whose bundle was built `number` seconds after the creation of the store.
  mutating func publish(
    _ number: Int, day: Double, native: String = "1.0.0",
    _ change: (inout PublishRequest) throws -> Void = { _ in }
  ) async throws {
    try at(day)
    try await store.publish(number, native: native, change)
  }

  /// Fetches.
  ///
  /// An error becomes part of the decisions.
  func fetch(day: Double, tester: String? = nil) async {
    _ = try? await device.fetcher().fetch(
      app: app.flatMap { NativeVersion($0) }.map { NativeApp(version: $0, platform: .ios) },
      tester: tester,
      now: Timestamp(milliseconds: Self.time(day)))
  }

  @discardableResult
  func launch(
    day: Double, confirming: Bool = true, embedded: DeliveredBundle? = nil
  ) throws -> Device.Launch {
    let time = Timestamp(milliseconds: Self.time(day))
    let launch = try host.launch(embedded: embedded, at: time)
    if confirming, let token = launch.token { try host.confirm(token: token, at: time) }
    return launch
  }

  /// Installs release 1.
  mutating func install() async throws {
    try await publish(1, day: 0)
    await fetch(day: 0.1)
    try launch(day: 0.2)
  }

  /// Adds a brake to the store.
  func addBrake() async throws {
    let key = try SigningKey.generate()
    try store.editor.keys.add(key)
    try await store.editor.roles.addBrake(keys: [key.publicKey])
  }

  /// Publishes release 1 for a tester.
  mutating func publishForTesters() async throws {
    try await publish(1, day: 0) { $0.options.rollout = 0 }
    _ = try await store.editor.releases.setTesters(
      [try #require(TesterID("änne@example.org"))], in: store.channel)
  }

  /// Publishes release 1 and replaces the root metadata twice.
  ///
  /// The person who asks has the newest.
  mutating func rotateTwice() async throws {
    try await publish(1, day: 0)
    for _ in 0..<2 {
      let key = try SigningKey.generate()
      try store.editor.keys.add(key)
      try await store.editor.roles.rotate(.online, to: [key.publicKey])
    }
    root = try store.folder.read("store/metadata/3.root.json")
  }

  /// Changes responses for files of one name.
  func answer(
    _ name: String, _ change: @escaping @Sendable (inout FolderTransport.Response) -> Void
  ) {
    respond { request, response in
      if request.address.path.hasSuffix(name) { change(&response) }
    }
  }

  /// Lets each request fail with an error.
  func fail(_ error: TransportError) {
    respond { _, response in response = .init(status: 0, error: error) }
  }

  func respond(_ change: @escaping Fault.Change) { fault.change.withLock { $0 = change } }

  /// Always serves the current timestamp, like a cache that keeps it.
  func freezeTimestamp() throws {
    let old = try store.folder.read("store/metadata/timestamp.json")
    respond { request, response in
      if request.address.path.hasSuffix("timestamp.json") { response = .init(body: old) }
    }
  }

  /// Asks, with the document as the device sends it.
  func explain() async throws -> Explanation {
    var record = host.decisions(at: Timestamp(milliseconds: Self.time(documentDay ?? askedOn)))
    record = try DecisionRecord(Array(record.text.utf8), file: "decisions.json")
    change(&record)
    let channel = try ChannelName(channel ?? record.lastChannel ?? "\(store.channel)")
    let evidence = try await StoreEvidence(
      reading: store.store, pinnedRoot: root, channel: channel, trust: record.trust)
    return try #require(
      Explainer.explain(
        record, evidence, channel: "\(channel)", number: number,
        now: Timestamp(milliseconds: Self.time(askedOn))))
  }
}
