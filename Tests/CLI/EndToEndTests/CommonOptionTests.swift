import ErosTestSupport
import Foundation
import Testing

@Suite("Options of all commands", .temporaryFolder)
struct CommonOptionTests {
  @Test("--verbose prints what is skipped, why, and the time of each step")
  func verbose() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    try folder.write("{}", to: "dist/pages/home/index.js.map")
    try folder.write("x", to: "dist/.DS_Store")
    let result = try await eros("pack", "-o", "out", "-v", in: folder)
    #expect(result.status == 0)
    #expect(result.standardError.contains("note: left out '.DS_Store': written by macOS\n"))
    #expect(
      result.standardError.contains("note: left out 'pages/home/index.js.map': a source map\n"))
    #expect(result.standardError.firstRange(of: #/time: packing, 0\.\d{3} s\n/#) != nil)
    #expect(result.standardError.firstRange(of: #/time: total, \d\.\d{3} s\n$/#) != nil)
    let short = try await eros("pack", "--output", "out", in: folder)
    #expect(!short.standardError.contains("time: "))
    try folder.write("x", to: "old/notes.txt")
    let diff = try await eros(
      "diff", "out/bundle.zip", "--against", "old", "-o", "p", "--verbose", in: folder)
    #expect(
      diff.standardError.contains(
        "skipped 'old/notes.txt': not a file with the suffix '.zip'\n"), "\(diff)")
    #expect(try await eros("pack", "-q", "-v", in: folder).status == 64)
  }

  @Test("-V prints the version, also after a command", arguments: [["-V"], ["pack", "-V"]])
  func version(words: [String]) async throws {
    let result = try await runTool(Tool.built("eros"), words)
    let version = try await runTool(Tool.built("eros"), ["--version"])
    #expect(result.status == 0)
    #expect(result.standardOutput == version.standardOutput)
  }

  @Test("'completion' prints the script of a shell", arguments: Shell.allCases)
  func completion(shell: Shell) async throws {
    let script = try await shell.erosCompletions
    let parser = try await runTool(
      Tool.built("eros"), ["--generate-completion-script", shell.rawValue])
    #expect(script.status == 0)
    #expect(script.standardOutput.contains("eros"))
    #expect(script.standardOutput == parser.standardOutput)
  }

  @Test("'error:' and 'warning:' have the colors of findings")
  func color() async throws {
    let folder = try TemporaryFolder.ofTest()
    let red = try await eros("verify", "none", "--color", "always", in: folder)
    #expect(red.standardError.hasPrefix("\u{1B}[31merror\u{1B}[0m: cannot read"), "\(red)")
    let plain = try await eros("verify", "none", in: folder)
    #expect(plain.standardError.hasPrefix("error: cannot read"), "\(plain)")
    let usage = try await eros("verify", "a", "--color=always", "--foo", in: folder)
    #expect(usage.standardError.hasPrefix("\u{1B}[31merror\u{1B}[0m: unknown option"), "\(usage)")
  }

  @Test("usage names the command that failed, also if its inputs decide")
  func usage() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    _ = try await eros("pack", "-o", "out", in: folder)
    try folder.write("x", to: "patch")
    let digest = String(repeating: "a", count: 64)
    let result = try await eros("patch", "dist", "patch", "-o", "x", "--sha256", digest, in: folder)
    #expect(result.status == 64)
    #expect(result.standardError.contains("\nUsage: eros patch "), "\(result)")
    #expect(result.standardError.hasSuffix("See 'eros patch --help' for more information.\n"))
  }

  @Test("hints name the pages that a package has installed")
  func pages() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("[]", to: "eros.native.json")
    let source = try await eros("config", "validate", in: folder)
    #expect(source.standardError.contains("; see docs/config-format.md\n"), "\(source)")
    try folder.write("text", to: "usr/share/doc/eros/docs/config-format.md")
    try FileManager.default.createDirectory(
      atPath: folder.path("usr/bin"), withIntermediateDirectories: true)
    // Another process copies the program: a file that is open for writing cannot run.
    let copied = try await runTool(
      "cp", [Tool.built("eros"), "usr/bin/eros"], in: folder.path("."))
    try #require(copied.status == 0, "\(copied)")
    let installed = try await runTool(
      folder.path("usr/bin/eros"), ["config", "validate"], in: folder.path("."))
    let page = folder.path("usr/share/doc/eros/docs/config-format.md")
    #expect(installed.standardError.contains("; see \(page)\n"), "\(installed)")
  }
}
