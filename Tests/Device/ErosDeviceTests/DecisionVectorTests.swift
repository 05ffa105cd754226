import ErosCore
import ErosCrypto
import ErosTestSupport
import Testing

@testable import ErosDevice

/// The decisions that a device writes, for the implementations in other languages.
@Suite("Vectors of decisions")
struct DecisionVectorTests {
  private static let time: Int64 = 1_700_000_000_000
  /// Texts of a host for a failure.
  private static let details = [
    "", "no root", "a\nb\r\nc\rd", "\r\n\r\n", "a\u{B}b\u{C}c\u{85}d\u{2028}e\u{2029}f",
    "\"\\\u{1}\u{7F}",
    String(repeating: "ä", count: 300), "x" + String(repeating: "首", count: 100),
    String(repeating: "😀", count: 60), String(repeating: "x", count: 199) + "é",
    String(repeating: "\r\n", count: 210), "e\u{301}\u{0}",
  ]
  private static let classes: [String?] = [
    nil, "TypeError", "_$1", String(repeating: "a", count: 64), String(repeating: "a", count: 65),
    "",
    "1a", "a b", "Fehlér",
  ]
  private static let stacks: [String?] = [
    nil, "no frame", "TypeError: x\n    at run (/data/pages/home/index.js:1:20)\n",
    "run@file:///a/pages/home/index.js?x=1:1:20",
  ]

  @Test("the lines of decisions, the file that they make, and the document for a support request")
  func decisions() throws {
    var random = SeededGenerator(seed: 57)
    let host = hostDecisions()
    let fetched = try fetchDecisions(&random)
    let all = host + fetched
    #expect(Set(all.map(\.decision.event)) == Set(Decision.Event.allCases))
    #expect(Set(all.map(\.decision.outcome)) == Set(Decision.Outcome.allCases))
    #expect(Set(all.compactMap(\.decision.reason)) == Set(DecisionReason.allCases))
    #expect(Set(all.compactMap(\.decision.tester)) == Set(Decision.Tester.allCases))
    let lines = all.map { input, decision in
      JSONValue.members([
        "decision": input,
        "line": .string(String(decoding: DecisionLog.line(decision), as: UTF8.self)),
      ])
    }
    let files = files(host.map(\.decision), fetched.map(\.decision), &random)
    let logs = files.map { file in
      JSONValue.members(["file": .base64(file), "log": .base64(DecisionLog(file).bytes)])
    }
    try Vectors.expect(
      [
        "decisions": .list(lines), "logs": .list(logs),
        "documents": .list(try documents(files, &random)),
      ], in: "decisions.json")
  }

  // MARK: - Decisions

  private typealias Vector = (input: JSONValue, decision: Decision)

  private func tree(_ number: UInt8) -> TreeHash { TreeHash(bytes: SIMD32(repeating: number)) }

  /// Decisions about the calls of a host.
  private func hostDecisions() -> [Vector] {
    let events = Decision.Event.allCases.filter { $0 != .check && $0 != .fetch }
    let count = DecisionReason.allCases.count + 12
    let times: [Int64] = [
      Self.time, Self.time + 999, 0, -1, .max, Decision.maximumTime, 951_782_399_999,
    ]
    return (0..<count).map { number in
      let event = events[number % events.count]
      let outcome = Decision.Outcome.allCases[number % Decision.Outcome.allCases.count]
      let reason = DecisionReason.allCases.dropFirst(number).first
      let time = times[number % times.count]
      let detail = Self.details[number % Self.details.count]
      let errorClass = Self.classes[number % Self.classes.count]
      let stack = Self.stacks[number / Self.classes.count % Self.stacks.count]
      let hasText = event == .failure || number % 2 == 0
      var decision = Decision(
        event, outcome, at: Timestamp(milliseconds: time), reason: reason)
      if number % 4 != 0 { decision.release = tree(UInt8(number)) }
      if number % 5 != 0 { decision.app = NativeVersion("1.2.\(number)-beta") }
      if hasText {
        decision.detail = Decision.detail(detail)
        decision.setError(errorClass: errorClass, stack: stack)
      }
      return (
        .members([
          "event": .string(event.rawValue), "outcome": .string(outcome.rawValue),
          "time": .integer(time), "reason": decision.reason.map { .string($0.rawValue) },
          "release": decision.release.map { .string($0.description) },
          "app": decision.app.map { .string($0.description) },
          "detail": hasText ? .string(detail) : nil,
          "errorClass": hasText ? errorClass.map { .string($0) } : nil,
          "stack": hasText ? stack.map { .string($0) } : nil,
        ]), decision
      )
    }
  }

  /// Decisions about updates from a store.
  private func fetchDecisions(_ random: inout SeededGenerator) throws -> [Vector] {
    try (0..<60).map { number in
      func maybe<Value>(_ value: Value) -> Value? { random.isOne(in: 2) ? value : nil }
      let event = number % 2 == 0 ? Decision.Event.fetch : .check
      let outcome = Decision.Outcome.allCases[number % Decision.Outcome.allCases.count]
      let time = Self.time + Int64(number) * 60_000
      var decision = Decision(
        event, outcome, at: Timestamp(milliseconds: time),
        reason: maybe(DecisionReason.allCases[number % DecisionReason.allCases.count]))
      decision.channel = "my-app/production"
      decision.number = maybe(Int64(number))
      decision.release = maybe(tree(UInt8(number)))
      decision.skipped = (0..<random.pick(0...4)).map {
        .init(number: Int64(90 - $0), reason: [.paused, .waitsForApp, .notIncluded, .blocked][$0])
      }
      decision.tester = maybe(Decision.Tester.allCases[number % Decision.Tester.allCases.count])
      decision.isVerified = random.isOne(in: 2)
      decision.requires = maybe(try #require(NativeVersion("2.0.0-rc.\(number)")))
      decision.app = maybe(try #require(NativeVersion("1.\(number)")))
      decision.metadataVersion = maybe(Int64(number + 1))
      decision.file = maybe("\(number).snapshot.json")
      decision.expired = maybe(Timestamp(milliseconds: time - 86_400_000))
      decision.status = maybe(403 + number)
      return (
        .members([
          "event": .string(event.rawValue), "outcome": .string(outcome.rawValue),
          "time": .integer(time), "reason": decision.reason.map { .string($0.rawValue) },
          "channel": decision.channel.map { .string($0) },
          "number": decision.number.map { .integer($0) },
          "release": decision.release.map { .string($0.description) },
          "skipped": decision.skipped.isEmpty
            ? nil
            : .list(
              decision.skipped.map {
                .members(["number": .integer($0.number), "reason": .string($0.reason.rawValue)])
              }),
          "tester": decision.tester.map { .string($0.rawValue) },
          "verified": decision.isVerified ? .bool(true) : nil,
          "requires": decision.requires.map { .string($0.description) },
          "app": decision.app.map { .string($0.description) },
          "metadata": decision.metadataVersion.map { .integer($0) },
          "file": decision.file.map { .string($0) },
          "expired": decision.expired.map { .integer($0.milliseconds) },
          "status": decision.status.map { .integer($0) },
        ]), decision
      )
    }
  }

  // MARK: - Files

  /// Returns files of decisions: whole, torn, damaged, long, and with values of later versions.
  private func files(
    _ host: [Decision], _ fetched: [Decision], _ random: inout SeededGenerator
  ) -> [[UInt8]] {
    let lines = (host + fetched).map { DecisionLog.line($0) }
    func line(_ text: String) -> [UInt8] { Array("\n\(text)\n".utf8) }
    let time = #""time":"2023-11-14T22:13:20Z""#
    let repeated = (0..<4).map { second in
      let time = Timestamp(milliseconds: Self.time + Int64(second) * 1000)
      var decision = Decision(.fetch, .failed, at: time, reason: .dns)
      decision.metadataVersion = Int64(second)
      return DecisionLog.line(decision)
    }
    var log = DecisionLog()
    for _ in 0..<3 { log.add(Decision(.launch, .trial, at: Timestamp(milliseconds: Self.time))) }
    var files: [[UInt8]] = [
      [], lines[0], Array(lines[..<5].joined()), Array(lines.joined()),
      Array(lines[0].dropLast(4)) + lines[1], Array(lines[0].prefix(1)) + lines[2],
      lines[0] + [UInt8](repeating: 0, count: 512) + lines[1],
      Array(repeated.joined()), Array(repeated.joined()) + log.bytes + lines[3] + log.bytes,
      Array(
        String(decoding: log.bytes, as: UTF8.self).replacing("\"count\":3", with: "\"n\":3").utf8),
    ]
    files += [
      #"{"event":"launch","outcome":"trial",\#(time),"later":[1]}"#,
      #"{"outcome":"trial",\#(time),"event":"launch"}"#,
      #"{"event":"later","outcome":"trial",\#(time)}"#,
      #"{"event":"launch","outcome":"later",\#(time)}"#,
      #"{"event":"launch","outcome":"failed","reason":"later",\#(time)}"#,
      #"{"event":"launch","outcome":"trial"}"#, #"{"event":"launch","outcome":"trial","time":1}"#,
      #"{"event":"launch","outcome":"trial","time":"2023-11-14 22:13:20Z"}"#,
      #"{"event":"launch","outcome":"trial",\#(time),"release":"AB"}"#,
      #"{"event":"fetch","outcome":"trial",\#(time),"number":-1}"#,
      #"{"event":"fetch","outcome":"trial",\#(time),"tester":"later"}"#,
      #"{"event":"fetch","outcome":"trial",\#(time),"verified":false}"#,
      #"{"event":"fetch","outcome":"trial",\#(time),"app":"v1"}"#,
      #"{"event":"fetch","outcome":"trial",\#(time),"status":1000}"#,
      #"{"event":"fetch","outcome":"trial",\#(time),"skipped":[]}"#,
      #"{"event":"fetch","outcome":"trial",\#(time),"skipped":[{"number":1,"reason":"x"}]}"#,
      #"{"event":"fetch","outcome":"trial",\#(time),"detail":"\#(String(repeating: "x", count: 201))"}"#,
      #"{"event":"failure","outcome":"noted",\#(time),"errorClass":"<b>","stackHash":"0123"}"#,
      #"{"event":"failure","outcome":"noted",\#(time),"stackHash":"0123456789abcdef"}"#,
      #"{"event":"launch","outcome":"trial",\#(time),"count":1}"#,
      #"{"event":"launch","outcome":"trial",\#(time),"count":5,"last":"2023-11-14T22:13:21Z"}"#,
      #"{"event":"launch","outcome":"trial",\#(time),"count":1000001}"#,
      "[1]", "{}", #"{"event":"launch","event":"launch","outcome":"trial",\#(time)}"#,
    ].map { lines[0] + line($0) + lines[1] }
    for _ in 0..<20 {
      let picked = (0..<random.pick(1...8)).map { _ in lines[random.pick(0...lines.count - 1)] }
      var file = Array(picked.joined())
      let place = random.pick(0...file.count - 1)
      if random.isOne(in: 2) { file[place] ^= 1 << UInt8(random.pick(0...7)) }
      if random.isOne(in: 2) { file.removeSubrange(..<place) }
      files.append(file)
    }
    return files
  }

  // MARK: - Documents

  private func documents(
    _ files: [[UInt8]], _ random: inout SeededGenerator
  ) throws -> [JSONValue] {
    let own = makeRelease(1, timestamp: 100)
    let newer = makeRelease(2, timestamp: 200, android: "1.0.0", iOS: "2.0.0")
    let states = [
      SandboxState(), SandboxState().after([.start(own)]),
      SandboxState().after([.start(own), .stage(newer), .start(own, token: "secret")]),
      SandboxState().after([.start(own), .stage(newer), .start(own), .confirm(token: nil)]),
      SandboxState().after([.start(own), .stage(newer), .start(own), .rollback(to: .previous)]),
    ]
    return try stride(from: 0, to: files.count, by: 4).enumerated().map { number, file in
      let state = states[number % states.count]
      var record = DecisionRecord(
        created: Timestamp(milliseconds: Self.time + Int64(number)),
        decisions: DecisionLog(files[file]).decisions, state: state.withoutTokens)
      let app = number % 3 == 0 ? nil : makeApp("3.\(number)")
      if let app { record.state = record.state.with(app) }
      record.stateFailure = number % 4 == 0 ? .damaged : nil
      record.disk = number % 5 == 0 ? nil : .init(isWritable: number % 2 == 0, free: Int64(number))
      // A device that has checked a channel.
      if number % 6 == 5 {
        var channel = DecisionRecord.Channel(checked: Timestamp(milliseconds: Self.time))
        channel.numbers = [own.tree: 1, newer.tree: 2]
        record.channels = ["my-app/production": channel, "my-app/beta": .init(checked: nil)]
        record.trust = TrustedMetadata(
          root: 2, rootDigest: own.digests.zip, timestamp: number % 4 == 1 ? nil : 7,
          expires: Timestamp(milliseconds: Self.time))
      }
      let document = try #require(record.json.object)
      return .members([
        "created": .integer(record.created.milliseconds), "state": state.json,
        "stateFailure": record.stateFailure.map { .string($0.rawValue) },
        "app": app.map { .string($0.version.description) }, "file": .integer(file),
        "disk": record.disk == nil ? nil : document["disk"],
        "channels": record.channels.isEmpty ? nil : document["channels"],
        "trust": record.trust == nil ? nil : document["trust"], "document": .string(record.text),
      ])
    }
  }
}
