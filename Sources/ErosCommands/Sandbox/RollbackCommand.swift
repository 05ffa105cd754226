import ArgumentParser
import ErosCore
import ErosSandbox

struct RollbackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rollback",
    abstract: "Roll back to a confirmed release",
    discussion: """
      Checks every byte of the release and makes it the one that runs:

        $ eros rollback --sandbox sandbox
        $ eros rollback --sandbox sandbox --to embedded

      Called again, it goes back further, never forth; with --to it goes to any of the releases that \
      were confirmed last, or to the one that the app carries. A release that is on trial is blocked \
      and never runs again; one that was staged and not started yet stays.
      """)

  @OptionGroup var place: SandboxOptions

  @Option(
    help: """
      The release to go back to: previous, embedded, or a name, of which six digits are enough.
      """,
    completion: .release)
  var to = "previous"

  @OptionGroup var output: OutputOptions

  func run() throws {
    let sandbox = place.open()
    let (release, previous) = try sandbox.rollBack(to: target(in: sandbox))
    try RollbackReport(
      release: release.description, previous: previous == release ? nil : previous?.description
    ).print(as: output)
  }

  private func target(in sandbox: Sandbox) throws -> RollbackTarget {
    switch to {
    case "previous": return .previous
    case "embedded": return .embedded
    default:
      let fewestDigits = 6
      let known = try sandbox.status().state?.references.sorted() ?? []
      let fitting = known.filter { $0.description.hasPrefix(to) }
      guard to.utf8.count >= fewestDigits, fitting.count == 1, let tree = fitting.first else {
        throw CommandError.noSuchRelease(to, known: known.map(\.description))
      }
      return .release(tree)
    }
  }
}

private struct RollbackReport: Report {
  let release: String
  @OrNull var previous: String?

  private enum CodingKeys: String, CodingKey {
    case release, previous
  }

  func text(_ style: TextStyle) -> String {
    var table = TextTable()
    table.add("release", style.bold(release))
    table.add("previous", previous ?? "the same; nothing was changed")
    return table.text
  }
}
