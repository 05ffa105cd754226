import ErosTestSupport
import Foundation
import Testing

/// Commands of the old Eros CLI and common mistakes, each with the hint that its user needs.
@Suite("Old habits", .temporaryFolder)
struct OldHabitTests {
  struct Habit: CustomTestStringConvertible {
    let words: [String]
    let problem: String
    let hint: String
    var status: Int32 = 64
    var testDescription: String { words.joined(separator: " ") }
  }

  static let habits = [
    Habit(
      words: ["pack", "ios"],
      problem: "the platform is now an option, and the folder 'ios' does not exist",
      hint: "run `eros pack --platform ios`"),
    Habit(
      words: ["pack", "all", "--output", "build"], problem: "the folder 'all' does not exist",
      hint: "run `eros pack --platform all`"),
    Habit(
      words: ["build"], problem: "`eros build` is now `eros pack`",
      hint: "build the pages with your build tool, then run `eros pack --output build`"),
    Habit(
      words: ["help", "build"], problem: "`eros build` is now `eros pack`", hint: "eros pack"),
    Habit(
      words: ["-v"], problem: "'-v' is an option of the commands",
      hint: "show the version with `eros -V`"),
    Habit(
      words: ["build", "-d"], problem: "`eros build` is now `eros pack`",
      hint: "`eros diff build/bundle.zip --against RELEASES --output PATCHES`"),
    Habit(
      words: ["build", "-s", "https://example.com"],
      problem: "`eros build -s` is now `eros pack` and `eros publish`",
      hint: "eros publish build/bundle.zip --store STORE --channel CHANNEL --keys KEYS --legacy`"),
    Habit(
      words: ["install", "ios"],
      problem: "`eros install` does not install the libraries of native projects",
      hint: "run `pod install` in the folder of the Xcode project"),
    Habit(
      words: ["install", "android"], problem: "the libraries of native projects",
      hint: "Gradle installs them"),
    Habit(
      words: ["dev"], problem: "`eros dev` of the old Eros CLI does not exist in this tool",
      hint: "run `eros serve --lan`"),
    Habit(words: ["mock", "start"], problem: "`eros mock`", hint: "built pages"),
    Habit(words: ["update", "x"], problem: "`eros update`", hint: "built pages"),
    Habit(
      words: ["stage", "https://example.com/a b.zip"],
      problem: "'https://example.com/a b.zip' is a URL, but `eros stage` reads a file",
      hint:
        "`curl -fO 'https://example.com/a b.zip'`, or update from a store with `eros fetch --store URL"
    ),
    Habit(
      words: ["verify", "http://example.com/b.zip"],
      problem: "is a URL, but `eros verify` reads a file",
      hint: "download it with `curl -fO http://example.com/b.zip`"),
    Habit(
      words: ["verify", "x.zip", "--config", "bundle.config"],
      problem: "`eros verify` does not read the configuration of a project",
      hint: "pass the bundle.config of the bundle with `--manifest`"),
    Habit(
      words: ["install", "--sandbox", "box", "--bundle", "x.zip", "--config=bundle.config"],
      problem: "`eros install` does not read", hint: "`--manifest`"),
    Habit(
      words: ["stage", "x.zip", "--config", "bundle.config", "--sandbox", "box"],
      problem: "`eros stage` does not read", hint: "`--manifest`"),
    Habit(
      words: ["verify", "empty"],
      problem: "the folder 'empty' does not contain a file 'bundle.zip'",
      hint: "if it contains built pages, pack it first: `eros pack empty --output DIR`",
      status: 66),
    Habit(
      words: ["verify", "x.erosdelta"], problem: "'x.erosdelta' is a content delta, not a bundle",
      hint: "apply it with `eros patch OLD.zip x.erosdelta --output NEW.zip`", status: 65),
    Habit(
      words: ["inspect", "x.patch"], problem: "'x.patch' is a BSDIFF40 patch, not a bundle",
      hint: "apply it with `eros patch OLD.zip x.patch --output NEW.zip`", status: 65),
    Habit(
      words: ["config", "validate", "comment.json"],
      problem: "comment.json:2:3: unexpected comment", hint: "JSON has no comments; remove it",
      status: 65),
    Habit(
      words: ["config", "validate", "comma.json"],
      problem: "comma.json:2:20: unexpected comma after the last item",
      hint: "JSON has no trailing commas; remove it", status: 65),
    Habit(
      words: ["config", "validate", "list.json"],
      problem: "list.json:1:10: unexpected comma after the last item",
      hint: "JSON has no trailing commas; remove it", status: 65),
  ]

  @Test("old options and commands get a hint", arguments: habits)
  func hint(habit: Habit) async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    try folder.write("text", to: "empty/a.txt")
    try folder.write(Array("EROSDLTA".utf8) + [1, 2, 3], to: "x.erosdelta")
    try folder.write(Array("BSDIFF40".utf8) + [UInt8](repeating: 0, count: 40), to: "x.patch")
    try folder.write("{\n  // the app\n  \"appName\": \"a\"\n}\n", to: "comment.json")
    try folder.write("{\n  \"appName\": \"demo\",\n}\n", to: "comma.json")
    try folder.write("{\"a\": [1,\n]}\n".replacing("1,", with: "1 ,"), to: "list.json")
    let result = try await runTool(Tool.built("eros"), habit.words, in: folder.path("."))
    #expect(result.status == habit.status, "\(result)")
    let lines = result.standardError.split(separator: "\n")
    let error = try #require(lines.first { $0.hasPrefix("error: ") }, "\(result)")
    #expect(error.contains(habit.problem), "\(result)")
    let hint = try #require(lines.first { $0.hasPrefix("hint: ") }, "\(result)")
    #expect(hint.contains(habit.hint), "\(result)")
  }

  @Test("a folder with the name of a platform is packed")
  func platformFolder() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    try FileManager.default.moveItem(atPath: folder.path("dist"), toPath: folder.path("ios"))
    #expect(try await eros("pack", "ios", "--output", "out", in: folder).status == 0)
  }

  @Test("'verify' finds the bundle in a folder")
  func folder() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    _ = try await eros("pack", "-o", "build", in: folder)
    for command in ["verify", "inspect"] {
      #expect(try await eros(command, "build", in: folder).status == 0)
    }
  }

  @Test("'verify' names the folder that contains all files of a zip", .needs("zip"))
  func outerFolder() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    _ = try await runTool("zip", ["-qr", "pages.zip", "dist"], in: folder.path("."))
    let outer = try await eros("verify", "pages.zip", in: folder)
    #expect(outer.status == 1)
    #expect(
      outer.standardError == """
        hint: all files are below 'dist/', so apps do not find them; zip the contents of the folder, \
        or run `eros pack dist`

        """)
    _ = try await runTool("zip", ["-qr", "../flat.zip", "."], in: folder.path("dist"))
    #expect(try await eros("verify", "flat.zip", in: folder).standardError == "")
  }
}
