import ErosCore
import ErosCrypto
import ErosDevice
import ErosHTTP
import ErosPublish
import ErosReleaseTestSupport
import ErosStore
import ErosTestSupport
import ErosTransport
import Testing

@testable import ErosTrust

/// A report that a server has received.
private struct Received: Equatable, CustomStringConvertible {
  let from: TreeHash?
  let to: TreeHash?
  let event: String
  var form: String?
  var bytes: Int64?
  var isFallback = false

  var description: String { "\(event) \(form ?? "") \(bytes ?? 0) \(isFallback)" }

  init(
    _ event: String, _ from: TreeHash?, _ to: TreeHash, form: String? = nil, bytes: Int64? = nil,
    isFallback: Bool = false
  ) {
    (self.event, self.from, self.to) = (event, from, to)
    (self.form, self.bytes, self.isFallback) = (form, bytes, isFallback)
  }

  /// Parses a report, which contains nothing else.
  init(_ value: JSONValue) throws {
    let object = try #require(value.object)
    let known: Set = ["app", "channel", "from", "to", "event", "form", "bytes", "fallback"]
    #expect(known.isSuperset(of: object.members.map(\.key)))
    #expect(object["app"]?.string == "my-app" && object["channel"]?.string == "production")
    event = try #require(object["event"]?.string)
    from = object["from"]?.string.flatMap { TreeHash($0) }
    to = object["to"]?.string.flatMap { TreeHash($0) }
    form = object["form"]?.string
    bytes = object["bytes"]?.integer
    isFallback = object["fallback"]?.bool ?? false
  }

  /// Parses the body of a request.
  static func list(_ body: String) throws -> [Received] {
    #expect(body.utf8.count <= 16 << 10)
    let object = try JSONReader.read(Array(body.utf8), file: "body").value.object
    return try #require(object?["reports"]?.array).map { try Received($0.value) }
  }
}

extension FetchResult {
  /// The numbers of reports that were sent, and that wait.
  fileprivate var reported: [Int]? { reports.map { [$0.sent, $0.waiting] } }
}

@Suite("Reports of devices", .phase(.timeLimits), .needs("python3"), .temporaryFolder)
struct ReportTests {
  private let file = "sandbox/trust/reports"

  /// Calls `body` with a device that reports to a server, which gives `answers`.
  private func withDevice(
    _ store: TestStore, _ responses: String = "204", over transport: FolderTransport? = nil,
    timeout: TimeLength = .seconds(60),
    _ body: (TestDevice, TestReportServer) async throws -> Void
  ) async throws {
    try await TestReportServer.run(in: store.folder.path) { server in
      try await HTTPTransport.with { http in
        var device = try store.device(over: transport ?? FolderTransport(store.path))
        device.reports = ReportServer(
          try WebAddress(server.url(responses)), transport: http, timeout: timeout)
        try await body(device, server)
      }
    }
  }

  @Test("a report says that a release was staged, confirmed, or failed, each once")
  func events() async throws {
    let store = try await TestStore()
    let first = try await store.publish(1).release
    try await withDevice(store) { device, server in
      #expect(try await device.fetch().reported == [1, 0])
      try device.launch()
      let second = try await store.publish(2).release
      #expect(try await device.fetch().reported == [2, 0])
      for _ in 0..<3 { try device.launch(confirming: false) }
      #expect(try device.sandbox.currentState().blocked.count == 1)
      #expect(try await device.fetch().reported == [1, 0])
      #expect(try await device.fetch().reported == [0, 0])
      #expect(try await device.check().reports == nil)
      let bodies = try server.bodies.map { try Received.list($0) }
      #expect(
        bodies == [
          [.init("staged", nil, first.tree, form: "full", bytes: first.bundle.length)],
          [
            .init("confirmed", nil, first.tree),
            .init(
              "staged", first.tree, second.tree, form: "delta", bytes: second.deltas[0].file.length),
          ],
          [.init("failed", first.tree, second.tree)],
        ])
    }
  }

  @Test("a report has the error of a failure that the host reported, without its message and stack")
  func error() async throws {
    let store = try await TestStore()
    try await store.publish(1)
    try await withDevice(store) { device, server in
      try await device.fetch()
      try device.launch()
      let second = try await store.publish(2).release
      try await device.fetch()
      let token = try #require(try device.launch(confirming: false).token)
      let stack = "TypeError: secret\n    at t.run (/data/app/pages/home/index.js?u=7:1:20)\n"
      let failure = try Device(device.sandbox)
        .failed(token: token, reason: "secret", errorClass: "TypeError", stack: stack)
      #expect(failure == .blocked(second.tree))
      try await device.fetch()
      let body = try #require(server.bodies.last)
      #expect(!body.contains("secret") && !body.contains("index.js"), "\(body)")
      let reports = try UsageReport.read(Array(body.utf8)).reports
      let expected = ErrorFingerprint(
        errorClass: "TypeError", stack: try StackHash.of("run@index.js:1:20"))
      #expect(reports.map(\.event) == [.failed] && reports.map(\.error) == [expected])
    }
  }

  @Test("a report says that a patch failed")
  func fallback() async throws {
    let store = try await TestStore()
    let first = try await store.publish(1).release
    let transport = FolderTransport(store.path) { request, response in
      if request.isForDelta { response.status = 404 }
    }
    try await withDevice(store, over: transport) { device, server in
      try await device.fetch()
      try device.launch()
      let second = try await store.publish(2).release
      try await device.fetch()
      let last = try Received.list(#require(server.bodies.last)).last
      #expect(
        last
          == .init(
            "staged", first.tree, second.tree, form: "full", bytes: second.bundle.length,
            isFallback: true))
    }
  }

  @Test("no report mentions an update that another one replaced before its trial")
  func replaced() async throws {
    let store = try await TestStore()
    try await store.publish(1)
    try await withDevice(store) { device, server in
      try await device.fetch()
      try device.launch()
      for number in 2...3 {
        try await store.publish(number)
        try await device.fetch()
      }
      try device.launch()
      try await device.fetch()
      let events = try server.bodies.flatMap { try Received.list($0).map(\.event) }
      #expect(events == ["staged", "confirmed", "staged", "staged", "confirmed"])
    }
  }

  @Test(
    "reports are forgotten after an answer, and otherwise wait", .timeLimit(.minutes(2)),
    arguments: [
      ("204", true), ("200", true), ("400", true), ("404", true), ("410", true), ("408", false),
      ("429", false), ("500", false), ("503", false), ("portal", false), ("silent", false),
      ("stall", false),
    ])
  func responses(response: String, isFinal: Bool) async throws {
    let store = try await TestStore()
    try await store.publish(1)
    let isSlow = ["silent", "stall"].contains(response)
    try await withDevice(store, response, timeout: .seconds(isSlow ? 5 : 60)) { device, server in
      let start = ContinuousClock.now
      let fetched = try await device.fetch()
      #expect(fetched.outcome == .staged)
      #expect(
        fetched.reported == (isFinal ? [1, 0] : [0, 1]))
      // A server that does not answer waits for 30 seconds.
      #expect(!isSlow || ContinuousClock.now - start < .seconds(20))
      #expect(server.bodies.count == 1)
    }
  }

  @Test("waiting reports are sent with the next update, also after no connection")
  func later() async throws {
    let store = try await TestStore()
    try await store.publish(1)
    try await withDevice(store, "500,204") { device, server in
      var offline = device
      try await HTTPTransport.with { http in
        offline.reports = ReportServer(try WebAddress("http://127.0.0.1:1/"), transport: http)
        #expect(try await offline.fetch().reported == [0, 1])
      }
      try device.launch()
      #expect(try await device.fetch().reported == [0, 2])
      #expect(try await device.fetch().reported == [2, 0])
      let bodies = try server.bodies.map { try Received.list($0).map(\.event) }
      #expect(bodies == [["staged", "confirmed"], ["staged", "confirmed"]])
    }
  }

  @Test("reports are not sent to the login page of a network")
  func portal() async throws {
    let store = try await TestStore()
    try await store.publish(1)
    try await withDevice(store, "500,200") { device, server in
      try await device.fetch()
      let portal = FolderTransport(store.path) { _, response in
        response = .init(fields: ["Content-Type": "text/html"], body: Array("<html>".utf8))
      }
      var captive = try store.device(over: portal)
      captive.reports = device.reports
      await #expect(throws: FetchError.self) { try await captive.fetch() }
      #expect(server.bodies.count == 1)
      #expect(try await device.fetch().reported == [1, 0])
    }
  }

  @Test("reports are sent although the update fails after the check")
  func failedUpdate() async throws {
    let store = try await TestStore()
    try await store.publish(1)
    let transport = FolderTransport(store.path) { request, response in
      if request.isForBundle, request.address.path.contains("/2/") { response.status = 404 }
      if request.isForDelta { response.status = 404 }
    }
    try await withDevice(store, over: transport) { device, server in
      try await device.fetch()
      try device.launch()
      try await store.publish(2)
      await #expect(throws: FetchError.self) { try await device.fetch() }
      let events = try server.bodies.map { try Received.list($0).map(\.event) }
      #expect(events == [["staged"], ["confirmed"]])
    }
  }

  @Test("at most the 32 newest reports are kept, and at most 16 KB")
  func count() async throws {
    let store = try await TestStore()
    try await store.publish(1)
    try await withDevice(store) { device, server in
      let tree = String(repeating: "ab", count: 32)
      let name = String(repeating: "n", count: 80)
      let reports = (1...40).map { number in
        """
        {"app":"\(name)","channel":"\(name)","from":"\(tree)","to":"\(tree)","event":"staged",\
        "form":"delta","bytes":\(UsageReport.maximumBytes - 40 + Int64(number)),"fallback":true}
        """
      }
      _ = try await device.check()
      try store.folder.write(
        "{\"reports\":[" + reports.joined(separator: ",") + "],\"open\":[]}", to: file)
      #expect(try await device.fetch().reported == [32, 0])
      let body = try #require(server.bodies.last)
      #expect(body.utf8.count <= 16 << 10, "\(body.utf8.count)")
      let sent = try JSONReader.read(Array(body.utf8), file: "body").value.object?["reports"]?.array
      let last = try #require(sent).map(\.value.object)
      #expect(last.count == 32 && last.last??["app"]?.string == "my-app")
      // Of the 40 stored reports, the last 31 are followed by that of this update.
      #expect(last.first??["bytes"]?.integer == UsageReport.maximumBytes - 40 + 10)
    }
  }

  @Test(
    "the reports in a damaged file are dropped",
    arguments: ["", "{", "[]", "{\"reports\":1}", "{\"reports\":[{}],\"open\":[7]}"])
  func damaged(text: String) async throws {
    let store = try await TestStore()
    try await store.publish(1)
    try await withDevice(store) { device, server in
      _ = try await device.check()
      try store.folder.write(text, to: file)
      #expect(try await device.fetch().reported == [1, 0])
    }
  }

  @Test("a device without a server neither records nor keeps reports")
  func without() async throws {
    let store = try await TestStore()
    try await store.publish(1)
    try await withDevice(store, "500") { device, _ in
      var silent = device
      silent.reports = nil
      #expect(try await silent.fetch().reports == nil)
      #expect(try device.trusted()["reports"] == nil)
      try await store.publish(2)
      try await device.fetch()
      #expect(try device.trusted()["reports"] != nil)
      #expect(try await silent.fetch().reports == nil)
      #expect(try device.trusted()["reports"] == nil)
    }
  }
}
