import ArgumentParser
import ErosCore
import ErosSandbox

struct ConfirmCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "confirm",
    abstract: "Say that the release on trial works",
    discussion: """
      An app does this when its first page is there:

        $ eros confirm --sandbox sandbox --token TOKEN

      Only the token of the current trial counts; any other one changes nothing and ends with exit \
      status 1. Saying it twice does no harm. Without a token, whatever is on trial is confirmed, and \
      nothing is wrong when there is no trial.
      """)

  @OptionGroup var place: SandboxOptions

  @Option(
    help: "The token that `eros install` printed (default: whatever is on trial).",
    completion: .token)
  var token: String?

  @OptionGroup var output: OutputOptions

  func run() throws {
    let confirmation = try place.open().confirm(token: token)
    if confirmation == .staleToken { throw CommandError.staleToken(sandbox: place.folder.sandbox) }
    try ConfirmReport(confirmation).print(as: output)
  }
}

private struct ConfirmReport: Report {
  let outcome: String
  @OrNull var release: String?

  private enum CodingKeys: String, CodingKey {
    case outcome, release
  }

  init(_ confirmation: Sandbox.Confirmation) {
    switch confirmation {
    case .confirmed(let tree):
      outcome = "confirmed"
      release = tree.description
    case .nothingOnTrial(let tree):
      outcome = "nothing-on-trial"
      release = tree?.description
    case .staleToken:
      outcome = "stale-token"
      release = nil
    }
  }

  func text(_ style: TextStyle) -> String {
    switch outcome {
    case "confirmed": "\(style.good("confirmed")) \(release ?? "")"
    default: "nothing is on trial; \(release ?? "nothing") runs and is confirmed"
    }
  }
}
