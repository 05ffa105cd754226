import ErosTestSupport
import Foundation
import Testing

@Suite("Hints", .temporaryFolder)
struct HintTests {
  @Test(
    "the hint for a zip bomb suggests not to unpack it",
    arguments: [
      ["verify", "bomb.zip"], ["inspect", "bomb.zip"], ["stage", "bomb.zip", "--sandbox", "box"],
      ["install", "--bundle", "bomb.zip", "--sandbox", "new"],
      ["diff", "bomb.zip", "bomb.zip", "--output", "patch"],
    ])
  func bomb(arguments: [String]) async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    _ = try await eros("pack", "--output", "out", in: folder)
    _ = try await eros("install", "--bundle", "out/bundle.zip", "--sandbox", "box", in: folder)
    try folder.write([UInt8](repeating: 0, count: 20 << 20), to: "a.js")
    let zipped = try await runTool("zip", ["-9q", "bomb.zip", "a.js"], in: folder.path("."))
    try #require(zipped.status == 0, "\(zipped)")
    let result = try await runTool(Tool.built("eros"), arguments, in: folder.path("."))
    #expect(result.status == 65, "\(result)")
    #expect(
      (result.standardError + result.standardOutput).contains(
        "hint: do not unpack it; if you packed it yourself, pack it again with `eros pack --store`\n"
      ),
      "\(result)")
  }

  @Test("a BSDIFF40 patch needs the old zip, a content delta only the pages")
  func baseMissing() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    _ = try await eros("pack", "--output", "v1", in: folder)
    let installed = try await eros(
      "install", "--bundle", "v1/bundle.zip", "--sandbox", "box", "--json", in: folder)
    let release = try #require(try installed.json()["release"] as? String)
    try folder.write("// more\n", to: "dist/pages/home/index.js")
    _ = try await eros("pack", "--output", "v2", in: folder)
    for patch in ["update.bsdiff", "update.erosdelta"] {
      let made = try await eros(
        "diff", "v1/bundle.zip", "v2/bundle.zip", "--output", patch, in: folder)
      try #require(made.status == 0, "\(made)")
    }
    try FileManager.default.removeItem(atPath: folder.path("box/releases/\(release)/bundle.zip"))
    let staged = try await eros("stage", "update.bsdiff", "--sandbox", "box", in: folder)
    #expect(staged.status == 66, "\(staged)")
    #expect(
      staged.standardError == """
        error: cannot apply the patch: the zip of the release \(release) is missing or unreadable \
        in the sandbox 'box'
        hint: stage the full bundle instead

        """)
    for update in ["update.erosdelta", "v2/bundle.zip"] {
      let staged = try await eros("stage", update, "--sandbox", "box", in: folder)
      #expect(staged.status == 0, "\(staged)")
    }
  }

  @Test("an error that stops pack is printed once")
  func once() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp(config: TemporaryFolder.config.replacing("\"demo\"", with: "5"))
    let result = try await eros("pack", "--output", "out", in: folder)
    #expect(result.status == 65, "\(result)")
    #expect(result.standardError.ranges(of: "'appName'").count == 1, "\(result)")
  }

  @Test("a path with special characters in a hint can be pasted", arguments: ["bash", "zsh"])
  func pasted(shell: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    let name = "it's\n\u{1B}[31m\u{202E} \\n é"
    try folder.write("<html>", to: name + ".zip")
    let first = try await eros("inspect", name + ".zip", in: folder)
    let hint = try #require(first.standardError.split(separator: "`").dropFirst().first)
    #expect(hint.hasPrefix("eros verify $'"), "\(first)")
    let result = try await runTool(
      shell, ["-c", "eros() { \"$EROS\" \"$@\"; }; " + hint], in: folder.path("."),
      environment: ["EROS": Tool.built("eros")])
    #expect(result.status == 65, "\(result)")
    #expect(result.standardOutput.contains("unsafe: "), "\(result)")
  }
}
