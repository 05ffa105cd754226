import ArgumentParser
import ErosCore
import ErosSandbox

struct SandboxCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sandbox",
    abstract: "Maintain the files of a sandbox",
    discussion: """
      What an app runs is chosen by `eros install`; here is what a person may want to do besides:

        $ eros sandbox collect --sandbox sandbox
      """,
    subcommands: [SandboxCollect.self])
}

struct SandboxCollect: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "collect",
    abstract: "Delete the releases that are not in use",
    discussion: """
      Every start and every change does this, too; here it says what was deleted, and why something \
      could not be:

        $ eros sandbox collect --sandbox sandbox

      The active release, the two last confirmed ones, what is staged or on trial, and the app's own \
      are kept.
      """)

  @OptionGroup var place: SandboxOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try CollectReport(deleted: place.open().collect().map(\.description)).print(as: output)
  }
}

private struct CollectReport: Report {
  let deleted: [String]

  func text(_ style: TextStyle) -> String {
    guard !deleted.isEmpty else { return "nothing to delete" }
    return deleted.map { "deleted \($0)" }.joined(separator: "\n")
  }
}
