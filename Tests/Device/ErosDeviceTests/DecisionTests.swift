import ErosBundle
import ErosCore
import ErosFiles
import ErosTestSupport
import Foundation
import Testing

@testable import ErosDevice

@Suite("The decisions of a device", .temporaryFolder)
struct DecisionTests {
  private func time(_ second: Int64) -> Timestamp {
    Timestamp(milliseconds: 1_700_000_000_000 + second * 1000)
  }

  private func decision(_ second: Int64, _ reason: DecisionReason) -> Decision {
    Decision(.fetch, .failed, at: time(second), reason: reason)
  }

  private func device() throws -> Device {
    Device(try TemporaryFolder.ofTest().path("releases"))
  }

  @Test("equal decisions in a row become one, and the last 32 are kept")
  func folding() throws {
    var log = DecisionLog()
    for second in 0..<5 { log.add(decision(Int64(second), .dns)) }
    #expect(log.decisions.count == 1 && log.decisions[0].count == 5)
    #expect(log.decisions[0].time == time(0) && log.decisions[0].lastTime == time(4))
    for second in 0..<100 { log.add(decision(Int64(second), second % 2 == 0 ? .tls : .dns)) }
    #expect(log.decisions.count == 32 && log.decisions.last?.lastTime == time(99))
    #expect(DecisionLog(log.bytes) == log)
  }

  @Test("a last time without a count is ignored, so a log that is written again is equal")
  func lastWithoutCount() throws {
    var folded = DecisionLog()
    for second in 0..<2 { folded.add(decision(Int64(second), .dns)) }
    let text = String(decoding: folded.bytes, as: UTF8.self)
    let log = DecisionLog(Array(text.replacing("\"count\":2", with: "\"other\":2").utf8))
    #expect(log.decisions.map(\.lastTime) == [time(0)])
    #expect(DecisionLog(log.bytes) == log)
  }

  @Test("a torn or damaged line is ignored, and the others are kept")
  func torn() throws {
    let lines = [DecisionReason.dns, .tls, .noSpace].enumerated().map {
      DecisionLog.line(decision(Int64($0), $1))
    }
    let whole = lines.flatMap(\.self)
    for length in 0...whole.count {
      let kept = DecisionLog(Array(whole.prefix(length))).decisions
      let starts = [lines[0].count, lines[0].count + lines[1].count, whole.count]
      // The newline at the end is not needed.
      #expect(kept.count == starts.count { $0 - 1 <= length }, "\(length)")
      // The next decision is complete.
      let next = Array(whole.prefix(length)) + DecisionLog.line(decision(9, .busy))
      #expect(DecisionLog(next).decisions.last?.reason == .busy, "\(length)")
    }
    let zeros = lines[0] + [UInt8](repeating: 0, count: 512) + lines[1]
    #expect(DecisionLog(zeros).decisions.map(\.reason) == [.dns, .tls])
  }

  @Test("the file stays small, and is written again only by calls that may sync")
  func bounded() throws {
    let recorder = Sandbox(
      try TemporaryFolder.ofTest().makeFolder("releases"), verifier: BundleVerifier(threads: 1)
    ).decisions
    func size() throws -> Int { try TemporaryFolder.ofTest().read("releases/decisions").count }
    for second in 0..<3000 {
      recorder.record([decision(Int64(second), second % 2 == 0 ? .tls : .dns)], .lazy)
    }
    #expect(try size() < DecisionLog.maximumLength + 1000)
    recorder.record([decision(5000, .busy)], .durable)
    #expect(try size() < 8000)
    #expect(recorder.log().decisions.last?.reason == .busy)
    #expect(recorder.log().decisions.count == 32)
  }

  @Test("an unwritable folder keeps decisions in memory until they can be written")
  func memory() throws {
    let folder = try TemporaryFolder.ofTest()
    // A file is in the place of the folder.
    try folder.write("x", to: "releases")
    let recorder = Sandbox(folder.path("releases"), verifier: BundleVerifier(threads: 1)).decisions
    recorder.record([decision(1, .readOnly)], .durable)
    #expect(recorder.log().decisions.map(\.reason) == [.readOnly])
    try Folder(folder.path(".")).remove("releases")
    try folder.makeFolder("releases")
    recorder.record([decision(2, .dns)], .durable)
    let other = Sandbox(folder.path("releases"), verifier: BundleVerifier(threads: 1)).decisions
    #expect(other.log().decisions.map(\.reason) == [.readOnly, .dns])
  }

  @Test("the last decisions are kept of a file that other programs made long")
  func longFile() throws {
    let folder = try TemporaryFolder.ofTest()
    let junk = [UInt8](repeating: UInt8(ascii: "x"), count: 3 * DecisionLog.maximumLength)
    try folder.write(junk + DecisionLog.line(decision(1, .tls)), to: "releases/decisions")
    let recorder = Sandbox(folder.path("releases"), verifier: BundleVerifier(threads: 1)).decisions
    #expect(recorder.log().decisions.map(\.reason) == [.tls])
    recorder.record([decision(2, .dns)], .durable)
    #expect(recorder.log().decisions.map(\.reason) == [.tls, .dns])
    #expect(try folder.read("releases/decisions").count < 1000)
  }

  @Test("a file that cannot be read is not replaced, and the record says so", .needsFilePermissions)
  func unreadable() throws {
    let folder = try TemporaryFolder.ofTest()
    let line = DecisionLog.line(decision(1, .tls))
    let count = DecisionLog.compactedLength / line.count + 1
    let lines = (0..<count).flatMap { _ in line }
    try folder.write(lines, to: "releases/decisions")
    let path = folder.path("releases/decisions")
    try FileManager.default.setAttributes([.posixPermissions: 0o200], ofItemAtPath: path)
    let sandbox = Sandbox(folder.path("releases"), verifier: BundleVerifier(threads: 1))
    sandbox.decisions.record([decision(2, .dns)], .durable)
    var failures = 0
    _ = sandbox.decisions.log { _ in failures += 1 }
    #expect(failures == 1)
    #expect(sandbox.decisions.log().decisions.map(\.reason) == [.dns])
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    #expect(try folder.read("releases/decisions") == lines)
    sandbox.decisions.record([decision(4, .busy)], .durable)
    #expect(sandbox.decisions.log().decisions.map(\.reason) == [.tls, .dns, .busy])
  }

  @Test("a sandbox with only decisions can be installed into")
  func firstInstall() throws {
    let world = try DeviceWorld()
    let device = try device()
    #expect(throws: SandboxError.self) { try device.confirm(token: "x") }
    try world.folder.makeFolder("releases")
    #expect(throws: SandboxError.self) { try device.confirm(token: "x") }
    #expect(device.decisions().decisions.last?.reason == .noInstalledRelease)
    let launch = try device.launch(embedded: DeliveredBundle(zip: world.folder.path("first.zip")))
    #expect(launch.reason == .firstRun)
  }

  @Test("the calls of a host record what happened, and a usual launch records nothing")
  func calls() throws {
    let world = try DeviceWorld()
    let device = try device()
    _ = try device.launch(embedded: DeliveredBundle(zip: world.folder.path("first.zip")))
    for _ in 0..<3 { _ = try device.launch() }
    try device.stage(DeliveredBundle(zip: world.folder.path("second.zip")))
    let launch = try device.launch()
    #expect(try device.failed(token: "other", reason: "x") == .noted)
    let failure = try device.failed(token: #require(launch.token), reason: "no\nroot")
    #expect(failure == .blocked(launch.release))
    #expect(throws: SandboxError.self) {
      try device.stage(DeliveredBundle(zip: world.folder.path("second.zip")))
    }
    let decisions = device.decisions().decisions
    #expect(
      decisions.map { "\($0.event.rawValue) \($0.outcome.rawValue)" } == [
        "launch first-run", "stage staged", "launch trial", "failure noted", "failure blocked",
        "stage failed",
      ])
    #expect(decisions[4].detail == "no root" && decisions[5].reason == .blocked)
    #expect(try device.launch().release != launch.release)
  }

  @Test("a failure has the class of the error and the hash of its stack, and no message")
  func error() throws {
    let world = try DeviceWorld()
    let device = try device()
    _ = try device.launch(embedded: DeliveredBundle(zip: world.folder.path("first.zip")))
    try device.stage(DeliveredBundle(zip: world.folder.path("second.zip")))
    let launch = try device.launch()
    let stack = "TypeError: secret\n    at run (\(launch.path)/pages/home/index.js:1:20)\n"
    _ = try device.failed(token: "other", reason: "x", errorClass: "no name", stack: "no frame")
    _ = try device.failed(token: "other", reason: "x", stack: "no frame")
    _ = try device.failed(
      token: #require(launch.token), reason: "x is null", errorClass: "TypeError", stack: stack)
    let record = device.decisions()
    let failures = record.decisions.suffix(3)
    #expect(failures.map(\.errorClass) == ["other", nil, "TypeError"])
    #expect(failures.map(\.stackHash) == [nil, nil, "8fb235947c0d6df3"])
    #expect(!record.text.contains("secret") && !record.text.contains("index.js"))
    #expect(
      try DecisionRecord(Array(record.text.utf8), file: "d.json").decisions == record.decisions)
  }

  @Test("the error of a release belongs to its last failed trial")
  func lastError() throws {
    let tree = try #require(TreeHash(String(repeating: "ab", count: 32)))
    func decision(
      _ second: Int64, _ event: Decision.Event, _ outcome: Decision.Outcome, _ name: String? = nil
    ) -> Decision {
      var decision = Decision(event, outcome, at: time(second))
      decision.release = tree
      decision.setError(errorClass: name, stack: nil)
      return decision
    }
    var log = DecisionLog()
    #expect(log.error(ofFailed: tree) == nil)
    log.add(decision(1, .failure, .blocked, "TypeError"))
    log.add(decision(2, .failure, .noted, "RangeError"))
    log.add(decision(3, .fetch, .blocked))
    #expect(log.error(ofFailed: tree)?.errorClass == "TypeError")
    #expect(DecisionLog(log.bytes).error(ofFailed: tree)?.errorClass == "TypeError")
    // After a second chance, the trial used up its launches.
    log.add(decision(4, .launch, .blocked))
    #expect(log.error(ofFailed: tree) == nil)
  }

  @Test("the document has no token, no path and no ID, and is read again")
  func document() async throws {
    let world = try DeviceWorld()
    let device = try device()
    _ = try device.launch(embedded: DeliveredBundle(zip: world.folder.path("first.zip")))
    try device.stage(DeliveredBundle(zip: world.folder.path("second.zip")))
    let launch = try device.launch()
    let text = device.decisions().text
    for secret in [try #require(launch.token), world.folder.path, "device-id"] {
      #expect(!text.contains(secret))
    }
    let record = try DecisionRecord(Array(text.utf8), file: "d.json")
    #expect(record.decisions == device.decisions().decisions)
    #expect(record.state.trial?.release.tree == launch.release)
    #expect(throws: DecisionRecordError.laterVersion("d.json", 2)) {
      try DecisionRecord(
        Array(text.replacing("\"version\": 1", with: "\"version\": 2").utf8), file: "d.json")
    }
    for damaged in ["", "{}", "[]", String(text.dropLast(3)), text.replacing("event", with: "x")] {
      #expect(throws: DecisionRecordError.self) {
        try DecisionRecord(Array(damaged.utf8), file: "d.json")
      }
    }
  }

  @Test("the reason of a host is cut at 200 bytes, and has one line")
  func detail() {
    #expect(Decision.detail("a\nb\r\nc") == "a b c")
    #expect(Decision.detail(String(repeating: "ä", count: 300)).utf8.count == 200)
  }

  @Test("a launch does not sync the decisions", .needs("strace"))
  func noSync() async throws {
    let world = try DeviceWorld()
    func eros(_ arguments: String...) async throws -> ToolResult {
      try await runTool(Tool.built("eros"), arguments, in: world.folder.path)
    }
    _ = try await eros("install", "--sandbox", "releases", "--bundle", "first.zip")
    _ = try await eros("stage", "--sandbox", "releases", "second.zip")
    let traced = try await runTool(
      "strace",
      [
        "-f", "-y", "-o", "trace", "-e", "trace=write,fsync,fdatasync,syncfs",
        Tool.built("eros"), "install", "--sandbox", "releases",
      ], in: world.folder.path)
    #expect(traced.status == 0, "\(traced)")
    let trace = String(decoding: try world.folder.read("trace"), as: UTF8.self)
    let lines = trace.split(separator: "\n").filter { $0.contains("/decisions>") }
    #expect(lines.contains { $0.contains("write(") }, "\(trace)")
    #expect(!lines.contains { $0.contains("sync") }, "\(trace)")
    let last = try #require(trace.split(separator: "\n").lastIndex { $0.contains("/decisions>") })
    #expect(!trace.split(separator: "\n")[last...].contains { $0.contains("sync") }, "\(trace)")
  }
}
