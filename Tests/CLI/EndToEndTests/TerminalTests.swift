import ErosTestSupport
import Foundation
import Testing

/// Progress on a terminal, which `terminal.py` simulates.
@Suite("The terminal", .temporaryFolder, .needs("python3"), .serialized, .timeLimit(.minutes(2)))
struct TerminalTests {
  /// The result of `terminal.py`.
  private struct Session: Decodable {
    let status: Int32
    let lines: [String]
    let screen: [String]
    let rows: Int
    let unknown: [String]
    let output: String
  }

  private func run(
    _ options: [String] = [], _ arguments: [String], type: String? = "xterm-256color",
    environment: [String] = [], in folder: TemporaryFolder
  ) async throws -> Session {
    let script = Tool.packageRoot.appending(path: "Tests/ErosTestSupport/terminal.py")
    let program =
      ["env", "-u", "TERM"] + (type.map { ["TERM=" + $0] } ?? []) + environment
      + [Tool.built("eros")] + arguments
    let result = try await runTool(
      "python3", [script.path(percentEncoded: false)] + options + program, in: folder.path("."))
    try #require(result.status == 0, "\(result)")
    return try JSONDecoder().decode(Session.self, from: Data(result.standardOutput.utf8))
  }

  /// Writes an app whose pages take longer to pack than progress is delayed.
  private func writeLargeApp(to folder: TemporaryFolder) throws {
    try folder.writeApp()
    for index in 0..<12 {
      try folder.write(Self.letters + [UInt8(index)], to: "dist/assets/\(index).txt")
    }
  }

  /// The arguments that pack this app; the best compression takes long enough on any machine.
  private static let packing = ["pack", "--level", "best", "--output", "out"]

  private static let letters: [UInt8] = {
    var random = SeededGenerator(seed: 20)
    return random.letters(4 << 20)
  }()

  @Test("shows progress on one line of any width", arguments: [120, 80, 40, 10, 1])
  func width(columns: Int) async throws {
    let folder = try TemporaryFolder.ofTest()
    try writeLargeApp(to: folder)
    let session = try await run(
      ["--columns", "\(columns)"], Self.packing, in: folder)
    #expect(session.status == 0)
    #expect(session.rows == 1, "\(session.lines)")
    #expect(session.unknown == [])
    #expect(session.screen == [], "the line is erased at the end")
    #expect(session.lines.allSatisfy { $0.count < columns }, "\(session.lines)")
    #expect(session.output.hasPrefix("app        demo\n"))
    guard columns > 5 else { return }
    let last = try #require(session.lines.last)
    #expect(last.contains(columns < 30 ? " %" : " of "), "\(last)")
    if columns >= 80 {
      #expect(session.lines.contains { $0.contains("/s, ") && $0.hasSuffix(" left") })
      #expect(last.hasPrefix("packing [##"))
    }
  }

  // Progress appears after half a second; a fast machine applies the patch sooner.
  @Test("shows the progress of a patch")
  func patch() async throws {
    let folder = try TemporaryFolder.ofTest()
    try await HeavyPatch.write(to: folder)
    let session = try await run(["--columns", "80", "--slow"], HeavyPatch.arguments, in: folder)
    #expect(session.status == 0)
    #expect(session.rows == 1, "\(session.lines)")
    #expect(session.screen == [])
    let last = try #require(session.lines.last)
    #expect(last.hasPrefix("applying the patch [#") && last.contains(" %"), "\(last)")
  }

  @Test("shows the progress of a rehearsal", .needsJavaScriptCore)
  func rehearsal() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    let page = "// { \"framework\": \"Vue\" }\nfor (let i = 0; i < 3e6; i++) Math.sqrt(i);\n"
    for index in 0..<24 { try folder.write(page, to: "dist/lib/\(index).js") }
    let session = try await run(["--columns", "80"], ["rehearse"], in: folder)
    #expect(session.status == 0)
    #expect(session.rows == 1, "\(session.lines)")
    #expect(session.screen == [])
    let last = try #require(session.lines.last)
    #expect(last.hasPrefix("running pages [#") && last.contains(" of 52"), "\(last)")
  }

  @Test("adapts to a new width")
  func resized() async throws {
    let folder = try TemporaryFolder.ofTest()
    try writeLargeApp(to: folder)
    let session = try await run(
      ["--columns", "100", "--resize", "30"], Self.packing, in: folder)
    // A line may be written before the program learns of the new width.
    let narrow = session.lines.drop { $0.count >= 30 }
    #expect(session.lines.count > 1 && !narrow.isEmpty, "\(session.lines)")
    #expect(narrow.allSatisfy { $0.count < 30 }, "\(session.lines)")
    #expect(session.screen == [])
  }

  @Test("shows no progress on a dumb terminal or one without a type", arguments: ["dumb", "", nil])
  func dumb(type: String?) async throws {
    let folder = try TemporaryFolder.ofTest()
    try writeLargeApp(to: folder)
    let session = try await run([], Self.packing, type: type, in: folder)
    #expect(session.status == 0)
    #expect(session.lines == [] && session.screen == [] && session.unknown == [])
  }

  @Test("shows no progress with --quiet or --json", arguments: ["--quiet", "--json"])
  func quiet(option: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    try writeLargeApp(to: folder)
    let session = try await run([], Self.packing + [option], in: folder)
    #expect(session.status == 0)
    #expect(session.lines == [] && session.screen == [])
  }

  @Test("erases the progress on Ctrl-C")
  func interrupted() async throws {
    let folder = try TemporaryFolder.ofTest()
    try writeLargeApp(to: folder)
    let session = try await run(["--interrupt"], Self.packing, in: folder)
    #expect(session.status == 130)
    #expect(session.lines.first?.hasPrefix("packing ") == true)
    #expect(session.screen == ["interrupted"])
    #expect(session.output == "")
  }

  @Test("'verify -' does not wait for input from a terminal")
  func input() async throws {
    let folder = try TemporaryFolder.ofTest()
    let session = try await run([], ["verify", "-"], in: folder)
    #expect(session.status == 64)
    #expect(session.screen.first == "error: standard input is a terminal")
  }

  @Test("erases the progress before an error")
  func failed() async throws {
    let folder = try TemporaryFolder.ofTest()
    try writeLargeApp(to: folder)
    #expect(try await eros("pack", "--store", "--output", "out", in: folder).status == 0)
    var zip = try folder.read("out/bundle.zip")
    zip[zip.count / 2] ^= 1
    try folder.write(zip, to: "damaged.zip")
    let first = try await eros(
      "install", "--bundle", "out/bundle.zip", "--sandbox", "box", in: folder)
    #expect(first.status == 0, "\(first)")
    let session = try await run([], ["stage", "damaged.zip", "--sandbox", "box"], in: folder)
    #expect(session.status == 65 || session.status == 1)
    #expect(session.screen.first?.hasPrefix("error: ") == true, "\(session.screen)")
  }

  @Test("help that is longer than the terminal is shown in the pager")
  func pager() async throws {
    let folder = try TemporaryFolder.ofTest()
    func help(_ pager: String) async throws -> [String] {
      let session = try await run(
        ["--output"], ["pack", "--help"], environment: ["PAGER=" + pager], in: folder)
      #expect(session.status == 0)
      return session.screen
    }
    let overview = "OVERVIEW: Pack a folder"
    let session = try await run(
      ["--output"], ["pack", "--help"],
      environment: [
        "PAGER=env > '\(folder.path("env"))'", "EROS_KEY_PASSPHRASE=hidden", "CHANNEL_KEY=hidden",
        "LESSCHARSET=utf-8",
      ], in: folder)
    #expect(session.status == 0)
    let variables = String(decoding: try folder.read("env"), as: UTF8.self)
    #expect(variables.contains("LESSCHARSET=utf-8") && !variables.contains("hidden"))
    #expect(try await help("sed s/^/page:/").first?.hasPrefix("page:" + overview) == true)
    #expect(try await help("/none/pager").contains { $0.hasPrefix(overview) })
    #expect(try await help("").first?.hasPrefix(overview) == true)
    // A file is not paged.
    let file = try await run([], ["pack", "--help"], environment: ["PAGER=false"], in: folder)
    #expect(file.output.hasPrefix(overview))
  }
}
