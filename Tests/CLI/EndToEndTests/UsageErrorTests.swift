import ErosTestSupport
import Testing

@Suite("Usage errors", .temporaryFolder)
struct UsageErrorTests {
  @Test(
    "a usage error has the same text on standard error and in JSON",
    arguments: [
      (["pakc"], "unknown command 'pakc' of `eros`", "did you mean `eros pack`?"),
      (["pack", "--ouput", "x"], "unknown option '--ouput'", "did you mean `--output`?"),
      (
        ["release", "list", "--store", "store", "--channel", "My App"],
        "--channel: 'My App' is not the name of a channel",
        "write APP/CHANNEL, such as 'my-app/production', with letters, digits, '-', '_' and '.'"
      ),
      (
        ["release", "list", "--channel", "a/b", "--store", "ftp://example.org/store"],
        "--store: 'ftp://example.org/store' is not a folder, 's3://BUCKET/PREFIX', or an 'https://' or 'http://' URL",
        "write 'https://HOST/PATH', 's3://BUCKET/PREFIX', or a folder as a path such as 'build/store'"
      ),
      (
        ["store", "check", "--store", ""], "--store: '' is not the path of a folder",
        "write a path such as 'build/store'"
      ),
      (
        ["store", "rotate", "timestamp", "--store", "store"], "'timestamp' is not a role",
        "write root, targets, online, brake, or a channel such as my-app/beta"
      ),
      (
        ["generate", "new", "module", "geo", "--weex-version", "abc"],
        "--weex-version: 'abc' is not a version of the Weex SDK", "write a version such as 0.18.0"
      ),
    ])
  func reported(arguments: [String], problem: String, remedy: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    let text = try await runTool(Tool.built("eros"), arguments, in: folder.path("."))
    #expect(text.status == 64, "\(text)")
    #expect(text.standardOutput == "")
    #expect(text.standardError.hasPrefix("error: \(problem)\nhint: \(remedy)\n"), "\(text)")
    let json = try await runTool(Tool.built("eros"), arguments + ["--json"], in: folder.path("."))
    #expect(json.status == 64, "\(json)")
    let error = try #require(try json.json()["error"] as? [String: Any])
    #expect(error["code"] as? String == "usage")
    #expect(error["problem"] as? String == problem)
    #expect(error["remedy"] as? String == remedy)
    #expect(error["exitStatus"] as? Int == 64)
  }
}
