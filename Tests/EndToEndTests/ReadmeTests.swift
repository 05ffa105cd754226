import ErosTestSupport
import Foundation
import Testing

@Suite("README", .temporaryFolder, .enabled(if: Tool.isInstalled("python3")))
struct ReadmeTests {
  @Test(
    "the output of its session is the one shown",
    arguments: [["README.md"], ["README.zh-CN.md", "--section", "第一次使用", "--commands"]])
  func session(arguments: [String]) async throws {
    let result = try await run(arguments, in: Tool.packageRoot.path(percentEncoded: false))
    #expect(result.status == 0, "\(result)")
    #expect(result.standardOutput.hasSuffix("commands print the output shown\n"))
  }

  @Test("a session with another output fails", arguments: Self.sessions)
  func wrong(session: String, message: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("# T\n\n## A session\n\n```console\n\(session)\n```\n", to: "R.md")
    let result = try await run(["R.md"], in: folder.path("."))
    #expect(result.status == 1)
    #expect(result.standardError.contains(message), "\(result)")
  }

  /// Sessions that must fail, each with a part of the error message.
  static let sessions = [
    ("$ echo one\ntwo", "error: R.md:6: 'echo one' prints another output"),
    ("$ echo one", "@@\n+one"),
    ("$ echo one\none\nmore", "-more"),
    ("$ echo one\none\n\n$ true\n…\nend", "error: R.md:9: 'true' prints another output"),
    ("$ echo value=\nvalue=…", "prints another output"),
    ("$ echo 1.5\n1…5…", "prints another output"),
    ("$ echo one >&2; exit 3\none", "error: R.md:6: 'echo one >&2; exit 3' exits with 3"),
    ("$ echo --token …\n…", "the previous output has no value for '…'"),
    ("$ echo token a\n…\n\n$ echo --token …\n--token b", "+--token a"),
    ("output", "error: R.md:6: output before the first command"),
    ("", "no commands in section 'A session'"),
  ]

  @Test("with --commands, the output of a command that shows none is not compared")
  func commands() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("## A session\n```console\n$ echo one\n\n$ echo two\nthree\n```\n", to: "R.md")
    let result = try await run(["R.md", "--commands"], in: folder.path("."))
    #expect(result.status == 1)
    #expect(result.standardError.contains("error: R.md:5: 'echo two' prints another output"))
  }

  @Test("a session can have another title, and commands outside it are not run")
  func title() async throws {
    let folder = try TemporaryFolder.ofTest()
    let text = """
      ```console
      $ exit 1
      ```
      ## 使用示例
      ```console
      $ echo one; echo token 'a;b'
      …
      token a;…

      $ echo --token …
      --token a…b
      ```
      ```
      $ exit 2
      ```
      ## More
      ```console
      $ exit 3
      ```
      """
    try folder.write(text, to: "R.md")
    let named = try await run(["R.md", "--section", "使用示例"], in: folder.path("."))
    #expect(named.standardOutput == "R.md: 2 commands print the output shown\n", "\(named)")
    let unnamed = try await run(["R.md"], in: folder.path("."))
    #expect(unnamed.status == 1)
    #expect(unnamed.standardError.contains("section 'A session' not found in 'R.md'"), "\(unnamed)")
  }

  /// Runs `scripts/readme-session` with the built `eros` first on the path.
  private func run(_ arguments: [String], in folder: String) async throws -> ToolResult {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let tools = URL(filePath: Tool.built("eros")).deletingLastPathComponent()
    return try await runTool(
      Tool.packageRoot.appending(path: "scripts/readme-session").path(percentEncoded: false),
      arguments, in: folder, environment: ["PATH": tools.path(percentEncoded: false) + ":" + path],
      // The other tests run at the same time.
      seconds: 300)
  }
}
