import ArgumentParser
import ErosCore
import ErosSandbox

struct SandboxCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sandbox",
    abstract: "Maintain the files of a sandbox",
    discussion: """
      `eros install` chooses the release to run. This command maintains the files of a sandbox:

        $ eros sandbox collect --sandbox sandbox
      """,
    subcommands: [SandboxCollect.self])
}

struct SandboxCollect: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "collect",
    abstract: "Delete the releases that are not in use",
    discussion: """
      Every command that changes the sandbox also deletes unused releases. This command lists them:

        $ eros sandbox collect --sandbox sandbox

      Keeps the active release, the two newest confirmed releases, the pending release, the release on \
      trial and the embedded release.
      """)

  @OptionGroup var sandboxOptions: SandboxOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try CollectReport(deleted: sandboxOptions.open().collect().map(\.description)).print(as: output)
  }
}

private struct CollectReport: Report {
  let deleted: [String]

  func text(_ style: TextStyle) -> String {
    guard !deleted.isEmpty else { return "nothing to delete" }
    return deleted.map { "deleted \($0)" }.joined(separator: "\n")
  }
}
