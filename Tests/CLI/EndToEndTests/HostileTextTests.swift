import ErosTestSupport
import Foundation
import Testing

@Suite("Hostile names", .temporaryFolder)
struct HostileTextTests {
  /// A name with a color sequence, a bidirectional control and a line break.
  static let name = "h\u{1B}[31m\u{202E}\ninjected"

  /// Calls that print hostile names, with their exit status.
  static let calls: [([String], status: Int32)] = [
    (["pack", "--config", name + "/good.json", "--output", name + "/new"], 0),
    (["pack", "--config", name + "/good.json", "--platform", "android"], 0),
    (["pack", name + "/other", "--config", name + "/good.json", "--output", "new"], 65),
    (["pack", name + "/other", "--config", name + "/two.json", "--output", "new"], 65),
    (["pack", "--config", name + "/bare.json"], 64),
    (["pack", "--config", name + "/bare.json", "--platform", "ios"], 65),
    (["pack", "--config", name + "/bad.json", "--platform", "ios"], 65),
    (["pack", "--config", name + "/good.json", "--output", name + "/dist/out"], 73),
    (["pack", "--config", name + "/no.json"], 66),
    (["pack", "--config", name + "/good.json", "--output", name + "/good.json"], 73),
    (["pack", "--level", name], 64),
    (["verify", name + "/bundle.zip", "--manifest", name + "/bundle.config"], 0),
    (["verify", name + "/bundle.zip", "--manifest", name + "/good.json"], 1),
    (["verify", name + "/good.json"], 65),
    (["verify", name + "/bundle.zip", name], 0),
    (["inspect", name + "/bundle.zip"], 0),
    (["inspect", name + "/good.json"], 65),
    (["report", name + "/bundle.zip", "--output", name + "/page.html"], 0),
    (["report", name + "/good.json", "--output", name + "/page.html"], 65),
    (["config", "show", name + "/good.json"], 0),
    (["config", "show", name + "/other/a.js"], 65),
    (["config", "validate", name + "/bad.json"], 1),
    (["config", "encrypt", name + "/good.json", "--output", name + "/shipped.json"], 0),
    (["config", "decrypt", name + "/good.json"], 65),
    (["config", "decrypt", name + "/no/such.json"], 66),
  ]

  @Test("hostile names are printed escaped, on one line", arguments: calls)
  func escaped(arguments: [String], status: Int32) async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeHostileApp()
    let packed = try await eros(
      "pack", "--config", Self.name + "/good.json", "--output", Self.name, in: folder)
    try #require(packed.status == 0, "\(packed)")
    let result = try await runTool(Tool.built("eros"), arguments, in: folder.path("."))
    #expect(result.status == status, "\(result)")
    let text = result.standardOutput + result.standardError
    #expect(text.contains("\\u{1b}[31m\\u{202e}"), "\(result)")
    #expect(!text.unicodeScalars.contains("\u{1B}"))
    #expect(!text.unicodeScalars.contains("\u{202E}"))
    #expect(!text.contains("\ninjected"))
  }

  @Test("a path with a quote in a hint is quoted")
  func quoted() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("<html>", to: "it's a page.zip")
    let result = try await eros("inspect", "it's a page.zip", in: folder)
    #expect(
      result.standardError.contains(
        "hint: see all findings with `eros verify 'it'\\''s a page.zip'`"))
  }
}

extension TemporaryFolder {
  /// Writes an app in a folder with a hostile name, with configurations that contain that name.
  fileprivate func writeHostileApp() throws {
    let name = HostileTextTests.name
    let shown = #"h\u001b[31m\u202e\ninjected"#
    let good = TemporaryFolder.config.replacing("\"demo\"", with: "\"\(shown)\"")
    try writeApp()
    try write(good, to: name + "/good.json")
    try write(
      good.replacing("/mediator/index.js", with: "/\(shown).js")
        .replacing("/config/index.js", with: "/\(shown)/a.js"), to: name + "/two.json")
    try write(good.replacing("/ios/Demo", with: "../\(shown)"), to: name + "/bad.json")
    try write(good.replacing("zipFolder", with: shown), to: name + "/bare.json")
    try FileManager.default.moveItem(atPath: path("dist"), toPath: path(name + "/dist"))
    try write("\(name)\n", to: name + "/other/a.js")
  }
}
