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
      status 1. Without a token, whatever is on trial is confirmed, and nothing is wrong when there \
      is no trial.
      """)

  @OptionGroup var place: SandboxOptions

  @Option(help: "The token that `eros install` printed (default: whatever is on trial).")
  var token: String?

  @OptionGroup var output: OutputOptions

  func run() throws {
    let confirmation = try place.open().confirm(token: token)
    try ConfirmReport(confirmation).print(as: output)
    if confirmation == .staleToken {
      output.warn("the token is not that of the current trial; nothing was changed")
      throw ExitCode(ExitStatus.checkFailed.rawValue)
    }
  }
}

private struct ConfirmReport: Report {
  let outcome: String
  let release: String?

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

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(outcome, forKey: .outcome)
    try members.encode(release, forKey: .release)
  }

  func text(_ style: TextStyle) -> String {
    switch outcome {
    case "confirmed": "\(style.good("confirmed")) \(release ?? "")"
    case "nothing-on-trial": "nothing is on trial; \(release ?? "nothing") runs and is confirmed"
    default: "\(style.bad("not confirmed"))"
    }
  }
}
