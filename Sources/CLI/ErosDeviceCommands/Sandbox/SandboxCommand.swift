package import ArgumentParser
import ErosCommandSupport
import ErosCore
import ErosSandbox

package struct SandboxCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "sandbox",
    abstract: "Maintain the files of a sandbox",
    discussion: """
      `eros install` chooses the release to run. This command maintains the files of a sandbox:

        $ eros sandbox collect --sandbox sandbox
      """,
    subcommands: [SandboxCollect.self])

  package init() {}
}

struct SandboxCollect: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "collect",
    abstract: "Delete the releases that are not in use",
    discussion: """
      Every command that changes the sandbox also deletes unused releases. This command lists them, \
      and what could not be deleted and why (exit status 74):

        $ eros sandbox collect --sandbox sandbox

      Keeps the active release, the two newest confirmed releases, the pending release, the release on \
      trial and the embedded release.
      """)

  @OptionGroup var sandboxOptions: SandboxOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let cleanup = try sandboxOptions.open().collect()
    for error in cleanup.errors { output.show(error) }
    try CollectReport(cleanup).print(as: output)
    if !cleanup.errors.isEmpty { throw ExitCode(ExitStatus.ioError.rawValue) }
  }
}

private struct CollectReport: Report {
  let deleted: [String]
  /// The reasons why files could not be deleted.
  let errors: [ErrorReport]

  init(_ cleanup: Sandbox.Cleanup) {
    deleted = cleanup.deleted.map(\.description)
    errors = cleanup.errors.map { ErrorReport($0) }
  }

  func text(_ style: TextStyle) -> String {
    guard deleted.isEmpty else { return deleted.map { "deleted \($0)" }.joined(separator: "\n") }
    return errors.isEmpty ? "nothing to delete" : "nothing was deleted"
  }
}
