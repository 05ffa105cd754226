import ArgumentParser
import ErosCore
import ErosDevice

struct ConfirmCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "confirm",
    abstract: "Confirm the release on trial",
    discussion: """
      An app confirms a release when its first page is shown:

        $ eros confirm --sandbox sandbox --token TOKEN

      Only the token of the current trial is valid; any other token changes nothing and ends with \
      exit status 1. Confirming twice has no effect. Without a token, the command confirms the \
      current trial, and succeeds if there is none.
      """)

  @OptionGroup var sandboxOptions: SandboxOptions

  @Option(
    help: "The token that `eros install` printed (default: the current trial).",
    completion: .token)
  var token: String?

  @OptionGroup var output: OutputOptions

  func run() throws {
    let device = sandboxOptions.device()
    let confirmation = try token.map { try device.confirm(token: $0) } ?? device.confirmTrial()
    if confirmation == .staleToken {
      throw CommandError.staleToken(sandbox: sandboxOptions.sandbox)
    }
    try ConfirmReport(confirmation).print(as: output)
  }
}

private struct ConfirmReport: Report {
  let outcome: String
  let release: String?

  private enum CodingKeys: String, CodingKey {
    case outcome, release
  }

  init(_ confirmation: Device.Confirmation) {
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
    case "confirmed": "\(style.success("confirmed")) \(release.map(style.hash) ?? "")"
    default:
      "no release is on trial; "
        + (release.map { "active release: \(style.hash($0))" } ?? "no release is active")
    }
  }
}
