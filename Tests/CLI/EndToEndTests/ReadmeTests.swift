import ErosTestSupport
import Foundation
import Testing

@Suite("README", .temporaryFolder, .needs("python3"))
struct ReadmeTests {
  @Test(
    "commands print the output shown",
    arguments: [
      "README.md", "README.zh-CN.md", "docs/getting-started.md", "docs/getting-started.zh-CN.md",
      "docs/routes.md",
    ])
  func session(file: String) async throws {
    let result = try await run([file], in: Tool.packageRoot.path(percentEncoded: false))
    #expect(result.status == 0, "\(result)")
    #expect(result.standardOutput.hasSuffix("commands is as shown\n"))
  }

  @Test(
    "the pictures are those that the scripts draw",
    arguments: ["scripts/manual/terminal-picture", "scripts/manual/pictures"])
  func picture(script: String) async throws {
    let result = try await run(
      ["--check"], in: Tool.packageRoot.path(percentEncoded: false), by: script)
    #expect(result.status == 0, "\(result)")
  }

  @Test("an outdated session is an error", arguments: Self.sessions)
  func wrong(session: String, message: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("# T\n\n## A session\n\n```console\n\(session)\n```\n", to: "R.md")
    let result = try await run(["R.md"], in: folder.path("."))
    #expect(result.status == 1)
    #expect(result.standardError.contains(message), "\(result)")
  }

  /// Sessions that fail, each with a part of the expected message.
  static let sessions = [
    ("$ echo one\ntwo", "error: R.md:6: 'echo one' prints something else"),
    ("$ echo one", "@@\n+one"),
    ("$ echo one\none\nmore", "-more"),
    ("$ echo one\none\n\n$ true\n…\nend", "error: R.md:9: 'true' prints something else"),
    ("$ echo value=\nvalue=…", "prints something else"),
    ("$ echo 1.5\n1…5…", "prints something else"),
    ("$ echo one >&2; exit 3\none", "error: R.md:6: 'echo one >&2; exit 3' exits with 3"),
    ("$ echo --token …\n…", "the previous output has no value for '…'"),
    ("$ echo token a\n…\n\n$ echo --token …\n--token b", "+--token a"),
    ("output", "error: R.md:6: output before the first command"),
    ("", "shows no commands"),
  ]

  @Test("all console blocks are one session, and other blocks are ignored")
  func blocks() async throws {
    let folder = try TemporaryFolder.ofTest()
    let text = """
      ## 使用示例
      ```console
      $ echo one; echo token 'a;b'
      …
      token a;…
      ```
      ```
      $ exit 2
      ```
      ## More
      ```console
      $ echo --token …
      --token a…b
      ```
      """
    try folder.write(text, to: "R.md")
    let result = try await run(["R.md"], in: folder.path("."))
    #expect(result.standardOutput == "R.md: the output of 2 commands is as shown\n", "\(result)")
  }

  /// Runs a script with the built `eros` first on the path.
  private func run(
    _ arguments: [String], in folder: String, by script: String = "scripts/manual/session"
  ) async throws -> ToolResult {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let tools = URL(filePath: Tool.built("eros")).deletingLastPathComponent()
    return try await runTool(
      Tool.packageRoot.appending(path: script).path(percentEncoded: false),
      arguments, in: folder, environment: ["PATH": tools.path(percentEncoded: false) + ":" + path],
      // Other tests may keep the machine busy.
      seconds: 300)
  }
}
