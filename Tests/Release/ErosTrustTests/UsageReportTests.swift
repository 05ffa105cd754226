import ErosTestSupport
import Testing

@testable import ErosCore
@testable import ErosTrust

@Suite("Usage reports")
struct UsageReportTests {
  private static let tree = String(repeating: "ab", count: 32)

  private func read(_ reports: String) throws -> [UsageReport] {
    try UsageReport.read(Array(#"{"reports": [\#(reports)]}"#.utf8)).reports
  }

  private func report(_ fields: String, to tree: String = tree) -> String {
    #"{"app": "my-app", "channel": "production", "to": "\#(tree)", \#(fields)}"#
  }

  // MARK: - The contract between devices and servers

  /// Returns all kinds of reports about an update.
  private func reports(of update: UsageReport.Update) -> [UsageReport] {
    let sizes = [0, 1, 51_200, UsageReport.maximumBytes]
    let downloads = UsageReport.Form.allCases.flatMap { form in
      sizes.map { UsageReport.Download(form: form, bytes: $0) }
    }
    let stack = StackHash("0123456789abcdef")
    let errors: [ErrorFingerprint] = [
      .other, .init(errorClass: "TypeError", stack: nil), .init(errorClass: nil, stack: stack),
      .init(errorClass: "TypeError", stack: stack),
    ]
    return downloads.map { .staged(update, from: $0) } + [.confirmed(update), .failed(update)]
      + errors.map { .failed(update, with: $0) }
  }

  @Test("what a device writes is what a server reads")
  func roundTrip() throws {
    let tree = try #require(TreeHash(Self.tree))
    let other = try #require(TreeHash(String(repeating: "0f", count: 32)))
    let channel = try ChannelName("my-app/production")
    for from in [nil, other] {
      let reports = reports(of: .init(channel: channel, from: from, to: tree))
      let (read, unknownCount) = try UsageReport.read(UsageReport.document(reports))
      #expect(read == reports)
      #expect(unknownCount == 0)
    }
  }

  @Test("the fields of a report have fixed names")
  func names() throws {
    let tree = try #require(TreeHash(Self.tree))
    let update = UsageReport.Update(
      channel: try ChannelName("my-app/production"), from: tree, to: tree)
    let common = #""app":"my-app","#
    let end = #""from":"\#(Self.tree)","to":"\#(Self.tree)"}"#
    let reports: [UsageReport] = [
      .staged(update, from: .init(form: .delta, bytes: 5)),
      .staged(update, from: .init(form: .fallback, bytes: 7)), .failed(update),
      .failed(
        update, with: .init(errorClass: "TypeError", stack: StackHash("0123456789abcdef"))),
    ]
    let text = String(decoding: UsageReport.document(reports), as: UTF8.self)
    let expected = [
      #"{\#(common)"bytes":5,"channel":"production","event":"staged","form":"delta",\#(end)"#,
      #"{\#(common)"bytes":7,"channel":"production","event":"staged","fallback":true,"form":"full","#
        + end,
      #"{\#(common)"channel":"production","event":"failed",\#(end)"#,
      #"{\#(common)"channel":"production","errorClass":"TypeError","event":"failed","#
        + #""from":"\#(Self.tree)","stackHash":"0123456789abcdef","to":"\#(Self.tree)"}"#,
    ]
    #expect(
      text.filter { !$0.isWhitespace } == #"{"reports":["# + expected.joined(separator: ",") + "]}")
  }

  @Test("the longest document of a device is not too long for a server")
  func longest() throws {
    let tree = try #require(TreeHash(Self.tree))
    let name = String(repeating: "a", count: 80)
    let update = UsageReport.Update(
      channel: try ChannelName("\(name)/\(name)"), from: tree, to: tree)
    #expect(throws: (any Error).self) { try ChannelName("a\(name)/\(name)") }
    let errorClass = String(repeating: "E", count: ErrorFingerprint.maximumLength)
    for report in [
      UsageReport.staged(
        update, from: .init(form: .fallback, bytes: UsageReport.maximumBytes)),
      .failed(
        update, with: .init(errorClass: errorClass, stack: StackHash("0123456789abcdef"))),
    ] {
      let document = UsageReport.document(Array(repeating: report, count: UsageReport.maximumCount))
      #expect(try UsageReport.read(document).reports.count == UsageReport.maximumCount)
    }
  }

  @Test("a device does not write a size that a server refuses", arguments: [-1, .max] as [Int64])
  func size(bytes: Int64) throws {
    let tree = try #require(TreeHash(Self.tree))
    let update = UsageReport.Update(channel: try ChannelName("a/b"), from: nil, to: tree)
    let report = UsageReport.staged(update, from: .init(form: .full, bytes: bytes))
    let document = UsageReport.document([report])
    #expect(try UsageReport.read(document).reports == [report])
  }

  // MARK: - Other documents

  @Test("the fields of each event are read, and unknown fields are ignored")
  func valid() throws {
    let tree = try #require(TreeHash(Self.tree))
    let channel = try ChannelName("my-app/production")
    let first = UsageReport.Update(channel: channel, from: nil, to: tree)
    let reports = try read(
      [
        report(#""from": "\#(Self.tree)", "event": "staged", "form": "delta", "bytes": 5"#),
        report(#""event": "staged", "form": "full", "bytes": 7, "fallback": true"#),
        report(#""event": "confirmed", "id": "0123", "form": 1"#),
        report(#""event": "failed""#),
      ].joined(separator: ","))
    #expect(
      reports == [
        .staged(
          .init(channel: channel, from: tree, to: tree), from: .init(form: .delta, bytes: 5)),
        .staged(first, from: .init(form: .fallback, bytes: 7)), .confirmed(first), .failed(first),
      ])
    #expect(try read("").isEmpty)
  }

  @Test(
    "a failure with an invalid class or hash is still a failure",
    arguments: [
      #""errorClass": "<b>""#, #""errorClass": 7"#, #""errorClass": null, "stackHash": null"#,
      #""stackHash": "0123""#, #""stackHash": []"#,
      #""errorClass": "\#(String(repeating: "E", count: 65))""#,
    ])
  func invalidError(fields: String) throws {
    let read = try read(report(#""event": "failed", \#(fields)"#))
    #expect(read.map(\.event) == [.failed] && read.map(\.error) == [.other])
  }

  @Test(
    "invalid fields are errors",
    arguments: [
      #""event": 1"#, #""event": "staged", "bytes": 1"#,
      #""event": "staged", "form": "full", "bytes": -1"#,
      #""event": "staged", "form": "full", "bytes": 4294967297"#,
      #""event": "staged", "form": "full", "bytes": 9223372036854775808"#,
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
    let read = try UsageReport.read(Array(#"{"reports": [\#(document)]}"#.utf8))
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
    #expect(throws: (any Error).self) { try UsageReport.read(Array(text.utf8)) }
  }
}
