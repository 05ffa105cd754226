import ErosCore
import ErosCrypto
import ErosHTTP
import ErosOpenSSL
import ErosPublish
import ErosReleaseTestSupport
import ErosStore
import ErosTestSupport
import ErosTransport
import ErosTrust
import Foundation
import Logging
import Synchronization
import Testing

@testable import ErosServe

@Suite("The alarms of the server", .phase(.ownServer))
struct AlarmRuleTests {
  private static let day: Int64 = 86_400_000

  private func kinds(
    _ snapshot: StoreSnapshot?, _ health: StoreHealth = StoreHealth(), at now: Int64 = 0,
    isBrakeWorking: Bool? = nil
  ) -> [Alarm.Kind] {
    AlarmRules(
      BrakePolicy(), started: Timestamp(milliseconds: 0), store: AdvisedStore("store")
    ).alarms(
      snapshot, health, trials: [:], isBrakeWorking: isBrakeWorking,
      now: Timestamp(milliseconds: now)
    ).map(\.key.kind)
  }

  private func snapshot(_ role: String, expires: Int64) -> StoreSnapshot {
    StoreSnapshot(
      version: 1, apps: [:],
      expiries: [.init(role: role, time: Timestamp(milliseconds: expires))])
  }

  @Test("metadata that expires in 2, 30 or 60 days is reported, and again when it has expired")
  func expiry() {
    let day = Self.day
    #expect(kinds(snapshot("timestamp", expires: 2 * day + 1)) == [])
    #expect(kinds(snapshot("timestamp", expires: 2 * day)) == [.metadataExpiring])
    #expect(kinds(snapshot("timestamp", expires: 0)) == [.metadataExpired])
    for (role, days) in [("root", 60), ("targets", 60), ("my-app-production", 30), ("brake", 30)] {
      #expect(kinds(snapshot(role, expires: Int64(days) * day + 1)) == [], "\(role)")
      #expect(kinds(snapshot(role, expires: Int64(days) * day)) == [.metadataExpiring], "\(role)")
    }
  }

  @Test("a brake that does not work is reported")
  func brake() {
    #expect(kinds(nil, isBrakeWorking: true) == [])
    #expect(kinds(nil, isBrakeWorking: false) == [.brakeFailing])
  }

  private func release(_ number: Int64, rollout: Int = 10_000) throws -> ChannelRelease {
    let digest = try SHA256Digest.of(Array("release \(number)".utf8).span)
    return ChannelRelease(
      number: number, tree: try #require(TreeHash("\(digest)")), jsVersion: .numbered(1), built: 1,
      native: [:], rollout: rollout, salt: "", notes: nil,
      bundle: TargetFile(length: 1, digest: digest), deltas: [])
  }

  private func alarms(
    _ releases: [ChannelRelease], failing: ChannelRelease? = nil, isBrakeWorking: Bool? = true
  ) throws -> [Alarm] {
    var contents = ChannelContents(try ChannelName("my-app/production"))
    contents.releases = releases
    var trials: [ChannelName: [TreeHash: ReportTrials]] = [:]
    if let failing {
      trials[contents.name] = [failing.tree: ReportTrials(confirmed: 100, failed: 100)]
    }
    return AlarmRules(
      BrakePolicy(), started: Timestamp(milliseconds: 0),
      store: AdvisedStore("/srv/store", options: ["--keys KEYS"])
    ).alarms(
      StoreSnapshot(version: 1, apps: [:], channels: [contents]), StoreHealth(), trials: trials,
      isBrakeWorking: isBrakeWorking, now: Timestamp(milliseconds: 0))
  }

  @Test("the text about a limit names the release before the share, and the remedy a new release")
  func limit() throws {
    var release = try release(3)
    release.limit = .init(number: 3, rollout: 3000, time: 0, reason: "REASON")
    let alarms = try alarms([release])
    #expect(
      alarms.map(\.text)
        == ["the brake has limited release 3 of my-app/production to 30%: REASON"])
    #expect(
      alarms.map(\.hint) == [
        "publish a corrected release, or roll back with `eros release rollback --channel my-app/production --store /srv/store --keys KEYS`; lift the brake with `eros store brake lift 3 --channel my-app/production --store /srv/store --keys KEYS` only if the release did not cause the failures"
      ])
  }

  @Test(
    "a rollback ends the alarms of a release; one for a part of the devices names the next step")
  func rollback() throws {
    var braked = try release(3)
    braked.limit = .init(number: 3, rollout: 0, time: 0, reason: nil)
    #expect(
      try alarms([release(4, rollout: 5000), braked]).map(\.hint) == [
        "if release 4 is good, give it to all devices with `eros release rollout 4 100% --channel my-app/production --store /srv/store --keys KEYS`"
      ])
    #expect(try alarms([release(4), braked]) == [])
    let failing = try release(3)
    #expect(
      try alarms([failing], failing: failing, isBrakeWorking: nil).map(\.hint) == [
        "pause it with `eros release pause 3 --channel my-app/production --store /srv/store --keys KEYS`, or roll back with `eros release rollback --channel my-app/production --store /srv/store --keys KEYS`"
      ])
    #expect(try alarms([release(4), failing], failing: failing, isBrakeWorking: nil) == [])
  }
}

@Suite("The messages of webhooks", .phase(.ownServer))
struct WebhookMessageTests {
  private func message(
    _ format: WebhookFormat, secret: String? = nil, text: String = "a <b> & c",
    url: String = "https://hooks.example.org/path?key=1", state: AlarmEvent.State = .raised
  ) throws -> WebhookMessage {
    let alarm = Alarm(
      key: .init(kind: .releaseBraked, channel: try ChannelName("my-app/production"), release: 3),
      text: text, hint: "roll back")
    return try WebhookMessage(
      AlarmEvent(alarm: alarm, state: state, id: "id", time: 1_700_000_000_000),
      for: Webhook(
        name: "webhooks[0]", address: WebAddress(url), format: format,
        secret: secret.map { Array($0.utf8) }), now: 1_700_000_000_123)
  }

  private func text(_ message: WebhookMessage) -> String {
    String(decoding: message.body, as: UTF8.self)
  }

  @Test("the generic message has all values, and a signature of the time and the body")
  func json() throws {
    let message = try message(.json, secret: "secret", text: "text")
    #expect(
      text(message) == """
        {"channel":"my-app/production","event":"release-braked","hint":"roll back","id":"id",\
        "release":3,"role":null,"state":"raised","text":"text","time":"2023-11-14T22:13:20.000Z"}
        """)
    #expect(text(try self.message(.json, state: .resolved)).contains(#""hint":null"#))
    #expect(message.fields["Eros-Delivery"] == "id")
    #expect(message.fields["Eros-Timestamp"] == "1700000000")
    #expect(message.fields["Eros-Signature"]?.hasPrefix("sha256=") == true)
    #expect(try self.message(.json).fields["Eros-Signature"] == nil)
  }

  @Test("the messages of chats have their documented form, and the signatures of other programs")
  func chats() throws {
    #expect(
      text(try message(.slack)) == #"{"text":"[eros] a &lt;b&gt; &amp; c\n→ roll back"}"#)
    #expect(
      text(try message(.wecom, state: .resolved))
        == #"{"msgtype":"text","text":{"content":"[eros] resolved: a <b> & c"}}"#)
    // Computed with Python's `hmac`.
    let feishu = try message(.feishu, secret: "secret", text: "text")
    #expect(
      text(feishu)
        == #"{"content":{"text":"[eros] text\n→ roll back"},"msg_type":"text","sign":"fiWS2+gh28DOydAv7hzONH/mDn9+b1Y4Y5ivXWXy8vA=","timestamp":"1700000000"}"#
    )
    let dingtalk = try message(.dingtalk, secret: "secret", text: "text")
    #expect(
      dingtalk.address.text
        == "https://hooks.example.org/path?key=1&timestamp=1700000000123&sign=EuAwVSfePnVOq0cu6mnF3quJywHpp6mRkTQz01sPfuw%3D"
    )
    #expect(!text(dingtalk).contains("sign"))
  }

  @Test("a long text is cut, so that services accept it")
  func length() throws {
    let message = try message(.wecom, text: String(repeating: "长", count: 2000))
    #expect(message.body.count < 2048)
  }
}

@Suite("Sending webhooks", .phase(.ownServer), .serialized, .temporaryFolder)
struct WebhookTests {
  private static let hookToken = "hook-path-secret"

  /// A request that the receiver has written.
  private struct Received {
    let path: String
    let fields: JSONObject
    let body: String
  }

  private func received(_ folder: TemporaryFolder) throws -> [Received] {
    guard let bytes = try? folder.read("hooks.log") else { return [] }
    return try bytes.split(separator: UInt8(ascii: "\n")).map { line in
      let object = try #require(try JSONReader.read(Array(line), file: "hooks.log").value.object)
      return Received(
        path: object["path"]?.string ?? "", fields: try #require(object["fields"]?.object),
        body: object["body"]?.string ?? "")
    }
  }

  private func withReceiver(
    _ folder: TemporaryFolder, _ body: (_ url: String) async throws -> Void
  ) async throws {
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "webhook-receiver.py").path(percentEncoded: false)
    try await ToolServer.run("python3", [script, "hooks.log"], in: folder.path) { tool in
      try await body("http://127.0.0.1:\(tool.firstLine)")
    }
  }

  @Test(
    "a store that expires soon is reported, repeated after an error, and signed", .needs("python3"))
  func server() async throws {
    let served = try await TestStore.served(ageInDays: 6)
    try await served.publishLegacy(1)
    try await withReceiver(served.folder) { url in
      try served.folder.writeSecret("\(url)/\(Self.hookToken)/fail\n", to: "hook-url")
      try served.configure(
        """
        "webhooks": [
          {"url": "hook-url", "secret": "env:HOOK_SECRET", "events": ["metadata-expiring"]},
          {"url": "\(url)/\(Self.hookToken)/gone", "format": "wecom"}]
        """)
      try await ServerProcess.run(served, environment: ["HOOK_SECRET": "secret"]) { server in
        let isSent = try await eventually {
          let paths = try received(served.folder).map(\.path)
          return paths.filter { $0.hasSuffix("/fail") }.count >= 2
            && paths.contains { $0.hasSuffix("/gone") }
        }
        #expect(isSent)
        // The server responds while it sends.
        #expect(try await server.get("/readyz").head.status == 200)
        try check(try received(served.folder).filter { $0.path.hasSuffix("/fail") })
        let isReported = try await eventually {
          String(decoding: try served.folder.read("server.log"), as: UTF8.self)
            .contains("the response has status 410")
        }
        #expect(isReported)
      }
      let log = String(decoding: try served.folder.read("server.log"), as: UTF8.self)
      #expect(!log.contains(Self.hookToken))
      #expect(!log.contains("\"secret\""))
    }
  }

  private func check(_ requests: [Received]) throws {
    let (first, second) = (requests[0], requests[1])
    #expect(first.fields["eros-delivery"]?.string == second.fields["eros-delivery"]?.string)
    let body = try #require(
      try JSONReader.read(Array(second.body.utf8), file: "body").value.object)
    #expect(body["event"]?.string == "metadata-expiring")
    #expect(body["state"]?.string == "raised")
    let time = try #require(second.fields["eros-timestamp"]?.string)
    let code = try HMACSHA256.code(
      of: Array("\(time).\(second.body)".utf8).span, key: Array("secret".utf8).span)
    #expect(second.fields["eros-signature"]?.string == "sha256=\(code)")
  }

  @Test(
    "an alarm that ended while the server was down is resolved after its start", .needs("python3"))
  func restart() async throws {
    let folder = try TemporaryFolder.ofTest()
    let channel = try ChannelName("my-app/production")
    let database = try ReportDatabase(folder.path("reports.sqlite"))
    let failing = Alarm(
      key: .init(kind: .releaseFailing, channel: channel, release: 3), text: "it fails", hint: "")
    let unread = Alarm(
      key: .init(kind: .releaseBraked, channel: try ChannelName("my-app/beta"), release: 1),
      text: "it is braked", hint: "")
    try database.keep([failing, unread])
    let kept = try database.alarms()
    #expect(Set(kept.map(\.key)) == [failing.key, unread.key])
    let state = ServerState()
    state.record(
      StoreSnapshot(
        version: 1, apps: [:], channels: [ChannelContents(channel)],
        missingChannels: [try ChannelName("my-app/beta")]), StoreHealth())
    try await withReceiver(folder) { url in
      let service = AlarmService(
        [Webhook(name: "hook", address: try WebAddress("\(url)/alarms"), format: .json)],
        policy: BrakePolicy(), state: state, reports: database, brake: nil,
        store: AdvisedStore("store"), every: .milliseconds(20), over: HTTPTransport.Settings(),
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        now: { Timestamp(milliseconds: 0) })
      let task = Task { try await service.run() }
      #expect(try await eventually { try !received(folder).isEmpty })
      task.cancel()
      _ = try? await task.value
      let bodies = try received(folder).map(\.body)
      #expect(bodies.count == 1)
      #expect(bodies[0].contains(#""state":"resolved""#) && bodies[0].contains("it fails"))
      // The server cannot read this channel, so it says nothing about its release.
      #expect(try database.alarms().map(\.key) == [unread.key])
    }
  }

  @Test("a receiver without a response does not block, and the queue is bounded", .needs("python3"))
  func bounds() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await withReceiver(folder) { url in
      let lines = Mutex(0)
      let logger = Logger(label: "test") { _ in
        JSONLogHandler(now: { Timestamp(milliseconds: 0) }) { _ in lines.withLock { $0 += 1 } }
      }
      var limits = WebhookSender.Limits()
      (limits.queue, limits.tries) = (3, 2)
      (limits.pause, limits.time) = (.milliseconds(10), .milliseconds(200))
      let bounds = limits
      try await HTTPTransport.with { transport in
        let sender = WebhookSender(
          Webhook(name: "hook", address: try WebAddress("\(url)/slow"), format: .json),
          over: transport, limits: bounds, logger: logger, now: { Timestamp(milliseconds: 0) })
        let alarm = Alarm(key: .init(kind: .storeProblem), text: "text", hint: "hint")
        for index in 0..<10 {
          sender.send(AlarmEvent(alarm: alarm, state: .raised, id: "\(index)", time: 0))
        }
        #expect(lines.withLock { $0 } == 7)
        let task = Task { await sender.run() }
        #expect(try await eventually { lines.withLock { $0 } == 10 })
        task.cancel()
        await task.value
      }
    }
  }
}
