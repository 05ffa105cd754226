import ErosCore
import ErosHTTP
import ErosPublish
import ErosReleaseTestSupport
import ErosStore
import ErosTestSupport
import ErosTransport
import ErosTrust
import Foundation
import Synchronization
import Testing

@testable import ErosServe

@Suite("The server and reports", .phase(.ownServer), .temporaryFolder)
struct ReportServerTests {
  private static let type: TransportFields = ["Content-Type": "application/json"]

  /// Returns a store with one release, whose server accepts reports.
  private func served() async throws -> (store: TestStore, tree: TreeHash) {
    let served = try await TestStore.served()
    let tree = try await served.publishLegacy(1).release.tree
    try served.configure(#""reports": "reports.sqlite""#)
    return (served, tree)
  }

  private func document(_ tree: TreeHash, _ count: Int, _ more: String = "") -> String {
    let report = #"""
      {"app": "my-app", "channel": "production", "to": "\#(tree)", "event": "confirmed"\#(more)}
      """#
    return #"{"reports": ["# + Array(repeating: report, count: count).joined(separator: ",") + "]}"
  }

  private func confirmed(_ served: TestStore, _ tree: TreeHash) throws -> Int64 {
    let database = try ReportDatabase(served.folder.path("reports.sqlite"))
    let hour = ReportDatabase.hour(of: Timestamp(milliseconds: served.now)) + 1
    let sums = try UsageSummary(database, at: hour).channels[served.channel]
    return sums?.releases.first { $0.tree == tree }?.confirmed ?? 0
  }

  @Test("reports are accepted only as JSON, and only if they are enabled")
  func responses() async throws {
    let (served, tree) = try await served()
    try await ServerProcess.run(served) { server in
      func post(_ body: String, _ type: TransportFields = Self.type) async throws -> Int {
        try await server.send(.post, "/reports", type, body: body).head.status
      }
      let first = try await post(document(tree, 3))
      #expect(first == 204)
      #expect(try await post(document(tree, 1), ["Content-Type": "text/plain"]) == 415)
      #expect(try await post("{") == 400)
      #expect(try await post(document(tree, 200)) == 413)
      #expect(try await post(#"{"reports": []}"#) == 204)
      #expect(try await server.get("/reports").head.status == 405)
      #expect(try await server.get("/metrics").head.status == 404)
      #expect(try await server.get("/console").head.status == 404)
    }
    #expect(try confirmed(served, tree) == 3)
    try served.folder.write(TestStore.config, to: "server.json")
    try await ServerProcess.run(served) { server in
      let response = try await server.send(.post, "/reports", Self.type, body: document(tree, 1))
      #expect(response.head.status == 404)
    }
  }

  @Test("accepted reports survive SIGKILL, and the database has no ID and no address")
  func kill() async throws {
    let (served, tree) = try await served()
    let secret = "0f1e2d3c4b5a"
    let fields: TransportFields = [
      "Content-Type": "application/json", "User-Agent": secret, "X-Device": secret,
      "X-Forwarded-For": "203.0.113.77",
    ]
    let body = document(tree, 10, #", "id": "\#(secret)""#)
    let accepted = try await send(
      from: 16, to: served, endingWith: SIGKILL, after: 50
    ) { server in
      try await server.send(.post, "/reports?id=\(secret)", fields, body: body)
    }
    let stored = try confirmed(served, tree)
    // A batch may be committed although its responses were not sent any more.
    #expect(
      (Int64(accepted * 10)...Int64(accepted * 10 + 160)).contains(stored),
      "\(accepted) \(stored)")
    for file in ["reports.sqlite", "reports.sqlite-wal", "reports.sqlite-shm"] {
      let bytes = (try? served.folder.read(file)) ?? []
      for text in [secret, "203.0.113.77", "127.0.0.1"] {
        #expect(Data(bytes).range(of: Data(text.utf8)) == nil, "\(text) in \(file)")
      }
      #expect(Data(bytes).range(of: Data([203, 0, 113, 77])) == nil)
      #expect(Data(bytes).range(of: Data([127, 0, 0, 1])) == nil)
    }
  }

  @Test("a stopping server stores the reports that it has received")
  func stop() async throws {
    let (served, tree) = try await served()
    let body = document(tree, 1)
    let accepted = try await send(from: 8, to: served, endingWith: SIGTERM, after: 50) { server in
      try await server.send(.post, "/reports", Self.type, body: body)
    }
    #expect(try confirmed(served, tree) == Int64(accepted))
    let log = String(decoding: try served.folder.read("server.log"), as: UTF8.self)
    #expect(log.contains(#""message":"stopping","signal":"SIGTERM""#), "\(log)")
  }

  /// Sends requests from several clients, and sends the server a signal in the middle.
  ///
  /// - Parameters:
  ///   - clientCount: How many clients send requests.
  ///   - served: The store of the server.
  ///   - signal: The signal that ends the server.
  ///   - count: How many requests are accepted before the signal is sent.
  ///   - request: Sends a request.
  /// - Returns: How many requests got 204.
  /// - Throws: An error if the server does not start.
  private func send(
    from clientCount: Int, to served: TestStore, endingWith signal: Int32, after count: Int,
    _ request: @escaping @Sendable (ServerProcess) async throws -> TransportResponse
  ) async throws -> Int {
    let accepted = Count()
    try await ServerProcess.run(served) { server in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<clientCount {
          group.addTask {
            while let response = try? await request(server), response.head.status == 204 {
              accepted.value.withLock { $0 += 1 }
            }
          }
        }
        #expect(try await eventually { accepted.value.withLock { $0 } >= count })
        Foundation.kill(server.processIdentifier, signal)
        try await group.waitForAll()
      }
    }
    return accepted.value.withLock { $0 }
  }

  /// A counter that several tasks change.
  private final class Count: Sendable {
    let value = Mutex(0)
  }

  @Test("a second server with the same database does not start, and says what to do")
  func secondServer() async throws {
    let (served, tree) = try await served()
    try await ServerProcess.run(served) { server in
      let second = try await runTool(
        Tool.built("eros-server"),
        ["--store", "store", "--config", "server.json", "--listen", "127.0.0.1:0"],
        in: served.folder.path)
      #expect(second.status == 75)
      #expect(
        second.standardError == """
          error: another server uses the database of reports 'reports.sqlite'
          hint: stop the other server, or give this one a file of its own in the field 'reports'

          """)
      let response = try await server.send(.post, "/reports", Self.type, body: document(tree, 1))
      #expect(response.head.status == 204)
      Foundation.kill(server.processIdentifier, SIGKILL)
    }
    // The lock ends with the process.
    try await ServerProcess.run(served) { server in
      let response = try await server.send(.post, "/reports", Self.type, body: document(tree, 1))
      #expect(response.head.status == 204)
    }
    #expect(try confirmed(served, tree) == 2)
  }

  @Test(
    "an invalid report is refused with the name of its field",
    arguments: [
      (#"{"reports": 1}"#, "'reports' of the document is a number, expected an array"),
      (#"{}"#, "the document lacks 'reports'"),
      (#"{"reports": ["#, "1:14: "),
      (#"{"reports": [{"channel": "production", "to": "TREE"}]}"#, "report 1 lacks 'app'"),
      (
        #"{"reports": [{"app": "my-app", "channel": "my-app/production", "to": "TREE"}]}"#,
        "'app' or 'channel' of report 1 is not a name such as 'production'"
      ),
      (
        #"{"reports": [VALID, {"app": "a", "channel": "b", "to": "abc", "event": "failed"}]}"#,
        "'to' of report 2 is 'abc', expected 64 lowercase hexadecimal digits"
      ),
      (
        #"{"reports": [{"app": "a", "channel": "b", "to": "TREE", "event": 7}]}"#,
        "'event' of report 1 is a number, expected a string"
      ),
      (
        #"{"reports": [{"app": "a", "channel": "b", "to": "TREE", "event": "staged", "form": "full", "bytes": -1}]}"#,
        "'bytes' of report 1 is -1, expected at least 0"
      ),
      (
        #"{"reports": [{"app": "a", "channel": "b", "to": "TREE", "event": "staged", "form": "full", "bytes": 1, "fallback": 1}]}"#,
        "'fallback' of report 1 is a number, expected a boolean"
      ),
    ])
  func faults(_ body: String, _ reason: String) async throws {
    let (served, tree) = try await served()
    let valid = #"{"app": "a", "channel": "b", "to": "TREE", "event": "failed"}"#
    let body = body.replacing("VALID", with: valid).replacing("TREE", with: "\(tree)")
    try await ServerProcess.run(served) { server in
      let response = try await server.send(.post, "/reports", Self.type, body: body)
      #expect(response.head.status == 400)
      let text = String(decoding: response.body, as: UTF8.self)
      #expect(text.hasPrefix("400 Bad Request: \(reason)"), "\(text)")
    }
  }

  // MARK: - Errors

  private func failure(of tree: String, _ errorClass: String, _ stack: String) -> String {
    #"{"app": "my-app", "channel": "production", "to": "\#(tree)", "event": "failed","#
      + #""errorClass": "\#(errorClass)", "stackHash": "\#(stack)"}"#
  }

  private func document(of reports: some Sequence<String>) -> String {
    #"{"reports": ["# + reports.joined(separator: ",") + "]}"
  }

  /// Returns documents with failures, each with another error.
  private func forgedDocuments(of tree: TreeHash, count: Int) -> [String] {
    let reports = (0..<count).map { number in
      failure(of: "\(tree)", "Forged\(number)", String(0x7000_0000_0000_0000 + number, radix: 16))
    }
    return stride(from: 0, to: count, by: 50).map { document(of: reports[$0..<$0 + 50]) }
  }

  @Test("5,000 forged errors fill neither the database nor the metrics, and true ones are counted")
  func forgedErrors() async throws {
    let (served, tree) = try await served()
    try served.folder.writeSecret("0123456789abcdef-token\n", to: "console-token")
    try served.configure(
      #""reports": "reports.sqlite", "metrics": {}, "console": {"token": "console-token"}"#)
    let others = String(repeating: "e", count: 64)
    let genuine = document(of: [
      failure(of: "\(tree)", "TypeError", "0123456789abcdef"),
      failure(of: "\(tree)", "<script>", "x"), failure(of: others, "Unknown", "x"),
    ])
    try await ServerProcess.run(served) { server in
      for body in [genuine] + forgedDocuments(of: tree, count: 5000) + [genuine] {
        let response = try await server.send(.post, "/reports", Self.type, body: body)
        #expect(response.head.status == 204)
      }
      let text = String(decoding: try await server.get("/metrics").body, as: UTF8.self)
      let errors = try ParsedMetrics(text).values
        .filter { $0.key.hasPrefix("eros_report_errors_total{") }
      let release = #"app="my-app",channel="production",release="1""#
      #expect(
        errors == [
          #"eros_report_errors_total{\#(release),class="TypeError"}"#: 2,
          #"eros_report_errors_total{\#(release),class="other"}"#: 5002,
        ])
    }
    let database = try ReportDatabase(served.folder.path("reports.sqlite"))
    #expect(try database.errorCount() == Int64(ErrorTally.maximumClasses) + 1)
    try await ServerProcess.run(served) { server in
      _ = try await server.send(.post, "/reports", Self.type, body: genuine)
      let response = try await server.get(
        "/console/state", ["Authorization": "Bearer 0123456789abcdef-token"])
      let channel = response.document?["channels"]?.array?.first?.value.object
      let reported = channel?["reported"]?.array?.compactMap(\.value.object) ?? []
      let errors = try #require(reported.first { $0["tree"]?.string == "\(tree)" })["errors"]
      let first = (errors?.array ?? []).prefix(2).compactMap(\.value.object)
      #expect(first.map { $0["class"]?.string } == ["other", "TypeError"])
      #expect(first.map { $0["stack"]?.string } == [nil, "0123456789abcdef"])
      // 1,099 of the forged errors have rows of their own.
      #expect(first.map { $0["count"]?.integer } == [3904, 3])
    }
  }

  // MARK: - Metrics

  @Test("a damaged database is moved aside, and the server starts")
  func damaged() async throws {
    let (served, tree) = try await served()
    let damaged = "SQLite format 3\0" + String(repeating: "damaged ", count: 1000)
    try served.folder.write(damaged, to: "reports.sqlite")
    try await ServerProcess.run(served) { server in
      let response = try await server.send(.post, "/reports", Self.type, body: document(tree, 1))
      #expect(response.head.status == 204)
    }
    #expect(try confirmed(served, tree) == 1)
    let log = String(decoding: try served.folder.read("server.log"), as: UTF8.self)
    #expect(log.contains("reports.sqlite.damaged-"))
  }

  @Test("two trees with the number of a release are one sample")
  func storeMadeAgain() async throws {
    let (served, tree) = try await served()
    try served.configure(#""reports": "reports.sqlite", "metrics": {}"#)
    var earlier = KnownReleases()
    let other = try #require(TreeHash(String(repeating: "a", count: 64)))
    earlier.add(KnownRelease(tree: other, number: 1), to: served.channel)
    let hour = ReportDatabase.hour(of: Timestamp(milliseconds: served.now))
    let report = UsageReport.confirmed(.init(channel: served.channel, from: nil, to: other))
    let counter = try #require(earlier.counter(of: report, hour: hour))
    try ReportDatabase(served.folder.path("reports.sqlite")).add([counter: ReportTally(count: 5)])
    try await ServerProcess.run(served) { server in
      _ = try await server.send(.post, "/reports", Self.type, body: document(tree, 2))
      let response = try await server.get("/metrics")
      let metrics = try ParsedMetrics(String(decoding: response.body, as: UTF8.self))
      let release = #"app="my-app",channel="production",release="1""#
      #expect(metrics.values["eros_release_adopted{\(release)}"] == 7)
    }
  }

  @Test("the metrics have the requests, the store and the reports")
  func metrics() async throws {
    let (served, tree) = try await served()
    try served.configure(
      #""reports": "reports.sqlite", "metrics": {"token": "token"}"#,
      apps: #", "copy": { "channel": "my-app/production" }"#)
    try await ServerProcess.run(served) { server in
      #expect(try await server.get("/metrics").head.status == 401)
      let body = document(tree, 4)
      #expect(try await server.send(.post, "/reports", Self.type, body: body).head.status == 204)
      _ = try await server.get("/app/check?appName=my-app&iOS=1.0.0")
      _ = try await server.get("/app/check?appName=%22%0Aother&iOS=1.0.0")
      _ = try await server.get("/app/check?appName=copy&iOS=47")
      _ = try await server.get("/targets/x/y.erosdelta")
      _ = try await server.get("/anything")
      let response = try await server.get("/metrics", ["Authorization": "Bearer secret-0123456789"])
      #expect(response.head.fields["Content-Type"]?.hasPrefix("text/plain; version=0.0.4") == true)
      let metrics = try ParsedMetrics(String(decoding: response.body, as: UTF8.self))
      let release = #"app="my-app",channel="production",release="1""#
      #expect(metrics.values[#"eros_checks_total{app="my-app",response="full"}"#] == 1)
      #expect(metrics.values[#"eros_checks_total{app="",response="refused"}"#] == 1)
      #expect(metrics.values[#"eros_one_part_versions_total{app="copy"}"#] == 1)
      #expect(metrics.values[#"eros_one_part_versions_total{app="my-app"}"#] == nil)
      #expect(
        metrics.values[#"eros_reports_total{\#(release),event="confirmed",form=""}"#] == 4)
      #expect(
        metrics.values[#"eros_reports_total{\#(release),event="failed",form=""}"#] == 0)
      #expect(metrics.values["eros_reports_database_working"] == 1)
      #expect(metrics.values["eros_release_adopted{\(release)}"] == 4)
      #expect(metrics.values["eros_release_rollout_ratio{\(release)}"] == 1)
      #expect(metrics.values["eros_store_read_succeeded"] == 1)
      #expect(metrics.values[#"eros_requests_total{path="/metrics",status="401"}"#] == 1)
      #expect(
        metrics.values[#"eros_requests_total{path="/targets/*.erosdelta",status="404"}"#] == 1)
      #expect(metrics.values[#"eros_requests_total{path="other",status="404"}"#] == 1)
      for role in ["root", "targets", "snapshot", "timestamp", "my-app-production"] {
        let seconds = metrics.values[#"eros_role_expiry_seconds{role="\#(role)"}"#] ?? 0
        #expect(seconds > 86_400, "\(role)")
      }
    }
  }
}

extension TestStore {
  /// Writes a configuration with further fields and apps.
  func configure(_ fields: String, apps: String = "") throws {
    let app = #""my-app": { "channel": "my-app/production" }"#
    let config = Self.config.replacing(#""apps":"#, with: "\(fields), \"apps\":")
      .replacing(app, with: app + apps)
    try folder.write(config, to: "server.json")
  }
}
