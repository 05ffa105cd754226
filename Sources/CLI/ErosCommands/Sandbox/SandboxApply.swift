import ArgumentParser
import ErosDevice

struct SandboxApply: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply",
    abstract: "Switch a running app to the staged release, without a launch",
    discussion: """
      An app does this for an urgent release, before it opens a page or when it resumes:

        $ eros sandbox apply --sandbox sandbox

      Prints what `eros install` prints. Further pages are opened in the printed folder; pages that are \
      open keep the folder of their release, which stays until the next launch. The trial starts, with \
      all its launches left. If no release is staged, it needs a newer app, a trial is in progress, or \
      the app was never launched, nothing changes.
      """)

  @OptionGroup var sandboxOptions: SandboxOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    guard let launch = try sandboxOptions.device().applyNow() else {
      return try NothingAppliedReport().print(as: output)
    }
    for note in launch.notes { output.warn(note.message) }
    try InstallReport(launch).print(as: output)
  }
}

/// Reports that the app continues with its release, with the fields of an ``InstallReport``.
private struct NothingAppliedReport: Report {
  var release: String? = nil
  var path: String? = nil
  var token: String? = nil
  var reason: String? = nil
  var previous: String? = nil
  var error: ErrorReport? = nil

  private enum CodingKeys: String, CodingKey {
    case release, path, token, reason, previous, error
  }

  func text(_ style: TextStyle) -> String { "no release can be applied" }
}
