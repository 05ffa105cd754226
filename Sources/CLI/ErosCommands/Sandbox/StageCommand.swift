import ArgumentParser
import ErosCore
import ErosDevice

struct StageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stage",
    abstract: "Add a downloaded bundle or patch, to be tried on the next launch",
    discussion: """
      Verifies the bundle and unpacks it beside the running release:

        $ eros stage update.zip --sandbox sandbox

      A BSDIFF40 patch is applied to the active release first, and a content delta to its base, which \
      can be any release in the sandbox. A patch is not signed: with --manifest, its result must have the \
      manifest of the published bundle. The running release does not change. The next `eros install` \
      tries the new release and prints a token for `eros confirm`. A release that requires a newer \
      version of the app waits for that version. A release that failed its trial is rejected (exit status \
      1).
      """)

  @Argument(help: "The downloaded bundle or patch.", completion: .file())
  var file: String

  @OptionGroup var sandboxOptions: SandboxOptions

  @OptionGroup var delivery: DeliveryOptions

  @OptionGroup var verification: VerifyOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let device = sandboxOptions.device(verification.verifier)
    let staging = try DeliveredBundle.open(file, config: delivery.manifest, output) {
      try device.stage($0)
    }
    if staging.isIdentical == false { output.warnOfOtherZip() }
    try StageReport(staging).print(as: output)
  }
}

private struct StageReport: Report {
  let release: String
  let outcome: String
  let waitsForAppVersion: String?
  /// `true` if the stored zip equals the published zip byte for byte.
  ///
  /// `null` if that is unknown.
  let identical: Bool?
  private let waitsForTrial: Bool

  private enum CodingKeys: String, CodingKey {
    case release, outcome, waitsForAppVersion, identical
  }

  init(_ staging: Device.Staging) {
    release = staging.release.description
    outcome =
      switch staging.outcome {
      case .pending: "pending"
      case .alreadyOnTrial: "on-trial"
      case .alreadyActive: "confirmed"
      }
    waitsForAppVersion = staging.waitsFor?.description
    waitsForTrial = staging.waitsForTrial
    identical = staging.isIdentical
  }

  func text(_ style: TextStyle) -> String {
    var table = TextTable()
    table.add("release", style.bold(style.hash(release)))
    switch outcome {
    case "pending" where waitsForAppVersion != nil: table.add("staged", "to be tried later")
    case "pending" where waitsForTrial:
      table.add("staged", "tried after the current trial")
    case "pending": table.add("staged", "tried on the next launch")
    case "on-trial": table.add("staged", "already on trial")
    default: table.add("staged", "already active and confirmed")
    }
    if let waitsForAppVersion { table.add("requires", "app version \(waitsForAppVersion)") }
    return table.text
  }
}
