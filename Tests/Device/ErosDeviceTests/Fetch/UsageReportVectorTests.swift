import ErosCore
import ErosTestSupport
import Testing

@testable import ErosDevice
@testable import ErosTrust

/// The usage reports that a device keeps and sends, for the implementations in other languages.
@Suite("Vectors of usage reports")
struct UsageReportVectorTests {
  private static let releases = (1...6).map { makeRelease(UInt8($0), timestamp: Int64($0) * 100) }
  private static let sizes: [Int64] = [0, 51_200, -1, 1 << 32, .max]

  @Test("the file of a device and the body of a request after each event")
  func reports() throws {
    var events: Set<UsageReport.Event> = []
    var forms: Set<UsageReport.Form> = []
    var waiting = 0
    var records: [JSONValue] = []
    for seed in 1...12 {
      var random = SeededGenerator(seed: UInt64(seed))
      var record = ReportRecord()
      var state = SandboxState().after([.start(Self.releases[0])])
      let count = seed == 12 ? 60 : 12
      let steps = try (1...count).map { number in
        let input = try step(&record, &state, &random)
        events.formUnion(record.waiting.map(\.event))
        forms.formUnion(record.waiting.compactMap { $0.download?.form })
        waiting = max(waiting, record.waiting.count)
        #expect(ReportRecord(record.bytes) == record)
        // The file of a long run is long, and the body has nothing that the file does not have.
        let (hasFile, hasBody) = (seed < 12 || number % 20 == 0, number % 4 == 0)
        return JSONValue.members([
          "event": input, "file": hasFile ? .string(Self.text(record.bytes)) : nil,
          "body": hasFile && hasBody ? .string(Self.text(record.body)) : nil,
        ])
      }
      records.append(.list(steps))
    }
    #expect(events == Set(UsageReport.Event.allCases) && forms == Set(UsageReport.Form.allCases))
    #expect(waiting == UsageReport.maximumCount)
    let files = damagedFiles().map { file in
      JSONValue.members([
        "file": .base64(file),
        "read": .string(Self.text(ReportRecord(file).bytes)),
      ])
    }
    try Vectors.expect(
      ["records": .list(records), "files": .list(files)], in: "usage-reports.json")
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Changes the record by one event of a device, and returns the event.
  private func step(
    _ record: inout ReportRecord, _ state: inout SandboxState, _ random: inout SeededGenerator
  ) throws -> JSONValue {
    switch random.pick(1...8) {
    case 1...4:
      let release = Self.releases[random.pick(1...5)]
      let form = UsageReport.Form.allCases[random.pick(0...2)]
      let bytes = Self.sizes[random.pick(0...4)]
      let from = random.isOne(in: 4) ? nil : state.active
      let channel = random.isOne(in: 3) ? "a.b-c/beta" : "my-app/production"
      record.add(
        .init(form: form, bytes: bytes),
        of: .init(channel: try ChannelName(channel), from: from, to: release.tree))
      state = state.after([.stage(release)])
      return .members([
        "kind": .string("staged"), "channel": .string(channel),
        "from": from.map { .string($0.description) }, "to": .string(release.tree.description),
        "form": .string(form.rawValue), "bytes": .integer(bytes),
      ])
    case 5...7:
      let start = SandboxEvent.start(Self.releases[0])
      let ends: [[SandboxEvent]] = [
        [start], [start, .confirm(token: nil)], [start, .rollback(to: .previous)], [.unblock(nil)],
        [.lost(Self.releases[random.pick(1...5)].tree)],
      ]
      state = state.after(ends[random.pick(0...4)])
      let (errorClass, stack) = [
        (nil, nil), ("TypeError", nil), ("no class", "f@a.js:1:2"), (nil, "f@a.js:1:2"),
      ][random.pick(0...3)]
      var decision = Decision(.failure, .blocked, at: Timestamp(milliseconds: 1))
      decision.setError(errorClass: errorClass, stack: stack)
      record.observe(state) { _ in decision.error }
      return .members([
        "kind": .string("observed"), "state": state.json,
        "errorClass": decision.errorClass.map { .string($0) },
        "stackHash": decision.stackHash.map { .string($0) },
      ])
    default:
      guard random.isOne(in: 3) else { return try self.step(&record, &state, &random) }
      record.removeWaiting()
      return .members(["kind": .string("sent")])
    }
  }

  /// Files with damaged entries, which a device ignores.
  private func damagedFiles() -> [[UInt8]] {
    let (from, to) = (Self.releases[0].tree, Self.releases[1].tree)
    let update = #""app":"a","channel":"b","from":"\#(from)","to":"\#(to)""#
    let failed = #"{\#(update),"event":"failed"}"#
    return [
      "", "{", "[]", "{}", #"{"reports":{},"open":[]}"#, #"{"reports":[\#(failed),1,{}]}"#,
      #"{"reports":[\#(failed)],"open":[{\#(update)},{\#(update),"later":1},{"app":"a"},null]}"#,
      #"{"reports":[{\#(update),"event":"later"},\#(failed)]}"#,
      #"{"reports":[{\#(update),"event":"staged","form":"full","bytes":-1},\#(failed)]}"#,
      #"{"reports":[{\#(update),"event":"staged","form":"later","bytes":1},\#(failed)]}"#,
      #"{"reports":[{\#(update),"event":"failed","errorClass":"<b>","stackHash":7}]}"#,
      #"{"open":[\#(Array(repeating: "{\(update)}", count: 6).joined(separator: ","))]}"#,
      #"{"reports":[\#(Array(repeating: failed, count: 40).joined(separator: ","))]}"#,
    ].map { Array($0.utf8) }
  }
}
