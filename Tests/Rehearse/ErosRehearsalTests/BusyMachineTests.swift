import ErosCore
import ErosRehearsalMessages
import ErosTestSupport
import Foundation
import Testing

@testable import ErosRehearsal

@Suite("pages on a busy machine", .temporaryFolder)
struct BusyMachineTests {
  private static let loop = "// { \"framework\": \"Vue\" }\n\nfor (;;);\n"

  /// The events before the output of a page.
  private static let start = [
    RehearsalEvent.ready(isConfined: true, engine: ""), .begin(run: 0),
  ]

  /// Writes a program that prints `events`, five signs of life during twice the allowed silence, and the events of a
  /// page that was stopped in its loop.
  private func slowProgram(sign: String) throws -> String {
    let folder = try TemporaryFolder.ofTest()
    let stack = "@\(folder.path("dist/pages/a.js")):3:1"
    let end: [RehearsalEvent] = [
      .fact(RehearsalFact(.time, "", stack: stack)), .end(microseconds: 1, bytes: 1),
    ]
    func print(_ events: [RehearsalEvent]) -> String {
      "cat <<'END'\n" + events.map { String(decoding: $0.line, as: UTF8.self) }.joined() + "END\n"
    }
    let script =
      "#!/bin/sh\n" + print(Self.start) + "for i in 1 2 3 4 5; do sleep 0.4; \(sign); done\n"
      + print(end)
    try folder.write(script, to: "slow")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("slow"))
    return folder.path("slow")
  }

  private func findings(sign: String) throws -> [Finding] {
    let folder = try TemporaryFolder.ofTest()
    let program = RehearsalProgram(
      path: try slowProgram(sign: sign), spareTime: .milliseconds(1_000))
    try folder.write(Self.loop, to: "dist/pages/a.js")
    let source = try RehearsalSource(folder: folder.path("dist"))
    return try Rehearsal(program, limits: .init(milliseconds: 1, bytes: 1 << 20)).results(
      of: RehearsalPage.pages(of: source, board: nil, mediator: nil),
      on: [RehearsalSurface(undescribed: .ios)], threads: 1
    ).findings
  }

  @Test("are not stopped while they give signs of life, so a loop keeps its position")
  func signs() throws {
    #expect(try findings(sign: "echo").summaries == ["pageTooSlow:3"])
  }

  @Test("a page is stopped without signs of life")
  func silence() throws {
    #expect(try findings(sign: ":").summaries == ["pageTooSlow"])
  }

  @Test("the program gives signs of life while a page runs", .needsJavaScriptCore)
  func program() async throws {
    let folder = try TemporaryFolder.ofTest()
    let settings = #"""
      {"platform":"ios","framework":"Vue","isDescribed":true,"globals":{},"bundleURL":"","appName":"",
      "appVersion":"","virtualTime":0,"tracesThrows":false}
      """#
    let input = RehearsalInput(
      limits: .init(milliseconds: 500, bytes: 256 << 20),
      scripts: [.init(url: "a.js", text: Array(Self.loop.utf8))], surfaces: ["{}"],
      runs: [.init(scripts: [0], settings: settings, surface: 0)])
    try folder.write(input.bytes, to: "input")
    let result = try await runTool(
      // The program must not write to a file.
      "sh", ["-c", "\"$1\" <\"$2\" | cat", "sh", Tool.built("eros-rehearse"), folder.path("input")])
    let lines = result.standardOutput.split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast()
    #expect((3...8).contains(lines.count { $0.isEmpty }), "\(result)")
    #expect(lines.first?.contains(#""event":"ready""#) == true && lines[1].contains("begin"))
    #expect(lines.last?.contains(#""event":"end""#) == true, "\(result)")
  }
}
