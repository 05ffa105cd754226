import ErosTestSupport
import Testing

@Suite("Usage errors", .serialized, .temporaryFolder)
struct UsageErrorTests {
  /// Invalid command lines, each with its error and hint.
  static let mistakes: [([String], problem: String, remedy: String?)] = [
    (["pakc"], "`eros` has no command 'pakc'", "did you mean `eros pack`?"),
    (["gen", "--check"], "`eros` has no command 'gen'", "did you mean `eros generate`?"),
    (
      ["config", "shwo", "a.json"], "`eros config` has no command 'shwo'",
      "did you mean `eros config show`?"
    ),
    (
      ["generate", "nwe", "module"], "`eros generate` has no command 'nwe'",
      "did you mean `eros generate new`?"
    ),
    (["foo"], "`eros` has no command 'foo'", "see what it can do with `eros --help`"),
    (["foo", "--help"], "`eros` has no command 'foo'", "see what it can do with `eros --help`"),
    (
      ["help", "routes", "biuld"], "`eros routes` has no command 'biuld'",
      "did you mean `eros routes build`?"
    ),
    (["refrence"], "`eros` has no command 'refrence'", "see what it can do with `eros --help`"),
    (["a\nb"], #"`eros` has no command 'a\u{a}b'"#, "see what it can do with `eros --help`"),
    (["pack", "--ouput", "x"], "unknown option '--ouput'", "did you mean `--output`?"),
    (["pack", "--ouput=x"], "unknown option '--ouput'", "did you mean `--output`?"),
    (
      ["pack", "--frobnicate"], "unknown option '--frobnicate'",
      "see the options with `eros pack --help`"
    ),
    (["--verson"], "unknown option '--verson'", "did you mean `--version`?"),
    (
      ["status", "--sandbox", "a", "--wait", "1"], "unknown option '--wait'",
      "see the options with `eros status --help`"
    ),
    (
      ["pack", "--level", "a\nb"], #"the value 'a\u{a}b' is invalid for '--level <level>'"#,
      "choose 'fast', 'default' or 'best'"
    ),
    (
      ["verify", "a.zip", "--max-size=10x"],
      "the value '10x' is invalid for '--max-size <max-size>'",
      "--max-size <max-size>: the most bytes that all files may have together, unpacked, such as 1G; "
        + "K, M and G may follow"
    ),
    (
      ["rollback", "--sandbox", "a", "--wait", "-1"], "--wait must be from 0 to 86400 seconds", nil
    ),
    (
      ["pack", "--timestamp", "-5"],
      "--timestamp must be from 0 to 253402300799999 milliseconds", nil
    ),
    (
      ["pack", "--output=", "dist"], "nothing stands behind '--output='",
      "give `--output` a value, or leave it out"
    ),
    (["verify"], "missing expected argument '<bundle>'", "<bundle>: the zip of the bundle"),
    (["verify", "a", "b"], "unexpected argument 'b'", nil),
    (
      ["diff", "a.zip", "-b.zip", "--output", "c"],
      "give the old and the new bundle, or one bundle and --against",
      "write a name that begins with '-' as `./-b.zip`"
    ),
    (
      ["diff", "a.zip", "b.zip", "--output", "-c.patch"],
      "missing value for '--output <output>'",
      "write a name that begins with '-' as `./-c.patch`"
    ),
  ]

  @Test("a usage error has the same text on standard error and in JSON", arguments: mistakes)
  func reported(words: [String], problem: String, remedy: String?) async throws {
    let folder = try TemporaryFolder.ofTest()
    let text = try await runTool(Tool.built("eros"), words, in: folder.path("."))
    #expect(text.status == 64, "\(text)")
    #expect(text.standardOutput == "")
    #expect(text.standardError.hasPrefix("error: \(problem)\n"), "\(text)")
    #expect(text.standardError.contains("\nhint: ") == (remedy != nil), "\(text)")
    if let remedy { #expect(text.standardError.contains("\nhint: \(remedy)\n"), "\(text)") }
    let json = try await runTool(Tool.built("eros"), words + ["--json"], in: folder.path("."))
    #expect(json.status == 64, "\(json)")
    let error = try #require(try json.json()["error"] as? [String: Any])
    #expect(error["problem"] as? String == problem)
    #expect(error["remedy"] as? String == remedy)
    #expect(error["exitStatus"] as? Int == 64)
  }

  @Test("a byte count accepts a lowercase unit")
  func lowercaseUnit() async throws {
    let folder = try TemporaryFolder.ofTest()
    let result = try await eros("verify", "no.zip", "--max-size", "10k", in: folder)
    #expect(result.status == 66, "\(result)")
  }
}
