import ErosCore
import ErosServe
import ErosTestSupport
import ErosTrust
import Testing

@Suite("Reports of devices", .phase(.ownServer))
struct DeviceReportTests {
  private static let tree = String(repeating: "ab", count: 32)

  private func read(_ reports: String) throws -> [DeviceReport] {
    try DeviceReport.read(Array(#"{"reports": [\#(reports)]}"#.utf8)).reports
  }

  private func report(_ fields: String, to tree: String = tree) -> String {
    #"{"app": "my-app", "channel": "production", "to": "\#(tree)", \#(fields)}"#
  }

  @Test("the fields of each event are read, and unknown fields are ignored")
  func valid() throws {
    let tree = try #require(TreeHash(Self.tree))
    let channel = try ChannelName("my-app/production")
    let reports = try read(
      [
        report(#""from": "\#(Self.tree)", "event": "staged", "form": "delta", "bytes": 5"#),
        report(#""event": "staged", "form": "full", "bytes": 7, "fallback": true"#),
        report(#""event": "confirmed", "id": "0123", "form": 1"#),
        report(#""event": "failed""#),
      ].joined(separator: ","))
    #expect(
      reports == [
        DeviceReport(
          channel: channel, from: tree, to: tree, event: .staged, form: .delta, bytes: 5),
        DeviceReport(
          channel: channel, from: nil, to: tree, event: .staged, form: .fallback, bytes: 7),
        DeviceReport(channel: channel, from: nil, to: tree, event: .confirmed),
        DeviceReport(channel: channel, from: nil, to: tree, event: .failed),
      ])
    #expect(try read("").isEmpty)
  }

  @Test(
    "invalid fields are errors",
    arguments: [
      #""event": 1"#, #""event": "staged", "bytes": 1"#,
      #""event": "staged", "form": "full", "bytes": -1"#,
      #""event": "staged", "form": "full", "bytes": 4294967297"#,
      #""event": "staged", "form": "full", "bytes": 1.5"#,
      #""event": "failed", "from": "AB""#, #""event": "failed", "from": null"#,
    ])
  func invalid(fields: String) {
    #expect(throws: (any Error).self) { try read(report(fields)) }
  }

  @Test("a report with an unknown event or form is skipped, and the others are read")
  func unknown() throws {
    let document = [
      report(#""event": "installed""#), report(#""event": "failed""#),
      report(#""event": "staged", "form": "fallback", "bytes": 1"#),
      report(#""event": "staged", "form": "pages", "bytes": 1"#),
    ].joined(separator: ",")
    let read = try DeviceReport.read(Array(#"{"reports": [\#(document)]}"#.utf8))
    #expect(read.reports.map(\.event) == [.failed])
    #expect(read.unknownCount == 3)
  }

  @Test(
    "invalid documents are errors",
    arguments: [
      "", "[]", "{}", #"{"reports": {}}"#, #"{"reports": [1]}"#,
      #"{"reports": [{"app": "../x", "channel": "y", "to": "\#(tree)", "event": "failed"}]}"#,
      String(repeating: "[", count: 20_000),
      #"{"reports": [], "x": ""# + String(repeating: "x", count: 16 << 10) + #""}"#,
    ])
  func invalidDocument(text: String) {
    #expect(throws: (any Error).self) { try DeviceReport.read(Array(text.utf8)) }
  }
}
